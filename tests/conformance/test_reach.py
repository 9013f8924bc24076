"""No function lives for a vector alone: what the adapters call, a user reaches."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType

import pytest

from memento_cli.core.fading import retention, strength
from memento_cli.core.memory import memory
from memento_cli.core.recall import ranking
from memento_cli.store.settings.fields import PROFILE_NAMES
from tests.conformance import reach
from tests.conformance.vectors import absent

BROKEN = [memory.days_below, ranking.spread_out, retention.is_candidate, strength.tier_of]


@pytest.mark.longer
@pytest.mark.skipif(bool(absent()), reason=absent())
def test_what_a_vector_asks_a_user_reaches(tmp_path: Path) -> None:
    """Every function that an adapter calls is one that a command, a tool of the server or a name of
    the package reaches, under one profile at least."""
    found = reach.public()
    for profile in PROFILE_NAMES:
        (folder := tmp_path / profile).mkdir()
        found |= reach.reached(folder, profile)
    alone = {place: ids for place, ids in reach.asked().items() if place not in found}
    assert alone == {}


@pytest.mark.parametrize("function", BROKEN)
def test_what_raises_is_noticed(function: FunctionType, tmp_path: Path) -> None:
    """What is said to be reached is: the same commands fail once it raises."""
    with reach.raising(function), pytest.raises(AssertionError, match="was made to raise"):
        reach.use(tmp_path, "half-life")
