"""Checks of files with another memory's words: git took one file for a renaming of the other."""

from __future__ import annotations

import os
from contextlib import suppress
from shlex import quote

from memento_cli.actions.checkup.findings import fault, fixable, rewrite
from memento_cli.actions.checkup.whole import as_memory
from memento_cli.actions.git.id_conflict import (
    folder_of,
    formers,
    home_of,
    part,
    put_in_place,
    show,
)
from memento_cli.core.memory.ids import folded, is_safe_id
from memento_cli.errors import BadData, Failed, NotFound
from memento_cli.store.files.files import read_regular
from memento_cli.store.files.names import SUFFIX
from memento_cli.store.git.git import blobs, unmerged_blobs, versions
from memento_cli.store.redaction.files import bytes_of, ids_inside
from memento_cli.store.toml.merge import Sides, document_of, memories_named
from memento_cli.store.toml.parse import SIZE_LIMIT
from memento_cli.store.toml.reader import START

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Cases, CheckedFile, Checkup, Repairable
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.records.loaded import LoadedRecord

FOLDERS = ("memories", "archive")
GIVES_BACK = "--fix gives each its own; what is here stays beside it (.orig)"
GIVES_ITS_OWN = "--fix gives it its own"
SIDES = ("HEAD", "MERGE_HEAD", "REBASE_HEAD", "CHERRY_PICK_HEAD")
"""Git's names for the sides of a merge; at most two of them exist at a time."""


def is_of_another(store: Store, record: LoadedRecord[Memory]) -> bool:
    """Whether a file has the id of another memory, which has a file or journal lines of its own."""
    owner = _id_inside(record)
    if folded(owner) == folded(record.id) or not is_safe_id(owner):
        return False
    if store.has_memory(owner):
        return True
    return bool(store.journal.lines(owner).lines)


def swapped_cases(checkup: Checkup, record: LoadedRecord[Memory], path: str) -> Cases:
    """The case of a file with another's words: --fix takes its own from git, where git has them."""
    store, now = checkup.store, checkup.now
    if not is_of_another(store, record):
        return
    owner = _id_inside(record)
    erased = owner in checkup.erased
    problem = f"is a copy of {owner}, which was erased" if erased else f"has the words of {owner}"
    own = newest_text(store, path, record.id)
    if own is None:
        entries = store.journal.lines(record.id).lines
        slip = f"if it is one of its own, set its id to {record.id} in an editor; else take it away"
        paths = " ".join(quote(os.path.join(folder, record.id + SUFFIX)) for folder in FOLDERS)
        lost = f"remove it; `git log --full-history -- {paths}` may have its own"
        if not (entries or erased or store.has_memory(owner)):
            slip = f"rename it back to {owner}{SUFFIX}, if nobody meant to; " + slip
        yield fault(path, problem, lost if entries or erased else slip)
        return

    def mend() -> None:
        raw = read_regular(path, SIZE_LIMIT)
        if not erased:
            put_in_place(store, home_of(store, owner), owner, Sides(record.document.text), now)
        rewrite(store, path, raw, own.encode(), keep=not erased)
        show(store, record.id, now)

    yield fixable(path, problem, GIVES_ITS_OWN if erased else GIVES_BACK, mend)


def newest_text(store: Store, path: str, id: str, ends: str = "--all") -> str | None:
    """The newest text with this id of a memory's file, in the commits reachable from `ends`."""
    paths = [f"{folder}/{id}{SUFFIX}" for folder in FOLDERS]
    try:
        newest_first = list(versions(store.root, ends, paths=paths))[::-1]
        with blobs(store.root, store.warn) as blob:
            texts = (
                own_text(blob(each.after), folder_of(store, path), id) for each in newest_first
            )
            return next((text for text in texts if text is not None), None)
    except (Failed, NotFound):  # no git, or nothing in it
        return None


def own_text(raw: bytes, collection: Collection[Memory], id: str) -> str | None:
    """The text of some bytes, if they are a valid file of this memory; else None."""
    try:
        return as_memory(collection, id, raw.decode("utf-8-sig")).text
    except (BadData, UnicodeDecodeError):
        return None


def _id_inside(record: LoadedRecord[Memory]) -> str:
    return str(record.document.data["memory"]["id"])


def mixed_case(checkup: Checkup, file: CheckedFile) -> Repairable | None:
    """The case of a file with the words of two memories and one id: --fix takes each from git.

    Where the sides have their own ids, `merge_case` parts them.
    """
    store, now, path, record = checkup.store, checkup.now, file.path, file.record
    raw = bytes_of(path)
    named = memories_named(raw.decode(errors="replace")) - {record.id}
    if not named or ids_inside(raw) != {record.id}:
        return None
    own_texts = _texts(store, path, record.id, *SIDES) or _texts(store, path, record.id)
    if own_texts:
        named -= set(formers(record.id, document_of(own_texts[0], path)))
    if not named:
        return None
    erased = named & checkup.erased.keys()
    others = {id: _texts(store, path, id) for id in sorted(named - erased)}
    problem = f"has git's conflict markers between it and {', '.join(sorted(named))}"
    if not own_texts or not all(others.values()):
        return fault(
            path,
            problem,
            "take it from the commits that git merged: `git log --full-history --all`",
        )

    def mend() -> None:
        before = read_regular(path, SIZE_LIMIT)
        for id, texts in others.items():
            for text in texts:
                _place(store, id, text, now)
        rewrite(store, path, before, own_texts[0].encode(), keep=not erased)
        for text in own_texts[1:]:
            _place(store, record.id, text, now)
        show(store, record.id, now)

    return fixable(path, problem, GIVES_ITS_OWN if erased else GIVES_BACK, mend)


def _place(store: Store, id: str, text: str, now: datetime) -> None:
    """Write a version of a memory: merged into its file, or under a new id if that is another's."""
    placed = put_in_place(store, home_of(store, id), id, Sides(text), now)
    if placed != id:
        with suppress(BadData):
            part(store, placed, now)
    show(store, placed, now)


def _texts(store: Store, path: str, id: str, *ends: str) -> list[str]:
    """The texts of a memory in the sides of the merge under way, or else its newest text in git.

    In place of a side that was itself in conflict, the newest in the commits to each of `ends`.
    """
    try:
        staged = unmerged_blobs(store.root, os.path.relpath(path, store.root))
        with blobs(store.root, store.warn) as blob:
            raws = [blob(each) for each in staged[-2:]]
    except (Failed, NotFound):  # no git
        return []
    texts = [own_text(raw, folder_of(store, path), id) for raw in raws]
    if not any(texts) or any(START.encode() in raw for raw in raws):
        texts[:0] = [newest_text(store, path, id, end) for end in ends or ("--all",)]
    return list(dict.fromkeys(text for text in texts if text is not None))
