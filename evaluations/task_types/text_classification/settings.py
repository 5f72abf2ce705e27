"""What a classification can be set to: the question, the labels, and whether several may be chosen."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.common import kept, question_control
from evaluations.task_types.config_reading import (
    cannot_be,
    check_known,
    read_flag,
    read_line,
    read_object,
    read_question,
)
from evaluations.task_types.controls import Check, Control, Rows, ShortText

FEWEST, MOST = 2, 200
QUESTION = {"de": "Welches Label passt zu diesem Verlauf?", "en": "Which label fits this thread?"}
QUESTION_MULTIPLE = {"de": "Welche Labels passen zu diesem Verlauf?", "en": "Which labels fit this thread?"}
BETWEEN = "|"
"""Stands between several labels, so no key may hold it."""

_LONGEST_KEY, _LONGEST_NAME, _LONGEST_DESCRIPTION = 60, 120, 500
_FOLDED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def read_config(config: Mapping[str, Any]) -> dict[str, Any]:
    """``{question, labels: [{key, name, description}], multiple}`` in full form.

    A label may be a plain text, which is its name; its key is made of it.
    """
    check_known(config, ("question", "labels", "multiple"))
    return {
        "question": read_question(config),
        "labels": _read_labels(config.get("labels")),
        "multiple": read_flag(config, "multiple", default=False),
    }


def _read_labels(given: Any) -> list[dict[str, str]]:
    if not isinstance(given, list | tuple) or not FEWEST <= len(given) <= MOST:
        possible = _("a list of %(fewest)d to %(most)d labels") % {"fewest": FEWEST, "most": MOST}
        raise cannot_be("labels", given, possible)
    labels = [_read_label(entry, f"labels.{place}") for place, entry in enumerate(given)]
    for part in ("key", "name"):
        said = [label[part].casefold() for label in labels]
        twice = sorted({text for text in said if said.count(text) > 1})
        if twice:
            raise cannot_be(f"labels.{part}", ", ".join(twice), _("each only once"))
    return labels


def _read_label(entry: Any, setting: str) -> dict[str, str]:
    given = {"name": entry} if isinstance(entry, str) else read_object(entry, setting)
    check_known(given, ("key", "name", "description"), within=setting)
    key = read_line(given.get("key"), f"{setting}.key", most=_LONGEST_KEY)
    name = read_line(given.get("name"), f"{setting}.name", most=_LONGEST_NAME) or key
    if not name:
        raise cannot_be(setting, entry, _("an object with a key and a name, or a name alone"))
    key = key or _key_of(name)
    if BETWEEN in key:
        raise cannot_be(f"{setting}.key", key, _("a text without “%(sign)s”") % {"sign": BETWEEN})
    description = read_line(given.get("description"), f"{setting}.description", most=_LONGEST_DESCRIPTION)
    return {"key": key, "name": name, "description": description}


def _key_of(name: str) -> str:
    """A key made of a name: ``Häusliche Gewalt`` gives ``haeusliche_gewalt``."""
    plain = re.sub(r"\W+", "_", name.casefold().translate(_FOLDED)).strip("_")
    return plain[:_LONGEST_KEY] or name[:_LONGEST_KEY]


def settings_form() -> tuple[Control, ...]:
    """Question, labels, whether several may be chosen."""
    columns = (
        ShortText(name="key", label=_("Key"), most=_LONGEST_KEY),
        ShortText(name="name", label=_("Name"), most=_LONGEST_NAME),
        ShortText(name="description", label=_("When it fits"), most=_LONGEST_DESCRIPTION),
    )
    return (
        question_control(_("Which label fits this thread?")),
        Rows(
            name="labels",
            label=_("Labels"),
            help=_("At least two; a key is made of the name where none is given."),
            columns=columns,
            most_rows=MOST,
        ),
        Check(name="multiple", label=_("Several labels may be chosen")),
    )


def config_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The config that the settings come to."""
    return {
        **kept(fields, "question"),
        "labels": [dict(row) for row in fields.get("labels") or []],
        "multiple": bool(fields.get("multiple")),
    }


def settings_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that a config in full form comes to."""
    rows = [dict(label) for label in config["labels"]]
    return {**kept(config, "question", "multiple"), "labels": rows}
