"""Which variables a prompt may and must name; the task types say so, prompts only check it.

``prompts`` does not know the task types: whoever has them calls ``register`` once for each.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from prompts.errors import PromptInvalid
from prompts.rendering import BrokenBrace, variables_in

METADATA = "metadata.*"


@dataclass(frozen=True, slots=True)
class VariableRules:
    """The closed list of one task type; ``metadata.*`` in it stands for any ``metadata.<key>``."""

    allowed: frozenset[str]
    required: frozenset[str]


_RULES: dict[str, VariableRules] = {}


def register(task_type: str, allowed: frozenset[str], required: frozenset[str]) -> None:
    """Make the variables of a task type known; a second call replaces the first."""
    _RULES[task_type] = VariableRules(allowed | required, required)


def known_task_types() -> list[str]:
    """The task types that were registered, in alphabetical order."""
    return sorted(_RULES)


def rules_for(task_type: str) -> VariableRules:
    """The variables of a task type.

    Raises:
        PromptInvalid: no task type of this name was registered.
    """
    try:
        return _RULES[task_type]
    except KeyError:
        message = _("There is no task type “%(name)s”. Known are: %(known)s.") % {
            "name": task_type,
            "known": ", ".join(known_task_types()),
        }
        raise PromptInvalid(message, errors={"task_type": [message]}) from None


def check_texts(
    system_text: str, user_text: str, *, allowed: frozenset[str], required: frozenset[str]
) -> None:
    """Check that both texts together name all required variables and no unknown one.

    Raises:
        PromptInvalid: they do not, or a brace is broken; ``errors`` has the texts by field.
    """
    errors: dict[str, list[str]] = {}
    named: set[str] = set()
    for field, text in (("system_text", system_text), ("user_text", user_text)):
        try:
            names = variables_in(text)
        except BrokenBrace as error:
            errors[field] = [_brace_in_words(error)]
            continue
        named.update(names)
        unknown = [name for name in names if not _is_allowed(name, allowed)]
        if unknown:
            errors[field] = [_unknown_in_words(unknown, allowed)]
    missing = sorted(required - named)
    if missing and not errors:
        errors["user_text"] = [_missing_in_words(missing, allowed)]
    if errors:
        raise PromptInvalid(" ".join(text for texts in errors.values() for text in texts), errors=errors)


def _is_allowed(name: str, allowed: frozenset[str]) -> bool:
    return name in allowed or (METADATA in allowed and name.startswith("metadata."))


def _listed(names: list[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)


def _brace_in_words(error: BrokenBrace) -> str:
    return _(
        "Line %(line)d: “%(token)s” is not a variable. Write {name}, and {{ or }} for a brace in the text."
    ) % {"line": error.line, "token": error.token}


def _unknown_in_words(unknown: list[str], allowed: frozenset[str]) -> str:
    return _("Unknown variables: %(unknown)s. Known are: %(known)s.") % {
        "unknown": _listed(unknown),
        "known": _listed(sorted(allowed)),
    }


def _missing_in_words(missing: list[str], allowed: frozenset[str]) -> str:
    return _("Missing variables: %(missing)s. Known are: %(known)s.") % {
        "missing": _listed(missing),
        "known": _listed(sorted(allowed)),
    }
