"""What a call means, where a model's usual slips leave no doubt of it.

Models write a number in quotes, one text where a list is meant, a list as JSON in a text, null or
nothing for what they do not say. Each such refusal would cost a turn, so what can mean only one
thing is understood. Everything else is left as it was said, for the check to refuse.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from json import dumps, loads
from typing import TYPE_CHECKING, Any

from memento_cli.core.time.typed_times import CENTURIES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from memento_cli.core.fields.field import Field

    Reading = Callable[[Field, Any], Any]

MOST = 10**15
NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?")
TRUTHS = {"true": True, "false": False}
LIST, OBJECT = "[", "{"
PARTS = 2
"""Of the path of a field within a table."""
UNIX_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
UNIX_DIGITS = {10: timedelta(seconds=1), 13: timedelta(milliseconds=1)}


def without_null(said: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is null, by which many models say that they say nothing."""
    return {
        key: without_null(one)
        if isinstance(one, dict)
        else [without_null(row) if isinstance(row, dict) else row for row in one]
        if isinstance(one, list)
        else one
        for key, one in said.items()
        if one is not None
    }


def understood(fields: Sequence[Field], said: Mapping[str, Any]) -> dict[str, Any]:
    """A call, or a row of one, in the types of its fields, as far as it can mean only that."""
    paths = {field.path: field for field in fields}
    meant = _in_place(fields, said)
    for key, raw in meant.copy().items():
        if field := paths.get(key):
            meant[key] = READINGS.get(field.kind, _as_said)(field, raw)
            if not field.required and _is_blank(field, raw):
                del meant[key]
        elif inner := [one for one in fields if one.keys[0] == key]:
            table = _from_json(raw, OBJECT)
            own = [one._replace(path=".".join(one.keys[1:])) for one in inner]
            meant[key] = understood(own, table) if isinstance(table, dict) else table
    return meant


def unix_moment(text: str) -> datetime | None:
    """The moment of seconds or milliseconds since 1970, as programs write it; None for another
    text, also for a day and an hour in one number (2025020114)."""
    said = text.strip()
    if not (said.isascii() and said.isdecimal() and len(said) in UNIX_DIGITS):
        return None
    if said[:2] in CENTURIES and "01" <= said[4:6] <= "12" and "01" <= said[6:8] <= "31":
        return None
    return UNIX_EPOCH + int(said) * UNIX_DIGITS[len(said)]


def _in_place(fields: Sequence[Field], said: Mapping[str, Any]) -> dict[str, Any]:
    """What is said, by the names of the fields: an alias is its field, and what is said as
    `filters.tags` stands in the table `filters`."""
    tables = {field.keys[0] for field in fields if len(field.keys) > 1}
    known = tables.union(field.path for field in fields if len(field.keys) == 1)
    meant = {key: one for key, one in said.items() if key in known}
    for key, raw in said.items():
        if key in known:
            continue
        found = [one.keys for one in fields if key in (one.path, *one.aliases)]
        if len(found) != 1 or len(found[0]) > PARTS:
            meant[key] = raw
            continue
        *outer, last = found[0]
        table = meant if not outer else _from_json(meant.get(outer[0]) or {}, OBJECT)
        if not isinstance(table, dict) or last in table:
            meant[key] = raw
        elif outer:
            meant[outer[0]] = {**table, last: raw}
        else:
            meant[last] = raw
    return meant


def _is_blank(field: Field, raw: Any) -> bool:
    """Whether a text says nothing where nothing need be said."""
    return isinstance(raw, str) and not raw.strip() and field.kind not in ("any", "scalar")


def _from_json(raw: Any, opening: str) -> Any:
    """The list or object that a text holds as JSON, without null; else what was said."""
    if not isinstance(raw, str) or not raw.lstrip().startswith(opening):
        return raw
    try:
        found = loads(raw)
        return without_null({opening: found}).get(opening)
    except (ValueError, RecursionError):
        return raw


def _as_said(field: Field, raw: Any) -> Any:
    return raw


def _text(field: Field, raw: Any) -> Any:
    """A number is a text of its digits, and a list of one text is that text."""
    if isinstance(raw, list) and len(raw) == 1:
        (raw,) = raw
    return dumps(raw) if _is_number(raw) else raw


def _texts(field: Field, raw: Any) -> Any:
    """One text is a list of it; words between commas are several."""
    found = _from_json(raw, LIST)
    if isinstance(found, str):
        words = [word.strip() for word in found.split(",")]
        is_one = len(words) == 1
        found = words if is_one or all(len(word.split()) == 1 for word in words) else found
    elif _is_number(found):
        found = [found]
    if not isinstance(found, list):
        return found
    return [dumps(one) if _is_number(one) else one for one in found]


def _number(field: Field, raw: Any) -> Any:
    return loads(raw) if isinstance(raw, str) and NUMBER.fullmatch(raw.strip()) else raw


def _whole(field: Field, raw: Any) -> Any:
    number = _number(field, raw)
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _flag(field: Field, raw: Any) -> Any:
    return TRUTHS.get(raw.strip().lower(), raw) if isinstance(raw, str) else raw


def _choice(field: Field, raw: Any) -> Any:
    """One of the choices, in whatever case, with hyphens or spaces for underscores."""
    alike = {_plain(choice): choice for choice in field.choices}
    return alike.get(_plain(raw), raw) if isinstance(raw, str) else raw


def _table(field: Field, raw: Any) -> Any:
    return _from_json(raw, OBJECT)


def _tables(field: Field, raw: Any) -> Any:
    """One row is a list of it; where a row needs one text alone, a text is a row."""
    rows = _from_json(_from_json(raw, LIST), OBJECT)
    rows = [rows] if isinstance(rows, dict) else rows
    if not isinstance(rows, list):
        return rows
    needed = [one.path for one in field.of if one.required]
    texts = isinstance(rows, list) and len(needed) == 1
    return [
        understood(field.of, row)
        if isinstance(row, dict)
        else {needed[0]: row}
        if texts and isinstance(row, str)
        else row
        for row in rows
    ]


def _is_number(raw: Any) -> bool:
    """Whether it is a number that somebody may have meant."""
    return type(raw) in (int, float) and abs(raw) < MOST


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+", "_", text.strip().lower())


READINGS: Mapping[str, Reading] = {
    "text": _text,
    "texts": _texts,
    "number": _number,
    "whole": _whole,
    "flag": _flag,
    "choice": _choice,
    "table": _table,
    "tables": _tables,
}
"""By the kind of a field, how what is said of it is read."""
