"""Stamps: what two looks at a folder differ in, and which of them can be believed."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.index.refresh.freshness import (
    SECOND,
    UNBELIEVED,
    Stamped,
    believable,
    difference,
)
from memento_cli.store.files.system import Stamp

OLD: Stamp = (5, 6, 7, 8)
CASES = [
    ("nothing anywhere", [], [], []),
    ("nothing changed", [("a", OLD)], [("a", OLD)], []),
    ("one more", [("a", OLD), ("b", OLD)], [("b", OLD)], [("added", "a")]),
    ("one less", [("b", OLD)], [("a", OLD), ("b", OLD)], [("removed", "a")]),
    ("saved again", [("a", (9, 9, 7, 8))], [("a", OLD)], [("changed", "a")]),
    ("put back with its old time", [("a", (5, 9, 7, 8))], [("a", OLD)], [("changed", "a")]),
    ("another size alone", [("a", (5, 6, 9, 8))], [("a", OLD)], [("changed", "a")]),
    ("another inode alone", [("a", (5, 6, 7, 9))], [("a", OLD)], [("changed", "a")]),
    ("never believed", [("a", OLD)], [("a", UNBELIEVED)], [("changed", "a")]),
    ("renamed", [("b", OLD)], [("a", OLD)], [("removed", "a"), ("added", "b")]),
]


@pytest.mark.parametrize(
    ("there", "known", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_what_differs(
    there: list[tuple[str, Stamp]], known: list[tuple[str, Stamp]], expected: list[tuple[str, str]]
) -> None:
    """Each file that is new, gone or stamped otherwise is named once, and no other."""
    assert list(difference(rows(there), rows(known))) == expected


def rows(stamps: Iterable[tuple[str, Stamp]]) -> list[Stamped]:
    """Names and stamps, each in one row."""
    return [(name, *stamp) for name, stamp in stamps]


stamps = st.tuples(*[st.integers(0, 3)] * 4)
folders = st.dictionaries(st.text("abé", min_size=1, max_size=3), stamps)


@given(folders, folders)
def test_a_difference_is_that_of_two_dictionaries(
    there: dict[str, Stamp], known: dict[str, Stamp]
) -> None:
    """Walking two ordered lists finds what comparing two dictionaries finds."""
    found = list(difference(rows(sorted(there.items())), rows(sorted(known.items()))))
    assert sorted(found) == sorted(
        [("added", name) for name in there.keys() - known.keys()]
        + [("removed", name) for name in known.keys() - there.keys()]
        + [("changed", n) for n in there.keys() & known.keys() if there[n] != known[n]]
    )


NOW = 1_000 * SECOND + 5


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (NOW - SECOND, True),
        (NOW - SECOND // 100, False),
        (NOW, False),
        (NOW + 3_600 * SECOND, False),
        (999 * SECOND, False),
        (997 * SECOND, True),
    ],
    ids=["a second ago", "in this tick", "now", "in the future", "whole seconds", "long ago"],
)
def test_which_stamps_are_believed(changed: int, expected: bool) -> None:
    """A stamp that the file could get again counts for none: young ones, and those of tomorrow."""
    stamp = (1, changed, 3, 4)
    assert believable(stamp, NOW) == (stamp if expected else UNBELIEVED)
