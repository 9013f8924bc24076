"""Proposals to link two memories, made from the hits of a recall, applied as one act."""

from __future__ import annotations

from memento_cli.actions.memory.edit import content_entry
from memento_cli.actions.memory.reading import history_of, journal_entries, resolve_id
from memento_cli.actions.memory.record import Recorded
from memento_cli.actions.memory.reinforce import adoption_of
from memento_cli.actions.tidy.proposal_files import (
    free_id,
    indented,
    proposal_entry,
    restoring_on_error,
)
from memento_cli.core.journal.proposal_entries import APPLIED, PROPOSED
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.memory import Draft, Link
from memento_cli.core.security.secret_checks import allowed_in
from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.core.journal.history import EntrySignature, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

CONFLICT = "conflict"
"""The source of a proposal to link two memories."""


def propose_link(
    store: Store, pair: tuple[str, str, str], summaries: tuple[str, str], now: datetime
) -> str:
    """Propose a link and return the proposal's id.

    `pair` is the memory that gets the link, the relation and the target; `summaries` are those of
    the target and of the memory.
    """
    id_from, rel, id_to = pair
    memory, signature = store.memories.read(id_from).value, store.signed(now, "cli")
    draft = Draft(
        f"{summaries[1]} ({rel.replace('_', ' ')}: {summaries[0]})",
        person=memory.person,
        source=CONFLICT,
        kind=memory.kind,
        privacy=memory.privacy,
        links=(Link(rel, id_from), Link(rel, id_to)),
    )
    proposal_id = free_id(store, draft, now)
    proposal = created_from(draft, proposal_id, now, store.settings.defaults)
    raw = indented(store.proposals.raw_of(proposal_id, proposal))
    with restoring_on_error(store, [proposal_id]):
        store.proposals.create_raw(proposal_id, raw)
        allowed = allowed_in(store.journal.lines(id_from).lines)
        store.journal.append(
            [proposal_entry(signature, PROPOSED, id_from, proposal_id, raw, allowed)]
        )
    return proposal_id


def proposed_link(store: Store, proposal: Memory) -> tuple[str, Link]:
    """The memory that a proposal would link, and the link. BadData if it proposes no link."""
    if len(proposal.links) != 2:
        raise BadData(proposal.id, ["proposes a link, and does not name two memories"])
    id_from, id_to = (resolve_id(store, link.target) for link in proposal.links)
    return id_from, Link(proposal.links[1].rel, id_to)


def apply_link(
    store: Store,
    id: str,
    proposed: tuple[str, Link],
    signature: EntrySignature,
    new_entries: list[JournalEntry],
) -> Recorded:
    """Link two memories as proposed, unless they are linked; its entries are appended to
    `new_entries`."""
    id_from, link = proposed
    entries = journal_entries(store, id_from)
    before, after, change = store.memories.change(
        id_from, lambda memory: memory._replace(links=tuple(dict.fromkeys((*memory.links, link))))
    )
    if change.before != change.after:
        new_entries += adoption_of(before, history_of(store, before, entries, signature.at))
        new_entries.append(content_entry(signature, "linked", id_from, change, allowed_in(entries)))
    raw = store.proposals.remove(id)
    new_entries.append(proposal_entry(signature, APPLIED, id_from, id, raw, allowed_in(entries)))
    return Recorded(after, store.memories.path(id_from))
