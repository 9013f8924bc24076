"""Memories as rows of CSV (RFC 4180), a column for each key of a memory's file.

A cell that a spreadsheet would evaluate as a formula gets an apostrophe before it (OWASP, CSV
Injection), which an import takes off again; `raw` rows have none.
"""

from __future__ import annotations

import csv
from datetime import UTC
from io import StringIO

from memento_cli.core.fields.checks import MISSING, lookup
from memento_cli.core.memory.memory import stability_of, strength_at
from memento_cli.core.text.normal_forms import FORMULAS
from memento_cli.errors import BadData
from memento_cli.store.files.strict_json import dumped, loaded
from memento_cli.store.records.memories import memory_codec
from memento_cli.store.records.memory_fields import FIELDS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.fields.field import Field
    from memento_cli.core.memory.memory import Memory


SCHEMA, RAW = "1", "1 raw"
SCHEMA_COLUMN, STRENGTH, STABILITY = "schema", "strength", "stability"
QUOTE = "'"
QUOTED_STARTS = (*FORMULAS, "\t", "\r", "\n", QUOTE)
"""Beginnings of a cell that gets an apostrophe before it."""
OMITTED = "memory.log"


def _column_name(field: Field) -> str:
    name = field.path.removeprefix("memory.")
    return name.removeprefix("content.").removeprefix("tags.")


FIELD_COLUMNS = {_column_name(field): field for field in FIELDS if field.path != OMITTED}
COLUMNS = (SCHEMA_COLUMN, STRENGTH, *FIELD_COLUMNS, STABILITY)
"""The schema, the keys of the file, and strength and stability now, which are not read back."""


def csv_head() -> str:
    """The row of column names."""
    return _line(COLUMNS)


def csv_row(memory: Memory, now: datetime, *, raw: bool = False) -> str:
    """A memory as a row, with its line end."""
    data = memory_codec(UTC).data(memory)
    values = ((lookup(data, field.keys)[0], field) for field in FIELD_COLUMNS.values())
    cells = (
        _cell(MISSING if value == "" == field.default else value, raw) for value, field in values
    )
    stability = stability_of(memory)
    days = "" if stability is None else f"{stability:.3f}"
    return _line((RAW if raw else SCHEMA, f"{strength_at(memory, now):.3f}", *cells, days))


def csv_data(row: Mapping[str, str], where: str) -> dict[str, Any]:
    """A memory's document from a row that memento wrote; BadData names all unreadable cells."""
    raw = row[SCHEMA_COLUMN] == RAW
    data: dict[str, Any] = {}
    problems: list[str] = []
    for name, field in FIELD_COLUMNS.items():
        cell = row.get(name) or ""
        try:
            value = _value(field, cell, raw)
        except ValueError:
            problems.append(f"{name}: not a {field.kind}: {cell[:40]!r}")
            continue
        if value is not None:
            table = data
            for key in field.keys[:-1]:
                table = table.setdefault(key, {})
            table[field.keys[-1]] = value
    if problems:
        raise BadData(where, problems)
    return data


def _line(cells: Sequence[str]) -> str:
    text = StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue()


def _cell(value: Any, raw: bool) -> str:
    if value is MISSING or value is None:
        return ""
    if isinstance(value, bool | list):
        return dumped(value)
    if not isinstance(value, str):
        return repr(value)
    needs_quote = not raw and (not value or value.startswith(QUOTED_STARTS))
    return QUOTE + value if needs_quote else value


def _value(field: Field, cell: str, raw: bool) -> Any:
    """The value in a cell, in the types of a document; None for an empty one."""
    if not cell:
        return None
    match field.kind:
        case "number":
            return float(cell)
        case "whole":
            return int(cell)
        case "flag" | "texts" | "tables":
            return loaded(cell.encode())
    return cell if raw else cell.removeprefix(QUOTE)
