"""The newer wins: of what contradicts each other, the older is history (document 004).

Newer is what was true later: by the time that a memory is about, else by when it was created; of
one time, what was created later; of one moment, what its writer wrote later. Never by weight or
last use. What cannot be ordered so is a conflict, in which neither is current: ids are chance.
"""

from __future__ import annotations

from itertools import pairwise

from memento_cli.core.memory.memory import CONTRADICTS, SUPERSEDES
from memento_cli.core.recall.query import about_of
from memento_cli.core.recall.standing import Standing
from memento_cli.core.time.when import days_between, micros
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory


AT_ONCE_DAYS = 0.5
"""What is less apart in time was at once: neither is newer."""
Pair = tuple[str, str, str]
"""A link: the id that has it, its relation, and the id that it leads to."""


class DatedClaim(NamedTuple):
    """Where a memory stands in time, in microseconds since 1970: when it was true, and when it was
    created. Then who wrote it, and the number of its line, which rises with each that one writes;
    where the journal does not tell, nobody."""

    true: int
    created: int
    writer: str = ""
    number: int = 0


class Supersession(NamedTuple):
    """Two memories, the older before the newer, and which is current: none, where nobody knows."""

    older: str
    newer: str
    current: str


def true_at(memory: Memory) -> datetime:
    """When it was true: the end of the time that it is about, else when it was created."""
    about = about_of(memory.more)
    return about[1] if about else memory.created


def at_once(one: Memory, other: Memory) -> bool:
    """Whether two were true at one time; episodes that are further apart are two."""
    return abs(days_between(true_at(one), true_at(other))) <= AT_ONCE_DAYS


def written(memory: Memory) -> DatedClaim:
    """Where a memory stands in time, as far as its file tells."""
    return DatedClaim(micros(true_at(memory)), micros(memory.created))


def newest(places: Mapping[str, DatedClaim]) -> list[str]:
    """Those that none is newer than, by id: one or, if nobody knows their order, several."""
    last = max(place[:2] for place in places.values())
    best = dict[tuple[str, str], str]()
    for id in sorted(places):
        place = places[id]
        writer = (place.writer, "") if place.writer else ("", id)
        if place[:2] == last and (writer not in best or place.number > places[best[writer]].number):
            best[writer] = id
    return sorted(best.values())


def in_turn(
    one: str, other: str, places: Mapping[str, DatedClaim], said: Collection[tuple[str, str]] = ()
) -> Supersession:
    """Two that contradict each other, as one of them has `said` that it supersedes the other, or
    else as their times have it."""
    says, is_told = (one, other) in said, (other, one) in said
    if says != is_told:
        return Supersession(other, one, one) if says else Supersession(one, other, other)
    current, *equal = newest({id: places[id] for id in (one, other)})
    if equal:
        return Supersession(current, equal[0], "")
    return Supersession(other if current == one else one, current, current)


def history_by(one: Memory, rel: str, other: Memory) -> list[Memory]:
    """Which of two memories a link makes history, as far as their files tell; where nobody knows
    which is newer, both may be."""
    if rel == CONTRADICTS:
        turn = in_turn(one.id, other.id, {each.id: written(each) for each in (one, other)})
        return [each for each in (one, other) if each.id != turn.current]
    return [other] if rel == SUPERSEDES else []


def superseding(links: Iterable[Pair]) -> list[tuple[str, str]]:
    """The pairs of a memory and one that it says it supersedes, but for itself."""
    return [(one, other) for one, rel, other in links if rel == SUPERSEDES and one != other]


def standing(places: Mapping[str, DatedClaim], links: Iterable[Pair]) -> Standing:
    """What is history by these links, and what stands against each other.

    One that supersedes another says itself that it is newer; of two that contradict each other
    their times do. Each link is looked at once, so it takes as long for one long chain as for many
    short ones.
    """
    known = [link for link in links if link[0] in places and link[2] in places]
    pairs, said = superseding(known), set[frozenset[str]]()
    said.update(map(frozenset, pairs))
    open: list[tuple[str, str]] = []
    for one, rel, other in known:
        both = frozenset((one, other))
        if rel == CONTRADICTS and len(both) == 2 and both not in said:
            said.add(both)
            turn = in_turn(one, other, places)
            (pairs if turn.current else open).append((turn.newer, turn.older))
    after, circles = _next(pairs, places)
    open += (pair for heads in circles for pair in pairwise(heads))
    current = (pair for pair in open if after.keys().isdisjoint(pair))
    return Standing(_ends(after), _opponents(current))


def _next(
    pairs: Iterable[tuple[str, str]], places: Mapping[str, DatedClaim]
) -> tuple[dict[str, str], list[list[str]]]:
    """What comes after each that is history, and the heads of circles that have several.

    Of what comes after one memory the newest is named. Of those that are each after another, which
    cannot be, the newest is the head, and current.
    """
    newer = dict[str, dict[str, DatedClaim]]()
    for one, older in pairs:
        newer.setdefault(older, {})[one] = places[one]
    after = {older: newest(those)[0] for older, those in newer.items()}
    seen, doubled = set[str](), list[list[str]]()
    for start in list(after):
        path = dict[str, None]()
        id = start
        while id in after and id not in seen:
            seen.add(id)
            path[id] = None
            id = after[id]
        if id in path:
            members = list(path)
            heads = newest({one: places[one] for one in members[members.index(id) :]})
            for head in heads:
                del after[head]
            doubled.append(heads)
    return after, doubled


def _ends(after: Mapping[str, str]) -> dict[str, str]:
    """Each that is history with what is current at the end of what comes after it."""
    ends = dict[str, str]()
    for start in after:
        path, id = list[str](), start
        while id in after and id not in ends:
            path.append(id)
            id = after[id]
        ends |= dict.fromkeys(path, ends.get(id, id))
    return ends


def _opponents(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found = dict[str, dict[str, None]]()
    for one, other in pairs:
        found.setdefault(one, {})[other] = None
        found.setdefault(other, {})[one] = None
    return {id: tuple(sorted(others)) for id, others in found.items()}
