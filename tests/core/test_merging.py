"""Two versions of one document, key by key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.git.merging import (
    LOG,
    STRENGTH,
    Agreed,
    Apart,
    comes_first,
    common_values,
    is_another,
    merged_document,
    parts,
    same_value,
    shared,
)

NEWER = {"last_reinforced": "2025-03-01T00:00:00Z", "reinforcement_count": 1, "initial": 1.2}
OLDER = {"last_reinforced": "2025-02-01T00:00:00Z", "reinforcement_count": 4, "initial": 1.4}
A, B, C = ({"timestamp": f"2025-0{nth}", "event": "used"} for nth in (1, 2, 3))
SIX = "1\n2\n3\n4\n5\n6\n"
sequences = st.lists(st.sampled_from("abcd"), max_size=9)
three = st.tuples(sequences, sequences, sequences)
Part = Agreed[str] | Apart[str]
CASES = [
    ("abc", "axbc", "abyc", ["a", "x", "b", "y", "c"]),
    ("abc", "ac", "abcd", ["a", "c", "d"]),
    ("abc", "", "abc", []),
    ("", "ab", "ab", ["a", "b"]),
]


def memory(**tables: Any) -> dict[str, Any]:
    return {"memory": tables}


# what it was made from, the two sides, and what both say
AGREE = [
    ({"a": 1}, {"a": 2}, {"a": 1}, {"a": 2}),
    ({"a": 1}, {"a": 1}, {"a": 2}, {"a": 2}),
    ({"a": 1}, {"a": 2}, {"a": 2}, {"a": 2}),
    ({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 2}, {"a": 2, "b": 2}),
    ({}, {"mine": 1}, {"yours": {"x": 2}}, {"mine": 1, "yours": {"x": 2}}),
    ({}, {"t": {"x": 1}}, {"t": {"y": 2}}, {"t": {"x": 1, "y": 2}}),
    ({"a": 1}, {}, {"a": 1}, {}),
    ({"a": 1}, {"a": 1}, {}, {}),
    ({"a": 1}, {}, {}, {}),
    ({"a": 1}, {}, {"a": 2}, {"a": 2}),  # taken out, and changed: the change stays
    ({"a": 1}, {"a": 2}, {}, {"a": 2}),
    ({"t": {"x": 1}}, {}, {"t": {"x": 2}}, {"t": {"x": 2}}),
    ({"l": [1, 2]}, {"l": [1, 2, 3]}, {"l": [1, 2, 4]}, {"l": [1, 2, 3, 4]}),
    ({"l": [1, 2]}, {"l": [2]}, {"l": [1, 2, 4]}, {"l": [2, 4]}),
    ({"l": [1, 2]}, {"l": [1]}, {"l": [2]}, {"l": []}),
    ({"l": [1, 2]}, {}, {"l": [1, 2, 3]}, {"l": [3]}),  # a list without entries has no key
    ({"l": [1]}, {"l": [1, 2]}, {}, {"l": [2]}),
    ({}, {"session": {"summary": "a"}}, {"session": {"summary": "b"}},
     {"session": {"summary": "b"}}),
    ({}, {"l": [1]}, {"l": [2]}, {"l": [1, 2]}),
    ({"l": [1]}, {"l": [1.0]}, {"l": [1, True]}, {"l": [1.0, True]}),
    ({"t": SIX}, {"t": "0\n" + SIX}, {"t": SIX + "7\n"}, {"t": "0\n" + SIX + "7\n"}),
    ({"t": SIX}, {"t": SIX.replace("2", "b")}, {"t": SIX.replace("5", "e")},
     {"t": "1\nb\n3\n4\ne\n6\n"}),
    (memory(log=[A]), memory(log=[A, C]), memory(log=[A, B]), memory(log=[A, B, C])),
    (memory(log=[A]), memory(log=[A, B]), memory(log=[A, B, C]), memory(log=[A, B, C])),
    (memory(), memory(log=[B]), memory(log=[A, B]), memory(log=[A, B])),
    (memory(strength=OLDER), memory(strength=OLDER | {"initial": 9}), memory(strength=NEWER),
     memory(strength=NEWER)),
    (memory(), memory(strength=NEWER), memory(strength=OLDER), memory(strength=NEWER)),
]  # fmt: skip


@pytest.mark.parametrize(("base", "ours", "theirs", "both"), AGREE)
def test_what_the_sides_agree_on(base: Any, ours: Any, theirs: Any, both: Any) -> None:
    """Of each key the version that one of them changed; lists, logs and long texts united."""
    made = merged_document(base, ours, theirs)
    assert same_value(made.data, both) and made.apart == ()


APART = [
    ({"a": 1}, {"a": 2}, {"a": 3}, ("a",)),
    ({}, {"a": 1}, {"a": 2}, ("a",)),
    ({}, {"a": 1}, {"a": 1.0}, ("a",)),
    ({"a": 0}, {"a": 1}, {"a": True}, ("a",)),
    ({"a": 1}, {"a": [1]}, {"a": 2}, ("a",)),
    ({"a": 1}, {"a": {"x": 1}}, {"a": 2}, ("a",)),
    ({"t": {"x": 1}}, {"t": {"x": 2}}, {"t": {"x": 3}}, ("t", "x")),
    ({"t": "one"}, {"t": "two"}, {"t": "three"}, ("t",)),
    ({"t": SIX}, {"t": SIX.replace("2", "b")}, {"t": SIX.replace("2", "c")}, ("t",)),
]


@pytest.mark.parametrize(("base", "ours", "theirs", "path"), APART)
def test_what_both_changed_differently_has_ours_and_is_named(
    base: Any, ours: Any, theirs: Any, path: tuple[str, ...]
) -> None:
    """A key that both changed, and differently, is one on which they are apart, either way."""
    assert merged_document(base, ours, theirs) == (ours, (path,))
    assert merged_document(base, theirs, ours) == (theirs, (path,))


values = st.recursive(
    st.sampled_from([0, 1, 1.0, True, "x", "y", "1\n2\n3\n", "1\n2\n", "0\n1\n2\n3\n"])
    | st.lists(st.sampled_from([1, 2, "x", "y"]), max_size=3, unique=True),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)


entries = st.builds(
    lambda at, event: {"timestamp": f"2025-0{at}", "event": event},
    st.integers(1, 4),
    st.sampled_from(["used", "updated"]),
)


strengths = st.builds(
    lambda at, count: {"last_reinforced": f"2025-0{at}", "reinforcement_count": count},
    st.integers(1, 4),
    st.integers(0, 12),
)


documents = st.builds(
    lambda more, log, strength: {"memory": {**more, "log": log, "strength": strength}},
    st.dictionaries(st.sampled_from("abc"), values, max_size=3),
    st.lists(entries, max_size=3, unique_by=repr),
    strengths,
)


def unordered(value: Any) -> Any:
    """A document in which the order of lists says nothing."""
    if isinstance(value, dict):
        return {key: unordered(entry) for key, entry in value.items()}
    return sorted(map(repr, value)) if isinstance(value, list) else repr(value)


@given(documents, documents)
def test_a_side_that_changed_nothing_gives_way(base: Any, other: Any) -> None:
    """Of a base and one changed version the changed one is made, but for the newer strength."""
    newer = max(base, other, key=lambda side: strength_key(side["memory"]["strength"]))
    wanted = {"memory": {**other["memory"], "strength": newer["memory"]["strength"]}}
    for made in (merged_document(base, base, other), merged_document(base, other, base)):
        assert unordered(made.data) == unordered(wanted) and not made.apart


def strength_key(strength: Any) -> tuple[str, int]:
    return strength["last_reinforced"], strength["reinforcement_count"]


@given(documents, documents, documents)
def test_merging_says_the_same_from_either_side(base: Any, ours: Any, theirs: Any) -> None:
    """But for what they are apart on, and the order of lists, both ways round say the same."""
    one, other = merged_document(base, ours, theirs), merged_document(base, theirs, ours)
    assert set(one.apart) == set(other.apart)
    for made in (one, other):
        for path in made.apart:
            table: Any = made.data
            for key in path[:-1]:
                table = table[key]
            table[path[-1]] = None
    assert unordered(one.data) == unordered(other.data)
    assert one.data["memory"]["strength"] == other.data["memory"]["strength"]


@given(documents, documents, documents)
def test_merging_what_was_merged_changes_nothing(base: Any, ours: Any, theirs: Any) -> None:
    """A side that has taken the other in keeps what it has when it meets it again."""
    made = merged_document(base, ours, theirs).data
    again = merged_document(theirs, made, theirs)
    assert same_value(again.data, made) and not again.apart


@given(documents, documents, documents)
def test_the_log_is_united_in_order_and_nothing_twice(base: Any, ours: Any, theirs: Any) -> None:
    """The log is in the order of time and has each entry of both once, but what one took out."""
    log = merged_document(base, ours, theirs).data["memory"]["log"]
    sides = [side["memory"]["log"] for side in (base, ours, theirs)]
    kept = [entry for entry in sides[1] if entry in sides[2] or entry not in sides[0]]
    fresh = [entry for entry in sides[2] if entry not in sides[0]]
    assert sorted(map(repr, log)) == sorted({repr(entry) for entry in kept + fresh})
    moments = [entry["timestamp"] for entry in log]
    if log != ours["memory"]["log"] and log != theirs["memory"]["log"]:
        assert moments == sorted(moments)


@given(documents, documents)
def test_what_two_have_in_common_stands_in_both(ours: Any, theirs: Any) -> None:
    """The base of two that have none: to it, neither took anything out."""
    both = common_values(ours, theirs)
    assert same_value(common_values(theirs, ours), both) and same_value(
        common_values(ours, ours), ours
    )
    made = merged_document(both, ours, theirs).data
    assert made["memory"].keys() == ours["memory"].keys() | theirs["memory"].keys()


OAUTH = {"memory": {"created": "2025-02-01", "content": {"summary": "Led the review"}}}


LATER = {"memory": {"created": "2025-02-02", "content": {"summary": "Lunch"}}}


def test_two_memories_of_one_id_differ_in_day_and_words() -> None:
    """Neither an edited summary nor a corrected day makes it another memory."""
    edited = {"memory": {"created": "2025-02-01", "content": {"summary": "Lunch"}}}
    dated = {"memory": {"created": "2025-02-02", "content": {"summary": "Led the review"}}}
    assert is_another(OAUTH, LATER) and is_another(LATER, OAUTH)
    assert not any(is_another(OAUTH, other) for other in (OAUTH, edited, dated))
    assert not is_another({}, {}) and is_another({}, OAUTH)


@given(documents, documents)
def test_one_of_two_comes_first_on_every_clone(one: Any, other: Any) -> None:
    """Which of two memories keeps the id does not depend on the side that asks."""
    assert comes_first(OAUTH, LATER) and not comes_first(LATER, OAUTH)
    assert comes_first(one, other) != comes_first(other, one) or same_value(one, other)
    assert STRENGTH[-1] in one["memory"] and LOG[-1] in one["memory"]


EARLIER = {"due": "2025-02-12", "last": "2025-02-01", "state": "review", "stability": 9.0}


LAPSED = {"due": "2025-02-03", "last": "2025-02-02", "state": "relearning", "step": 0}


OLD = {"due": "2025-01-02", "last": "2025-01-01", "state": "learning", "step": 1, "stability": 3.0}


@pytest.mark.parametrize("base", [{}, {"review": OLD}])
@pytest.mark.parametrize("earlier", [EARLIER, EARLIER | {"confirmed": "2025-02-01"}])
def test_of_two_reviews_the_later_one_stands_whole(base: Any, earlier: Any) -> None:
    """Where both sides answered a card, no number of one stands beside those of the other."""
    one, other = ({"memory": {"review": side}} for side in (earlier, LAPSED))
    for sides in ((one, other), (other, one)):
        made = merged_document({"memory": base}, *sides)
        assert made.apart == () and made.data["memory"]["review"].items() >= LAPSED.items()
        assert "stability" not in made.data["memory"]["review"]
        assert made.data["memory"]["review"].get("confirmed") == earlier.get("confirmed")


def told(made: Iterable[Part], side: str) -> list[str]:
    """What the merged sequence is where the sides that are apart give way to this one."""
    found: list[str] = []
    for part in made:
        found += part.items if isinstance(part, Agreed) else getattr(part, side)
    return found


def is_subsequence(some: Sequence[str], whole: Sequence[str]) -> bool:
    rest = iter(whole)
    return all(item in rest for item in some)


@given(sequences, sequences)
def test_a_side_that_left_the_base_alone_gives_way(base: list[str], other: list[str]) -> None:
    """Of a base and one changed version, either way round, the changed version is what is made."""
    for made in (parts(base, other, base), parts(base, base, other)):
        found = list(made)
        assert all(isinstance(part, Agreed) for part in found)
        assert told(found, "ours") == other


@given(sequences, sequences)
def test_two_sides_that_did_the_same_agree(base: list[str], other: list[str]) -> None:
    """What both made alike is made once, whatever it was made from."""
    found = list(parts(base, other, other))
    assert all(isinstance(part, Agreed) for part in found) and told(found, "ours") == other


@given(three)
def test_merging_is_the_same_from_either_side(versions: tuple[list[str], ...]) -> None:
    """With the sides exchanged the parts are the same, with their sides exchanged."""
    base, ours, theirs = versions
    one, other = list(parts(base, ours, theirs)), list(parts(base, theirs, ours))
    turned = [
        part if isinstance(part, Agreed) else Apart(part.base, part.theirs, part.ours)
        for part in other
    ]
    assert one == turned


@given(three)
def test_nothing_that_a_side_added_is_lost(versions: tuple[list[str], ...]) -> None:
    """All that a side has more often than the base stands in the parts; so does its order."""
    base, ours, theirs = versions
    found = list(parts(base, ours, theirs))
    for name, side in (("ours", ours), ("theirs", theirs)):
        merged = told(found, name)
        assert not Counter(side) - Counter(base) - Counter(merged)
        apart = [list(getattr(part, name)) for part in found if isinstance(part, Apart)]
        assert is_subsequence([item for items in apart for item in items], side)
    assert told((part for part in found if isinstance(part, Apart)), "base") == [
        item for part in found if isinstance(part, Apart) for item in part.base
    ]


@given(three)
def test_what_stands_between_the_apart_is_of_a_side(versions: tuple[list[str], ...]) -> None:
    """Each agreed part stands, as it is, in ours or in theirs."""
    base, ours, theirs = versions
    for part in parts(base, ours, theirs):
        if isinstance(part, Agreed):
            assert any(
                list(part.items) == side[at : at + len(part.items)]
                for side in (ours, theirs)
                for at in range(len(side) + 1)
            )
        else:
            assert list(part.ours) != list(part.theirs)
            assert list(part.base) not in (list(part.ours), list(part.theirs))


@given(sequences, sequences)
def test_what_two_share_is_in_both_in_order(one: list[str], other: list[str]) -> None:
    """The base that is made for two without one is a subsequence of each."""
    both = shared(one, other)
    assert is_subsequence(both, one) and is_subsequence(both, other)
    assert shared(one, one) == one


@pytest.mark.parametrize(("base", "ours", "theirs", "merged"), CASES)
def test_changes_in_different_places_are_both_made(
    base: str, ours: str, theirs: str, merged: list[str]
) -> None:
    """Two sides that changed different stretches agree on all of it."""
    found = list(parts(list(base), list(ours), list(theirs)))
    assert all(isinstance(part, Agreed) for part in found) and told(found, "ours") == merged


def test_long_versions_that_are_nearly_equal_are_merged() -> None:
    """Of 30,000 lines, in which each side changed one, only these are compared in all ways."""
    base = [f"line {nth}" for nth in range(30_000)]
    ours, theirs = list(base), list(base)
    ours[10_000], theirs[20_000] = "mine", "yours"
    found = list(parts(base, ours, theirs))
    assert all(isinstance(part, Agreed) for part in found)
    merged = told(found, "ours")
    assert (merged[10_000], merged[20_000], len(merged)) == ("mine", "yours", 30_000)
