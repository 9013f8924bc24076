"""observe: keep what happened, for ever and unchanged (document 003 §1).

An event is a line of a log, on disk when this returns. Nothing changes it; only erasure blanks it.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from operator import itemgetter

from memento_cli.actions.events.reading import sound_events
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
"""So many events of a stream are written, and on disk, at once."""
FEW = 20
"""For so many the logs are searched from their ends; for more they are read once."""


class Observed(NamedTuple):
    """What a stream brought: how many new events, with the ids of those that were kept; how many
    were known, and what was left out. `until` is the place of the last that was dealt with."""

    fresh: int
    added: tuple[str, ...]
    already: int
    skipped: tuple[BadItem, ...]
    until: str


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
    items: Iterable[EventItem | BadItem],
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
    stream = Stream(store, person, dry=dry, allow_secret=allow_secret)
    stream.take(items, tick)
    return stream.done


class Stream:
    """Keeps events that come one after the other, and tells at any time what came of them."""

    def __init__(
        self, store: Store, person: str = "", *, dry: bool = False, allow_secret: bool = False
    ) -> None:
        self.store = store
        self.person = person
        self.dry = dry
        self.allow_secret = allow_secret
        self._pen = _Pen(store)
        self._waiting: list[EventItem | BadItem] = []
        self._fresh, self._already, self._added = 0, 0, list[str]()
        self.until, self.skipped = "", list[BadItem]()  # as `Observed` has them

    @property
    def done(self) -> Observed:
        """What has come of all that is dealt with."""
        added, skipped = tuple(self._added), tuple(self.skipped)
        return Observed(self._fresh, added, self._already, skipped, self.until)

    def take(
        self, items: Iterable[EventItem | BadItem], tick: Callable[[], None] = lambda: None
    ) -> None:
        """Keep these. Whatever ends them, all that was read is kept."""
        try:
            for item in items:
                self._waiting.append(item)
                if len(self._waiting) == TOGETHER:
                    self.keep()
                tick()
        finally:
            self.keep()

    def keep(self) -> None:
        """Keep those that wait to be written with others; they are on disk when this returns.

        Of those that it fails for none is kept, and none is tried again.
        """
        batch, self._waiting = self._waiting, []
        if not batch:
            return
        taken = [_taken(self.store, item, self.person, self.allow_secret) for item in batch]
        events = [one for one in taken if isinstance(one, Event)]
        if self.dry:
            self._note(batch, taken, self._pen.unknown(events))
            return
        with self.store.lock.held(), Held():  # or what is written would not be told
            self._note(batch, taken, self._pen.written(self._pen.unknown(events)))

    def _note(
        self,
        batch: Sequence[EventItem | BadItem],
        taken: Sequence[Event | BadItem],
        fresh: Sequence[Event],
    ) -> None:
        """Count what came of a batch."""
        skipped = [one for one in taken if isinstance(one, BadItem)]
        if not self.dry:
            self._added += [event.id for event in fresh]
        self.skipped += skipped
        self._fresh += len(fresh)
        self._already += len(taken) - len(skipped) - len(fresh)
        self.until = batch[-1].where


class _Pen:
    """Writes events. Of a long stream it reads the logs once, and then what others add to them:
    what was brought before, and when each talk had its turns."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.count = 0
        self.came: set[str] = set()
        self.erased: set[str] = set()  # of what came, what was erased since
        self.ends: dict[str, tuple[int, int]] | None = None  # of the logs, once they are read
        self.turns: dict[tuple[str, str], list[tuple[datetime, str]]] = {}

    def unknown(self, events: Sequence[Event]) -> list[Event]:
        """Those that nobody has brought before."""
        self.count += len(events)
        if self.ends is not None or self.count > FEW or any(event.came for event in events):
            self._read()
        fresh = []
        for event in events:
            if not self._knows(event.came):
                self.came.add(event.came)
                fresh.append(event)
        return fresh

    def _knows(self, came: str) -> bool:
        """Whether it was brought before, or with its answer, or was erased before it had one."""
        known = came in self.came or came.removesuffix(OPEN) in self.came
        return bool(came) and (known or came + OPEN in self.erased)

    def written(self, events: Sequence[Event]) -> list[Event]:
        """Events as they are written, with what each replies to; the lock is held."""
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
        """Read what the logs have gained; all of them, where one was not only added to."""
        now, known = _ends(self.store), self.ends or {}
        if not all(_has_grown(end, now.get(path)) for path, end in known.items()):
            known = {}
            self.turns.clear()
        for path, (_, size) in now.items():
            start = known[path][1] if path in known else 0
            if size != start:
                for event in sound_events(self.store, read_events(path, start)):
                    self.came.add(event.came)
                    if not event.text:
                        self.erased.add(event.came)
                    self._remember(event)
        self.ends = now

    def _remember(self, event: Event) -> None:
        if event.is_answered:
            insort(self.turns.setdefault(talk_of(event), []), (event.at, event.id))

    def _answered(self, event: Event, before: Sequence[Event]) -> str:
        """The turn that an event replies to; `before` are those of its own batch."""
        if event.source != CHAT:
            return ""
        if self.ends is None:
            last = self.store.events.last_turn(event)
            return replied_to(event, [*filter(None, (last,)), *before])
        turns = self.turns.get(talk_of(event), [])
        place = bisect_right(turns, event.at, key=itemgetter(0))
        return turns[place - 1][1] if place else ""


def _ends(store: Store) -> dict[str, tuple[int, int]]:
    """Which file each event log is, and where it ends. Who changes one makes another file of it."""
    stats = stats_of(store.events.files())
    return {path: (stat.st_ino, stat.st_size) for path, stat in stats.items()}


def _has_grown(before: tuple[int, int], now: tuple[int, int] | None) -> bool:
    """Whether a log is what it was, with more behind it or none."""
    return now is not None and now[0] == before[0] and now[1] >= before[1]


def _taken(store: Store, item: EventItem | BadItem, person: str, allow: bool) -> Event | BadItem:
    """The event that a source offers, or why it cannot be kept."""
    if isinstance(item, BadItem):
        return item
    try:
        event = item.event._replace(person=item.event.person or person)
        return _whole(store, event, allow)
    except MementoError as problem:
        return BadItem(item.where, ": ".join(filter(None, (problem.message, problem.hint))))


def _whole(store: Store, event: Event, allow: bool) -> Event:
    """An event as it may be kept, with whose it is, and the secrets that were allowed."""
    person = person_ref(event.person or store.settings["person"])
    people = tuple(person_ref(one) for one in event.people)
    check_people(store, person, *people)
    for what in ("client", "session", "project"):
        checked_name(store, f"the {what}", getattr(event, what))
    checked_name(store, "the speaker", event.words.speaker)
    fresh = fitting_a_line(checked_event(event._replace(person=person, people=people)))
    beside = fresh._asdict()
    del beside["words"]
    kinds = allowed_kinds([fresh.words, beside], allow)
    return fresh._replace(allowed=tuple(kinds))
