"""Versions of a folder's files in git: which files a commit changes, and the bytes of each."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import contextmanager
from subprocess import DEVNULL

from memento_cli.errors import Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.git.git import git, index_of_caller, run_git, work_tree_top

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

RAW = ("--raw", "-z", "--no-abbrev", "--no-renames", "--relative", "-O/dev/null")
LOG = (
    "log", "--full-history", "--topo-order", "--reverse", "--diff-merges=separate",
    "--format=%H", "--no-show-signature", "--no-notes", "--no-color", "--no-ext-diff",
    "--no-textconv",
)  # fmt: skip
CHUNK = 1 << 16

Blob = Callable[[str], bytes]
"""A function from a blob's id to its bytes; of the id of all zeros there are none."""


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
