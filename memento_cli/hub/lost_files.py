"""Files of a replica that are gone although no act took them away.

Whoever deletes a file of a store means it, and a sync carries that to everybody. A replica is in a
cache, which other programs empty, wholly or by age, while a server works on it: that must not take
a team's memory away.
"""

from __future__ import annotations

import os

from memento_cli.core.journal.event_types import ERASED, REMOVED, TAKES, UNDONE
from memento_cli.core.memory.record_kinds import KV, held, whole_ref
from memento_cli.core.redaction.erased_records import OPENINGS
from memento_cli.hub.local import MEMORIES, place_of
from memento_cli.store.files.names import FILE, SUFFIX, stem_of
from memento_cli.store.journal.journal import by_memory
from memento_cli.store.redaction.erasure import erasures

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store

REPLICAS = os.path.join("memento", "replicas")
"""The folder of all replicas, in whichever cache: a cron job may have another than the server."""
ENDINGS = (REMOVED, ERASED, UNDONE, *TAKES)


def lost_files(store: Store, gone: Sequence[str]) -> list[str]:
    """Those of these files, which a sync did not find, that a replica has lost.

    None of a store that is no replica. Proposals and kv values count as removed: what they say is
    not to outlive its time.
    """
    folder = os.path.dirname(os.path.realpath(store.root))
    if not gone or not folder.endswith(os.sep + REPLICAS):
        return []
    with store.lock.held():  # an act removes a file and writes its line under one lock
        entries, erased = by_memory(store.journal.lines().lines), erasures(store)
        about: dict[str, list[JournalEntry]] = {}
        for name, its in entries.items():
            about.setdefault(whole_ref(name), []).extend(its)
        return [path for path in gone if _is_lost(store, path, about, erased)]


def _is_lost(
    store: Store,
    path: str,
    about: Mapping[str, Sequence[JournalEntry]],
    erased: Container[str],
) -> bool:
    """Whether no act took a file away, by the entries about each thing and the names of those that
    were erased. A memory that was only moved has its other place."""
    folder, _, name = path.rpartition("/")
    if folder in MEMORIES:
        places = (place_of(store, f"{each}/{name}") for each in MEMORIES)
        return stem_of(name) not in erased and not any(map(os.path.lexists, places))
    ref = path.removesuffix(SUFFIX)
    if path != FILE and (held(ref) is None or folder == KV):
        return False
    acts = [entry for entry in about.get(ref, ()) if entry.act in (*OPENINGS, *ENDINGS)]
    last = max(acts, key=lambda entry: entry.id, default=None)
    return last is None or last.act in OPENINGS
