"""Scales of whole numbers that run upward, each point with its label in German and English."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.common import in_language
from evaluations.task_types.config_reading import (
    cannot_be,
    check_known,
    from_line,
    on_a_line,
    read_both,
    read_count,
    read_object,
)
from evaluations.task_types.controls import Control, LongText, Number, Option

LEAST_POINTS, MOST_POINTS = 2, 11
_LOWEST, _HIGHEST = -100, 100
_WORST = {"de": "sehr schlecht", "en": "very poor"}
_BEST = {"de": "sehr gut", "en": "very good"}
_BETWEEN: dict[int, tuple[tuple[str, str], ...]] = {
    5: (("schlecht", "poor"), ("mittel", "fair"), ("gut", "good")),
    6: (
        ("schlecht", "poor"),
        ("eher schlecht", "rather poor"),
        ("eher gut", "rather good"),
        ("gut", "good"),
    ),
}
_ELEVENTH_KEY = "-"


def read_scale(given: Any) -> dict[str, Any]:
    """A scale in full form, ``{min, max, labels: {point: {de, en}}}``; none given: 1 to 5.

    ``labels`` may be an object by point, or a list from the worst point to the best. A scale that is
    given downward (``min`` above ``max``) is turned, its labels with it; ``notes_on`` says so.

    Raises:
        ValueError: see ``config_reading``.
    """
    scale = {"min": 1, "max": 5} if given is None else read_object(given, "scale")
    check_known(scale, ("min", "max", "labels"), within="scale")
    first = read_count(scale.get("min", 1), "scale.min", low=_LOWEST, high=_HIGHEST)
    last = read_count(scale.get("max", 5), "scale.max", low=_LOWEST, high=_HIGHEST)
    low, high = min(first, last), max(first, last)
    if not LEAST_POINTS <= high - low + 1 <= MOST_POINTS:
        possible = _("%(least)d to %(most)d points") % {"least": LEAST_POINTS, "most": MOST_POINTS}
        raise cannot_be("scale", f"{first} – {last}", possible)
    own = _read_labels(scale.get("labels"), low, high, turn=first > last)
    labels = {str(point): own.get(point) or _usual(point, low, high) for point in range(low, high + 1)}
    return {"min": low, "max": high, "labels": labels}


def _read_labels(given: Any, low: int, high: int, *, turn: bool) -> dict[int, dict[str, str]]:
    if not given:
        return {}
    points = range(low, high + 1)
    if isinstance(given, list | tuple):
        if len(given) != len(points):
            possible = _("a list of %(count)d texts, from the worst to the best") % {"count": len(points)}
            raise cannot_be("scale.labels", list(given), possible)
        return {
            point: read_both(text, f"scale.labels.{point}", most=80)
            for point, text in zip(points, given, strict=True)
        }
    by_point = {str(name).strip(): text for name, text in read_object(given, "scale.labels").items()}
    check_known(by_point, [str(point) for point in points], within="scale.labels")
    return {
        low + high - point if turn else point: read_both(
            by_point[str(point)], f"scale.labels.{point}", most=80
        )
        for point in points
        if str(point) in by_point
    }


def _usual(point: int, low: int, high: int) -> dict[str, str]:
    if point in (low, high):
        return dict(_WORST if point == low else _BEST)
    between = _BETWEEN.get(high - low + 1)
    if between is None:
        return {"de": str(point), "en": str(point)}
    german, english = between[point - low - 1]
    return {"de": german, "en": english}


def points_of(scale: Mapping[str, Any]) -> tuple[int, ...]:
    """The points from the worst to the best."""
    return tuple(range(scale["min"], scale["max"] + 1))


def label_of(scale: Mapping[str, Any], point: float, language: str) -> str:
    """What a point means; empty for what is no point of the scale."""
    texts = scale["labels"].get(str(int(point))) if float(point).is_integer() else None
    return in_language(texts, language) if texts else ""


def options_of(
    scale: Mapping[str, Any], language: str, anchors: Mapping[int, str] | None = None
) -> tuple[Option, ...]:
    """The points to choose from, each with its label, its key and the anchor sentence it may have."""
    return tuple(
        Option(
            str(point),
            label_of(scale, point, language),
            _key(point, place, scale),
            (anchors or {}).get(point, ""),
        )
        for place, point in enumerate(points_of(scale))
    )


def _key(point: int, place: int, scale: Mapping[str, Any]) -> str:
    """The digit of the point where every point has one of its own, else that of its place."""
    if scale["min"] >= 0 and scale["max"] <= 9:
        return str(point)
    if scale["min"] == 0:
        return str(point) if point <= 9 else _ELEVENTH_KEY
    return ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", _ELEVENTH_KEY)[place]


def categories_of(scale: Mapping[str, Any], language: str) -> tuple[tuple[str | float, str], ...]:
    """The points as an aspect's categories."""
    return tuple((point, named(scale, point, language)) for point in points_of(scale))


def named(scale: Mapping[str, Any], point: float, language: str) -> str:
    """A point with its label; the number alone where the label says no more."""
    label = label_of(scale, point, language)
    return f"{point:g} – {label}" if label and label != f"{point:g}" else f"{point:g}"


def in_words(scale: Mapping[str, Any], language: str) -> str:
    """The scale as a prompt tells it."""
    low, high = scale["min"], scale["max"]
    span = f"{low} bis {high} in ganzen Zahlen" if language == "de" else f"{low} to {high} in whole numbers"
    meanings = ", ".join(
        f"{point} = {label}"
        for point in points_of(scale)
        if (label := label_of(scale, point, language)) != str(point)
    )
    best = f"{high} ist am besten" if language == "de" else f"{high} is best"
    return f"{span}; {best} ({meanings})"


def notes_on(given: Any) -> tuple[str, ...]:
    """What is said of a scale, as it was given, that is turned in reading.

    Raises:
        ValueError: it cannot be read.
    """
    scale = read_scale(given)
    if (
        given is None
        or read_count(given.get("min", 1), "scale.min", low=_LOWEST, high=_HIGHEST) == scale["min"]
    ):
        return ()
    return (
        _(
            "The scale was given downward, from %(high)d to %(low)d. Here scales run upward: "
            "%(low)d is the worst and %(high)d the best; labels were turned with it."
        )
        % {"low": scale["min"], "high": scale["max"]},
    )


def scale_controls() -> tuple[Control, ...]:
    """How a scale is set."""
    return (
        Number(name="scale.min", label=_("Worst point of the scale"), low=_LOWEST, high=_HIGHEST),
        Number(name="scale.max", label=_("Best point of the scale"), low=_LOWEST, high=_HIGHEST),
        LongText(
            name="scale.labels",
            label=_("Labels of the points"),
            help=_("A line each, from the worst to the best; German and English with “ || ” between them."),
            most=4000,
            rows=6,
        ),
    )


def scale_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The scale that the settings come to; usual labels left over from another scale are no own ones."""
    scale: dict[str, Any] = {
        name: fields[f"scale.{name}"] for name in ("min", "max") if fields.get(f"scale.{name}") is not None
    }
    lines = [line.strip() for line in (fields.get("scale.labels") or "").split("\n") if line.strip()]
    if lines and not _are_usual(lines):
        scale["labels"] = [from_line(line) for line in lines]
    return scale


def _are_usual(lines: list[str]) -> bool:
    ends = [on_a_line(_WORST), on_a_line(_BEST)]
    between = [on_a_line({"de": de, "en": en}) for de, en in _BETWEEN.get(len(lines), ())]
    numbered = all(line.lstrip("-").isdecimal() for line in lines[1:-1])
    return [lines[0], lines[-1]] == ends and (lines[1:-1] == between or numbered)


def scale_fields(scale: Mapping[str, Any]) -> dict[str, Any]:
    """The settings' values for a scale in full form."""
    lines = [on_a_line(scale["labels"][str(point)]) for point in points_of(scale)]
    return {"scale.min": scale["min"], "scale.max": scale["max"], "scale.labels": "\n".join(lines)}


def tone_of(scale: Mapping[str, Any], value: float) -> str:
    """``bad``, ``middle`` or ``good``: in which third of the scale a value lies."""
    share = (value - scale["min"]) / (scale["max"] - scale["min"])
    return "bad" if share < 1 / 3 else "middle" if share <= 2 / 3 else "good"
