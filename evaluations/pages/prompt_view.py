"""What pages show of a prompt: its texts with the variables told apart, and what each variable is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from evaluations.task_types.base import TaskType
from evaluations.task_types.registry import task_type
from prompts.models import PromptVersion
from prompts.rendering import parts_of


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a task type's prompts, and what stands for it in a filled prompt."""

    name: str
    words: str | Promise
    is_required: bool


def faults_in(errors: Mapping[str, Sequence[str]]) -> list[str]:
    """Every error of a form, each once; a template cannot walk through a mapping with a key ``items``."""
    return list(dict.fromkeys(text for texts in errors.values() for text in texts))


def texts_in_parts(version: PromptVersion) -> list[tuple[str, list[tuple[str, bool]]]]:
    """Both texts by field, each in pieces with whether the piece is a variable."""
    return [(name, parts_of(getattr(version, name))) for name in ("system_text", "user_text")]


def variables_of(keys: Sequence[str]) -> list[tuple[str | Promise, list[Variable]]]:
    """The variables of these task types, by the type's name; required ones first."""
    return [(kind.name, _variables(kind)) for kind in (task_type(key) for key in keys)]


def _variables(kind: TaskType) -> list[Variable]:
    names = sorted(kind.variables, key=lambda name: (name not in kind.required_variables, name))
    return [
        Variable(name, kind.variable_words.get(name, ""), name in kind.required_variables) for name in names
    ]
