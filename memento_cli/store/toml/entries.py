"""Editing lists of tables in TOML text: entries that stay are not touched."""

from __future__ import annotations

import re
from itertools import islice

from memento_cli.store.toml.tokens import statements
from memento_cli.store.toml.writer import block, path_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any


Path = tuple[str, ...]
NAME = r'(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*")'
PARTS = r'[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*+"?+'
HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({NAME}(?:[ \t]*\.[ \t]*{NAME})*)[ \t]*\]")


class Unusual(Exception):
    """The text is written in a way that line editing does not handle."""


def headers(lines: list[str]) -> list[tuple[int, str, Path]]:
    """All headers, of tables and of entries: line number, opening bracket and path."""
    result = []
    for place, line in enumerate(lines):
        header = HEADER.match(line)
        if header:
            path = path_of(".".join(re.findall(PARTS, header[2])))
            result.append((place, header[1], path))
    return result


def splice_tables(lines: list[str], path: Path, old: list[Any], new: Any, end: str) -> None:
    """Change a list of tables: entries in both lists are not touched, the others come or go."""
    spans = _spans(lines, path)
    if len(spans) != len(old):
        raise Unusual
    staying, added = _matched(old, new)
    for nth in reversed(range(len(old))):
        start, stop = spans[nth]
        if nth in added:
            _insert(lines, stop, path, added[nth], end)
        if nth not in staying:
            drop(lines, start, stop)
    if -1 in added:
        _insert(lines, spans[0][0] if staying else len(lines), path, added[-1], end)


def _spans(lines: list[str], path: Path) -> list[tuple[int, int]]:
    """The first line of each entry and the one after its last, with the tables in it."""
    own, all_headers = len(path), headers(lines)
    spans = []
    for nth, (start, opening, name) in enumerate(all_headers):
        if (opening, name) == ("[[", path):
            rest = islice(all_headers, nth + 1, None)
            later = (at for at, _, name in rest if len(name) <= own or name[:own] != path)
            spans.append((start, trimmed(lines, start, next(later, len(lines)))))
    return spans


def _matched(old: list[Any], new: list[Any]) -> tuple[set[int], dict[int, list[Any]]]:
    """The numbers of the old entries that stay, and the added ones by the number of the entry that
    they come after, -1 for none."""
    staying: set[int] = set()
    added: dict[int, list[Any]] = {}
    last = -1
    for entry in new:
        place = next((nth for nth in range(last + 1, len(old)) if old[nth] == entry), None)
        if place is None:
            added.setdefault(last, []).append(entry)
        else:
            staying.add(place)
            last = place
    return staying, added


def _insert(lines: list[str], place: int, path: Path, entries: list[Any], end: str) -> None:
    blocks = [block(path, entry, "[[", "]]").replace("\n", end) + end for entry in entries]
    if place == len(lines):
        for text in blocks:
            append(lines, text, end)
    elif HEADER.match(lines[place]):
        lines[place:place] = statements("".join(text + end for text in blocks))
    else:
        lines[place:place] = statements("".join(end + text for text in blocks))


def trimmed(lines: list[str], start: int, stop: int) -> int:
    """The end of a table without the comments above the next one."""
    while stop > start + 1 and (
        not lines[stop - 1].strip() or lines[stop - 1].lstrip().startswith("#")
    ):
        stop -= 1
    return stop


def drop(lines: list[str], start: int, stop: int) -> None:
    """Remove lines, and one of the empty lines around them."""
    del lines[start:stop]
    if start < len(lines) and not lines[start].strip():
        del lines[start]
    elif start == len(lines) and start and not lines[start - 1].strip():
        del lines[start - 1]


def append(lines: list[str], text: str, end: str) -> None:
    """Add a table at the end, after an empty line."""
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += end
    if lines and lines[-1].strip():
        lines.append(end)
    lines += statements(text)
