"""The answer: the reason, the degree, how sure it is."""

from evaluations.task_types.schema_parts import Probability, Reasoning, Shape, closed, one_of, person

DEGREES = ("low", "middle", "high")
SHAPE = Shape(
    "urgency_result",
    closed("UrgencyResult", {"reasoning": Reasoning, "urgency": one_of(DEGREES), "confidence": Probability}),
)
PERSON_MODEL = person("PersonUrgency", {"urgency": one_of(DEGREES)})
