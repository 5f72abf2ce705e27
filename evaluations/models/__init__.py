"""The models of evaluations, one file a concept."""

from evaluations.models.evaluation import Attempt, Evaluation
from evaluations.models.item import Assignment, Item
from evaluations.models.provider import Model, Provider
from evaluations.models.scenario import Member, Scenario
from evaluations.models.session import DrainJob, JudgeSession, JudgeTask

__all__ = [
    "Assignment",
    "Attempt",
    "DrainJob",
    "Evaluation",
    "Item",
    "JudgeSession",
    "JudgeTask",
    "Member",
    "Model",
    "Provider",
    "Scenario",
]
