"""The baseline judge: an answer to a comparison from what can be measured, without a language model."""

from evaluations.llm.material import ComparisonMaterial

from . import reasons
from .measures import measure_thread
from .phrases import Phrases
from .scoring import decide, difference, score
from .signals import read_signals
from .single import FIGURES, judge_by_figure

BASELINE_KINDS = ("baseline", *FIGURES)


def judge_comparison(material: ComparisonMaterial, *, kind: str = "baseline") -> dict[str, object]:
    """Judge two threads; the answer has the fields of the ``comparison`` schema, in their order.

    The same material always gets the same answer, and with the threads changed over it gets the mirrored one.
    ``kind`` is one of ``BASELINE_KINDS``; raises ``ValueError`` for any other.
    """
    if kind in FIGURES:
        return judge_by_figure(material, kind)
    if kind != "baseline":
        raise ValueError(f"unknown baseline {kind!r}; known are {', '.join(BASELINE_KINDS)}")
    return _judge_by_all(material)


def _judge_by_all(material: ComparisonMaterial) -> dict[str, object]:
    say = Phrases(material.language)
    pair = (material.thread_a, material.thread_b)
    a, b = threads = [
        reasons.Judged(side, measures, read_signals(measures))
        for side, measures in zip("AB", (measure_thread(one, say.language) for one in pair), strict=True)
    ]
    scores = {name: (score(name, a.readings), score(name, b.readings)) for name in material.criteria}
    verdict = decide(difference(scores), pair, allow_tie=material.allow_tie)
    return {
        "chain_of_thought": {
            "step_1_overview": reasons.overview(threads, say),
            "step_2_strengths_a": reasons.strengths(a, say),
            "step_3_strengths_b": reasons.strengths(b, say),
            "step_4_weaknesses_a": reasons.weaknesses(a, say),
            "step_5_weaknesses_b": reasons.weaknesses(b, say),
            "step_6_comparison": reasons.comparison(scores, verdict, say),
        },
        "criteria_scores": {
            name: {
                "reasoning": reasons.criterion(name, threads, values, say),
                "score_a": values[0],
                "score_b": values[1],
            }
            for name, values in scores.items()
        },
        "final_justification": reasons.justification(threads, scores, verdict, say),
        "winner": verdict.winner,
        "confidence": verdict.confidence,
    }
