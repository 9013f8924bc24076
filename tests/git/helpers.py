"""Real git, and clones of a store in it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

from memento_cli.actions.git.setup import setup
from memento_cli.store.directory.store import Store
from tests.conftest import ROOT
from tests.starting import started

PROGRAM = started()
QUIET = ("-c", "commit.gpgsign=false", "-c", "gc.auto=0", "-c", "advice.diverging=false")


class Answer(NamedTuple):
    """What git said."""

    code: int
    out: str
    err: str


def tried(folder: str | Path, *args: str, **env: str) -> Answer:
    """Git in a folder, whatever comes of it; what it starts finds this memento."""
    done = subprocess.run(
        ["git", *QUIET, "-C", str(folder), *args],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        check=False,
    )
    out, err = (part.decode(errors="surrogateescape") for part in (done.stdout, done.stderr))
    return Answer(done.returncode, out, err)


def git(folder: str | Path, *args: str, **env: str) -> str:
    """What git says, which must do what it is asked."""
    done = tried(folder, *args, **env)
    assert done.code == 0, f"git {args}: {done.out}{done.err}"
    return done.out


def commit(store: Store, message: str = "x") -> None:
    """Everything that is in the store, hooks not asked; nothing if nothing has changed."""
    git(store.root, "add", "-A")
    merging = os.path.exists(os.path.join(store.root, ".git", "MERGE_HEAD"))
    if merging or tried(store.root, "diff", "--cached", "--quiet").code:
        git(store.root, "commit", "-qm", message, "--no-verify")


def cloned(source: str | Path, place: str | Path, *, driver: bool = True) -> Store:
    """Another clone, with memento's driver and hooks or without."""
    git(Path(place).parent, "clone", "-q", str(source), str(place))
    store = Store(str(place))
    if driver:
        setup(store, PROGRAM)
    return store


def unmerged(store: Store) -> list[str]:
    """The paths that git could not merge, seen from the top."""
    listed = git(store.root, "diff", "--name-only", "--diff-filter=U", "-z")
    return [name for name in listed.split("\0") if name]
