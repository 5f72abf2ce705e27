"""What a provider's strict mode asks of a schema: a sloppy one is refused here as it would be there."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


@lru_cache(maxsize=256)
def complaint(name: str, schema_text: str) -> str | None:
    """Return the first reason why a strict mode would refuse this schema (JSON text), or None.

    Held to: a plain name, an object at the root, every object closed, every property required.
    """
    if not _NAME.fullmatch(name):
        return f"the name {name!r} must be 1 to 64 letters, digits, '_' or '-'"
    schema = json.loads(schema_text or "{}")
    if schema.get("type") != "object":
        return "schema must have type 'object' at its root"
    return next(_complaints(schema, "schema"), None)


def _complaints(node: Any, path: str) -> Iterator[str]:
    if isinstance(node, list):
        for index, item in enumerate(node):
            yield from _complaints(item, f"{path}[{index}]")
    if not isinstance(node, dict):
        return
    if node.get("type") == "object" or "properties" in node:
        properties = node.get("properties", {})
        if node.get("additionalProperties") is not False:
            yield f"In {path}, 'additionalProperties' is required to be supplied and to be false"
        missing = set(properties) - set(node.get("required", ()))
        if missing:
            yield f"In {path}, 'required' must name every property; missing: {', '.join(sorted(missing))}"
        for key, child in properties.items():
            yield from _complaints(child, f"{path}.{key}")
    for key in ("items", "anyOf", "prefixItems"):
        yield from _complaints(node.get(key), f"{path}.{key}")
    for key, child in node.get("$defs", {}).items():
        yield from _complaints(child, f"{path}.$defs.{key}")
