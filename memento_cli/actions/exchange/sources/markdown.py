"""Markdown files, with or without front matter: one memory a file.

A note that memento has written becomes the same memory; a note of basic-memory several items.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime

from memento_cli.actions.exchange.sources.basic_memory import is_basic_memory, items_of_note
from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    MemoryItem,
    Source,
    decoded,
    heading_in,
    heading_of,
    reason_of,
    shown_path,
)
from memento_cli.actions.exchange.sources.front_matter import split_front_matter
from memento_cli.actions.exchange.sources.keys import draft_of
from memento_cli.actions.exchange.sources.toml_files import file_of_data
from memento_cli.core.memory.memory import KINDS
from memento_cli.errors import BadData, BadId
from memento_cli.store.exchange.memory_formats import START, note_data
from memento_cli.store.files.files import read_regular
from memento_cli.store.records.memories import memory_codec
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import (
        Item,
    )


FENCES = ("```", "~~~")


def from_files(paths: Sequence[str], folder: str, zone: tzinfo) -> Source:
    """One memory a file; its source is its path relative to the folder, after the folder's name."""
    return Source(_items(paths, os.path.abspath(folder), zone), len(paths))


def _items(paths: Sequence[str], folder: str, zone: tzinfo) -> Iterator[Item]:
    for path in paths:
        try:
            yield from _items_of(path, folder, zone)
        except BadData as problem:
            yield BadItem(shown_path(path), reason_of(problem))
        except BadId as problem:
            yield BadItem(shown_path(path), problem.message)
        except OSError as problem:
            why = "a symbolic link" if os.path.islink(path) else problem.strerror
            yield BadItem(shown_path(path), f"cannot be read: {why}")


def _items_of(path: str, folder: str, zone: tzinfo) -> Iterator[Item]:
    where = shown_path(path)
    text = decoded(read_regular(path, SIZE_LIMIT)).replace("\r\n", "\n")
    if text.startswith(START.decode()):
        yield file_of_data(where, note_data(text, where), memory_codec(zone))
        return
    keys, body = split_front_matter(text)
    if not keys and not body.strip():
        raise BadData(path, ["is empty"])
    title = keys.get("title") or keys.get("summary") or first_heading(body) or _stem(path)
    draft = draft_of(_known(keys) | {"title": title, "body": body}, zone)
    draft = draft._replace(
        source=source_of_path(path, folder), created=draft.created or _modified(path)
    )
    if is_basic_memory(keys, body):
        yield from items_of_note(draft, keys, where)
    else:
        yield MemoryItem(where, draft)


def _known(keys: dict[str, Any]) -> dict[str, Any]:
    """The front matter without keys that mean something else to other programs; a `source` that is
    a URL becomes the origin."""
    foreign = keys.get("type") if keys.get("type") not in KINDS else None
    rest = {key: value for key, value in keys.items() if key != "type" or not foreign}
    for key in ("summary", "content", "detail", "files"):
        rest.pop(key, None)
    url = rest.pop("source", None)
    if isinstance(url, str) and "://" in url:
        rest["origin"] = {"url": url}
    return rest


def first_heading(body: str) -> str:
    """The first heading outside of code, or ""."""
    fence = ""
    for line in body.split("\n"):
        mark = line.lstrip()[:3]
        if mark in FENCES and fence in ("", mark):
            fence = "" if fence else mark
        elif not fence and (heading := heading_in(line)):
            return heading
    return heading_of(body)[0]


def source_of_path(path: str, folder: str) -> str:
    """A source such as `file:notes/2024/walk.md`, which does not depend on where `notes` is."""
    name = os.path.basename(folder) or "files"
    inside = os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/")
    return shown_path(f"file:{name}/{inside}")


def _stem(path: str) -> str:
    return shown_path(os.path.splitext(os.path.basename(path))[0])


def _modified(path: str) -> datetime:
    return datetime.fromtimestamp(int(os.stat(path).st_mtime), UTC)
