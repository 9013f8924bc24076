"""Sessions of working memory (document 002, 3): start, add, read, summarise and end them."""

from __future__ import annotations

import os

from memento_cli.actions.facts.record_reading import record_named, resolve_any
from memento_cli.actions.facts.records import TableEntry, add_entries, create, remove, revise
from memento_cli.actions.memory.naming import checked_name, checked_person
from memento_cli.actions.memory.reading import is_journalled, readable_values
from memento_cli.actions.sessions.snapshots import take_snapshot
from memento_cli.core.journal.event_types import ADDED
from memento_cli.core.memory.ids import with_suffix
from memento_cli.core.memory.record_kinds import SESSIONS, filed_name, is_reference, ref_of
from memento_cli.core.sessions.sessions import USER, Item, Session, checked_text, checked_title
from memento_cli.core.text.normal_forms import slug
from memento_cli.core.text.words import tokens_in
from memento_cli.errors import Ambiguous, BadId, BadValue, Conflict, MementoError, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.sessions import ITEMS, item_row
from memento_cli.store.settings.fields import MOST_TOKENS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memento_cli.actions.sessions.snapshots import Snapshot
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store

NAME_SIGNS = 32
ITEM_ID_BYTES = 8
HINT = "`memento session start` begins one, `memento session list` shows them"


class NewItem(NamedTuple):
    """A text to add: its role and speaker, the references that it came from, its time, and a
    program's own form of it."""

    text: str
    role: str = USER
    who: str = ""
    refs: tuple[str, ...] = ()
    at: datetime | None = None
    data: str = ""


def start_session(
    store: Store,
    provenance: Provenance,
    title: str = "",
    *,
    id: str = "",
    token_budget: int | None = None,
    person: str = "",
    project: str | None = None,
    agent: str | None = None,
) -> Session:
    """Begin a session. Conflict if the id exists; SecretFound for a secret in the title."""
    now, settings = provenance.signature.at, store.settings
    budget = settings["session.token_budget"] if token_budget is None else token_budget
    if not 1 <= budget <= MOST_TOKENS:
        raise BadValue(f"a budget of {budget} tokens", f"1 to {MOST_TOKENS:,}")
    if id and filed_name(id) != id:
        raise BadId(f"{id[:60]!r} can be no session's id", "lower case letters, digits, - and _")
    session = Session(
        id=id or _new_id(store, title, now),
        person=checked_person(store, person),
        created=now,
        token_budget=budget,
        ttl_days=settings["session.ttl"],
        title=checked_title(title),
        agent=agent and checked_name(store, "the agent", agent),
        project=project and checked_name(store, "the project", project),
        trust=provenance.trust,
    )
    try:
        create(store, session_ref(session.id), session, provenance)
    except Conflict:
        told = f"the session {session.id} has begun already"
        raise Conflict(told, "add to it, or begin one under another id") from None
    return session


def add_item(store: Store, id: str, new_item: NewItem, provenance: Provenance) -> list[Snapshot]:
    """Add one item; returns the snapshots that it caused."""
    return add_items(store, id, [new_item], provenance)


def add_items(
    store: Store, id: str, new_items: Sequence[NewItem], provenance: Provenance
) -> list[Snapshot]:
    """Add items in their order; returns the snapshots that they caused.

    A snapshot is made each time that the session is over its budget, including the last item, and
    before the items if it had expired. NotFound for an unknown session, memory or event.
    SecretFound for a secret in a text, or in the session's texts together.
    """
    items = [_item_of(store, item, provenance) for item in new_items]
    snapshots = [
        take_snapshot(store, id, provenance, when=lambda now: now.is_over(provenance.signature.at))
    ]
    for part in _split_by_budget(items, session(store, id).token_budget):
        entries = [(session_ref(id), TableEntry(ITEMS, item_row(item))) for item in part]
        with store.lock.held():
            now = session(store, id)  # NotFound: no item makes a session
            _refuse_divided_secret(now, part, provenance)
            add_entries(store, ADDED, entries, provenance)
        snapshots.append(_snapshot_if_full(store, id, provenance))
    return [item for item in snapshots if item]


def session(store: Store, name: str) -> Session:
    """The session with an id or a unique part of it. NotFound if there is none."""
    folder = store.held(SESSIONS)
    if name in folder:
        exact: Session = folder.read(name).value
        return exact
    try:
        value: Session = record_named(store, ref_of(SESSIONS, name)).found.value
    except NotFound:
        raise NotFound(f"No session {name}", HINT) from None
    return value


def sessions(store: Store) -> list[Session]:
    """All sessions, the oldest first; an unreadable file is skipped with a warning."""
    values: list[Session] = list(readable_values(store, store.held(SESSIONS).scan()))
    return sorted(values, key=lambda session: (session.created, session.id))


def open_session(store: Store, now: datetime) -> Session:
    """The one session that has not expired. NotFound if there is none, Ambiguous if several."""
    open_sessions = [session for session in sessions(store) if not session.is_over(now)]
    if not open_sessions:
        raise NotFound("no session is open", HINT)
    if len(open_sessions) > 1:
        ids = ", ".join(session.id for session in open_sessions[:8])
        raise Ambiguous(f"{len(open_sessions)} sessions are open", f"say which: {ids}")
    return open_sessions[0]


def summarize(store: Store, id: str, provenance: Provenance) -> Snapshot | None:
    """Make a memory of a session's items (document 002, summarize_thread); the session stays open.

    None if it has no items.
    """
    return take_snapshot(store, session(store, id).id, provenance)


def end_session(store: Store, id: str, provenance: Provenance) -> Snapshot | None:
    """End a session: its items become a memory, and it is removed. None if it had no items."""
    return take_snapshot(store, session(store, id).id, provenance, end=True)


def take_back(store: Store, id: str, provenance: Provenance) -> Item | None:
    """Take the last item out of a session, and return it; None if there is none. Unasked if a
    person added it."""
    taken: list[Item] = []

    def without_last(old: Session) -> Session:
        taken[:] = old.in_order[-1:]
        for item in taken:
            question = f"Take back what the user said in {old.id}?"
            provenance.check_asked(item.trust, question, {"it says": item.text})
        return old._replace(items=tuple(item for item in old.items if item not in taken))

    with store.lock.held():
        revise(store, session_ref(session(store, id).id), without_last, provenance)
    return taken[0] if taken else None


def drop_session(store: Store, id: str, provenance: Provenance) -> None:
    """Remove a session with its items, of which no memory is made; an undo brings it back. Unasked
    if a person began it, or added an item."""
    with store.lock.held():
        found = session(store, id)
        for trust in (found.trust, *(item.trust for item in found.items)):
            says = {"it is about": found.title}
            provenance.check_asked(trust, f"Remove the session {found.id}?", says)
        remove(store, session_ref(found.id), provenance)


def expired_sessions(store: Store, now: datetime) -> list[str]:
    """The ids of the expired sessions."""
    return [session.id for session in sessions(store) if session.is_over(now)]


def sweep_sessions(store: Store, provenance: Provenance) -> list[str]:
    """End the expired sessions and return their ids; one that cannot be ended stays, with a
    warning."""
    ended = list[str]()
    for id in expired_sessions(store, provenance.signature.at):
        try:
            take_snapshot(
                store,
                id,
                provenance,
                end=True,
                when=lambda now: now.is_over(provenance.signature.at),
            )
        except MementoError as problem:
            store.warn(f"session {id} stays: {problem}")
        else:
            ended.append(id)
    return ended


def session_ref(id: str) -> str:
    """The reference of a session in the journal."""
    return ref_of(SESSIONS, id)


def _snapshot_if_full(store: Store, id: str, provenance: Provenance) -> Snapshot | None:
    """The snapshot of a session over its budget. An error is only a warning, since the item is
    already added; the next item, or maintain, tries again."""
    try:
        return take_snapshot(store, id, provenance, when=lambda now: now.is_full)
    except (MementoError, OSError) as problem:
        store.warn(f"session {id} stays over its budget: {problem}")
        return None


def _new_id(store: Store, title: str, now: datetime) -> str:
    """The title and the day, with a suffix if that id was used or the setting asks for one."""
    name = slug(title, NAME_SIGNS) if title.strip() else "session"
    id = f"{name}-{now:%Y-%m-%d}"
    is_taken = id in store.held(SESSIONS) or is_journalled(store, session_ref(id))
    return with_suffix(id, os.urandom(4)) if is_taken or store.settings["ids.unique"] else id


def _item_of(store: Store, new_item: NewItem, provenance: Provenance) -> Item:
    refs = [resolve_any(store, ref) for ref in new_item.refs]
    bad = [ref for ref in refs if is_reference(ref) and not ref.startswith("events/")]
    if bad:
        raise BadValue(f"{bad[0]} is no memory and no event", "an item comes from these")
    id = os.urandom(ITEM_ID_BYTES).hex()
    text = checked_text(new_item.text)
    who = checked_name(store, "the speaker", " ".join(new_item.who.split()))
    at = new_item.at or provenance.signature.at
    data = new_item.data and checked_text(new_item.data)
    return Item(id, at, new_item.role, text, who, tuple(refs), provenance.trust, data)


def _refuse_divided_secret(session: Session, items: Sequence[Item], provenance: Provenance) -> None:
    """Raise SecretFound if items complete a secret that came line by line, which a memory would
    have whole."""
    before = "\n".join(item.text for item in session.items)
    whole = "\n".join((before, *(item.text for item in items)))
    provenance.kinds(
        [{"session": whole, "title": session.title}, [item.text for item in items]], before
    )


def _split_by_budget(items: Sequence[Item], budget: int) -> list[list[Item]]:
    """The items in parts, each of which ends with the item that takes it over the budget."""
    parts, tokens = list[list[Item]]([[]]), 0
    for item in items:
        if tokens > budget:
            parts.append([])
            tokens = 0
        parts[-1].append(item)
        tokens += tokens_in(item.text)
    return [part for part in parts if part]
