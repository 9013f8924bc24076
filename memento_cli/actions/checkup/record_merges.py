"""Files of states, blocks, hard facts, entities and sessions that a merge left half done."""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.actions.checkup.findings import fixable, found
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
    """What a file becomes, and what gets a file of its own: its name and text, if there is any."""

    whole: MendedFile
    other: tuple[str, str] | None = None


def held_merge_case(
    store: Store,
    folder: str,
    this: LoadedRecord[Any] | Broken,
    path: str,
    lines: Sequence[JournalEntry],
    now: datetime,
) -> Repairable | None:
    """A file with git's markers, if it has sides that can be told apart."""
    ref = ref_of(folder, this.id)
    problem = "; ".join(this.problem.problems) if isinstance(this, Broken) else MARKED
    try:
        raw = read_regular(path, SIZE_LIMIT)
        mended = _mended(store, ref, raw.decode("utf-8-sig"), lines)
    except Conflict as apart:
        return found(path, apart.message, GIT_HAS)
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
            _tell(store, ref, mended.whole, now)
            if ref in erasures(store):  # a side may have brought back what was
                remove_erased(store)

    return fixable(path, problem, TWO if mended.other else ADVICE, mend, _after(mended.whole))


def _mended(store: Store, ref: str, text: str, lines: Sequence[JournalEntry]) -> Mended | None:
    """What the sides of a conflict come to; None if there are none.

    BadData if a side, or what they come to, cannot be read; Conflict if they are two things that
    cannot both have a file.
    """
    pair = sides(text)
    if pair is None:
        return None
    pair = pair._replace(ours=readable_side(pair.ours), theirs=readable_side(pair.theirs))
    ours, theirs = both = [document_of(side, ref) for side in (pair.ours, pair.theirs)]
    names = [ref_in_data(side.data) for side in both]
    if names[0] == names[1]:
        whole = decided(pair, ours, theirs, lines)
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
    """Whether another side needs none: it has the same `text`, as git took both for one that was
    renamed twice, and is mended by itself; or its own, as somebody resolved it. Conflict if what is
    there is neither."""
    folder, id = place_of(store, ref)
    if not os.path.lexists(folder.path(id)):
        return False
    there = bytes_of(folder.path(id)).decode("utf-8-sig", "replace")
    if there == text:
        return True
    with suppress(BadData):
        if ref_in_data(document_of(there, ref).data) == ref:
            return True
    raise Conflict(f"one of its sides is {ref}, whose file says something else")


def _check(store: Store, ref: str, document: Document) -> None:
    """BadData if a document cannot be that of what has this name."""
    folder, id = place_of(store, ref)
    folder.codec.value(id, document.data)


def _tell(store: Store, ref: str, whole: MendedFile, now: datetime) -> None:
    """What was decided between two sides is an act: undo brings the other side's words."""
    if whole.decided.after:
        allowed = allowed_in(store.journal.lines(ref).lines)
        signature = store.signed(now, "cli", REASON)
        store.journal.append([content_entry(signature, REVISED, ref, whole.decided, allowed)])


def _after(whole: MendedFile) -> str:
    keys = ", ".join(whole.decided.after)
    return f"both sides had changed {keys}: `memento undo` takes the other words" if keys else ""
