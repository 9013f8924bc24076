"""Replicas: clones of tenants in the user's cache, on which a server of many works.

One folder for each tenant of each hub, as plain a store as any. Beside it is a file that whoever
works on it has locked, so that it is not let go meanwhile.
"""

from __future__ import annotations

import os
import shutil
from hashlib import sha256

from memento_cli.errors import Conflict, MementoError, NotFound, Refused
from memento_cli.hub.joining import cloned
from memento_cli.hub.local import has_all, local_files, local_logs
from memento_cli.hub.lost_files import REPLICAS
from memento_cli.hub.notes import met, opened
from memento_cli.hub.sync import sync
from memento_cli.hub.unasked import hubs_of
from memento_cli.index.database.place import PRIVATE as PRIVATE_MODE
from memento_cli.index.database.place import cache_folder, index_folder
from memento_cli.standard import contextmanager, suppress
from memento_cli.store.directory.clone import existing_clone_id
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.directory.location import is_exclusively_own
from memento_cli.store.directory.store import Store
from memento_cli.store.files.files import os_errors
from memento_cli.store.files.names import FILE
from memento_cli.store.files.system import NO_LINK, close

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from typing import Any

    import psycopg

KEPT_BYTES = 1 << 30
"""So much all replicas may take before those that are not in use are let go, the oldest first."""
NAME_DIGITS = 16
LOCK = ".lock"
GONE = ".gone"
"""What a replica's folder ends with while it is deleted: a sync of one that is half deleted would
delete the rest everywhere."""
PRIVATE_FILE = 0o600


def replica_root(hub: str, tenant: str) -> str:
    """Where the replica of a tenant is, whether there is one or not."""
    digest = sha256(f"{hub}\0{tenant}".encode()).hexdigest()[:NAME_DIGITS]
    return os.path.join(_folder(), f"{tenant}-{digest}")


@contextmanager
def in_use(
    hub: str,
    tenant: str,
    new: Callable[[str], Store],
    now: datetime,
    warn: Callable[[str], None],
) -> Iterator[str]:
    """The root of a tenant's replica, which is made if there is none, and not let go while the
    block runs. `new` makes the store of a tenant that is empty.

    Errors as of a clone and a sync, if it is made; Refused if others may write to the cache.
    """
    root = replica_root(hub, tenant)
    _make_private(os.path.dirname(root))
    with _locked(root + LOCK) as handle:
        if not _is_made(root):
            with _exclusively(handle):
                if not _is_made(root):  # by another, while this waited
                    _make(root, hub, tenant, new, now, warn)
        yield root


def let_go(most: int = KEPT_BYTES) -> list[str]:
    """Delete replicas until all take at most so many bytes, the longest unused first; the roots of
    those that are gone. One that is in use stays, and one with anything that its hub lacks."""
    with suppress(FileNotFoundError):
        roots = [entry.path for entry in os.scandir(_folder()) if entry.is_dir()]
        for left in filter(lambda root: root.endswith(GONE), roots):  # by one that was killed
            shutil.rmtree(left, ignore_errors=True)
        roots = [root for root in roots if not root.endswith(GONE)]
        sizes = {root: _size(root) for root in roots}
        gone, total = list[str](), sum(sizes.values())
        for root in sorted(roots, key=_used_at):
            if total > most and _is_deleted(root):
                gone.append(root)
                total -= sizes[root]
        return gone
    return []


def has_unpushed(root: str) -> bool:
    """Whether a replica has anything that no hub is known to have; so in doubt, too."""
    try:
        store = Store(root)
        clone = existing_clone_id(os.path.join(root, PRIVATE))
        pairs = hubs_of(store)
        return not pairs or any(_lacks(store, *pair, clone) for pair in pairs)
    except (MementoError, OSError):
        return os.path.lexists(os.path.join(root, FILE))


def _lacks(store: Store, hub: str, tenant: str, clone: str) -> bool:
    """Whether a hub lacks a file or a line, as far as it was noted."""
    with opened(store.root, hub, tenant, clone) as notes:
        common, logs = notes.common(), notes.logs()
    here = {path: sha256(_read(place)).digest() for path, place in local_files(store)}
    files = {path: hash for path, hash in common.items() if hash is not None}
    if here != files:
        return True
    return not all(has_all(place, logs.get(path)) for path, place in local_logs(store))


def _read(place: str) -> bytes:
    with open(place, "rb") as file:
        return file.read()


def _folder() -> str:
    return os.path.join(os.path.realpath(cache_folder()), REPLICAS)


def _make_private(folder: str) -> None:
    """Make a folder that is this user's alone. Refused if it is not: whoever can write to it
    decides what is recalled."""
    with os_errors(folder):
        os.makedirs(os.path.dirname(folder), PRIVATE_MODE, exist_ok=True)
        with suppress(FileExistsError):
            os.mkdir(folder, PRIVATE_MODE)
    if not is_exclusively_own(folder):
        raise Refused(f"{folder}: others may write to it, or own it", f"chmod 700 {folder}")


def _is_made(root: str) -> bool:
    """Whether there is a replica. One that never met its hub and says nothing is none: it was left
    in the midst of its making."""
    if not os.path.lexists(os.path.join(root, FILE)):
        return False
    if met(root, existing_clone_id(os.path.join(root, PRIVATE))):
        return True
    store = Store(root)
    return any(path != FILE for path, _ in local_files(store)) or bool(store.journal.files())


def _make(
    root: str,
    hub: str,
    tenant: str,
    new: Callable[[str], Store],
    now: datetime,
    warn: Callable[[str], None],
) -> None:
    """Clone a tenant, or fill it with a new store if it is empty; again if another filled it at the
    same moment."""
    from memento_cli.hub.connection import connected

    with connected(hub) as connection:
        try:
            _make_once(root, hub, tenant, connection, new, now, warn)
        except Conflict:
            _make_once(root, hub, tenant, connection, new, now, warn)


def _make_once(
    root: str,
    hub: str,
    tenant: str,
    connection: psycopg.Connection[Any],
    new: Callable[[str], Store],
    now: datetime,
    warn: Callable[[str], None],
) -> None:
    shutil.rmtree(root, ignore_errors=True)
    try:
        store = cloned(root, hub, tenant, connection, warn)
    except NotFound:
        store = new(root)
    sync(store, hub, tenant, connection, now)


@contextmanager
def _locked(path: str) -> Iterator[int]:
    """The handle of a file that is locked together with others who use the same replica."""
    from fcntl import LOCK_SH, flock  # Windows has none

    with os_errors(path):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | NO_LINK, PRIVATE_FILE)
    try:
        flock(handle, LOCK_SH)
        os.utime(handle)
        yield handle
        os.utime(handle)
    finally:
        close(handle)


@contextmanager
def _exclusively(handle: int) -> Iterator[None]:
    """Alone with the replica, once all others have let it go."""
    from fcntl import LOCK_EX, LOCK_SH, flock

    flock(handle, LOCK_EX)
    try:
        yield
    finally:
        flock(handle, LOCK_SH)


def _is_deleted(root: str) -> bool:
    """Delete a replica if nobody uses it and its hub has all of it; whether that was done."""
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        with open(root + LOCK, "ab") as file:
            flock(file, LOCK_EX | LOCK_NB)
            if has_unpushed(root):
                return False
            index = index_folder(root)
            os.rename(root, root + GONE)
            for folder in (index, root + GONE):
                shutil.rmtree(folder, ignore_errors=True)
            return True
    except OSError:
        return False


def _used_at(root: str) -> float:
    try:
        return os.stat(root + LOCK).st_mtime
    except OSError:
        return 0.0


def _size(root: str) -> int:
    total = 0
    for folder, _, names in os.walk(root):
        for name in names:
            with suppress(OSError):
                total += os.lstat(os.path.join(folder, name)).st_size
    return total
