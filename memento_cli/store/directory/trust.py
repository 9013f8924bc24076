"""Whether a store may be written that nobody named: one that came with a clone is a stranger's.

Whoever has written to it in this clone, has made it here, or has said `memento store trust` has
an id in `.memento/`, which is valid in this folder alone: git brings none that is.
"""

from __future__ import annotations

import os

from memento_cli.errors import Refused
from memento_cli.store.directory.clone import known_id
from memento_cli.store.directory.location import default_place, is_named, is_own, strangers
from memento_cli.store.directory.worktrees import common_folder, work_tree
from memento_cli.store.journal.logs import PRIVATE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.store.directory.store import Store

DOUBTS = (b"remote", b"include")
"""What stands in a configuration of git that knows where it was cloned from, or may."""


def guarded(store: Store, named: str | None) -> Store:
    """The store; not to be written if it was found on the way, and is not trusted yet."""
    if not may_write(store.root, named):
        store.lock.refusal = store.lock.refusal or _stranger(store.root)
    return store


def may_write(root: str, named: str | None) -> bool:
    """Whether this clone may write to a store: it is the user's own, was named, or is trusted."""
    is_own = is_named(named, os.environ) or root == os.path.realpath(default_place())
    return is_own or is_trusted(root)


def is_trusted(root: str) -> bool:
    """Whether a store is this user's, and in no repository that was cloned, or was written here.

    What is in the folder of another user is theirs to say, the id of this clone, too.
    """
    if not is_own(root):
        return False
    top = work_tree(root)
    return not (top and _has_remote(top)) or bool(known_id(os.path.join(root, PRIVATE)))


def _stranger(root: str) -> Refused:
    """Why a store that was found on the way is not written."""
    told = f"{root} came with a repository, and is only read here"
    return Refused(told, "`memento store trust` lets this clone write to it")


def _has_remote(top: str) -> bool:
    """Whether a repository knows another that it may have been cloned from; in doubt, it does."""
    try:
        with open(os.path.join(common_folder(top), "config"), "rb") as config:
            said = config.read().lower()
            return any(doubt in said for doubt in DOUBTS)
    except OSError:
        return True


def trust(store: Store) -> None:
    """Let this clone write to a store: it gets its id. Named, it needs no trust."""
    if not is_own(store.root):
        raise strangers(store.root)
    from memento_cli.store.directory.store import Store

    fresh = Store(store.root, store.warn)
    with fresh.lock.held():
        fresh.writer()
    store.lock.refusal = fresh.lock.refusal
