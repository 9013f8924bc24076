"""Checks of memories: each file by itself, its clock and links, and all files together."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import partial
from shlex import quote

from memento_cli.actions.checkup.findings import (
    IN_EDITOR,
    fault,
    fixable,
    guarded,
    note,
    rewrite,
    usual_advice,
)
from memento_cli.actions.checkup.merges import merge_case
from memento_cli.actions.checkup.swapped import is_of_another, mixed_case, swapped_cases
from memento_cli.actions.git.id_conflict import (
    formers,
    lines_under,
    part,
    settle_in,
    waiting_files,
    waiting_id,
    waiting_in,
)
from memento_cli.actions.memory.links import take_out
from memento_cli.actions.memory.reading import history_of
from memento_cli.core.git.id_conflict import (
    lost_memories,
    parting_entries,
    recordings_of,
    was_archived,
)
from memento_cli.core.journal.event_types import ERASED, RECORDED
from memento_cli.core.journal.history import opening_of
from memento_cli.core.memory.ids import folded
from memento_cli.core.memory.record_kinds import held
from memento_cli.core.memory.refs import name_of, names_a_person
from memento_cli.core.redaction.erased_people import person_name
from memento_cli.core.time.when import DAY, days_between
from memento_cli.errors import BadData, BadId, Conflict, Failed, MementoError
from memento_cli.store.files.files import read_regular
from memento_cli.store.git.git import run_git
from memento_cli.store.records.loaded import Broken
from memento_cli.store.toml.careful_reader import MARKERS
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.reader import START
from memento_cli.store.toml.splice import edited
from memento_cli.store.toml.writer import value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Set
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Cases, CheckedFile, Checkup, Repairable
    from memento_cli.core.journal.history import Folded
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.records.loaded import LoadedRecord

LATIN = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
MOJIBAKE = re.compile(f"[\u00c2-\u00f4][\u0080-\u00bf{LATIN}]+")
ZONED = re.compile(r"(?:[zZ]|[+-]\d\d:?\d\d)$")
BY_HAND = "take git's lines out by hand, and keep one side of each conflict"
ENDS = "`memento edit {} --set strength.last_reinforced=now` ends it, if a wrong clock wrote it"
COUNTS = "nothing to do: what was done then counts from its own beginning on"
REASON = "what it led to was erased"
ADVICE = "--fix gives each its own lines; nothing is lost"
UNKNOWN = "nothing to do: its file's numbers are taken for its own; `memento log {}` shows the acts"
IN_GIT = "git log --full-history"
"""Without --full-history git omits the side of a merge that was not taken."""


def broken_cases(broken: Broken) -> Cases:
    """All problems of a file that cannot be read as a value."""
    where, hint = broken.problem.where, broken.problem.hint
    hint = BY_HAND if hint == MARKERS else hint
    advices = [hint or usual_advice(problem) for problem in broken.problem.problems]
    committed = _from_git(where) if IN_EDITOR in advices else ""
    for problem, advice in zip(broken.problem.problems, advices, strict=True):
        yield fault(where, problem, advice + committed * (advice == IN_EDITOR))


def _person_cases(checkup: Checkup, record: LoadedRecord[Memory], file: CheckedFile) -> Cases:
    """The case of a memory that a clone had recorded of somebody before it heard of their
    erasure. One that is itself erased is none: the next act removes it."""
    if record.id in checkup.erased:
        return
    erasures = checkup.erased.get(person_name(record.value.person), ())
    newest = max(erasures, key=lambda entry: entry.id, default=None)
    if newest and any(entry.act == RECORDED and entry.id < newest.id for entry in file.entries):
        who = name_of(record.value.person)
        problem = f"is of {who}, who was erased on {newest.at:%Y-%m-%d}: another clone had it"
        advice = f"`memento forget --erase --everything --person {quote(who)}` takes it, too"
        yield fault(file.path, problem, advice)


def _from_git(path: str) -> str:
    """Advice to check the file out from HEAD; "" where the committed version is no better."""
    folder, name = os.path.split(path)
    try:
        committed = run_git(folder, "cat-file", "blob", f"HEAD:./{name}")
        if committed.code:
            return ""
        parsed(committed.out, path)
        if START.encode() in read_regular(path, SIZE_LIMIT):
            return ""  # what a merge left has words of both sides
    except (BadData, Failed, OSError):
        return ""
    place = quote(os.path.join(os.path.basename(folder), name))
    return f"; or `git checkout HEAD -- {place}` takes the committed one"


def memory_cases(checkup: Checkup, file: CheckedFile) -> Cases:
    """Cases of one memory's file: unreadable, in conflict, another's words or id, odd values."""
    store, record, path = checkup.store, file.record, file.path
    if isinstance(record, Broken):
        merge = mixed_case(checkup, file) or merge_case(checkup, file)
        yield from [merge] if merge else broken_cases(record)
        return
    yield from guarded(path, file_cases(store, record, path))
    yield from guarded(path, swapped_cases(checkup, record, path))
    yield from _person_cases(checkup, record, file)
    if not file.entries:
        yield from _zone_cases(record, path, store.settings["timezone"])
    yield from _parting_cases(checkup, record, path)
    if START in record.document.text:
        merge = mixed_case(checkup, file) or merge_case(checkup, file)
        yield from [merge] if merge else ()


def file_cases(store: Store, record: LoadedRecord[Memory], path: str) -> Cases:
    """Cases of a readable file: another id than its name, invalid people, garbled characters."""
    own_id = str(record.document.data["memory"]["id"])
    if own_id != record.id and not is_of_another(store, record):
        yield _id_case(
            store, record, path, f"says that its id is {own_id!r}; its name is what counts"
        )
    for ref in dict.fromkeys((record.value.person, *record.value.tags.people)):
        if not names_a_person(ref):
            yield fault(path, f"{ref!r} names no person", "write it as ctx://person/alex")
    content = record.value.content
    garbled = next(filter(None, map(_garbled, (content.summary, content.detail))), "")
    if garbled:
        advice = "it reads like UTF-8 taken for Latin-1; edit it if it should not"
        yield note(path, f"{garbled} stands in its text", advice)


def _zone_cases(record: LoadedRecord[Memory], path: str, zone: str) -> Cases:
    """Times without a zone, which another `timezone` setting would change. `zone`: that setting."""
    data = record.document.data
    for keys in (("memory", "created"), ("memory", "strength", "last_reinforced")):
        time = value_at(data, keys)
        if time is not None and not ZONED.search(str(time)):
            problem = f"{'.'.join(keys)} {time} names no zone, and is taken for one in {zone}"
            yield note(path, problem, "write it with Z, or with its zone, as 2025-02-01T14:30:00Z")


def _id_case(store: Store, record: LoadedRecord[Memory], path: str, problem: str) -> Repairable:
    try:
        fresh = edited(record.document, {("memory", "id"): record.id}).encode()
    except Conflict:
        return fault(path, problem, f"set it to {record.id} in an editor")
    repair = partial(rewrite, store, path, read_regular(path, SIZE_LIMIT), fresh, keep=False)
    return fixable(path, problem, f"--fix sets it to {record.id}", repair)


def _garbled(text: str) -> str:
    """The first run of UTF-8 decoded as Latin-1 in a text, for people to read; "" if none."""
    for run in MOJIBAKE.finditer(text):
        try:
            decoded = run[0].encode("cp1252").decode()
        except ValueError:
            continue
        return f"{run[0]!r} (perhaps {decoded!r})"
    return ""


def twin_cases(ids: Mapping[str, str], archived: Mapping[str, str]) -> Cases:
    """Ids that a file system which folds case or accents takes for one. The paths by id."""
    groups: dict[str, set[str]] = {}
    for id in (*ids, *archived):
        groups.setdefault(folded(id), set()).add(id)
    for group in groups.values():
        for id in sorted(group) if len(group) > 1 else ():
            others = ", ".join(sorted(group - {id}))
            where = ids.get(id) or archived[id]
            yield fault(where, f"some file systems take it for {others}", "rename one of them")


def clock_cases(checkup: Checkup, folder: Collection[Memory], memory: Memory) -> Cases:
    """Cases of a memory last reinforced more than a day after `now`, or with acts before it began.

    The times are the journal's; those of the file where the journal does not know the memory.
    """
    path, entries = folder.path(memory.id), checkup.entries.get(memory.id, [])
    folded = history_of(checkup.store, memory, entries, checkup.now)
    last = folded.strength.last_reinforced
    if days_between(checkup.now, last) > 1:
        problem = f"its clock is ahead: it stays at its peak until {last:%Y-%m-%d}"
        yield note(path, problem, ENDS.format(memory.id))
    early = _early(memory, folded)
    if early:
        acts = "one act" if len(early) == 1 else f"{len(early)} acts"
        problem = f"{acts} dated before it was there, the first {min(early):%Y-%m-%d}"
        yield note(path, problem, COUNTS)


def _early(memory: Memory, folded: Folded) -> list[datetime]:
    """The times of acts more than a day before the earliest date of the memory's beginning."""
    begin = min(memory.created, memory.strength.last_reinforced)
    if folded.known:
        opening, *steps = folded.steps
        begin = min(begin, opening.line.at, opening.strength.last_reinforced)
    else:
        steps = list(folded.steps)
    return [step.line.at for step in steps if begin - step.line.at > DAY]


def link_cases(
    checkup: Checkup, folder: Collection[Memory], memory: Memory, paths: Mapping[str, str]
) -> Cases:
    """Links of a memory to no memory; `paths` has those of all memories by id.

    The repair removes links to what another clone has erased, as the erasure itself does here.
    """
    store = checkup.store
    for link in memory.links:
        if link.target in paths:
            continue
        path, link_text = folder.path(memory.id), f"{link.rel} {link.target}"
        if link.target not in checkup.erased:
            advice = "restore the memory, or remove the link"
            yield fault(path, f"{link_text}: no such memory", advice)
            continue
        erased = checkup.erased[link.target][0]

        def repair(target: str = link.target, batch: str = erased.act_id) -> None:
            signature = store.signed(checkup.now, "cli", REASON)
            take_out(store, folder, memory.id, [target], signature, batch)

        yield fixable(path, f"{link_text}, which was erased", "--fix takes the link out", repair)


def _parting_cases(checkup: Checkup, record: LoadedRecord[Memory], path: str) -> Cases:
    """A memory that a merge gave a new id, while its acts still stand under the former one."""
    store, memory = checkup.store, record.value
    for former in formers(memory.id, record.document):
        entries, writers = lines_under(store, former)
        mine = recordings_of(entries, memory.created, memory.id)
        if parting_entries(entries, writers, memory.created, memory.id):
            problem = f"its acts still stand under {former}, which another memory has"
            yield fixable(path, problem, ADVICE, lambda: part(store, memory.id, checkup.now))
            return
        if len({writers[entry.id] for entry in mine}) > 1:
            problem = f"was made at the same moment as another of {former}, which has its acts"
            yield note(path, problem, UNKNOWN.format(former))


def waiting_cases(store: Store, now: datetime) -> Cases:
    """Memories that a merge set aside and that no hook has put in their place yet."""
    for path in waiting_files(store):
        try:
            waiting_in(store, path)
        except (BadData, BadId, OSError):
            yield fault(path, "waits for a place of its own, but cannot be read", "see what it is")
        else:
            problem = "is a memory that a merge has yet to give a place of its own"
            yield fixable(path, problem, "--fix does", partial(settle_in, store, path, now))


def gone_cases(checkup: Checkup, ids: Set[str]) -> Cases:
    """Memories that were recorded and not erased, and that have no file.

    None are told where a folder cannot be listed. `ids`: those of the files there are.
    """
    store, entries = checkup.store, checkup.entries
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


def archive_cases(checkup: Checkup, folder: Collection[Memory], memory: Memory) -> Cases:
    """A file in the archive that no act of its journal put there: a prune was killed."""
    store, entries, path = checkup.store, checkup.entries.get(memory.id, []), folder.path(memory.id)
    if folder is not store.archive or memory.id in store.memories:
        return
    if opening_of(entries) and not was_archived(entries):
        advice = f"--fix moves it back, or leave it: `memento restore {memory.id}` does the same"
        problem = "is in the archive, but no act put it there"
        repair = partial(store.archive.move, [memory.id], store.memories)
        yield fixable(path, problem, advice, repair)
