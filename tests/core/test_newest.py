"""The newer wins: which memories are history, and what is current instead."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.newest import Pair, Standing, histories, newest
from tests.core.values import day, memory

A, B, C = (memory(id, created=day(place)) for place, id in enumerate("abc"))
ALL = {one.id: one for one in (A, B, C)}


def test_the_fact_that_was_true_last_is_current() -> None:
    """By the time that a memory is about, else by when it was created; never by its strength."""
    assert newest({"a": day(1), "b": day(2), "c": day(0)}) == Standing("b", ("c", "a"))
    about = {"memory.about.start": day(90), "memory.about.end": day(99)}
    old = memory("a", created=day(0), more=about)
    assert histories({"a": old, "b": B}, [("a", "contradicts", "b")]) == {"b": "a"}


def test_who_supersedes_says_so_itself() -> None:
    """Whatever their times; of two that contradict each other the times decide."""
    assert histories(ALL, [("a", "supersedes", "b")]) == {"b": "a"}
    assert histories(ALL, [("a", "contradicts", "b")]) == {"a": "b"}
    assert histories(ALL, [("b", "contradicts", "a")]) == {"a": "b"}


def test_history_leads_to_what_is_current() -> None:
    """In a chain all that is history names its end, not the next that is history itself."""
    chain = [("b", "contradicts", "a"), ("c", "supersedes", "b")]
    assert histories(ALL, chain) == {"a": "c", "b": "c"}


def test_in_a_circle_the_newest_is_current() -> None:
    """What is each after another cannot be; then the one that was true last stays."""
    circle = [("a", "supersedes", "b"), ("b", "supersedes", "c"), ("c", "supersedes", "a")]
    assert histories(ALL, circle) == {"a": "c", "b": "c"}
    assert histories(ALL, [*circle[:1], ("b", "supersedes", "a")]) == {"a": "b"}


ids = st.sampled_from("abcde")
links = st.tuples(ids, st.sampled_from(["supersedes", "contradicts"]), ids)


@given(st.lists(links, max_size=8))
def test_something_is_always_current(pairs: list[Pair]) -> None:
    """Whatever is linked to whatever, what is history leads to a memory that is not."""
    memories = {id: memory(id, created=day(ord(id) % 3)) for id in "abcd"}
    found = histories(memories, pairs)
    assert set(found) < set(memories) and not set(found.values()) & set(found)
