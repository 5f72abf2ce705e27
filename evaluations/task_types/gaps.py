"""What an answer lacks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that an answer lacks or has wrong: the control's name, and a sentence for the reader."""

    field: str
    message: str


class AnswerIncomplete(Exception):
    """A person's answer cannot be taken; ``gaps`` says why, in the order of the form."""

    def __init__(self, gaps: list[Gap]) -> None:
        self.gaps = gaps
        super().__init__("; ".join(gap.message for gap in gaps))
