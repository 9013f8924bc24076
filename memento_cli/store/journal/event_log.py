"""The event logs: what was observed, in append-only files with one writer each."""

from __future__ import annotations

import os
import time
from itertools import takewhile

from memento_cli.core.events.events import CHAT, Event, replied_to, without_words
from memento_cli.core.journal.line_ids import RANDOM_BITS, line_id, line_millis
from memento_cli.core.time.when import iso
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import append, refuse_link, system
from memento_cli.store.files.strict_json import dumped
from memento_cli.store.journal.event_lines import event_in_line, event_line
from memento_cli.store.journal.journal_writer import last_number, log_path, next_number, paths_in
from memento_cli.store.journal.log_tail import read_log, told
from memento_cli.store.journal.logs import months_in

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from memento_cli.store.files.lock import Lock

AT = b'"at": "'
ENOUGH = 10
"""So many signs of an id tell the month in which it was given."""


class BadEvent(NamedTuple):
    """A line that could not be read: its place, `path:line`, and why."""

    where: str
    problem: str


class EventLog:
    """The log files under one folder, and this process's pen for its own one."""

    def __init__(
        self,
        folder: str,
        lock: Lock,
        writer: Callable[[], tuple[str, str]],
        changed: list[str],
        erased: Callable[[], Collection[str]],
    ) -> None:
        self.folder = folder
        self._lock = lock
        self._writer = writer
        self._changed = changed
        self.erased = erased
        """The ids of the events that were erased, whose words a merge may have brought back."""

    def files(self, since: str = "") -> list[str]:
        """The paths of all logs, the oldest month first; or of those from a month on."""
        with system(self.folder):
            months = [month for month in months_in(self.folder) if month >= since]
        return paths_in(self.folder, months)

    def events(self, paths: Iterable[str] | None = None) -> Iterator[Event | BadEvent]:
        """Every event of these logs, or of all, each once; of a broken line, what is wrong."""
        seen, erased = set[str](), set(self.erased())
        for path in self.files() if paths is None else paths:
            for found in found_in(path):
                if isinstance(found, BadEvent):
                    yield found
                elif found.id not in seen:
                    seen.add(found.id)
                    yield without_words(found) if found.id in erased else found

    def last_turn(self, event: Event) -> Event | None:
        """The last turn of an event's talk that came to its end by then, whenever it was written:
        what is imported today may be older than what was there yesterday."""
        last = None
        for path in reversed(self.files()):
            last = _last_turn(_bytes_of(path), event, last)
        return last

    def beginning(self, start: str) -> list[Event]:
        """The events whose ids begin so.

        Looked for from the month on that an id tells; in all, if that has none.
        """
        mark, found, erased = f'"{start}'.encode(), dict[str, Event](), set(self.erased())
        for since in dict.fromkeys((_month_of(start), "")):
            for path in () if found else self.files(since):
                for _, event in events_in(path, mark):
                    if isinstance(event, Event) and event.id.startswith(start):
                        found.setdefault(event.id, event)
        return [without_words(one) if one.id in erased else one for one in found.values()]

    def named(self, ids: Collection[str]) -> dict[str, Event]:
        """The events with these ids, as far as they are there, by their ids."""
        found, erased = dict[str, Event](), set(self.erased())
        for since in dict.fromkeys((min(map(_month_of, ids), default=""), "")):
            sought = set(ids) - found.keys()
            for path in self.files(since) if sought else ():
                data = _bytes_of(path)
                for id in sought:
                    event = _readable(_line_with(data, f'"{id}"'.encode()))
                    found |= {id: event} if event and event.id == id else {}
        return {id: without_words(one) if id in erased else one for id, one in found.items()}

    def signed(self, events: Sequence[Event]) -> list[Event]:
        """Events with the ids that they get and this writer's name; the lock is held."""
        actor, _ = self._writer()
        last, given = self._last(), list[Event]()
        for event in events:
            last = next_number(last)
            given.append(event._replace(id=line_id(last >> RANDOM_BITS, last), by=actor))
        return given

    def append(self, events: Sequence[Event]) -> None:
        """Write events that have their ids. One write, then on disk."""
        if events:
            path = log_path(self.folder, self._name(), line_millis(events[-1].id))
            refuse_link(os.path.dirname(path))
            append(path, "".join(event_line(event) + "\n" for event in events).encode())
            self._changed.append(path)

    def last_id(self) -> str:
        """The id of the last event that this writer observed."""
        last = self._last()
        return line_id(last >> RANDOM_BITS, last)

    def _last(self) -> int:
        return last_number(self.folder, self._name(), _ids_in)

    def _name(self) -> str:
        return "{}-{}.jsonl".format(*self._writer())


def found_in(path: str, start: int = 0) -> Iterator[Event | BadEvent]:
    """A log's events from a byte on; of a broken line, or a log that cannot be read, its place."""
    for place, found in events_in(path, start=start):
        where = f"{path}:{place}" if place else path
        yield BadEvent(where, found) if isinstance(found, str) else found


def events_in(path: str, mark: bytes = b"", start: int = 0) -> Iterator[tuple[int, Event | str]]:
    """A log's events with their line numbers; of those that cannot be read, what is wrong.

    With a `mark`, only lines that contain it. A file that cannot be read is line 0.
    """
    try:
        data = read_log(path)
    except FileNotFoundError:  # git may have swapped it away since it was listed
        return
    except OSError as problem:
        yield 0, f"cannot be read: {problem.strerror}"
        return
    except BadData as problem:
        yield 0, problem.problems[0]
        return
    before = data.count(b"\n", 0, start)
    for place, raw in told(data, start) if mark in data else ():
        if mark in raw:
            try:
                yield before + place, event_in_line(raw)
            except BadData as problem:
                yield before + place, problem.problems[0]


def _last_turn(data: bytes, after: Event, known: Event | None) -> Event | None:
    """The last turn of that talk in a log; the one that is known, if none there is later.

    The newest line is mostly the one. To be sure of it, of all that can be later the times are
    read, and of little the rest: lines are found by how our own begin.
    """
    has, lacks = _marks_of_talk(after)
    low, high = _told(known), _told(after)
    mark, place = _between(low, high), len(data) if all(one in data for one in has) else 0
    while (place := data.rfind(mark, 0, place)) >= 0:
        this = _told_at(data, place)
        if not low < this or this[0] > high[0]:
            continue
        raw = _line_at(data, place)
        said = raw.__contains__
        turn = _readable(raw) if all(map(said, has)) and not any(map(said, lacks)) else None
        if turn and replied_to(after, filter(None, (known, turn))) == turn.id:
            known, low = turn, _told(turn)
            mark = _between(low, high)
    return known


def _marks_of_talk(event: Event) -> tuple[list[bytes], list[bytes]]:
    """What the line of a turn of an event's talk has, and what it lacks."""
    talk = (("client", event.client), ("session", event.session))
    has = [f'"{key}": {dumped(name)}'.encode() for key, name in talk if name]
    return [f'"source": "{CHAT}"'.encode(), *has], [f'"{k}": "'.encode() for k, n in talk if not n]


def _told(event: Event | None) -> tuple[bytes, bytes]:
    """When an event was, and its id, as its line has them: what is later is greater."""
    return (iso(event.at)[:-1].encode(), event.id.encode()) if event else (b"", b"")


def _told_at(data: bytes, place: int) -> tuple[bytes, bytes]:
    """The same of the line that tells its time in this place, after its id."""
    id = data.rfind(b'"', 0, max(place - 3, 0)) + 1
    return data[place + len(AT) : data.find(b'Z"', place)], data[id : place - 3]


def _between(low: tuple[bytes, bytes], high: tuple[bytes, bytes]) -> bytes:
    """What every line has that tells of a time between these."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(low[0], high[0], strict=False))
    return AT + bytes(sign for sign, _ in same)


def _line_with(data: bytes, mark: bytes) -> bytes:
    """The first line of a log that has this; nothing if there is none."""
    place = data.find(mark)
    return _line_at(data, place) if place >= 0 else b""


def _line_at(data: bytes, place: int) -> bytes:
    """The line of a log that has this byte."""
    start, end = data.rfind(b"\n", 0, place) + 1, data.find(b"\n", place)
    return data[start : end if end >= 0 else None]


def _bytes_of(path: str) -> bytes:
    """What a log has; nothing of one that cannot be read, which is named where it is read whole."""
    try:
        return read_log(path)
    except (OSError, BadData):
        return b""


def _readable(raw: bytes) -> Event | None:
    try:
        return event_in_line(raw)
    except BadData:
        return None


def _ids_in(data: bytes) -> list[str]:
    """The ids of the events in a tail of a log."""
    return [event.id for raw in data.split(b"\n") if (event := _readable(raw))]


def _month_of(id: str) -> str:
    """The month in which an id that begins so was given, at the earliest; none if it is short."""
    if len(id) < ENOUGH:
        return ""
    millis = line_millis(id.ljust(26, "0"))
    return time.strftime("%Y-%m", time.gmtime(millis / 1000))
