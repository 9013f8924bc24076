"""The course of a strength, as points to draw: what it was, and what it will be under each law."""

from __future__ import annotations

from datetime import datetime
from itertools import accumulate, pairwise
from math import ceil

from memento_cli.core.fading.laws import LAWS, TTL
from memento_cli.core.fading.reinforcement import Rules
from memento_cli.core.journal.history import fold
from memento_cli.core.memory.creation import Defaults, law_for
from memento_cli.core.memory.memory import fade_of, law_in_force, strength_at
from memento_cli.core.time.when import later
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memento_cli.core.journal.history import Folded, FoldStep, JournalEntry
    from memento_cli.core.memory.memory import Memory

Point = tuple[datetime, float]
POINTS = 240
"""How many points make a curve smooth on a page."""
PINNED, UNPINNED = "pinned", "unpinned"


class StrengthCurve(NamedTuple):
    """A memory under some law, with its numbers as that law has them, and how it goes on."""

    memory: Memory
    points: tuple[Point, ...]


def sampled(memory: Memory, start: datetime, end: datetime, count: int = POINTS) -> list[Point]:
    """The strength from `start` to `end` in so many equal steps; where it jumps, both its ends."""
    steps = max(1, count)
    at = [start + (end - start) * (step / steps) for step in range(steps + 1)]
    points = [(moment, strength_at(memory, moment)) for moment in at]
    jump = _jump(memory)
    if jump is None or not start < jump <= end:
        return points
    before = [point for point in points if point[0] < jump]
    after = [point for point in points if point[0] >= jump]
    return [*before, (jump, before[-1][1]), (jump, strength_at(memory, jump)), *after]


def _jump(memory: Memory) -> datetime | None:
    """Where a strength falls at once: where its time to live ends."""
    law = law_in_force(memory)
    if law.code != TTL:
        return None
    return later(memory.strength.last_reinforced, law.parameter)


def past(memory: Memory, folded: Folded, now: datetime, count: int = POINTS) -> list[Point]:
    """What the strength was from the opening of its fold until `now`, its jumps kept.

    `memory` has the numbers of its file, which open the fold where the journal does not. As
    everywhere, the law is taken for the one that it has always had.
    """
    stages = stages_of(memory, folded)
    start = stages[0][0]
    if start >= now:
        return []
    points: list[Point] = []
    for (begin, then), (end, _) in pairwise([*stages, (now, memory)]):
        points += sampled(then, begin, end, ceil(count * ((end - begin) / (now - start))))
    return points


def stages_of(memory: Memory, folded: Folded) -> list[tuple[datetime, Memory]]:
    """The memory with each of its numbers, and from when on it had them."""
    opening = folded.steps[0] if folded.known else None
    strength = opening.strength if opening else memory.strength
    steps = folded.steps[1:] if opening else folded.steps
    begins = [strength.last_reinforced, *(step.line.at for step in folded.steps)]
    pins = list(accumulate(steps, _pinned_after, initial=_pinned_at_first(memory, steps)))
    numbers = [(min(begins), strength), *((step.line.at, step.strength) for step in steps)]
    return [
        (begin, memory._replace(strength=strength, pinned=pinned))
        for (begin, strength), pinned in zip(numbers, pins, strict=True)
    ]


def _pinned_after(pinned: bool, step: FoldStep) -> bool:
    return step.line.act == PINNED if step.line.act in (PINNED, UNPINNED) else pinned


def _pinned_at_first(memory: Memory, steps: Iterable[FoldStep]) -> bool:
    """The contrary of what the first pin or unpin made of it; without one, as it is."""
    acts = (step.line.act for step in steps if step.line.act in (PINNED, UNPINNED))
    first = next(acts, None)
    return memory.pinned if first is None else first == UNPINNED


def future(memory: Memory, now: datetime, until: datetime, count: int = POINTS) -> StrengthCurve:
    """How a memory goes on from `now`, if it is not used."""
    return StrengthCurve(memory, tuple(sampled(memory, now, until, count)))


def under_each_law(
    memory: Memory,
    lines: Sequence[JournalEntry],
    now: datetime,
    rules: Rules = Rules(),
    defaults: Defaults = Defaults(),
) -> list[Memory]:
    """The memory as each law would have it at `now`, had it always had that law; its own first.

    Its own law keeps its parameter, the others have those that a new memory like it would get. A
    pin counts for its own law alone: a pinned memory has its own also as if it were not pinned.
    """
    own = memory.fade.law.name
    others = [name for name in LAWS if name != own]
    free = memory._replace(pinned=False)
    kept = [memory, free] if memory.pinned else [memory]
    changed = [_with_law(free, name, defaults) for name in others]
    return [
        one._replace(strength=fold(lines, memory.strength, one.fade, now, rules).strength)
        for one in (*kept, *changed)
    ]


def _with_law(memory: Memory, name: str, defaults: Defaults) -> Memory:
    law = law_for(name, memory.content.significance, memory.kind, memory.more, defaults)
    return memory._replace(fade=fade_of(law, memory.fade.min_strength, memory.importance))
