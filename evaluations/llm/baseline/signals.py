"""The measures as the scoring sees them: one figure each, and how good that figure is from 0 to 1."""

from collections.abc import Callable
from dataclasses import dataclass

from .measures import Side, ThreadMeasures

PERCENT, WHOLE, TENTHS = "percent", "whole", "tenths"


@dataclass(frozen=True, slots=True)
class Signal:
    """One measure: how its figure is read off a thread, judged, and written.

    ``figure`` is ``None`` where the thread has nothing to measure (no counsellor mail, say); ``value`` maps
    a figure to 0..1. ``shown`` is one of ``PERCENT`` (the figure is a share), ``WHOLE``, ``TENTHS``. A
    ``fault`` is something whose absence is no merit worth telling.
    """

    key: str
    figure: Callable[[ThreadMeasures], float | None]
    value: Callable[[float], float]
    shown: str = TENTHS
    fault: bool = False


def rising(low: float, high: float) -> Callable[[float], float]:
    """0 up to ``low``, straight up to 1 at ``high``, then 1."""
    return lambda figure: min(1.0, max(0.0, (figure - low) / (high - low)))


def falling(low: float, high: float) -> Callable[[float], float]:
    """1 up to ``low``, straight down to 0 at ``high``, then 0."""
    return lambda figure: 1.0 - min(1.0, max(0.0, (figure - low) / (high - low)))


def band(low: float, good: float, enough: float, high: float) -> Callable[[float], float]:
    """1 between ``good`` and ``enough``, straight down to 0 at ``low`` and at ``high``."""
    up, down = rising(low, good), falling(enough, high)
    return lambda figure: min(up(figure), down(figure))


def _counsellor(figure: Callable[[Side], float | None]) -> Callable[[ThreadMeasures], float | None]:
    return lambda thread: figure(thread.counsellor) if thread.counsellor.words else None


def _client(figure: Callable[[Side], float | None]) -> Callable[[ThreadMeasures], float | None]:
    return lambda thread: figure(thread.client) if thread.client.words else None


def _balance(thread: ThreadMeasures) -> float | None:
    return thread.counsellor.words / thread.words if thread.words else None


def _address(side: Side) -> float | None:
    informal, formal = side.counts.informal, side.counts.formal
    return max(informal, formal) / (informal + formal) if informal + formal else None


def _second_person(side: Side) -> float:
    return (side.counts.informal + side.counts.formal) / side.words


def _form(side: Side) -> float:
    return (side.counts.greeted + side.counts.closed + side.counts.structured) / (3 * side.messages)


def _mail_words(side: Side) -> float:
    return side.words / side.messages


def _first_person(side: Side) -> float:
    return side.counts.first_person / side.words


def _copies(side: Side) -> float:
    return side.repeated_sentences + side.copied_paragraphs


_LIST = (
    Signal("counsellor_length", _counsellor(_mail_words), band(20, 90, 350, 900), WHOLE),
    Signal("client_length", _client(_mail_words), band(10, 50, 350, 900), WHOLE),
    Signal("balance", _balance, band(0.1, 0.35, 0.65, 0.95), PERCENT),
    Signal("questions", _counsellor(lambda s: s.counts.questions / s.messages), band(0, 2, 6, 14)),
    Signal("open_questions", _counsellor(lambda s: s.counts.open_questions / s.messages), band(0, 2, 4, 10)),
    Signal("named", _counsellor(lambda s: s.counts.named / s.messages), rising(0, 1), PERCENT),
    Signal("address", _counsellor(_address), rising(0.6, 1), PERCENT),
    Signal("second_person", _counsellor(_second_person), rising(0.01, 0.08), PERCENT),
    Signal("feeling", _counsellor(lambda s: 100 * s.counts.feeling / s.words), rising(0, 3)),
    Signal("understanding", _counsellor(lambda s: 100 * s.counts.understanding / s.words), rising(0, 1)),
    Signal("solution", _counsellor(lambda s: 100 * s.counts.solution / s.words), rising(0, 2.5)),
    Signal("response", lambda t: t.response_similarity, band(0.05, 0.3, 0.6, 1), PERCENT),
    Signal("client_response", lambda t: t.client_similarity, band(0.03, 0.25, 0.6, 1), PERCENT),
    Signal("client_feeling", _client(lambda s: 100 * s.counts.feeling / s.words), rising(0, 2.5)),
    Signal("client_first_person", _client(_first_person), rising(0.03, 0.12), PERCENT),
    Signal("ease", _counsellor(lambda s: s.reading_ease), rising(40, 80), WHOLE),
    Signal("client_ease", _client(lambda s: s.reading_ease), rising(40, 80), WHOLE),
    Signal("variation", _counsellor(lambda s: s.sentence_variation), rising(0.3, 0.7), PERCENT),
    Signal("client_variation", _client(lambda s: s.sentence_variation), rising(0.3, 0.7), PERCENT),
    Signal("repetition", _counsellor(lambda s: s.repeated_share), falling(0, 0.3), PERCENT, fault=True),
    Signal("client_repetition", _client(lambda s: s.repeated_share), falling(0, 0.3), PERCENT, fault=True),
    Signal("copies", _counsellor(_copies), falling(0, 3), WHOLE, fault=True),
    Signal("form", _counsellor(_form), rising(0, 1), PERCENT),
    Signal("shouting", _counsellor(lambda s: 100 * s.counts.shouts / s.words), falling(0, 2), fault=True),
    Signal("placeholders", _counsellor(lambda s: s.counts.placeholders), falling(0, 3), WHOLE, fault=True),
)

SIGNALS = {signal.key: signal for signal in _LIST}


@dataclass(frozen=True, slots=True)
class Reading:
    """One signal of one thread: its figure and its value (0..1); both ``None`` with nothing to measure."""

    figure: float | None
    value: float | None


def read_signals(thread: ThreadMeasures) -> dict[str, Reading]:
    """Every signal of ``thread``, by key, in the order of ``SIGNALS``."""
    readings: dict[str, Reading] = {}
    for key, signal in SIGNALS.items():
        figure = signal.figure(thread)
        readings[key] = Reading(figure, None if figure is None else signal.value(figure))
    return readings
