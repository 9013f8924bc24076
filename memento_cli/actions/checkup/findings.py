"""What `doctor` finds: values."""

from __future__ import annotations

from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WHO_MAY_LIST = "see who may read it: `ls -ld`"


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


class Repairable(NamedTuple):
    """A finding with its repair, if there is one; `first`: other repairs read what it makes."""

    finding: Finding
    repair: Callable[[], object] | None = None
    first: bool = False


def found(where: str, problem: str, advice: str = "") -> Repairable:
    """Something wrong that a person has to repair."""
    return Repairable(Finding(where, problem, advice))


def noted(where: str, problem: str, advice: str = "") -> Repairable:
    """Nothing wrong, but worth a word."""
    return Repairable(Finding(where, problem, advice, note=True))


def fixable(
    where: str, problem: str, advice: str, repair: Callable[[], object], after: str = ""
) -> Repairable:
    """Something wrong that --fix repairs."""
    return Repairable(Finding(where, problem, advice, fixable=True, after=after), repair)


def guarded(path: str, cases: Iterator[Repairable]) -> list[Repairable]:
    """What is found in one file; that it cannot be looked at is a finding of this file alone."""
    its: list[Repairable] = []
    try:
        for case in cases:
            its.append(case)
    except (MementoError, OSError) as problem:
        its.append(found(path, f"cannot be checked: {problem}", "see who may read it: `ls -l`"))
    return its
