"""edit, pin, unpin: acts of content. The file changes first, its journal line follows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from memento_cli.actions.reading import history_of, journal_lines
from memento_cli.actions.reinforce import adoption_of, project
from memento_cli.core.history import SET, Line
from memento_cli.core.memory import Link, LogEntry, Memory, Strength
from memento_cli.core.projection import SHOWN
from memento_cli.errors import Conflict
from memento_cli.store.collection import Change, changed_keys, flat
from memento_cli.store.memory_file import log_tables
from memento_cli.store.splice import edited
from memento_cli.store.store import Store
from memento_cli.store.toml import parsed

NUMBERS = "memory.strength."
INITIAL, CURRENT = NUMBERS + "initial", NUMBERS + "current"
LOG = "memory.log"


class Edited(NamedTuple):
    """The memory after an edit, and the keys that it changed."""

    memory: Memory
    change: Change


def edit(
    store: Store,
    id: str,
    keys: Mapping[str, Any],
    now: datetime,
    reason: str = "",
    *,
    via: str = "cli",
) -> Edited:
    """Set keys of a memory's file by their paths (`memory.content.summary`); None removes one."""
    with store.lock.held():
        found = store.memories.read(id)
        here = flat(found.document.data)
        fresh = {key: value for key, value in keys.items() if here.get(key) != value}
        if _words(fresh):
            fresh[LOG] = _log_with(found.document.data, LogEntry(now, "updated", reason))
        if not fresh:
            return Edited(found.value, Change({}, {}))
        if INITIAL in fresh:
            fresh[CURRENT] = fresh[INITIAL]
        before, after, change = store.memories.set_keys(id, fresh)
        return _journalled(store, before, after, change, now, reason, via)


def edit_text(
    store: Store,
    id: str,
    text: str,
    stamp: bytes,
    now: datetime,
    reason: str = "",
    *,
    via: str = "cli",
) -> Edited:
    """Put the text that an editor made of a memory's file in its place.

    Conflict if the file is no longer the one with this stamp: nothing is overwritten blindly.
    """
    with store.lock.held():
        found = store.memories.read(id)
        if text == found.document.text:
            return Edited(found.value, Change({}, {}))
        document = parsed(text.encode(errors="surrogatepass"), store.memories.path(id))
        value = store.memories.codec.value(id, document.data)
        changed = changed_keys(found.document.data, document.data).after
        ours: dict[tuple[str, ...], Any] = {}
        if _words(changed):
            ours["memory", "log"] = _log_with(document.data, LogEntry(now, "updated", reason))
        if INITIAL in changed:
            ours["memory", "strength", "current"] = value.strength.initial
        text = edited(document, ours)
        before, after, change = store.memories.write_text(id, text, stamp)
        return _journalled(store, before, after, change, now, reason, via)


def pin(store: Store, id: str, now: datetime, pinned: bool = True, *, via: str = "cli") -> bool:
    """Pin a memory, or unpin it; whether it was not so already."""
    with store.lock.held():
        before, after, change = store.memories.change(
            id, lambda memory: memory._replace(pinned=pinned)
        )
        if before.pinned == pinned:
            return False
        act = "pinned" if pinned else "unpinned"
        store.journal.append([content_line(store, act, after, change, now, "", via)])
    return True


def link(store: Store, id: str, rel: str, target: str, now: datetime, *, via: str = "cli") -> bool:
    """Relate a memory to another; whether it was not so already."""
    with store.lock.held():
        fresh = Link(rel, store.memories.read(target).id)
        if fresh.target == id:
            raise Conflict(f"{id} cannot be related to itself")
        if fresh in store.memories.read(id).value.links:
            return False
        _, after, change = store.memories.change(
            id, lambda memory: memory._replace(links=(*memory.links, fresh))
        )
        store.journal.append([content_line(store, "linked", after, change, now, "", via)])
    return True


def content_line(
    store: Store, act: str, memory: Memory, change: Change, now: datetime, reason: str, via: str
) -> Line:
    """An act of content as a journal line, with what stood there before and after."""
    text: dict[str, object] = {"reason": reason} if reason else {}
    text |= {"before": change.before, "after": change.after}
    return Line("", now, act, memory.id, store.writer()[0], via, text=text)


def _journalled(
    store: Store,
    before: Memory,
    after: Memory,
    change: Change,
    now: datetime,
    reason: str,
    via: str,
) -> Edited:
    words = Change(_words(change.before), _words(change.after))
    lines = []
    if words.after:
        lines.append(content_line(store, "edited", after, words, now, reason, via))
    if before.strength == after.strength:
        store.journal.append(lines)
        return Edited(after, words)
    known = journal_lines(store, after.id)
    folded = history_of(store, before, known, now)
    numbers = _numbers(folded.strength, before.strength, after.strength)
    text = {"reason": reason} if reason else {}
    by = store.writer()[0]
    lines.append(Line("", now, SET, after.id, by, via, strength=numbers, text=text))
    written = store.journal.append([*adoption_of(before, folded), *lines])
    project(store, after.id, [*known, *written], now)
    return Edited(after, Change(*({k: v for k, v in c.items() if k != LOG} for c in change)))


def _numbers(folded: Strength, before: Strength, after: Strength) -> Strength:
    """The numbers that an edit means: those it changed, over what the journal has."""
    changed: dict[str, Any] = {
        name: new
        for name, old, new in zip(Strength._fields, before, after, strict=True)
        if old != new
    }
    return folded._replace(**changed)


def _words(keys: Mapping[str, Any]) -> dict[str, Any]:
    """The keys without numbers and log, which the journal tells in its own way."""
    return {k: v for k, v in keys.items() if k != LOG and not k.startswith(NUMBERS)}


def _log_with(data: Mapping[str, Any], entry: LogEntry) -> list[dict[str, Any]]:
    return [*data["memory"].get("log", ()), *log_tables((entry,))][-SHOWN:]
