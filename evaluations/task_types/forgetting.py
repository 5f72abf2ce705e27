"""An answer without its texts: they quote what was judged, and must be able to go."""

from typing import Any

WORDS = frozenset(
    {
        "winner", "vote", "supports", "label", "labels", "name", "feature_id", "feature_ids", "strength",
        "authenticity", "model_version", "prompt_version",
    }
)  # fmt: skip
"""Fields whose values are one of a few given words; all other texts are somebody's own."""


def without_texts(payload: Any, field: str = "") -> Any:
    """The same payload with texts emptied and lists of texts without entries; figures and words stay."""
    if isinstance(payload, dict):
        return {key: without_texts(value, key) for key, value in payload.items()}
    if field in WORDS:
        return payload
    if isinstance(payload, list):
        return [without_texts(value, field) for value in payload if not isinstance(value, str)]
    return "" if isinstance(payload, str) else payload
