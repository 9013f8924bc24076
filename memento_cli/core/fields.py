"""Fields of typed files: each declared once, with its type, range and documentation.

Checking a file, its JSON Schema, the comments in `memento.toml` and the manual all come from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, tzinfo
from functools import cache
from math import isfinite
from typing import Any, Literal, NamedTuple

from memento_cli.core.when import stored_moment
from memento_cli.errors import BadTime

Kind = Literal["text", "texts", "number", "whole", "flag", "moment", "choice", "tables"]
MISSING: Any = object()
WHOLE_LIMIT = 2**53


class Field(NamedTuple):
    """One key. `written` ones stand in a new file even with their default value."""

    path: str
    kind: Kind
    doc: str
    default: Any = None
    required: bool = False
    written: bool = False
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    above: float | None = None
    of: tuple[Field, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The path, part by part."""
        return _parts(self.path)


@cache
def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.split("."))


def checked(
    fields: Sequence[Field], document: Mapping[str, Any], zone: tzinfo = UTC
) -> tuple[dict[str, Any], list[str]]:
    """The values of the fields by path, and every problem, each with the path it is at."""
    values: dict[str, Any] = {}
    problems: list[str] = []
    for field in fields:
        raw, wrong = lookup(document, field.keys)
        if wrong and (problem := f"{wrong}: not a table") not in problems:
            problems.append(problem)
        value, found = value_of(field, raw, zone)
        values[field.path] = value
        problems += [] if wrong else found
    return values, problems


def lookup(document: Mapping[str, Any], keys: Sequence[str]) -> tuple[Any, str]:
    """The value at a path (or MISSING), and the part of the path that should be a table, if any."""
    here: Any = document
    for depth, key in enumerate(keys):
        if not isinstance(here, dict):
            return MISSING, ".".join(keys[:depth])
        here = here.get(key, MISSING)
        if here is MISSING:
            return MISSING, ""
    return here, ""


def value_of(field: Field, raw: Any, zone: tzinfo = UTC) -> tuple[Any, list[str]]:
    """The checked value of one field, and what is wrong with it."""
    if raw is MISSING:
        return field.default, [f"missing {field.path}"] if field.required else []
    if field.kind == "tables":
        return _tables(field, raw, zone)
    try:
        return READERS[field.kind](field, raw, zone), []
    except (ValueError, BadTime) as problem:
        return field.default, [f"{field.path}: {problem}"]


def _tables(field: Field, raw: Any, zone: tzinfo) -> tuple[Any, list[str]]:
    if not isinstance(raw, list) or not all(isinstance(entry, Mapping) for entry in raw):
        return (), [f"{field.path}: not a list of tables"]
    rows, problems = [], []
    for place, entry in enumerate(raw):
        values, found = checked(field.of, entry, zone)
        rows.append(values)
        problems += [f"{field.path}[{place}].{problem}" for problem in found]
    return tuple(rows), problems


def _text(field: Field, raw: Any, zone: tzinfo) -> str:
    if not isinstance(raw, str):
        raise ValueError(f"{_shown(raw)} is not text")
    if field.required and not raw.strip():
        raise ValueError("is empty")
    return raw


def _texts(field: Field, raw: Any, zone: tzinfo) -> tuple[str, ...]:
    if not isinstance(raw, list) or not all(isinstance(entry, str) for entry in raw):
        raise ValueError(f"{_shown(raw)} is not a list of texts")
    return tuple(raw)


def _number(field: Field, raw: Any, zone: tzinfo) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        raise ValueError(f"{_shown(raw)} is not a number")
    if not (isfinite(raw) if isinstance(raw, float) else abs(raw) < WHOLE_LIMIT):
        raise ValueError(f"{_shown(raw)} is not finite")
    if field.above is not None and not raw > field.above:
        raise ValueError(f"must be > {field.above:g}, not {_shown(raw)}")
    if (field.low is not None and raw < field.low) or (field.high is not None and raw > field.high):
        raise ValueError(f"must be {_range(field)}, not {_shown(raw)}")
    return float(raw) if field.kind == "number" else raw


def _whole(field: Field, raw: Any, zone: tzinfo) -> int:
    if isinstance(raw, float):
        raise ValueError(f"{raw!r} is not a whole number")
    return int(_number(field, raw, zone))


def _flag(field: Field, raw: Any, zone: tzinfo) -> bool:
    if not isinstance(raw, bool):
        raise ValueError(f"{_shown(raw)} is neither true nor false")
    return raw


def _moment(field: Field, raw: Any, zone: tzinfo) -> datetime:
    if isinstance(raw, datetime | date):
        return stored_moment(raw.isoformat(), zone)
    return stored_moment(_text(field, raw, zone), zone)


def _choice(field: Field, raw: Any, zone: tzinfo) -> str:
    if raw not in field.choices:
        raise ValueError(f"{_shown(raw)} is not one of {', '.join(field.choices)}")
    return str(raw)


READERS = {
    "text": _text,
    "texts": _texts,
    "number": _number,
    "whole": _whole,
    "flag": _flag,
    "moment": _moment,
    "choice": _choice,
}


def _range(field: Field) -> str:
    if field.low is None:
        return f"<= {field.high:g}"
    if field.high is None:
        return f">= {field.low:g}"
    return f"from {field.low:g} to {field.high:g}"


def _shown(raw: Any) -> str:
    text = repr(raw)
    return text if len(text) <= 60 else text[:57] + "..."
