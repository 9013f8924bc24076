"""observe: append events to the event logs (document 003 §1).

An event is on disk when these functions return. Nothing changes it later; only erasure blanks it.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from operator import itemgetter

from memento_cli.actions.events.events import sound_events
from memento_cli.actions.exchange.sources.entry import OPEN, BadItem
from memento_cli.actions.memory.naming import check_people, checked_name
from memento_cli.core.events.events import CHAT, Event, checked_event, replied_to, talk_of
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.errors import MementoError
from memento_cli.interrupts import Held
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.event_lines import fitting_a_line
from memento_cli.store.journal.event_log import read_events
from memento_cli.store.journal.logs import stats_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from memento_cli.actions.exchange.sources.entry import EventItem
    from memento_cli.store.directory.store import Store

TOGETHER = 1_000
"""The number of events of a stream that are written and synced in one batch."""
FEW = 20
"""Up to this number of events the logs are searched from their ends; for more they are read."""


class Observed(NamedTuple):
    """The outcome of a stream: the number of new events and the ids of those written, the number of
    known ones, and the items skipped. `until`: the place of the last item processed."""

    fresh: int
    added: tuple[str, ...]
    already: int
    skipped: tuple[BadItem, ...]
    until: str


def observe(store: Store, event: Event, *, allow_secret: bool = False) -> Event:
    """Append one event; `person` defaults to the store's own.

    It replies to the turn before it in the same talk, if that has an answer. Refused for a meta
    request; SecretFound for a key or a password, unless that is allowed.
    """
    fresh = _completed(store, event, allow_secret)
    with store.lock.held():
        return _EventWriter(store).written([fresh])[0]


def observe_all(
    store: Store,
    items: Iterable[EventItem | BadItem],
    *,
    person: str = "",
    tick: Callable[[], None] = lambda: None,
    dry: bool = False,
    allow_secret: bool = False,
) -> Observed:
    """Append the events of a stream batch by batch; each batch is on disk before the next is read.

    An event imported before (the same `came`) is not written twice; a bad item is skipped. `person`
    is the default for events that name none.
    """
    stream = Stream(store, person, dry=dry, allow_secret=allow_secret)
    stream.take(items, tick)
    return stream.done


class Stream:
    """Appends events that arrive one after the other, and has the outcome so far at any time."""

    def __init__(
        self, store: Store, person: str = "", *, dry: bool = False, allow_secret: bool = False
    ) -> None:
        self.store = store
        self.person = person
        self.dry = dry
        self.allow_secret = allow_secret
        self._writer = _EventWriter(store)
        self._waiting: list[EventItem | BadItem] = []
        self._fresh, self._already, self._added = 0, 0, list[str]()
        self.until, self.skipped = "", list[BadItem]()  # as `Observed` has them

    @property
    def done(self) -> Observed:
        """The outcome of all items processed so far."""
        added, skipped = tuple(self._added), tuple(self.skipped)
        return Observed(self._fresh, added, self._already, skipped, self.until)

    def take(
        self, items: Iterable[EventItem | BadItem], tick: Callable[[], None] = lambda: None
    ) -> None:
        """Process items. If reading them fails, those read before are written."""
        try:
            for item in items:
                self._waiting.append(item)
                if len(self._waiting) == TOGETHER:
                    self.keep()
                tick()
        finally:
            self.keep()

    def keep(self) -> None:
        """Write the waiting items; they are on disk when this returns.

        If it fails, none of the batch is written, and none is tried again.
        """
        batch, self._waiting = self._waiting, []
        if not batch:
            return
        checked = [_checked(self.store, item, self.person, self.allow_secret) for item in batch]
        events = [item for item in checked if isinstance(item, Event)]
        if self.dry:
            self._count(batch, checked, self._writer.unknown(events))
            return
        with self.store.lock.held(), Held():  # an interrupt waits until the batch is counted
            self._count(batch, checked, self._writer.written(self._writer.unknown(events)))

    def _count(
        self,
        batch: Sequence[EventItem | BadItem],
        checked: Sequence[Event | BadItem],
        fresh: Sequence[Event],
    ) -> None:
        """Add a batch to the outcome."""
        skipped = [item for item in checked if isinstance(item, BadItem)]
        if not self.dry:
            self._added += [event.id for event in fresh]
        self.skipped += skipped
        self._fresh += len(fresh)
        self._already += len(checked) - len(skipped) - len(fresh)
        self.until = batch[-1].where


class _EventWriter:
    """Appends events without duplicates, and finds the turn that each replies to.

    For a long stream it reads the logs once, and afterwards only what other writers append.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.count = 0
        self.came: set[str] = set()
        self.erased: set[str] = set()  # the `came` of erased events
        self.ends: dict[str, tuple[int, int]] | None = None  # of the logs, once they are read
        self.turns: dict[tuple[str, str], list[tuple[datetime, str]]] = {}

    def unknown(self, events: Sequence[Event]) -> list[Event]:
        """The events that were not imported before."""
        self.count += len(events)
        if self.ends is not None or self.count > FEW or any(event.came for event in events):
            self._read()
        fresh = []
        for event in events:
            origin = event.came  # imported before, with or without its answer, or erased since
            known = origin in self.came or origin.removesuffix(OPEN) in self.came
            if not (origin and (known or origin + OPEN in self.erased)):
                self.came.add(origin)
                fresh.append(event)
        return fresh

    def written(self, events: Sequence[Event]) -> list[Event]:
        """Append events, and answer them as written, with ids and replies; the lock is held."""
        replying = list[Event]()
        for event in self.store.events.signed(events):
            reply_to = event.reply_to or self._answered(event, replying)
            replying.append(event._replace(reply_to=reply_to))
            self._remember(event)
        self.store.events.append(replying)
        if self.ends is not None:
            self.ends = _ends(self.store)
        return replying

    def _read(self) -> None:
        """Read what was appended to the logs; everything, if one was replaced or truncated."""
        ends, old_ends = _ends(self.store), self.ends or {}
        if any(  # a log is another file, or shorter
            path not in ends or ends[path][0] != inode or ends[path][1] < size
            for path, (inode, size) in old_ends.items()
        ):
            old_ends = {}
            self.turns.clear()
        for path, (_, size) in ends.items():
            start = old_ends[path][1] if path in old_ends else 0
            if size != start:
                for event in sound_events(self.store, read_events(path, start)):
                    self.came.add(event.came)
                    if not event.text:
                        self.erased.add(event.came)
                    self._remember(event)
        self.ends = ends

    def _remember(self, event: Event) -> None:
        if event.is_answered:
            insort(self.turns.setdefault(talk_of(event), []), (event.at, event.id))

    def _answered(self, event: Event, before: Sequence[Event]) -> str:
        """The id of the turn that an event replies to, or ""; `before`: its batch so far."""
        if event.source != CHAT:
            return ""
        if self.ends is None:
            last = self.store.events.last_turn(event)
            return replied_to(event, [*filter(None, (last,)), *before])
        turns = self.turns.get(talk_of(event), [])
        index = bisect_right(turns, event.at, key=itemgetter(0))
        return turns[index - 1][1] if index else ""


def _ends(store: Store) -> dict[str, tuple[int, int]]:
    """The inode and size of each event log. A rewritten log has another inode."""
    stats = stats_of(store.events.files())
    return {path: (stat.st_ino, stat.st_size) for path, stat in stats.items()}


def _checked(store: Store, item: EventItem | BadItem, person: str, allow: bool) -> Event | BadItem:
    """The event of an item as it can be written, or why it cannot."""
    if isinstance(item, BadItem):
        return item
    try:
        event = item.event._replace(person=item.event.person or person)
        return _completed(store, event, allow)
    except MementoError as problem:
        return BadItem(item.where, ": ".join(filter(None, (problem.message, problem.hint))))


def _completed(store: Store, event: Event, allow: bool) -> Event:
    """An event checked, with the references of its people and the kinds of allowed secrets."""
    person = person_ref(event.person or store.settings["person"])
    people = tuple(person_ref(one) for one in event.people)
    check_people(store, person, *people)
    for field in ("client", "session", "project"):
        checked_name(store, f"the {field}", getattr(event, field))
    checked_name(store, "the speaker", event.words.speaker)
    fresh = fitting_a_line(checked_event(event._replace(person=person, people=people)))
    others = fresh._asdict()
    del others["words"]
    kinds = allowed_kinds([fresh.words, others], allow)
    return fresh._replace(allowed=tuple(kinds))
