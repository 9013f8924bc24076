"""Three versions of a sequence: what holds for any of them, after Khanna, Kunal and Pierce."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.git.three_way import Agreed, Apart, parts, shared

sequences = st.lists(st.sampled_from("abcd"), max_size=9)
three = st.tuples(sequences, sequences, sequences)
Part = Agreed[str] | Apart[str]


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


CASES = [
    ("abc", "axbc", "abyc", ["a", "x", "b", "y", "c"]),
    ("abc", "ac", "abcd", ["a", "c", "d"]),
    ("abc", "", "abc", []),
    ("", "ab", "ab", ["a", "b"]),
]


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
