"""What git has of a folder: which files are changed, now or ever, and the bytes of each version."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import contextmanager
from subprocess import DEVNULL

from memento_cli.errors import Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.git.git import asked, git, index_of_caller, top_of

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
"""What has the bytes of a blob by its id; those of the id of nothing are none."""


class Version(NamedTuple):
    """A file that a commit changes, seen from the folder: the ids of its blobs before and after.

    The id of nothing, all zeros, stands for no file, and for what is no plain one.
    """

    path: str
    before: str
    after: str
    commit: str = ""


def staged_versions(root: str, base: str = "HEAD") -> list[Version]:
    """What the next commit would change of a base, by the index that git is about to take."""
    top_of(root)
    tree = asked(root, "rev-parse", "--verify", "--quiet", f"{base}^{{tree}}")
    if tree.code:  # nothing is committed yet: all is compared with the empty tree
        tree = asked(root, "hash-object", "-t", "tree", "--stdin", fed=b"")
    compare = ("diff-index", "--cached", *RAW, tree.out.decode().strip(), "--", ".")
    told = asked(root, *compare, index=index_of_caller(root))
    if told.code:
        raise Failed(f"git in {root}: {told.complaint}")
    return list(_versions(told.out.split(b"\0")))


def all_versions(root: str) -> Iterator[Version]:
    """What any commit on any branch changed under a folder, the oldest first."""
    return versions(root, "--all")


def versions(root: str, *ends: str, paths: Sequence[str] = (".",)) -> Iterator[Version]:
    """What the commits between some ends, as git takes them, changed of paths under a folder."""
    top_of(root)
    with git(root, *LOG, *RAW, *ends, "--", *paths, errors=DEVNULL) as log:
        assert log.stdout is not None
        yield from _versions(_parts(log.stdout.read))
        if log.wait():
            raise Failed(f"git log in {root} stopped with code {log.returncode}")


def unmerged_blobs(root: str, path: str) -> list[str]:
    """What git is merging in a file: the ids of its blobs before, on our side, and on theirs."""
    told = asked(root, "--literal-pathspecs", "ls-files", "--unmerged", "-z", "--", path)
    return [entry.split()[1].decode() for entry in told.out.split(b"\0") if entry]


@contextmanager
def blobs(root: str, warn: Callable[[str], None]) -> Iterator[Blob]:
    """What reads blobs one by one; of one that git does not have, `warn` hears."""
    with git(root, "cat-file", "--batch", errors=DEVNULL, fed=True) as process:
        asks, tells = process.stdin, process.stdout
        assert asks is not None and tells is not None

        def blob(id: str) -> bytes:
            if not id.strip("0"):
                return b""
            asks.write(f"{id}\n".encode())
            asks.flush()
            head = tells.readline().split()
            if head[1:2] != [b"blob"]:
                warn(f"git does not have the blob {id}; passed over")
                return b""
            return tells.read(int(head[2]) + 1)[:-1]

        yield blob


def _versions(parts: Iterable[bytes]) -> Iterator[Version]:
    """The versions that git tells with `--raw -z`, and before them the commit, where it does."""
    waiting, commit = iter(parts), ""
    for part in waiting:
        told = part.strip(b"\n").decode(errors="replace")
        if not told.startswith(":"):
            commit = told or commit
            continue
        old_mode, mode, before, after, _ = told[1:].split(" ")
        none = "0" * len(after)
        path = os.fsdecode(next(waiting, b""))
        before = before if old_mode.startswith("100") else none
        yield Version(path, before, after if mode.startswith("100") else none, commit)


def _parts(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """What a stream says, split at each NUL."""
    rest = b""
    while chunk := read(CHUNK):
        *whole, rest = (rest + chunk).split(b"\0")
        yield from whole
    yield rest
