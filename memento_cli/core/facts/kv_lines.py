"""Hard facts in journal entries: when each was set and its time to live, never its value."""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.core.time.when import iso, stored_moment
from memento_cli.errors import BadTime

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.core.facts.kv import HardFact, Slot
    from memento_cli.core.journal.history import JournalEntry

BEFORE, AFTER = "before", "after"
Side = Mapping[str, object]
"""A fact in an entry: when it was `set`, its `ttl` in seconds and its `turn`, if any."""


def sides(before: HardFact | None, after: HardFact | None) -> dict[str, object]:
    """The facts before and after an act, as in an entry's `more`."""
    return {name: _side(fact) for name, fact in ((BEFORE, before), (AFTER, after)) if fact}


def _side(fact: HardFact) -> Side:
    ttl = {} if fact.ttl is None else {"ttl": fact.ttl.total_seconds()}
    return {"set": iso(fact.set)} | ttl | ({"turn": fact.turn} if fact.turn else {})


def required_and_new(entry: JournalEntry, forward: bool) -> tuple[Side, Side]:
    """The fact that the file must have, and the new one, to do an entry's act or to undo it; {} for
    no fact."""
    before, after = (entry.more.get(name) for name in (BEFORE, AFTER))
    sides = [side if isinstance(side, dict) else {} for side in (before, after)]
    return (sides[0], sides[1]) if forward else (sides[1], sides[0])


def is_swapped(slot: Slot, before: Side, after: Side) -> bool:
    """Whether a swap was already done by a process that was killed before it wrote its entry."""
    if after:
        return is_of_side(slot.fact, after)
    return slot.fact is None and slot.replaced is not None and is_of_side(slot.replaced, before)


def is_of_side(fact: HardFact | None, side: Side) -> bool:
    """Whether a side of an entry means this fact."""
    if fact is None:
        return not side
    return (side.get("set"), side.get("turn", 0)) == (iso(fact.set), fact.turn)


def is_side_over(side: Side, now: datetime) -> bool:
    """Whether the fact of a side has expired."""
    at, ttl = side.get("set"), side.get("ttl")
    if not isinstance(at, str) or not isinstance(ttl, int | float):
        return False
    try:
        return (now - stored_moment(at)).total_seconds() >= ttl
    except BadTime:
        return False
