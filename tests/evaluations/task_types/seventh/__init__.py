"""Folders of task types that the registry finds when a test lets it look here."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import evaluations.task_types
from evaluations.task_types import registry
from prompts import variables


@contextmanager
def found() -> Iterator[None]:
    """While this lasts, the registry finds what lies here beside the six."""
    here = str(Path(__file__).parent)
    evaluations.task_types.__path__.append(here)
    registry.task_types.cache_clear()
    registry.register_variables()
    try:
        yield
    finally:
        evaluations.task_types.__path__.remove(here)
        registry.task_types.cache_clear()
        variables._RULES.clear()
        registry.register_variables()
