"""Which memories are needed again: each use of a past, by where its memory stood just before.

A past is what happened to memories, moment by moment. A contender, which is a law of forgetting or
something plainer, gives each memory that is there a strength. A use is judged by the order in which
these put all of them just before it: what a moment does counts only after all of it is judged.

The measure is whether the used memory is among the strongest tenth, rounded up: two of fifteen.
Equal ones share their places, so that a constant has a tenth, and who always has the one that is
used on top has 1. Where fewer than ten memories are known nothing is judged.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from math import ceil
from statistics import fmean

from memento_cli.core.fading.laws import BASE_LEVEL
from memento_cli.core.fading.reinforcement import Rules, reinforced, weakened, weakens
from memento_cli.core.fading.strength import DAY_MICROS
from memento_cli.core.journal.event_types import (
    LEAVES,
    PRESENTED,
    RECORDED,
    RESTORED,
    USES,
    WEAKENING,
)
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from memento_cli.core.fading.strength import Fade, Strength

PARTS = 10
LONG_DAYS = 1.0
STRENGTHS = 500_000
"""So many strengths are computed for a contender at most; of a longer past every k-th moment."""


class JudgedAct(NamedTuple):
    """An act of the journal on one memory: the numbers that it gave, the share that it took."""

    act: str
    memory: str
    numbers: Strength | None = None
    share: float = 0.0


class Moment(NamedTuple):
    """What was done at once; `at` in microseconds since 1970."""

    at: int
    acts: Sequence[JudgedAct]


class Contender(NamedTuple):
    """What orders memories: how each of them fades, and the strength that follows."""

    name: str
    fading_of: Callable[[str], Fade]
    strength: Callable[[Strength, Fade, int], float]


class Judged(NamedTuple):
    """A use of a memory, and where that stood.

    `share`: how much of it was within the strongest tenth; `place`: from 0, the strongest, to 1;
    `days` since it was last recorded or used.
    """

    share: float
    place: float
    days: float


class Share(NamedTuple):
    """The mean share in the strongest tenth over so many uses; None if there are none."""

    mean: float | None
    uses: int


class Figures(NamedTuple):
    """All uses, those a day or more after the last, and the mean place of all, 0 the strongest."""

    all: Share
    long: Share
    place: float | None


class Stage:
    """The memories of a past with the numbers that they have at a moment."""

    def __init__(self, fading_of: Callable[[str], Fade], rules: Rules = Rules()) -> None:
        self.numbers: dict[str, Strength] = {}
        self.touched: dict[str, int] = {}
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._fading_of = fading_of
        self._rules = rules
        self._gone: dict[str, Strength] = {}
        self._weaker: dict[str, dict[str, int]] = {}

    def used_by(self, moment: Moment) -> list[str]:
        """The known memories that a moment uses; none while there are fewer than ten."""
        if len(self.numbers) < PARTS:
            return []
        used = (act.memory for act in moment.acts if act.act in USES)
        return [memory for memory in dict.fromkeys(used) if memory in self.numbers]

    def happen(self, moment: Moment) -> None:
        """Do what a moment does."""
        for act in moment.acts:
            id = act.memory
            if act.act in LEAVES and id in self.numbers:
                self._gone[id] = self.numbers.pop(id)
            elif act.act == RESTORED and id in self._gone:
                self.numbers[id] = self._gone.pop(id)
            elif id in self.numbers or act.act == RECORDED:
                self._change(act, moment.at)

    def _change(self, act: JudgedAct, at: int) -> None:
        fade, numbers = self._fading_of(act.memory), self.numbers.get(act.memory)
        self.counts[act.memory][act.act] += 1
        if act.act in (RECORDED, *PRESENTED):
            self.touched[act.memory] = at
        if act.numbers is not None:
            numbers = act.numbers
        elif numbers is None:
            return
        elif act.act in (PRESENTED if fade.law.code == BASE_LEVEL else USES):
            numbers = reinforced(numbers, fade, at, self._rules).strength
        elif act.act in WEAKENING:
            last = self._weaker.setdefault(act.memory, {})
            if act.share and weakens(fade.law, last.get(act.act), at, self._rules):
                numbers, last[act.act] = weakened(numbers, act.share), at
        self.numbers[act.memory] = numbers


class Scene(NamedTuple):
    """A moment that uses known memories, with all as they are just before it."""

    at: int
    used: Sequence[str]
    stage: Stage


def scenes(past: Iterable[Moment], stage: Stage, every: int = 1) -> Iterator[Scene]:
    """Every k-th of the moments of a past that use known memories; all of it happens on a stage."""
    found = 0
    for moment in past:
        used = stage.used_by(moment)
        if used:
            if found % every == 0:
                yield Scene(moment.at, used, stage)
            found += 1
        stage.happen(moment)


def judged(
    past: Iterable[Moment], contender: Contender, rules: Rules = Rules(), every: int = 1
) -> Iterator[Judged]:
    """The uses of a past, in their order, as one contender would have had them."""
    fading_of, strength = contender.fading_of, contender.strength
    for at, used, stage in scenes(past, Stage(fading_of, rules), every):
        strengths = {
            id: strength(numbers, fading_of(id), at) for id, numbers in stage.numbers.items()
        }
        order = sorted(strengths.values())
        for id in used:
            yield Judged(*standing(order, strengths[id]), (at - stage.touched[id]) / DAY_MICROS)


def standing(order: Sequence[float], own: float) -> tuple[float, float]:
    """Where one of at least two values stands among all, which rise.

    The share of it that is within the strongest tenth, and its place from 0 (the strongest) to 1;
    equal ones are between each other.
    """
    below, end = bisect_left(order, own), bisect_right(order, own)
    equal, above = end - below, len(order) - end
    share = (ceil(len(order) / PARTS) - above) / equal
    return min(1.0, max(0.0, share)), (above + (equal - 1) / 2) / (len(order) - 1)


def figures(found: Sequence[Judged]) -> Figures:
    """The means over uses that were judged."""
    return Figures(
        _share(found),
        _share([one for one in found if one.days >= LONG_DAYS]),
        fmean(one.place for one in found) if found else None,
    )


def _share(found: Sequence[Judged]) -> Share:
    return Share(fmean(one.share for one in found) if found else None, len(found))


def stride(past: Iterable[Moment], contender: Contender, most: int = STRENGTHS) -> int:
    """By how many moments to go on, for so many strengths at most; with 1 each is judged."""
    asked = sum(len(here.stage.numbers) for here in scenes(past, Stage(contender.fading_of)))
    return max(1, -(-asked // most))
