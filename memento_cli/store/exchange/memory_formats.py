"""A memory as a row of CSV (RFC 4180), and as a Markdown note.

A cell that a spreadsheet would evaluate as a formula gets an apostrophe before it (OWASP, CSV
Injection), which an import takes off again; `raw` rows have none.

A note has front matter with all fields of the memory, and its text below. Each value is one line of
JSON, which is valid YAML: no text can end the front matter early. A detail with invisible
characters stands in the front matter, too. The `tags` and the `date` are those that Obsidian, Hugo,
Jekyll and Dendron read: a tag has no spaces. Tags that were edited there become the topics.
"""

from __future__ import annotations

import csv
from datetime import UTC
from io import StringIO

from memento_cli.core.fields.checks import MISSING, lookup
from memento_cli.core.memory.memory import stability_of, strength_at
from memento_cli.core.text.normal_forms import FORMULAS
from memento_cli.core.text.strict_json import dumped, loaded
from memento_cli.core.text.visible import visible
from memento_cli.errors import BadData
from memento_cli.store.files.files import read_regular
from memento_cli.store.records.memories import memory_codec
from memento_cli.store.records.memory_fields import FIELDS
from memento_cli.store.toml.parse import SIZE_LIMIT

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


SUFFIX = ".md"
MARK, NOTE_SCHEMA = "memento", 1
RULE = "---\n"
START = f"{RULE}{MARK}: {NOTE_SCHEMA}\n".encode()
"""The beginning of every note that memento writes."""
CONTENT = {"title": "summary", "detail": "detail", "significance": "significance"}
TAGS = {"topics": "topics", "people": "people", "outcome": "outcome"}
"""Keys of the front matter, and their keys in these tables of a memory's file."""
UNSHOWN = "log"
FOREIGN_TAGS, FOREIGN_DATE = "tags", "date"
"""Keys of the front matter for other programs, made of the topics and of `created`."""


def note_text(memory: Memory) -> str:
    """The note of a memory. Keys of its file that memento does not know are left out."""
    table = dict(memory_codec(UTC).data(memory)["memory"])
    table.pop(UNSHOWN, None)
    content, tags = table.pop("content"), table.pop("tags", {})
    detail = content["detail"]
    shown = visible(detail, lines=True)
    front = {MARK: NOTE_SCHEMA, "id": table.pop("id")}
    front |= {key: content[name] for key, name in CONTENT.items() if key != "detail"}
    front |= {key: tags[name] for key, name in TAGS.items() if name in tags} | table
    front |= {FOREIGN_TAGS: _foreign_tags(tags.get("topics", ())), FOREIGN_DATE: table["created"]}
    if shown != detail:
        front["detail"] = detail
    keys = "".join(f"{key}: {dumped(value)}\n" for key, value in front.items())
    body = f"\n{shown}\n" if detail else ""
    return f"{RULE}{keys}{RULE}\n# {visible(content['summary'])}\n{body}"


def _foreign_tags(topics: Sequence[str]) -> list[str]:
    """The topics as tags of other programs, in which a tag ends with a space."""
    return list(dict.fromkeys("-".join(topic.split()) for topic in topics))


def _topics(topics: Any, tags: Any) -> Any:
    """The topics of a note; if its tags were edited, what these say."""
    for texts in (topics, tags):
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            return topics
    if tags == _foreign_tags(topics):
        return topics
    written = {"-".join(topic.split()): topic for topic in topics}
    return [written.get(tag, tag) for tag in tags]


def is_note(path: str) -> bool:
    """Whether a file is a note that memento has written."""
    try:
        return path.endswith(SUFFIX) and read_regular(path, SIZE_LIMIT).startswith(START)
    except (OSError, BadData):
        return False


def note_data(text: str, where: str) -> dict[str, Any]:
    """The document of a note's memory; BadData if its front matter can no longer be read.

    The summary is the title in the front matter, not the heading.
    """
    front, rule, below = text.removeprefix(RULE).partition(f"\n{RULE}")
    if not rule or not text.startswith(START.decode()):
        raise BadData(where, ["no note that memento has written"])
    values: dict[str, Any] = {"detail": _detail(below)}
    for line in front.split("\n")[1:]:
        key, _, value = line.partition(": ")
        try:
            values[key] = loaded(value.encode())
        except ValueError as problem:
            raise BadData(where, [f"{key[:40]}: not JSON: {problem}"]) from None
    return {"memory": _tables(values)}


def _tables(front: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the front matter in the tables of a memory's file."""
    moved = {**CONTENT, **TAGS, FOREIGN_TAGS: "", FOREIGN_DATE: ""}
    if FOREIGN_TAGS in front:
        front = {**front, "topics": _topics(front.get("topics", []), front[FOREIGN_TAGS])}
    return {key: value for key, value in front.items() if key not in moved} | {
        "content": {name: front[key] for key, name in CONTENT.items() if key in front},
        "tags": {name: front[key] for key, name in TAGS.items() if key in front},
    }


def _detail(below: str) -> str:
    """The detail under the heading, without the blank line and the line end around it."""
    _, _, rest = below.lstrip("\n").partition("\n")
    return rest.removeprefix("\n").removesuffix("\n")
