"""Which threads were judged. ``pillars`` does not know who judges; those who do register a check."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext_lazy as _

from llars.errors import WrongState

Check = Callable[[frozenset[int]], set[int]]

_checks: list[Check] = []


class ThreadInUse(WrongState):
    """The thread was judged or is part of a scenario."""

    code = "thread_in_use"
    default_detail = _(
        "The thread was judged or is part of a scenario, so it cannot be changed or deleted. "
        "Archive it, or correct it in a new version."
    )


def register(check: Check) -> None:
    """Have ``check`` asked which of the threads with these ids were judged."""
    if check not in _checks:
        _checks.append(check)


def judged(thread_ids: Iterable[int]) -> set[int]:
    """Those of the threads with these ids of which a judgement is asked or given."""
    wanted = frozenset(thread_ids)
    return set().union(*(check(wanted) for check in _checks)) if wanted else set()
