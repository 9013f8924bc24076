"""A hub to try with: a PostgreSQL of this user alone, on this machine, on a socket and no port.

It runs until it is stopped, or the machine is; what it has stays.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from urllib.parse import quote

from memento_cli.errors import Failed, MementoError, Refused
from memento_cli.hub.connection import connected
from memento_cli.hub.trial_programs import (
    environment_of,
    make_cluster,
    move_into_place,
    refuse_root,
    unpacked,
    unpacker,
)
from memento_cli.index.database.place import cache_folder
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import suppress
from memento_cli.store.directory.location import is_exclusively_own

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable

ROLE = DATABASE = "memento"
PORT = "5432"
"""The end of the socket's name; nothing listens on a port."""
LOG, DATA, PID = "log", "data", "postmaster.pid"
SOCKET = f".s.PGSQL.{PORT}"
LONGEST_SOCKET = 103
"""Bytes of a socket's path that every system takes."""
OWN = ("-c", "listen_addresses=", "-c", "unix_socket_permissions=0700")
"""Nobody else reaches the server, which asks for no password."""
PATIENCE_SECONDS = 60
GLANCE_SECONDS = 0.1
TRIES, PAUSE_SECONDS = 10, 0.5


class Trial(NamedTuple):
    """A hub to try with: its folder, and its URL."""

    folder: str
    url: str


def trial() -> Trial:
    """The hub to try with of this user, which need not be there yet."""
    import platformdirs

    folder = platformdirs.user_state_dir("memento-hub")
    place = quote(folder, safe="/")
    return Trial(folder, f"postgresql://{ROLE}@:{PORT}/{DATABASE}?host={place}")


def start(trial: Trial) -> bool:
    """Start its server, made first if it is not there; False if it runs already."""
    refuse_root()
    if is_running(trial):
        return False
    if len(os.fsencode(os.path.join(trial.folder, SOCKET))) > LONGEST_SOCKET:
        raise Failed(f"the path of {trial.folder} is too long for a socket", "set XDG_STATE_HOME")
    os.makedirs(trial.folder, mode=0o700, exist_ok=True)
    if not is_exclusively_own(trial.folder):
        raise Refused(f"others may write to {trial.folder}", "`chmod 700` makes it yours alone")
    programs = unpacked(os.path.join(cache_folder(), "memento"), unpacker())
    data = os.path.join(trial.folder, DATA)
    if not os.path.isdir(data):
        _make(programs, trial.folder, data)
    _serve(programs, trial)
    _make_database(trial)
    return True


def stop(trial: Trial) -> bool:
    """Stop its server; False if it does not run."""
    if not is_running(trial):
        return False
    path = os.path.join(trial.folder, DATA, PID)
    with open(path, encoding="utf-8") as file:
        process = int(file.readline())
    os.kill(process, signal.SIGINT)
    if not _waited(lambda: not os.path.exists(path)):
        raise Failed(f"the server does not stop: it is process {process}", f"see {_log(trial)}")
    return True


def is_running(trial: Trial) -> bool:
    """Whether its server answers. A file that names a process may outlive it."""
    try:
        with connected(_maintenance(trial)):
            return True
    except MementoError:
        return False


def _maintenance(trial: Trial) -> str:
    """The URL of the database that every server has."""
    return trial.url.replace(f"/{DATABASE}?", "/postgres?", 1)


def _make(programs: str, folder: str, data: str) -> None:
    """Make the data folder aside, and move it into place when it is whole."""
    with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as aside:
        new = os.path.join(aside, DATA)
        make_cluster(programs, new, ROLE)
        move_into_place(new, data)


def _serve(programs: str, trial: Trial) -> None:
    """Start the server, and wait until it answers.

    It ends at once where another one serves this folder already, which may not answer yet, or where
    processes of one that was killed are not gone yet. So it is tried more than once.
    """
    for _ in range(TRIES):
        if _answers(_started(programs, trial), trial):
            return
        time.sleep(PAUSE_SECONDS)
    raise Failed("the server does not start", f"see {_log(trial)}")


def _answers(server: subprocess.Popen[bytes], trial: Trial) -> bool:
    """Whether the hub comes to answer before its server has ended."""
    _waited(lambda: is_running(trial) or server.poll() is not None)
    return is_running(trial)


def _started(programs: str, trial: Trial) -> subprocess.Popen[bytes]:
    """A server as a process of its own, which outlives this one."""
    program, data = os.path.join(programs, "bin", "postgres"), os.path.join(trial.folder, DATA)
    with open(_log(trial), "ab") as log:
        return subprocess.Popen(
            [program, "-D", data, "-k", trial.folder, "-p", PORT, *OWN],
            env=environment_of(programs),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def _make_database(trial: Trial) -> None:
    from psycopg import errors

    with (
        connected(_maintenance(trial)) as connection,
        suppress(errors.DuplicateDatabase, errors.UniqueViolation),  # of two at once
    ):
        connection.execute(f"create database {DATABASE} template template0".encode())


def _log(trial: Trial) -> str:
    return os.path.join(trial.folder, LOG)


def _waited(is_done: Callable[[], bool]) -> bool:
    """Wait until it is so; False if it takes too long."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_done():
        if time.monotonic() > end:
            return False
        time.sleep(GLANCE_SECONDS)
    return True
