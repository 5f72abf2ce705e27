"""The admin of evaluations, one module a concept."""

from evaluations.admin.evaluation import AttemptAdmin, EvaluationAdmin
from evaluations.admin.provider import ModelAdmin, ProviderAdmin
from evaluations.admin.scenario import ItemAdmin, ScenarioAdmin
from evaluations.admin.session import JudgeSessionAdmin, JudgeTaskAdmin

__all__ = [
    "AttemptAdmin",
    "EvaluationAdmin",
    "ItemAdmin",
    "JudgeSessionAdmin",
    "JudgeTaskAdmin",
    "ModelAdmin",
    "ProviderAdmin",
    "ScenarioAdmin",
]
