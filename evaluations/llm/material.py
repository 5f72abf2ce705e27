"""The texts a judge is shown, free of pillars, sources and technical ids."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MessageText:
    """One turn of a thread: its role (``counsellor`` or ``client``) and its whole text."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class ThreadText:
    """A thread as a judge may read it."""

    messages: tuple[MessageText, ...]
    subject: str = ""


@dataclass(frozen=True, slots=True)
class FeatureText:
    """A text derived from a thread, under the key that an answer names it by; who made it stays out."""

    key: str
    content: str


@dataclass(frozen=True, slots=True)
class ComparisonMaterial:
    """Two threads in the order shown, and what is asked about them."""

    thread_a: ThreadText
    thread_b: ThreadText
    criteria: tuple[str, ...]
    allow_tie: bool = True
    language: str = "de"
