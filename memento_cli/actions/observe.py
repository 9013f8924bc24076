"""observe: keep what happened, for ever and unchanged (document 003 §1).

An event is a line of a log, on disk when this returns. Nothing changes it; only erasure blanks it.
"""

from __future__ import annotations

import os
from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from memento_cli.actions.sources.entry import Bad, Offered
from memento_cli.core.events import CHAT, Event, checked_event, replied_to, talk_of
from memento_cli.core.refs import person_ref
from memento_cli.core.secret_marks import allowed_kinds
from memento_cli.errors import MementoError
from memento_cli.store.event_lines import fitting_a_line
from memento_cli.store.event_log import BadEvent
from memento_cli.store.store import Store

TOGETHER = 1_000
"""So many events of a stream are written, and on disk, at once."""
FEW = 20
"""For so many the logs are searched from their ends; for more they are read once."""


class Observed(NamedTuple):
    """What a stream brought: how many new events, with the ids of those that were kept; how many
    were known, and what was left out."""

    fresh: int
    added: tuple[str, ...]
    already: int
    skipped: tuple[Bad, ...]


def observe(store: Store, event: Event, *, allow_secret: bool = False) -> Event:
    """Keep one event; without a person it is the store's own.

    It replies to the turn before it in the same talk, if that came to its end. Refused for a meta
    request; SecretFound for a key or a password, unless that is allowed.
    """
    fresh = _whole(store, event, allow_secret)
    with store.lock.held():
        return _Pen(store).written([fresh])[0]


def observe_all(
    store: Store,
    items: Iterable[Offered | Bad],
    *,
    person: str = "",
    tick: Callable[[], None] = lambda: None,
    dry: bool = False,
    allow_secret: bool = False,
) -> Observed:
    """Keep the events of a stream, batch by batch; each is on disk before the next is read.

    One that was brought before (`came`) is not kept twice. What is none stops no other. `person` is
    whose they are where the stream is silent.
    """
    added, skipped, count, already = list[str](), list[Bad](), 0, 0
    pen, waiting = _Pen(store), iter(items)
    while batch := list(islice(waiting, TOGETHER)):
        taken = [_taken(store, item, person, allow_secret) for item in batch]
        skipped += [one for one in taken if isinstance(one, Bad)]
        events = [one for one in taken if isinstance(one, Event)]
        if dry:
            fresh = pen.unknown(events)
        else:
            with store.lock.held():
                fresh = pen.written(pen.unknown(events))
            added += [event.id for event in fresh]
        count += len(fresh)
        already += len(events) - len(fresh)
        for _ in batch:
            tick()
    return Observed(count, tuple(added), already, tuple(skipped))


def readable_events(store: Store) -> Iterable[Event]:
    """Every event; what cannot be read is named and skipped."""
    for found in store.events.events():
        if isinstance(found, BadEvent):
            store.warn(f"{found.where}: {found.problem}; skipped")
        else:
            yield found


class _Pen:
    """Writes events. Of a long stream it reads the logs once: what was brought before, and when
    each talk had its turns."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.came: set[str] = set()
        self.seen: list[tuple[str, int]] | None = None  # the logs as they were when all were read
        self.turns: dict[tuple[str, str], list[tuple[datetime, str]]] = {}

    def unknown(self, events: Sequence[Event]) -> list[Event]:
        """Those that nobody has brought before."""
        if len(events) > FEW or any(event.came for event in events):
            self._read()
        fresh = []
        for event in events:
            if not event.came or event.came not in self.came:
                self.came.add(event.came)
                fresh.append(event)
        return fresh

    def written(self, events: Sequence[Event]) -> list[Event]:
        """Events as they are written, with what each replies to; the lock is held."""
        replying = list[Event]()
        for event in self.store.events.signed(events):
            reply_to = event.reply_to or self._answered(event, replying)
            replying.append(event._replace(reply_to=reply_to))
            self._remember(event)
        self.store.events.append(replying)
        if self.seen is not None:
            self.seen = _sizes(self.store)
        return replying

    def _read(self) -> None:
        """Read all logs, unless they are as they were."""
        if _sizes(self.store) != self.seen:
            self.turns.clear()
            for event in readable_events(self.store):
                self.came.add(event.came)
                self._remember(event)
            self.seen = _sizes(self.store)

    def _remember(self, event: Event) -> None:
        if event.is_answered:
            insort(self.turns.setdefault(talk_of(event), []), (event.at, event.id))

    def _answered(self, event: Event, before: Sequence[Event]) -> str:
        """The turn that an event replies to; `before` are those of its own batch."""
        if self.seen is None:
            return replied_to(event, [*self.store.events.last_turns(event), *before])
        turns = self.turns.get(talk_of(event), []) if event.source == CHAT else []
        place = bisect_right(turns, (event.at, event.id))
        return turns[place - 1][1] if place else ""


def _sizes(store: Store) -> list[tuple[str, int]]:
    """The event logs and how long they are: what another writer changes."""
    return [(path, os.path.getsize(path)) for path in store.events.files()]


def _taken(store: Store, item: Offered | Bad, person: str, allow: bool) -> Event | Bad:
    """The event that a source offers, or why it cannot be kept."""
    if isinstance(item, Bad):
        return item
    try:
        event = item.event._replace(person=item.event.person or person)
        return _whole(store, event, allow)
    except MementoError as problem:
        return Bad(item.where, ": ".join(filter(None, (problem.message, problem.hint))))


def _whole(store: Store, event: Event, allow: bool) -> Event:
    """An event as it may be kept, with whose it is, and the secrets that were allowed."""
    person = person_ref(event.person or store.settings["person"])
    people = tuple(person_ref(one) for one in event.people)
    fresh = fitting_a_line(checked_event(event._replace(person=person, people=people)))
    kinds = allowed_kinds(fresh.words, allow)
    return fresh._replace(allowed=tuple(kinds))
