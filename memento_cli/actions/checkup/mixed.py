"""Files in which git's markers stand between two memories: it took the one for the other, renamed.

Where one side has a new file that is much like one that it has no more, and the other side changed
that, git merges the change into the new one, line by line.
"""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.actions.checkup.findings import fixable, found
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
"""How git calls what it merges; no more than two of them are there."""


def mixed_case(
    store: Store, this: LoadedRecord[Memory] | Broken, path: str, now: datetime
) -> Repairable | None:
    """A file that has the words of two, though it says that it is one: --fix takes each from git.

    Where the sides say whose they are, `merge_case` can tell them apart.
    """
    raw = bytes_of(path)
    named = memories_named(raw.decode(errors="replace")) - {this.id}
    if not named or ids_inside(raw) != {this.id}:
        return None
    own = _texts(store, path, this.id, *SIDES) or _texts(store, path, this.id)
    if own:
        named -= set(formers(this.id, document_of(own[0], path)))
    if not named:
        return None
    erased = named & erasures(store).keys()
    others = {id: _texts(store, path, id) for id in sorted(named - erased)}
    problem = f"has git's conflict markers between it and {', '.join(sorted(named))}"
    if not own or not all(others.values()):
        return found(
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
            rewriting(store, path, before, own[0].encode(), keep=not erased)()
            for text in own[1:]:
                _place(store, this.id, text, now)
            show(store, this.id, now)

    return fixable(path, problem, GIVES_ITS_OWN if erased else GIVES_BACK, mend)


def _place(store: Store, id: str, text: str, now: datetime) -> None:
    """Give a version its place: merged with what is there, or beside it, where that is another."""
    there = put_in_place(store, home_of(store, id), id, Sides(text, "", None), now)
    if there != id:
        with suppress(BadData):
            part(store, there, now)
    show(store, there, now)


def _texts(store: Store, path: str, id: str, *ends: str) -> list[str]:
    """What the sides of the merge under way have of a memory; else its newest text in git.

    A side that was itself in conflict is what the commits to each of some `ends`, or to all, have.
    """
    try:
        staged = unmerged_blobs(store.root, os.path.relpath(path, store.root))
        with blobs(store.root, store.warn) as blob:
            raws = [blob(each) for each in staged[-2:]]
    except (Failed, NotFound):  # no git
        return []
    known = [own_text(raw, folder_of(store, path), id) for raw in raws]
    if not any(known) or any(START.encode() in raw for raw in raws):
        known[:0] = [newest_text(store, path, id, end) for end in ends or ("--all",)]
    return list(dict.fromkeys(text for text in known if text is not None))
