"""A model of three clones: random histories, after which all of them agree on every strength.

The clones are in memory, their folds, adoptions and projections are the real ones. Clocks are
wrong, processes die between the file and the journal, and merges take either side's file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import pytest

from memento_cli.core.fading.strength import Strength
from memento_cli.core.journal.event_types import RECORDED, SET, UNDONE
from memento_cli.core.journal.history import JournalEntry, adoption, fold, millis_of, projected
from memento_cli.core.journal.line_ids import line_id
from memento_cli.core.memory.memory import Memory, strength_at, strength_from
from memento_cli.core.time.when import micros
from tests.core.values import day, memory

WRONG_CLOCKS = (0.0, 0.0, 0.0, -3650.0, -400.0, -2.0, 0.3, 30.0, 3650.0)
HISTORIES = 60  # a run; each seed is a history, so more can be had by hand


@dataclass
class Clone:
    """One copy of the store: a memory's file, the journal lines it has, and its clock's error."""

    file: Memory
    clock_error_days: float
    lines: list[JournalEntry] = field(default_factory=list)

    def numbers(self, now: datetime) -> Strength:
        """The strength numbers that this clone reads."""
        return fold(self.lines, self.file.strength, self.file.fade, now).strength

    def strength(self, now: datetime) -> float:
        """The strength that this clone shows."""
        return strength_at(self.file._replace(strength=self.numbers(now)), now)


class World:
    """Three clones, and the true time that only this model knows."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.now = day(0)
        clocks = random.choices(WRONG_CLOCKS, k=3)
        opening = strength_from(random.choice([0.2, 1.0, 1.45]), self.clock(clocks[0]))
        born = memory(strength=opening)
        self.clones = [Clone(born, clock) for clock in clocks]
        if random.random() < 0.7:  # else killed between the file and its line, or dropped in
            self.act(self.clones[0], RECORDED, strength=opening)

    def clock(self, error_days: float) -> datetime:
        return self.now + timedelta(days=error_days)

    def act(self, clone: Clone, act: str, **more: object) -> None:
        """One line, and before it the memory's adoption where the journal does not know it."""
        at = self.clock(clone.clock_error_days)
        id = line_id(millis_of(at), self.random.getrandbits(80))
        if act != RECORDED:
            self.adopt(clone)
        clone.lines.append(JournalEntry(id, at, act, "m", "t")._replace(**more))

    def adopt(self, clone: Clone) -> None:
        if not fold(clone.lines, clone.file.strength, clone.file.fade, self.now).known:
            before = clone.strength(self.now)
            clone.lines.append(adoption(clone.file))
            assert clone.strength(self.now) == before, "adoption changed a strength"

    def use(self, clone: Clone) -> None:
        self.act(clone, self.random.choice(["used", "reinforced"]))
        if self.random.random() < 0.5:  # else killed before the file, or a store that settles
            self.settle(clone)

    def set(self, clone: Clone) -> None:
        clock = self.clock(clone.clock_error_days)
        fresh = strength_from(self.random.random(), clock, self.random.randrange(9))
        before = clone.file
        edited = before._replace(strength=fresh)
        killed = self.random.random() < 0.2
        if killed and not clone.lines:
            return  # an unknown file is what its editor left, on this clone only: git's to merge
        if not killed:
            self.act(clone, SET, strength=fresh)
        clone.file = edited

    def undo(self, clone: Clone) -> None:
        if clone.lines:
            target = self.random.choice(clone.lines)
            self.act(clone, UNDONE, undoes=target.id)

    def settle(self, clone: Clone) -> None:
        """Show the journal in the file, up to a moment that may be wrong as well."""
        now = self.clock(self.random.choice([0, clone.clock_error_days, -5]))
        before = clone.strength(self.now)
        self.adopt(clone)
        folded = fold(clone.lines, clone.file.strength, clone.file.fade, now)
        clone.file = projected(clone.file, clone.lines, folded)
        assert clone.strength(self.now) == before, "settling changed a strength"

    def merge(self, clone: Clone) -> None:
        """Pull from another clone: its lines too, in any order and twice, and either file."""
        other = self.random.choice(self.clones)
        clone.lines = [*clone.lines, *self.random.sample(other.lines, len(other.lines))]
        self.random.shuffle(clone.lines)
        clone.file = self.random.choice([clone.file, other.file])

    def step(self) -> None:
        self.now += timedelta(days=self.random.choice([0, 0.1, 0.9, 1, 3, 40]))
        verbs = (self.use, self.use, self.use, self.set, self.undo, self.settle, self.merge)
        self.random.choice(verbs)(self.random.choice(self.clones))


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_clones_that_have_met_agree(seed: int) -> None:
    """After all lines are merged, every clone shows one strength, at any time, with any file."""
    world = World(Random(seed))
    for _ in range(world.random.randrange(5, 40)):
        world.step()
    for clone in world.clones:
        world.adopt(clone)
    every = [line for clone in world.clones for line in clone.lines]
    files = [clone.file for clone in world.clones]
    for clone in world.clones:
        world.random.shuffle(every)
        clone.lines = list(every)
    for wait_days in (-500, -1, 0, 0.5, 30, 4000):
        now = world.now + timedelta(days=wait_days)
        read = {
            Clone(file, 0, clone.lines).numbers(now) for clone in world.clones for file in files
        }
        assert len(read) == 1, f"{wait_days} days on, clones read {read}"
    assert_thaws(Clone(files[0], 0, every), world.now)


def assert_thaws(clone: Clone, now: datetime) -> None:
    """However wrong clocks were: once all their times have come a use counts, if not too strong.

    And an edit of the clock, a `set` line, ends it at once.
    """
    latest = max([clone.numbers(now).last_reinforced, now, *(line.at for line in clone.lines)])
    assert_counts(clone, max(latest, clone.numbers(latest).last_reinforced))
    numbers = clone.numbers(now)._replace(last=micros(now))
    until_now = [line for line in clone.lines if line.at <= now or line.act in (RECORDED, UNDONE)]
    ended = JournalEntry(line_id(1, 9), now, SET, "m", "t", strength=numbers)
    assert_counts(Clone(clone.file, 0, [*until_now, ended]), now)


def assert_counts(clone: Clone, now: datetime) -> None:
    use = JournalEntry(line_id(1, 10), now + timedelta(days=2), "used", "m", "t")
    clone = Clone(clone.file, 0, [*clone.lines, use])
    step = fold(clone.lines, clone.file.strength, clone.file.fade, use.at).steps[-1]
    assert step.line == use
    assert step.use and step.use.skip in (None, "too_strong")
