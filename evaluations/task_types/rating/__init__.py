"""Rating: a point on a scale for each text derived from a thread."""

from evaluations.task_types.rating.task_type import Rating

TASK_TYPE = Rating()
