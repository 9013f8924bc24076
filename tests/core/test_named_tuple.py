"""`NamedTuple` behaves as `typing.NamedTuple` does."""

from __future__ import annotations

import copy
import inspect
import pickle
import typing
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.named_tuple import NamedTuple


class Ours(NamedTuple):
    """A pair."""

    one: int
    two: str = "two"
    three: tuple[int, ...] = ()

    @property
    def both(self) -> str:
        return f"{self.one} {self.two}"


class Theirs(typing.NamedTuple):
    """A pair."""

    one: int
    two: str = "two"
    three: tuple[int, ...] = ()

    @property
    def both(self) -> str:
        return f"{self.one} {self.two}"


ACTS: dict[str, Callable[[Any], Any]] = {
    "tuple": tuple,
    "repr": lambda made: repr(made).replace("Theirs", "Ours"),
    "hash": hash,
    "fields": lambda made: (made.one, made.two, made.three),
    "property": lambda made: made.both,
    "dict": lambda made: made._asdict(),
    "dict's order": lambda made: list(made._asdict()),
    "replaced": lambda made: tuple(made._replace(two="2")),
    "replaced by none": lambda made: made._replace(four=4),
    "made": lambda made: tuple(made._make([1, 2, 3])),
    "made of too few": lambda made: made._make([1]),
    "made of too many": lambda made: made._make([1, 2, 3, 4]),
    "too few": lambda made: type(made)(),
    "too many": lambda made: type(made)(1, 2, 3, 4),
    "unknown": lambda made: type(made)(1, four=4),
    "twice": lambda made: type(made)(1, one=2),
    "equal": lambda made: made == tuple(made) and made == type(made)(*made),
    "less": lambda made: made < (made.one + 1,),
    "copied": lambda made: copy.copy(made) == made and type(copy.copy(made)) is type(made),
    "copied deep": lambda made: copy.deepcopy(made) == made,
    "pickled": lambda made: (pickle.loads(pickle.dumps(made)), type(made).__name__)[0] == made,
    "names": lambda made: made._fields,
    "defaults": lambda made: made._field_defaults,
    "matched": lambda made: made.__match_args__,
    "type": lambda made: type(type(made)),
    "doc": lambda made: type(made).__doc__,
    "unset": lambda made: setattr(made, "one", 2),
    "new": lambda made: setattr(made, "four", 4),
    "slots": lambda made: hasattr(made, "__dict__"),
    "constructor": lambda made: type(made).__new__(type(made), 1) == (1, "two", ()),
}


def did(act: Callable[[Any], Any], made: Any) -> Any:
    """What an act answers, or the class of its error."""
    try:
        return act(made)
    except Exception as problem:
        return type(problem)


@pytest.mark.parametrize("name", ACTS)
@given(one=st.integers(), two=st.text(), three=st.lists(st.integers()).map(tuple))
def test_it_does_as_typing_does(name: str, one: int, two: str, three: tuple[int, ...]) -> None:
    """Whatever is done with one, the answer is the same, or the same error."""
    act = ACTS[name]
    assert did(act, Ours(one, two, three)) == did(act, Theirs(one, two, three))
    assert did(act, Ours(two=two, one=one)) == did(act, Theirs(one, two))


def test_what_is_made_often_gets_the_compiled_constructor() -> None:
    """Whether values are given by place or by name, the answer is the same before and after."""

    class Made(NamedTuple):
        x: int
        y: int = 0

    first = Made.__new__
    assert Made(0) == Made(0, 0) == (0, 0)
    assert Made.__new__ is first
    assert all(Made(number, 1) == (number, 1) for number in range(1_000))
    assert Made.__new__ is not first
    assert Made(1) == Made(x=1) == (1, 0)
    assert type(did(Made, 1)) is Made
    assert did(lambda made: made(1, 2, 3), Made) is TypeError


def test_its_signature_tells_the_fields() -> None:
    """`help()` and editors show what a class takes."""
    ours, theirs = inspect.signature(Ours).parameters, inspect.signature(Theirs).parameters
    assert [(one.name, one.kind, one.default) for one in ours.values()] == [
        (one.name, one.kind, one.default) for one in theirs.values()
    ]
    assert [one.annotation for one in ours.values()] == ["int", "str", "tuple[int, ...]"]


def test_each_class_has_a_constructor_of_its_own() -> None:
    """A subclass is made by the constructor of the class it is of, also as the first of all."""

    class Point(NamedTuple):
        x: int
        y: int = 0

    class Place(Point):
        name = "a place"

    class Empty(NamedTuple):
        pass

    class Single(NamedTuple):
        new: int

    assert Place(1) == (1, 0)
    assert type(Place(1, y=2)) is Place
    assert type(Point(1)) is Point
    assert Place(1)._replace(x=3).name == "a place"
    assert Empty() == ()
    assert Single(1) == (1,)
    assert Point.__new__.__qualname__.endswith("Point.__new__")
