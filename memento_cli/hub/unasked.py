"""Syncs that nobody types: of the night, and after a command that has changed something.

They go to the hubs that this clone has met. A hub that is away is told of and nothing else.
"""

from __future__ import annotations

import os

from memento_cli.errors import MementoError
from memento_cli.hub.notes import met, met_elsewhere
from memento_cli.hub.turns import has_next
from memento_cli.store.directory.clone import existing_clone_id
from memento_cli.store.directory.folders import PRIVATE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memento_cli.hub.sync import Synced
    from memento_cli.store.directory.store import Store


def hubs_of(store: Store) -> list[tuple[str, str]]:
    """The hubs that this clone has met, each with the tenant."""
    return met(store.root, existing_clone_id(os.path.join(store.root, PRIVATE)))


def hubs_of_the_original(store: Store) -> list[tuple[str, str]]:
    """The hubs that the store has met whose folder was copied to be this one, each with the tenant;
    none if this is no copy. This one has not met them: who made the copy may be anybody."""
    return met_elsewhere(store.root, existing_clone_id(os.path.join(store.root, PRIVATE)))


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
        subprocess.Popen(
            command, stdin=null, stdout=null, stderr=null, start_new_session=True, cwd="/"
        )
    except OSError:
        return
