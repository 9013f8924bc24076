"""Exports of other programs: JSON files of many conversations or memories, read one at a time."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

from memento_cli.actions.exchange.sources.anthropic_export import anthropic_events, is_anthropic
from memento_cli.actions.exchange.sources.entry import BadItem, Source, reason_of, shown_path
from memento_cli.actions.exchange.sources.json_elements import MOST, elements
from memento_cli.actions.exchange.sources.locomo import is_locomo, locomo_events
from memento_cli.actions.exchange.sources.mem0 import is_mem0, mem0_items
from memento_cli.actions.exchange.sources.openai_export import is_openai, openai_events
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import os_errors
from memento_cli.store.files.strict_json import loaded, without_surrogates
from memento_cli.store.journal.event_lines import SURROGATE_MARKS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import tzinfo
    from typing import Any, BinaryIO

    from memento_cli.actions.exchange.sources.entry import Item, Table


LOOKED_AT = 3
"""The number of entries of a file that are examined to tell which export it is."""


class Export(NamedTuple):
    """An export format: the test for one of its entries, the reader of its items, and a noun."""

    is_one: Callable[[Any], bool]
    items: Callable[[Table, str, tzinfo], Iterator[Item]]
    noun: str = "conversation"


EXPORTS = {
    "openai": Export(is_openai, openai_events),
    "anthropic": Export(is_anthropic, anthropic_events),
    "locomo": Export(is_locomo, locomo_events),
    "mem0": Export(is_mem0, mem0_items, "memory"),
}


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


def from_files(paths: Sequence[str], format: str, zone: tzinfo) -> Source:
    """The items of several files, one after the other."""
    return Source(item for path in paths for item in _opened(path, format, zone))


def from_stream(stream: BinaryIO, name: str, format: str, zone: tzinfo) -> Source:
    """The items of a stream; `name` is the prefix of their places."""
    return Source(_items(stream, name, format, zone))


def _opened(path: str, format: str, zone: tzinfo) -> Iterator[Item]:
    with os_errors(path), open(path, "rb") as file:
        yield from _items(file, shown_path(path), format, zone)


def _items(file: BinaryIO, name: str, format: str, zone: tzinfo) -> Iterator[Item]:
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
