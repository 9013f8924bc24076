"""How git treats a store: what it ignores, and whether it is in a submodule or a bare clone."""

from __future__ import annotations

import os

from memento_cli.actions.git.checks import EVERY, LOGS
from memento_cli.errors import Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import FILE, SUFFIX
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
"""A sample path of each sort of file in a store, and the name of that sort."""
SHOWN = 4
LIFTED = "change that rule: `git check-ignore -v PATH` tells which one hides a file"


class Standing(NamedTuple):
    """A problem with git that the user of a store should know; `loses`: commits lack a part of the
    store."""

    problem: str
    advice: str
    loses: bool = False


def standings(root: str, *, every: bool = False) -> list[Standing]:
    """The problems of a store in git; none without git.

    `every`: check every file, and not only one sample path of each sort.
    """
    try:
        kind = run_git(root, "rev-parse", "--is-inside-work-tree")
        if kind.code:
            return []
        if kind.out.strip() != b"true":
            return [_bare_clone()]
        return [*_ignored(root, every), *_submodule(root)]
    except Failed:  # no git, so no clone
        return []


def _bare_clone() -> Standing:
    problem = (
        "is inside a bare clone, or git's own folder: without a work tree git keeps none of it"
    )
    return Standing(problem, "put the store into a clone that has a work tree")


def _ignored(root: str, every: bool) -> Iterator[Standing]:
    """The problem that git ignores all of the store, or a part of it."""
    rules = _rules(root)
    names = list(dict.fromkeys(PROBES[path] for path in rules))
    if len(rules) == len(PROBES):
        yield Standing(f"is ignored by git ({_listed(rules)}): none of it is committed", LIFTED)
        return
    if every and not rules:
        names = _ignored_files(root)
    if names:
        shown = ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
        why = f" ({_listed(rules)})" if rules else ""
        problem = f"is kept in git but for {shown}, which git ignores{why}: commits lack these"
        yield Standing(problem, LIFTED, loses=True)


def _listed(rules: dict[str, str]) -> str:
    return ", ".join(list(dict.fromkeys(rules.values()))[:SHOWN])


def _rules(root: str) -> dict[str, str]:
    """The sample paths that git ignores, each with its rule."""
    names = b"".join(os.fsencode(path) + b"\0" for path in PROBES)
    answer = run_git(root, "check-ignore", "--stdin", "-z", "--verbose", input=names)
    parts = [os.fsdecode(part) for part in answer.out.split(b"\0")]
    rows = zip(*(parts[nth::4] for nth in range(4)), strict=False)
    return {
        path: f"{source}:{line} `{pattern}`"
        for source, line, pattern, path in rows
        if path in PROBES and not pattern.startswith("!")
    }


def _ignored_files(root: str) -> list[str]:
    """The existing files of the store that git ignores."""
    command = ("ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--")
    answer = run_git(root, "--literal-pathspecs", *command, FILE, *EVERY, *LOGS)
    paths = map(os.fsdecode, answer.out.split(b"\0"))
    return [path for path in paths if path.endswith((SUFFIX, LOG))]


def _submodule(root: str) -> Iterator[Standing]:
    """The problem that a store is in a submodule, and worse, in one without a branch."""
    over = run_git(root, "rev-parse", "--show-superproject-working-tree")
    place = os.fsdecode(over.out.rstrip(b"\n"))
    if over.code or not place:
        return
    head = run_git(root, "symbolic-ref", "--quiet", "HEAD")
    if head.code == DETACHED and not command_to_finish(root):
        problem = f"is in a submodule of {place}, on no branch: what is committed is soon lost"
        yield Standing(problem, "`git switch` to a branch before you commit")
    else:
        problem = f"is in a submodule of {place}, which only notes which of its commits is meant"
        yield Standing(problem, f"after a commit here commit there, too: `git -C {place} add` it")
