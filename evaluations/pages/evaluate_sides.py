"""The texts of an item as panes of the page: nothing in them tells where they are from."""

from dataclasses import dataclass

from evaluations.llm.material import MessageText
from evaluations.task_types.base import Question


@dataclass(frozen=True, slots=True)
class Side:
    """A thread in its pane; ``letter`` is empty where there is only one."""

    letter: str
    messages: tuple[MessageText, ...]


def sides_of(question: Question) -> list[Side]:
    """The panes in the order drawn for this person."""
    texts = question.texts
    if texts.thread_b is None:
        return [Side("", texts.thread_a.messages)]
    threads = (texts.thread_a, texts.thread_b)
    shown = threads if question.position == 1 else threads[::-1]
    return [Side(letter, thread.messages) for letter, thread in zip("AB", shown, strict=True)]
