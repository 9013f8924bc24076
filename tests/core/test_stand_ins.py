"""Which hits stand for others: the newer of two that say the same, and conclusions for episodes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.memory.memory import Content, Memory
from memento_cli.core.recall.stand_ins import put_first, stand_ins
from memento_cli.core.security.trust import TRUST
from tests.core.values import day, memory

PORT = "Postgres listens on port 5433"


def said(id: str, summary: str, on: int, **more: object) -> Memory:
    """A memory of a day."""
    return memory(id, content=Content(summary, ""), created=day(on), **more)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (PORT, f"{PORT.lower()}!"),
        ("設計レビューを担当した", "設計レビューを担当した。"),
    ],
)
def test_the_newer_stands_for_the_older_that_says_the_same(older: str, newer: str) -> None:
    """However they are ranked; of two of one time the better one."""
    one, two = said("a", older, 1), said("b", newer, 2)
    assert stand_ins([one, two]) == stand_ins([two, one]) == {"a": "b"}
    assert stand_ins([one, two._replace(created=one.created)]) == {"b": "a"}


@pytest.mark.parametrize(
    "other",
    [
        said("b", "Postgres listens on port 5434", 2),
        said("b", "Postgres no longer listens on port 5433", 2),
        said("b", PORT, 2, person="ctx://person/bo"),
        said("b", PORT, 2, project="boat"),
        said("b", PORT, 2)._replace(content=Content(PORT, "Since the move")),
        said("b", PORT, 2, more={TRUST: "imported"}),
    ],
)
def test_what_says_another_thing_or_is_less_trusted_stands_for_nothing(other: Memory) -> None:
    """Another number, a negation, another person, project or detail; a text of somebody else."""
    assert stand_ins([said("a", PORT, 1), other]) == {}


def test_a_conclusion_stands_for_its_episodes() -> None:
    """In a chain the last one; where its source is not among the hits it stands for nothing."""
    told = [
        said(id, text, 1) for id, text in zip("abcd", ("Rain", "Snow", "Hail", "Wet"), strict=True)
    ]
    derived = [("c", "a"), ("c", "b"), ("d", "c"), ("d", "x"), ("y", "a")]
    found = stand_ins(told, derived)
    assert found == {"a": "d", "b": "d", "c": "d"}
    assert put_first(["a", "b", "c", "d"], found) == ["d", "a", "b", "c"]
    assert stand_ins(told, [("a", "b"), ("b", "a")]) == {"b": "a"}  # a circle has one that stands
    assert stand_ins(told, [("a", "a")]) == {}


letters = st.sampled_from("abcde")


@given(st.lists(st.tuples(letters, letters)), st.permutations("abcde"))
def test_what_stands_for_others_has_nothing_that_stands_for_it(
    derived: list[tuple[str, str]], order: list[str]
) -> None:
    """Whatever the links, so that leaving out the others leaves one; and none is lost from a list
    in which it is put first."""
    told = [said(id, f"Word {id}", 1) for id in order]
    found = stand_ins(told, derived)
    assert not set(found.values()) & found.keys()
    assert sorted(put_first(order, found)) == sorted(order)
