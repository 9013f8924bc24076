"""What `doctor` finds: values."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Finding(NamedTuple):
    """Where something is wrong, what, and what to do; `fixable`: --fix repairs it without loss.

    `after` is what to know once it is repaired.
    """

    where: str
    problem: str
    advice: str = ""
    fixable: bool = False
    fixed: bool = False
    note: bool = False
    after: str = ""


class Case(NamedTuple):
    """A finding with its repair, if there is one."""

    finding: Finding
    repair: Callable[[], object] | None = None


def found(where: str, problem: str, advice: str = "") -> Case:
    """Something wrong that a person has to repair."""
    return Case(Finding(where, problem, advice))


def noted(where: str, problem: str, advice: str = "") -> Case:
    """Nothing wrong, but worth a word."""
    return Case(Finding(where, problem, advice, note=True))


def fixable(
    where: str, problem: str, advice: str, repair: Callable[[], object], after: str = ""
) -> Case:
    """Something wrong that --fix repairs."""
    return Case(Finding(where, problem, advice, fixable=True, after=after), repair)
