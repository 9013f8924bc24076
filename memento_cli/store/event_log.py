"""The event logs: what was observed, in append-only files with one writer each."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from memento_cli.core.events import Event, replied_to, without_words
from memento_cli.core.line_ids import RANDOM_BITS, line_id, line_millis
from memento_cli.errors import BadData
from memento_cli.store.event_lines import event_in_line, event_line
from memento_cli.store.files import append, refuse_link, system
from memento_cli.store.lock import Lock
from memento_cli.store.logs import months_in
from memento_cli.store.pen import last_number, log_path, names_of, next_number
from memento_cli.store.strict_json import dumped
from memento_cli.store.tails import read_log, told

SESSION = b'"session": "'
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
        return [
            os.path.join(self.folder, month, name)
            for month in months
            for name in names_of(self.folder, month)
        ]

    def events(self, paths: Iterable[str] | None = None) -> Iterator[Event | BadEvent]:
        """Every event of these logs, or of all, each once; of a broken line, what is wrong."""
        seen, erased = set[str](), set(self.erased())
        for path in self.files() if paths is None else paths:
            for place, found in events_in(path):
                if isinstance(found, str):
                    yield BadEvent(f"{path}:{place}" if place else path, found)
                elif found.id not in seen:
                    seen.add(found.id)
                    yield without_words(found) if found.id in erased else found

    def last_turns(self, event: Event) -> list[Event]:
        """Of each writer the last turn of an event's talk that came to its end by then, in the
        newest month that has any."""
        found = list[Event]()
        for _, paths in groupby(reversed(self.files()), key=os.path.dirname):
            turns = (_last_turn(path, event) for path in paths)
            found = [turn for turn in turns if turn]
            if found:
                break
        return found

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
        last, given = last_number(self.folder, self._name(), _ids_in), list[Event]()
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

    def _name(self) -> str:
        return "{}-{}.jsonl".format(*self._writer())


def events_in(path: str, mark: bytes = b"") -> Iterator[tuple[int, Event | str]]:
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
    for place, raw in told(data) if mark in data else ():
        if mark in raw:
            try:
                yield place, event_in_line(raw)
            except BadData as problem:
                yield place, problem.problems[0]


def _last_turn(path: str, after: Event) -> Event | None:
    """The last turn in a log of that talk. Lines are read only if they may be one."""
    data = _bytes_of(path)
    talk = after.session or after.client
    mark = dumped(talk).encode() if talk else b""
    other = b"" if after.session else SESSION  # as our own lines name the session of a turn
    if mark not in data:
        return None
    end = len(data)
    while end > 0:
        start = data.rfind(b"\n", 0, end) + 1
        raw, end = data[start:end], start - 1
        event = _readable(raw) if mark in raw and not (other and other in raw) else None
        if event and event.at <= after.at and replied_to(after, [event]):
            return event
    return None


def _line_with(data: bytes, mark: bytes) -> bytes:
    """The first line of a log that has this; nothing if there is none."""
    place = data.find(mark)
    start, end = data.rfind(b"\n", 0, max(place, 0)) + 1, data.find(b"\n", place)
    return data[start : end if end >= 0 else None] if place >= 0 else b""


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
