"""What was observed stays: whatever is done to a store, every line of an event log is there."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from random import Random

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.events.events import EventQuery, events
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.store.upkeep import migrate, rebuild
from memento_cli.errors import MementoError
from memento_cli.store.directory.store import Store
from tests.git.event_lives import EVENT_ACTS
from tests.git.lives import ACTS, Life, observed_lines
from tests.store.helpers import DAY


def do_any(life: Life) -> None:
    """A random act of all that write, or a repair."""
    with suppress(MementoError, IndexError):
        some = life.random.random()
        if some < 0.1:
            life.random.choice((_fixed, rebuild, migrate))(life.store)
        elif some < 0.3:
            life.random.choice(list(EVENT_ACTS.values()))[1](life)
        else:
            life.random.choices(*ACTS)[0][1](life)


def _fixed(store: Store) -> None:
    doctor(store, datetime.now().astimezone(), fix=True)


@pytest.mark.parametrize("seed", range(6))
def test_every_line_of_an_event_stays_byte_for_byte(store: Store, seed: int) -> None:
    """In its order, whatever else is written, undone, repaired or pruned (document 003 §1)."""
    life = Life("ann", store, Random(f"for ever {seed}"))
    before: list[bytes] = []
    for _ in range(120):
        life.store, life.now = Store(life.root), life.now + life.random.choice((0.01, 2)) * DAY
        do_any(life)
        after = observed_lines(life.store)
        assert after[: len(before)] == before
        before = after
    assert before


def test_an_erasure_takes_the_words_of_its_event_alone(store: Store) -> None:
    """All other lines are the same bytes."""
    life = Life("ann", store, Random("erased"))
    for _ in range(60):
        do_any(life)
    doomed = events(store, EventQuery(), 1).events[0]
    before = observed_lines(store)
    erase(store, [doomed.ref], life.now)
    changed = [new for old, new in zip(before, observed_lines(store), strict=True) if new != old]
    assert len(changed) == 1 and doomed.id.encode() in changed[0]
