"""One memory, whole: what it says, what was done to it, how it fades, and what stands beside it."""

from __future__ import annotations

from memento_cli.actions.fading.explain import acts_in, acts_on
from memento_cli.actions.fading.forecast import strength_history
from memento_cli.actions.memory.naming import summaries_of
from memento_cli.actions.memory.reading import (
    journal_entries,
    locate,
    refuse_erased,
    relations,
    with_strength,
)
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.undo.revisions import word_changes
from memento_cli.core.recall.similarity import MIN_SCORE, profile_of
from memento_cli.index.recall.alike import likest
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.journal import by_memory

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from memento_cli.actions.fading.explain import LogRow
    from memento_cli.actions.undo.revisions import Change
    from memento_cli.core.fading.curve import StrengthHistory
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

NEIGHBOURS = 6
SMALL = 60
"""The points of a curve where there are many: each is drawn small."""


class Linked(NamedTuple):
    """A memory at the other end of a link: the relation, its id and summary ("" if it is gone), and
    whether the link comes from there."""

    rel: str
    id: str
    summary: str
    incoming: bool = False


class Detail(NamedTuple):
    """A memory with all its fields and its strength, and what is known about it.

    `newer` supersedes it; `against` contradict it, with neither newer. `log` is what was done to
    it, the newest first, `history` its strength in the past and under its law in the future;
    `changes` are those of its content, where they are told.
    """

    memory: Memory
    archived: bool
    newer: str
    against: tuple[str, ...]
    links: tuple[Linked, ...]
    log: tuple[LogRow, ...]
    history: StrengthHistory
    changes: tuple[Change, ...] = ()


def detail(store: Store, text: str, now: datetime) -> Detail:
    """The memory that an id or a unique part of one means, also in the archive.

    NotFound, Ambiguous; Refused if it was erased.
    """
    folder, id = locate(store, text)
    archived = folder is store.archive
    written, entries = folder.read(id).value, journal_entries(store, id)
    refuse_erased(entries)
    memory = with_strength(store, written, entries, now)
    standing, incoming = relations(store, id, now, archived=archived)
    ends = [(link.rel, link.target, False) for link in memory.links]
    ends += [(row["rel"], row["id"], True) for row in incoming]
    summaries = summaries_of(store, [id for _, id, _ in ends], now)
    links = (Linked(rel, id, summaries.get(id, ""), inwards) for rel, id, inwards in ends)
    history = strength_history(store, written, entries, now)
    log = tuple(acts_on(store, id, entries))
    changes = tuple(word_changes(entries))
    return Detail(memory, archived, *standing.of(id), tuple(links), log, history, changes)


def details(store: Store, memories: Sequence[Memory], now: datetime) -> Iterator[Detail]:
    """Memories of the store whole, reading the journal once for all of them; each is linked to
    others of these alone."""
    by_id = {memory.id: memory for memory in memories}
    entries = by_memory(journal_entries(store))
    with open_index(store, now) as index:
        standing = index.standing(by_id)
    links: dict[str, list[Linked]] = {id: [] for id in by_id}
    for one in memories:
        for link in one.links:
            if link.target in by_id:
                links[one.id].append(_linked(link.rel, by_id[link.target]))
                links[link.target].append(_linked(link.rel, one, incoming=True))
    for one in memories:
        own = entries.get(one.id, [])
        newer, against = standing.of(one.id)
        yield Detail(
            one,
            False,
            newer if newer in by_id else "",
            tuple(id for id in against if id in by_id),
            tuple(links[one.id]),
            tuple(acts_in(own)),
            strength_history(store, one, own, now, count=SMALL),
        )


def _linked(rel: str, memory: Memory, *, incoming: bool = False) -> Linked:
    return Linked(rel, memory.id, memory.content.summary, incoming)


def neighbours(store: Store, id: str, now: datetime, most: int = NEIGHBOURS) -> Sequence[str]:
    """The ids of the memories of the store that are most similar to one by topics, people, outcome
    and time (document 001)."""
    with open_index(store, now) as index:
        one = index.by_ids([id])
        return likest(index.database, profile_of(one[0]), MIN_SCORE, most) if one else []
