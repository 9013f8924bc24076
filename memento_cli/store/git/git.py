"""Running git so that nothing that a repository configures runs: no hook, no monitor, no tool."""

from __future__ import annotations

import os
from contextlib import contextmanager
from subprocess import DEVNULL, PIPE, Popen

from memento_cli.errors import Failed, NotFound
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

SAFE = (
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "diff.external=", "log.showRoot=true",
    "log.follow=false", "i18n.logOutputEncoding=UTF-8", "protocol.allow=never",
    "commit.gpgSign=false", "gc.auto=0", "maintenance.auto=false",
)  # fmt: skip
QUIET = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}
KEPT = ("GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL")
INDEX = "GIT_INDEX_FILE"
DETACHED = 1
"""The code of `symbolic-ref --quiet` where HEAD is on no branch."""
FINISHED_BY = {
    "rebase-merge": "git rebase --continue",
    "rebase-apply": "git rebase --continue",
    "MERGE_HEAD": "git commit",
    "CHERRY_PICK_HEAD": "git cherry-pick --continue",
    "REVERT_HEAD": "git revert --continue",
}
"""Files in git's folder that tell of an unfinished operation, and the command that finishes it."""


class GitResult(NamedTuple):
    """The result of a git command: exit code, output, and the first line of its error message."""

    code: int
    out: bytes
    complaint: str


@contextmanager
def git(
    path: str, *command: str, errors: int = PIPE, has_input: bool = False, index: str = ""
) -> Iterator[Popen[bytes]]:
    """A git process in a folder; it ends with the block.

    `has_input`: the caller writes to its stdin; `index`: an index file in place of git's own.
    """
    settings = [word for setting in SAFE for word in ("-c", setting)]
    try:
        process = Popen(
            ["git", "--no-pager", *settings, "-C", path, *command],
            stdin=PIPE if has_input else DEVNULL,
            stdout=PIPE,
            stderr=errors,
            env=_environment(index),
        )
    except FileNotFoundError:
        raise Failed(
            "git is not installed", "install it; memento asks it for what is about git"
        ) from None
    except (OSError, ValueError) as problem:
        raise Failed(f"git in {path}: {problem}") from None
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def _environment(index: str) -> dict[str, str]:
    """The environment without the variables that would direct git to another repository."""
    own = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("GIT_") or key.startswith(KEPT)
    }
    return own | QUIET | ({INDEX: index} if index else {})


def run_git(path: str, *command: str, input: bytes | None = None, index: str = "") -> GitResult:
    """Run one git command in a folder, to its end."""
    with git(path, *command, has_input=input is not None, index=index) as process:
        out, errors = process.communicate(input)
    lines = errors.decode(errors="replace").removeprefix("fatal: ").split("\n")
    return GitResult(process.returncode, out, lines[0])


def command_to_finish(path: str) -> str:
    """The command that finishes an unfinished merge or rebase; empty if there is none."""
    folder = _git_folder(path)
    names = (name for name in FINISHED_BY if folder and os.path.exists(os.path.join(folder, name)))
    return FINISHED_BY.get(next(names, ""), "")


def index_of_caller(path: str) -> str:
    """The index of the git command of this repository that has called memento, as a hook or editor.

    Empty if none has, or a command of another repository, whose index is not to be touched: it lies
    in that one's folder, or git was started from its work tree.
    """
    index = os.environ.get(INDEX)
    if not index:
        return ""
    folder, place = _git_folder(path), os.path.realpath(index)
    if os.path.lexists(os.path.join(os.path.dirname(place), "HEAD")):  # a folder of git's
        return place if os.path.dirname(place) == os.path.realpath(folder) else ""
    return place if folder and folder == _git_folder(os.curdir) else ""


def _git_folder(path: str) -> str:
    """The path of git's folder for this work tree; empty outside of one."""
    answer = run_git(path, "rev-parse", "--absolute-git-dir")
    return "" if answer.code else os.fsdecode(answer.out.rstrip(b"\n"))


def work_tree_top(path: str) -> str:
    """The top of the work tree that a folder is in; NotFound if it is in none."""
    answer = run_git(path, "rev-parse", "--show-toplevel")
    if answer.code:
        bare = run_git(path, "rev-parse", "--is-inside-work-tree").out.strip() == b"false"
        what = "a bare clone of git, which has no work tree" if bare else "no git repository"
        raise NotFound(f"{path} is in {what}", f"git says: {answer.complaint}")
    return os.fsdecode(answer.out.rstrip(b"\n"))
