"""A session becomes a memory: one act, which empties its buffer (002, summarize_thread)."""

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
from memento_cli.core.security.allowances import allowance
from memento_cli.core.security.secret_checks import secrets_in_value
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
    from collections.abc import Callable
    from datetime import datetime

    from memento_cli.actions.facts.records import (
        Provenance,
    )
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Draft, Memory
    from memento_cli.core.sessions.sessions import (
        Session,
    )
    from memento_cli.store.directory.store import Store

ATTEMPTS = 20


class Snapshot(NamedTuple):
    """The memory that a session became, and the session as it is now, or was when it ended."""

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
    """Make an episodic memory of all that is in a session, if anything is; or else None.

    Then only a summary is left in it, or nothing of it if that is its `end`. It is left as it is if
    it is not so as `when` asks. One undo takes the memory back and puts the items in their place.
    NotFound if there is no such session.
    """
    folder = store.held(SESSIONS)
    seen: Session = folder.read(id).value
    if not when(seen) or not (seen.items or end):
        return None
    told = _summary(store, seen) if seen.items else None  # a program may take long: without a lock
    with store.lock.held():
        now: Session = folder.read(id).value
        if not when(now):
            return None
        if not now.items:
            if end:
                remove(store, ref_of(SESSIONS, id), provenance)
            return None
        if told is None or now.items != seen.items:
            from memento_cli.core.text.digest import digest

            told = Summarized(digest(sources_of(now), store.settings["session.summary_tokens"]))
        return _become(store, now, told, provenance, end)


def _summary(store: Store, session: Session) -> Summarized:
    budget = store.settings["session.summary_tokens"]
    return summarized(store.warn, sources_of(session), budget)


def _become(
    store: Store, session: Session, told: Summarized, provenance: Provenance, end: bool
) -> Snapshot:
    """The memory's file, then the session's, then a line for each in one write.

    A kill between them leaves the items in the session, the memory, or both. Of the last the next
    attempt makes the memory again, in the place of the one that no line tells of.
    """
    ref, now = ref_of(SESSIONS, session.id), provenance.signature.at
    links = tuple(link for link in links_of(session) if _is_there(store, link.target))
    draft = complete_draft(store, snapshot_draft(session, told.digest, told.wrote))._replace(
        links=links
    )
    memory_of_draft(store, draft, now)
    allowed = allowed_kinds_of(store, ref)
    kinds = {one.secret.kind for one in secrets_in_value(draft)} & allowed
    evidence = {EVIDENCE: list(events)} if (events := events_of(session)) else {}
    with store.all_or_nothing([ref]):
        memory, path = _file(store, session, draft, now)
        try:
            opening = opening_entry(store, memory, now, provenance.signature.via)
            opening = opening._replace(more=allowance(sorted(kinds)) | evidence)
            after = emptied(session, told.text, memory.id, now)
            entry = (
                _ended(store, ref, provenance) if end else _revised(store, ref, after, provenance)
            )
            store.journal.append([opening, entry])
        except BaseException:
            os.unlink(path)
            raise
    return Snapshot(memory, after)


def _ended(store: Store, ref: str, provenance: Provenance) -> JournalEntry:
    allowed = allowed_kinds_of(store, ref)
    raw = store.held(SESSIONS).remove(ref.partition("/")[2])
    return entry_about(
        store, ref, REMOVED, journalled_file(raw, allowed), provenance, sorted(allowed)
    )


def _revised(store: Store, ref: str, after: Session, provenance: Provenance) -> JournalEntry:
    change = store.held(SESSIONS).change(after.id, lambda before: after)[2]
    return entry_about(
        store, ref, REVISED, sides(change), provenance, sorted(allowed_kinds_of(store, ref))
    )


def _file(store: Store, session: Session, draft: Draft, now: datetime) -> tuple[Memory, str]:
    """The file of the memory, under an id that follows from the first item, if that is free."""
    from hashlib import blake2s

    base = memory_id(draft.person, session.title or "session", session.in_order[0].at)
    first = blake2s(f"{session.id} {session.in_order[0].id}".encode()).digest()
    id = with_suffix(base, first)
    if id in store.memories and not is_journalled(store, id):
        os.unlink(store.memories.path(id))  # left by a kill, while the items stayed
    for _ in range(ATTEMPTS):
        if id not in store.archive and not is_journalled(store, id):
            break
        id = with_suffix(base, os.urandom(4))
    memory = created_from(draft, id, now, store.settings.defaults)
    return memory, store.memories.create(id, memory)


def _is_there(store: Store, id: str) -> bool:
    return id in store.memories or id in store.archive
