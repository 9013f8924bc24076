"""Documents with declared fields: read their values, check them, and list the problems.

Each kind of field has a reader of single values (`READERS`).
"""

from __future__ import annotations

from datetime import UTC, date
from math import isfinite

from memento_cli.core.time.when import DAY_SECONDS, span_days, span_text, stored_moment
from memento_cli.errors import BadTime
from memento_cli.standard import Mapping

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime, tzinfo
    from typing import Any

    from memento_cli.core.fields.field import Field

    Reader = Callable[[Any, tzinfo], Any]
    """The value of a raw one in a file. ValueError or BadTime if it is not valid."""
    Checked = tuple[dict[str, Any], list[str]]
    """The values of fields by path, and every problem, each with the path it is at."""

    Check = Callable[[Mapping[str, Any], tzinfo], Checked]

    Plan = dict[str, Any]
    """By the key of a table: a field's `Entry`, or the plan of a nested table."""
    Entry = tuple[str, type | None, Reader]
    """A field's path, the type of which any value is valid, if there is one, and its reader."""


WHOLE_LIMIT = 2**53


def _text(field: Field) -> Reader:
    required = field.required

    def read(raw: Any, zone: tzinfo) -> str:
        if not isinstance(raw, str):
            raise ValueError(f"{_shown(raw)} is not text")
        if required and (not raw or raw.isspace()):
            raise ValueError("is empty")
        return raw

    return read


def _texts(field: Field) -> Reader:
    def read(raw: Any, zone: tzinfo) -> tuple[str, ...]:
        if not isinstance(raw, list) or not TEXTS.issuperset(map(type, raw)):
            raise ValueError(f"{_shown(raw)} is not a list of texts")
        return tuple(raw)

    return read


def _of_type(type_: type, problem: str) -> Callable[[Field], Reader]:
    """The reader of any value of a type; `{}` in the problem stands for another value."""

    def read(raw: Any, zone: tzinfo) -> Any:
        if not isinstance(raw, type_):
            raise ValueError(problem.format(_shown(raw)))
        return raw

    return lambda field: read


def _number(field: Field) -> Reader:
    low, high, above = field.low, field.high, field.above

    def read(raw: Any, zone: tzinfo) -> float:
        kind = type(raw)
        if kind is not float and kind is not int:  # true and false are not
            raise ValueError(f"{_shown(raw)} is not a number")
        if not (isfinite(raw) if kind is float else abs(raw) < WHOLE_LIMIT):
            raise ValueError(f"{_shown(raw)} is not finite")
        if above is not None and not raw > above:
            raise ValueError(f"must be > {above:g}, not {_shown(raw)}")
        if (low is not None and raw < low) or (high is not None and raw > high):
            raise ValueError(f"must be {_range(field)}, not {_shown(raw)}")
        return float(raw)

    return read


def _whole(field: Field) -> Reader:
    number = _number(field)

    def read(raw: Any, zone: tzinfo) -> int:
        if isinstance(raw, float):
            raise ValueError(f"{raw!r} is not a whole number")
        return int(number(raw, zone))

    return read


def _scalar(field: Field) -> Reader:
    number = _number(field)

    def read(raw: Any, zone: tzinfo) -> str | int | float | bool:
        if not isinstance(raw, str | int | float):
            raise ValueError(f"{_shown(raw)} is neither text nor a number, true or false")
        if not isinstance(raw, str | bool):
            number(raw, zone)
        return raw

    return read


def _moment(field: Field) -> Reader:
    text = _text(field)

    def read(raw: Any, zone: tzinfo) -> datetime:
        return stored_moment(raw.isoformat() if isinstance(raw, date) else text(raw, zone), zone)

    return read


def _span(field: Field) -> Reader:
    text, high = _text(field), field.high
    shortest = 1 if field.low is None else field.low * DAY_SECONDS

    def read(raw: Any, zone: tzinfo) -> float:
        days = span_days(text(raw, zone))  # `never` is without end
        if days * DAY_SECONDS < shortest:
            raise ValueError(f"must be a second or more, not {_shown(raw)}")
        if high is not None and days > high:
            raise ValueError(f"must be at most {span_text(high)}, not {_shown(raw)}")
        return days

    return read


def _choice(field: Field) -> Reader:
    choices = field.choices

    def read(raw: Any, zone: tzinfo) -> str:
        if raw not in choices:
            raise ValueError(f"{_shown(raw)} is not one of {', '.join(choices)}")
        return str(raw)

    return read


def _range(field: Field) -> str:
    if field.low is None:
        return f"<= {field.high:g}"
    if field.high is None:
        return f">= {field.low:g}"
    return f"from {field.low:g} to {field.high:g}"


def _as_json(raw: Any) -> str:
    """A value as who writes JSON or TOML knows it: [null], true."""
    from json import dumps

    return dumps(raw, ensure_ascii=False, default=str)


def _shown(raw: Any) -> str:
    text = _as_json(raw) if isinstance(raw, list | dict | bool) else repr(raw)
    return text if len(text) <= 60 else text[:57] + "..."


TEXTS = {str}
FREE = {"text": str, "flag": bool}
"""By kind, the type of which any value is valid, if the field is not required."""
READERS = {
    "text": _text,
    "texts": _texts,
    "number": _number,
    "whole": _whole,
    "flag": _of_type(bool, "{} is neither true nor false"),
    "scalar": _scalar,
    "moment": _moment,
    "span": _span,
    "choice": _choice,
    "table": _of_type(Mapping, "not a table"),
    "any": _of_type(object, ""),
}


MISSING: Any = object()


def checked(fields: Sequence[Field], document: Mapping[str, Any], zone: tzinfo = UTC) -> Checked:
    """The values of the fields in a document, and all problems."""
    return checker(fields)(document, zone)


def checker(fields: Sequence[Field]) -> Check:
    """A `checked` of these fields for many documents; the plan of their tables is made only once.

    Most documents have no problem; one that has is read again to find all.
    """
    defaults = {field.path: field.default for field in fields}
    required = [field.path for field in fields if field.required]
    start = defaults | dict.fromkeys(required)
    plan = _plan(fields)

    def check(document: Mapping[str, Any], zone: tzinfo) -> Checked:
        values = start.copy()
        try:
            _read_table(values, document, plan, zone)
        except (ValueError, BadTime):
            return _with_problems(fields, document, zone)
        for path in required:
            if values[path] is None:
                return _with_problems(fields, document, zone)
        return values, []

    return check


def _plan(fields: Sequence[Field]) -> Plan:
    plan: Plan = {}
    for field in fields:
        table = plan
        for key in field.keys[:-1]:
            table = table.setdefault(key, {})
        free = None if field.required else FREE.get(field.kind)
        table[field.keys[-1]] = (field.path, free, reader_of(field))
    return plan


def _read_table(values: dict[str, Any], table: Mapping[str, Any], plan: Plan, zone: tzinfo) -> None:
    """Read the values of a table; the first problem is raised."""
    for key, raw in table.items():
        entry = plan.get(key)
        if type(entry) is tuple:
            path, free, read = entry
            values[path] = raw if type(raw) is free else read(raw, zone)
        elif entry and type(raw) is dict:
            _read_table(values, raw, entry, zone)
        elif entry:
            raise ValueError("not a table")


def _with_problems(fields: Sequence[Field], document: Mapping[str, Any], zone: tzinfo) -> Checked:
    """The values that can be read, and the problems of the others, in the fields' order."""
    values: dict[str, Any] = {}
    problems: list[str] = []
    for field in fields:
        raw, no_table = lookup(document, field.keys)
        if no_table:
            values[field.path] = field.default
            problem = f"{no_table}: not a table"
            problems += [] if problem in problems else [problem]
        else:
            values[field.path], found = value_of(field, raw, zone)
            problems += found
    return values, problems


def lookup(document: Mapping[str, Any], keys: Sequence[str]) -> tuple[Any, str]:
    """The value at a path (or MISSING), and the part of the path that should be a table, if any."""
    value: Any = document
    for depth, key in enumerate(keys):
        if not isinstance(value, dict):
            return MISSING, ".".join(keys[:depth])
        value = value.get(key, MISSING)
        if value is MISSING:
            return MISSING, ""
    return value, ""


def value_of(field: Field, raw: Any, zone: tzinfo = UTC) -> tuple[Any, list[str]]:
    """The checked value of one field, and its problems."""
    if raw is MISSING:
        return field.default, [f"missing {field.path}"] if field.required else []
    try:
        return reader_of(field)(raw, zone), []
    except _BadRows as problem:
        return field.default, [_in_row(field.path, *row) for row in problem.args]
    except (ValueError, BadTime) as problem:
        return field.default, [f"{field.path}: {problem}"]


class _BadRows(ValueError):
    """The problems of the rows of a list of tables, each with the row's index."""


def _in_row(path: str, index: int, problem: str) -> str:
    """A problem of a row, with the whole path of the field that has it."""
    missing = "missing " if problem.startswith("missing ") else ""
    return f"{missing}{path}[{index}].{problem.removeprefix(missing)}"


def reader_of(field: Field) -> Reader:
    """The function that reads and checks the raw value of one field."""
    return _rows_reader(checker(field.of)) if field.kind == "tables" else READERS[field.kind](field)


def _rows_reader(check: Check) -> Reader:
    def read(raw: Any, zone: tzinfo) -> tuple[dict[str, Any], ...]:
        rows: list[dict[str, Any]] = []
        problems_of_rows: list[tuple[int, str]] = []
        for index, entry in enumerate(raw if isinstance(raw, list) else [None]):
            if not isinstance(entry, dict):
                raise ValueError("not a list of tables")
            values, problems = check(entry, zone)
            rows.append(values)
            problems_of_rows += [(index, problem) for problem in problems]
        if problems_of_rows:
            raise _BadRows(*problems_of_rows)
        return tuple(rows)

    return read
