"""Tiers: where they begin, what they hide, and how a weight ranks."""

from __future__ import annotations

from math import nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.strength import TIERS, shown, tier_of
from memento_cli.core.recall.query import Hit
from tests.core.values import memory

M = memory()
strengths = st.floats(0, 2) | st.sampled_from([0.3, 0.7, nextafter(0.3, 0), nextafter(0.7, 0)])
hit_lists = st.lists(strengths.map(lambda strength: Hit(M, strength)), max_size=8)


@pytest.mark.parametrize(
    ("strength", "tier"),
    [
        (1.5, "active"),
        (0.7, "active"),
        (nextafter(0.7, 0), "faded"),
        (0.3, "faded"),
        (nextafter(0.3, 0), "ghost"),
        (0.0, "ghost"),
    ],
)
def test_tiers_begin_at_their_bounds(strength: float, tier: str) -> None:
    """active begins at 0.7 and faded at 0.3, bounds included; below is ghost."""
    assert tier_of(strength) == tier


@given(strengths, strengths)
def test_the_stronger_is_in_no_lower_tier(one: float, other: float) -> None:
    """Of two strengths the greater is never in the lower tier."""
    low, high = sorted((one, other))
    assert TIERS.index(tier_of(high)) <= TIERS.index(tier_of(low))


@pytest.mark.parametrize(
    ("strengths", "kept", "hidden"),
    [
        ([], [], {}),
        ([0.95, 0.29, 0.7, 0.69], [0.95, 0.7], {"faded": 1, "ghost": 1}),
        ([0.3, 0.69, 0.1, 0.0], [0.3, 0.69], {"ghost": 2}),
        ([0.2], [], {"ghost": 1}),
    ],
)
def test_hidden(strengths: list[float], kept: list[float], hidden: dict[str, int]) -> None:
    """The active are shown, the faded only where none is active, ghosts never; all are counted."""
    found = shown([Hit(M, strength) for strength in strengths], hide=True)
    assert [hit.strength for hit in found.hits] == kept
    assert found.hidden == hidden


@given(hit_lists)
def test_nothing_is_lost_or_moved(hits: list[Hit]) -> None:
    """Shown and hidden are all; the shown keep their order, and are of one tier."""
    found = shown(hits, hide=True)
    assert len(found.hits) + sum(found.hidden.values()) == len(hits)
    rest = iter(hits)
    assert all(hit in rest for hit in found.hits)
    assert len({tier_of(hit.strength) for hit in found.hits}) <= 1


@given(hit_lists)
def test_a_deep_recall_hides_nothing(hits: list[Hit]) -> None:
    """Without hiding, every hit is shown, and none is counted as hidden."""
    assert shown(hits, hide=False) == (hits, {})
