"""Checks of states, blocks, hard facts, entities and sessions that a merge left in conflict."""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.actions.checkup.findings import fault, fixable
from memento_cli.actions.checkup.merges import ADVICE, MARKED
from memento_cli.actions.checkup.repair import rewriting
from memento_cli.actions.checkup.whole import MendedFile, decided, readable_side
from memento_cli.actions.facts.records import place_of
from memento_cli.actions.git.id_conflict import REASON
from memento_cli.actions.memory.edit import content_entry
from memento_cli.core.journal.event_types import REVISED
from memento_cli.core.memory.record_kinds import held, ref_of
from memento_cli.core.security.allowances import allowed_in
from memento_cli.errors import BadData, BadId, Conflict
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import read_regular
from memento_cli.store.records.loaded import Broken
from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.redaction.erasure import erasures, remove_erased
from memento_cli.store.redaction.files import bytes_of
from memento_cli.store.toml.merge import document_of, sides
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord
    from memento_cli.store.toml.parse import Document


TWO = "--fix gives each its own file, and keeps the old text beside it (.orig)"
GIT_HAS = "`git log --full-history --all -p` of both files has what each said"


class Mended(NamedTuple):
    """A file made whole, and the name and text of another record that gets its own file, if any."""

    whole: MendedFile
    other: tuple[str, str] | None = None


def record_merge_case(
    store: Store,
    folder: str,
    record: LoadedRecord[Any] | Broken,
    path: str,
    entries: Sequence[JournalEntry],
    now: datetime,
) -> Repairable | None:
    """The case of a file with git's markers, if its sides can be read."""
    ref = ref_of(folder, record.id)
    problem = "; ".join(record.problem.problems) if isinstance(record, Broken) else MARKED
    try:
        raw = read_regular(path, SIZE_LIMIT)
        mended = _mended(store, ref, raw.decode("utf-8-sig"), entries)
    except Conflict as apart:
        return fault(path, apart.message, GIT_HAS)
    except (BadData, BadId, OSError, UnicodeDecodeError, RecursionError):
        return None
    if mended is None:
        return None

    def mend() -> None:
        with store.lock.held():
            if mended.other:
                folder, id = place_of(store, mended.other[0])
                folder.create_raw(id, mended.other[1].encode())
            rewriting(store, path, raw, mended.whole.text.encode(), keep=True)()
            _log_decision(store, ref, mended.whole, now)
            if ref in erasures(store):  # a side may have brought back erased words
                remove_erased(store)

    return fixable(path, problem, TWO if mended.other else ADVICE, mend, _after(mended.whole))


def _mended(store: Store, ref: str, text: str, entries: Sequence[JournalEntry]) -> Mended | None:
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
        return Mended(whole)
    if ref not in names:
        raise Conflict(f"its sides are {' and '.join(name or 'nothing' for name in names)}")
    own = names.index(ref)
    other = names[1 - own], both[1 - own].text
    if held(other[0]) is None:
        raise Conflict(f"one of its sides is nothing known: {other[0] or 'it has no name'}")
    _check(store, ref, both[own])
    _check(store, other[0], both[1 - own])
    return Mended(MendedFile(both[own].text), None if _has_file(store, other[0], text) else other)


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


def _log_decision(store: Store, ref: str, whole: MendedFile, now: datetime) -> None:
    """Append what was decided between two sides to the journal: undo brings the other side's."""
    if whole.decided.after:
        allowed = allowed_in(store.journal.lines(ref).lines)
        signature = store.signed(now, "cli", REASON)
        store.journal.append([content_entry(signature, REVISED, ref, whole.decided, allowed)])


def _after(whole: MendedFile) -> str:
    keys = ", ".join(whole.decided.after)
    return f"both sides had changed {keys}: `memento undo` takes the other words" if keys else ""
