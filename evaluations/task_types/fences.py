"""Material between random marks, so that nothing inside it can pass for an instruction."""

import hashlib
from collections.abc import Iterator

from evaluations.llm.material import ThreadText
from evaluations.task_types.base import ItemTexts

ROLE_WORDS = {"counsellor": "BERATENDE PERSON", "client": "RATSUCHENDE PERSON"}


def mark_for(seed: int, task_id: int, texts: ItemTexts) -> str:
    """Eight hex digits, a pure function of seed and task, that occur in none of the texts."""
    parts = list(_parts(texts))
    counter = 0
    while True:
        mark = hashlib.sha256(f"{seed}:{task_id}:{counter}".encode()).hexdigest()[:8]
        if not any(mark in part for part in parts):
            return mark
        counter += 1


def _parts(texts: ItemTexts) -> Iterator[str]:
    for thread in (texts.thread_a, texts.thread_b):
        if thread is not None:
            yield thread.subject
            yield from (message.content for message in thread.messages)
    yield from (feature.content for feature in texts.features)
    yield from texts.metadata.values()
    yield from texts.metadata_b.values()


def fenced(body: str, mark: str) -> str:
    """``body`` between the opening and the closing fence."""
    return f"<<<MATERIAL-{mark}\n{body}\nMATERIAL-{mark}>>>"


def thread_in_words(thread: ThreadText) -> str:
    """A thread as a judge reads it: numbered turns, each with its role; whole texts."""
    return "\n\n".join(
        f"[{number}] {ROLE_WORDS[message.role]}:\n{message.content}"
        for number, message in enumerate(thread.messages, start=1)
    )
