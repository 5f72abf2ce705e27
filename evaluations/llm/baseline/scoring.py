"""From signals to scores, and from scores to a verdict. Nothing here depends on which thread stands first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from hashlib import sha256
from math import exp

from evaluations.llm.material import ThreadText

from .signals import SIGNALS, Reading
from .weights import CRITERION_QUARTERS, DEFAULT_QUARTERS, WEIGHTS

LOWEST_SCORE = 1.0
TIE_MARGIN = 0.10
LOWEST_CONFIDENCE = 0.5
TIE_CONFIDENCE = 0.7
HIGHEST_CONFIDENCE = 0.9
_CONFIDENCE_SCALE = 0.6


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who won, how sure, A minus B in points (``difference``), and what a forced verdict rests on."""

    winner: str
    confidence: float
    difference: float
    forced: str = ""


def rounded(value: float, digits: str) -> float:
    """``value`` rounded half up to the places of ``digits`` (``"0.1"``), as people do it."""
    return float(Decimal(repr(value)).quantize(Decimal(digits), rounding=ROUND_HALF_UP))


def weights_of(criterion: str) -> dict[str, int]:
    """Signal to weight for ``criterion``; a criterion that is not in the table weighs all signals alike."""
    if criterion in WEIGHTS:
        return {weight.signal: weight.hundredths for weight in WEIGHTS[criterion]}
    return dict.fromkeys(SIGNALS, 1)


def score(criterion: str, readings: Mapping[str, Reading]) -> float:
    """1.0 to 5.0 in tenths: 1 + 4 times the weighted mean of the criterion's signal values.

    Signals with nothing to measure drop out and the rest share their weight; with no signal left it is 1.0.
    """
    total = weight_sum = 0.0
    for key, weight in weights_of(criterion).items():
        value = readings[key].value
        if value is not None:
            total += weight * value
            weight_sum += weight
    mean = total / weight_sum if weight_sum else 0.0
    return rounded(LOWEST_SCORE + 4 * mean, "0.1")


def difference(scores: Mapping[str, tuple[float, float]]) -> float:
    """The weighted mean of A's scores minus B's, over criteria, from the rounded scores that are shown."""
    tenths = quarters = 0
    for criterion, (score_a, score_b) in scores.items():
        weight = CRITERION_QUARTERS.get(criterion, DEFAULT_QUARTERS)
        tenths += weight * (round(score_a * 10) - round(score_b * 10))
        quarters += weight
    return tenths / (10 * quarters) if quarters else 0.0


def decide(gap: float, threads: Sequence[ThreadText], *, allow_tie: bool) -> Verdict:
    """The verdict for a difference of ``gap`` between ``threads`` (A, B); a tie below ``TIE_MARGIN``."""
    size = abs(gap)
    ahead = "A" if gap > 0 else "B"
    if size >= TIE_MARGIN:
        grown = 1 - exp(-(size - TIE_MARGIN) / _CONFIDENCE_SCALE)
        confidence = LOWEST_CONFIDENCE + (HIGHEST_CONFIDENCE - LOWEST_CONFIDENCE) * grown
        return Verdict(ahead, rounded(confidence, "0.01"), gap)
    if allow_tie:
        confidence = TIE_CONFIDENCE - (TIE_CONFIDENCE - LOWEST_CONFIDENCE) * size / TIE_MARGIN
        return Verdict("TIE", rounded(confidence, "0.01"), gap)
    if gap:
        return Verdict(ahead, LOWEST_CONFIDENCE, gap, forced="difference")
    return break_tie(threads, gap)


def break_tie(threads: Sequence[ThreadText], gap: float) -> Verdict:
    """Draw by the texts themselves: the greater SHA-256 wins, wherever it stands.

    Two threads that are equal to the letter have no side to prefer; then, and only then, it is A.
    """
    first, second = (fingerprint(thread) for thread in threads)
    if first == second:
        return Verdict("A", LOWEST_CONFIDENCE, gap, forced="identical")
    return Verdict("A" if first > second else "B", LOWEST_CONFIDENCE, gap, forced="hash")


def fingerprint(thread: ThreadText) -> str:
    """The SHA-256 of subject, roles and texts, each with its length before it."""
    digest = sha256()
    for part in (thread.subject, *(part for m in thread.messages for part in (m.role, m.content))):
        data = part.encode("utf-8", "surrogatepass")
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()
