"""The admin of evaluations, one module a concept."""

from evaluations.admin.evaluation import AttemptAdmin, EvaluationAdmin
from evaluations.admin.member import AssignmentAdmin, DraftAdmin, InvitationAdmin
from evaluations.admin.provider import ModelAdmin, ProviderAdmin
from evaluations.admin.scenario import ItemAdmin, ScenarioAdmin
from evaluations.admin.session import JudgeSessionAdmin, JudgeTaskAdmin

__all__ = [
    "AssignmentAdmin",
    "AttemptAdmin",
    "DraftAdmin",
    "EvaluationAdmin",
    "InvitationAdmin",
    "ItemAdmin",
    "JudgeSessionAdmin",
    "JudgeTaskAdmin",
    "ModelAdmin",
    "ProviderAdmin",
    "ScenarioAdmin",
]
