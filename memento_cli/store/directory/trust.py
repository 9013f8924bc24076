"""Whether an enclosing store may be written: one that came with a cloned repository may not.

A store that was made or written in this clone, or for which `memento store trust` was called, has
a clone id in `.memento/`, which is valid in this folder alone: git cannot bring a valid one.
"""

from __future__ import annotations

import os

from memento_cli.errors import Refused
from memento_cli.store.directory.location import (
    common_folder,
    default_place,
    is_named,
    is_own,
    other_users_store,
    work_tree,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.store.directory.store import Store

REMOTE_MARKS = (b"remote", b"include")
"""Words in a configuration of git that has a remote, or may have one in a file that it includes."""


def guarded(store: Store, named: str | None) -> Store:
    """The store, which refuses to be written if nobody named it and it is not trusted."""
    if not may_write(store.root, named):
        store.lock.refusal = store.lock.refusal or _untrusted(store.root)
    return store


def may_write(root: str, named: str | None) -> bool:
    """Whether this clone may write to a store: it is the user's own, was named, or is trusted."""
    is_own = is_named(named, os.environ) or root == os.path.realpath(default_place())
    return is_own or is_trusted(root)


def is_trusted(root: str) -> bool:
    """Whether a store is this user's, and either has a clone id or is in no cloned repository.

    In the folder of another user a clone id proves nothing, because that user can write it.
    """
    if not is_own(root):
        return False
    from memento_cli.store.directory.clone import existing_clone_id  # most stores are named
    from memento_cli.store.journal.logs import PRIVATE

    top = work_tree(root)
    return not (top and _has_remote(top)) or bool(existing_clone_id(os.path.join(root, PRIVATE)))


def _untrusted(root: str) -> Refused:
    message = f"{root} came with a repository, and is only read here"
    return Refused(message, "`memento store trust` lets this clone write to it")


def _has_remote(top: str) -> bool:
    """Whether a repository may have been cloned from another; true in doubt."""
    try:
        with open(os.path.join(common_folder(top), "config"), "rb") as config:
            text = config.read().lower()
            return any(mark in text for mark in REMOTE_MARKS)
    except OSError:
        return True


def trust(store: Store) -> None:
    """Let this clone write to a store, by making its clone id."""
    if not is_own(store.root):
        raise other_users_store(store.root)
    from memento_cli.store.directory.store import Store

    fresh = Store(store.root, store.warn)
    with fresh.lock.held():
        fresh.writer()
    store.lock.refusal = fresh.lock.refusal
