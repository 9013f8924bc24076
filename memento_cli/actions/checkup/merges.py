"""Checks of memories that a merge left in conflict, or in both folders."""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.actions.checkup.findings import fault, fixable, rewrite, without_repeats
from memento_cli.actions.checkup.whole import (
    MendedFile,
    decided,
    is_resolved,
    is_sound,
    made_whole,
    readable_side,
)
from memento_cli.actions.facts.records import place_of
from memento_cli.actions.git.id_conflict import (
    are_two,
    folder_of,
    log_decision,
    part,
    put_in_place,
)
from memento_cli.core.git.id_conflict import was_archived
from memento_cli.core.memory.record_kinds import held
from memento_cli.errors import BadData, BadId, Conflict
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import read_regular
from memento_cli.store.records.loaded import Broken
from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.redaction.erasure import erasures, remove_erased
from memento_cli.store.redaction.files import bytes_of
from memento_cli.store.toml.merge import Sides, document_of, sides, unmarked
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Cases, CheckedFile, Checkup, Repairable
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.toml.parse import Document

ADVICE = "a merge left it so; --fix mends it and keeps the old text beside it (.orig)"
FIX_BOTH = "--fix makes them one, or gives them two ids, and keeps the old texts (.orig)"
COMPARE = "compare them, keep one: `memento log ID` tells what was done"
TWO = "--fix gives each its own file, and keeps the old text beside it (.orig)"
GIT_HAS = "`git log --full-history --all -p` of both files has what each said"


def merge_case(checkup: Checkup, file: CheckedFile) -> Repairable | None:
    """The case of a file that a merge left in conflict, if it can be made whole.

    A file with git's markers inside a multi-line string can be read; it is one, too.
    """
    store, now = checkup.store, checkup.now
    collection, record, path, _, entries = file
    try:
        raw = read_regular(path, SIZE_LIMIT)
        text = raw.decode("utf-8-sig")
    except (BadData, OSError, UnicodeDecodeError):
        return None
    pair = sides(text)
    twice = are_two(store, record.id, pair, entries)
    whole = made_whole(collection, record.id, pair, entries, are_two=twice)
    if whole is None and isinstance(record, Broken):
        texts = (without_repeats(text), unmarked(text) if pair is None else None)
        fresh = (mended for mended in texts if mended and mended != text)
        sound = (mended for mended in fresh if is_sound(collection, record.id, mended))
        whole = next(map(MendedFile, sound), None)
    if whole is None:
        return None

    def mend(whole: MendedFile = whole) -> None:
        is_placed = is_resolved(collection, whole)
        other = "" if is_placed else _place_other(store, collection, whole, now)
        rewrite(store, path, raw, whole.text.encode(), keep=True)
        _finish(store, record.id, whole, other, now)

    case = fixable(path, file.problem, ADVICE, mend, _after(whole))
    return case._replace(first=whole.other is None)  # its links may lead to a memory it renames


def double_cases(checkup: Checkup, paths: Mapping[str, str], archived: Mapping[str, str]) -> Cases:
    """Memories in both folders: one clone moved them while another changed them."""
    for id in sorted(paths.keys() & archived.keys()):
        yield _double_case(checkup, id, paths[id], archived[id])


class _Double(NamedTuple):
    """A memory in both folders: the bytes of each path, the file made of them, and which path
    stays and which is removed."""

    raws: dict[str, bytes]
    whole: MendedFile
    stays: str
    gone: str

    @property
    def differs(self) -> bool:
        return self.raws[self.stays] != self.raws[self.gone]


def _double_case(checkup: Checkup, id: str, path: str, archived: str) -> Repairable:
    store = checkup.store
    double = _double(store, id, path, archived, checkup.entries.get(id, []))
    if double is None:
        return fault(archived, f"is in memories, too: {path}", COMPARE)

    def mend() -> None:
        entries = store.journal.lines(id).lines
        double = _double(store, id, path, archived, entries)  # a repair may have changed a file
        if double is None:
            raise Conflict(f"{id} cannot be made one", COMPARE)
        gone, stays, raws, whole = double.gone, double.stays, double.raws, double.whole
        other = _place_other(store, folder_of(store, gone), whole, checkup.now)
        rewrite(store, stays, raws[stays], whole.text.encode(), keep=double.differs)
        rewrite(store, gone, raws[gone], None, keep=double.differs)
        _finish(store, id, whole, other, checkup.now)

    problem = f"is in memories, too{', and differs' if double.differs else ''}: {path}"
    advice = FIX_BOTH if double.differs else f"--fix removes {double.gone}"
    return fixable(archived, problem, advice, mend, _after(double.whole))


def _double(
    store: Store, id: str, path: str, archived: str, entries: Sequence[JournalEntry]
) -> _Double | None:
    """How the two files become one memory, or two; None if they cannot."""
    try:
        raws = {name: read_regular(name, SIZE_LIMIT) for name in (path, archived)}
        ours, theirs = (raw.decode("utf-8-sig") for raw in raws.values())
    except (BadData, OSError, UnicodeDecodeError):
        return None
    pair = Sides(ours, theirs)
    whole = made_whole(store.memories, id, pair, entries, are_two=are_two(store, id, pair, entries))
    if whole is None:
        return None
    in_archive = whole.kept == "theirs" if whole.other else was_archived(entries)
    stays, gone = (archived, path) if in_archive else (path, archived)
    return _Double(raws, whole, stays, gone)


def _after(whole: MendedFile) -> str:
    keys = ", ".join(key.removeprefix("memory.") for key in whole.decided.after)
    return f"both sides had changed {keys}: `memento undo` takes the other words" if keys else ""


def _place_other(
    store: Store, collection: Collection[Memory], whole: MendedFile, now: datetime
) -> str:
    """Write the file of the second memory, if there is one, and answer its id, or ""."""
    if not whole.other:
        return ""
    return put_in_place(store, collection, whole.other[0], Sides(whole.other[1]), now)


def _finish(store: Store, id: str, whole: MendedFile, other: str, now: datetime) -> None:
    """Give the memory `other`, if any, its journal lines, and log what was decided for `id`."""
    if other:
        with suppress(BadData):  # its own file is broken, and parts the lines when it is mended
            part(store, other, now)
    log_decision(store, id, whole, now)


def record_merge_case(checkup: Checkup, file: CheckedFile) -> Repairable | None:
    """The case of a file with git's markers, if its sides can be read."""
    store, path, ref = checkup.store, file.path, file.ref
    try:
        raw = read_regular(path, SIZE_LIMIT)
        whole = _record_made_whole(store, ref, raw.decode("utf-8-sig"), file.entries)
    except Conflict as apart:
        return fault(path, apart.message, GIT_HAS)
    except (BadData, BadId, OSError, UnicodeDecodeError, RecursionError):
        return None
    if whole is None:
        return None

    def mend(whole: MendedFile = whole) -> None:
        if whole.other:
            folder, id = place_of(store, whole.other[0])
            folder.create_raw(id, whole.other[1].encode())
        rewrite(store, path, raw, whole.text.encode(), keep=True)
        log_decision(store, ref, whole, checkup.now)
        if ref in erasures(store):  # a side may have brought back erased words
            remove_erased(store)

    return fixable(path, file.problem, TWO if whole.other else ADVICE, mend, _after(whole))


def _record_made_whole(
    store: Store, ref: str, text: str, entries: Sequence[JournalEntry]
) -> MendedFile | None:
    """The sides of a conflict merged; None if there is no conflict.

    BadData if a side or the result cannot be read; Conflict if the sides are two records that
    cannot both have a file.
    """
    pair = sides(text)
    if pair is None:
        return None
    pair = pair._replace(ours=readable_side(pair.ours), theirs=readable_side(pair.theirs))
    ours, theirs = both = [document_of(side, ref) for side in (pair.ours, pair.theirs)]
    names = [ref_in_data(side.data) for side in both]
    if names[0] == names[1]:
        whole = decided(pair, ours, theirs, entries)
        _check(store, ref, document_of(whole.text, ref))
        return whole
    if ref not in names:
        raise Conflict(f"its sides are {' and '.join(name or 'nothing' for name in names)}")
    own = names.index(ref)
    other = names[1 - own], both[1 - own].text
    if held(other[0]) is None:
        raise Conflict(f"one of its sides is nothing known: {other[0] or 'it has no name'}")
    _check(store, ref, both[own])
    _check(store, other[0], both[1 - own])
    is_placed = _has_file(store, other[0], text)
    return MendedFile(both[own].text, other=None if is_placed else other)


def _has_file(store: Store, ref: str, text: str) -> bool:
    """Whether the other side's record has its file already.

    It has the same conflicted `text`, where git took both for one file renamed twice, or is
    resolved. Conflict if the file there is neither.
    """
    folder, id = place_of(store, ref)
    if not os.path.lexists(folder.path(id)):
        return False
    existing = bytes_of(folder.path(id)).decode("utf-8-sig", "replace")
    if existing == text:
        return True
    with suppress(BadData):
        if ref_in_data(document_of(existing, ref).data) == ref:
            return True
    raise Conflict(f"one of its sides is {ref}, whose file says something else")


def _check(store: Store, ref: str, document: Document) -> None:
    """Raise BadData if a document cannot be that of the record with this name."""
    folder, id = place_of(store, ref)
    folder.codec.value(id, document.data)
