"""What a prune removes, and what keeps the rest."""

from __future__ import annotations

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.laws import HALF_LIFE, Law
from memento_cli.core.fading.policy import Policy
from memento_cli.core.fading.pruning import checked_threshold, plan_of, retention_plan_of
from memento_cli.core.fading.retention import Traces
from memento_cli.core.fading.strength import Fade
from memento_cli.core.memory.memory import Memory, strength_at, strength_from
from memento_cli.core.time.when import micros
from memento_cli.errors import BadValue
from tests.core.values import day, fades, memory, numbers

faded = st.builds(
    lambda id, strength, fade, pinned: memory(id, strength=strength, fade=fade, pinned=pinned),
    st.text("abc", min_size=1, max_size=4), numbers, fades, st.booleans(),
)  # fmt: skip
many = st.lists(faded, unique_by=lambda memory: memory.id, max_size=10)


@given(many, st.floats(0, 1), st.integers(0, 3))
def test_exactly_the_unpinned_below_the_threshold_go(
    memories: list[Memory], threshold: float, unread: int
) -> None:
    """What is strictly below goes, the weakest first; a pin wins; unreadable files are counted."""
    plan = plan_of(memories, day(500), threshold, unread)
    weak = [m for m in memories if strength_at(m, day(500)) < threshold and not m.pinned]
    assert {judged.memory.id for judged in plan.prune} == {m.id for m in weak}
    ranks = [judged.strength for judged in plan.prune]
    assert ranks == sorted(ranks)
    assert plan.checked == len(memories) + unread
    assert not {j.memory.id for j in plan.prune} & {j.memory.id for j in plan.keep}


def plan_reason(one: Memory, threshold: float = 0.15) -> tuple[str, str]:
    plan = plan_of([one], day(5000), threshold)
    return (
        "; ".join(judged.reason for judged in plan.prune),
        "; ".join(judged.reason for judged in plan.keep),
    )


def test_reasons() -> None:
    """A pruned memory is told how far it faded and since when, a kept one what keeps it."""
    assert plan_reason(memory()) == ("faded to 0.100, below 0.15 since 2025-09-04", "")
    low = Fade(Law(HALF_LIFE, 90.0), 0.15)
    assert plan_reason(memory(fade=low)) == (
        "",
        "its floor 0.15 keeps it: 0.000 would be below 0.15",
    )
    assert plan_reason(memory(pinned=True)) == ("", "pinned: 0.000 would be below 0.15")
    assert plan_reason(memory(strength=strength_from(1.0, day(4999)))) == ("", "")


def test_a_pin_keeps_even_what_was_always_weak() -> None:
    """A pinned memory whose initial strength is below the threshold is kept."""
    weak = memory(
        strength=strength_from(0.05, day(0)), fade=Fade(Law(HALF_LIFE, 90.0), 0.0), pinned=True
    )
    assert plan_reason(weak)[1].startswith("pinned")
    assert plan_reason(weak._replace(pinned=False))[0]


def test_the_threshold_itself_is_not_below() -> None:
    """A memory that is exactly as strong as the threshold stays."""
    exact = memory(strength=strength_from(0.5, day(5000)))
    assert plan_of([exact], day(5000), 0.5).prune == ()
    assert len(plan_of([exact], day(5000), 0.5000001).prune) == 1


@pytest.mark.parametrize("threshold", [-0.1, nan, inf, -inf])
def test_impossible_thresholds(threshold: float) -> None:
    """A threshold is a finite number, 0 or above."""
    with pytest.raises(BadValue, match="threshold must be a number >= 0"):
        plan_of([], day(0), threshold)
    assert checked_threshold(0.0) == 0.0


def test_by_policy_what_is_over_goes_first() -> None:
    """The longest over first, then candidates by their score; of the rest, what a pin keeps."""
    over = [memory(id, created=day(n)) for n, id in enumerate("dcba")]
    worn = [memory(id, kind="semantic", importance=n / 10) for n, id in enumerate("hgfe")]
    kept = [memory("pinned", pinned=True), memory("fact", kind="semantic", pinned=True)]
    pairs = [(one, Traces(micros(day(0)))) for one in (*worn, *kept, *reversed(over))]
    plan = retention_plan_of(pairs, day(400), Policy(by_score=True), beside=5)
    assert [one.memory.id for one in plan.prune] == list("dcbahgfe")
    assert [one.reason for one in plan.keep] == [
        "pinned, else time to live (episodic, 90d) over since 2025-04-01"
    ]
    assert plan.checked == 15
    assert [one.policy for one in plan.prune] == ["time"] * 4 + ["score"] * 4
    assert [one.memory.id for one in plan.only(["a", "e", "pinned"]).prune] == ["a", "e"]
