"""Text classification: which label of a list a thread has."""

from evaluations.task_types.text_classification.task_type import TextClassification

TASK_TYPE = TextClassification()
