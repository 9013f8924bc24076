"""Proposals that two memories be linked: made of what a recall shows, applied as one act."""

from __future__ import annotations

from memento_cli.actions.memory.edit import content_entry
from memento_cli.actions.memory.reading import history_of, journal_entries, resolve_id
from memento_cli.actions.memory.record import Recorded
from memento_cli.actions.memory.reinforce import adoption_of
from memento_cli.actions.tidy.proposal_files import as_they_were, free_id, line_with, moved_in
from memento_cli.core.journal.proposal_entries import APPLIED, PROPOSED
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.memory import Draft, Link
from memento_cli.core.security.allowances import allowed_in
from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.core.journal.history import EntrySignature, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

CONFLICT = "conflict"
"""The source of a proposal that two memories be linked."""


def pairing(store: Store, pair: tuple[str, str, str], says: tuple[str, str], now: datetime) -> str:
    """Propose a link: from one memory, by which relation, to another. Answers the proposal's id.

    `says` is what the other says, and what the one says.
    """
    one, rel, other = pair
    memory, signature = store.memories.read(one).value, store.signed(now, "cli")
    draft = Draft(
        f"{says[1]} ({rel.replace('_', ' ')}: {says[0]})",
        person=memory.person,
        source=CONFLICT,
        kind=memory.kind,
        privacy=memory.privacy,
        links=(Link(rel, one), Link(rel, other)),
    )
    id = free_id(store, draft, now)
    proposal = created_from(draft, id, now, store.settings.defaults)
    raw = moved_in(store.proposals.raw_of(id, proposal))
    with as_they_were(store, [id]):
        store.proposals.create_raw(id, raw)
        allowed = allowed_in(store.journal.lines(one).lines)
        store.journal.append([line_with(signature, PROPOSED, one, id, raw, allowed)])
    return id


def pair_of(store: Store, proposal: Memory) -> tuple[str, Link]:
    """What a proposal of a link means: the memory that gets it, and the link. BadData if it is
    none."""
    if len(proposal.links) != 2:
        raise BadData(proposal.id, ["proposes a link, and does not name two memories"])
    one, other = (resolve_id(store, link.target) for link in proposal.links)
    return one, Link(proposal.links[1].rel, other)


def link_proposed(
    store: Store,
    id: str,
    pair: tuple[str, Link],
    signature: EntrySignature,
    lines: list[JournalEntry],
) -> Recorded:
    """Link two memories as proposed, unless they are; the lines that tell of it are added."""
    one, link = pair
    known = journal_entries(store, one)
    before, after, change = store.memories.change(
        one, lambda memory: memory._replace(links=tuple(dict.fromkeys((*memory.links, link))))
    )
    if change.before != change.after:
        lines += adoption_of(before, history_of(store, before, known, signature.at))
        lines.append(content_entry(signature, "linked", one, change, allowed_in(known)))
    raw = store.proposals.remove(id)
    lines.append(line_with(signature, APPLIED, one, id, raw, allowed_in(known)))
    return Recorded(after, store.memories.path(one))
