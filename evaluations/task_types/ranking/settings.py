"""What a ranking can be set to: the buckets' names, how many texts are to be placed, whether order counts."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.common import kept, question_control
from evaluations.task_types.config_reading import (
    cannot_be,
    check_known,
    from_line,
    on_a_line,
    read_both,
    read_count,
    read_flag,
    read_object,
    read_question,
)
from evaluations.task_types.controls import Check, Control, Number, ShortText
from evaluations.task_types.ranking.schema import WORTH

MOST_PLACED = 100
QUESTION = {
    "de": "Wie gut geben die Texte den Verlauf wieder?",
    "en": "How well do the texts render the thread?",
}
_NAMES = {
    "gut": {"de": "gut", "en": "good"},
    "mittel": {"de": "mittel", "en": "medium"},
    "neutral": {"de": "neutral", "en": "neutral"},
    "schlecht": {"de": "schlecht", "en": "poor"},
}


def read_config(config: Mapping[str, Any]) -> dict[str, Any]:
    """``{question, buckets: {gut, mittel, neutral, schlecht}, rank_top, keep_order}`` in full form."""
    check_known(config, ("question", "buckets", "rank_top", "keep_order"))
    top = config.get("rank_top")
    return {
        "question": read_question(config),
        "buckets": _read_buckets(config.get("buckets")),
        "rank_top": None if top is None else read_count(top, "rank_top", low=1, high=MOST_PLACED),
        "keep_order": read_flag(config, "keep_order", default=False),
    }


def _read_buckets(given: Any) -> dict[str, dict[str, str]]:
    if isinstance(given, list | tuple):
        if len(given) != len(WORTH):
            raise cannot_be("buckets", list(given), _("four names, from the best bucket to the worst"))
        given = dict(zip(WORTH, given, strict=True))
    named = read_object(given or {}, "buckets")
    check_known(named, WORTH, within="buckets")
    names = {
        key: read_both(named.get(key), f"buckets.{key}", most=60) or dict(usual)
        for key, usual in _NAMES.items()
    }
    for language in ("de", "en"):
        said = [texts[language].casefold() for texts in names.values()]
        twice = sorted({name for name in said if said.count(name) > 1})
        if twice:
            raise cannot_be("buckets", ", ".join(twice), _("four different names"))
    return names


def settings_form() -> tuple[Control, ...]:
    """Question, names of the buckets, how many texts at least, order within a bucket."""
    titles = {
        "gut": _("Name of the best bucket"),
        "mittel": _("Name of the second bucket"),
        "neutral": _("Name of the third bucket"),
        "schlecht": _("Name of the worst bucket"),
    }
    return (
        question_control(_("How well do the texts render the thread?")),
        *(ShortText(name=f"buckets.{key}", label=title, most=130) for key, title in titles.items()),
        Number(
            name="rank_top",
            label=_("How many texts must be placed at least"),
            help=_("Empty: all of them."),
            low=1,
            high=MOST_PLACED,
        ),
        Check(name="keep_order", label=_("The order within a bucket counts")),
    )


def config_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The config that the settings come to."""
    buckets = {key: from_line(fields.get(f"buckets.{key}") or "") for key in WORTH}
    return {
        **kept(fields, "question", "rank_top"),
        "buckets": {key: texts for key, texts in buckets.items() if texts},
        "keep_order": bool(fields.get("keep_order")),
    }


def settings_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that a config in full form comes to."""
    return {
        **{f"buckets.{key}": on_a_line(texts) for key, texts in config["buckets"].items()},
        **kept(config, "question", "rank_top"),
        "keep_order": config["keep_order"],
    }
