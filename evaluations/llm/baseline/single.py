"""The baselines that look at one figure only: the longer thread wins, or the one with more questions."""

from collections.abc import Callable

from evaluations.llm.material import ComparisonMaterial

from .measures import ThreadMeasures, measure_thread
from .phrases import Phrases, joined
from .scoring import HIGHEST_CONFIDENCE, LOWEST_CONFIDENCE, TIE_CONFIDENCE, Verdict, break_tie, rounded

FIGURES: dict[str, Callable[[ThreadMeasures], int]] = {
    "longer-wins": lambda thread: thread.words,
    "more-questions-wins": lambda thread: thread.counsellor.counts.questions,
}


def judge_by_figure(material: ComparisonMaterial, kind: str) -> dict[str, object]:
    """The answer of the single-figure baseline ``kind`` (a key of ``FIGURES``)."""
    say = Phrases(material.language)
    figure = FIGURES[kind]
    a, b = (figure(measure_thread(thread, say.language)) for thread in (material.thread_a, material.thread_b))
    verdict = _decide(a, b, material)
    pair = say.say("single_pair", label=say.say(kind), a=a, b=b)
    names = {"A": (say.thread("A"), a, b), "B": (say.thread("B"), b, a)}
    steps = {
        f"step_{number}_{word}_{side.lower()}": say.say(key, thread=name, own=own, other=other)
        for number, word, side, key in (
            (2, "strengths", "A", "single_for"),
            (3, "strengths", "B", "single_for"),
            (4, "weaknesses", "A", "single_against"),
            (5, "weaknesses", "B", "single_against"),
        )
        for name, own, other in (names[side],)
    }
    outcome = _outcome(verdict, say)
    return {
        "chain_of_thought": {
            "step_1_overview": joined([pair, say.say("single")]),
            **{key: joined([text]) for key, text in steps.items()},
            "step_6_comparison": joined([pair, outcome]),
        },
        "criteria_scores": {
            name: {
                "reasoning": joined([pair, say.say("single_criterion", name=say.criterion(name))]),
                "score_a": share_score(a, b),
                "score_b": share_score(b, a),
            }
            for name in material.criteria
        },
        "final_justification": joined([pair, outcome, say.say("single"), say.say("baseline")]),
        "winner": verdict.winner,
        "confidence": verdict.confidence,
    }


def share_score(own: int, other: int) -> float:
    """1.0 to 5.0 by the share of ``own`` in both figures; 3.0 when both are 0."""
    return rounded(1 + 4 * own / (own + other), "0.1") if own + other else 3.0


def _decide(a: int, b: int, material: ComparisonMaterial) -> Verdict:
    if a == b:
        if material.allow_tie:
            return Verdict("TIE", TIE_CONFIDENCE, 0.0)
        return break_tie((material.thread_a, material.thread_b), 0.0)
    distance = abs(a - b) / max(a, b)
    confidence = LOWEST_CONFIDENCE + (HIGHEST_CONFIDENCE - LOWEST_CONFIDENCE) * distance
    return Verdict("A" if a > b else "B", rounded(confidence, "0.01"), float(a - b))


def _outcome(verdict: Verdict, say: Phrases) -> str:
    if verdict.forced:
        return say.say(verdict.forced, thread=say.thread(verdict.winner))
    if verdict.winner == "TIE":
        return say.say("single_tie")
    return say.say("single_won", thread=say.thread(verdict.winner))
