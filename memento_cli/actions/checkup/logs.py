"""What `doctor` looks at in the journal, and in the numbers that files show of it."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from functools import cache
from itertools import product
from math import isclose

from memento_cli.actions.checkup.files import OUT, WHO_MAY, entries_of
from memento_cli.actions.checkup.findings import fixable, found, noted
from memento_cli.actions.checkup.repair import aside_of, setting_aside, without_markers
from memento_cli.actions.checkup.swapped import is_of_another
from memento_cli.actions.git.id_conflict import folder_of, show, waiting_files, waiting_id
from memento_cli.core.git.id_conflict import is_parted, lost_of, was_archived
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
    from memento_cli.core.journal.history import (
        JournalEntry,
    )
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

Homes = dict[str, str]
MANY_LINES = 30
FADING = ("memory.fade.", "memory.importance", "memory.content.significance")
"""What decides how a memory fades."""
IN_GIT = "git log --full-history"
"""Without it, git passes over a side of a merge that gave way."""
BY_HAND = "--fix sets it aside; `git log -p` on the file may have it whole"


def journal_cases(store: Store) -> Iterator[Repairable]:
    """What has the name of a month or a log, in the journal or among the events, and is none: its
    lines do not count."""
    for month in (*entries_of(store.journal.folder), *entries_of(store.events.folder)):
        if not is_month(month.name):
            continue
        if month.is_symlink():
            yield found(month.path, OUT, "put the folder itself in its place")
        for entry in entries_of(month.path):
            if is_log(entry.name) and not entry.is_file(follow_symlinks=False):
                kind = "a symbolic link" if entry.is_symlink() else "not a regular file"
                yield found(entry.path, f"is {kind}", "put a plain file in its place")


def log_cases(
    store: Store, path: str, lines: list[JournalEntry], homes: Homes
) -> Iterator[Repairable]:
    """One log file: its broken lines and its clock. Its readable lines go to `lines`."""
    latest, ahead, first = time.time() * 1000 + DAY_MILLIS, 0, ""
    broken: list[tuple[int, str]] = []
    for place, line in numbered_entries(path):
        if isinstance(line, str):
            broken.append((place, line))
            continue
        lines.append(line)
        homes.setdefault(line.id, path)
        if line_millis(line.id) > latest and line.via != ADOPTION:
            ahead, first = ahead + 1, first or f"{path}:{place}"
    yield from _log_cases(store, path, broken)
    if ahead:
        problem = f"written by a clock more than a day ahead ({ahead} lines)"
        advice = "order is kept; what was recorded or set by it stays at its peak until then"
        yield noted(first, problem, advice)


def event_log_cases(store: Store, path: str, answered: dict[str, str]) -> Iterator[Repairable]:
    """One log of events: its broken lines, and its clock. Its events go to `answered`, each with
    the one that it replies to."""
    latest = time.time() * 1000 + DAY_MILLIS
    broken, ahead = list[tuple[int, str]](), ""
    for place, event in numbered_events(path):
        if isinstance(event, str):
            broken.append((place, event))
            continue
        answered[event.id] = event.reply_to
        if line_millis(event.id) > latest:
            ahead = ahead or f"{path}:{place}"
    yield from _log_cases(store, path, broken)
    if ahead:
        yield noted(ahead, "observed by a clock more than a day ahead", "order is kept")


def _log_cases(store: Store, path: str, broken: list[tuple[int, str]]) -> Iterator[Repairable]:
    if broken and broken[0][0] == 0:
        yield found(path, broken[0][1], WHO_MAY)
    elif broken:
        yield from _broken_lines(store, path, broken)


def _broken_lines(store: Store, path: str, broken: list[tuple[int, str]]) -> Iterator[Repairable]:
    try:
        raw = read_regular(path)
    except (OSError, BadData):  # changed since it was read
        return
    rows = raw.split(b"\n")
    marks = {place for place, _ in broken if not without_markers(rows[place - 1] + b"\n").strip()}
    bad = {place for place, _ in broken} - marks
    repair = cache(setting_aside(store, path, raw, bad, marks))  # all at once, for each of them
    after = f"set aside in {aside_of(store, path)}, which you may delete when you have seen it"
    for place, problem in broken:
        if place in marks:
            advice = "--fix takes the marker out; the lines of both sides stay"
            yield fixable(f"{path}:{place}", "a git conflict marker", advice, repair)
        else:
            yield fixable(f"{path}:{place}", problem, BY_HAND, repair, after)
            after = ""


def gone_cases(
    store: Store, lines: Mapping[str, list[JournalEntry]], ids: set[str]
) -> Iterator[Repairable]:
    """Memories that were recorded and whose file is nowhere, and that nobody has erased.

    Where a folder cannot be looked into, nobody knows.
    """
    try:
        _ = store.memories.ids(), store.archive.ids()
    except MementoError:
        return
    erased = {id for id, its in lines.items() if any(line.act == ERASED for line in its)}
    there = ids | set(map(waiting_id, waiting_files(store)))
    known = there | erased
    for id in sorted(lines.keys() & there):
        for created in lost_of(lines[id], known):
            path = os.path.join(store.memories.folder, f"{id}.toml")
            advice = f"`{IN_GIT} --all -p -- memories/{id}.toml` may have the other"
            problem = f"another memory, of {created}, was recorded under this id, and has no file"
            yield noted(path, problem, advice)
    for id in sorted(lines.keys() - known):
        if not held(id) and any(line.act == RECORDED for line in lines[id]):
            path = os.path.join(store.memories.folder, f"{id}.toml")
            advice = f"`{IN_GIT} -- memories/{id}.toml` if that was not meant"
            yield noted(path, "was recorded, and its file is gone", advice)


def number_cases(
    store: Store,
    memory: Memory,
    path: str,
    lines: Sequence[JournalEntry],
    homes: Homes,
    now: datetime,
) -> Iterator[Repairable]:
    """Numbers in a file that no line of its journal can have produced."""
    shown = memory.strength
    if any(_alike(shown, numbers) for numbers in _possible(store, memory, lines, homes)):
        return
    if is_of_another(store, folder_of(store, path).read(memory.id)):
        return  # which is told, and the numbers are the other's
    text = f"{shown.initial:g} at {shown.last_reinforced:%Y-%m-%d %H:%M}"
    text = f"its numbers ({text}, {shown.reinforcement_count} times) are not what its journal makes"
    if is_parted(lines) or memory.id not in store.memories:  # which `settle` does not reach
        advice = "--fix shows the journal's, which count"
        yield fixable(path, text, advice, lambda: show(store, memory.id, now))
    else:
        advice = f"`memento store settle --adopt {memory.id}` keeps these"
        advice += ", `memento store settle` the journal's"
        yield found(path, text, advice)


def archive_cases(
    store: Store, memory: Memory, path: str, lines: Sequence[JournalEntry]
) -> Iterator[Repairable]:
    """A file in the archive that its journal knows, and that no act put there: a killed prune."""
    if path != store.archive.path(memory.id) or memory.id in store.memories:
        return
    if opening_of(lines) and not was_archived(lines):
        advice = f"--fix moves it back, or leave it: `memento restore {memory.id}` does the same"
        problem = "is in the archive, but no act put it there"

        def repair() -> None:
            store.archive.move([memory.id], store.memories)

        yield fixable(path, problem, advice, repair)


def _alike(one: Strength, other: Strength) -> bool:
    """Whether a file shows both alike: the times of the uses it does not tell."""
    return one[1:3] == other[1:3] and isclose(one.initial, other.initial, rel_tol=1e-9)


def _possible(
    store: Store, memory: Memory, lines: Sequence[JournalEntry], homes: Homes
) -> Iterator[Strength]:
    """The numbers that a file may show: of now, and of before an undo, a merge or another law.

    Of several memories recorded under one id each may have begun them.
    """
    ordered = sorted(lines, key=lambda line: (line.at, line.id))
    begun = {line.strength: line for line in ordered if line.act == RECORDED and line.strength}
    openings = begun.values()
    if not openings:
        yield memory.strength
        return
    end = max(line.at for line in lines)
    for some in _views(lines, homes):
        acts = [line for line in some if line.act != RECORDED]
        for opening, fade in product(openings, _fades(store, memory, lines)):
            for rules in {store.settings.rules, DEFAULTS.rules}:
                folded = fold([opening, *acts], memory.strength, fade, end, rules)
                yield from (step.strength for step in folded.steps)


def _views(lines: Sequence[JournalEntry], homes: Homes) -> Iterator[Sequence[JournalEntry]]:
    """All lines; and what each writer had when it had written so much and seen so much of others'.

    Of long histories only the newest lines are taken apart.
    """
    yield lines
    arrived = sorted(lines, key=lambda line: line.id)
    for home in {homes[line.id] for line in lines}:
        own = [line for line in arrived if homes[line.id] == home]
        others = [line for line in arrived if homes[line.id] != home]
        for seen in _newest_ends(others):
            yield from ([*own[:size], *others[:seen]] for size in _newest_ends(own))


def _newest_ends(lines: Sequence[JournalEntry]) -> range:
    return range(len(lines), max(-1, len(lines) - MANY_LINES), -1)


def _fades(store: Store, memory: Memory, lines: Sequence[JournalEntry]) -> list[Fade]:
    """How it fades now, and how it did before and after edits, undone ones too."""
    fades = [memory.fade]
    for line in lines:
        for side in ("before", "after"):
            keys = line.text.get(side)
            fade = _fade_with(store, memory, keys) if isinstance(keys, Mapping) else memory.fade
            fades += [] if fade in fades else [fade]
    return fades


def _fade_with(store: Store, memory: Memory, keys: Mapping[str, object]) -> Fade:
    """How it would fade if its file said these keys; as it does, if they say no such thing."""
    codec = store.memories.codec
    said = {key: value for key, value in keys.items() if key.startswith(FADING)}
    try:
        changes = {path_of(key): REMOVED if said[key] is None else said[key] for key in said}
        return codec.value(memory.id, applied(codec.data(memory), changes)).fade
    except MementoError:
        return memory.fade
