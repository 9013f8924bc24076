"""Whether a store is as it was, for who keeps it on a screen while others write."""

from __future__ import annotations

import os

from memento_cli.actions.recall.index_session import open_index
from memento_cli.index.refresh.freshness import log_stamps
from memento_cli.standard import suppress
from memento_cli.store.directory.folders import stamp_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from memento_cli.store.directory.store import Store

CONTENT = "SELECT count(*), sum(sum) FROM file"
"""The number of memories, and a sum of what their files say."""
HOLDING = ("memento.toml", "archive", "proposals", "states", "blocks", "graph", "kv", "sessions")
"""What is replaced whole, and folders of such files, which their own stamps show."""
EVENTS = "events"


def state_of(store: Store, now: datetime) -> tuple[str, ...]:
    """What is another after each change of the store that a look sees: of a memory, of what else
    holds, of an event, of the journal. The index is brought up to date by it."""
    with open_index(store, now) as index:
        memories = index.database.execute(CONTENT).fetchone()
    return (str(memories), *_stamps(store.root))


def _stamps(root: str) -> Iterator[str]:
    yield from (_stamp(os.path.join(root, name)) for name in HOLDING)
    yield from (f"{path} {stamp}" for path, stamp in log_stamps(root))
    for folder, _, names in os.walk(os.path.join(root, EVENTS)):
        yield from (_stamp(os.path.join(folder, name)) for name in sorted(names))


def _stamp(path: str) -> str:
    with suppress(OSError):
        return stamp_text(os.stat(path))
    return ""
