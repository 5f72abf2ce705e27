"""What is measured about a whole thread. Every figure is a pure function of the thread's own text."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from math import sqrt
from statistics import fmean, pstdev

from evaluations.llm.material import ThreadText

from .lexicon import kinds_of
from .messages import Counts, MessageFacts, is_open_question, own_text, read_message
from .texts import Sentence, detect_language, fold, words_of

_PHRASE = 6
_COPIED_PARAGRAPH = 8
_LANGUAGE_SAMPLE = 4_000


@dataclass(frozen=True, slots=True)
class Quotes:
    """Sentences of one side that show a measure, or ``""`` where there is none."""

    open_question: str
    feeling: str
    understanding: str
    solution: str
    repeated: str


@dataclass(frozen=True, slots=True)
class Side:
    """All figures of one side of a thread, over its messages that hold at least one word."""

    messages: int
    words: int
    counts: Counts
    reading_ease: float | None
    sentence_variation: float | None
    repeated_share: float | None
    repeated_sentences: int
    copied_paragraphs: int
    quotes: Quotes


@dataclass(frozen=True, slots=True)
class ThreadMeasures:
    """All figures of a thread.

    ``response_similarity`` and ``client_similarity`` are mean cosines (0 to 1) of a message with the other
    side's message before it, ``None`` where no message follows one of the other side.
    """

    language: str
    counsellor: Side
    client: Side
    response_similarity: float | None
    client_similarity: float | None

    @property
    def words(self) -> int:
        """The words of both sides."""
        return self.counsellor.words + self.client.words


@lru_cache(maxsize=256)
def measure_thread(thread: ThreadText, default_language: str) -> ThreadMeasures:
    """Measure ``thread``; its words tell its language, ``default_language`` decides when even."""
    language = _language_of(thread, default_language)
    turns = [(message.role, read_message(message.content, language)) for message in thread.messages]
    turns = [(role, facts) for role, facts in turns if facts.words]
    return ThreadMeasures(
        language=language,
        counsellor=_measure_side([facts for role, facts in turns if role == "counsellor"], language),
        client=_measure_side([facts for role, facts in turns if role == "client"], language),
        response_similarity=_reply_similarity(turns, "counsellor"),
        client_similarity=_reply_similarity(turns, "client"),
    )


def cosine(one: Counter[str], other: Counter[str]) -> float:
    """The cosine of two term-frequency vectors, 0 to 1; 0 when one is empty."""
    if not one or not other:
        return 0.0
    shared = sum(count * other[term] for term, count in one.items() if term in other)
    # The root of the product of whole numbers keeps equal vectors at exactly 1.
    norm = sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
    return min(1.0, shared / norm)


def repeated_phrases(texts: Sequence[Sequence[str]]) -> float | None:
    """The share of six-word runs that stand in an earlier text too; ``None`` when there is no second text."""
    seen: set[tuple[str, ...]] = set()
    total = repeated = 0
    for index, words in enumerate(texts):
        runs = list(zip(*(words[offset:] for offset in range(_PHRASE)), strict=False))
        if index:
            total += len(runs)
            repeated += sum(run in seen for run in runs)
        seen.update(runs)
    return repeated / total if total else None


def repeated_sentences(texts: Sequence[Sequence[Sentence]]) -> list[str]:
    """The sentences of six and more words that stood, word for word, in an earlier text or further up."""
    seen: set[tuple[str, ...]] = set()
    found: list[str] = []
    for sentence in (sentence for sentences in texts for sentence in sentences):
        if len(sentence.words) < _PHRASE:
            continue
        key = tuple(fold(word) for word in sentence.words)
        if key in seen:
            found.append(sentence.text)
        seen.add(key)
    return found


def copied_paragraphs(texts: Sequence[Sequence[str]]) -> int:
    """How many paragraphs of eight and more words repeat an earlier one word for word."""
    paragraphs = [part.lower().split() for parts in texts for part in parts]
    long_ones = [" ".join(words) for words in paragraphs if len(words) >= _COPIED_PARAGRAPH]
    return len(long_ones) - len(set(long_ones))


def _language_of(thread: ThreadText, default: str) -> str:
    sample = " ".join(own_text(message.content[:_LANGUAGE_SAMPLE]) for message in thread.messages)
    return detect_language((fold(word) for word in words_of(sample)), default)


def _reply_similarity(turns: Sequence[tuple[str, MessageFacts]], role: str) -> float | None:
    values: list[float] = []
    before: MessageFacts | None = None
    for speaker, facts in turns:
        if speaker != role:
            before = facts
        elif before is not None:
            values.append(cosine(facts.terms, before.terms))
    return fmean(values) if values else None


def _measure_side(messages: Sequence[MessageFacts], language: str) -> Side:
    sentences = [sentence for facts in messages for sentence in facts.sentences]
    lengths = [len(sentence.words) for sentence in sentences]
    again = repeated_sentences([facts.sentences for facts in messages])
    eases = [facts.reading_ease for facts in messages if facts.reading_ease is not None]
    return Side(
        messages=len(messages),
        words=sum(facts.words for facts in messages),
        counts=_add([facts.counts for facts in messages]),
        reading_ease=fmean(eases) if eases else None,
        sentence_variation=pstdev(lengths) / fmean(lengths) if len(lengths) > 1 else None,
        repeated_share=repeated_phrases([facts.folded for facts in messages]),
        repeated_sentences=len(again),
        copied_paragraphs=copied_paragraphs([facts.paragraphs for facts in messages]),
        quotes=_quotes(sentences, again, language),
    )


def _add(counts: Sequence[Counts]) -> Counts:
    if not counts:
        return Counts(*[0] * 14)
    return Counts(*(sum(column) for column in zip(*(astuple(one) for one in counts), strict=True)))


def _quotes(sentences: Sequence[Sentence], again: Sequence[str], language: str) -> Quotes:
    feeling, understanding, solution = _richest(sentences, language)
    asked = (sentence.text for sentence in sentences if is_open_question(sentence, language))
    return Quotes(
        open_question=next(asked, ""),
        feeling=feeling,
        understanding=understanding,
        solution=solution,
        repeated=again[0] if again else "",
    )


def _richest(sentences: Sequence[Sentence], language: str) -> list[str]:
    """For each kind of word the first sentence with the most of them, ``""`` where there is none."""
    most, texts = [0, 0, 0], ["", "", ""]
    for sentence in sentences:
        hits = [kinds for word in sentence.words if any(kinds := kinds_of(fold(word), language))]
        for kind, count in enumerate(map(sum, zip(*hits, strict=True))):
            if count > most[kind]:
                most[kind], texts[kind] = count, sentence.text
    return texts
