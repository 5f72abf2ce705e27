"""The answer of a comparison: reasons first, then scores, then the verdict, then the confidence."""

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from evaluations.llm.answer_schema import AnswerInvalid
from evaluations.task_types.comparison.criteria import DEFAULT_CRITERIA
from evaluations.task_types.reading import Number, Whole, problems_in_words
from evaluations.task_types.strict_schema import strict_view

Step = Annotated[str, Field(min_length=1, max_length=2000)]
Reasoning = Annotated[str, Field(min_length=20, max_length=2000)]
Score = Annotated[Number, Field(ge=1.0, le=5.0, allow_inf_nan=False)]
Confidence = Annotated[Number, Field(ge=0.0, le=1.0, allow_inf_nan=False)]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ChainOfThought(_Closed):
    """The order of work before any score."""

    step_1_overview: Step
    step_2_strengths_a: Step
    step_3_strengths_b: Step
    step_4_weaknesses_a: Step
    step_5_weaknesses_b: Step
    step_6_comparison: Step


class CriterionScore(_Closed):
    """Both threads' scores on one criterion; 5 is best."""

    reasoning: Step
    score_a: Score
    score_b: Score


def _scores_model(criteria: tuple[str, ...]) -> type[BaseModel]:
    fields: dict[str, Any] = {key: (CriterionScore, ...) for key in criteria}
    return create_model("CriteriaScores", __base__=_Closed, **fields)


CriteriaScores = _scores_model(tuple(criterion.key for criterion in DEFAULT_CRITERIA))


class JudgeEvaluationResult(_Closed):
    """A comparison with the six default criteria, in the frame that was shown."""

    chain_of_thought: ChainOfThought
    criteria_scores: CriteriaScores  # type: ignore[valid-type]
    final_justification: Reasoning
    winner: Literal["A", "B", "TIE"]
    confidence: Confidence


@cache
def result_model(criteria: tuple[str, ...], *, allow_tie: bool = True) -> type[BaseModel]:
    """The answer's model for these criteria; without ties the verdict is ``A`` or ``B``."""
    winner: Any = Literal["A", "B", "TIE"] if allow_tie else Literal["A", "B"]
    return create_model(
        "JudgeEvaluationResult",
        __base__=_Closed,
        chain_of_thought=(ChainOfThought, ...),
        criteria_scores=(_scores_model(criteria), ...),
        final_justification=(Reasoning, ...),
        winner=(winner, ...),
        confidence=(Confidence, ...),
    )


class PersonCriterionScore(_Closed):
    """A person's scores on one criterion; any may be left open."""

    reasoning: Annotated[str, Field(max_length=2000)] | None = None
    score_a: Score | None = None
    score_b: Score | None = None


@cache
def person_model(criteria: tuple[str, ...], *, allow_tie: bool) -> type[BaseModel]:
    """A person's answer for these criteria, in the frame shown; any part may be missing.

    ``strength`` says how clear the preference is; ``both_unsuitable`` goes with ``TIE`` alone.
    """
    winner: Any = Literal["A", "B", "TIE"] if allow_tie else Literal["A", "B"]
    scores: dict[str, Any] = {key: (PersonCriterionScore | None, None) for key in criteria}
    criteria_scores = create_model("PersonCriteriaScores", __base__=_Closed, **scores)
    thoughts: dict[str, Any] = {key: (Step | None, None) for key in ChainOfThought.model_fields}
    fields: dict[str, Any] = {
        "chain_of_thought": (create_model("PersonThoughts", __base__=_Closed, **thoughts) | None, None),
        "criteria_scores": (criteria_scores | None, None),
        "final_justification": (Annotated[str, Field(max_length=2000)] | None, None),
        "winner": (winner | None, None),
        "both_unsuitable": (Literal[True] | None, None),
        "strength": (Literal["slightly", "clearly"] | None, None),
        "confidence": (Confidence | None, None),
        "confidence_score": (Annotated[Whole, Field(ge=1, le=5)] | None, None),
    }
    return create_model("PersonComparison", __base__=_Closed, **fields)


class ComparisonSchema:
    """The two views of a comparison's answer under given criteria."""

    name = "judge_evaluation_result"

    def __init__(self, criteria: tuple[str, ...], *, allow_tie: bool, language: str) -> None:
        self._model = result_model(criteria, allow_tie=allow_tie)
        self._language = language

    @cached_property
    def strict(self) -> dict[str, Any]:
        """The view that a provider is sent."""
        return strict_view(self._model)

    def check(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """The full check; raises ``AnswerInvalid``. ``meta`` is the program's, never taken from a model."""
        given = {key: value for key, value in answer.items() if key != "meta"}
        try:
            return self._model.model_validate(given).model_dump()
        except ValidationError as error:
            raise AnswerInvalid(problems_in_words(error.errors(), self._language)) from None
