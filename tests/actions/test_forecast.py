"""forecast and curve on a store: what its files and its journal say together."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli import Draft, Store, Tags, forget, init, note_use, pin, record, reinforce, undo
from memento_cli.actions.fading.forecast import curve, forecast
from memento_cli.actions.memory.prune import retention_plan
from memento_cli.actions.memory.reading import memories_at, memory_at
from memento_cli.actions.store.profile import set_settings
from memento_cli.core.fading.forecast import (
    EXPIRED,
    FADED,
    GHOST,
    PRUNABLE,
    forecast_of,
    levels,
    standing,
)
from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.memory.memory import strength_at

NOW = datetime(2025, 2, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
AGES = [("old", 100), ("young", 50), ("fixed", 100)]
LAWS = [
    Law(HALF_LIFE, 90),
    Law(EBBINGHAUS, 40),
    Law(DAILY, 5),
    Law(TTL, 20),
    Law(BASE_LEVEL, 0.5),
    Law(NEVER),
]


def ago(days: float) -> datetime:
    """So many days before now."""
    return NOW - timedelta(days=days)


def recorded(store: Store, topic: str, days: float, law: Law = Law(HALF_LIFE, 90)) -> str:
    """The id of a memory that was recorded so many days ago."""
    draft = Draft(f"About {topic}", "alex", tags=Tags((topic,)), law=law, importance=1.0)
    return record(store, draft, ago(days))[0].id


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_what_is_foretold_comes_true(store: Store, law: Law) -> None:
    """A memory that is read from its file then is as the forecast said, under every law."""
    id = recorded(store, "oauth", 0.5, law)
    found = forecast(store, NOW, 400)
    below = levels(0.15) | {EXPIRED: 0.15}
    for turn in found.turns:
        before, after = (
            strength_at(memory_at(store, id, at), at) for at in (turn.at - SECOND, turn.at + SECOND)
        )
        assert before >= below[turn.turn] > after
    expected = {"never": [], "ttl": [EXPIRED]}.get(law.name, [FADED, GHOST, PRUNABLE])
    assert [turn.turn for turn in found.turns] == expected


@pytest.mark.parametrize("back", [0, 25])
def test_the_index_leaves_none_out(store: Store, back: float) -> None:
    """What is looked at by the order of strength is all that turns, also seen from before."""
    for number, law in enumerate(LAWS * 3):
        days, floor = 2 + 7 * number % 90, (0.0, 0.1, 0.2, 0.4)[number % 4]
        tags = Tags((f"t{number}",))
        draft = Draft(f"About {number}", "alex", tags=tags, law=law, min_strength=floor)
        memory, _ = record(store, draft, ago(days))
        if number % 3 == 0:
            reinforce(store, memory.id, ago(days / 2))
        if number % 7 == 0:
            pin(store, memory.id, ago(1))
    now, thresholds = ago(back), levels(0.15)
    for days in (1, 10, 100, 1000):
        everything = memories_at(store, now)
        before = standing(everything, now, thresholds)
        expected = forecast_of(everything, before, now, days, thresholds)
        found = forecast(store, now, days)
        assert found.turns == expected.turns
        assert found[3:] == expected[3:]
        assert days < 100 or found.turns


def test_what_one_use_buys_is_what_it_buys(store: Store) -> None:
    """After a use the forecast has the moments that were promised."""
    id = recorded(store, "oauth", 20)
    promised = {turn.turn: turn.use_at for turn in forecast(store, NOW, 400).turns}
    reinforce(store, id, NOW)
    assert {turn.turn: turn.at for turn in forecast(store, NOW, 900).turns} == promised


def test_a_use_too_soon_buys_nothing(store: Store) -> None:
    """Within the rest a use changes nothing, and the forecast says so."""
    recorded(store, "oauth", 0.5)
    turns = forecast(store, NOW, 400).turns
    assert [turn.gained_days for turn in turns] == [0, 0, 0]
    assert {turn.use.skip for turn in turns} == {"too_recent"}


def test_only_what_lives_is_foretold(store: Store) -> None:
    """What is pinned stays, and what is in the archive is gone."""
    pinned, gone, left = (recorded(store, topic, 20) for topic in ("pin", "gone", "left"))
    pin(store, pinned, NOW)
    forget(store, [gone], NOW)
    assert {turn.memory.id for turn in forecast(store, NOW, 400).turns} == {left}


def test_the_threshold_of_pruning_is_the_store_s(store: Store) -> None:
    """`prune.below` of the settings says when a memory is prunable; a floor above it, never."""
    recorded(store, "oauth", 20)
    place = os.path.join(store.root, "memento.toml")
    with open(place, encoding="utf-8") as file:
        text = file.read()
    with open(place, "w", encoding="utf-8") as file:
        file.write(text.replace("below = 0.15", "below = 0.05"))
    turns = forecast(Store(store.root), NOW, 900).turns
    assert [turn.turn for turn in turns] == [FADED, GHOST]


def test_where_a_policy_prunes_it_is_foretold(tmp_path: Path) -> None:
    """Under the agent profile prunable is what `prune --retention` takes, and from that day on."""
    store = init(str(tmp_path), profile="agent").store
    old, young, fixed = (recorded(store, topic, days) for topic, days in AGES)
    pin(store, fixed, NOW)
    found = forecast(store, NOW, 60)
    assert [(turn.memory.id, turn.turn) for turn in found.turns if turn.turn == PRUNABLE] == [
        (young, PRUNABLE)
    ]
    assert (found.before[PRUNABLE], found.after[PRUNABLE]) == (1, 2)
    (at,) = (turn.at for turn in found.turns if turn.turn == PRUNABLE)
    plans = [retention_plan(store, moment) for moment in (NOW, at - SECOND, at + SECOND)]
    assert [[one.memory.id for one in plan.prune] for plan in plans] == [[old], [old], [old, young]]


def test_a_time_to_live_under_a_policy(tmp_path: Path) -> None:
    """What ends is expired, and prunable by the end; what is let go before it ends is told so."""
    store = init(str(tmp_path), profile="agent").store
    recorded(store, "ending", 5, Law(TTL, 20))
    found = forecast(store, NOW, 60)
    assert [turn.turn for turn in found.turns] == [EXPIRED]
    assert (found.before[PRUNABLE], found.after[PRUNABLE]) == (0, 1)
    set_settings(store, {"retention.by_score": True, "retention.score": 0.2})
    store = Store(store.root)
    trifle = Draft("A trifle", "alex", law=Law(TTL, 100), importance=0.0)
    id = record(store, trifle, ago(5)).memory.id
    (turn,) = (turn for turn in forecast(store, NOW, 60).turns if turn.memory.id == id)
    assert (turn.turn, turn.at) == (PRUNABLE, ago(5) + timedelta(days=30))


def test_a_use_that_makes_it_no_stronger_is_a_use_for_a_policy(tmp_path: Path) -> None:
    """What one use buys is what a use then buys, though it was skipped."""
    set_settings(init(str(tmp_path), profile="agent").store, {"retention.by_score": True})
    store = Store(str(tmp_path))
    draft = Draft("Strong", "alex", kind="semantic", importance=0.0, initial=2.0)
    id = record(store, draft._replace(law=Law(HALF_LIFE, 100)), ago(25)).memory.id
    (turn,) = (turn for turn in forecast(store, NOW, 400).turns if turn.turn == PRUNABLE)
    assert not turn.use.applied and turn.gained_days > 30
    note_use(store, [id], NOW)
    (then,) = (turn for turn in forecast(store, NOW, 400).turns if turn.turn == PRUNABLE)
    assert then.at == turn.use_at


def test_the_past_is_the_journal_s(store: Store) -> None:
    """A use is a jump in the past; undone, it is none."""
    id = recorded(store, "oauth", 90)
    reinforce(store, id, ago(30))
    life = curve(store, id, NOW)
    jump = [strength for at, strength in life.past if at == ago(30)]
    assert len(jump) == 2 and jump[0] < jump[1]
    assert [step.line.act for step in life.steps] == ["recorded", "reinforced"]
    undo(store, None, NOW)
    strengths = [strength for _, strength in curve(store, id, NOW).past]
    assert strengths == sorted(strengths, reverse=True)


def test_the_future_is_drawn_under_each_law(store: Store) -> None:
    """Its own law first, as the store computes it; every other then, if asked, from that past."""
    id = recorded(store, "oauth", 90, Law(DAILY, 1))
    life = curve(store, id, NOW, 100, laws=True)
    assert [course.memory.fade.law.name for course in life.courses] == [
        "daily", "half-life", "ebbinghaus", "ttl", "never", "base-level",
    ]  # fmt: skip
    then = NOW + timedelta(days=100)
    assert life.until == then
    assert life.courses[0].points[-1] == (then, strength_at(memory_at(store, id, then), then))
    assert life.past[-1][1] == life.courses[0].points[0][1]
    assert curve(store, id, NOW, 100).courses == life.courses[:1]


def test_a_curve_goes_as_far_as_its_law(store: Store) -> None:
    """Without a length it reaches beyond the last threshold; where nothing comes, half a year."""
    fading, kept = recorded(store, "oauth", 1), recorded(store, "name", 1, Law(NEVER))
    life = curve(store, fading, NOW)
    assert max(life.falls[0].values()) < life.until < NOW + timedelta(days=400)
    assert curve(store, kept, NOW).until == NOW + timedelta(days=180)
    assert curve(store, kept, NOW).falls[0] == {}


def test_a_curve_says_what_a_use_now_would_do(store: Store) -> None:
    """As the use then does it; one that would be skipped says why, and changes nothing."""
    id = recorded(store, "oauth", 90)
    use = curve(store, id, NOW).use
    reinforce(store, id, NOW)
    after = curve(store, id, NOW)
    assert use.strength == after.past[-1][1] and use.falls == after.falls[0] and not use.skip
    assert after.use == (use.strength, use.falls, "reinforced less than a day ago")


def test_a_memory_of_the_archive_has_a_curve_too(store: Store) -> None:
    """What was forgotten goes on fading."""
    id = recorded(store, "oauth", 90)
    forget(store, [id], ago(1))
    assert curve(store, id, NOW).past[-1][1] == pytest.approx(0.5)


def test_to_look_ahead_changes_nothing(store: Store) -> None:
    """Neither forecast nor curve writes in the store."""
    id = recorded(store, "oauth", 90)
    before = contents(store)
    forecast(store, NOW)
    curve(store, id, NOW)
    assert contents(store) == before


def contents(store: Store) -> dict[str, bytes]:
    """Every file of a store with its bytes."""
    found = {}
    for folder, _, names in os.walk(store.root):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                found[os.path.join(folder, name)] = file.read()
    return found
