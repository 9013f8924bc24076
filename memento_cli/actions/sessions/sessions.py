"""Sessions: working memory (document 002, 3): started, added to, read, summarised, ended."""

from __future__ import annotations

import os

from memento_cli.actions.facts.record_reading import record_named, resolve_any
from memento_cli.actions.facts.records import TableEntry, add_entries, create
from memento_cli.actions.memory.naming import checked_name, checked_person
from memento_cli.actions.memory.reading import is_journalled, readable_values
from memento_cli.actions.sessions.snapshots import take_snapshot
from memento_cli.core.journal.event_types import ADDED
from memento_cli.core.memory.ids import with_suffix
from memento_cli.core.memory.record_kinds import SESSIONS, filed_name, is_reference, ref_of
from memento_cli.core.sessions.sessions import USER, Item, Session, checked_text, checked_title
from memento_cli.core.text.slugs import slug
from memento_cli.core.text.tokens import tokens_in
from memento_cli.errors import Ambiguous, BadId, BadValue, MementoError, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.sessions import ITEMS, item_row
from memento_cli.store.settings.fields import MOST_TOKENS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.actions.sessions.snapshots import Snapshot
    from memento_cli.store.directory.store import Store

NAME_SIGNS = 32
ITEM_ID_BYTES = 8
HOW = "`memento session start` begins one, `memento session list` shows them"


class NewItem(NamedTuple):
    """What is to be added: a text, whose it is, when it was said, and what it came from."""

    text: str
    role: str = USER
    who: str = ""
    refs: tuple[str, ...] = ()
    at: datetime | None = None


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
    """Begin a session. Conflict if there is one of this id; SecretFound for a key in the title."""
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
    create(store, session_ref(session.id), session, provenance)
    return session


def add_item(store: Store, id: str, said: NewItem, provenance: Provenance) -> list[Snapshot]:
    """Add one item; answers the memory that the session became by it, if it did."""
    return add_items(store, id, [said], provenance)


def add_items(
    store: Store, id: str, said: Sequence[NewItem], provenance: Provenance
) -> list[Snapshot]:
    """Add items, in their order; answers the memories that the session became by it.

    Each time that it is over its budget it becomes one, this last item included; so it does first
    of all if its time was over. NotFound if there is no such session, or no such memory or event.
    SecretFound for a key in a text, or in what the session says with it.
    """
    items = [_item(store, one, provenance) for one in said]
    made = [
        take_snapshot(store, id, provenance, when=lambda now: now.is_over(provenance.signature.at))
    ]
    for part in _parts(items, session(store, id).token_budget):
        entries = [(session_ref(id), TableEntry(ITEMS, item_row(item))) for item in part]
        with store.lock.held():
            _refuse_parted(
                session(store, id), part, provenance
            )  # NotFound: no item makes a session
            add_entries(store, ADDED, entries, provenance)
        made.append(_if_full(store, id, provenance))
    return [one for one in made if one]


def session(store: Store, text: str) -> Session:
    """The session that an id or a unique part of one means. NotFound if there is none."""
    folder = store.held(SESSIONS)
    if text in folder:
        found: Session = folder.read(text).value
        return found
    try:
        value: Session = record_named(store, ref_of(SESSIONS, text)).found.value
    except NotFound:
        raise NotFound(f"No session {text}", HOW) from None
    return value


def sessions(store: Store) -> list[Session]:
    """All sessions, the oldest first; a file that cannot be read is named and skipped."""
    found: list[Session] = list(readable_values(store, store.held(SESSIONS).scan()))
    return sorted(found, key=lambda one: (one.created, one.id))


def open_session(store: Store, now: datetime) -> Session:
    """The one session whose time is not over. NotFound if there is none, Ambiguous if several."""
    found = [one for one in sessions(store) if not one.is_over(now)]
    if not found:
        raise NotFound("no session is open", HOW)
    if len(found) > 1:
        ids = ", ".join(one.id for one in found[:8])
        raise Ambiguous(f"{len(found)} sessions are open", f"say which: {ids}")
    return found[0]


def summarize(store: Store, id: str, provenance: Provenance) -> Snapshot | None:
    """Make a memory of what is in a session (document 002, summarize_thread), which goes on.

    None if there is nothing in it.
    """
    return take_snapshot(store, session(store, id).id, provenance)


def end_session(store: Store, id: str, provenance: Provenance) -> Snapshot | None:
    """End a session: what is in it becomes a memory, and it is gone. None if nothing was in it."""
    return take_snapshot(store, session(store, id).id, provenance, end=True)


def expired_sessions(store: Store, now: datetime) -> list[str]:
    """The ids of the sessions whose time is over."""
    return [one.id for one in sessions(store) if one.is_over(now)]


def sweep_sessions(store: Store, provenance: Provenance) -> list[str]:
    """End the sessions whose time is over; answers which. One that cannot be is named, and stays.

    Empty ones just go.
    """
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
    """How the journal names a session."""
    return ref_of(SESSIONS, id)


def _if_full(store: Store, id: str, provenance: Provenance) -> Snapshot | None:
    """What a session becomes that is over its budget. The item is there by now: what goes wrong is
    told, and the next item, or a night, tries again."""
    try:
        return take_snapshot(store, id, provenance, when=lambda now: now.is_full)
    except (MementoError, OSError) as problem:
        store.warn(f"session {id} stays over its budget: {problem}")
        return None


def _new_id(store: Store, title: str, now: datetime) -> str:
    """The title and the day; if there was one of that name, or ids are to be unique, a suffix."""
    name = slug(title, NAME_SIGNS) if title.strip() else "session"
    id = f"{name}-{now:%Y-%m-%d}"
    taken = id in store.held(SESSIONS) or is_journalled(store, session_ref(id))
    return with_suffix(id, os.urandom(4)) if taken or store.settings["ids.unique"] else id


def _item(store: Store, said: NewItem, provenance: Provenance) -> Item:
    refs = [resolve_any(store, ref) for ref in said.refs]
    bad = [ref for ref in refs if is_reference(ref) and not ref.startswith("events/")]
    if bad:
        raise BadValue(f"{bad[0]} is no memory and no event", "an item comes from these")
    id = os.urandom(ITEM_ID_BYTES).hex()
    text, who = (
        checked_text(said.text),
        checked_name(store, "the speaker", " ".join(said.who.split())),
    )
    at = said.at or provenance.signature.at
    return Item(id, at, said.role, text, who, tuple(refs), provenance.trust)


def _refuse_parted(session: Session, items: Sequence[Item], provenance: Provenance) -> None:
    """SecretFound if items end a key that came line by line, which a memory would have whole."""
    before = "\n".join(item.text for item in session.items)
    whole = "\n".join((before, *(item.text for item in items)))
    provenance.kinds(
        [{"session": whole, "title": session.title}, [one.text for one in items]], before
    )


def _parts(items: Sequence[Item], budget: int) -> list[list[Item]]:
    """The items in parts, each of which ends where it alone is over the budget."""
    parts, tokens = list[list[Item]]([[]]), 0
    for item in items:
        if tokens > budget:
            parts.append([])
            tokens = 0
        parts[-1].append(item)
        tokens += tokens_in(item.text)
    return [part for part in parts if part]
