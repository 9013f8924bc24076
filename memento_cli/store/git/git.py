"""Running git so that nothing that a repository configures runs: no hook, no monitor, no tool."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import contextmanager
from subprocess import DEVNULL, PIPE, Popen

from memento_cli.errors import Failed, NotFound
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
RAW = ("--raw", "-z", "--no-abbrev", "--no-renames", "--relative", "-O/dev/null")
LOG = (
    "log", "--full-history", "--topo-order", "--reverse", "--diff-merges=separate",
    "--format=%H", "--no-show-signature", "--no-notes", "--no-color", "--no-ext-diff",
    "--no-textconv",
)  # fmt: skip
CHUNK = 1 << 16
Blob = Callable[[str], bytes]
"""A function from a blob's id to its bytes; of the id of all zeros there are none."""


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
        if bare:
            raise NotFound(f"{path} is in a bare clone of git, which has no work tree")
        from shlex import quote  # only a mistake needs it

        raise NotFound(f"{path} is in no git repository", f"`git -C {quote(path)} init` makes one")
    return os.fsdecode(answer.out.rstrip(b"\n"))


class Version(NamedTuple):
    """A file that a commit changes: its path in the folder, its blobs' ids before and after.

    The id of all zeros stands for no file, and for one that is no plain file.
    """

    path: str
    before: str
    after: str
    commit: str = ""


def staged_versions(root: str, base: str = "HEAD") -> list[Version]:
    """The files that the next commit would change in comparison with a base, by git's index."""
    work_tree_top(root)
    tree = run_git(root, "rev-parse", "--verify", "--quiet", f"{base}^{{tree}}")
    if tree.code:  # nothing is committed yet: all is compared with the empty tree
        tree = run_git(root, "hash-object", "-t", "tree", "--stdin", input=b"")
    compare = ("diff-index", "--cached", *RAW, tree.out.decode().strip(), "--", ".")
    result = run_git(root, *compare, index=index_of_caller(root))
    if result.code:
        raise Failed(f"git in {root}: {result.complaint}")
    return list(_parsed_versions(result.out.split(b"\0")))


def all_versions(root: str) -> Iterator[Version]:
    """The changes of every commit on any branch under a folder, the oldest first."""
    return versions(root, "--all")


def versions(root: str, *ends: str, paths: Sequence[str] = (".",)) -> Iterator[Version]:
    """The changes to paths under a folder in the commits that `ends` selects, as for `git log`."""
    work_tree_top(root)
    with git(root, *LOG, *RAW, *ends, "--", *paths, errors=DEVNULL) as log:
        assert log.stdout is not None
        yield from _parsed_versions(_split_at_nul(log.stdout.read))
        if log.wait():
            raise Failed(f"git log in {root} stopped with code {log.returncode}")


def unmerged_blobs(root: str, path: str) -> list[str]:
    """The ids of the blobs that git is merging in a file: of the base, ours, and theirs."""
    result = run_git(root, "--literal-pathspecs", "ls-files", "--unmerged", "-z", "--", path)
    return [stage.split()[1].decode() for stage in result.out.split(b"\0") if stage]


@contextmanager
def blobs(root: str, warn: Callable[[str], None]) -> Iterator[Blob]:
    """A reader of blobs; it calls `warn` for one that git does not have."""
    with git(root, "cat-file", "--batch", errors=DEVNULL, has_input=True) as process:
        requests, answers = process.stdin, process.stdout
        assert requests is not None and answers is not None

        def blob(id: str) -> bytes:
            if not id.strip("0"):
                return b""
            requests.write(f"{id}\n".encode())
            requests.flush()
            head = answers.readline().split()
            if head[1:2] != [b"blob"]:
                warn(f"git does not have the blob {id}; passed over")
                return b""
            return answers.read(int(head[2]) + 1)[:-1]

        yield blob


def _parsed_versions(parts: Iterable[bytes]) -> Iterator[Version]:
    """The versions in the output of `--raw -z`, which may name the commit before its versions."""
    remaining, commit = iter(parts), ""
    for part in remaining:
        text = part.strip(b"\n").decode(errors="replace")
        if not text.startswith(":"):
            commit = text or commit
            continue
        old_mode, mode, before, after, _ = text[1:].split(" ")
        none = "0" * len(after)
        path = os.fsdecode(next(remaining, b""))
        before = before if old_mode.startswith("100") else none
        yield Version(path, before, after if mode.startswith("100") else none, commit)


def _split_at_nul(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """The content of a stream, split at each NUL."""
    rest = b""
    while chunk := read(CHUNK):
        *whole, rest = (rest + chunk).split(b"\0")
        yield from whole
    yield rest
