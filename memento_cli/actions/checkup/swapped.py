"""Files with another memory's words: git took the one for the other, renamed."""

from __future__ import annotations

import os
from shlex import quote

from memento_cli.actions.checkup.findings import fixable, found
from memento_cli.actions.checkup.repair import rewriting
from memento_cli.actions.checkup.whole import as_memory
from memento_cli.actions.git.id_conflict import folder_of, home_of, put_in_place, show
from memento_cli.core.memory.ids import folded, is_safe_id
from memento_cli.errors import BadData, Failed, NotFound
from memento_cli.store.files.files import read_regular
from memento_cli.store.files.names import SUFFIX
from memento_cli.store.git.versions import blobs, versions
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.toml.merge import Sides
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.records.loaded import LoadedRecord

FOLDERS = ("memories", "archive")
GIVES_BACK = "--fix gives each its own; what is here stays beside it (.orig)"
GIVES_ITS_OWN = "--fix gives it its own"


def is_of_another(store: Store, this: LoadedRecord[Memory]) -> bool:
    """Whether a file has the words of another memory, which has a file or a journal of its own."""
    said = _said(this)
    if said == this.id or folded(said) == folded(this.id) or not is_safe_id(said):
        return False
    if said in store.memories or said in store.archive:
        return True
    return bool(store.journal.lines(said).lines)


def swapped_cases(
    store: Store, this: LoadedRecord[Memory], path: str, now: datetime
) -> Iterator[Repairable]:
    """A file with another's words: --fix takes its own from git, where git has them."""
    if not is_of_another(store, this):
        return
    said = _said(this)
    erased = said in erasures(store)
    problem = f"is a copy of {said}, which was erased" if erased else f"has the words of {said}"
    own = newest_text(store, path, this.id)
    if own is None:
        known = store.journal.lines(this.id).lines
        slip = f"if it is one of its own, set its id to {this.id} in an editor; else take it away"
        paths = " ".join(quote(os.path.join(folder, this.id + SUFFIX)) for folder in FOLDERS)
        lost = f"remove it; `git log --full-history -- {paths}` may have its own"
        if not (known or erased or said in store.memories or said in store.archive):
            slip = f"rename it back to {said}{SUFFIX}, if nobody meant to; " + slip
        yield found(path, problem, lost if known or erased else slip)
        return

    def mend() -> None:
        with store.lock.held():
            raw = read_regular(path, SIZE_LIMIT)
            if not erased:
                text = Sides(this.document.text, "", None)
                put_in_place(store, home_of(store, said), said, text, now)
            rewriting(store, path, raw, own.encode(), keep=not erased)()
            show(store, this.id, now)

    yield fixable(path, problem, GIVES_ITS_OWN if erased else GIVES_BACK, mend)


def newest_text(store: Store, path: str, id: str, ends: str = "--all") -> str | None:
    """The newest text of a memory's file in the commits to some `ends` that says that it is its."""
    paths = [f"{folder}/{id}{SUFFIX}" for folder in FOLDERS]
    try:
        known = list(versions(store.root, ends, paths=paths))
        with blobs(store.root, store.warn) as blob:
            texts = (own_text(blob(each.after), folder_of(store, path), id) for each in known[::-1])
            return next((text for text in texts if text is not None), None)
    except (Failed, NotFound):  # no git, or nothing in it
        return None


def own_text(raw: bytes, collection: Collection[Memory], id: str) -> str | None:
    """What bytes say, if they are the file of this memory."""
    try:
        return as_memory(collection, id, raw.decode("utf-8-sig")).text
    except (BadData, UnicodeDecodeError):
        return None


def _said(this: LoadedRecord[Memory]) -> str:
    return str(this.document.data["memory"]["id"])
