"""The strict view of a Pydantic model: what every provider's strict mode accepts.

Closed objects, all fields required, references written out, no limits of length or number
(they go into the descriptions, and the full local check enforces them).
"""

from typing import Any

from pydantic import BaseModel

_DROPPED = {
    "title", "default", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "minItems", "maxItems", "pattern", "format",
}  # fmt: skip


def strict_view(model: type[BaseModel]) -> dict[str, Any]:
    """The strict JSON schema of ``model``, fields in the order in which they are declared."""
    schema = model.model_json_schema(mode="validation")
    definitions = schema.pop("$defs", {})
    written_out: dict[str, Any] = _strict(schema, definitions)
    return written_out


def _strict(node: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(node, list):
        return [_strict(entry, definitions) for entry in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        target = dict(definitions[node["$ref"].rsplit("/", 1)[-1]])
        target.update({key: value for key, value in node.items() if key != "$ref"})
        return _strict(target, definitions)
    node = _with_enum(node)
    result = {
        key: _properties(value, definitions) if key == "properties" else _strict(value, definitions)
        for key, value in node.items()
        if key not in _DROPPED
    }
    limits = _limits_in_words(node)
    if limits:
        result["description"] = f"{result['description']} ({limits})" if "description" in result else limits
    if "properties" in node:
        result["additionalProperties"] = False
        result["required"] = list(node["properties"])
    return result


def _properties(properties: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    return {name: _strict(value, definitions) for name, value in properties.items()}


def _with_enum(node: dict[str, Any]) -> dict[str, Any]:
    """A list of one value is a list too: not every provider knows ``const``."""
    if "const" not in node:
        return node
    return {("enum" if key == "const" else key): value for key, value in node.items()} | {
        "enum": [node["const"]]
    }


def _limits_in_words(node: dict[str, Any]) -> str:
    if "minimum" in node and "maximum" in node:
        return f"{node['minimum']} - {node['maximum']}"
    if "maxLength" in node:
        return f"{node.get('minLength', 0)} - {node['maxLength']} characters"
    if "maxItems" in node:
        return f"{node.get('minItems', 0)} - {node['maxItems']} entries"
    return ""
