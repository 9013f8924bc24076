"""What the specification promises holds on a replica, too."""

from __future__ import annotations

import itertools

import pytest

from memento_cli.hub.joining import cloned
from memento_cli.hub.sync import sync
from memento_cli.store.directory.store import Store
from tests.conformance import stores
from tests.conformance.runner import FAILED, verdicts
from tests.conformance.vectors import absent, systems
from tests.conftest import LONGER
from tests.hub.meeting import let_in, reached
from tests.hub.tenants import Database
from tests.store.helpers import NOW

EVERY = 1 if LONGER else 40
"""Of the vectors each so many-th is tried; most need no store, and are quick."""
MISSING = absent()
PLAIN_IDS = {"tyvi.memory_id_collision.001"}
"""Of ids that clones may give twice; those of a hub's stores are unique."""


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_vectors_pass_on_a_replica(new_hub: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that went by a hub answers as the one that was filled."""
    numbers = itertools.count()

    def replica(root: str) -> Store:
        tenant = f"t{next(numbers)}"
        let_in(new_hub, tenant)
        with reached(new_hub) as connection:
            sync(Store(root), new_hub.name, tenant, connection, NOW)
            place, hub = f"{root}-replica", new_hub.name
            there = cloned(place, hub, tenant, connection, lambda text: None)
            sync(there, hub, tenant, connection, NOW)
        return Store(there.root)

    monkeypatch.setattr(stores, "ready", replica)
    found = {
        one
        for name, vectors in systems().items()
        for one in verdicts(name, vectors[::EVERY])
        if one.state == FAILED and one.id not in PLAIN_IDS
    }
    assert not found
    assert next(numbers) > 2
