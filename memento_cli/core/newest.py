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
from memento_cli.core.when import days_between

CONTRADICTS, SUPERSEDES = "contradicts", "supersedes"
OPPOSING = (SUPERSEDES, CONTRADICTS)
AT_ONCE_DAYS = 0.5
"""What is less apart in time was at once: neither is newer."""
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


def at_once(one: Memory, other: Memory) -> bool:
    """Whether two were true at one time; episodes that are further apart are two."""
    return abs(days_between(true_at(one), true_at(other))) <= AT_ONCE_DAYS


def newest(facts: Mapping[str, datetime]) -> Standing:
    """The fact that was true last; of those of one moment, the last by id."""
    *legacy, current = sorted(facts, key=lambda id: (facts[id], id))
    return Standing(current, tuple(legacy))


def histories(memories: Mapping[str, Memory], links: Iterable[Pair]) -> dict[str, str]:
    """The memories that are history, each with the current one that made it so.

    One that supersedes another says itself that it is newer; of two that contradict each other
    their times do.
    """
    times = {id: true_at(memory) for id, memory in memories.items()}
    pairs = []
    for one, rel, other in links:
        if one != other and one in times and other in times:
            older = other
            if rel == CONTRADICTS:
                (older,) = newest({id: times[id] for id in (one, other)}).legacy
            pairs.append((one if older == other else other, older))
    return history(pairs, times)


def history(pairs: Iterable[tuple[str, str]], times: Mapping[str, datetime]) -> dict[str, str]:
    """From pairs of a newer and an older memory: each that is history, with what is current now.

    What comes after it may be history itself. Of those that are each after another, which cannot
    be, the one that was true last is current.
    """
    after: dict[str, str] = {}
    for newer, older in pairs:
        both = {id: times[id] for id in (newer, after.get(older, newer))}
        after[older] = newest(both).current
    for id in list(after):
        path = [id]
        while path[-1] in after and after[path[-1]] not in path:
            path.append(after[path[-1]])
        if path[-1] in after:  # a circle
            circle = path[path.index(after[path[-1]]) :]
            after.pop(newest({id: times[id] for id in circle}).current)
    return {id: _end(id, after) for id in after}


def _end(id: str, after: Mapping[str, str]) -> str:
    while id in after:
        id = after[id]
    return id
