"""The newer wins: which memories are history, what is current instead, and what nobody can tell."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.memory.memory import CONTRADICTS, SUPERSEDES
from memento_cli.core.recall.query import Standing, named
from memento_cli.core.tidy.supersession import (
    DatedClaim,
    Pair,
    newest,
    ordered_pair,
    place_of,
    standing,
)
from tests.core.values import day, memory

A, B, C = (DatedClaim(place, place) for place in range(3))
ALL = {"a": A, "b": B, "c": C}


def history(links: list[Pair], places: dict[str, DatedClaim] = ALL) -> dict[str, str]:
    """What is history by these links, where nothing is a conflict."""
    found = standing(places, links)
    assert found.conflicts == {}
    return dict(found.history)


def test_the_memory_that_was_true_last_is_newer() -> None:
    """By the time that it is about, else by when it was created; never by its strength."""
    about = {"memory.about.start": day(90), "memory.about.end": day(99)}
    old, new = memory("a", created=day(0), more=about), memory("b", created=day(1))
    places = {"a": place_of(old), "b": place_of(new)}
    assert newest(places) == ["a"]
    assert history([("a", CONTRADICTS, "b")], places) == {"b": "a"}


def test_of_one_time_what_was_created_later_is_newer() -> None:
    """Two that are about one year: the later says it with more knowledge."""
    assert newest({"a": DatedClaim(5, 2), "b": DatedClaim(5, 1)}) == ["a"]


def test_of_one_moment_what_its_writer_wrote_later_is_newer() -> None:
    """The order of writing is known within one writer, and between two it is not."""
    first, second = DatedClaim(0, 0, "me", 1), DatedClaim(0, 0, "me", 2)
    assert newest({"z": first, "a": second}) == ["a"]
    assert newest({"z": first, "a": second._replace(writer="you")}) == ["a", "z"]
    assert newest({"z": DatedClaim(0, 0), "a": DatedClaim(0, 0)}) == ["a", "z"]
    assert newest({"x": first, "y": second, "z": first._replace(writer="you")}) == ["y", "z"]


def test_who_supersedes_says_so_itself() -> None:
    """Whatever their times; of two that contradict each other the times decide."""
    assert history([("a", SUPERSEDES, "b")]) == {"b": "a"}
    assert history([("a", CONTRADICTS, "b")]) == {"a": "b"}
    assert history([("b", CONTRADICTS, "a")]) == {"a": "b"}


def test_fault_u3_what_cannot_be_ordered_is_a_conflict() -> None:
    """Of two that contradict each other at one moment neither is history, by no id."""
    places = {"a": A, "b": A}
    found = standing(places, [("a", CONTRADICTS, "b"), ("b", CONTRADICTS, "a")])
    assert found == Standing({}, {"a": ("b",), "b": ("a",)})
    assert found.of("a") == ("", ("b",)) and found.of("x") == ("", ())
    assert ordered_pair("a", "b", places).current == ""
    assert ordered_pair("a", "b", places, {("a", "b")}) == ("b", "a", "a")


def test_who_supersedes_ends_a_conflict() -> None:
    """Of two of one moment, one says that it is newer; and what is history is in no conflict."""
    places = {"a": A, "b": A, "c": C}
    assert history([("a", CONTRADICTS, "b"), ("b", SUPERSEDES, "a")], places) == {"a": "b"}
    assert history([("a", CONTRADICTS, "b"), ("c", SUPERSEDES, "a")], places) == {"a": "c"}


def test_history_leads_to_what_is_current() -> None:
    """In a chain all that is history names its end, not the next that is history itself."""
    chain = [("b", CONTRADICTS, "a"), ("c", SUPERSEDES, "b")]
    assert history(chain) == {"a": "c", "b": "c"}


def test_in_a_circle_the_newest_is_current() -> None:
    """What is each after another cannot be; then what was true last stays, or all of one moment."""
    circle = [("a", SUPERSEDES, "b"), ("b", SUPERSEDES, "c"), ("c", SUPERSEDES, "a")]
    assert history(circle) == {"a": "c", "b": "c"}
    assert history([*circle[:1], ("b", SUPERSEDES, "a")]) == {"a": "b"}
    found = standing({"a": C, "b": B, "c": C}, circle)
    assert found == Standing({"b": "a"}, {"a": ("c",), "c": ("a",)})


def test_many_opponents_are_named_in_short() -> None:
    """The first three, and how many more there are."""
    assert named(("a", "b")) == "a, b" and named(tuple("abcde")) == "a, b, c and 2 more"


ids = st.sampled_from("abcde")
links = st.tuples(ids, st.sampled_from([SUPERSEDES, CONTRADICTS]), ids)
writers = st.dictionaries(ids, st.sampled_from(["", "me", "you"]))


@given(st.lists(links, max_size=8), writers)
def test_something_is_always_current(pairs: list[Pair], by: dict[str, str]) -> None:
    """Whatever is linked to whatever, what is history leads to a memory that is not, and what is in
    conflict is no history; the order of the links and the names change nothing."""
    places = {
        id: DatedClaim(ord(id) % 2, 0, by.get(id, ""), place) for place, id in enumerate("abcd")
    }
    found = standing(places, pairs)
    assert set(found.history) < set(places)
    assert not {*found.history.values(), *found.conflicts} & set(found.history)
    assert all(
        id in found.conflicts[other] for id in found.conflicts for other in found.conflicts[id]
    )
    assert standing(places, pairs[::-1]) == found


def chain(count: int) -> list[Pair]:
    """Each supersedes the one before it."""
    return [(f"m{place + 1}", SUPERSEDES, f"m{place}") for place in range(count)]


def circle(count: int) -> list[Pair]:
    """A chain whose first supersedes its last."""
    return [*chain(count), ("m0", SUPERSEDES, f"m{count}")]


def star(count: int) -> list[Pair]:
    """One that all others contradict."""
    return [(f"m{place + 1}", CONTRADICTS, "m0") for place in range(count)]


def rivals(count: int) -> list[Pair]:
    """One that all others supersede."""
    return [(f"m{place + 1}", SUPERSEDES, "m0") for place in range(count)]


def lines_run(links: list[Pair], *, tied: bool) -> int:
    """How many lines of Python the standing of such links takes, which no clock disturbs."""
    places = {f"m{place}": DatedClaim(0 if tied else place, 0) for place in range(len(links) + 1)}
    count = 0

    def counted(frame: FrameType, event: str, arg: object) -> object:
        nonlocal count
        count += 1
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        standing(places, links)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("shape", [chain, circle, star, rivals])
def test_fault_u5_ten_times_as_many_links_take_ten_times_as_long(
    shape: Callable[[int], list[Pair]], tied: bool
) -> None:
    """Chains, circles and stars of 10,000 links grow as their number, also where all is of one
    moment: 10 times, and 15 allowed; what is quadratic takes 100 times."""
    assert lines_run(shape(10_000), tied=tied) < 15 * lines_run(shape(1_000), tied=tied)
