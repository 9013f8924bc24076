"""Lists of tables in TOML text, entry by entry: what stays is not touched."""

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
    """Written in a way that splicing does not know."""


def headers(lines: list[str]) -> list[tuple[int, str, Path]]:
    """The places of all headers, whether of a table or of an entry, and their paths."""
    found = []
    for place, line in enumerate(lines):
        header = HEADER.match(line)
        if header:
            path = path_of(".".join(re.findall(PARTS, header[2])))
            found.append((place, header[1], path))
    return found


def splice_tables(lines: list[str], path: Path, old: list[Any], new: Any, end: str) -> None:
    """A list of tables: entries that stay are not touched, the others go or come in their place."""
    spans = _spans(lines, path)
    if len(spans) != len(old):
        raise Unusual
    kept, fresh = _matched(old, new)
    for nth in reversed(range(len(old))):
        start, stop = spans[nth]
        if nth in fresh:
            _insert(lines, stop, path, fresh[nth], end)
        if nth not in kept:
            drop(lines, start, stop)
    if -1 in fresh:
        _insert(lines, spans[0][0] if kept else len(lines), path, fresh[-1], end)


def _spans(lines: list[str], path: Path) -> list[tuple[int, int]]:
    """Where each entry begins and ends, its own tables in it."""
    own, found = len(path), headers(lines)
    spans = []
    for nth, (start, opening, name) in enumerate(found):
        if (opening, name) == ("[[", path):
            rest = islice(found, nth + 1, None)
            later = (at for at, _, name in rest if len(name) <= own or name[:own] != path)
            spans.append((start, trimmed(lines, start, next(later, len(lines)))))
    return spans


def _matched(old: list[Any], new: list[Any]) -> tuple[set[int], dict[int, list[Any]]]:
    """Which old entries stay, and the new ones by the old one that they come after (-1: none)."""
    kept: set[int] = set()
    fresh: dict[int, list[Any]] = {}
    last = -1
    for entry in new:
        place = next((nth for nth in range(last + 1, len(old)) if old[nth] == entry), None)
        if place is None:
            fresh.setdefault(last, []).append(entry)
        else:
            kept.add(place)
            last = place
    return kept, fresh


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
    """Take lines out, and one of the empty lines around them."""
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
