"""Removing the text of what was erased from logs: of entries of the journal, and of events.

The lines stay, with times and numbers.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress

from memento_cli.core.events.events import without_words
from memento_cli.core.git.id_conflict import PARTED
from memento_cli.core.journal.event_types import FELT, OBSERVED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.proposal_entries import (
    SLEPT,
    applied_proposals,
    entries_with_proposals,
    proposals_from,
)
from memento_cli.core.memory.record_kinds import event_in, held, whole_ref
from memento_cli.core.redaction.erased import erased_entries_of_memories
from memento_cli.core.redaction.erased_people import erased_feelings, feelings_of, people_among
from memento_cli.core.redaction.erased_records import erased_entries_of_records
from memento_cli.errors import BadData, MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import os_errors, read_regular
from memento_cli.store.journal.event_lines import event_in_line, event_line
from memento_cli.store.journal.jsonl import entry_of, entry_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from typing import Any

    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.folders import Folders

FROM = "from"
"""The key of `more` for the place that an import took an entry from."""
MEMORY = re.compile(rb'"memory": "((?:[^"\\])*+)"')
QUOTED = re.compile(rb"(?<=[\"'])[^\"'\n]++").findall
"""What stands between two quotes, whichever they are, or behind the last of a line."""
FEW_IDS = 20
"""So many ids are looked for one after the other; of more, each text in quotes is looked up."""
EVENT_ID = re.compile(rb'"id"\s*:\s*"([0-9A-Za-z._-]++)"')
"""The ids that an unreadable line may have; that of the event it replies to does not count."""


class Remains(NamedTuple):
    """A file with erased content, and its bytes without that; None if the file is removed."""

    path: str
    raw: bytes | None


def entries_about(raw: bytes, ids: Collection[str]) -> Iterator[JournalEntry]:
    """The entries of a log that are about these memories and records, or parts of records."""
    named = {id.encode() for id in ids}
    rows = (row for row in raw.split(b"\n") if row and _may_be_of(row, named))
    lines = (line for row in rows if (line := read_entry(row)))
    return (line for line in lines if not {line.memory, whole_ref(line.memory)}.isdisjoint(ids))


def parting_entries(raw: bytes) -> Iterator[JournalEntry]:
    """The entries of a log by which one of two memories of one id got another."""
    mark = PARTED.encode()
    rows = (row for row in raw.split(b"\n") if mark in row) if mark in raw else ()
    lines = (line for row in rows if (line := read_entry(row)))
    return (line for line in lines if isinstance(line.more.get(PARTED), str))


def entries_naming(raw: bytes, names: Collection[str]) -> Iterator[JournalEntry]:
    """The entries of a log whose lines have one of these names in quotes."""
    rows = (row for row in raw.split(b"\n") if mentions_any(row, names))
    return (line for row in rows if (line := read_entry(row)))


def felt_entries(raw: bytes, people: set[str]) -> Iterator[JournalEntry]:
    """The entries of a log that tell what one of these people felt."""
    mark = f'"{FELT}"'.encode()
    rows = (row for row in raw.split(b"\n") if mark in row) if mark in raw else ()
    yield from feelings_of((line for row in rows if (line := read_entry(row))), people)


def mentions_any(raw: bytes, ids: Collection[str]) -> bool:
    """Whether bytes contain one of these ids in quotes, as TOML and JSON do, or a part of one."""
    if len(ids) > FEW_IDS:  # a person may have thousands
        return any(_is_or_is_in(quoted.decode(errors="replace"), ids) for quoted in QUOTED(raw))
    return any(
        f"{mark}{id}{end}".encode() in raw for id in ids for mark in "\"'" for end in (mark, "/")
    )


def _is_or_is_in(text: str, ids: Collection[str]) -> bool:
    """Whether a text is one of these ids, or begins with one and a slash."""
    slashes = (place for place, sign in enumerate(text) if sign == "/")
    return text in ids or any(text[:place] in ids for place in slashes)


def _may_be_of(row: bytes, named: Collection[bytes]) -> bool:
    """Whether a line may be about one of these; in the usual form this takes no parsing."""
    match = MEMORY.search(row)
    return match[1] in named or match[1].rpartition(b"/")[0] in named if match else True


def _blanked(
    row: bytes, ids: Collection[str], entry_ids: Collection[str], felt: Collection[str]
) -> bytes:
    """A line without its text if it is one of `entry_ids`, and without its numbers if it is one of
    `felt`; empty if it is unreadable."""
    entry = read_entry(row)
    if entry is None:
        return b"" if mentions_any(row, ids) else row
    if entry.id in felt:
        return entry_text(entry._replace(text={}, more={})).encode()
    if entry.id not in entry_ids or not (entry.text or FROM in entry.more):
        return row
    more = {key: value for key, value in entry.more.items() if key != FROM}
    return entry_text(entry._replace(text={}, more=more)).encode()


def read_entry(row: bytes) -> JournalEntry | None:
    """The entry of a journal line; None if it cannot be read."""
    try:
        return entry_of(row)
    except BadData:
        return None


def row_of_log(row: bytes) -> JournalEntry | None:
    """The entry of a journal line, or one that stands for an event's; None if it is unreadable."""
    entry = read_entry(row)
    if entry is None:
        try:
            event = event_in_line(row)
        except BadData:
            return None
        entry = JournalEntry(event.id, event.at, OBSERVED, event.ref, event.by)
    return entry


def event_ids(erased: Iterable[str]) -> list[str]:
    """The ids of the events among the names of what was erased."""
    return [id for name in erased if (id := event_in(name))]


def event_remains(store: Folders, erased: Erasures) -> Iterator[Remains]:
    """The event logs with text of erased events, and their bytes without it."""
    ids = event_ids(erased)
    for path in store.events.files() if ids else ():
        raw = b""
        with os_errors(path), suppress(FileNotFoundError):  # git may have swapped it away meanwhile
            raw = read_regular(path)
        if any(id.encode() in raw for id in ids):
            blanked = blanked_events(raw, ids)
            if blanked != raw:
                yield Remains(path, blanked)


def blanked_events(raw: bytes, ids: Collection[str]) -> bytes:
    """An event log without the text of these events.

    An unreadable line that contains one of the ids is dropped, because it may have the text.
    """
    marks = [id.encode() for id in ids]
    rows = (
        _blanked_event(row, ids) if any(mark in row for mark in marks) else row
        for row in raw.split(b"\n")
    )
    return b"\n".join(row for row in rows if row is not None)


def events_with_words(raw: bytes, ids: Collection[str]) -> list[str]:
    """The events of `ids` whose text is in an event log, as the journal names them."""
    marks = [id.encode() for id in ids]
    refs = list[str]()
    for row in raw.split(b"\n"):
        with suppress(BadData):
            event = event_in_line(row) if any(mark in row for mark in marks) else None
            refs += [event.ref] if event and event.text and event.id in ids else []
    return refs


def _blanked_event(row: bytes, ids: Collection[str]) -> bytes | None:
    try:
        event = event_in_line(row)
    except BadData:
        named = {id.decode() for id in EVENT_ID.findall(row)}
        return row if named.isdisjoint(ids) else None
    if event.id not in ids or event == without_words(event):
        return row
    return event_line(without_words(event)).encode()


class Logs(NamedTuple):
    """The journal's logs by path, the entries about erased memories, also by memory, and their
    writers by id.

    `proposed` has, by the id of an entry about another memory, the erased memory that it proposed,
    or the event or memory that is the evidence of its proposal.
    """

    raw: Mapping[str, bytes]
    lines: list[JournalEntry]
    by_memory: Mapping[str, list[JournalEntry]]
    writers: Mapping[str, str]
    proposed: Mapping[str, str]


def logs_of(store: Folders, ids: Collection[str], problems: list[MementoError]) -> Logs:
    """What the logs have of these memories; an unreadable log is added to `problems`."""
    raw: dict[str, bytes] = {}

    def read(path: str) -> None:
        raw[path] = read_regular(path)

    for path in store.journal.files() if ids else ():
        attempt(problems, read, path)
    partings = (entry for log in raw.values() for entry in parting_entries(log))
    names = {*ids, *(entry.memory for entry in partings if entry.more[PARTED] in ids)}
    pairs = [(entry, path) for path, log in raw.items() for entry in entries_about(log, names)]
    if people := people_among(ids):
        about = {entry.id for entry, _ in pairs}
        felt = ((entry, path) for path, log in raw.items() for entry in felt_entries(log, people))
        pairs += [(entry, path) for entry, path in felt if entry.id not in about]
    proposals = applied_proposals((entry for entry, _ in pairs), ids)
    events, mark = event_ids(ids), SLEPT.encode()
    for log in raw.values():
        if events or mark in log:
            proposals |= proposals_from(entries_naming(log, {*events, *ids}), ids)
    if proposals:
        about = {entry.id for entry, _ in pairs}
        others = (
            (entry, path) for path, log in raw.items() for entry in entries_naming(log, proposals)
        )
        pairs += [(entry, path) for entry, path in others if entry.id not in about]
    lines = [entry for entry, _ in pairs]
    writers = {entry.id: os.path.basename(path) for entry, path in pairs}
    by_memory: dict[str, list[JournalEntry]] = {}
    for line in lines:
        by_memory.setdefault(line.memory, []).append(line)
    return Logs(raw, lines, by_memory, writers, entries_with_proposals(lines, proposals))


def erased_entries(logs: Logs, erased: Erasures) -> list[JournalEntry]:
    """The entries whose text is removed with what was erased."""
    of_memories = [line for line in logs.lines if not held(line.memory)]
    about = erased_entries_of_memories(of_memories, logs.writers, erased)
    about += erased_entries_of_records(logs.lines, erased)
    about += erased_feelings(logs.lines, erased)
    return [*about, *(line for line in logs.lines if line.id in logs.proposed)]


def blanked_logs(logs: Logs, erased: Erasures) -> list[tuple[str, bytes, int]]:
    """The logs with text of erased memories: path, bytes without it, and number of such lines.

    An unreadable line that names an erased memory is dropped, as it may have its text.
    """
    entries = erased_entries(logs, erased)
    names = {id.encode() for id in (*erased, *(entry.memory for entry in entries))}
    ids, changed = {entry.id for entry in entries}, list[tuple[str, bytes, int]]()
    felt = {entry.id for entry in erased_feelings(logs.lines, erased)}
    for path, raw in logs.raw.items():
        count, kept = 0, list[bytes]()
        for row in raw.split(b"\n"):
            blanked = _blanked(row, erased, ids, felt) if row and _may_be_of(row, names) else row
            count += blanked != row
            kept += [blanked] if blanked or not row else []
        changed += [(path, b"\n".join(kept), count)] if count else []
    return changed


def attempt(problems: list[MementoError], act: Callable[..., None], *args: Any) -> None:
    """Call `act` with a path first; an error is added to `problems` instead of being raised."""
    try:
        with os_errors(args[0]), suppress(FileNotFoundError):
            act(*args)
    except MementoError as problem:
        problems.append(problem)
