"""Where the bench runs: the machine, the commit, the command under test, and a private place."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
import sys
import sysconfig
from contextlib import contextmanager
from typing import TYPE_CHECKING

import memento_cli
from memento_cli.named_tuple import NamedTuple
from tests.bench.measuring import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.measuring import Command

KEPT = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "SYSTEMROOT", "LD_LIBRARY_PATH")
PRIVATE = ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
WHERE = "import memento_cli; print(memento_cli.__file__)"
ACTOR = "bench"
NOW_VARIABLE = "MEMENTO_NOW"


class Machine(NamedTuple):
    """What a figure depends on beside the code."""

    platform: str
    cpus: int
    python: str
    sqlite: str
    memento: str
    commit: str
    command: str

    def line(self) -> str:
        """All of it in a line."""
        commit = f" at {self.commit}" if self.commit else ""
        return (
            f"memento {self.memento}{commit}, run as `{self.command}`; Python {self.python}, "
            f"SQLite {self.sqlite}, {self.cpus} CPUs, {self.platform}"
        )


def machine(command: Command) -> Machine:
    """This machine, and what is tested on it."""
    return Machine(
        platform=platform.platform(),
        cpus=os.cpu_count() or 1,
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        memento=memento_cli.__version__,
        commit=commit(),
        command="python -m memento_cli" if "-m" in command else "memento",
    )


def private_place(folder: str, clock: str = "") -> Place:
    """A place in which no child reaches what is the user's: home, caches, settings, memories.

    `clock` is $MEMENTO_NOW for all of them; without it they go by the wall's.
    """
    environ = {key: os.environ[key] for key in KEPT if key in os.environ}
    environ |= dict.fromkeys(PRIVATE, folder) | {"MEMENTO_ACTOR": ACTOR}
    environ |= {NOW_VARIABLE: clock} if clock else {}
    place = Place(folder, environ)
    return place if _installed(place) else place._replace(environ=environ | {"PYTHONPATH": _root()})


def command_under_test(place: Place) -> list[str]:
    """The console script, if it is this interpreter's; else the package run as a module."""
    script = os.path.join(sysconfig.get_path("scripts"), "memento")
    if "PYTHONPATH" not in place.environ and _starts_with(script, sys.executable):
        return [script]
    return [sys.executable, "-m", "memento_cli"]


@contextmanager
def moved_in(place: Place) -> Iterator[None]:
    """This process in the private place, too, while it measures the package from inside."""
    before = dict(os.environ)
    changed = {key: value for key, value in place.environ.items() if key != "PYTHONPATH"}
    os.environ.update(changed)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def commit() -> str:
    """The commit of the source, if it lies in a checkout."""
    if not os.path.exists(os.path.join(_root(), ".git")):
        return ""
    asked = ["git", "-C", _root(), "rev-parse", "--short=12", "HEAD"]
    try:
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _root() -> str:
    return os.path.dirname(os.path.dirname(os.path.abspath(memento_cli.__file__)))


def _installed(place: Place) -> bool:
    """Whether this interpreter finds this very package from anywhere."""
    asked = [sys.executable, "-c", WHERE]
    done = subprocess.run(
        asked,
        capture_output=True,
        text=True,
        env=dict(place.environ),
        cwd=place.folder,
        check=False,
    )
    return done.stdout.strip() == os.path.abspath(memento_cli.__file__)


def _starts_with(script: str, interpreter: str) -> bool:
    try:
        with open(script, "rb") as file:
            return interpreter.encode() in file.read(512)
    except OSError:
        return False
