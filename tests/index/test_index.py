"""The index answers what the files say: held to the pure filters, and to a look at every file."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings

from memento_cli import Store, init
from memento_cli.actions.reading import indexed
from memento_cli.core.memory import Memory, strength_at
from memento_cli.core.query import Hit, Query, misses
from memento_cli.index.finding import has_word, matching
from tests.core.asked_values import memories, queries

NOW = datetime(2026, 6, 1, tzinfo=UTC)
few = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@given(memories(), queries())
@few
def test_filters_in_sql_are_the_filters_of_the_core(
    tmp_path_factory: pytest.TempPathFactory, kept: list[Memory], query: Query
) -> None:
    """What the index lets through is exactly what misses nothing of the query."""
    store = init(str(tmp_path_factory.mktemp("s") / "store")).store
    for memory in kept:
        store.memories.create(memory.id, memory, sync=False)
    with indexed(store, NOW) as here:
        found = matching(here, query._replace(limit=None, offset=0), store.settings.scheme)
        expected = {
            memory.id
            for memory in store_memories(store)
            if not misses(
                Hit(memory, strength_at(memory, NOW)), query, has_word(here.database, memory.id)
            )
        }
    assert {hit.memory.id for hit in found.hits if not hit.beside} == expected


def store_memories(store: Store) -> list[Memory]:
    """What a look at every file finds."""
    return [found.value for found in store.memories.scan()]
