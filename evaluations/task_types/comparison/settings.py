"""What a comparison can be set to: question, ties, criteria."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.common import kept, question_control
from evaluations.task_types.comparison.criteria import BY_KEY, DEFAULT_CRITERIA, TEXTS, Criterion
from evaluations.task_types.config_reading import (
    cannot_be,
    check_known,
    from_line,
    on_a_line,
    read_both,
    read_flag,
    read_object,
    read_question,
)
from evaluations.task_types.controls import Check, Control, Rows, ShortText

MOST_CRITERIA = 12
QUESTION = {
    "de": "Welcher der beiden Verläufe ist insgesamt besser?",
    "en": "Which of the two threads is better overall?",
}
_LONGEST = {"name": 120, "description": 500, "anchor_1": 300, "anchor_5": 300}


def read_config(config: Mapping[str, Any]) -> dict[str, Any]:
    """``{criteria, allow_tie, question}`` in full form.

    Criteria are keys of the six usual ones, or own ones in full; without any the six are taken.
    """
    check_known(config, ("criteria", "allow_tie", "question"))
    return {
        "criteria": [criterion.model_dump() for criterion in _read_criteria(config.get("criteria"))],
        "allow_tie": read_flag(config, "allow_tie", default=True),
        "question": read_question(config),
    }


def _read_criteria(given: Any) -> tuple[Criterion, ...]:
    if not given:
        return DEFAULT_CRITERIA
    if not isinstance(given, list | tuple) or len(given) > MOST_CRITERIA:
        possible = _("a list of at most %(most)d criteria") % {"most": MOST_CRITERIA}
        raise cannot_be("criteria", given, possible)
    criteria = tuple(_read_criterion(entry, f"criteria.{place}") for place, entry in enumerate(given))
    keys = [criterion.key for criterion in criteria]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise cannot_be("criteria", ", ".join(twice), _("each key once"))
    return criteria


def _read_criterion(entry: Any, setting: str) -> Criterion:
    if isinstance(entry, str):
        if entry not in BY_KEY:
            raise cannot_be(setting, entry, ", ".join(BY_KEY))
        return BY_KEY[entry]
    given = read_object(entry, setting)
    check_known(given, ("key", *TEXTS), within=setting)
    key = given.get("key")
    if not isinstance(key, str) or not Criterion.is_key(key):
        raise cannot_be(f"{setting}.key", key, _("small letters, digits and “_”, a letter first, at most 40"))
    texts: dict[str, Any] = {}
    for name in TEXTS:
        texts[name] = read_both(given.get(name), f"{setting}.{name}", most=_LONGEST[name])
        if not texts[name]:
            raise cannot_be(f"{setting}.{name}", given.get(name), _("a text in German, English or both"))
    return Criterion(key=key, **texts)


def settings_form() -> tuple[Control, ...]:
    """What a comparison can be set to."""
    titles = {
        "name": _("Name"),
        "description": _("What is looked at"),
        "anchor_1": _("1 means"),
        "anchor_5": _("5 means"),
    }
    return (
        question_control(_("Which of the two threads is better overall?")),
        Check(name="allow_tie", label=_("“No difference” is an answer")),
        Rows(
            name="criteria",
            label=_("Criteria"),
            help=_("Without an entry the six criteria of counselling quality are used."),
            columns=(
                ShortText(name="key", label=_("Key"), most=40),
                *(
                    ShortText(name=name, label=title, most=2 * _LONGEST[name] + 4)
                    for name, title in titles.items()
                ),
            ),
            most_rows=MOST_CRITERIA,
        ),
    )


def config_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The config that the settings come to; a usual text that is unchanged keeps its English."""
    return {
        **kept(fields, "question"),
        "allow_tie": bool(fields.get("allow_tie")),
        "criteria": [_criterion(row) for row in fields.get("criteria") or []],
    }


def settings_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that a config in full form comes to; of the usual texts the German alone is shown."""
    rows = [
        {"key": entry["key"]} | {name: _shown(entry["key"], name, entry[name]) for name in TEXTS}
        for entry in config["criteria"]
    ]
    return {**kept(config, "question", "allow_tie"), "criteria": rows}


def _criterion(row: Mapping[str, str]) -> dict[str, Any]:
    key = row.get("key", "")
    return {"key": key} | {name: _text(key, name, row.get(name, "")) for name in TEXTS}


def _usual(key: str, name: str) -> dict[str, str]:
    return dict(getattr(BY_KEY[key], name)) if key in BY_KEY else {}


def _shown(key: str, name: str, texts: Mapping[str, str]) -> str:
    return texts["de"] if texts == _usual(key, name) else on_a_line(texts)


def _text(key: str, name: str, line: str) -> dict[str, str]:
    usual = _usual(key, name)
    return usual if usual.get("de") == line else from_line(line)
