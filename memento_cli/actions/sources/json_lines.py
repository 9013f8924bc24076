"""JSON lines: one object a line, such as notes with title, body, tags, created and source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from json import JSONDecodeError
from typing import BinaryIO

from memento_cli.actions.sources.entry import (
    Bad,
    Entry,
    Item,
    Source,
    decoded,
    reason_of,
    shown_path,
)
from memento_cli.actions.sources.keys import draft_of
from memento_cli.actions.sources.reference_server import items_of
from memento_cli.errors import BadData
from memento_cli.store.files import system
from memento_cli.store.strict_json import LINE_LIMIT, loaded


def from_files(paths: Sequence[str], zone: tzinfo) -> Source:
    """The entries of several files, one after the other."""
    sources = [from_file(path, zone) for path in paths]
    items = (item for source in sources for item in source.items)
    return Source(items, sum(source.total or 0 for source in sources))


def from_file(path: str, zone: tzinfo) -> Source:
    """The entries of a file, and how many lines say something."""
    with system(path), open(path, "rb") as file:
        total = sum(1 for _ in _lines(file))
    return Source(_opened(path, zone), total)


def from_stream(stream: BinaryIO, name: str, zone: tzinfo) -> Source:
    """The entries of a stream, such as standard input; `name` is what its lines are named by."""
    return Source(_items(stream, name, zone))


def _opened(path: str, zone: tzinfo) -> Iterator[Item]:
    with system(path), open(path, "rb") as file:
        yield from _items(file, shown_path(path), zone)


def rows_of(file: BinaryIO, name: str) -> Iterator[tuple[str, dict[str, object] | str]]:
    """The object on each line, with its place; of one that has none, what is wrong with it."""
    for place, raw in _lines(file):
        try:
            yield f"{name}:{place}", _said(raw)
        except BadData as problem:
            yield f"{name}:{place}", reason_of(problem)


def _items(file: BinaryIO, name: str, zone: tzinfo) -> Iterator[Item]:
    for where, said in rows_of(file, name):
        if isinstance(said, str):
            yield Bad(where, said)
            continue
        try:
            of_graph = items_of(said, where)
            yield from of_graph or [Entry(where, draft_of(said, zone))]
        except BadData as problem:
            yield Bad(where, reason_of(problem))


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; one too long is cut right behind it."""
    place = 0
    while raw := file.readline(LINE_LIMIT + 2):
        place += 1
        if raw[-1:] != b"\n" and len(raw) > LINE_LIMIT:
            while (rest := file.readline(LINE_LIMIT)) and rest[-1:] != b"\n":
                pass
        if raw.strip():
            yield place, raw


def _said(raw: bytes) -> dict[str, object]:
    """The object on one line, or BadData."""
    if len(raw.rstrip(b"\n")) > LINE_LIMIT:
        raise BadData("line", [f"more than {LINE_LIMIT} bytes"])
    try:
        said = loaded(decoded(raw))
    except JSONDecodeError as problem:
        raise BadData("line", [f"not JSON: {problem.msg} (column {problem.colno})"]) from None
    except ValueError as problem:
        raise BadData("line", [f"not JSON: {problem}"]) from None
    if not isinstance(said, dict):
        raise BadData("line", ["not a JSON object"])
    return said
