"""What a draft becomes: the law and the floor where nothing is said of them."""

from __future__ import annotations

import pytest

from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.fading.strength import Fade
from memento_cli.core.memory.creation import INTENSITY, Defaults, created_from, first_stability
from memento_cli.core.memory.memory import Draft, strength_from
from tests.core.values import day

DRAFT = Draft("s", "p", significance="low", kind="semantic")


def test_a_new_memory_reads_one_clock() -> None:
    """Created, the clock of forgetting and the first log entry are one moment; defaults are 001's.

    A draft's own time, law and floor win, a floor of 0 too.
    """
    made = created_from(DRAFT, "m", day(3))
    assert {made.created, made.strength.last_reinforced, made.log[0].timestamp} == {day(3)}
    assert made.fade == Fade(Law(HALF_LIFE, 30.0), 0.1)
    assert (made.strength.initial, made.log[0].strength_delta) == (1.0, 1.0)
    own = Draft("s", "p", created=day(1), law=Law(NEVER), min_strength=0.0, initial=0.5)
    made = created_from(own, "m", day(3))
    assert made.fade == Fade(Law(NEVER), 0.0)
    assert made.strength == strength_from(0.5, day(1))


@pytest.mark.parametrize(
    ("defaults", "law"),
    [
        (Defaults(), Law(HALF_LIFE, 30.0)),
        (Defaults(by_kind=True), Law(HALF_LIFE, 180.0)),
        (Defaults("ebbinghaus"), Law(EBBINGHAUS, 1.0)),
        (Defaults("daily", daily_percent=9.0), Law(DAILY, 9.0)),
        (Defaults("ttl", ttl_days=2.0), Law(TTL, 2.0)),
        (Defaults("never"), Law(NEVER)),
        (Defaults("base-level"), Law(BASE_LEVEL, 0.45)),
    ],
)
def test_the_law_of_a_new_memory(defaults: Defaults, law: Law) -> None:
    """The settings say by which law a new memory fades, and with which number."""
    assert created_from(DRAFT, "m", day(0), defaults).fade.law == law


@pytest.mark.parametrize(
    ("intensity", "days"), [(None, 1), (0.5, 1), (0.51, 5), (0.7, 5), (0.71, 10), (1.0, 10)]
)
def test_what_moved_lasts_longer(intensity: float | None, days: float) -> None:
    """Document 000: a stability of 10 days above an intensity of 0.7, 5 above 0.5, else 1."""
    assert first_stability(intensity) == days
    draft = DRAFT._replace(more={INTENSITY: intensity} if intensity else {}, importance=0.4)
    made = created_from(draft, "m", day(0), Defaults("ebbinghaus", min_strength=0.0))
    assert made.fade == Fade(Law(EBBINGHAUS, days), 0.0, weight=0.4)
