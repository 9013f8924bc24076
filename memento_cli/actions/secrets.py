"""secrets: find keys and passwords in what a store keeps, in what git is about to, and ever did."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from subprocess import DEVNULL
from typing import NamedTuple

from memento_cli.core.secret_marks import ALLOWED
from memento_cli.core.secrets import secrets_in
from memento_cli.errors import BadData, Failed
from memento_cli.store.files import read_regular
from memento_cli.store.git import asked, git, top_of
from memento_cli.store.logs import SUFFIX
from memento_cli.store.store import PRIVATE, Store
from memento_cli.store.strict_json import loaded

KEPT = (".toml", SUFFIX)
PASSED_OVER = {".git", PRIVATE}
RAW = ("--raw", "-z", "--no-abbrev", "--no-renames", "--relative", "-O/dev/null")
LOG = (
    "log", "--all", "--full-history", "--reverse", "--diff-merges=separate", "--format=%H",
    "--no-show-signature", "--no-notes", "--no-color", "--no-ext-diff",
)  # fmt: skip
CHUNK = 1 << 16


class Found(NamedTuple):
    """A secret that is kept: where, its kind, as much as may be shown, and if it was allowed.

    `path` is seen from the store, `commit` the first that has it, `memory` the one it belongs to.
    """

    path: str
    line: int
    kind: str
    shown: str
    memory: str = ""
    allowed: bool = False
    commit: str = ""

    @property
    def where(self) -> str:
        """The place, with the commit as git takes it: `1a2b3c4d5e6f:memories/x.toml:7`."""
        return ":".join(filter(None, (self.commit[:12], self.path, str(self.line))))


Value = tuple[Found, str]
"""What was found, and the secret itself, which is compared and never shown."""


class Change(NamedTuple):
    """A file that a commit changes: its blobs before and after, by their ids."""

    path: str
    before: str
    after: str
    commit: str


def stored_secrets(store: Store, tick: Callable[[], None] = lambda: None) -> list[Found]:
    """The secrets in the files and logs that a store has now. `tick` is called once a file."""
    found = []
    for path in kept_files(store.root):
        raw = _read(store, path)
        found += [each for each, _ in _values(os.path.relpath(path, store.root), raw)]
        tick()
    return _judged(store, found)


def kept_files(root: str) -> Iterator[str]:
    """Every TOML file and every log below a store's folder; no link is followed."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - PASSED_OVER)
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(KEPT))


def staged_secrets(store: Store) -> list[Found]:
    """The secrets that the next commit would add to what git has of a store, as they are staged.

    What stood in one of the files that it changes or removes is not added by it.
    """
    top_of(store.root)
    base = asked(store.root, "rev-parse", "--verify", "--quiet", "HEAD^{tree}")
    if base.code:
        base = asked(store.root, "hash-object", "-t", "tree", "--stdin", fed=b"")
    tree = base.out.decode().strip()
    told = asked(store.root, "diff-index", "--cached", *RAW, tree, "--", ".")
    if told.code:
        raise Failed(f"git in {store.root}: {told.complaint}")
    changes = list(_changes(told.out.split(b"\0")))
    with _blobs(store) as blob:
        old = (value for each in changes for value in _values(each.path, blob(each.before)))
        known = {secret for _, secret in old}
        new = [value for each in changes for value in _values(each.path, blob(each.after))]
    return _judged(store, [found for found, secret in new if secret not in known])


def history_secrets(store: Store, tick: Callable[[], None] = lambda: None) -> list[Found]:
    """The secrets in every version of every file that git has of a store, on any branch.

    Each once for its path, in the first commit that has it. `tick` is called once a version.
    """
    top_of(store.root)
    found, seen, read = list[Found](), set[tuple[str, str]](), set[bytes]()
    with git(store.root, *LOG, *RAW, "--", ".", errors=DEVNULL) as log, _blobs(store) as blob:
        assert log.stdout is not None
        for change in _changes(_parts(log.stdout.read)):
            tick()
            id = bytes.fromhex(change.after)
            values = () if id in read else _values(change.path, blob(change.after), change.commit)
            read.add(id)
            for each, secret in values:
                if (change.path, secret) not in seen:
                    seen.add((change.path, secret))
                    found.append(each)
        if log.wait():
            raise Failed(f"git log in {store.root} stopped with code {log.returncode}")
    return _judged(store, found)


def _values(path: str, raw: bytes, commit: str = "") -> Iterator[Value]:
    """The secrets in a file's bytes, each with its line, and in a log with its memory."""
    text = raw.decode(errors="replace")
    line, at, end, memory = 1, 0, -1, _memory_of(path)
    for secret in secrets_in(text):
        line += text.count("\n", at, secret.start)
        at = secret.start
        if path.endswith(SUFFIX) and at >= end:
            end = text.find("\n", at) % (len(text) + 1)
            memory = _memory_in(text[text.rfind("\n", 0, at) + 1 : end])
        found = Found(path, line, secret.kind, secret.shown, memory, commit=commit)
        yield found, text[secret.start : secret.end]


def _memory_of(path: str) -> str:
    """The id of the memory that a file is, by its name."""
    folder, name = os.path.split(path)
    return name.removesuffix(".toml") if folder in ("memories", "archive") else ""


def _memory_in(line: str) -> str:
    """The id of the memory that a line of a log is about."""
    try:
        said = loaded(line)
    except ValueError:
        return ""
    return str(said.get("memory", "")) if isinstance(said, dict) else ""


def _judged(store: Store, found: list[Found]) -> list[Found]:
    """Those that the journal says were allowed are marked."""
    if not found:
        return []
    allowed = set[tuple[str, str]]()
    for line in store.journal.lines().lines:
        kinds = line.more.get(ALLOWED)
        if isinstance(kinds, list):
            allowed.update((line.memory, str(kind)) for kind in kinds)
    return [each._replace(allowed=(each.memory, each.kind) in allowed) for each in found]


def _read(store: Store, path: str) -> bytes:
    """The bytes of a file; one that cannot be read is named and passed over."""
    try:
        return read_regular(path)
    except FileNotFoundError:  # gone since it was listed
        return b""
    except OSError as problem:
        why = "a symbolic link" if os.path.islink(path) else problem.strerror
        store.warn(f"{path}: cannot be read: {why}; passed over")
    except BadData as problem:
        store.warn(f"{problem.message}; passed over")
    return b""


def _changes(parts: Iterable[bytes]) -> Iterator[Change]:
    """The changes that git tells with `--raw -z`, and before them the commit, where it names one.

    Only plain files have secrets: links and submodules count as empty.
    """
    waiting, commit = iter(parts), ""
    for part in waiting:
        told = part.strip(b"\n").decode(errors="replace")
        if not told.startswith(":"):
            commit = told or commit
            continue
        old_mode, mode, before, after, _ = told[1:].split(" ")
        path = os.fsdecode(next(waiting, b""))
        none = "0" * len(after)
        before = before if old_mode.startswith("100") else none
        yield Change(path, before, after if mode.startswith("100") else none, commit)


def _parts(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """What a stream says, split at each NUL."""
    rest = b""
    while chunk := read(CHUNK):
        *whole, rest = (rest + chunk).split(b"\0")
        yield from whole
    yield rest


@contextmanager
def _blobs(store: Store) -> Iterator[Callable[[str], bytes]]:
    """What reads the bytes of git's blobs by their ids; one that git does not have is empty."""
    with git(store.root, "cat-file", "--batch", errors=DEVNULL, fed=True) as process:
        asks, tells = process.stdin, process.stdout
        assert asks is not None and tells is not None

        def blob(id: str) -> bytes:
            if not id.strip("0"):
                return b""
            asks.write(f"{id}\n".encode())
            asks.flush()
            head = tells.readline().split()
            if head[1:2] != [b"blob"]:
                store.warn(f"git does not have the blob {id}; passed over")
                return b""
            return tells.read(int(head[2]) + 1)[:-1]

        yield blob
