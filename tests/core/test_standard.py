"""The parts of `memento_cli/standard.py` behave as those of the standard library."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from memento_cli import standard

Log = list[str]
Make = Callable[[Log], Iterator[str]]


class Odd(Exception):
    """An error of a test."""


def plain(log: Log) -> Iterator[str]:
    """Yields once, and tidies up."""
    log.append("in")
    try:
        yield "value"
    finally:
        log.append("out")


def swallows(log: Log) -> Iterator[str]:
    """Takes whatever is thrown into it."""
    try:
        yield "value"
    except BaseException as problem:
        log.append(repr(problem))


def turns(log: Log) -> Iterator[str]:
    """Makes another error of one."""
    try:
        yield "value"
    except Odd as problem:
        raise KeyError("other") from problem


def never(log: Log) -> Iterator[str]:
    """Yields nothing."""
    yield from ()


def twice(log: Log) -> Iterator[str]:
    """Yields again after its end, and after an error."""
    with contextlib.suppress(Odd):
        yield "one"
    yield "two"


def raising(problem: BaseException | type[BaseException] | None) -> Callable[[], None]:
    """What happens inside a context."""

    def body() -> None:
        if problem is not None:
            raise problem

    return body


def ended(manager: Callable[..., Any], make: Make, problem: Any) -> tuple[Any, ...]:
    """What a context logs, yields and ends with."""
    log: Log = []
    context = manager(make)
    try:
        with context(log) as value:
            log.append(value)
            raising(problem)()
    except BaseException as raised:
        return log, type(raised), str(raised), repr(raised.__cause__), repr(raised.__context__)
    return (log,)


@pytest.mark.parametrize("make", [plain, swallows, turns, never, twice])
@pytest.mark.parametrize(
    "problem",
    [
        None,
        Odd("odd"),
        Odd,
        KeyboardInterrupt(),
        StopIteration("stop"),
        GeneratorExit(),
        SystemExit(3),
    ],
)
def test_contexts_end_as_those_of_contextlib(make: Make, problem: Any) -> None:
    """Whatever ends the body of a context, its generator sees it, and the caller the same."""
    ours, theirs = (ended(each.contextmanager, make, problem) for each in (standard, contextlib))
    assert ours == theirs


def test_a_generator_with_return_in_a_context() -> None:
    """A context may return out of the function that it is in, and its error keeps its trace."""

    @standard.contextmanager
    def context() -> Iterator[int]:
        """A context."""
        yield 1

    def inside() -> int:
        with context() as value:
            return value

    assert inside() == 1
    assert context.__doc__ == "A context."
    with pytest.raises(Odd) as caught, context():
        raise Odd
    assert caught.traceback[-1].name == "test_a_generator_with_return_in_a_context"


@pytest.mark.parametrize("kinds", [(), (Odd,), (KeyError, Odd), (Exception,), (BaseException,)])
@pytest.mark.parametrize("problem", [None, Odd("odd"), KeyError(), KeyboardInterrupt()])
def test_suppress_passes_over_the_same(kinds: Any, problem: Any) -> None:
    """Errors of these classes end with the block, and no others."""

    def passed(suppress: Any) -> Any:
        try:
            with suppress(*kinds) as value:
                raising(problem)()
        except BaseException as raised:
            return raised
        return value

    assert passed(standard.suppress) is passed(contextlib.suppress)


def test_what_is_closed_and_what_is_left_alone() -> None:
    """`closing` closes whatever happens; `nullcontext` hands out what it was given."""

    class Thing:
        closed = False

        def close(self) -> None:
            self.closed = True

    thing = Thing()
    with pytest.raises(Odd), standard.closing(thing) as inside:
        assert inside is thing
        raise Odd
    assert thing.closed
    with standard.nullcontext(3) as value:
        assert value == 3
    with standard.nullcontext() as nothing:
        assert nothing is None


@pytest.mark.parametrize("cached", [standard.cached_property, functools.cached_property])
def test_a_cached_property_is_worked_out_once(cached: Any) -> None:
    """It is worked out when it is first asked for, can be set and deleted, and keeps its words."""

    class Owner:
        asked = 0

        @cached
        def value(self) -> int:
            """How often it was asked."""
            self.asked += 1
            return self.asked

    owner = Owner()
    assert (owner.value, owner.value, owner.asked) == (1, 1, 1)
    assert owner.__dict__["value"] == 1
    del owner.value
    assert owner.value == 2
    owner.value = 5
    assert owner.value == 5
    assert isinstance(Owner.value, cached)
    assert Owner.value.__doc__ == "How often it was asked."


def test_cache_works_out_each_answer_once() -> None:
    """As `functools.cache` does, for all that can be a key."""
    asked: list[tuple[int, ...]] = []

    @standard.cache
    def total(*numbers: int) -> int:
        """A sum."""
        asked.append(numbers)
        return sum(numbers)

    assert [total(1, 2), total(1, 2), total()] == [3, 3, 0]
    assert asked == [(1, 2), ()]
    total.cache_clear()
    assert total() == 0
    assert asked[2:] == [()]
