"""Keys of a memory's file as people type them: `--set affect.valence=0.4`, `--link cause_of:ID`."""

from __future__ import annotations

from datetime import date, datetime

from memento_cli.core.fields.checks import value_of
from memento_cli.core.memory.memory import RELATIONS, Link, trimmed
from memento_cli.core.security.trust import TRUST
from memento_cli.core.text.normal_forms import nearest
from memento_cli.core.time.when import iso
from memento_cli.errors import BadValue, Usage
from memento_cli.store.records.memory_fields import FIELDS, MORE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from memento_cli.core.fields.field import Field

OPTIONS = {
    "person": "person",
    "created": "at",
    "kind": "kind",
    "source": "source",
    "privacy": "privacy",
    "pinned": "pin",
    "importance": "importance",
    "project": "project",
    "session": "session",
    "content.summary": "editor",
    "content.detail": "detail",
    "content.significance": "significance",
    "tags.topics": "topic",
    "tags.people": "with",
    "tags.outcome": "outcome",
    "fade.half_life_days": "fade half-life=30",
    "fade.min_strength": "fade floor=.2",
}
AGENT, INITIAL = "memory.agent", "memory.strength.initial"
"""Keys that a new memory takes by --set alone, although its draft has a place for them."""
DETAIL = "memory.content.detail"
"""The key whose text has lines, of which the first may be indented."""
SHORT = {"trust": TRUST.removeprefix("memory.")}
"""Keys that are known by their last word, too."""
FIXED = {
    "memory.id": "it is the file's name and does not change",
    "memory.log": "the journal tells it",
    "memory.links": "record has --link; or `memento edit ID` in an editor",
    "memory.strength.current": "set strength.initial",
}


def more_of(pairs: Sequence[str]) -> dict[str, Any]:
    """The values of `record --set`, checked, by path: what no other option says."""
    values = {}
    for pair in pairs:
        field, raw = _field_and_value(pair)
        if field not in MORE and field.path not in (AGENT, INITIAL):
            key = field.path.removeprefix("memory.")
            raise Usage(f"{key} has an option of its own", f"use --{OPTIONS.get(key, 'help')}")
        values[field.path] = _checked(field, raw)
    return values


def keys_of(
    pairs: Sequence[str], removed: Sequence[str], moment: Callable[[str], datetime]
) -> dict[str, Any]:
    """The keys that `edit --set` and `--unset` name, as they stand in a file; None removes one.

    `moment` reads a time as a person types it.
    """
    keys: dict[str, Any] = {}
    for pair in pairs:
        field, raw = _field_and_value(pair)
        raw = iso(moment(raw)) if field.kind == "moment" else raw
        value = _checked(field, raw)
        value = list(value) if isinstance(value, tuple) else value
        if isinstance(raw, int) or field.kind == "span":  # 200 is written as 200, not as 200.0
            value = raw
        keys[field.path] = iso(value) if isinstance(value, datetime) else value
    for name in removed:
        field = _field(name)
        if field.required:
            raise Usage(f"{field.path} cannot be removed")
        keys[field.path] = None
    return keys


def key_of(name: str, value: str) -> dict[str, Any]:
    """One key that an option of its own sets."""
    field = _field(name)
    return {field.path: _checked(field, value)}


def links_of(texts: Sequence[str]) -> list[Link]:
    """Relations as `REL:ID`."""
    links = []
    for text in texts:
        rel, colon, target = text.partition(":")
        if not colon or rel not in RELATIONS or not target:
            raise Usage(f"--link {text!r} is not REL:ID", "REL is one of " + ", ".join(RELATIONS))
        links.append(Link(rel, target))
    return links


def _field_and_value(pair: str) -> tuple[Field, Any]:
    name, sign, text = pair.partition("=")
    if not sign:
        raise Usage(f"{pair!r} is not KEY=VALUE", "as in --set content.summary='A better one'")
    field = _field(name.strip())
    return field, _typed(field, trimmed(text) if field.path == DETAIL else text.strip())


def _field(name: str) -> Field:
    key = SHORT.get(name, name.removeprefix("memory."))
    if f"memory.{key}" in FIXED:
        raise Usage(f"{key} is not set by hand", FIXED[f"memory.{key}"])
    fields = {field.path.removeprefix("memory."): field for field in FIELDS}
    if key not in fields:
        near = nearest(key, fields)
        hint = f"did you mean {near[0]}?" if near else "`memento help file-format` lists them"
        raise Usage(f"there is no key {name!r}", hint)
    return fields[key]


def _typed(field: Field, text: str) -> Any:
    """What is typed, in the key's type: text needs no quotes, a list may be written with commas."""
    if field.kind == "texts" and not text.startswith("["):
        return [part.strip() for part in text.split(",") if part.strip()]
    if field.kind in ("text", "choice", "moment", "span"):
        return text
    from tomllib import TOMLDecodeError, loads

    number = f"0{text}" if text[:1] == "." else text  # TOML has no .5
    try:
        value = loads(f"value = {number}")["value"]
    except TOMLDecodeError:
        return text
    return value.isoformat() if isinstance(value, date) else value


def _checked(field: Field, raw: Any) -> Any:
    value, problems = value_of(field, raw)
    if problems:
        raise BadValue(problems[0].removeprefix("memory."))
    return value
