"""Checks of files with git's markers between two memories, of which git took one for a renaming.

Where one side deleted a file and added a similar one, and the other side changed the deleted file,
git merges that change into the new file, line by line.
"""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.actions.checkup.findings import fault, fixable
from memento_cli.actions.checkup.repair import rewriting
from memento_cli.actions.checkup.swapped import GIVES_BACK, GIVES_ITS_OWN, newest_text, own_text
from memento_cli.actions.git.id_conflict import (
    folder_of,
    formers,
    home_of,
    part,
    put_in_place,
    show,
)
from memento_cli.errors import BadData, Failed, NotFound
from memento_cli.store.files.files import read_regular
from memento_cli.store.git.versions import blobs, unmerged_blobs
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.redaction.files import bytes_of, ids_inside
from memento_cli.store.toml.merge import Sides, document_of, memories_named
from memento_cli.store.toml.parse import SIZE_LIMIT
from memento_cli.store.toml.reader import START

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import Broken, LoadedRecord

SIDES = ("HEAD", "MERGE_HEAD", "REBASE_HEAD", "CHERRY_PICK_HEAD")
"""Git's names for the sides of a merge; at most two of them exist at a time."""


def mixed_case(
    store: Store, record: LoadedRecord[Memory] | Broken, path: str, now: datetime
) -> Repairable | None:
    """The case of a file with the words of two memories and one id: --fix takes each from git.

    Where the sides have their own ids, `merge_case` parts them.
    """
    raw = bytes_of(path)
    named = memories_named(raw.decode(errors="replace")) - {record.id}
    if not named or ids_inside(raw) != {record.id}:
        return None
    own_texts = _texts(store, path, record.id, *SIDES) or _texts(store, path, record.id)
    if own_texts:
        named -= set(formers(record.id, document_of(own_texts[0], path)))
    if not named:
        return None
    erased = named & erasures(store).keys()
    others = {id: _texts(store, path, id) for id in sorted(named - erased)}
    problem = f"has git's conflict markers between it and {', '.join(sorted(named))}"
    if not own_texts or not all(others.values()):
        return fault(
            path,
            problem,
            "take it from the commits that git merged: `git log --full-history --all`",
        )

    def mend() -> None:
        with store.lock.held():
            before = read_regular(path, SIZE_LIMIT)
            for id, texts in others.items():
                for text in texts:
                    _place(store, id, text, now)
            rewriting(store, path, before, own_texts[0].encode(), keep=not erased)()
            for text in own_texts[1:]:
                _place(store, record.id, text, now)
            show(store, record.id, now)

    return fixable(path, problem, GIVES_ITS_OWN if erased else GIVES_BACK, mend)


def _place(store: Store, id: str, text: str, now: datetime) -> None:
    """Write a version of a memory: merged into its file, or under a new id if that is another's."""
    placed = put_in_place(store, home_of(store, id), id, Sides(text, "", None), now)
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
