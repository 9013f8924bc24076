"""The files of proposals, the journal entries about them, and how these are undone."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import count

from memento_cli.actions.facts.records import journalled_file
from memento_cli.core.events.plans import events_named
from memento_cli.core.journal.event_types import EVIDENCE
from memento_cli.core.journal.proposal_entries import FILE, PROPOSAL, PROPOSED, SLEPT, proposal_in
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.ids import is_safe_id, memory_id, with_suffix
from memento_cli.core.memory.memory import Draft
from memento_cli.core.security.secret_checks import allowance
from memento_cli.core.tidy.sleep_steps import MAKING, key_in
from memento_cli.errors import BadData, Conflict, NotFound, Refused
from memento_cli.standard import suppress
from memento_cli.store.files.files import os_errors, read_regular, replace
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.tokens import statements
from memento_cli.store.toml.writer import value_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime
    from typing import Any

    from memento_cli.core.journal.history import EntrySignature, JournalEntry
    from memento_cli.core.memory.memory import Draft
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord
    from memento_cli.store.toml.merge import Sides


PLAN = "plan"
"""A proposal with this table is a step of a plan (`actions/events/planned.py`), and no memory."""


def is_planned(proposal: LoadedRecord[Any]) -> bool:
    """Whether a proposal is a step of a plan."""
    return PLAN in proposal.document.data


def is_to_be_made(proposal: LoadedRecord[Any]) -> bool:
    """Whether a proposal's plan is to record the memory in the same file."""
    plan = proposal.document.data.get(PLAN)
    return isinstance(plan, Mapping) and plan.get("do") in MAKING


def indented(raw: bytes) -> bytes:
    """The TOML of a new proposal with its lines indented and each of its texts on one line.

    Git would take the memory that it becomes for the renamed proposal if they had lines in common;
    then a clone that rejects or also applies the proposal could not be merged.
    """
    lines = (_single_line(statement) for statement in statements(raw.decode()))
    return "".join(f"  {line}" if line.strip() else line for line in lines).encode()


def _single_line(statement: str) -> str:
    key, sign, value = statement.partition(" = ")
    if "\n" not in value.rstrip("\n"):
        return statement
    text = parsed(f"x = {value}".encode(), key).data["x"]
    return f"{key}{sign}{value_text([text])[1:-1]}\n"


def free_id(store: Store, draft: Draft, now: datetime) -> str:
    """An id that no proposal has."""
    base = memory_id(draft.person, next(iter(draft.tags.topics), None), now)
    ids = (with_suffix(base, os.urandom(4)) for _ in count())
    return next(id for id in ids if id not in store.proposals)


def new_file(store: Store, draft: Draft, now: datetime) -> tuple[str, bytes]:
    """The id and the bytes of the file of a new proposal, which is not written yet."""
    id = free_id(store, draft, now)
    proposal = created_from(draft, id, now, store.settings.defaults)
    return id, indented(store.proposals.raw_of(id, proposal))


def _bytes_of(store: Store, id: str) -> bytes | None:
    """The bytes of a proposal's file; None if there is none, Failed if it cannot be read."""
    path = store.proposals.path(id)
    with os_errors(path), suppress(FileNotFoundError):
        return read_regular(path, SIZE_LIMIT)
    return None


def proposal_entry(
    signature: EntrySignature,
    act: str,
    about: str,
    id: str,
    raw: bytes,
    allowed: Collection[str] = (),
    **texts: str,
) -> JournalEntry:
    """The entry of an act on a proposal, with its file as `journalled_file` has it.

    For a step of a plan it names the events or memories, by which an erasure of one finds it; for
    a step of sleep, also the key that keeps it from being proposed again.
    """
    data = _parsed(raw)
    plan = plain(data.get(PLAN)) if isinstance(data, Mapping) else None
    events, key = events_named(plan), key_in(plan)
    named = {EVIDENCE: events, SLEPT: key}
    more = {
        PROPOSAL: id,
        **allowance([*allowed]),
        **{name: value for name, value in named.items() if value},
    }
    return signature.line(act, about, text=texts | journalled_file(raw, allowed), more=more)


def check_proposal_effect(store: Store, entry: JournalEntry, forward: bool) -> None:
    """Raise an error if an entry's effect on a proposal's file cannot be done, or undone."""
    id, file_text = proposal_in(entry), entry.text.get(FILE)
    creates, raw = _creates(entry, forward), _bytes_of(store, id)
    if raw is None and not creates:
        return
    if not isinstance(file_text, str):
        raise Refused(f"the journal does not have what the proposal {id} said")
    if creates and raw is not None:
        raise Conflict(f"the proposal {id} is there", f"`memento tidy reject {id}` first")
    if raw is not None and _parsed(raw) != _parsed(file_text.encode()):
        hint = f"`memento tidy reject {id}` throws it away as it is"
        raise Conflict(f"the proposal {id} has changed since", hint)


def apply_proposal_effect(store: Store, entry: JournalEntry, forward: bool) -> None:
    """Do to a proposal's file what an entry did, or undo it; a missing file stays missing."""
    id = proposal_in(entry)
    if _creates(entry, forward):
        store.proposals.create_raw(id, str(entry.text[FILE]).encode())
    else:
        with suppress(NotFound):
            store.proposals.remove(id)


def place_proposal(store: Store, id: str, sides: Sides) -> None:
    """Make `sides.ours` the file of a proposal, or merge it with the existing file."""
    current = _bytes_of(store, id)
    if current is None:
        store.proposals.create_raw(id, sides.ours.encode())
        return
    from memento_cli.actions.checkup.whole import made_whole  # few proposals are merged

    merged = made_whole(
        store.proposals, id, sides._replace(theirs=current.decode(errors="replace")), ()
    )
    if merged is None or merged.other:
        raise Conflict(f"{store.proposals.path(id)} cannot be merged with another", "see both")
    replace(store.proposals.path(id), merged.text.encode())
    store.changed.append(store.proposals.path(id))


def _creates(entry: JournalEntry, forward: bool) -> bool:
    return (entry.act == PROPOSED) == forward


def _parsed(raw: bytes) -> object:
    """The data of a TOML text, or the text itself if it is not valid."""
    try:
        return parsed(raw, "").data
    except BadData:
        return raw


def about_in(store: Store, id: str, raw: bytes) -> str:
    """The memory that a proposal is about, or the proposal's own id if its file names none."""
    try:
        links = store.proposals.codec.value(id, parsed(raw, id).data).links
    except BadData:
        return id
    target = links[0].target if links else id
    return target if is_safe_id(target) else id
