"""Put the calls of a session into its queue."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeVar

from django.db.models import Max

from evaluations.judging.pairing import make_calls
from evaluations.models import Item, JudgeSession, JudgeTask

Row = TypeVar("Row")

_ROWS_AT_ONCE = 2000


def add_tasks(session: JudgeSession, items: Sequence[Item]) -> None:
    """Append the calls for these items; the caller holds the transaction."""
    last = session.tasks.aggregate(last=Max("queue_position"))["last"]
    calls = make_calls(len(items), position_swap=session.position_swap, repetitions=session.repetitions)
    rows = (
        JudgeTask(
            session=session,
            item=items[call.item],
            position=call.position,
            repetition=call.repetition,
            queue_position=place,
        )
        for place, call in enumerate(calls, start=0 if last is None else last + 1)
    )
    for chunk in chunks(rows):
        JudgeTask.objects.bulk_create(chunk)


def chunks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """The rows in lists that one insert can take."""
    while chunk := list(islice(rows, _ROWS_AT_ONCE)):
        yield chunk
