"""The servers of the tests themselves: they are real, and none is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from memento_cli.hub.connection import connected
from memento_cli.hub.migrations import VERSION
from tests.conftest import ROOT
from tests.hub.servers import (
    HAS_WHEELS,
    VARIABLE,
    Server,
    bouncer,
    programs_18,
    server_of,
    wait_until,
)

CHILD = """
import sys, time
from tests.hub.servers import Programs, server_of
from memento_cli.hub.trial_programs import environment_of
programs, template, folder = sys.argv[1:]
server_of(Programs(programs, environment_of(programs)), template, folder)
print("started", flush=True)
time.sleep(60)
"""


def test_no_server_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where pyproject.toml installs one, unless it is said that none is wanted."""
    monkeypatch.setenv(VARIABLE, "none")
    with pytest.raises(pytest.skip.Exception):
        programs_18(tmp_path)
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setitem(sys.modules, "pg0", None)
    with pytest.raises(pytest.fail.Exception if HAS_WHEELS else pytest.skip.Exception) as caught:
        programs_18(tmp_path)
    assert f"{VARIABLE}=none" in str(caught.value) and "hub-local" in str(caught.value)


def test_each_has_a_hub(each_server: Server) -> None:
    """A new database has the newest schema, and is nobody else's."""
    name = each_server.database()
    rows = each_server.execute("select version from memento.meta", database=name)
    assert rows == [(VERSION,)]
    assert each_server.database() != name


def test_the_newest_has_vectors(server: Server) -> None:
    """pgvector comes with it."""
    name = server.database("template1")
    if os.environ.get(VARIABLE) and not server.execute(
        "select 1 from pg_available_extensions where name = 'vector'"
    ):
        pytest.skip(f"the PostgreSQL of {VARIABLE} lacks pgvector")
    server.execute("create extension vector", database=name)
    assert server.execute("select '[1,2]'::vector <-> '[1,2]'", database=name) == [(0.0,)]


def test_a_server_ends_with_its_parent(server: Server, shared: Path, short: str) -> None:
    """Also when the tests are killed, and can do nothing more."""
    folder = os.path.join(short, "pg")
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, server.programs.folder, str(shared / "v18/data"), folder],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"started\n"
    pid = int(Path(folder, "data", "postmaster.pid").read_text().split()[0])
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    wait_until(lambda: not os.path.exists(f"/proc/{pid}"))


def test_a_standby_has_what_was_acknowledged(server: Server, shared: Path, short: str) -> None:
    """The primary is killed, the standby is promoted, and has the row."""
    template = str(shared / "v18/data")
    primary = server_of(server.programs, template, os.path.join(short, "a"))
    standby = primary.standby(os.path.join(short, "b"))
    try:
        primary.execute("create table t (n int)", "insert into t values (7)")
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            standby.execute("create table u (n int)")  # `t` is there, but may not be seen yet
        primary.kill()
        standby.promote()
        standby.execute("insert into t values (9)")
        assert standby.execute("select n from t order by n") == [(7,), (9,)]
    finally:
        primary.kill()
        standby.kill()


def test_a_pool_between_gives_transactions_any_connection(server: Server, short: str) -> None:
    """A connection to a hub begins, asks with arguments and commits as without it."""
    name, folder = server.database(), os.path.join(short, "b")
    with bouncer(server, folder, ["postgres"]) as place:
        url = f"postgresql://postgres@:5432/{name}?host={place}"
        with connected(url) as one, connected(url) as other:
            for _ in range(8):
                for connection in (one, other):
                    with connection.transaction():
                        row = connection.execute("select %s::text", ("ü",)).fetchone()
                        assert row == ("ü",)
