"""What the text of a file or a log says in fields: values that a name elsewhere makes secrets.

Tables of TOML and lines of JSON are read for it, also where the rest is neither: what is broken, or
has git's conflict markers, hides none. Of tables within a line the inner ones are read, each under
the name before it.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress

from memento_cli.core.security.escapes import unescaped
from memento_cli.core.security.secret_marks import NAMED, named_in, texts_in
from memento_cli.core.text.visible import narrow

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


STRING = (  # one that nothing closes goes to the end, so that no sign is looked at twice
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)|\'{3}(?:[^\']|\'(?!\'\'))*+(?:\'{3}|\Z)'
    r"""|"(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?"""
)
STATEMENT = re.compile(
    rf"^[ \t]*(?:(?P<header>\[\[?[^][\n]+)\]"
    rf"|(?P<key>[\w.-]+|{STRING})[ \t]*=[ \t]*(?P<said>{STRING}|\[(?:[^][\"']|{STRING})*+\]))",
    re.M | re.S,
)
INLINE = re.compile(rf"\{{(?:[^{{}}\"']|{STRING})*+\}}", re.S)
"""A table within a line that has none within it, and before it its name, no further away."""
BEFORE = re.compile(r"((?<![\w.-])[\w.-]++|\"[^\"\n]*\"|'[^'\n]*')[ \t]*=[ \t]*(?:\[\s*)?\Z")
FAR = 200
PAIR = re.compile(
    rf"(?<![\w.-])(?P<key>[\w.-]++|{STRING})[ \t]*=[ \t]*"
    rf"(?P<said>{STRING}|\[(?:[^][\"']|{STRING})*+\])|{STRING}",
    re.S,
)
SAID = re.compile(STRING, re.S)
FILE, JSON = "file", "json"
"""What a line of the journal has of a file, and a hard fact of what is no text: read in turn."""


def apart(text: str) -> Iterator[tuple[str, str, int]]:
    """Each such value with its name, and where in the text that begins which says both."""
    for start, said in _said(text):
        for name, value in named_in(said):
            yield name, value, start


def _said(text: str) -> Iterator[tuple[int, Any]]:
    """What a text says in tables, and in each line of a log with where that begins."""
    if not _may_name(text):
        return
    yield from _with_inner(0, _tables(text))
    for start, table in _inline_tables(text):
        yield from _with_inner(start, table)
    start = 0
    for line in text.split("\n"):
        if line.startswith(("{", "[")) and _may_name(line):
            with suppress(ValueError, RecursionError):
                yield from _with_inner(start, json.loads(line))
        start += len(line) + 1


def _with_inner(start: int, said: Any) -> Iterator[tuple[int, Any]]:
    yield start, said
    for where, text in texts_in(said):
        if where.rpartition(".")[2] in (FILE, JSON):
            yield from ((start, inner) for _, inner in _said(text))


def _tables(text: str) -> dict[str, Any]:
    """The texts of a document by the names of their tables, as far as it can be read.

    What is there twice, as between the marks of a conflict, is told twice.
    """
    root: dict[str, Any] = {}
    table = root
    for found in STATEMENT.finditer(text):
        key, header, said = found["key"], found["header"], found["said"]
        if key:
            name = _plain(key).lstrip("[")
            table.setdefault(name, []).extend(map(_plain, SAID.findall(said)))
        elif header.startswith("[["):
            table = {}
            root.setdefault(header, []).append(table)
        else:
            table = root.setdefault(header, {})
    return root


def _inline_tables(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Where each table within a line begins, and what it says under its name; of several in a row
    it is the name of the first."""
    name, end = "", 0
    for found in INLINE.finditer(text):
        start = found.start()
        if text[end:start].strip(" \t\r\n,"):
            before = BEFORE.search(text[max(0, start - FAR) : start])
            name = _plain(before[1]) if before else ""
        table: dict[str, list[str]] = {}
        for pair in PAIR.finditer(found[0]) if _may_name(f"{name} {found[0]}") else ():
            if key := pair["key"]:
                table.setdefault(_plain(key), []).extend(map(_plain, SAID.findall(pair["said"])))
        if table:
            yield start, {name: table}
        end = found.end()


def _plain(text: str) -> str:
    """What a string of TOML says; a bare word is itself."""
    if text[:1] not in "\"'":
        return text
    marks = 3 if text[:3] in ('"""', "'''") else 1
    inside = text[marks:-marks]
    return unescaped(inside) if text[0] == '"' else inside


def _may_name(text: str) -> bool:
    said = narrow(unescaped(text))
    return any(mark in said for mark in NAMED)
