"""What is asked before an agent changes memories that a person vouches for."""

from __future__ import annotations

from memento_cli.core.security.trust import is_persons, least_of, trust_of
from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.memory.memory import Link, Memory
    from memento_cli.store.directory.store import Store

BETWEEN = " / "


def check_vouched(provenance: Provenance, memories: Iterable[Memory], question: str) -> None:
    """Unasked if a person vouches for one of these memories, to which the act does something."""
    theirs = [one for one in memories if is_persons(trust_of(one))]
    if theirs:
        says = BETWEEN.join(one.content.summary for one in theirs)
        provenance.check_asked(least_of(map(trust_of, theirs)), question, {"it says": says})


def check_history(store: Store, provenance: Provenance, one: Memory, links: Iterable[Link]) -> None:
    """Unasked if new links of a memory let one be history that a person vouches for."""
    if provenance.must_ask:
        for old in vouched_made_history(store, one._replace(links=tuple(links))):
            check_vouched(
                provenance, [old], f"Let {old.id} be history, which the user vouches for?"
            )


def vouched_made_history(store: Store, one: Memory) -> list[Memory]:
    """The memories that a person vouches for and that links of this one let be history."""
    if not one.links:
        return []
    from memento_cli.core.memory.memory import OPPOSING
    from memento_cli.core.tidy.supersession import history_by

    there = [link for link in one.links if link.rel in OPPOSING and link.target in store.memories]
    others = [(link.rel, store.memories.read(link.target).value) for link in there]
    found = (old for rel, other in others for old in history_by(one, rel, other))
    return [old for old in found if is_persons(trust_of(old))]


def refuse_hiding(store: Store, one: Memory) -> None:
    """BadData for a memory from elsewhere that would let one be history which a person vouches
    for."""
    if old := vouched_made_history(store, one):
        why = f"would let {old[0].id} be history, which the user vouches for"
        raise BadData(one.id, [f"{why}; --keep-trust takes it in"])
