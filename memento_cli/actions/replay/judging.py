"""Judging laws of forgetting by each use of a past: the rank of the used memory just before it.

A past is what happened to memories, moment by moment. A contender, a law of forgetting or a simpler
order, gives each memory a strength. A use is judged by the order of all strengths just before it:
the acts of a moment take effect only after all its uses are judged.

The measure is whether the used memory is in the strongest tenth, rounded up: two of fifteen. Equal
strengths share their places, so that a constant has a share of a tenth, and a contender with the
used memory always first has 1. With fewer than ten memories nothing is judged.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from math import ceil
from statistics import fmean

from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, Law
from memento_cli.core.fading.reinforcement import Rules, reinforced, weakened, weakens
from memento_cli.core.fading.strength import DAY_MICROS, Fade, bare_strength
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

    from memento_cli.core.fading.strength import Strength


PARTS = 10
LONG_DAYS = 1.0
MOST_STRENGTHS = 500_000
"""The limit of strengths computed for a contender; of a longer past only every k-th moment is
judged."""


class PastAct(NamedTuple):
    """A journalled act on one memory: the strength that it set, or the share that it took away."""

    act: str
    memory: str
    numbers: Strength | None = None
    share: float = 0.0


class Moment(NamedTuple):
    """The acts of one moment; `at` in microseconds since 1970."""

    at: int
    acts: Sequence[PastAct]


class Contender(NamedTuple):
    """An order of memories: the fading of each, and the function of its strength."""

    name: str
    fading_of: Callable[[str], Fade]
    strength: Callable[[Strength, Fade, int], float]


class JudgedUse(NamedTuple):
    """A use of a memory, and the memory's rank just before.

    `share`: the part of it in the strongest tenth; `place`: from 0, the strongest, to 1; `days`
    since it was last recorded or used.
    """

    share: float
    place: float
    days: float


class Share(NamedTuple):
    """The mean share in the strongest tenth over a number of uses; None without uses."""

    mean: float | None
    uses: int


class Figures(NamedTuple):
    """The share of all uses, that of uses a day or more after the last, and the mean place."""

    all: Share
    long: Share
    place: float | None


class Stage:
    """The memories of a past with their strengths at a moment."""

    def __init__(self, fading_of: Callable[[str], Fade], rules: Rules = Rules()) -> None:
        self.numbers: dict[str, Strength] = {}
        self.touched: dict[str, int] = {}
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._fading_of = fading_of
        self._rules = rules
        self._gone: dict[str, Strength] = {}
        self._weaker: dict[str, dict[str, int]] = {}

    def used_by(self, moment: Moment) -> list[str]:
        """The present memories that a moment uses; none while there are fewer than ten."""
        if len(self.numbers) < PARTS:
            return []
        used = (act.memory for act in moment.acts if act.act in USES)
        return [memory for memory in dict.fromkeys(used) if memory in self.numbers]

    def happen(self, moment: Moment) -> None:
        """Apply the acts of a moment."""
        for act in moment.acts:
            id = act.memory
            if act.act in LEAVES and id in self.numbers:
                self._gone[id] = self.numbers.pop(id)
            elif act.act == RESTORED and id in self._gone:
                self.numbers[id] = self._gone.pop(id)
            elif id in self.numbers or act.act == RECORDED:
                self._change(act, moment.at)

    def _change(self, act: PastAct, at: int) -> None:
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
    """A moment that uses present memories, with the stage just before it."""

    at: int
    used: Sequence[str]
    stage: Stage


def scenes(past: Iterable[Moment], stage: Stage, step: int = 1) -> Iterator[Scene]:
    """Every `step`-th moment of a past that uses present memories; all moments are applied."""
    count = 0
    for moment in past:
        used = stage.used_by(moment)
        if used:
            if count % step == 0:
                yield Scene(moment.at, used, stage)
            count += 1
        stage.happen(moment)


def judge(
    past: Iterable[Moment], contender: Contender, rules: Rules = Rules(), step: int = 1
) -> Iterator[JudgedUse]:
    """The uses of a past in order, judged for one contender."""
    fading_of, strength = contender.fading_of, contender.strength
    for at, used, stage in scenes(past, Stage(fading_of, rules), step):
        strengths = {
            id: strength(numbers, fading_of(id), at) for id, numbers in stage.numbers.items()
        }
        order = sorted(strengths.values())
        for id in used:
            yield JudgedUse(*standing(order, strengths[id]), (at - stage.touched[id]) / DAY_MICROS)


def standing(order: Sequence[float], own: float) -> tuple[float, float]:
    """The rank of one of at least two values, in rising order.

    It is the share of the value in the strongest tenth, and its place from 0 (the strongest) to 1;
    equal values share the mean of their places.
    """
    below, end = bisect_left(order, own), bisect_right(order, own)
    equal, above = end - below, len(order) - end
    share = (ceil(len(order) / PARTS) - above) / equal
    return min(1.0, max(0.0, share)), (above + (equal - 1) / 2) / (len(order) - 1)


def figures(uses: Sequence[JudgedUse]) -> Figures:
    """The means over judged uses."""
    return Figures(
        _share(uses),
        _share([use for use in uses if use.days >= LONG_DAYS]),
        fmean(use.place for use in uses) if uses else None,
    )


def _share(uses: Sequence[JudgedUse]) -> Share:
    return Share(fmean(use.share for use in uses) if uses else None, len(uses))


def stride(past: Iterable[Moment], contender: Contender, limit: int = MOST_STRENGTHS) -> int:
    """The step between judged moments for at most `limit` strengths; with 1 each is judged."""
    total = sum(len(scene.stage.numbers) for scene in scenes(past, Stage(contender.fading_of)))
    return max(1, -(-total // limit))


COUNTING = Fade(Law(DAILY), 0.0)
"""A fading under which every use is counted and the last one known, for the simple orders."""


def strength(numbers: Strength, fade: Fade, at: int) -> float:
    """The strength without floor and pin, which orders memories of equal strength."""
    return bare_strength(numbers, fade, False, at)


def _counting(id: str) -> Fade:
    return COUNTING


LAST_USE = Contender("last use only", _counting, lambda numbers, fade, at: float(numbers.last))
MOST_USED = Contender(
    "most used", _counting, lambda numbers, fade, at: float(numbers.reinforcement_count)
)
CONSTANT = Contender("constant", _counting, lambda numbers, fade, at: 1.0)
SIMPLE_ORDERS = (LAST_USE, MOST_USED, CONSTANT)
