"""Which functions of the package a piece of work enters, and from where."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import memento_cli

IMPORTED = "<module>"
PACKAGE = f"{Path(memento_cli.__file__).parent}{os.sep}"


class Place(NamedTuple):
    """A function: the path of its module in the package, and its name in it."""

    module: str
    name: str

    @property
    def floor(self) -> str:
        """The folder of the package that it is in."""
        return self.module.partition(os.sep)[0]


class Entered(NamedTuple):
    """A function that was called, and those of the package that were under way, the nearest
    first."""

    place: Place
    callers: tuple[Place, ...]


def is_ours(code: CodeType) -> bool:
    """Whether a function is of the package."""
    return code.co_filename.startswith(PACKAGE)


def place_of(code: CodeType) -> Place:
    """Where a function of the package stands."""
    return Place(code.co_filename.removeprefix(PACKAGE), code.co_qualname)


@contextmanager
def watching(seen: Callable[[FrameType], None]) -> Iterator[None]:
    """Every call of a function of the package, in this thread and in those that begin."""

    def profile(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and is_ours(frame.f_code):
            seen(frame)

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def entered_by(act: Callable[[], object]) -> frozenset[Entered]:
    """Each function that an act enters, with each way to it; not what is only imported."""
    found = set[Entered]()

    def seen(frame: FrameType) -> None:
        callers, above = [], frame.f_back
        while above is not None:
            if is_ours(above.f_code):
                callers.append(place_of(above.f_code))
            above = above.f_back
        place = place_of(frame.f_code)
        if IMPORTED not in {one.name for one in (place, *callers)}:
            found.add(Entered(place, tuple(callers)))

    with watching(seen):
        act()
    return frozenset(found)
