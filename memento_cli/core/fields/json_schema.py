"""JSON Schema (2020-12) of typed files, made from the declarations of their fields."""

from __future__ import annotations

from memento_cli.core.time.when import span_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from memento_cli.core.fields.field import Field


DIALECT = "https://json-schema.org/draft/2020-12/schema"
MOMENT = r"^\d{4}-\d\d-\d\d([Tt ].*)?$"
SPAN = r"^\s*(never|(\d+(\.\d*)?|\.\d+)[smhdw])\s*$"
NOT_BLANK = r"\S"
BOUNDS = ("minimum", "maximum", "exclusiveMinimum")
TYPES = {
    "text": "string",
    "choice": "string",
    "moment": "string",
    "span": "string",
    "number": "number",
    "whole": "integer",
    "flag": "boolean",
    "scalar": ["string", "number", "boolean"],
    "texts": "array",
    "table": "object",
    "tables": "array",
}


def json_schema(fields: Sequence[Field], name: str, title: str, version: int) -> dict[str, Any]:
    """The schema of a document with these fields; other keys are allowed."""
    return head_of(name, title, version) | _table(fields)


def head_of(name: str, title: str, version: int) -> dict[str, Any]:
    """What every schema begins with."""
    return {"$schema": DIALECT, "$id": f"urn:memento:schema:{name}:{version}", "title": title}


def loose(fields: Sequence[Field]) -> dict[str, Any]:
    """The schema of an object with these fields, and any others."""
    return _table(fields)


def strict(fields: Sequence[Field]) -> dict[str, Any]:
    """The schema of an object with these fields and no others, in few words: what is said by
    saying nothing is left out."""
    return _closed(_table(fields))


def _closed(table: Mapping[str, Any]) -> dict[str, Any]:
    properties = {
        key: _closed(schema) if "properties" in schema else _brief(schema)
        for key, schema in table["properties"].items()
    }
    others = table["additionalProperties"]
    closed = False if others is True else others
    return {**table, "properties": properties, "additionalProperties": closed}


def _brief(schema: Mapping[str, Any]) -> dict[str, Any]:
    brief = {key: one for key, one in schema.items() if key != "default" or one}
    items = brief.get("items", {})
    return brief | ({"items": _closed(items)} if "properties" in items else {})


def _table(fields: Sequence[Field]) -> dict[str, Any]:
    """The fields as nested objects; a table with a required key is itself required.

    A field called `*` stands for all other keys of its table.
    """
    root = _object()
    for field in fields:
        table = root
        for key in field.keys[:-1]:
            if field.required:
                _require(table, key)
            table = table["properties"].setdefault(key, _object())
        if field.keys[-1] == "*":
            table["additionalProperties"] = _value(field)
            continue
        table["properties"][field.keys[-1]] = _value(field)
        if field.required:
            _require(table, field.keys[-1])
    return root


def _object() -> dict[str, Any]:
    return {"type": "object", "properties": {}, "additionalProperties": True}


def _require(table: dict[str, Any], key: str) -> None:
    table["required"] = list(dict.fromkeys([*table.get("required", []), key]))


def _value(field: Field) -> dict[str, Any]:
    schema: dict[str, Any] = {"description": field.doc} if field.doc else {}
    if field.kind in TYPES:
        schema["type"] = TYPES[field.kind]
    match field.kind:
        case "choice":
            schema["enum"] = list(field.choices)
        case "moment":
            schema["pattern"] = MOMENT
        case "span":
            schema["pattern"] = SPAN
        case "text" if field.required:
            schema["pattern"] = NOT_BLANK
        case "texts":
            schema["items"] = {"type": "string"}
        case "tables":
            schema["items"] = _table(field.of)
    if field.kind != "span":
        limits = zip(BOUNDS, (field.low, field.high, field.above), strict=True)
        schema |= {name: limit for name, limit in limits if limit is not None}
    if field.default is not None:
        default = span_text(field.default) if field.kind == "span" else field.default
        schema["default"] = _plain(default)
    return schema


def _plain(value: Any) -> Any:
    return [_plain(entry) for entry in value] if isinstance(value, tuple) else value
