"""maintain: a night's work, which twice or never changes no result."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_cli import (
    Draft,
    Store,
    Tags,
    init,
    memory_at,
    note_use,
    pin,
    record,
    run_tidy,
    status,
    strength_at,
    undo,
)
from memento_cli.actions.store.stamps import last_pass
from memento_cli.actions.tidy.run import NOBODY, Maintained
from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.memory.memory import Memory
from memento_cli.core.time.when import EPOCH
from memento_cli.store.settings.fields import PROFILE_NAMES

T = datetime(2025, 2, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
few = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def made(tmp_path: Path, profile: str = "half-life", **more: object) -> Store:
    return init(str(tmp_path / "store"), profile=profile, person="alex").store


def kept(store: Store, summary: str = "One", **more: object) -> Memory:
    return record(store, Draft(summary)._replace(**more), T).memory  # type: ignore[arg-type]


def set_(store: Store, **values: object) -> Store:
    """The same store, with settings changed in memory."""
    names = {name.replace("__", "."): value for name, value in values.items()}
    store.settings.values = {**store.settings.values, **names}
    return store


def files(store: Store) -> dict[str, bytes]:
    """What git would see of a store."""
    paths = (path for path in Path(store.root).rglob("*") if ".memento" not in path.parts)
    return {str(path): path.read_bytes() for path in paths if path.is_file()}


def test_a_quiet_night(tmp_path: Path) -> None:
    """Where nothing happened there is nothing to tell, and nothing is written that git sees."""
    store = made(tmp_path)
    kept(store)
    run_tidy(store, T + DAY)
    before = files(store)
    assert run_tidy(store, T + 2 * DAY) == Maintained() and Maintained().nothing
    assert files(store) == before


def test_what_has_expired_goes_and_comes_back(tmp_path: Path) -> None:
    """A time to live that has ended is archived, a pinned one is not; one undo brings it back."""
    store = made(tmp_path)
    over, pinned = kept(store, "over", law=Law(TTL, 2.0)), kept(store, "pinned", law=Law(TTL, 2.0))
    kept(store, "whole", law=Law(TTL, 20.0))
    pin(store, pinned.id, T)
    done = run_tidy(store, T + 2 * DAY)
    assert done.expired == (over.id,) and store.archive.ids() == [over.id]
    assert run_tidy(store, T + 3 * DAY).nothing
    undo(store, None, T + 3 * DAY)
    assert over.id in store.memories


def test_candidates_are_told_once(tmp_path: Path) -> None:
    """What has faded since the last pass is told, and archived only where the settings say so."""
    store = made(tmp_path)
    low = kept(store, significance="low", tags=Tags(("a",))).id
    medium = kept(store, "Two", tags=Tags(("b",))).id
    assert run_tidy(store, T + 80 * DAY).candidates == ()
    assert run_tidy(store, T + 90 * DAY).candidates == (low,)
    assert run_tidy(store, T + 91 * DAY).nothing
    assert run_tidy(store, T + 250 * DAY).candidates == (medium,)
    done = run_tidy(set_(store, tidy__prune=True), T + 251 * DAY)
    assert set(done.pruned) == {low, medium} and store.memories.ids() == []


def test_a_pass_at_another_time_is_not_remembered(tmp_path: Path) -> None:
    """What a look ahead told is told again when its time has come; so is what fell meanwhile."""
    store = made(tmp_path)
    low = kept(store, significance="low", tags=Tags(("a",))).id
    assert run_tidy(store, T + 99 * DAY, remember=False).candidates == (low,)
    assert run_tidy(store, T + 90 * DAY).candidates == (low,)
    old = Draft("Old", significance="low", tags=Tags(("b",)), created=T - 99 * DAY)
    late = record(store, old, T + 91 * DAY).memory.id
    assert run_tidy(store, T + 91 * DAY).candidates == (late,)


def test_it_comes_to_rest_by_every_law(tmp_path: Path) -> None:
    """Uses are brought into the files once, also those that a file cannot tell one by one."""
    store = made(tmp_path)
    ids = [
        kept(store, str(law), law=law, tags=Tags((f"t{place}",))).id
        for place, law in enumerate(
            (Law(HALF_LIFE, 9), Law(EBBINGHAUS, 9), Law(DAILY, 5), Law(NEVER), Law(BASE_LEVEL, 0.5))
        )
    ]
    note_use(store, ids, T + 2 * DAY)
    assert set(run_tidy(store, T + 3 * DAY).settled) == set(ids)
    assert run_tidy(store, T + 4 * DAY).settled == ()


def test_a_dry_pass_writes_nothing(tmp_path: Path) -> None:
    """It tells the same, and leaves the next pass as much to tell."""
    store = made(tmp_path)
    id = kept(store, law=Law(TTL, 2.0)).id
    assert run_tidy(store, T + 9 * DAY, dry=True).expired == (id,)
    assert id in store.memories and last_pass(store).at == EPOCH
    assert run_tidy(store, T + 9 * DAY).expired == (id,)


def test_a_pass_of_ebbinghaus_is_journalled(tmp_path: Path) -> None:
    """Document 000's worker: only last_decay_at moves, which status tells; else no line is left."""
    store = made(tmp_path, "ebbinghaus")
    id = kept(store, importance=0.6).id
    before = memory_at(store, id, T + DAY)
    run_tidy(store, T + DAY)
    assert status(store).maintained == T + DAY and memory_at(store, id, T + DAY) == before
    assert [line.act for line in store.journal.lines(NOBODY).lines] == ["maintained"]
    other = made(tmp_path / "other")
    run_tidy(other, T)
    assert not other.journal.lines(NOBODY).lines and status(other).maintained == T


@given(
    st.sampled_from(PROFILE_NAMES),
    st.lists(st.integers(1, 400), max_size=4),
    st.lists(st.integers(1, 400), max_size=6),
)
@few
def test_twice_or_never_changes_no_strength(
    tmp_path_factory: pytest.TempPathFactory, profile: str, uses: list[int], passes: list[int]
) -> None:
    """Whenever it runs, and however often, a strength at the end is the same."""
    strengths = []
    for nights in ([], passes):
        store = made(tmp_path_factory.mktemp("s"), profile)
        id = kept(store).id
        for hour, is_use in sorted([(n, True) for n in uses] + [(n, False) for n in nights]):
            at = T + timedelta(hours=hour)
            if is_use:
                note_use(store, [id], at)
            else:
                run_tidy(store, at)
        end = T + 17 * DAY
        strengths.append(strength_at(memory_at(store, id, end), end))
    assert strengths[0] == strengths[1]
