"""Checks of an answer's content that no schema can express; free of Django.

The sentences are in both languages, since a model is told them in the language of its prompt.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluations.task_types.gaps import AnswerIncomplete, Gap


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with the field ``place``, in German and in English."""

    place: str
    german: str
    english: str

    def said(self, language: str) -> str:
        """The sentence alone."""
        return self.german if language == "de" else self.english

    def in_words(self, language: str) -> str:
        """Field and sentence, as a model is told."""
        return f"{self.place}: {self.said(language)}"


def refuse(problems: Iterable[Problem], language: str) -> None:
    """Refuse a person's answer that has problems.

    Raises:
        AnswerIncomplete: there is at least one.
    """
    gaps = [Gap(problem.place, problem.said(language)) for problem in problems]
    if gaps:
        raise AnswerIncomplete(gaps)


def natural(key: str) -> tuple[int, str]:
    """Sorts ``F2`` before ``F10``."""
    return (len(key), key)


def each_once(place: str, given: Sequence[str], wanted: Iterable[str]) -> list[Problem]:
    """That every wanted name was given exactly once and no other."""
    return [*known_once(place, given, wanted), *all_there(place, given, wanted)]


def known_once(place: str, given: Sequence[str], wanted: Iterable[str]) -> list[Problem]:
    """That no name was given twice, and none that is not wanted."""
    known = set(wanted)
    doubled = _listed({name for name in given if given.count(name) > 1})
    unknown = _listed(set(given) - known)
    problems = []
    if doubled:
        problems.append(
            Problem(place, f"mehr als einmal genannt: {doubled}", f"named more than once: {doubled}")
        )
    if unknown:
        among = _listed(known)
        problems.append(
            Problem(
                place,
                f"nicht vorgesehen: {unknown}; möglich sind {among}",
                f"not among what is asked about: {unknown}; possible are {among}",
            )
        )
    return problems


def all_there(place: str, given: Iterable[str], wanted: Iterable[str]) -> list[Problem]:
    """That no wanted name is missing."""
    missing = _listed(set(wanted) - set(given))
    return [Problem(place, f"nicht genannt: {missing}", f"missing: {missing}")] if missing else []


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names, key=natural))


def spellings(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What each spelling stands for, from ``(spelling, name)``; without regard to case and to blanks
    around it. Of equal spellings the first counts."""
    found: dict[str, str] = {}
    for spelling, name in pairs:
        found.setdefault(spelling.strip().casefold(), name)
    return found
