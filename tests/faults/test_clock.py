"""FAULTS, clock: rows 74 and 75; `tests/cli/test_clocks.py` has U1, `tests/index` 76."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.fading.explain import why
from memento_cli.actions.memory.prune import clock_went_back, prune, prune_plan
from memento_cli.actions.memory.reading import memories_at, memory_at
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import note_use, reinforce, settle
from memento_cli.core.memory.memory import Draft, strength_at
from memento_cli.store.directory.store import Store
from tests.faults.helpers import run
from tests.store.helpers import ALEX, DAY, NOW, new_store, put, recorded, whole

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
END = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def test_fault_74_a_use_under_a_fast_clock_waits_for_its_time(store: Store) -> None:
    """It freezes nothing: uses until then count, and it counts once its date has come."""
    id = recorded(store).id
    note_use(store, [id], NOW + 4000 * DAY)
    assert reinforce(store, id, NOW + 2 * DAY).result.applied
    assert memory_at(store, id, NOW + 3999 * DAY).strength.reinforcement_count == 1
    assert memory_at(store, id, NOW + 4000 * DAY).strength.reinforcement_count == 2


@pytest.mark.parametrize("now", [EPOCH, END])
def test_fault_75_every_act_works_at_the_ends_of_the_calendar(store: Store, now: datetime) -> None:
    """1970 and 9999: no crash, and strength stays between floor and initial."""
    put(store, "a", whole())
    put(store, "m", whole("m"))
    id = record(store, Draft("s", ALEX), now).memory.id
    reinforce(store, "a", now)
    note_use(store, [id, "m"], now)
    for memory in memories_at(store, now):
        assert 0.1 <= strength_at(memory, now) <= 1.5
        assert why(store, memory.id, now).strength >= 0.1
    settle(store, now, everything=True)
    prune(store, prune_plan(store, now, 0.2), now)
    assert doctor(store, now).findings == ()
    assert memory_at(store, id, now).created == now


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "Pacific/Apia", "Asia/Kathmandu", "garbage", ":", "UTC-99", ""]
)
def test_fault_75_what_is_stored_is_utc_whatever_the_zone(store: Store, zone: str) -> None:
    """$TZ, also nonsense, changes no byte of what is written."""
    code = """
import sys
from datetime import UTC, datetime
from memento_cli.actions.memory.record import record
from memento_cli.core.memory.memory import Draft
from memento_cli.store.directory.store import Store
now = datetime.fromtimestamp(1743296400, UTC)  # the hour that summer time skips in Berlin
print(record(Store(sys.argv[1]), Draft("s", "ctx://person/alex", detail=sys.argv[2]), now).path)
"""
    status, said = run(code, store.root, zone, TZ=zone)
    assert status == 0, said
    assert 'created = "2025-03-30T01:00:00Z"' in Path(said.strip()).read_text()
    assert doctor(store, NOW).findings == ()


def test_fault_75_a_time_without_a_zone_is_in_the_stores(tmp_path: Path) -> None:
    """Also one that summer time has twice, or not at all."""
    store = new_store(tmp_path / "s", timezone="Europe/Berlin")
    times = {"2025-07-01T12:00:00": 10, "2025-01-01T12:00:00": 11, "2025-03-30T02:30:00": 1}
    for nth, (text, hour) in enumerate(times.items()):
        put(store, f"m{nth}", whole(f"m{nth}").replace("2025-02-01T14:30:00Z", text))
        assert store.memories.read(f"m{nth}").value.created.hour == hour


def test_fault_75_a_wall_clock_that_went_back_is_noticed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than a day before the newest line: prune asks before it acts."""
    assert not clock_went_back(store)
    recorded(store)
    assert not clock_went_back(store)
    newest = store.journal.newest_millis() / 1000
    for seconds, back in ((3600, False), (90_000, True), (newest, True)):
        monkeypatch.setattr(
            "memento_cli.actions.memory.prune.time.time", lambda now=newest - seconds: now
        )
        assert clock_went_back(store) == back
    monkeypatch.undo()
    assert not clock_went_back(store)
