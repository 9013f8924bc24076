"""The event logs: what was observed, in append-only files with one writer each."""

from __future__ import annotations

import os
import time
from itertools import takewhile

from memento_cli.core.events.events import CHAT, Event, replied_to, without_words
from memento_cli.core.journal.line_ids import RANDOM_BITS, line_id, line_millis
from memento_cli.core.text.strict_json import dumped
from memento_cli.core.time.when import iso
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import append, os_errors, refuse_link
from memento_cli.store.journal.event_lines import event_in_line, event_line
from memento_cli.store.journal.logs import (
    last_number,
    log_path,
    months_in,
    next_number,
    nonblank_lines,
    paths_in,
    read_log,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence


AT = b'"at": "'
ID = slice(8, 34)
"""Where a line that memento wrote has its id."""
MONTH_DIGITS = 10
"""So many characters of an id give the time of its making, and so its month."""


class BadEvent(NamedTuple):
    """A line that could not be read: its place, `path:line`, and why."""

    where: str
    problem: str


class EventLog:
    """The event logs of a store. Only this writer's own is written.

    `erased` gives the ids of erased events, whose text a merge may have brought back.
    """

    def __init__(
        self,
        folder: str,
        writer: Callable[[], tuple[str, str]],
        changed: list[str],
        erased: Callable[[], Collection[str]],
    ) -> None:
        self.folder = folder
        self._writer = writer
        self._changed = changed
        self.erased = erased

    def files(self, since: str = "") -> list[str]:
        """The paths of all logs, or of those from the month `since` on; the oldest month first."""
        with os_errors(self.folder):
            months = [month for month in months_in(self.folder) if month >= since]
        return paths_in(self.folder, months)

    def events(
        self, paths: Iterable[str] | None = None, besides: Collection[str] = ()
    ) -> Iterator[Event | BadEvent]:
        """Every event of these logs, or of all, each id once; of a broken line, what is wrong.

        Events with the ids `besides` are left out, nearly all of them unread.
        """
        seen, erased = set(besides), set(self.erased())
        unread = {id.encode() for id in besides}
        for path in self.files() if paths is None else paths:
            for event in read_events(path, besides=unread):
                if isinstance(event, BadEvent):
                    yield event
                elif event.id not in seen:
                    seen.add(event.id)
                    yield without_words(event) if event.id in erased else event

    def last_turn(self, event: Event) -> Event | None:
        """The last turn before an event in its conversation, by the time of the turns.

        All logs are searched: what is imported today may be older than what was there yesterday.
        """
        last = None
        for path in reversed(self.files()):
            last = _last_turn(_bytes_of(path), event, last)
        return last

    def beginning(self, start: str) -> Iterator[Event | BadEvent]:
        """The events whose ids have this prefix, each once; of a broken line, or a log that cannot
        be read, what is wrong.

        The logs from the month in the prefix on are searched; if they have none, all.
        """
        mark, seen, erased = f'"{start}'.encode(), set[str](), set(self.erased())
        for since in dict.fromkeys((_month_of(start), "")):
            for path in () if seen else self.files(since):
                for event in read_events(path, mark=mark):
                    if isinstance(event, BadEvent):
                        yield event
                    elif event.id.startswith(start) and event.id not in seen:
                        seen.add(event.id)
                        yield without_words(event) if event.id in erased else event

    def named(self, ids: Collection[str]) -> dict[str, Event]:
        """The events with these ids, by id; ids without an event are left out."""
        events, erased = dict[str, Event](), set(self.erased())
        for since in dict.fromkeys((min(map(_month_of, ids), default=""), "")):
            missing = set(ids) - events.keys()
            for path in self.files(since) if missing else ():
                data = _bytes_of(path)
                for id in missing:
                    event = _readable(_line_with(data, f'"{id}"'.encode()))
                    events |= {id: event} if event and event.id == id else {}
        return {id: without_words(one) if id in erased else one for id, one in events.items()}

    def signed(self, events: Sequence[Event]) -> list[Event]:
        """These events with new ids and this writer's name; the lock must be held."""
        actor, _ = self._writer()
        last, signed = self._last(), list[Event]()
        for event in events:
            last = next_number(last)
            signed.append(event._replace(id=line_id(last >> RANDOM_BITS, last), by=actor))
        return signed

    def append(self, events: Sequence[Event]) -> None:
        """Write events that have their ids, in one synced write; the lock must be held."""
        if events:
            path = log_path(self.folder, self._name(), line_millis(events[-1].id))
            refuse_link(os.path.dirname(path))
            append(path, "".join(event_line(event) + "\n" for event in events).encode())
            self._changed.append(path)

    def last_id(self) -> str:
        """The id of this writer's last event."""
        last = self._last()
        return line_id(last >> RANDOM_BITS, last)

    def _last(self) -> int:
        return last_number(self.folder, self._name(), _ids_in)

    def _name(self) -> str:
        return "{}-{}.jsonl".format(*self._writer())


def read_events(
    path: str, start: int = 0, mark: bytes = b"", besides: Collection[bytes] = ()
) -> Iterator[Event | BadEvent]:
    """A log's events from a byte on, or only lines that contain a `mark`, or that do not begin with
    one of some ids; of a broken line, or a log that cannot be read, its place."""
    for number, event in numbered_events(path, mark, start, besides):
        where = f"{path}:{number}" if number else path
        yield BadEvent(where, event) if isinstance(event, str) else event


def numbered_events(
    path: str, mark: bytes = b"", start: int = 0, besides: Collection[bytes] = ()
) -> Iterator[tuple[int, Event | str]]:
    """A log's events with their line numbers; of a line that cannot be read, what is wrong.

    With a `mark`, only lines that contain it; lines that begin with an id of `besides` are left
    out. An unreadable file is reported as line 0.
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
    for number, raw in nonblank_lines(data, start) if mark in data else ():
        if mark in raw and raw[ID] not in besides:
            try:
                yield before + number, event_in_line(raw)
            except BadData as problem:
                yield before + number, problem.problems[0]


def _last_turn(data: bytes, after: Event, last: Event | None) -> Event | None:
    """The last turn before `after` in the same conversation, of a log and the turn `last`.

    Lines are searched backwards for their time, in the form in which memento writes it. Only those
    with a time between `last` and `after` are parsed: mostly one, the newest line.
    """
    required, excluded = _conversation_marks(after)
    low, high = _sort_key(last), _sort_key(after)
    mark, place = _common_prefix(low, high), len(data) if all(m in data for m in required) else 0
    while (place := data.rfind(mark, 0, place)) >= 0:
        key = _sort_key_at(data, place)
        if not low < key or key[0] > high[0]:
            continue
        raw = _line_at(data, place)
        is_of_conversation = all(m in raw for m in required) and not any(m in raw for m in excluded)
        turn = _readable(raw) if is_of_conversation else None
        if turn and replied_to(after, filter(None, (last, turn))) == turn.id:
            last, low = turn, _sort_key(turn)
            mark = _common_prefix(low, high)
    return last


def _conversation_marks(event: Event) -> tuple[list[bytes], list[bytes]]:
    """Texts that the line of a turn of an event's conversation has, and texts that it has not."""
    names = (("client", event.client), ("session", event.session))
    required = [f'"{key}": {dumped(name)}'.encode() for key, name in names if name]
    excluded = [f'"{key}": "'.encode() for key, name in names if not name]
    return [f'"source": "{CHAT}"'.encode(), *required], excluded


def _sort_key(event: Event | None) -> tuple[bytes, bytes]:
    """The time and id of an event as its line has them; a later one is greater."""
    return (iso(event.at)[:-1].encode(), event.id.encode()) if event else (b"", b"")


def _sort_key_at(data: bytes, place: int) -> tuple[bytes, bytes]:
    """The time and id of the line that has its time, after its id, at this byte."""
    id = data.rfind(b'"', 0, max(place - 3, 0)) + 1
    return data[place + len(AT) : data.find(b'Z"', place)], data[id : place - 3]


def _common_prefix(low: tuple[bytes, bytes], high: tuple[bytes, bytes]) -> bytes:
    """The beginning of the time that every line between two sort keys has."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(low[0], high[0], strict=False))
    return AT + bytes(digit for digit, _ in same)


def _line_with(data: bytes, mark: bytes) -> bytes:
    """The first line of a log that contains this; empty if there is none."""
    place = data.find(mark)
    return _line_at(data, place) if place >= 0 else b""


def _line_at(data: bytes, place: int) -> bytes:
    """The line of a log that this byte is in."""
    start, end = data.rfind(b"\n", 0, place) + 1, data.find(b"\n", place)
    return data[start : end if end >= 0 else None]


def _bytes_of(path: str) -> bytes:
    """The bytes of a log; none if it cannot be read, which a reader of all events reports."""
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
    """The ids of the events in the last lines of a log."""
    return [event.id for raw in data.split(b"\n") if (event := _readable(raw))]


def _month_of(id: str) -> str:
    """The earliest month in which an id with this prefix was made; empty if it is too short."""
    if len(id) < MONTH_DIGITS:
        return ""
    millis = line_millis(id.ljust(26, "0"))
    return time.strftime("%Y-%m", time.gmtime(millis / 1000))
