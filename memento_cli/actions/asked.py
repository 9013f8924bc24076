"""What is asked before an agent changes memories that a person vouches for."""

from __future__ import annotations

from collections.abc import Iterable

from memento_cli.actions.holding import Act
from memento_cli.core.memory import Link, Memory
from memento_cli.core.newest import history_by
from memento_cli.core.trust import is_persons, least_of, trust_of
from memento_cli.store.store import Store

BETWEEN = " / "


def check_theirs(act: Act, memories: Iterable[Memory], question: str) -> None:
    """Unasked if a person vouches for one of these memories, to which the act does something."""
    theirs = [one for one in memories if is_persons(trust_of(one))]
    if theirs:
        says = BETWEEN.join(one.content.summary for one in theirs)
        act.check_asked(least_of(map(trust_of, theirs)), question, {"it says": says})


def check_history(store: Store, act: Act, one: Memory, links: Iterable[Link]) -> None:
    """Unasked if new links of a memory let one be history that a person vouches for."""
    if act.must_ask:
        for rel, target in (link for link in links if link.target in store.memories):
            for old in history_by(one, rel, store.memories.read(target).value):
                check_theirs(act, [old], f"Let {old.id} be history, which the user vouches for?")
