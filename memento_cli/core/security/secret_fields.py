"""Values in the text of a file or a log that a name in another field makes secrets.

Tables of TOML and lines of JSON are read, even if the rest is broken or has git's conflict markers.
Of inline tables the innermost are read, each under the name before it.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress

from memento_cli.core.security.disguises import unescaped
from memento_cli.core.security.secret_marks import NAMED, named_texts, texts_in
from memento_cli.core.text.visible import narrow

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


STRING = (  # an unclosed one goes to the end, so that the scan takes linear time
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)|\'{3}(?:[^\']|\'(?!\'\'))*+(?:\'{3}|\Z)'
    r"""|"(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?"""
)
STATEMENT = re.compile(
    rf"^[ \t]*(?:(?P<header>\[\[?[^][\n]+)\]"
    rf"|(?P<key>[\w.-]+|{STRING})[ \t]*=[ \t]*(?P<said>{STRING}|\[(?:[^][\"']|{STRING})*+\]))",
    re.M | re.S,
)
INLINE = re.compile(rf"\{{(?:[^{{}}\"']|{STRING})*+\}}", re.S)
"""An innermost inline table; its name is at most `NAME_DISTANCE` characters before it."""
BEFORE = re.compile(r"((?<![\w.-])[\w.-]++|\"[^\"\n]*\"|'[^'\n]*')[ \t]*=[ \t]*(?:\[\s*)?\Z")
NAME_DISTANCE = 200
PAIR = re.compile(
    rf"(?<![\w.-])(?P<key>[\w.-]++|{STRING})[ \t]*=[ \t]*"
    rf"(?P<said>{STRING}|\[(?:[^][\"']|{STRING})*+\])|{STRING}",
    re.S,
)
STRINGS = re.compile(STRING, re.S)
FILE, JSON = "file", "json"
"""The fields with a whole file in a journal entry, and with a kv value's JSON: read in turn."""


def named_values(text: str) -> Iterator[tuple[str, str, int]]:
    """Each such value with its name, and where in the text the table with both begins."""
    for start, value_with_names in _values_in(text):
        for name, value in named_texts(value_with_names):
            yield name, value, start


def _values_in(text: str) -> Iterator[tuple[int, Any]]:
    """The start and data of all TOML tables together, of each inline table and each JSON line."""
    if not _may_have_name(text):
        return
    yield from _with_embedded(0, _tables(text))
    for start, table in _inline_tables(text):
        yield from _with_embedded(start, table)
    start = 0
    for line in text.split("\n"):
        if line.startswith(("{", "[")) and _may_have_name(line):
            with suppress(ValueError, RecursionError):
                yield from _with_embedded(start, json.loads(line))
        start += len(line) + 1


def _with_embedded(start: int, value: Any) -> Iterator[tuple[int, Any]]:
    yield start, value
    for path, text in texts_in(value):
        if path.rpartition(".")[2] in (FILE, JSON):
            yield from ((start, inner) for _, inner in _values_in(text))


def _tables(text: str) -> dict[str, Any]:
    """The texts of a document by the names of their tables, as far as it can be read.

    A key that occurs twice, as between the markers of a conflict, has both values.
    """
    root: dict[str, Any] = {}
    table = root
    for statement in STATEMENT.finditer(text):
        key, header, value = statement["key"], statement["header"], statement["said"]
        if key:
            name = _string_value(key).lstrip("[")
            table.setdefault(name, []).extend(map(_string_value, STRINGS.findall(value)))
        elif header.startswith("[["):
            table = {}
            root.setdefault(header, []).append(table)
        else:
            table = root.setdefault(header, {})
    return root


def _inline_tables(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The start of each inline table, and its data under its name; several in a row have the name
    of the first."""
    name, end = "", 0
    for match in INLINE.finditer(text):
        start = match.start()
        if text[end:start].strip(" \t\r\n,"):
            before = BEFORE.search(text[max(0, start - NAME_DISTANCE) : start])
            name = _string_value(before[1]) if before else ""
        table: dict[str, list[str]] = {}
        for pair in PAIR.finditer(match[0]) if _may_have_name(f"{name} {match[0]}") else ():
            if key := pair["key"]:
                table.setdefault(_string_value(key), []).extend(
                    map(_string_value, STRINGS.findall(pair["said"]))
                )
        if table:
            yield start, {name: table}
        end = match.end()


def _string_value(text: str) -> str:
    """The value of a TOML string; a bare word is itself."""
    if text[:1] not in "\"'":
        return text
    marks = 3 if text[:3] in ('"""', "'''") else 1
    inside = text[marks:-marks]
    return unescaped(inside) if text[0] == '"' else inside


def _may_have_name(text: str) -> bool:
    plain = narrow(unescaped(text))
    return any(mark in plain for mark in NAMED)
