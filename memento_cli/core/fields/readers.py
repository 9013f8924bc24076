"""Readers of single values in typed files, one for each kind of field."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from math import isfinite

from memento_cli.core.time.spans import DAY_SECONDS, span_days, span_text
from memento_cli.core.time.when import stored_moment

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime, tzinfo
    from typing import Any

    from memento_cli.core.fields.field import Field

    Reader = Callable[[Any, tzinfo], Any]
    """The value of a raw one in a file. ValueError or BadTime if it is not valid."""

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


def _flag(field: Field) -> Reader:
    def read(raw: Any, zone: tzinfo) -> bool:
        if not isinstance(raw, bool):
            raise ValueError(f"{_shown(raw)} is neither true nor false")
        return raw

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


def _table(field: Field) -> Reader:
    def read(raw: Any, zone: tzinfo) -> Mapping[str, Any]:
        if not isinstance(raw, Mapping):
            raise ValueError("not a table")
        return raw

    return read


def _range(field: Field) -> str:
    if field.low is None:
        return f"<= {field.high:g}"
    if field.high is None:
        return f">= {field.low:g}"
    return f"from {field.low:g} to {field.high:g}"


def _shown(raw: Any) -> str:
    text = repr(raw)
    return text if len(text) <= 60 else text[:57] + "..."


TEXTS = {str}
FREE = {"text": str, "flag": bool}
"""By kind, the type of which any value is valid, if the field is not required."""
READERS = {
    "text": _text,
    "texts": _texts,
    "number": _number,
    "whole": _whole,
    "flag": _flag,
    "scalar": _scalar,
    "moment": _moment,
    "span": _span,
    "choice": _choice,
    "table": _table,
}
