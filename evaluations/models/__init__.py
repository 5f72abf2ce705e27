"""The models of evaluations, one file a concept."""

from evaluations.models.evaluation import Attempt, Evaluation
from evaluations.models.item import Assignment, Draft, Item, ItemFeature
from evaluations.models.provider import Model, Provider
from evaluations.models.scenario import Invitation, Member, Scenario
from evaluations.models.session import DrainJob, JudgeSession, JudgeTask
from evaluations.models.trial import PromptTrial, PromptTrialCall, TrialAttempt

__all__ = [
    "Assignment",
    "Attempt",
    "Draft",
    "DrainJob",
    "Evaluation",
    "Invitation",
    "Item",
    "ItemFeature",
    "JudgeSession",
    "JudgeTask",
    "Member",
    "Model",
    "PromptTrial",
    "PromptTrialCall",
    "Provider",
    "Scenario",
    "TrialAttempt",
]
