"""Find the task types: every folder beside this file that has a ``TASK_TYPE``.

Beside them the engine knows kinds of calls that are no evaluations; they are found by their key and
never offered to anybody who sets an evaluation up.
"""

import importlib
import pkgutil
from functools import cache

import evaluations.task_types
from evaluations.task_types.base import TaskType
from prompts.variables import register


class UnknownTaskType(LookupError):
    """No folder holds a task type of this name."""


_apart: dict[str, TaskType] = {}


def register_apart(kind: TaskType) -> None:
    """Make a kind of calls known that is no evaluation."""
    _apart[kind.key] = kind


def all_kinds() -> dict[str, TaskType]:
    """All task types, and what is no evaluation, by key: whatever a prompt can be for."""
    return task_types() | _apart


@cache
def task_types() -> dict[str, TaskType]:
    """All task types by their key."""
    found: dict[str, TaskType] = {}
    for module in pkgutil.iter_modules(evaluations.task_types.__path__):
        if module.ispkg:
            task_type = importlib.import_module(f"evaluations.task_types.{module.name}").TASK_TYPE
            found[task_type.key] = task_type
    return found


def task_type(key: str) -> TaskType:
    """The task type with this key, be it an evaluation or not.

    Raises:
        UnknownTaskType: there is none.
    """
    found = task_types().get(key) or _apart.get(key)
    if found is None:
        raise UnknownTaskType(key)
    return found


def evaluation_type(key: str) -> TaskType:
    """The task type with this key, one that an evaluation can have.

    Raises:
        UnknownTaskType: there is none.
    """
    try:
        return task_types()[key]
    except KeyError:
        raise UnknownTaskType(key) from None


def register_variables() -> None:
    """Tell ``prompts``, which does not know the task types, what variables each of them has."""
    for key, found in all_kinds().items():
        register(key, found.variables, found.required_variables)


def pairwise_task_type() -> TaskType:
    """The task type that compares two threads, the one that sessions over pillars use."""
    return next(kind for kind in task_types().values() if kind.threads_per_item == 2)
