"""The keys by which an item's features are named towards evaluators, and back."""

from collections.abc import Mapping, Sequence
from typing import Any

from evaluations.models import ItemFeature
from evaluations.scenarios.places import draw


def draw_keys(feature_ids: Sequence[int], *, seed: int, item: str) -> dict[int, str]:
    """``F1``, ``F2`` … for these features in an order drawn for the item, so that a key tells nothing."""
    drawn = sorted(feature_ids, key=lambda pk: (draw(seed, "feature", item, pk), pk))
    return {pk: f"F{number}" for number, pk in enumerate(drawn, start=1)}


def names_of(features: Sequence[ItemFeature]) -> dict[str, str]:
    """What an item's features can be called in recorded answers: key, external id or id, in this order
    of precedence, each leading to the key."""
    names: dict[str, str] = {}
    for row in features:
        names[str(row.feature_id)] = row.key
    for row in features:
        if row.feature.external_id:
            names[row.feature.external_id] = row.key
    for row in features:
        names[row.key] = row.key
    return names


def with_keys(payload: Any, names: Mapping[str, str]) -> Any:
    """The payload with every ``feature_id`` and ``feature_ids`` turned into keys; unknown ones stay."""
    if isinstance(payload, dict):
        return {key: _named(key, value, names) for key, value in payload.items()}
    if isinstance(payload, list):
        return [with_keys(entry, names) for entry in payload]
    return payload


def _named(key: str, value: Any, names: Mapping[str, str]) -> Any:
    if key == "feature_id":
        return names.get(str(value), value)
    if key == "feature_ids" and isinstance(value, list):
        return [names.get(str(entry), entry) for entry in value]
    return with_keys(value, names)
