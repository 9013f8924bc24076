"""Checks of the journal and of event logs: their lines, what these refer to, and erased words."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache, partial

from memento_cli.actions.checkup.findings import (
    WHO_MAY,
    aside_of,
    fault,
    fixable,
    note,
    set_aside,
)
from memento_cli.actions.checkup.folders import OUT, entries_of
from memento_cli.core.events.threads import TARGET
from memento_cli.core.journal.event_types import (
    ADOPTION,
    EVIDENCE,
    FELT,
    LINKED,
    THREADED,
    UNLINKED,
    UNTHREADED,
)
from memento_cli.core.journal.history import undone_ids
from memento_cli.core.journal.line_ids import line_millis, line_number
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.core.time.when import DAY_MILLIS
from memento_cli.store.files.files import bytes_or_none
from memento_cli.store.journal.event_log import numbered_events
from memento_cli.store.journal.journal import numbered_entries
from memento_cli.store.journal.logs import is_log, is_month
from memento_cli.store.redaction.erasure import erasures, remove_erased, traces_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from memento_cli.actions.checkup.findings import Cases
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store

BY_HAND = "--fix sets it aside; `git log -p` on the file may have it whole"
KINDS = {FELT: "feeling", LINKED: "link", UNLINKED: "link", THREADED: "thread",
         UNTHREADED: "thread"}  # fmt: skip

MARK = re.compile(rb"(?:<{7} .*|\|{7} .*|={7}|>{7} .*)\r?")
"""The line of a log that is a conflict marker of git's."""
ANSWER = "answer"
ADVICE = "--fix takes it out again, as the next act does"


def journal_cases(store: Store) -> Cases:
    """Cases of entries named as a month or a log that are links or special files: their lines are
    not read."""
    for month in (*entries_of(store.journal.folder), *entries_of(store.events.folder)):
        if not is_month(month.name):
            continue
        if month.is_symlink():
            yield fault(month.path, OUT, "put the folder itself in its place")
        for entry in entries_of(month.path):
            if is_log(entry.name) and not entry.is_file(follow_symlinks=False):
                kind = "a symbolic link" if entry.is_symlink() else "not a regular file"
                yield fault(entry.path, f"is {kind}", "put a plain file in its place")


def log_cases(store: Store, path: str, entries: list[JournalEntry], homes: dict[str, str]) -> Cases:
    """Cases of one log file: broken lines, and a clock a day ahead of this machine's.

    Its entries are added to `entries`, and its path to `homes` by the ids of the entries.
    """
    latest, ahead, first_ahead = time.time() * 1000 + DAY_MILLIS, 0, ""
    broken: list[tuple[int, str]] = []
    for number, entry in numbered_entries(path):
        if isinstance(entry, str):
            broken.append((number, entry))
            continue
        entries.append(entry)
        homes.setdefault(entry.id, path)
        if line_millis(entry.id) > latest and entry.via != ADOPTION:
            ahead, first_ahead = ahead + 1, first_ahead or f"{path}:{number}"
    yield from _log_cases(store, path, broken)
    if ahead:
        problem = f"written by a clock more than a day ahead ({ahead} lines)"
        advice = "order is kept; what was recorded or set by it stays at its peak until then"
        yield note(first_ahead, problem, advice)


def event_log_cases(store: Store, path: str, answered: dict[str, str]) -> Cases:
    """Cases of one event log, as of `log_cases`; `answered` gets the event that each replies to."""
    latest = time.time() * 1000 + DAY_MILLIS
    broken, ahead = list[tuple[int, str]](), ""
    for number, event in numbered_events(path):
        if isinstance(event, str):
            broken.append((number, event))
            continue
        answered[event.id] = event.reply_to
        if line_millis(event.id) > latest:
            ahead = ahead or f"{path}:{number}"
    yield from _log_cases(store, path, broken)
    if ahead:
        yield note(ahead, "observed by a clock more than a day ahead", "order is kept")


def _log_cases(store: Store, path: str, broken: list[tuple[int, str]]) -> Cases:
    if broken and broken[0][0] == 0:
        yield fault(path, broken[0][1], WHO_MAY)
    elif broken:
        yield from _broken_lines(store, path, broken)


def _broken_lines(store: Store, path: str, broken: list[tuple[int, str]]) -> Cases:
    raw = bytes_or_none(path)
    if raw is None:  # changed since it was read
        return
    rows = raw.split(b"\n")
    marks = {number for number, _ in broken if MARK.fullmatch(rows[number - 1])}
    bad = {number for number, _ in broken} - marks
    repair = cache(partial(set_aside, store, path, raw, bad, marks))  # one for all of the lines
    after = f"set aside in {aside_of(store, path)}, which you may delete when you have seen it"
    for number, problem in broken:
        if number in marks:
            advice = "--fix takes the marker out; the lines of both sides stay"
            yield fixable(f"{path}:{number}", "a git conflict marker", advice, repair)
        else:
            yield fixable(f"{path}:{number}", problem, BY_HAND, repair, after)
            after = ""


def dangling_cases(entries: Collection[JournalEntry], answered: Mapping[str, str]) -> Cases:
    """Cases of events that are in no log, with counts of what refers to them.

    `answered` maps the id of each event in a log to the id that it replies to, or "".
    """
    references = defaultdict[str, Counter[str]](Counter)
    undone = undone_ids(entries)
    for entry in entries:
        if entry.id not in undone:
            for event in dict.fromkeys(_events_of(entry)):
                if event not in answered and line_number(event):
                    references[event][KINDS.get(entry.act, EVIDENCE)] += 1
    for target in answered.values():
        if target and target not in answered:
            references[target][ANSWER] += 1
    for event, kinds in sorted(references.items()):
        counts = ", ".join(f"{count} x {kind}" for kind, count in sorted(kinds.items()))
        advice = f"`git log --full-history -S {event} -p -- {EVENTS}` may have its line"
        yield note(ref_of(EVENTS, event), f"is in no log, and is led to by {counts}", advice)


def _events_of(entry: JournalEntry) -> Iterator[str]:
    """The ids of the events that an entry is about, links to, or names as evidence."""
    about = event_in(entry.memory)
    if about and entry.act in KINDS:
        yield about
        target = entry.more.get(TARGET)
        if isinstance(target, str):
            yield target
    evidence = entry.more.get(EVIDENCE)
    for id in evidence if isinstance(evidence, Iterable) and not isinstance(evidence, str) else ():
        if isinstance(id, str):
            yield event_in(id) or id


def erased_cases(store: Store) -> Cases:
    """Cases of files that were erased, and of files and logs with erased words."""
    erased = erasures(store)
    if not erased:
        return

    repair = partial(remove_erased, store)
    traces = traces_of(store, erased)
    for path in traces.files:
        yield fixable(path, "was erased, and came back", ADVICE, repair)
    for path in traces.trimmed:
        yield fixable(path, "has what was erased, which came back", ADVICE, repair)
    for path, count in traces.lines.items():
        problem = f"has words of what was erased ({count} lines)"
        yield fixable(path, problem, ADVICE, repair)
