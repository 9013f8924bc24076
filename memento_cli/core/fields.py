"""Fields of typed files: each declared once, with its type, range and documentation.

Checking a file, its JSON Schema, the comments in `memento.toml` and the manual all come from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, tzinfo
from functools import cache
from itertools import groupby
from math import isfinite
from typing import Any, Literal, NamedTuple

from memento_cli.core.when import stored_moment
from memento_cli.errors import BadTime

Kind = Literal["text", "texts", "number", "whole", "flag", "moment", "choice", "tables"]
MISSING: Any = object()
WHOLE_LIMIT = 2**53
EMPTY: Mapping[str, Any] = {}


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


Checked = tuple[dict[str, Any], list[str]]
"""The values of fields by path, and every problem, each with the path it is at."""
Check = Callable[[Mapping[str, Any], tzinfo], Checked]
Reader = Callable[[Field, Any, tzinfo], Any]
Member = tuple[str, str, Field, Reader]
Table = tuple[tuple[str, ...], list[Member], list[str]]
"""The fields of one table, and what is to be said if there is no such table."""


def checked(fields: Sequence[Field], document: Mapping[str, Any], zone: tzinfo = UTC) -> Checked:
    """The values of the fields in a document, and every problem."""
    return checker(fields)(document, zone)


def checker(fields: Sequence[Field]) -> Check:
    """What does the same for many documents: the fields are sorted into their tables once."""
    defaults = {field.path: field.default for field in fields}
    tables = [_table(keys, tuple(group)) for keys, group in groupby(fields, key=_home)]

    def check(document: Mapping[str, Any], zone: tzinfo) -> Checked:
        values = defaults.copy()
        problems: list[str] = []
        for keys, members, lacking in tables:
            table = _table_at(document, keys)
            if table is EMPTY:
                problems += lacking
            elif isinstance(table, dict):
                _read_into(values, problems, table, members, zone)
            else:
                wrong = f"{lookup(document, keys)[1] or '.'.join(keys)}: not a table"
                problems += [] if wrong in problems else [wrong]
        return values, problems

    return check


def _read_into(
    values: dict[str, Any],
    problems: list[str],
    table: dict[str, Any],
    members: Sequence[Member],
    zone: tzinfo,
) -> None:
    for key, path, field, read in members:
        raw = table.get(key, MISSING)
        if raw is not MISSING:
            try:
                values[path] = read(field, raw, zone)
            except (ValueError, BadTime) as problem:
                problems += _told(field, problem)
        elif field.required:
            problems.append(f"missing {path}")


def _home(field: Field) -> tuple[str, ...]:
    return field.keys[:-1]


def _table(keys: tuple[str, ...], fields: tuple[Field, ...]) -> Table:
    members = [(field.keys[-1], field.path, field, _reader(field)) for field in fields]
    return keys, members, [f"missing {field.path}" for field in fields if field.required]


def _table_at(here: Any, keys: Sequence[str]) -> Any:
    """What stands in the place of a table; where nothing does, an empty one."""
    for key in keys:
        if not isinstance(here, dict):
            break
        here = here.get(key, EMPTY)
    return here


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
    try:
        return _reader(field)(field, raw, zone), []
    except (ValueError, BadTime) as problem:
        return field.default, _told(field, problem)


class _BadRows(ValueError):
    """What is wrong with the entries of a list of tables: each problem with its place."""


def _told(field: Field, problem: Exception) -> list[str]:
    rows = problem.args if isinstance(problem, _BadRows) else [f": {problem}"]
    return [field.path + row for row in rows]


def _reader(field: Field) -> Reader:
    return _rows_reader(checker(field.of)) if field.kind == "tables" else READERS[field.kind]


def _rows_reader(check: Check) -> Reader:
    def read(field: Field, raw: Any, zone: tzinfo) -> Any:
        rows: list[dict[str, Any]] = []
        bad: list[str] = []
        for nth, entry in enumerate(raw if isinstance(raw, list) else [None]):
            if not isinstance(entry, dict):
                raise ValueError("not a list of tables")
            values, problems = check(entry, zone)
            rows.append(values)
            bad += [f"[{nth}].{problem}" for problem in problems]
        if bad:
            raise _BadRows(*bad)
        return tuple(rows)

    return read


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
    kind, low, high, above = type(raw), field.low, field.high, field.above
    if kind is not float and kind is not int:  # true and false are not
        raise ValueError(f"{_shown(raw)} is not a number")
    if not (isfinite(raw) if kind is float else abs(raw) < WHOLE_LIMIT):
        raise ValueError(f"{_shown(raw)} is not finite")
    if above is not None and not raw > above:
        raise ValueError(f"must be > {above:g}, not {_shown(raw)}")
    if (low is not None and raw < low) or (high is not None and raw > high):
        raise ValueError(f"must be {_range(field)}, not {_shown(raw)}")
    return float(raw)


def _whole(field: Field, raw: Any, zone: tzinfo) -> int:
    if isinstance(raw, float):
        raise ValueError(f"{raw!r} is not a whole number")
    return int(_number(field, raw, zone))


def _flag(field: Field, raw: Any, zone: tzinfo) -> bool:
    if not isinstance(raw, bool):
        raise ValueError(f"{_shown(raw)} is neither true nor false")
    return raw


def _moment(field: Field, raw: Any, zone: tzinfo) -> datetime:
    if isinstance(raw, date):
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
