"""Real faults: child processes with limits or without rights, and system calls that fail."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import LONGER

ROOT = str(Path(__file__).resolve().parents[2])
NOBODY = 65534
needs_strace = pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


def sampled(values: Iterable[Any], every: int = 4) -> list[Any]:
    """All these values, of which the usual run tries one in so many."""
    longer = pytest.mark.longer
    return [pytest.param(one, marks=[longer] * bool(at % every)) for at, one in enumerate(values)]


def in_turn(values: Iterable[Any], every: int) -> list[Any]:
    """One in so many of these values: others with each seed of the longer run."""
    return [*values][int(LONGER or 0) % every :: every]


def in_child(work: Callable[[], None], before: Callable[[], None] = lambda: None) -> None:
    """Do the work in a process of its own; what fails there fails here."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            before()
            work()
            code = 0
        except BaseException:
            os.write(writer, traceback.format_exc().encode(errors="replace")[-4000:])
        finally:
            os._exit(code)
    os.close(writer)
    with os.fdopen(reader, "rb") as said:
        text = said.read().decode()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, text


def without_rights(work: Callable[[], None]) -> None:
    """Do the work as a user whom file modes bind; root becomes nobody for it."""

    def drop() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)

    preload()
    in_child(work, drop)


def with_limit(kind: int, limit: int, work: Callable[[], None]) -> None:
    """Do the work under a resource limit."""
    preload()
    in_child(work, lambda: resource.setrlimit(kind, (limit, resource.getrlimit(kind)[1])))


def preload() -> None:
    """Import what is imported late, which a child without rights or handles may not."""
    for name in ("encodings.idna", "linecache", "tomlkit", "memento_cli.store.toml.splice"):
        import_module(name)


@contextmanager
def open_to_all() -> Iterator[Path]:
    """A folder that nobody may use too; pytest's own are closed to others."""
    root = Path(tempfile.mkdtemp(prefix="memento-"))
    root.chmod(0o777)
    try:
        yield root
    finally:
        for path in root.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)
        shutil.rmtree(root)


def given_away(root: Path) -> None:
    """Let the user without rights own everything here."""
    if os.geteuid() == 0:
        for path in (root, *root.rglob("*")):
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


def run(code: str, *args: str, tool: tuple[str, ...] = (), **env: str) -> tuple[int, str]:
    """Run Python code in a process of its own; its exit code and all it said."""
    done = subprocess.run(
        [*tool, sys.executable, "-c", code, *args],
        cwd=ROOT, env={**os.environ, **env}, capture_output=True, timeout=60,
    )  # fmt: skip
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def strace(*rules: str) -> tuple[str, ...]:
    """The command that runs another with system calls injected."""
    return ("strace", "-f", "-qq", "-o", "/dev/null", *rules)
