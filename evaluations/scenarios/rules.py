"""What evaluators are asked and allowed in a scenario, kept as JSON on its row."""

from typing import Any, Literal

from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, ValidationError

from evaluations.models import Scenario
from evaluations.task_types.base import TaskType
from llars.errors import InvalidInput


class Rules(BaseModel):
    """The rules of one scenario.

    ``asked`` and ``required`` name parts of the task type. ``others``: whether a person sees the
    answers of others and of models, ``never`` or ``after_own``. ``gold_feedback`` and
    ``practice_feedback``: whether the known right answer is told after one's own.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    asked: tuple[str, ...] = ("confidence",)
    required: tuple[str, ...] = ()
    may_change: bool = True
    may_decline: bool = True
    others: Literal["never", "after_own"] = "never"
    gold_feedback: bool = False
    practice_feedback: bool = True
    highlights: bool = True


def rules_of(scenario: Scenario) -> Rules:
    """The scenario's rules, defaults filled in."""
    return Rules.model_validate(scenario.rules)


def read_rules(given: dict[str, Any], kind: TaskType) -> Rules:
    """Rules as somebody wants them.

    Raises:
        InvalidInput: an unknown rule, a value that cannot be, or a part that the type does not have.
    """
    try:
        rules = Rules.model_validate(given)
    except ValidationError as error:
        faults = {f"rules.{'.'.join(map(str, one['loc']))}": [one["msg"]] for one in error.errors()}
        raise InvalidInput(errors=faults) from None
    unknown = sorted({*rules.asked, *rules.required} - set(kind.parts))
    if unknown:
        message = _("Unknown parts: %(unknown)s. Possible are: %(known)s.") % {
            "unknown": ", ".join(unknown),
            "known": ", ".join(kind.parts),
        }
        raise InvalidInput(message, errors={"rules.asked": [message]})
    return rules.model_copy(update={"asked": tuple(dict.fromkeys((*rules.asked, *rules.required)))})
