"""The written part of the baseline judge's answer: every sentence rests on a figure or a quotation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .measures import ThreadMeasures
from .phrases import Phrases, joined
from .scoring import TIE_MARGIN, Verdict, weights_of
from .signals import SIGNALS, Reading
from .weights import CRITERION_QUARTERS, DEFAULT_QUARTERS, WEIGHTS

_SHOWN = 3
_GOOD = 0.6
_WEAK = 0.4
# Keeps a heavy signal just beyond its limit before a light one far beyond it.
_FLOOR = 0.2
_SHOWN_SCORES = 12


@dataclass(frozen=True, slots=True)
class Judged:
    """One thread with all that was found out about it."""

    side: str
    measures: ThreadMeasures
    readings: Mapping[str, Reading]


def overview(threads: Sequence[Judged], say: Phrases) -> str:
    """Step 1: how long the threads are and who wrote how much."""
    return joined([_overview(thread, say) for thread in threads])


def strengths(thread: Judged, say: Phrases) -> str:
    """Steps 2 and 3: the measures that speak most for ``thread``."""
    merits = {key: reading for key, reading in thread.readings.items() if not SIGNALS[key].fault}
    keys = _extremes(merits, lambda value: value - _GOOD)
    sentences = [_for_or_against("strengths", keys, thread, say)]
    quotes = thread.measures.counsellor.quotes
    text = quotes.open_question or quotes.understanding or quotes.feeling or quotes.solution
    if keys and text:
        sentences.append(_quoted(thread, text, say))
    return joined(sentences)


def weaknesses(thread: Judged, say: Phrases) -> str:
    """Steps 4 and 5: the measures that speak most against ``thread``."""
    keys = _extremes(thread.readings, lambda value: _WEAK - value)
    sentences = [_for_or_against("weaknesses", keys, thread, say)]
    text = thread.measures.counsellor.quotes.repeated
    if text and {"copies", "repetition"} & set(keys):
        sentences.append(_quoted(thread, text, say))
    return joined(sentences)


def comparison(scores: Mapping[str, tuple[float, float]], verdict: Verdict, say: Phrases) -> str:
    """Step 6: the scores side by side and what they come to."""
    parts = [
        f"{say.criterion(name)} {say.number(a)} : {say.number(b)}"
        for name, (a, b) in list(scores.items())[:_SHOWN_SCORES]
    ]
    if len(scores) > _SHOWN_SCORES:
        parts.append(say.say("more_scores", count=len(scores) - _SHOWN_SCORES))
    sentences = [say.say("scores", scores="; ".join(parts))] if parts else []
    gap = say.number(verdict.difference, 2)
    sentences.append(say.say("gap", gap=gap, margin=say.number(TIE_MARGIN, 2)))
    return joined(sentences)


def criterion(name: str, threads: Sequence[Judged], scores: tuple[float, float], say: Phrases) -> str:
    """Why ``name`` got its scores: the figures that made the difference, and a sentence of each thread."""
    sentences: list[str] = []
    if name not in WEIGHTS:
        sentences.append(say.say("custom", name=say.criterion(name), count=len(SIGNALS)))
    keys = _telling(name, threads)
    if keys:
        figures = "; ".join(_pair(key, threads, say) for key in keys)
        sentences.append(say.say("basis", figures=figures))
    else:
        sentences.append(say.say("no_basis"))
    sentences += [_quoted(one, text, say) for one in threads if (text := _example(name, one.measures))]
    sentences.append(say.say("result", a=say.number(scores[0]), b=say.number(scores[1])))
    return joined(sentences)


def justification(
    threads: Sequence[Judged], scores: Mapping[str, tuple[float, float]], verdict: Verdict, say: Phrases
) -> str:
    """The last word: the verdict, what made it, and that no language model spoke."""
    key = verdict.forced or ("tie" if verdict.winner == "TIE" else "won")
    thread = say.thread(verdict.winner)
    size, margin = say.number(abs(verdict.difference), 2), say.number(TIE_MARGIN, 2)
    sentences = [say.say(key, thread=thread, size=size, margin=margin)]
    telling = _most_telling(threads, scores)
    if telling:
        figures = "; ".join(_pair(key, threads, say) for key in telling)
        sentences.append(say.say("decisive", figures=figures))
    sentences.append(say.say("baseline"))
    return joined(sentences)


def _overview(thread: Judged, say: Phrases) -> str:
    measures = thread.measures
    return say.say(
        "overview",
        thread=say.thread(thread.side),
        messages=measures.counsellor.messages + measures.client.messages,
        words=measures.words,
        counsellor=measures.counsellor.words,
        client=measures.client.words,
    )


def _quoted(thread: Judged, text: str, say: Phrases) -> str:
    return say.say("quote", thread=say.thread(thread.side), quote=say.quote(text))


def _pair(key: str, threads: Sequence[Judged], say: Phrases) -> str:
    a, b = (say.figure(key, thread.readings[key].figure) for thread in threads)
    return say.say("pair", label=say.label(key), a=a, b=b)


def _for_or_against(sentence: str, keys: Sequence[str], thread: Judged, say: Phrases) -> str:
    name = say.thread(thread.side)
    if not keys:
        return say.say(f"no_{sentence}", thread=name)
    figures = "; ".join(
        say.say("one", label=say.label(key), figure=say.figure(key, thread.readings[key].figure))
        for key in keys
    )
    return say.say(sentence, thread=name, figures=figures)


def _importance(criteria: Sequence[str]) -> dict[str, float]:
    """What each signal weighs over ``criteria``, each with its share in the verdict."""
    total = dict.fromkeys(SIGNALS, 0.0)
    for name in criteria:
        weights = weights_of(name)
        quarters = CRITERION_QUARTERS.get(name, DEFAULT_QUARTERS)
        for key, weight in weights.items():
            total[key] += quarters * weight / sum(weights.values())
    return total


def _extremes(readings: Mapping[str, Reading], excess: Callable[[float], float]) -> list[str]:
    """The three weightiest of the signals whose value goes beyond a limit, by ``excess``."""
    importance = _importance(tuple(WEIGHTS))
    ranked: list[tuple[float, str]] = []
    for key, reading in readings.items():
        beyond = -1.0 if reading.value is None else excess(reading.value)
        if beyond >= 0 and importance[key]:
            ranked.append((-importance[key] * (_FLOOR + beyond), key))
    return [key for _, key in sorted(ranked)[:_SHOWN]]


def _gap(key: str, threads: Sequence[Judged]) -> float:
    a, b = (thread.readings[key].value for thread in threads)
    return abs((a or 0.0) - (b or 0.0))


def _telling(name: str, threads: Sequence[Judged]) -> list[str]:
    """The measurable signals of a criterion that set the threads most apart, the heavier first when even."""
    weights = weights_of(name)
    measurable = [key for key in weights if any(thread.readings[key].value is not None for thread in threads)]
    ranked = sorted(measurable, key=lambda key: (-weights[key] * _gap(key, threads), -weights[key], key))
    return ranked[:_SHOWN]


def _most_telling(threads: Sequence[Judged], scores: Mapping[str, tuple[float, float]]) -> list[str]:
    importance = _importance(tuple(scores) or tuple(WEIGHTS))
    ranked = sorted((-importance[key] * _gap(key, threads), key) for key in SIGNALS)
    return [key for weighted, key in ranked[:_SHOWN] if weighted < 0]


def _example(name: str, measures: ThreadMeasures) -> str:
    """A sentence of the thread that shows what ``name`` is about, or ``""``."""
    counsellor, client = measures.counsellor.quotes, measures.client.quotes
    by_name: dict[str, tuple[str, ...]] = {
        "counsellor_coherence": (counsellor.repeated, counsellor.understanding),
        "client_coherence": (client.repeated, client.open_question, client.solution),
        "quality": (counsellor.open_question, counsellor.solution),
        "empathy": (counsellor.feeling, counsellor.understanding),
        "authenticity": (client.feeling,),
        "solution_orientation": (counsellor.solution,),
    }
    return next((text for text in by_name.get(name, (counsellor.open_question,)) if text), "")
