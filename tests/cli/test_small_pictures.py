"""Small pictures that stand alone: valid, small, with a style of their own, and in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Draft, Store, curve, forget, init, pin, record, reinforce
from memento_cli.core.events.affect import Affect
from memento_cli.core.events.mood import Felt, mood_curve, moods_after
from memento_cli.core.fading.laws import NEVER, TTL, Law
from memento_cli.pictures.curve import curve_words, small_curve
from memento_cli.pictures.mood import small_mood
from memento_cli.pictures.small import POINTS, simplified
from tests.store.helpers import DAY, NOW

MOST_BYTES = 3000
finite = st.floats(-1e6, 1e6)


def recorded(store: Store, law: Law | None = None, uses: int = 0) -> str:
    """A memory of a year, used so many times."""
    id = record(store, Draft("<b>design", "alex", law=law), NOW - 365 * DAY).memory.id
    for nth in range(uses):
        reinforce(store, id, NOW - (360 - 3 * nth) * DAY)
    return id


def is_small(svg: str) -> bool:
    """Whether it is XML that fits in an address, and has its own two styles."""
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg") and "prefers-color-scheme:dark" in svg
    return len(svg.encode()) <= MOST_BYTES


@pytest.mark.parametrize("law", [None, Law(NEVER), Law(TTL, 400)])
@pytest.mark.parametrize("uses", [0, 1, 110])
def test_a_small_curve_is_small(store: Store, law: Law | None, uses: int) -> None:
    """However often it was used."""
    assert is_small(small_curve(curve(store, recorded(store, law, uses), NOW), UTC))


def test_a_memory_of_today_has_a_curve(store: Store) -> None:
    """It has no past, and says so by having none."""
    id = record(store, Draft("New", "alex"), NOW).memory.id
    life = curve(store, id, NOW)
    assert is_small(small_curve(life, UTC))
    assert "A use now would change nothing: recorded less than a day ago." in curve_words(life, UTC)


def test_a_curve_in_words(store: Store) -> None:
    """When it will be weak and prunable, and what a use now would do: in one sentence each."""
    id = record(store, Draft("Design", "alex"), NOW - 90 * DAY).memory.id
    assert curve_words(curve(store, id, NOW), UTC) == (
        "Its strength is 0.500 (faded). Unused, it is weak (below 0.2) from 2025-05-31 and "
        "prunable (below 0.15) from 2025-07-07. A use now would make it 1.075, weak from "
        "2025-09-07 and prunable from 2025-10-15."
    )
    weak = curve_words(curve(store, id, NOW + 125 * DAY), UTC)
    assert "it is weak (below 0.2) already and prunable (below 0.15) from 2025-07-07" in weak


@pytest.mark.parametrize(
    ("law", "words"),
    [
        (Law(NEVER), "It is never weak or prunable."),
        (Law(TTL, 400), "It expires on "),
        (Law(TTL, 300), "Its time to live has ended."),
    ],
)
def test_what_does_not_fade_slowly_says_so(store: Store, law: Law, words: str) -> None:
    """Where nothing turns weak, or all at once, the words are others."""
    assert words in curve_words(curve(store, recorded(store, law), NOW), UTC)


def test_where_nothing_is_hidden_the_tiers_are_told(tmp_path: Path) -> None:
    """A profile that neither hides nor prunes has no weak memories, but tiers."""
    store = init(str(tmp_path / "agent"), profile="companion").store
    id = record(store, Draft("Design", "alex"), NOW).memory.id
    told = curve_words(curve(store, id, NOW + 2 * DAY), UTC)
    assert "Unused, it is faded (below 0.7) from 2025-" in told and " and ghost (below 0.3)" in told


def test_what_is_archived_is_not_used(store: Store) -> None:
    """Its words promise nothing of a use, which would be refused."""
    id = recorded(store)
    forget(store, [id], NOW)
    assert curve_words(curve(store, id, NOW), UTC).endswith(
        "in the archive, where nothing is used."
    )


def test_a_pin_is_told(store: Store) -> None:
    """While it is pinned it does not fade."""
    id = recorded(store)
    pin(store, id, NOW)
    told = curve_words(curve(store, id, NOW), UTC)
    assert "pinned)" in told and "It does not fade while it is pinned." in told


@given(
    st.lists(st.tuples(st.floats(0, 400), *[st.floats(-1, 1)] * 3), min_size=1, max_size=40).map(
        sorted
    )
)
def test_a_small_mood_is_small(feelings: list[tuple[float, ...]]) -> None:
    """Whatever was felt, and however often."""
    start = datetime(2025, 1, 1, tzinfo=UTC)
    felt = [
        Felt("e", at := start + timedelta(days=days), "p", Affect(*vad, (), "x", 1.0), at, "1")
        for days, *vad in feelings
    ]
    moods = [mood for _, mood in moods_after(felt)]
    places = list(mood_curve(moods, moods[0].at, start + timedelta(days=401)))
    assert is_small(small_mood(places, [one.moment for one in felt], UTC))


def test_where_nothing_was_felt_nothing_is_drawn() -> None:
    """A mood of which nothing is known has no picture."""
    assert small_mood([], [], UTC) == ""


@given(st.lists(st.tuples(finite, finite), min_size=1, max_size=300).map(sorted))
def test_a_line_keeps_its_ends_and_its_shape(spots: list[tuple[float, float]]) -> None:
    """Of many points there are few, all of them the line's own, in order, with both ends."""
    kept = simplified(spots, POINTS)
    assert len(kept) <= max(2, POINTS) and kept[0] == spots[0] and kept[-1] == spots[-1]
    assert kept == sorted(kept) and set(kept) <= set(spots)


def test_a_jump_is_kept() -> None:
    """What shapes a line most is there first."""
    spots = [(float(x), 0.0 if x < 500 else 80.0) for x in range(1000)]
    assert set(simplified(spots, 4)) == {spots[0], spots[499], spots[500], spots[999]}
