"""The newer wins: of what contradicts each other, the older is history (document 004).

Newer is what was true later: by the time that a memory is about, else by when it was created;
never by weight or last use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from memento_cli.core.memory import Memory
from memento_cli.core.query import about_of

CONTRADICTS, SUPERSEDES = "contradicts", "supersedes"
OPPOSING = (SUPERSEDES, CONTRADICTS)
Pair = tuple[str, str, str]
"""A link: the id that has it, its relation, and the id that it leads to."""


class Standing(NamedTuple):
    """Of facts that cannot all hold: which one is current, and which were before it, in order."""

    current: str
    legacy: tuple[str, ...]


def true_at(memory: Memory) -> datetime:
    """When it was true: the end of the time that it is about, else when it was created."""
    about = about_of(memory.more)
    return about[1] if about else memory.created


def newest(facts: Mapping[str, datetime]) -> Standing:
    """The fact that was true last; of those of one moment, the last by id."""
    *legacy, current = sorted(facts, key=lambda id: (facts[id], id))
    return Standing(current, tuple(legacy))


def histories(memories: Mapping[str, Memory], links: Iterable[Pair]) -> dict[str, str]:
    """The memories that are history, each with the newer one that makes it so.

    One that supersedes another says itself that it is newer; of two that contradict each other
    their times do.
    """
    found: dict[str, str] = {}
    for one, rel, other in links:
        if one == other or one not in memories or other not in memories:
            continue
        newer, older = one, other
        if rel == CONTRADICTS:
            facts = {id: true_at(memories[id]) for id in (one, other)}
            newer, (older,) = newest(facts)
        seen = found.get(older)
        both = (newer,) if seen is None else (seen, newer)
        found[older] = newest({id: true_at(memories[id]) for id in both}).current
    return found
