"""Snapshots: the items of a session become a memory, in one act (002, summarize_thread)."""

from __future__ import annotations

import os

from memento_cli.actions.facts.records import (
    allowed_kinds_of,
    entry_about,
    journalled_file,
    remove,
    sides,
)
from memento_cli.actions.memory.reading import is_journalled
from memento_cli.actions.memory.record import complete_draft, memory_of_draft, opening_entry
from memento_cli.actions.sessions.summarizing import Summarized, summarized
from memento_cli.core.journal.event_types import EVIDENCE, REMOVED, REVISED
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.ids import memory_id, with_suffix
from memento_cli.core.memory.record_kinds import SESSIONS, ref_of
from memento_cli.core.security.secret_checks import allowance, secrets_in_value
from memento_cli.core.sessions.sessions import (
    emptied,
    events_of,
    links_of,
    snapshot_draft,
    sources_of,
)
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from datetime import datetime

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.core.memory.memory import Draft, Memory
    from memento_cli.core.sessions.sessions import Session
    from memento_cli.store.directory.store import Store

ATTEMPTS = 20


class Snapshot(NamedTuple):
    """The memory that a session became, and the session afterwards, without its items."""

    memory: Memory
    session: Session


def take_snapshot(
    store: Store,
    id: str,
    provenance: Provenance,
    *,
    end: bool = False,
    when: Callable[[Session], bool] = lambda _: True,
) -> Snapshot | None:
    """Make an episodic memory of a session's items; None if it has none.

    Only a summary stays in the session; with `end` the session is removed, also without items. If
    `when` is false of the session, nothing is done. One undo removes the memory and restores the
    items. NotFound for an unknown session.
    """
    folder = store.held(SESSIONS)
    before: Session = folder.read(id).value
    if not when(before) or not (before.items or end):
        return None
    budget, summary = store.settings["session.summary_tokens"], None
    if before.items:  # a program may take long, so this is without the lock
        summary = summarized(store.warn, sources_of(before), budget)
    with store.lock.held():
        now: Session = folder.read(id).value
        if not when(now):
            return None
        if not now.items:
            if end:
                remove(store, ref_of(SESSIONS, id), provenance)
            return None
        if summary is None or now.items != before.items:
            from memento_cli.core.text.digest import digest

            summary = Summarized(digest(sources_of(now), budget))
        return _write(store, now, summary, provenance, end)


def _write(
    store: Store, session: Session, summary: Summarized, provenance: Provenance, end: bool
) -> Snapshot:
    """Write the memory's file, then the session's, then an entry for each in one write.

    A kill between them leaves the items in the session, in the memory, or in both. In the last case
    the next attempt replaces the memory without a journal entry.
    """
    ref, now = ref_of(SESSIONS, session.id), provenance.signature.at
    links = tuple(
        link
        for link in links_of(session)
        if link.target in store.memories or link.target in store.archive
    )
    draft = complete_draft(store, snapshot_draft(session, summary.digest, summary.wrote))
    draft = draft._replace(links=links)
    memory_of_draft(store, draft, now)
    allowed = allowed_kinds_of(store, ref)
    allowed_kinds = {found.secret.kind for found in secrets_in_value(draft)} & allowed
    evidence = {EVIDENCE: list(events)} if (events := events_of(session)) else {}
    with store.all_or_nothing([ref]):
        memory, path = _create_file(store, session, draft, now)
        try:
            opening = opening_entry(store, memory, now, provenance.signature.via)
            opening = opening._replace(more=allowance(sorted(allowed_kinds)) | evidence)
            after = emptied(session, summary.text, memory.id, now)
            entry = _session_entry(store, after, provenance, allowed, end)
            store.journal.append([opening, entry])
        except BaseException:
            os.unlink(path)
            raise
    return Snapshot(memory, after)


def _session_entry(
    store: Store, after: Session, provenance: Provenance, allowed: Collection[str], end: bool
) -> JournalEntry:
    """Remove or change the session's file, and return the entry of it."""
    folder, ref = store.held(SESSIONS), ref_of(SESSIONS, after.id)
    if end:
        act, text = REMOVED, journalled_file(folder.remove(after.id), allowed)
    else:
        act, text = REVISED, sides(folder.change(after.id, lambda before: after)[2])
    return entry_about(store, ref, act, text, provenance, sorted(allowed))


def _create_file(store: Store, session: Session, draft: Draft, now: datetime) -> tuple[Memory, str]:
    """Create the memory's file, if possible with an id derived from the first item."""
    from hashlib import blake2s

    base = memory_id(draft.person, session.title or "session", session.in_order[0].at)
    suffix = blake2s(f"{session.id} {session.in_order[0].id}".encode()).digest()
    id = with_suffix(base, suffix)
    if id in store.memories and not is_journalled(store, id):
        os.unlink(store.memories.path(id))  # left by a kill, while the items stayed
    for _ in range(ATTEMPTS):
        if id not in store.archive and not is_journalled(store, id):
            break
        id = with_suffix(base, os.urandom(4))
    memory = created_from(draft, id, now, store.settings.defaults)
    return memory, store.memories.create(id, memory)
