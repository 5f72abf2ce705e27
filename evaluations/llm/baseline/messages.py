"""What is counted in a single message."""

import re
from collections import Counter
from dataclasses import dataclass

from .lexicon import FORMAL_YOU, LEXICONS, kinds_of
from .readability import reading_ease
from .texts import Sentence, fold, paragraphs_of, sentences_of, word_set, words_of

_QUOTED_LINE = re.compile(r"^[^\S\n]*>.*$", re.MULTILINE)
_GREETING = re.compile(
    r"\W*(?:hallo|hi|hey|liebe[rs]?|guten (?:tag|morgen|abend)|sehr geehrte[rs]?|moin|servus"
    r"|grüß (?:dich|gott)|dear|hello|good (?:morning|afternoon|evening))\b(?! grü)([^,!.:;]*)",
    re.IGNORECASE,
)
_TITLE = re.compile(r"\b(?:dr|prof|mrs?|ms)\.", re.IGNORECASE)
_NOT_A_NAME = word_set(
    """
    frau herr herrn dr prof mr mrs ms liebe lieber du dich sie ihr euch und zusammen erstmal nochmal
    wieder noch einmal damen herren geehrte ratsuchende ratsuchender klient klientin name vorname nachname
    nickname alle an in die das ich es there again all everyone everybody sir madam client you is it
    """
)
_LONGEST_NAME = 4
_CLOSING = re.compile(
    r"gr(?:ü|ue)(?:ß|ss)en?\b|\b(?:regards|best wishes|warm wishes|kind wishes)\b"
    r"|^\W*(?:lg|vg|mfg|alles (?:gute|liebe)|herzlich(?:st)?|bis (?:bald|dann))\b"
    r"|^\W*(?:sincerely|yours|take care|all the best|with love)\b",
    re.IGNORECASE | re.MULTILINE,
)
_CLOSING_ZONE = 200
_LONG_MAIL = 80
_MARKS = re.compile(r"[!?]{2,}")
_SHORTEST_SHOUT = 4
_PLACEHOLDER = re.compile(
    r"\[[^\[\]\n]{0,40}[^\W\d_][^\[\]\n]{0,40}\]|\{\{?[^{}\n]{1,40}\}|<[^\W\d_][^<>\n@/]{1,40}>|\bX{3,}\b|_{3,}"
    r"|\blorem ipsum\b|\bTODO\b|\bTBD\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,:;–—]")
_LEAD = 3
_CONTENT_STEM = 6
_SHORTEST_CONTENT = 4


@dataclass(frozen=True, slots=True)
class Counts:
    """Figures of a message; all but ``reading_ease`` add up over messages."""

    questions: int
    open_questions: int
    feeling: int
    understanding: int
    solution: int
    first_person: int
    informal: int
    formal: int
    greeted: int
    named: int
    closed: int
    structured: int
    shouts: int
    placeholders: int


@dataclass(frozen=True, slots=True)
class MessageFacts:
    """A message that has been read: its parts, its figures, its content terms and its reading ease."""

    words: int
    paragraphs: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    folded: tuple[str, ...]
    counts: Counts
    terms: Counter[str]
    reading_ease: float | None


def own_text(content: str) -> str:
    """``content`` without lines quoted from an earlier mail (those that begin with ``>``)."""
    return _QUOTED_LINE.sub("", content.replace("\r\n", "\n"))


def is_open_question(sentence: Sentence, language: str) -> bool:
    """Whether a question cannot be answered by yes or no, by its question word.

    The question word must stand among the first three words of the sentence or of its last clause, and only
    after words that can lead in to it ("Und seit wann …?", "Wenn du zurückdenkst, was …?").
    """
    if not sentence.is_question:
        return False
    lexicon = LEXICONS[language]
    last_clause = words_of(_CLAUSE.split(sentence.text)[-1])
    for words in (sentence.words, last_clause):
        for word in words[:_LEAD]:
            folded = fold(word)
            if folded in lexicon.question_words:
                return True
            if folded not in lexicon.question_lead_ins:
                break
    return False


def greeting_of(text: str) -> tuple[bool, bool]:
    """Whether ``text`` opens with a greeting, and whether the greeting has a name in it."""
    first_line = _TITLE.sub("", text.strip().split("\n", 1)[0][:120])
    match = _GREETING.match(first_line)
    if match is None:
        return False, False
    called = words_of(_PLACEHOLDER.sub("", match.group(1)))
    named = len(called) <= _LONGEST_NAME and any(fold(word) not in _NOT_A_NAME for word in called)
    return True, named


def has_closing(text: str) -> bool:
    """Whether the last 200 characters hold a closing formula."""
    return _CLOSING.search(text.rstrip()[-_CLOSING_ZONE:]) is not None


def shouts_in(text: str, words: list[str]) -> int:
    """Words of four and more letters in capitals, and runs of two and more ``!`` or ``?``."""
    capitals = sum(len(word) >= _SHORTEST_SHOUT and word.isupper() for word in words)
    return capitals + len(_MARKS.findall(text))


def formal_address(sentences: list[Sentence]) -> int:
    """How often the reader is called *Sie*.

    At the start of a sentence *Sie* and *Ihr* may as well mean *she* or *they*, so they count there only when
    the message says *Sie* inside a sentence too.
    """
    inside = sum(word in FORMAL_YOU for sentence in sentences for word in sentence.words[1:])
    if not inside:
        return 0
    return inside + sum(sentence.words[0] in FORMAL_YOU for sentence in sentences)


def content_terms(folded: Counter[str], language: str) -> Counter[str]:
    """Frequencies of the content words: four letters and more, no function word, cut after six letters."""
    stop_words = LEXICONS[language].stop_words
    terms: Counter[str] = Counter()
    for word, count in folded.items():
        if len(word) >= _SHORTEST_CONTENT and word not in stop_words:
            terms[word[:_CONTENT_STEM]] += count
    return terms


def read_message(content: str, language: str) -> MessageFacts:
    """Read one message whose words are in ``language`` (``"de"`` or ``"en"``)."""
    text = own_text(content)
    words = words_of(text)
    paragraphs = paragraphs_of(text)
    sentences = sentences_of(paragraphs)
    folded = tuple(fold(word) for word in words)
    frequencies = Counter(folded)
    return MessageFacts(
        words=len(words),
        paragraphs=tuple(paragraphs),
        sentences=tuple(sentences),
        folded=folded,
        counts=_count(text, words, paragraphs, sentences, frequencies, language),
        terms=content_terms(frequencies, language),
        reading_ease=reading_ease(sentences, language),
    )


def _count(
    text: str,
    words: list[str],
    paragraphs: list[str],
    sentences: list[Sentence],
    frequencies: Counter[str],
    language: str,
) -> Counts:
    lexicon = LEXICONS[language]
    kinds = [0, 0, 0]
    for word, count in frequencies.items():
        for index, found in enumerate(kinds_of(word, language)):
            kinds[index] += count * found
    greeted, named = greeting_of(text)
    return Counts(
        questions=sum(sentence.is_question for sentence in sentences),
        open_questions=sum(is_open_question(sentence, language) for sentence in sentences),
        feeling=kinds[0],
        understanding=kinds[1],
        solution=kinds[2],
        first_person=sum(frequencies[word] for word in lexicon.first_person),
        informal=sum(frequencies[word] for word in lexicon.informal_you),
        formal=formal_address(sentences) if language == "de" else 0,
        greeted=greeted,
        named=named,
        closed=has_closing(text),
        structured=len(paragraphs) > 1 or len(words) <= _LONG_MAIL,
        shouts=shouts_in(text, words),
        placeholders=len(_PLACEHOLDER.findall(text)),
    )
