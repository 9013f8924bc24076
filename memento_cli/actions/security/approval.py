"""Consent of a person before an agent changes memories that a person vouches for."""

from __future__ import annotations

from memento_cli.core.security.trust import is_persons, least_of, trust_of
from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.core.memory.memory import Link, Memory
    from memento_cli.store.directory.store import Store

BETWEEN = " / "


def check_vouched(provenance: Provenance, memories: Iterable[Memory], question: str) -> None:
    """Raise Unasked without consent if a person vouches for one of the memories of an act."""
    vouched = [memory for memory in memories if is_persons(trust_of(memory))]
    if vouched:
        summaries = BETWEEN.join(memory.content.summary for memory in vouched)
        provenance.check_asked(least_of(map(trust_of, vouched)), question, {"it says": summaries})


def check_history(
    store: Store, provenance: Provenance, memory: Memory, links: Iterable[Link]
) -> None:
    """Raise Unasked without consent if new links of a memory make one history that a person
    vouches for."""
    if provenance.must_ask:
        for old in vouched_made_history(store, memory._replace(links=tuple(links))):
            check_vouched(
                provenance, [old], f"Let {old.id} be history, which the user vouches for?"
            )


def vouched_made_history(store: Store, memory: Memory) -> list[Memory]:
    """The memories that a person vouches for and that the links of this memory make history."""
    if not memory.links:
        return []
    from memento_cli.core.memory.memory import OPPOSING
    from memento_cli.core.tidy.supersession import history_by

    links = [
        link for link in memory.links if link.rel in OPPOSING and link.target in store.memories
    ]
    others = [(link.rel, store.memories.read(link.target).value) for link in links]
    history = (old for rel, other in others for old in history_by(memory, rel, other))
    return [old for old in history if is_persons(trust_of(old))]


def refuse_hiding(store: Store, memory: Memory) -> None:
    """Raise BadData for an imported memory that would make history of what a person vouches for."""
    if hidden := vouched_made_history(store, memory):
        why = f"would let {hidden[0].id} be history, which the user vouches for"
        raise BadData(memory.id, [f"{why}; --keep-trust takes it in"])
