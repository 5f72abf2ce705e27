"""Authenticity: whether a thread was written by people or by a machine."""

from evaluations.task_types.authenticity.task_type import Authenticity

TASK_TYPE = Authenticity()
