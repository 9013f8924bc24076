"""What a journal line says of a hard fact: when it was set and for how long, never its value."""

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
"""What a line says of a fact: when it was `set`, its `ttl` in seconds and its `turn`, if any."""


def sides(before: HardFact | None, after: HardFact | None) -> dict[str, object]:
    """What a line says of an act: numbers and times alone."""
    return {name: _side(fact) for name, fact in ((BEFORE, before), (AFTER, after)) if fact}


def _side(fact: HardFact) -> Side:
    ttl = {} if fact.ttl is None else {"ttl": fact.ttl.total_seconds()}
    return {"set": iso(fact.set)} | ttl | ({"turn": fact.turn} if fact.turn else {})


def ways(line: JournalEntry, forward: bool) -> tuple[Side, Side]:
    """What has to stand in the file, and what takes its place; nothing of no fact."""
    before, after = (line.more.get(name) for name in (BEFORE, AFTER))
    said = [side if isinstance(side, dict) else {} for side in (before, after)]
    return (said[0], said[1]) if forward else (said[1], said[0])


def is_swapped(slot: Slot, here: Side, there: Side) -> bool:
    """Whether what was to be swapped is, as whoever did it was killed before a line told of it."""
    if there:
        return is_of_side(slot.fact, there)
    return slot.fact is None and slot.replaced is not None and is_of_side(slot.replaced, here)


def is_of_side(fact: HardFact | None, side: Side) -> bool:
    """Whether a line means this fact."""
    if fact is None:
        return not side
    return (side.get("set"), side.get("turn", 0)) == (iso(fact.set), fact.turn)


def is_side_over(side: Side, now: datetime) -> bool:
    """Whether the time of a fact is over of which a line tells."""
    at, ttl = side.get("set"), side.get("ttl")
    if not isinstance(at, str) or not isinstance(ttl, int | float):
        return False
    try:
        return (now - stored_moment(at)).total_seconds() >= ttl
    except BadTime:
        return False
