"""Comparison: which of two threads is better."""

from evaluations.task_types.comparison.task_type import Comparison

TASK_TYPE = Comparison()
