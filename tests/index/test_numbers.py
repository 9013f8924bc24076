"""The numbers in the index are those of the fold, which alone defines strength."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_cli import Store, init
from memento_cli.actions.reading import indexed
from memento_cli.core.history import Line, fold
from memento_cli.core.memory import Fade, Memory, Strength
from tests.core.values import fades, histories, memory, moments, numbers

few = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@given(histories(), numbers, fades, moments, st.data())
@few
def test_the_index_has_the_numbers_of_the_fold(
    tmp_path_factory: pytest.TempPathFactory,
    lines: list[Line],
    own: Strength,
    fade: Fade,
    now: datetime,
    data: st.DataObject,
) -> None:
    """Made at once or brought up to date, it has for every `now` what the lines fold to."""
    store = init(str(tmp_path_factory.mktemp("s") / "store")).store
    store.memories.create("m", memory(strength=own, fade=fade), sync=False)
    first = data.draw(st.integers(0, len(lines)))
    for some in (lines[:first], lines[first:]):
        store.journal.append(some)
        with indexed(store, now) as here:
            (found,) = here.memories()
        assert found.strength == folded(store, found, own, now)


def folded(store: Store, memory: Memory, own: Strength, now: datetime) -> Strength:
    """What the journal's files say, by the fold."""
    lines = store.journal.lines(memory.id).lines
    return fold(lines, own, memory.fade, now, store.settings.rules).strength
