"""What a mail rating can be set to: the question, a preset or own criteria, and the scale."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.common import kept, question_control
from evaluations.task_types.config_reading import (
    cannot_be,
    check_known,
    from_line,
    on_a_line,
    read_both,
    read_flag,
    read_line,
    read_object,
    read_question,
)
from evaluations.task_types.controls import Check, Choice, Control, Option, Rows, ShortText
from evaluations.task_types.mail_rating.presets import FEWEST, MOST, PRESETS, TEXTS, Preset, preset_named
from evaluations.task_types.scales import read_scale, scale_controls, scale_fields, scale_of

OWN = "own"
OVERALL, AUTHENTICITY = "overall_rating", "authenticity"
QUESTION = {"de": "Wie gut ist diese Beratung?", "en": "How good is this counselling?"}
_LONGEST_NAME = 60
_LONGEST = {"label": 120, "description": 500, "anchor_low": 300, "anchor_high": 300}
_OTHER_NAMES = {
    "anchor_low": ("anchor_1", "anchor_min", "low"),
    "anchor_high": ("anchor_5", "anchor_max", "high"),
}


def read_config(config: Mapping[str, Any]) -> dict[str, Any]:
    """``{question, preset, criteria, authenticity, feedback, scale}`` in full form.

    Without preset and criteria it is the preset of counselling quality; ``preset`` is ``""`` where
    the criteria are own ones. Whether authenticity and feedback are asked for is a preset's own.
    """
    check_known(config, ("question", "preset", "criteria", "authenticity", "feedback", "scale"))
    preset = _read_preset(config)
    chosen = PRESETS.get(preset) or Preset(())
    besides = {"authenticity": chosen.authenticity, "feedback": chosen.feedback}
    for name, usual in besides.items():
        besides[name] = read_flag(config, name, default=usual)
        if preset and besides[name] != usual:
            raise cannot_be(name, besides[name], _("what the preset asks, or own criteria"))
    own = None if preset else _read_criteria(config["criteria"], with_authenticity=besides["authenticity"])
    return {
        "question": read_question(config),
        "preset": preset,
        "criteria": own or deepcopy(list(chosen.criteria)),
        **besides,
        "scale": read_scale(config.get("scale")),
    }


def _read_preset(config: Mapping[str, Any]) -> str:
    given, criteria = config.get("preset"), config.get("criteria")
    if not given:
        return "" if criteria else next(iter(PRESETS))
    preset = preset_named(given) if isinstance(given, str) else None
    if preset is None:
        raise cannot_be("preset", given, ", ".join(PRESETS))
    if criteria and list(criteria) != list(PRESETS[preset].criteria):
        raise cannot_be("criteria", criteria, _("either a preset or own criteria"))
    return preset


def _read_criteria(given: Any, *, with_authenticity: bool) -> list[dict[str, Any]]:
    if not isinstance(given, list | tuple) or not FEWEST <= len(given) <= MOST:
        possible = _("a list of %(fewest)d to %(most)d criteria") % {"fewest": FEWEST, "most": MOST}
        raise cannot_be("criteria", given, possible)
    criteria = [_read_criterion(entry, f"criteria.{place}") for place, entry in enumerate(given)]
    taken = (OVERALL, AUTHENTICITY) if with_authenticity else (OVERALL,)
    for place, entry in enumerate(criteria):
        if entry["name"] in taken:
            possible = _("a name other than %(taken)s") % {"taken": ", ".join(taken)}
            raise cannot_be(f"criteria.{place}.name", entry["name"], possible)
    names = [entry["name"].casefold() for entry in criteria]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise cannot_be("criteria", ", ".join(twice), _("each name once"))
    return criteria


def _read_criterion(entry: Any, setting: str) -> dict[str, Any]:
    given = {"name": entry} if isinstance(entry, str) else dict(read_object(entry, setting))
    for name, others in _OTHER_NAMES.items():
        for other in others:
            if other in given:
                given.setdefault(name, given.pop(other))
    check_known(given, ("name", *TEXTS), within=setting)
    label = given.get("label")
    if isinstance(given.get("name"), Mapping):
        label = label or given["name"]
        both = read_both(given["name"], f"{setting}.name", most=_LONGEST_NAME)
        given["name"] = both.get("de", "")
    name = read_line(given.get("name"), f"{setting}.name", most=_LONGEST_NAME)
    if not name:
        raise cannot_be(f"{setting}.name", given.get("name"), _("a name"))
    texts = {
        field: read_both(label if field == "label" else given.get(field), f"{setting}.{field}", most=most)
        for field, most in _LONGEST.items()
    }
    texts["label"] = texts["label"] or {"de": name, "en": name}
    return {"name": name, **texts}


def settings_form() -> tuple[Control, ...]:
    """Question, preset, own criteria, what is asked besides, scale."""
    presets = (
        Option("beratungsqualitaet", _("Quality of counselling"), "1", _("Five criteria, from empathy on.")),
        Option("kia_metriken", _("KIA metrics"), "2", _("Coherence, quality, authenticity, feedback.")),
        Option(OWN, _("Own criteria"), "3"),
    )
    titles = {
        "name": _("Name"),
        "label": _("Name as shown"),
        "description": _("What is looked at"),
        "anchor_low": _("The worst point means"),
        "anchor_high": _("The best point means"),
    }
    longest = {"name": _LONGEST_NAME, **{field: 2 * most + 4 for field, most in _LONGEST.items()}}
    return (
        question_control(_("How good is this counselling?")),
        Choice(name="preset", label=_("Criteria"), options=presets),
        Rows(
            name="criteria",
            label=_("Own criteria"),
            help=_("Three to six; a text in German and English with “ || ” between them."),
            columns=tuple(ShortText(name=n, label=title, most=longest[n]) for n, title in titles.items()),
            most_rows=MOST,
        ),
        Check(name="authenticity", label=_("With own criteria: ask whether the thread seems authentic")),
        Check(name="feedback", label=_("With own criteria: ask for feedback in words")),
        *scale_controls(),
    )


def config_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The config that the settings come to."""
    preset = fields.get("preset") or OWN
    rows = fields.get("criteria") or []
    own = [
        {"name": row.get("name", "")} | {field: from_line(row.get(field, "")) for field in TEXTS}
        for row in rows
    ]
    besides = {name: bool(fields.get(name)) for name in ("authenticity", "feedback")}
    chosen = {"criteria": own, **besides} if preset == OWN else {"preset": preset}
    return {**kept(fields, "question"), **chosen, "scale": scale_of(fields)}


def settings_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that a config in full form comes to; a preset's criteria are no own ones."""
    rows = [
        {"name": entry["name"]} | {field: on_a_line(entry[field]) for field in TEXTS}
        for entry in config["criteria"]
    ]
    return {
        **kept(config, "question", "authenticity", "feedback"),
        "preset": config["preset"] or OWN,
        **({} if config["preset"] else {"criteria": rows}),
        **scale_fields(config["scale"]),
    }
