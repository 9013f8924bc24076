"""The curve of a strength, as points to draw: its past, its future, and that under other laws."""

from __future__ import annotations

from datetime import datetime
from itertools import accumulate, pairwise
from math import ceil

from memento_cli.core.fading.laws import LAWS, TTL
from memento_cli.core.fading.reinforcement import Rules
from memento_cli.core.journal.history import fold
from memento_cli.core.memory.creation import Defaults, law_for
from memento_cli.core.memory.memory import fade_of, law_in_force, strength_at
from memento_cli.core.time.when import moment_after
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memento_cli.core.journal.history import Folded, FoldStep, JournalEntry
    from memento_cli.core.memory.memory import Memory

Point = tuple[datetime, float]
POINTS = 240
"""The number of points that draw a smooth curve on a page."""
PINNED, UNPINNED = "pinned", "unpinned"


class StrengthCurve(NamedTuple):
    """A memory with the law and the numbers of the curve, and the points of its future."""

    memory: Memory
    points: tuple[Point, ...]


class UseNow(NamedTuple):
    """What one use now would make of a memory: its strength, and when it would then fall below
    which threshold; or why the use would change nothing, in words (else "")."""

    strength: float
    falls: Mapping[str, datetime]
    skip: str = ""


class StrengthHistory(NamedTuple):
    """One memory's past strength from its journal, and its future: its own course first, then, if
    asked for, what it would be under other laws.

    `falls` says for each course when it falls below which threshold, if ever: those of
    `thresholds`, and `weak`, below which a list hides it.
    """

    now: datetime
    until: datetime
    past: tuple[Point, ...]
    steps: tuple[FoldStep, ...]
    courses: tuple[StrengthCurve, ...]
    falls: tuple[Mapping[str, datetime], ...]
    thresholds: Mapping[str, float]
    weak: float
    use: UseNow
    archived: bool = False

    @property
    def memory(self) -> Memory:
        """The memory with its numbers at `now`."""
        return self.courses[0].memory


def sampled(memory: Memory, start: datetime, end: datetime, count: int = POINTS) -> list[Point]:
    """The strength from `start` to `end` in so many equal steps; a jump has a point at each end."""
    steps = max(1, count)
    moments = [start + (end - start) * (step / steps) for step in range(steps + 1)]
    points = [(moment, strength_at(memory, moment)) for moment in moments]
    law = law_in_force(memory)
    if law.code != TTL:
        return points
    jump = moment_after(memory.strength.last_reinforced, law.parameter)  # to 0, when it ends
    if jump is None or not start < jump <= end:
        return points
    before = [point for point in points if point[0] < jump]
    after = [point for point in points if point[0] >= jump]
    return [*before, (jump, before[-1][1]), (jump, strength_at(memory, jump)), *after]


def past(memory: Memory, folded: Folded, now: datetime, count: int = POINTS) -> list[Point]:
    """The strength from the opening of the fold until `now`, with its jumps.

    `memory` has the numbers of its file, which open the fold where the journal does not. The law is
    taken to be the one that the memory always had.
    """
    stages = stages_of(memory, folded)
    start = stages[0][0]
    if start >= now:
        return []
    points: list[Point] = []
    for (begin, stage), (end, _) in pairwise([*stages, (now, memory)]):
        points += sampled(stage, begin, end, ceil(count * ((end - begin) / (now - start))))
    return points


def stages_of(memory: Memory, folded: Folded) -> list[tuple[datetime, Memory]]:
    """The memory with each of the numbers that it had, and since when."""
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


def _pinned_after(was_pinned: bool, step: FoldStep) -> bool:
    return step.line.act == PINNED if step.line.act in (PINNED, UNPINNED) else was_pinned


def _pinned_at_first(memory: Memory, steps: Iterable[FoldStep]) -> bool:
    """The opposite of the first pin or unpin; without one, as the memory is now."""
    acts = (step.line.act for step in steps if step.line.act in (PINNED, UNPINNED))
    first = next(acts, None)
    return memory.pinned if first is None else first == UNPINNED


def future(memory: Memory, now: datetime, until: datetime, count: int = POINTS) -> StrengthCurve:
    """The curve of a memory from `now` on if it is not used."""
    return StrengthCurve(memory, tuple(sampled(memory, now, until, count)))


def under_each_law(
    memory: Memory,
    entries: Sequence[JournalEntry],
    now: datetime,
    rules: Rules = Rules(),
    defaults: Defaults = Defaults(),
) -> list[Memory]:
    """The memory as it would be at `now` under each law, had it always had that law; its own
    first.

    Its own law keeps its parameter; the others get the parameter that a new memory like it would
    have. A pin counts for its own law alone, so a pinned memory is there twice under it: pinned and
    unpinned.
    """
    like = memory.content.significance, memory.kind, memory.more
    laws = [law_for(name, *like, defaults) for name in LAWS if name != memory.fade.law.name]
    fades = [fade_of(law, memory.fade.min_strength, memory.importance) for law in laws]
    unpinned = memory._replace(pinned=False)
    under_own_law = [memory, unpinned] if memory.pinned else [memory]
    under_others = [unpinned._replace(fade=fade) for fade in fades]
    return [
        candidate._replace(
            strength=fold(entries, memory.strength, candidate.fade, now, rules).strength
        )
        for candidate in (*under_own_law, *under_others)
    ]
