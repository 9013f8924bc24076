"""What a match gives to what stands beside it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.neighbours import with_neighbours, within_reach
from memento_cli.core.recall.rereading import Reading, reading

scores = st.dictionaries(st.integers(0, 30), st.floats(0.1, 50), max_size=12)
sessions = st.lists(
    st.tuples(st.integers(0, 3), st.lists(st.integers(0, 40), unique=True, max_size=12)),
    max_size=4,
)
texts = st.dictionaries(
    st.integers(0, 40), st.sampled_from(["a cat", "a dog?", "cat and dog", "", "?"])
)
UNREAD = reading({}, {})


def read(texts: dict[int, str]) -> Reading:
    """Texts that were read for a cat and a dog, which are equally rare."""
    return reading({"cat": 2.0, "dog": 2.0}, texts)


def test_only_what_is_near_a_start_is_within_reach() -> None:
    """Two memories before a start and two after it, and no start itself."""
    runs = [("s", [1, 2, 3, 4, 5, 6, 7, 8]), ("other", [20, 21])]
    assert within_reach([4, 5], runs) == [2, 3, 6, 3, 6, 7]
    assert within_reach([9], runs) == []


@given(scores)
def test_nothing_is_gained_alone(alone: dict[int, float]) -> None:
    """Where nothing has a session or a link, scores stay as they are."""
    assert with_neighbours(alone, alone, [], UNREAD) == alone
    assert with_neighbours(alone, alone, [("s", [key]) for key in alone], UNREAD) == alone


@given(scores, sessions, texts)
def test_neighbours_only_raise(
    given_: dict[int, float], sessions: list, texts: dict[int, str]
) -> None:
    """No memory loses by what it stands next to, and who comes in is from a session."""
    gained = with_neighbours(given_, given_, sessions, read(texts))
    assert all(gained[key] >= score for key, score in given_.items())
    assert set(gained) <= set(given_) | {key for _, keys in sessions for key in keys}


@pytest.mark.parametrize(
    ("given_", "stretches", "links", "expected"),
    [
        ({1: 10.0, 2: 5.0}, [("s", [1, 2])], [], {1: 12.0, 2: 7.0}),
        ({1: 10.0, 3: 5.0}, [("s", [1, 2]), ("s", [3])], [], {1: 12.0, 3: 5.0}),
        ({1: 10.0}, [], [(1, 7)], {1: 10.0, 7: 2.0}),
        ({1: 10.0, 7: 5.0}, [], [(1, 7)], {1: 11.0, 7: 7.0}),
    ],
)
def test_sessions_and_links(given_: dict, stretches: list, links: list, expected: dict) -> None:
    """A session gives a fifth of its best score to each of its matches, a link a fifth."""
    assert with_neighbours(given_, given_, stretches, UNREAD, links) == pytest.approx(expected)


def gain_of(key: int, texts: dict[int, str], scores: dict[int, float] | None = None) -> float:
    """What a memory gains by its neighbours in the session of these texts, in this order."""
    given_ = scores or dict.fromkeys(texts, 1.0)
    keys = list(texts)
    with_ = with_neighbours(given_, dict.fromkeys(given_, 1.0), [("s", keys)], read(texts))
    without = with_neighbours(given_, given_, [("s", keys)], UNREAD)
    return with_.get(key, 0.0) - without.get(key, 0.0)


def test_a_turn_gains_most_by_what_it_does_not_say() -> None:
    """A word that only the neighbour has gives more than one that both have, and the nearer
    neighbour gives more."""
    assert gain_of(1, {1: "nothing", 2: "a cat"}) > gain_of(1, {1: "a cat too", 2: "a cat"}) > 0
    assert gain_of(1, {1: "no", 2: "a cat", 3: "no"}) > gain_of(1, {1: "no", 2: "no", 3: "a cat"})
    assert gain_of(1, {1: "no", 2: "no", 3: "no", 4: "a cat"}) == 0


def test_a_question_gives_to_its_answer() -> None:
    """What follows a question gains more by it than what precedes it."""
    asked = {1: "before it", 2: "what about the cat?", 3: "an answer"}
    assert gain_of(3, asked) > 2 * gain_of(1, asked) > 0


def test_closeness_is_passed_on() -> None:
    """What closeness added to a score goes to neighbours in part."""
    texts = {1: "no", 2: "a cat and a dog"}
    assert gain_of(1, texts, {1: 1.0, 2: 2.0}) > gain_of(1, texts, {1: 1.0, 2: 1.0})


def test_long_texts_gain_less_by_each_other() -> None:
    """A text of many words says by itself what it is about: of four times the length of a turn it
    gains half."""
    turns = with_neighbours({1: 10.0, 2: 5.0}, {}, [("s", [1, 2])], read({1: "no", 2: "no"}))
    long = with_neighbours(
        {1: 10.0, 2: 5.0},
        {1: 10.0, 2: 5.0},
        [("s", [1, 2])],
        read(dict.fromkeys((1, 2), "x" * 800)),
    )
    assert long == pytest.approx({1: 11.0, 2: 6.0})
    assert turns[1] > 12
