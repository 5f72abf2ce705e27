"""Material between random marks, so that nothing inside it can pass for an instruction."""

import hashlib

from evaluations.llm.material import ThreadText

ROLE_WORDS = {"counsellor": "BERATENDE PERSON", "client": "RATSUCHENDE PERSON"}


def mark_for(seed: int, task_id: int, texts: tuple[ThreadText, ...]) -> str:
    """Eight hex digits, a pure function of seed and task, that occur in none of the texts."""
    counter = 0
    while True:
        mark = hashlib.sha256(f"{seed}:{task_id}:{counter}".encode()).hexdigest()[:8]
        if not any(mark in message.content for text in texts for message in text.messages):
            return mark
        counter += 1


def fenced(body: str, mark: str) -> str:
    """``body`` between the opening and the closing fence."""
    return f"<<<MATERIAL-{mark}\n{body}\nMATERIAL-{mark}>>>"


def thread_in_words(thread: ThreadText) -> str:
    """A thread as a judge reads it: numbered turns, each with its role; whole texts."""
    return "\n\n".join(
        f"[{number}] {ROLE_WORDS[message.role]}:\n{message.content}"
        for number, message in enumerate(thread.messages, start=1)
    )
