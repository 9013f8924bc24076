"""How a store stands in git: what rules hide of it, whether in a submodule or a bare clone."""

from __future__ import annotations

import os

from memento_cli.actions.git.checks import EVERY, LOGS
from memento_cli.errors import Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.layout import FILE
from memento_cli.store.files.names import SUFFIX
from memento_cli.store.git.git import DETACHED, command_to_finish, run_git
from memento_cli.store.journal.logs import SUFFIX as LOG

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

PROBES = {
    FILE: FILE,
    **{f"{folder}/probe{SUFFIX}": folder for folder in EVERY},
    **{f"{folder}/2026-01/probe{LOG}": folder for folder in LOGS},
}
"""A path of each sort of file that a store has, and how it is called."""
SHOWN = 4
LIFTED = "change that rule: `git check-ignore -v PATH` tells which one hides a file"


class Standing(NamedTuple):
    """Something about git that the user of a store should know; `loses`: a commit of the store
    lacks a part of it."""

    problem: str
    advice: str
    loses: bool = False


def standings(root: str, *, every: bool = False) -> list[Standing]:
    """How a store stands in git; nothing where no git is, or where all is well.

    `every`: git is asked for every file that is there, and not only for one of each sort.
    """
    try:
        kind = run_git(root, "rev-parse", "--is-inside-work-tree")
        if kind.code:
            return []
        if kind.out.strip() != b"true":
            return [_outside()]
        return [*_hidden(root, every), *_submodule(root)]
    except Failed:  # no git, so no clone
        return []


def _outside() -> Standing:
    what = "is inside a bare clone, or git's own folder: without a work tree git keeps none of it"

    return Standing(what, "put the store into a clone that has a work tree")


def _hidden(root: str, every: bool) -> Iterator[Standing]:
    """What the rules of ignored files hide: all of the store, or a part of it."""
    rules = _rules(root)
    names = list(dict.fromkeys(PROBES[path] for path in rules))
    if len(rules) == len(PROBES):
        yield Standing(f"is ignored by git ({_told(rules)}): none of it is committed", LIFTED)
        return
    if every and not rules:
        names = _files(root)
    if names:
        shown = ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
        why = f" ({_told(rules)})" if rules else ""
        what = f"is kept in git but for {shown}, which git ignores{why}: commits lack these"
        yield Standing(what, LIFTED, loses=True)


def _told(rules: dict[str, str]) -> str:
    return ", ".join(list(dict.fromkeys(rules.values()))[:SHOWN])


def _rules(root: str) -> dict[str, str]:
    """The probes that git ignores, each with the rule that says so."""
    fed = b"".join(os.fsencode(path) + b"\0" for path in PROBES)
    told = run_git(root, "check-ignore", "--stdin", "-z", "--verbose", input=fed)
    parts = [os.fsdecode(part) for part in told.out.split(b"\0")]
    rows = zip(*(parts[place::4] for place in range(4)), strict=False)
    return {
        path: f"{source}:{line} `{pattern}`"
        for source, line, pattern, path in rows
        if path in PROBES and not pattern.startswith("!")
    }


def _files(root: str) -> list[str]:
    """The files of the store that are there, and that git ignores."""
    command = ("ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--")
    told = run_git(root, "--literal-pathspecs", *command, FILE, *EVERY, *LOGS)
    paths = map(os.fsdecode, told.out.split(b"\0"))
    return [path for path in paths if path.endswith((SUFFIX, LOG))]


def _submodule(root: str) -> Iterator[Standing]:
    """That a store is in a submodule, and above all in one whose commits are on no branch."""
    over = run_git(root, "rev-parse", "--show-superproject-working-tree")
    place = os.fsdecode(over.out.rstrip(b"\n"))
    if over.code or not place:
        return
    head = run_git(root, "symbolic-ref", "--quiet", "HEAD")
    if head.code == DETACHED and not command_to_finish(root):
        what = f"is in a submodule of {place}, on no branch: what is committed is soon lost"
        yield Standing(what, "`git switch` to a branch before you commit")
    else:
        what = f"is in a submodule of {place}, which only notes which of its commits is meant"
        yield Standing(what, f"after a commit here commit there, too: `git -C {place} add` it")
