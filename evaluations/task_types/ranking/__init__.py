"""Ranking: texts derived from a thread, put into four buckets."""

from evaluations.task_types.ranking.task_type import Ranking

TASK_TYPE = Ranking()
