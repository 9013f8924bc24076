"""JSON files: lines with an object each, and exports of many conversations or memories.

Lines are notes with title, body, tags, created and source, or what another program calls these; a
file whose first line is that of a memento export is read as one. An export is read one entry at a
time: only brackets, quotes and commas are examined, so that an error in one part does not affect
others.
"""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice

from memento_cli.actions.exchange.sources import chats
from memento_cli.actions.exchange.sources.entry import BadItem, MemoryItem, reason_of
from memento_cli.actions.exchange.sources.keys import draft_of
from memento_cli.actions.exchange.sources.own_files import export_items
from memento_cli.actions.exchange.sources.rows import rows_of
from memento_cli.actions.exchange.sources.servers import (
    is_mem0,
    mem0_draft,
    mem0_items,
    reference_items,
)
from memento_cli.core.text.strict_json import loaded, without_surrogates
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.exchange.export_rows import exported_kinds
from memento_cli.store.files.files import os_errors
from memento_cli.store.journal.event_lines import SURROGATE_MARKS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import tzinfo
    from typing import IO, Any, BinaryIO

    from memento_cli.actions.exchange.sources.entry import Item, Table


class Export(NamedTuple):
    """An export format: the test for one of its entries, the reader of its items, and a noun."""

    is_one: Callable[[Any], bool]
    items: Callable[[Table, str, tzinfo], Iterator[Item]]
    noun: str = "conversation"


EXPORTS = {
    "openai": Export(chats.is_openai, chats.openai_events),
    "anthropic": Export(chats.is_anthropic, chats.anthropic_events),
    "locomo": Export(chats.is_locomo, chats.locomo_events),
    "mem0": Export(is_mem0, mem0_items, "memory"),
}
LOOKED_AT = 3
"""The number of entries of a file that are examined to tell which export it is."""
TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+(?P<closed>")?+|[\[\]{},]', re.DOTALL)
"""A complete string, one whose end is not read yet, a bracket, or a comma."""
STEPS = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}
LIST_ENDS = ((b",", 0), (b"]", -1))
"""The signs that end an entry of the list, with the depth after them."""
CHUNK = 1 << 20
MOST = 1 << 26
"""The maximum size of a part, in bytes."""
BOM = b"\xef\xbb\xbf"


def line_items(file: BinaryIO, name: str, zone: tzinfo) -> Iterator[Item]:
    """The items on the lines of a file; `name` is the prefix of their places."""
    for nth, (where, row) in enumerate(rows_of(file, name)):
        if isinstance(row, str):
            yield BadItem(where, row)
            continue
        try:
            kinds = None if nth else exported_kinds(row)
            if kinds is not None:
                yield from export_items(file, name, kinds, zone)
                return
            make = mem0_draft if is_mem0(row) else draft_of
            yield from reference_items(row, where) or [MemoryItem(where, make(row, zone))]
        except BadData as problem:
            yield BadItem(where, reason_of(problem))


def export_in(path: str) -> str:
    """The name of the export that a file is, by its content; "" if it is none."""
    with suppress(BadData), os_errors(path), open(path, "rb") as file:
        for raw in islice(elements(file), LOOKED_AT):
            with suppress(ValueError):
                value = loaded(raw, MOST)
                for name, export in EXPORTS.items():
                    if export.is_one(value):
                        return name
    return ""


def entry_items(file: BinaryIO, name: str, zone: tzinfo, format: str) -> Iterator[Item]:
    """The items of the entries of an export; `name` is the prefix of their places."""
    try:
        for nth, raw in enumerate(elements(file)):
            yield from _offered(raw, f"{name}[{nth}]", format, zone)
    except BadData as problem:
        yield BadItem(name, reason_of(problem))


def _offered(raw: bytes, where: str, format: str, zone: tzinfo) -> Iterator[Item]:
    """The items of one entry, or a bad item if it is not of that export."""
    export = EXPORTS[format]
    try:
        value = loaded(raw, MOST)
        if any(half in raw for half in SURROGATE_MARKS):
            value = without_surrogates(value)
        if export.is_one(value):
            yield from export.items(value, where, zone)
        else:
            yield BadItem(where, f"no {export.noun} as the export of {format} has them")
    except BadData as problem:
        yield BadItem(where, reason_of(problem))
    except ValueError as problem:
        yield BadItem(where, f"not JSON: {problem}")


def elements(file: IO[bytes], chunk: int = CHUNK, most: int = MOST) -> Iterator[bytes]:
    """The bytes of each entry of the list in a file. Without a list at the beginning, and after the
    list, those of each object or list with anything before it.

    Nothing is left out, so a part may be invalid JSON. BadData for a part of more than `most`
    bytes, and if the file ends within one.
    """
    data = more = _beginning(file, chunk)
    in_list = data[:1] == b"["
    depth, start = 0, int(in_list)
    at = start
    while more:
        for token in TOKEN.finditer(data, at):
            sign, at = token[0], token.end()
            if sign[:1] == b'"' and not token["closed"]:
                at = token.start()
                break
            depth += STEPS.get(sign, 0)
            if depth > 0:
                continue
            ends = (sign, depth) in LIST_ENDS if in_list else sign in STEPS
            if ends:
                part = data[start : token.start() if in_list else at].strip()
                if part or sign == b",":
                    yield part
                in_list, start = in_list and sign == b",", at
            depth = 0
        else:
            at = len(data)
        data, at, start = data[start:], at - start, 0
        if len(data) > most:
            raise BadData("file", [f"a part of it has more than {most >> 20} MB"])
        more = file.read(max(chunk, len(data)))
        data += more
    if data.strip() and not depth:
        yield data.strip()
    if in_list or depth:
        raise BadData("file", ["ends in the middle"])


def _beginning(file: IO[bytes], chunk: int) -> bytes:
    """The first bytes of a file, without the leading blanks."""
    data = file.read(chunk).removeprefix(BOM)
    while data and not data.strip():
        data = file.read(chunk)
    return data.lstrip()
