"""What is history is the same for one memory alone as among all."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Draft, Store, Tags, init, record
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.reading import standing
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.memory.memory import OPPOSING
from memento_cli.core.recall.query import Standing
from memento_cli.core.tidy.supersession import standing as by_links
from tests.core.values import day
from tests.index.test_levels import fewer

pairs = st.tuples(st.integers(0, 4), st.sampled_from(OPPOSING), st.integers(0, 4))


def linked(root: Path, links: list[tuple[int, str, int]]) -> tuple[Store, list[str]]:
    """A store of five memories with these links, some of which go round in circles."""
    store = init(str(root)).store
    drafts = [Draft(f"About {number}", "alex", tags=Tags((f"t{number}",))) for number in range(5)]
    ids = [record(store, draft, day(place % 3)).memory.id for place, draft in enumerate(drafts)]
    for one, rel, other in links:
        link(store, ids[one], rel, ids[other], day(4))
    return store, ids


@given(st.lists(pairs, max_size=6))
@fewer
def test_one_alone_is_history_as_among_all(
    tmp_path_factory: pytest.TempPathFactory, links: list[tuple[int, str, int]]
) -> None:
    """Whichever are asked for, each is told with the one that is current at the end."""
    store, ids = linked(
        tmp_path_factory.mktemp("s"), [pair for pair in links if pair[0] != pair[2]]
    )
    now = day(5)
    memories = {id: store.memories.read(id).value for id in ids}
    known = [(one.id, each.rel, each.target) for one in memories.values() for each in one.links]
    with open_index(store, now) as here:
        expected = by_links(here.places(memories), known)
    assert standing(store, ids, now) == expected
    for id in ids:
        assert standing(store, [id], now).of(id) == expected.of(id)


def test_of_a_chain_the_end_is_current(tmp_path: Path) -> None:
    """What superseded it and was superseded itself is not named as the newer one."""
    store, (old, middle, new, *_) = linked(tmp_path, [(1, OPPOSING[0], 0), (2, OPPOSING[0], 1)])
    assert standing(store, [old], day(5) + timedelta(days=1)) == Standing({old: new})
    assert standing(store, [middle, new], day(5)) == Standing({middle: new})
