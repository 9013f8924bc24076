"""Syncs that nobody types: of the night, and after a command that has changed something.

They go to the hubs that this clone has met. A hub that is away is told of and nothing else.
"""

from __future__ import annotations

import os

from memento_cli.core.time.when import from_micros, stored_moment
from memento_cli.errors import MementoError
from memento_cli.hub import notes
from memento_cli.hub.turns import has_next
from memento_cli.store.directory.clone import existing_clone_id
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.files.files import read_regular, refuse_link
from memento_cli.store.files.system import BYTES

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memento_cli.hub.sync import Synced
    from memento_cli.store.directory.store import Store

TOLD = f"{PRIVATE}/hub.told"
"""What the last sync in the background said on stderr, which nobody saw."""
LIMIT, MOST = 1 << 16, 8
"""Bytes, and lines that are shown."""


def hubs_of(store: Store) -> list[tuple[str, str]]:
    """The hubs that this clone has met, each with the tenant."""
    return notes.met(store.root, existing_clone_id(os.path.join(store.root, PRIVATE)))


def last_syncs(store: Store) -> list[tuple[str, str, str]]:
    """The hubs that this clone has met, each with the tenant and the time of their last sync."""
    return notes.last_syncs(store.root, existing_clone_id(os.path.join(store.root, PRIVATE)))


def told_unasked(store: Store) -> list[str]:
    """What the last sync in the background has said, in lines: why it failed, or a warning. None if
    it had nothing to say, or a sync has come to its end since."""
    try:
        path = os.path.join(store.root, TOLD)
        since = from_micros(os.stat(path).st_mtime_ns // 1000)
        lines = read_regular(path, LIMIT).decode(errors="replace").splitlines()
    except (OSError, MementoError):
        return []
    synced = (stored_moment(synced) for _, _, synced in last_syncs(store))
    return [] if any(since < moment for moment in synced) else lines[:MOST]


def hubs_of_the_original(store: Store) -> list[tuple[str, str]]:
    """The hubs that the store has met whose folder was copied to be this one, each with the tenant;
    none if this is no copy. This one has not met them: who made the copy may be anybody."""
    return notes.met_elsewhere(store.root, existing_clone_id(os.path.join(store.root, PRIVATE)))


def sync_with_all(store: Store, now: datetime) -> list[tuple[str, str, Synced | MementoError]]:
    """Sync with each hub that this clone has met: its name, the tenant, and what was done or why
    it could not be."""
    from memento_cli.hub.connection import connected  # few stores have met any
    from memento_cli.hub.sync import sync

    outcomes: list[tuple[str, str, Synced | MementoError]] = []
    for name, tenant in hubs_of(store):
        try:
            with connected(name) as connection:
                outcomes.append((name, tenant, sync(store, name, tenant, connection, now)))
        except MementoError as problem:
            outcomes.append((name, tenant, problem))
    return outcomes


def start_later(store: Store, program: Sequence[str]) -> None:
    """Start a sync of this store in a process of its own, which nobody waits for; nothing if this
    clone has met no hub, one is about to begin, or the process cannot be started."""
    if not hubs_of(store) or has_next(store):
        return
    import subprocess

    command = [*program, "--store", store.root, "store", "sync", "--quiet"]
    null = subprocess.DEVNULL
    try:
        path = os.path.join(store.root, TOLD)
        refuse_link(path)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BYTES
        with os.fdopen(os.open(path, flags, 0o600), "wb") as told:
            subprocess.Popen(
                command, stdin=null, stdout=null, stderr=told, start_new_session=True, cwd="/"
            )
    except (OSError, MementoError):
        return
