"""Checks of the journal, of event logs, and of the strengths that files show."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from functools import cache
from itertools import product
from math import isclose

from memento_cli.actions.checkup.files import OUT, entries_of
from memento_cli.actions.checkup.findings import WHO_MAY, fault, fixable, note
from memento_cli.actions.checkup.repair import aside_of, setting_aside, without_markers
from memento_cli.actions.checkup.swapped import is_of_another
from memento_cli.actions.git.id_conflict import folder_of, show, waiting_files, waiting_id
from memento_cli.core.git.id_conflict import is_parted, lost_memories, was_archived
from memento_cli.core.journal.event_types import ADOPTION, ERASED, RECORDED
from memento_cli.core.journal.history import fold, opening_of
from memento_cli.core.journal.line_ids import line_millis
from memento_cli.core.memory.record_kinds import held
from memento_cli.core.time.when import DAY_MILLIS
from memento_cli.errors import BadData, MementoError
from memento_cli.store.files.files import read_regular
from memento_cli.store.journal.event_log import numbered_events
from memento_cli.store.journal.journal import numbered_entries
from memento_cli.store.journal.logs import is_log, is_month
from memento_cli.store.settings.settings import DEFAULTS
from memento_cli.store.toml.splice import REMOVED, applied
from memento_cli.store.toml.writer import path_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.core.fading.strength import Fade, Strength
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

Homes = dict[str, str]
MANY_LINES = 30
FADING = ("memory.fade.", "memory.importance", "memory.content.significance")
"""The keys of a file that determine how its memory fades."""
IN_GIT = "git log --full-history"
"""Without --full-history git omits the side of a merge that was not taken."""
BY_HAND = "--fix sets it aside; `git log -p` on the file may have it whole"


def journal_cases(store: Store) -> Iterator[Repairable]:
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


def log_cases(
    store: Store, path: str, entries: list[JournalEntry], homes: Homes
) -> Iterator[Repairable]:
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


def event_log_cases(store: Store, path: str, answered: dict[str, str]) -> Iterator[Repairable]:
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


def _log_cases(store: Store, path: str, broken: list[tuple[int, str]]) -> Iterator[Repairable]:
    if broken and broken[0][0] == 0:
        yield fault(path, broken[0][1], WHO_MAY)
    elif broken:
        yield from _broken_lines(store, path, broken)


def _broken_lines(store: Store, path: str, broken: list[tuple[int, str]]) -> Iterator[Repairable]:
    try:
        raw = read_regular(path)
    except (OSError, BadData):  # changed since it was read
        return
    rows = raw.split(b"\n")
    marks = {
        number for number, _ in broken if not without_markers(rows[number - 1] + b"\n").strip()
    }
    bad = {number for number, _ in broken} - marks
    repair = cache(setting_aside(store, path, raw, bad, marks))  # one repair for all of the lines
    after = f"set aside in {aside_of(store, path)}, which you may delete when you have seen it"
    for number, problem in broken:
        if number in marks:
            advice = "--fix takes the marker out; the lines of both sides stay"
            yield fixable(f"{path}:{number}", "a git conflict marker", advice, repair)
        else:
            yield fixable(f"{path}:{number}", problem, BY_HAND, repair, after)
            after = ""


def gone_cases(
    store: Store, entries: Mapping[str, list[JournalEntry]], ids: set[str]
) -> Iterator[Repairable]:
    """Memories that were recorded and not erased, and that have no file.

    None are told where a folder cannot be listed. `ids`: those of the files there are.
    """
    try:
        _ = store.memories.ids(), store.archive.ids()
    except MementoError:
        return
    erased = {id for id, its in entries.items() if any(entry.act == ERASED for entry in its)}
    present = ids | set(map(waiting_id, waiting_files(store)))
    accounted = present | erased
    for id in sorted(entries.keys() & present):
        for created in lost_memories(entries[id], accounted):
            path = os.path.join(store.memories.folder, f"{id}.toml")
            advice = f"`{IN_GIT} --all -p -- memories/{id}.toml` may have the other"
            problem = f"another memory, of {created}, was recorded under this id, and has no file"
            yield note(path, problem, advice)
    for id in sorted(entries.keys() - accounted):
        if not held(id) and any(entry.act == RECORDED for entry in entries[id]):
            path = os.path.join(store.memories.folder, f"{id}.toml")
            advice = f"`{IN_GIT} -- memories/{id}.toml` if that was not meant"
            yield note(path, "was recorded, and its file is gone", advice)


def number_cases(
    store: Store,
    memory: Memory,
    path: str,
    entries: Sequence[JournalEntry],
    homes: Homes,
    now: datetime,
) -> Iterator[Repairable]:
    """A file that shows a strength which its journal cannot have produced."""
    shown = memory.strength
    if any(_are_alike(shown, other) for other in _possible(store, memory, entries, homes)):
        return
    if is_of_another(store, folder_of(store, path).read(memory.id)):
        return  # `swapped_cases` has it; the numbers are the other memory's
    text = f"{shown.initial:g} at {shown.last_reinforced:%Y-%m-%d %H:%M}"
    text = f"its numbers ({text}, {shown.reinforcement_count} times) are not what its journal makes"
    if is_parted(entries) or memory.id not in store.memories:  # `settle` does not write these
        advice = "--fix shows the journal's, which count"
        yield fixable(path, text, advice, lambda: show(store, memory.id, now))
    else:
        advice = f"`memento store settle --adopt {memory.id}` keeps these"
        advice += ", `memento store settle` the journal's"
        yield fault(path, text, advice)


def archive_cases(
    store: Store, memory: Memory, path: str, entries: Sequence[JournalEntry]
) -> Iterator[Repairable]:
    """A file in the archive that no act of its journal put there: a prune was killed."""
    if path != store.archive.path(memory.id) or memory.id in store.memories:
        return
    if opening_of(entries) and not was_archived(entries):
        advice = f"--fix moves it back, or leave it: `memento restore {memory.id}` does the same"
        problem = "is in the archive, but no act put it there"

        def repair() -> None:
            store.archive.move([memory.id], store.memories)

        yield fixable(path, problem, advice, repair)


def _are_alike(strength: Strength, other: Strength) -> bool:
    """Whether a file shows two strengths alike; it has no times of uses."""
    return strength[1:3] == other[1:3] and isclose(strength.initial, other.initial, rel_tol=1e-9)


def _possible(
    store: Store, memory: Memory, entries: Sequence[JournalEntry], homes: Homes
) -> Iterator[Strength]:
    """The strengths that a file may show: now, and before an undo, a merge or a change of law.

    Where several memories were recorded under one id, each of their openings is tried.
    """
    ordered = sorted(entries, key=lambda entry: (entry.at, entry.id))
    openings = {
        entry.strength: entry for entry in ordered if entry.act == RECORDED and entry.strength
    }
    if not openings:
        yield memory.strength
        return
    end = max(entry.at for entry in entries)
    for view in _views(entries, homes):
        acts = [entry for entry in view if entry.act != RECORDED]
        for opening, fade in product(openings.values(), _fades(store, memory, entries)):
            for rules in {store.settings.rules, DEFAULTS.rules}:
                folded = fold([opening, *acts], memory.strength, fade, end, rules)
                yield from (step.strength for step in folded.steps)


def _views(entries: Sequence[JournalEntry], homes: Homes) -> Iterator[Sequence[JournalEntry]]:
    """All entries, and each prefix of a writer's own with each prefix of the others' entries: what
    that writer may have known when it wrote the file.

    At most `MANY_LINES` of the newest ends of each are tried.
    """
    yield entries
    arrived = sorted(entries, key=lambda entry: entry.id)
    for home in {homes[entry.id] for entry in entries}:
        own = [entry for entry in arrived if homes[entry.id] == home]
        others = [entry for entry in arrived if homes[entry.id] != home]
        for received in _newest_ends(others):
            yield from ([*own[:size], *others[:received]] for size in _newest_ends(own))


def _newest_ends(entries: Sequence[JournalEntry]) -> range:
    return range(len(entries), max(-1, len(entries) - MANY_LINES), -1)


def _fades(store: Store, memory: Memory, entries: Sequence[JournalEntry]) -> list[Fade]:
    """How a memory fades now, and how it did before and after each edit, undone ones too."""
    fades = [memory.fade]
    for entry in entries:
        for side in ("before", "after"):
            keys = entry.text.get(side)
            fade = _fade_with(store, memory, keys) if isinstance(keys, Mapping) else memory.fade
            fades += [] if fade in fades else [fade]
    return fades


def _fade_with(store: Store, memory: Memory, keys: Mapping[str, object]) -> Fade:
    """How a memory would fade with these values of keys; as it does now, if they are invalid."""
    codec = store.memories.codec
    fading = {key: value for key, value in keys.items() if key.startswith(FADING)}
    try:
        changes = {
            path_of(key): REMOVED if value is None else value for key, value in fading.items()
        }
        return codec.value(memory.id, applied(codec.data(memory), changes)).fade
    except MementoError:
        return memory.fade
