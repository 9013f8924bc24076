"""What the text of a file or a log says in fields: values that a name elsewhere makes secrets.

Tables of TOML and lines of JSON are read for it, also where the rest is neither: what is broken, or
has git's conflict markers, hides none. Tables within a line are not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from memento_cli.core.escapes import unescaped
from memento_cli.core.secret_marks import NAMED, named_in, texts_in
from memento_cli.core.visible import narrow

STRING = (  # one that nothing closes goes to the end, so that no sign is looked at twice
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)|\'{3}(?:[^\']|\'(?!\'\'))*+(?:\'{3}|\Z)'
    r"""|"(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?"""
)
STATEMENT = re.compile(
    rf"^[ \t]*(?:(?P<header>\[\[?[^][\n]+)\]"
    rf"|(?P<key>[\w.-]+|{STRING})[ \t]*=[ \t]*(?P<said>{STRING}|\[(?:[^][\"']|{STRING})*+\]))",
    re.M | re.S,
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
            table[name] = [*table.get(name, ()), *map(_plain, SAID.findall(said))]
        elif header.startswith("[["):
            table = {}
            root[header] = [*root.get(header, ()), table]
        else:
            table = root.setdefault(header, {})
    return root


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
