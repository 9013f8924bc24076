"""The files of proposals as they come and go: what the journal says of it, and how it is undone."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from itertools import count

from memento_cli.actions.checkup.whole import made_whole
from memento_cli.actions.facts.records import journalled_file
from memento_cli.core.events.plans import events_named
from memento_cli.core.journal.event_types import EVIDENCE
from memento_cli.core.journal.proposal_entries import FILE, PROPOSAL, PROPOSED, SLEPT, proposal_in
from memento_cli.core.memory.ids import is_safe_id, memory_id, with_suffix
from memento_cli.core.memory.memory import SUPERSEDES, Draft, Link, split_content
from memento_cli.core.security.allowances import allowance
from memento_cli.core.security.trust import TRUST, told
from memento_cli.core.tidy.sleep_steps import MAKING, key_in
from memento_cli.errors import BadData, Conflict, MementoError, NotFound, Refused
from memento_cli.store.files.files import os_errors, read_regular, replace, sync_folder
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.tokens import statements
from memento_cli.store.toml.writer import value_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from datetime import datetime
    from typing import Any

    from memento_cli.core.journal.history import EntrySignature, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord
    from memento_cli.store.toml.merge import Sides


PLAN = "plan"
"""A proposal with this table is a step of a plan (`actions/events/planned.py`), and no memory."""


def is_planned(proposal: LoadedRecord[Any]) -> bool:
    """Whether a proposal is a step of a plan."""
    return PLAN in proposal.document.data


def is_to_be_made(proposal: LoadedRecord[Any]) -> bool:
    """Whether its plan is to make the memory that stands beside it."""
    plan = proposal.document.data.get(PLAN)
    return isinstance(plan, Mapping) and plan.get("do") in MAKING


def moved_in(raw: bytes) -> bytes:
    """The text of a new proposal, moved in, and each text of it on one line.

    So git finds no line of it in the memory that it becomes, which it would take for the proposal,
    renamed: then a clone that rejects it, or applies it too, could not be merged.
    """
    lines = (_on_one_line(statement) for statement in statements(raw.decode()))
    return "".join(f"  {line}" if line.strip() else line for line in lines).encode()


def _on_one_line(statement: str) -> str:
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


@contextmanager
def as_they_were(store: Store, ids: Iterable[str]) -> Iterator[None]:
    """Proposals whose files are as they were if what is done inside fails."""
    with store.lock.held():
        store.writer()  # what can fail before anything is changed
        before = {id: _bytes_of(store, id) for id in ids}
        try:
            yield
        except BaseException:
            for id, raw in before.items():
                with suppress(OSError, MementoError):
                    _put_back(store, id, raw)
            raise


def _put_back(store: Store, id: str, raw: bytes | None) -> None:
    if raw is None:
        with suppress(FileNotFoundError):
            os.unlink(store.proposals.path(id))
        sync_folder(store.proposals.folder)
    else:
        with suppress(FileExistsError):
            store.proposals.create_raw(id, raw)


def _bytes_of(store: Store, id: str) -> bytes | None:
    """What the file of a proposal says; None if there is none, Failed if that cannot be told."""
    path = store.proposals.path(id)
    with os_errors(path), suppress(FileNotFoundError):
        return read_regular(path, SIZE_LIMIT)
    return None


def line_with(
    signature: EntrySignature,
    act: str,
    about: str,
    id: str,
    raw: bytes,
    allowed: Collection[str] = (),
    **said: str,
) -> JournalEntry:
    """The line of an act on a proposal, with what its file says, as `journalled_file` has it.

    Of a step of a plan it names the events or memories, by which an erasure of one finds the line
    again; of one of sleep's, the key by which it is known when it would be proposed again.
    """
    data = _data(raw)
    plan = plain(data.get(PLAN)) if isinstance(data, Mapping) else None
    events, key = events_named(plan), key_in(plan)
    told = {EVIDENCE: events, SLEPT: key}
    more = {PROPOSAL: id, **allowance([*allowed]), **{name: x for name, x in told.items() if x}}
    return signature.line(act, about, text=said | journalled_file(raw, allowed), more=more)


def check_proposal(store: Store, line: JournalEntry, forward: bool) -> None:
    """See that what a line did to the file of a proposal can be done, or taken back."""
    id, said = proposal_in(line), line.text.get(FILE)
    makes, raw = _makes(line, forward), _bytes_of(store, id)
    if raw is None and not makes:
        return
    if not isinstance(said, str):
        raise Refused(f"the journal does not have what the proposal {id} said")
    if makes and raw is not None:
        raise Conflict(f"the proposal {id} is there", f"`memento tidy reject {id}` first")
    if raw is not None and _data(raw) != _data(said.encode()):
        hint = f"`memento tidy reject {id}` throws it away as it is"
        raise Conflict(f"the proposal {id} has changed since", hint)


def do_proposal(store: Store, line: JournalEntry, forward: bool) -> None:
    """Do to the file of a proposal what a line did, or take it back; what is gone is gone."""
    id = proposal_in(line)
    if _makes(line, forward):
        store.proposals.create_raw(id, str(line.text[FILE]).encode())
    else:
        with suppress(NotFound):
            store.proposals.remove(id)


def place_proposal(store: Store, id: str, pair: Sides) -> None:
    """Make `pair.ours` the file of a proposal, or merge it with the one that it has already."""
    there = _bytes_of(store, id)
    if there is None:
        store.proposals.create_raw(id, pair.ours.encode())
        return
    whole = made_whole(
        store.proposals, id, pair._replace(theirs=there.decode(errors="replace")), ()
    )
    if whole is None or whole.other:
        raise Conflict(f"{store.proposals.path(id)} cannot be merged with another", "see both")
    replace(store.proposals.path(id), whole.text.encode())
    store.changed.append(store.proposals.path(id))


def _makes(line: JournalEntry, forward: bool) -> bool:
    return (line.act == PROPOSED) == forward


def _data(raw: bytes) -> object:
    """What a text says; of one that is no TOML, the text."""
    try:
        return parsed(raw, "").data
    except BadData:
        return raw


def about_in(store: Store, id: str, raw: bytes) -> str:
    """The memory that a proposal is about; its own id where its file does not say."""
    try:
        links = store.proposals.codec.value(id, parsed(raw, id).data).links
    except BadData:
        return id
    target = links[0].target if links else id
    return target if is_safe_id(target) else id


def superseding(memory: Memory, answer: str, by: str) -> Draft:
    """What would be recorded in the place of a memory."""
    summary, detail = split_content(answer)
    return Draft(
        summary,
        person=memory.person,
        detail=detail,
        significance=memory.content.significance,
        tags=memory.tags._replace(outcome=None),
        kind=memory.kind,
        source="feedback",
        privacy=memory.privacy,
        importance=memory.importance,
        project=memory.project,
        agent=memory.agent,
        links=(Link(SUPERSEDES, memory.id),),
        more={TRUST: by} if memory.agent or told(by) else {},
    )
