"""The newer wins: of two contradicting memories the older is history (document 004).

Newer is what was true later: by the time that a memory is about, or else by its creation; of one
time, what was created later; of one moment, what the same writer wrote later. Weight and last use
do not count. If two cannot be ordered so, neither is current: the order of ids is chance.
"""

from __future__ import annotations

from itertools import pairwise

from memento_cli.core.memory.memory import CONTRADICTS, SUPERSEDES
from memento_cli.core.recall.query import Standing, about_of
from memento_cli.core.time.when import days_between, micros
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory


AT_ONCE_DAYS = 0.5
"""Memories at most so many days apart are of one time."""
Pair = tuple[str, str, str]
"""A link: the id that has it, its relation, and the id that it leads to."""


class DatedClaim(NamedTuple):
    """When a memory was true and when it was created, in microseconds since 1970; then its writer
    and the number of its entry, which rises with each entry of a writer. The writer is "" if the
    journal has no entry of it."""

    true: int
    created: int
    writer: str = ""
    number: int = 0


class Supersession(NamedTuple):
    """Two memories, the older first, and which is current: "" if the order is unknown."""

    older: str
    newer: str
    current: str


def true_at(memory: Memory) -> datetime:
    """When a memory was true: the end of the time that it is about, else when it was created."""
    about = about_of(memory.more)
    return about[1] if about else memory.created


def at_once(one: Memory, other: Memory) -> bool:
    """Whether two memories were true at one time."""
    return abs(days_between(true_at(one), true_at(other))) <= AT_ONCE_DAYS


def place_of(memory: Memory) -> DatedClaim:
    """The times of a memory, from its file alone."""
    return DatedClaim(micros(true_at(memory)), micros(memory.created))


def newest(places: Mapping[str, DatedClaim]) -> list[str]:
    """The ids of the newest memories, sorted: one or, if their order is unknown, several."""
    latest = max(place[:2] for place in places.values())
    best_by_writer = dict[tuple[str, str], str]()
    for id in sorted(places):
        place = places[id]
        writer = (place.writer, "") if place.writer else ("", id)
        if place[:2] == latest and (
            writer not in best_by_writer or place.number > places[best_by_writer[writer]].number
        ):
            best_by_writer[writer] = id
    return sorted(best_by_writer.values())


def ordered_pair(
    first: str,
    second: str,
    places: Mapping[str, DatedClaim],
    supersessions: Collection[tuple[str, str]] = (),
) -> Supersession:
    """Two contradicting memories in order: by the one pair in `supersessions` (newer, older), or
    else by their times."""
    first_is_newer = (first, second) in supersessions
    if first_is_newer != ((second, first) in supersessions):
        older, newer = (second, first) if first_is_newer else (first, second)
        return Supersession(older, newer, newer)
    current, *rest = newest({id: places[id] for id in (first, second)})
    if rest:
        return Supersession(current, rest[0], "")
    return Supersession(second if current == first else first, current, current)


def history_by(one: Memory, rel: str, other: Memory) -> list[Memory]:
    """The memories that a link makes history by their files; both if their order is unknown."""
    if rel == CONTRADICTS:
        both = (one, other)
        order = ordered_pair(one.id, other.id, {memory.id: place_of(memory) for memory in both})
        return [memory for memory in both if memory.id != order.current]
    return [other] if rel == SUPERSEDES else []


def superseding(links: Iterable[Pair]) -> list[tuple[str, str]]:
    """The pairs of a memory and one that it supersedes by a link."""
    return [(one, other) for one, rel, other in links if rel == SUPERSEDES and one != other]


def standing(places: Mapping[str, DatedClaim], links: Iterable[Pair]) -> Standing:
    """The memories that are history by the links, and those that contradict each other undecided.

    A link `supersedes` itself says which is newer; for `contradicts` the times do. The time is
    linear in the number of links, for one long chain as for many short ones.
    """
    links_between = [link for link in links if link[0] in places and link[2] in places]
    pairs, ordered = superseding(links_between), set[frozenset[str]]()
    ordered.update(map(frozenset, pairs))
    undecided: list[tuple[str, str]] = []
    for first, rel, second in links_between:
        pair_ids = frozenset((first, second))
        if rel == CONTRADICTS and len(pair_ids) == 2 and pair_ids not in ordered:
            ordered.add(pair_ids)
            order = ordered_pair(first, second, places)
            (pairs if order.current else undecided).append((order.newer, order.older))
    successors, circle_heads = _successors(pairs, places)
    undecided += (pair for heads in circle_heads for pair in pairwise(heads))
    current = (pair for pair in undecided if successors.keys().isdisjoint(pair))
    return Standing(_current_ends(successors), _opponents(current))


def _successors(
    pairs: Iterable[tuple[str, str]], places: Mapping[str, DatedClaim]
) -> tuple[dict[str, str], list[list[str]]]:
    """The successor of each memory that is history, and the heads of circles with several heads.

    The successor is the newest of several. In a circle of supersessions the newest is the head,
    and current.
    """
    candidates = dict[str, dict[str, DatedClaim]]()
    for newer, older in pairs:
        candidates.setdefault(older, {})[newer] = places[newer]
    successors = {older: newest(newer_ones)[0] for older, newer_ones in candidates.items()}
    visited, tied = set[str](), list[list[str]]()
    for start in list(successors):
        path = dict[str, None]()
        id = start
        while id in successors and id not in visited:
            visited.add(id)
            path[id] = None
            id = successors[id]
        if id in path:
            members = list(path)
            heads = newest({newer: places[newer] for newer in members[members.index(id) :]})
            for head in heads:
                del successors[head]
            tied.append(heads)
    return successors, tied


def _current_ends(successors: Mapping[str, str]) -> dict[str, str]:
    """By each memory that is history, the current one at the end of its chain of successors."""
    ends = dict[str, str]()
    for start in successors:
        path, id = list[str](), start
        while id in successors and id not in ends:
            path.append(id)
            id = successors[id]
        ends |= dict.fromkeys(path, ends.get(id, id))
    return ends


def _opponents(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    opponents = dict[str, dict[str, None]]()
    for one, other in pairs:
        opponents.setdefault(one, {})[other] = None
        opponents.setdefault(other, {})[one] = None
    return {id: tuple(sorted(others)) for id, others in opponents.items()}
