"""Git, asked so that nothing that a repository configures runs: no hook, no monitor, no tool."""

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
ENDED_BY = {
    "rebase-merge": "git rebase --continue",
    "rebase-apply": "git rebase --continue",
    "MERGE_HEAD": "git commit",
    "CHERRY_PICK_HEAD": "git cherry-pick --continue",
    "REVERT_HEAD": "git revert --continue",
}
"""What git leaves in its folder while it waits, and what ends that."""


class GitResult(NamedTuple):
    """What git said: its exit code, its output, and its complaint in one line."""

    code: int
    out: bytes
    complaint: str


@contextmanager
def git(
    path: str, *command: str, errors: int = PIPE, fed: bool = False, index: str = ""
) -> Iterator[Popen[bytes]]:
    """Git at work in a folder; it ends with the block.

    `fed`: its input is written here; `index`: the one that it takes instead of its own.
    """
    settings = [word for setting in SAFE for word in ("-c", setting)]
    try:
        process = Popen(
            ["git", "--no-pager", *settings, "-C", path, *command],
            stdin=PIPE if fed else DEVNULL,
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
    """The environment without what would lead git elsewhere."""
    own = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("GIT_") or key.startswith(KEPT)
    }
    return own | QUIET | ({INDEX: index} if index else {})


def asked(path: str, *command: str, fed: bytes | None = None, index: str = "") -> GitResult:
    """All that git answers to one command in a folder."""
    with git(path, *command, fed=fed is not None, index=index) as process:
        out, told = process.communicate(fed)
    lines = told.decode(errors="replace").removeprefix("fatal: ").split("\n")
    return GitResult(process.returncode, out, lines[0])


def under_way(path: str) -> str:
    """The command that ends what git is in the middle of, such as a merge; or nothing."""
    folder = _git_folder(path)
    there = (name for name in ENDED_BY if folder and os.path.exists(os.path.join(folder, name)))
    return ENDED_BY.get(next(there, ""), "")


def index_of_caller(path: str) -> str:
    """The index of the commit under way here, which has called this as a hook or an editor.

    Nothing if none has, or one of another repository, whose index is not to be touched: it lies in
    that one's folder, or git was started from its work tree.
    """
    index = os.environ.get(INDEX)
    if not index:
        return ""
    folder, place = _git_folder(path), os.path.realpath(index)
    if os.path.lexists(os.path.join(os.path.dirname(place), "HEAD")):  # a folder of git's
        return place if os.path.dirname(place) == os.path.realpath(folder) else ""
    return place if folder and folder == _git_folder(os.curdir) else ""


def _git_folder(path: str) -> str:
    """Where git keeps what belongs to this work tree; nothing outside of one."""
    answer = asked(path, "rev-parse", "--absolute-git-dir")
    return "" if answer.code else os.fsdecode(answer.out.rstrip(b"\n"))


def top_of(path: str) -> str:
    """The top of the work tree that a folder is in; NotFound if it is in none."""
    answer = asked(path, "rev-parse", "--show-toplevel")
    if answer.code:
        bare = asked(path, "rev-parse", "--is-inside-work-tree").out.strip() == b"false"
        what = "a bare clone of git, which has no work tree" if bare else "no git repository"
        raise NotFound(f"{path} is in {what}", f"git says: {answer.complaint}")
    return os.fsdecode(answer.out.rstrip(b"\n"))
