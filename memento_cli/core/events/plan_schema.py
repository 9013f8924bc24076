"""The JSON Schema of a write plan, made from the forms of its items (`core/events/plans.py`)."""

from __future__ import annotations

from memento_cli.core.events.plans import COMMON, FORMS, PARTS, PAYLOAD, TURNS, WITH_PAYLOAD
from memento_cli.core.fields.field import Field
from memento_cli.core.fields.json_schema import head_of, strict

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any


NAME, TITLE = "plan", "What follows from events: states, preferences, feelings, links, threads"
UNSAID = ("$schema", "$id", "title", "description", "pattern", "additionalProperties")
"""The keys of a schema that a model can do without."""


def plan_schema(version: int) -> dict[str, Any]:
    """The schema of a whole plan, an object with a list for each sort of item."""
    turns = {"description": "The code of the prompt that it answers.", "type": "string"}
    lists = {part: {"type": "array", "items": _items(do)} for part, do in PARTS.items()}
    return {
        **head_of(NAME, TITLE, version),
        "type": "object",
        "properties": {TURNS: turns, **lists},
        "additionalProperties": False,
    }


def brief(schema: Any) -> Any:
    """A schema with only what a model needs: types, choices, ranges and what is required."""
    if isinstance(schema, list):
        return [brief(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    unsaid = (*UNSAID, *(["type"] if "enum" in schema else []))
    named = {key: value for key, value in schema.items() if key not in unsaid}
    return {
        key: {name: brief(one) for name, one in value.items()}
        if key == "properties"
        else brief(value)
        for key, value in named.items()
    }


def _items(do: str) -> dict[str, Any]:
    """The schema of the items of one list: one form, or one of several."""
    ops_by_form = dict[tuple[Field, ...], list[str]]()
    for (name, op), form in FORMS.items():
        if name == do:
            ops_by_form.setdefault(form, []).append(op)
    forms = [_form(do, ops, form) for form, ops in ops_by_form.items()]
    return forms[0] if len(forms) == 1 else {"anyOf": forms}


def _form(do: str, ops: list[str], form: tuple[Field, ...]) -> dict[str, Any]:
    """The schema of the items with one of these ops."""
    own = {field.path for field in form}
    schema = strict((*form, *(field for field in COMMON if field.path not in own)))
    if (do, ops[0]) in WITH_PAYLOAD:
        schema["properties"][PAYLOAD] = {"description": "Any keys.", "type": "object"}
    if any(ops):
        op = {"description": "What is done.", "type": "string", "enum": ops}
        schema["properties"] = {"op": op, **schema["properties"]}
        schema["required"] = ["op", *schema["required"]]
    return schema
