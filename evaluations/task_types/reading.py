"""Reading single values of an answer: what is beyond doubt is read, nothing is guessed."""

import math
import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ValidationError
from pydantic_core import PydanticCustomError

from evaluations.task_types.gaps import AnswerIncomplete, Gap

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def read_number(value: Any) -> Any:
    """Take a number, or a text that is nothing but a number (``"4"``); a truth value is no number."""
    if isinstance(value, bool):
        raise PydanticCustomError("float_type", "true/false")
    if isinstance(value, float) and not math.isfinite(value):
        raise PydanticCustomError("finite_number", "NaN")
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return float(value.strip())
    return value


def read_whole(value: Any) -> Any:
    """Take a whole number, or a number or text that is nothing else (``4.0``, ``"4"``)."""
    number = read_number(value)
    if isinstance(number, float):
        if not number.is_integer():
            raise PydanticCustomError("whole_number", "no whole number")
        return int(number)
    return number


Number = Annotated[float, BeforeValidator(read_number)]
Whole = Annotated[int, BeforeValidator(read_whole)]


def read_person_answer(model: type[BaseModel], payload: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A person's answer in the form of ``model``, without what it leaves open; ``meta`` is ignored.

    Raises:
        AnswerIncomplete: a gap for each fault, its field as ``field.field``.
    """
    given = {key: value for key, value in payload.items() if key != "meta"}
    try:
        return model.model_validate(given).model_dump(exclude_none=True)
    except ValidationError as error:
        raise AnswerIncomplete(
            [
                Gap(".".join(str(part) for part in one["loc"]) or "payload", _in_words(one, language))
                for one in error.errors()
            ]
        ) from None


def problems_in_words(errors: list[Any], language: str) -> list[str]:
    """Say what Pydantic found, one line each, as ``field.field: what is wrong (what was given)``."""
    return [_in_words(error, language) for error in errors]


_WORDS: dict[str, tuple[str, str]] = {
    "missing": ("fehlt", "is missing"),
    "extra_forbidden": ("ist kein vorgesehenes Feld", "is not a field of this answer"),
    "greater_than_equal": ("{given} liegt unter {ge}", "{given} is below {ge}"),
    "less_than_equal": ("{given} liegt über {le}", "{given} is above {le}"),
    "literal_error": ("{given} ist keiner der Werte {expected}", "{given} is none of {expected}"),
    "float_type": ("{given} ist keine Zahl", "{given} is not a number"),
    "float_parsing": ("{given} ist keine Zahl", "{given} is not a number"),
    "finite_number": ("{given} ist keine endliche Zahl", "{given} is not a finite number"),
    "whole_number": ("{given} ist keine ganze Zahl", "{given} is not a whole number"),
    "int_type": ("{given} ist keine ganze Zahl", "{given} is not a whole number"),
    "bool_type": ("{given} ist weder wahr noch falsch", "{given} is neither true nor false"),
    "list_type": ("muss eine Liste sein", "must be a list"),
    "too_short": (
        "sind {actual_length} Einträge, mindestens {min_length} müssen es sein",
        "has {actual_length} entries, at least {min_length} are needed",
    ),
    "too_long": (
        "sind {actual_length} Einträge, höchstens {max_length} dürfen es sein",
        "has {actual_length} entries, at most {max_length} are allowed",
    ),
    "string_type": ("{given} ist kein Text", "{given} is not a text"),
    "string_too_short": (
        "der Text ist kürzer als {min_length} Zeichen",
        "the text is shorter than {min_length} characters",
    ),
    "string_too_long": (
        "der Text ist länger als {max_length} Zeichen",
        "the text is longer than {max_length} characters",
    ),
    "model_type": ("muss ein Objekt sein", "must be an object"),
    "model_attributes_type": ("muss ein Objekt sein", "must be an object"),
    "dict_type": ("muss ein Objekt sein", "must be an object"),
}
_OTHER = ("ist nicht, was verlangt ist", "is not what was asked for")
_GIVEN_CHARS = 60


def _in_words(error: Any, language: str) -> str:
    german, english = _WORDS.get(error["type"], _OTHER)
    given = repr(error.get("input"))
    given = given if len(given) <= _GIVEN_CHARS else given[:_GIVEN_CHARS] + "…"
    values = {"given": given, **(error.get("ctx") or {})}
    place = ".".join(str(part) for part in error["loc"]) or ("Antwort" if language == "de" else "answer")
    return f"{place}: {(german if language == 'de' else english).format_map(values)}"
