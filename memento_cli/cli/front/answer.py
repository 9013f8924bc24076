"""What the front door says, without Typer: the same as Typer's way would, or nothing at all.

A verb that cannot answer has changed nothing and said nothing; then Typer's way is asked. What the
system refuses once it has begun to change the store is not tried again: that is the answer.
"""

from __future__ import annotations

import os
import sys

from memento_cli.errors import Failed, MementoError

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from memento_cli.cli.front.shapes import Shape

    T = TypeVar("T")

Said = list[tuple[int, str]]
"""Texts in their order, each with the stream that it is for: 1 is stdout, 2 is stderr."""

FORCING = ("FORCE_COLOR", "CLICOLOR_FORCE")
"""What asks for colours even in a pipe."""


class Tried(Exception):
    """An act that the system refused."""

    def __init__(self, problem: Failed) -> None:
        super().__init__(problem.message)
        self.problem = problem


def once(act: Callable[[], T]) -> T:
    """Do what changes the store; Tried if the system refuses it."""
    try:
        return act()
    except Failed as problem:
        raise Tried(problem) from problem
    except OSError as problem:
        raise Tried(Failed(f"{problem.filename}: {problem.strerror}")) from problem


def answer(shape: Shape) -> Said | None:
    """What is said to a command line; None where only Typer's way can answer."""
    if shape.verb != "version" and (os.environ.get("MEMENTO_NOW") or _is_for_eyes()):
        return None
    try:
        return _verb(shape.verb)(shape)
    except (MementoError, OSError):
        return None


def _is_for_eyes() -> bool:
    """Whether a person reads stdout, or wants colours in it: tables and colours are Typer's."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return is_terminal or any(map(os.environ.get, FORCING))


def _verb(name: str) -> Callable[[Shape], Said | None]:
    match name:
        case "version":
            from memento_cli.cli.front.version import answer as verb
        case "completion":
            from memento_cli.cli.front.completion import answer as verb
        case "recall":
            from memento_cli.cli.front.recall import answer as verb
        case "show":
            from memento_cli.cli.front.show import answer as verb
        case "used":
            from memento_cli.cli.front.used import answer as verb
        case "list":
            from memento_cli.cli.front.list import answer as verb
        case "prune":
            from memento_cli.cli.front.prune import answer as verb
        case "reinforce":
            from memento_cli.cli.front.reinforce import answer as verb
        case _:
            from memento_cli.cli.front.record import answer as verb
    return verb
