"""Findings of `doctor`, with their repairs."""

from __future__ import annotations

from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WHO_MAY = "see who may read it: `ls -l`"
WHO_MAY_LIST = "see who may read it: `ls -ld`"


class Finding(NamedTuple):
    """A problem, where it is, and what to do; `fixable`: --fix repairs it without loss.

    `note`: it is no fault, only worth knowing. `after` is said once it is repaired.
    """

    where: str
    problem: str
    advice: str = ""
    fixable: bool = False
    fixed: bool = False
    note: bool = False
    after: str = ""


class Repairable(NamedTuple):
    """A finding with its repair, if there is one; `first`: other repairs depend on its result."""

    finding: Finding
    repair: Callable[[], object] | None = None
    first: bool = False


def fault(where: str, problem: str, advice: str = "") -> Repairable:
    """A fault that a person has to repair."""
    return Repairable(Finding(where, problem, advice))


def note(where: str, problem: str, advice: str = "") -> Repairable:
    """A note: no fault, but worth knowing."""
    return Repairable(Finding(where, problem, advice, note=True))


def fixable(
    where: str, problem: str, advice: str, repair: Callable[[], object], after: str = ""
) -> Repairable:
    """A fault that --fix repairs."""
    return Repairable(Finding(where, problem, advice, fixable=True, after=after), repair)


def guarded(path: str, cases: Iterator[Repairable]) -> list[Repairable]:
    """The cases of one file; an error while checking it becomes one more case of that file."""
    complete: list[Repairable] = []
    try:
        for case in cases:
            complete.append(case)
    except (MementoError, OSError) as problem:
        complete.append(fault(path, f"cannot be checked: {problem}", WHO_MAY))
    return complete
