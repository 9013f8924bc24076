"""The schema of a hub comes to its newest version, by whoever may, once, and whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from subprocess import run as run_program
from threading import Barrier

import pytest
from psycopg import errors

from memento_cli.errors import Refused
from memento_cli.hub.administration import add_member
from memento_cli.hub.migrations import (
    BEGIN,
    MEMBER,
    OLDEST_SERVER,
    OWNER,
    VERSION,
    Migrated,
    migrate,
    script,
)
from memento_cli.hub.remote import Remote
from tests.conftest import Ran
from tests.hub.tenants import CLONE, Database

Call = Callable[..., Ran]
MAKER, LESS = "maker-of-hubs", "less-than-a-maker"
NEW, SAME = Migrated(0, VERSION), Migrated(VERSION, VERSION)


@pytest.fixture
def maker(database: Database) -> Iterator[str]:
    """A role that is no superuser, and may make roles, and schemas in the database."""
    with database.connected(autocommit=True) as connection:
        connection.execute(f'create role "{MAKER}" login createrole'.encode())
        connection.execute(f'grant create on database "{database.name}" to "{MAKER}"'.encode())
        text = "select rolname::text from pg_roles where rolname = any(%s)"
        for (role,) in connection.execute(text, ([OWNER, MEMBER],)).fetchall():
            connection.execute(f'grant {role} to "{MAKER}" with admin option'.encode())
    yield MAKER
    with database.connected(autocommit=True) as connection:
        connection.execute("drop schema if exists memento cascade")
        for role in (OWNER, MEMBER):
            connection.execute(f"grant {role} to current_user with admin option".encode())
        connection.execute(f'drop owned by "{MAKER}" cascade'.encode())
        connection.execute(f'drop role "{MAKER}"'.encode())


def test_who_is_no_superuser_makes_a_hub(database: Database, maker: str) -> None:
    """CREATEROLE, and CREATE on the database, are enough; a second time there is nothing to do."""
    with database.connected(maker) as connection:
        assert migrate(connection) == NEW
        assert migrate(connection) == SAME
        is_administrator = "select memento.status() -> 'administrator' = 'true'"
        assert connection.execute(is_administrator).fetchone() == (True,)


def test_who_may_not_is_told_what_it_takes(database: Database, call: Call) -> None:
    """A role without CREATEROLE makes nothing, and neither does one that has only that."""
    with database.connected(autocommit=True) as connection:
        connection.execute(f'create role "{LESS}" login createrole'.encode())
    try:
        done = call("store", "hub", "init", database.url(LESS))
        assert done.code == Refused.code
        assert f"{LESS} may not make a hub here" in done.stderr
        assert "--print" in done.stderr
        with database.connected() as connection:
            assert connection.execute("select to_regnamespace('memento')").fetchone() == (None,)
    finally:
        with database.connected(autocommit=True) as connection:
            connection.execute(f'drop owned by "{LESS}"'.encode())
            connection.execute(f'drop role "{LESS}"'.encode())


def test_of_two_at_once_one_waits(database: Database) -> None:
    """Two that make a hub at once both end well, and one has made it."""
    ready = Barrier(2)

    def make(_: int) -> Migrated:
        with database.connected() as connection:
            ready.wait(10)
            return migrate(connection)

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(make, range(2))) == [NEW, SAME]


def test_an_administrators_script_is_the_same(database: Database, call: Call) -> None:
    """psql -1 runs what --print prints, twice, and leaves what `init` would have made."""
    printed = call("store", "hub", "init", "--print").stdout
    assert printed == script()
    words = ("-1", "-v", "ON_ERROR_STOP=1", "-q", "-f", "-", database.url())
    programs = database.server.programs
    for _ in range(2):
        done = run_program(
            [f"{programs.folder}/bin/psql", *words],
            env=programs.environment,
            input=printed,
            text=True,
            capture_output=True,
        )
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
    done = call("store", "hub", "init", database.url())
    assert "nothing to do" in done.stdout


def test_a_newer_schema_is_left_alone(database: Database, call: Call) -> None:
    """A hub of a later memento is refused, with what to do."""
    with database.connected() as connection:
        migrate(connection)
        connection.execute("update memento.meta set version = %s", (VERSION + 1,))
    done = call("store", "hub", "init", database.url())
    assert done.code == Refused.code
    assert f"version {VERSION + 1} of its schema, and this memento knows {VERSION}" in done.stderr
    assert "upgrade memento" in done.stderr


def test_an_older_schema_is_brought_up(database: Database, call: Call) -> None:
    """From each older version on, only what is missing is done; the others' rows stay."""
    for version in range(1, VERSION):
        with database.connected() as connection:
            migrate(connection, version)
            connection.execute("insert into memento.tenant (tenant) values ('red')")
        done = call("store", "hub", "init", database.url(), "--json")
        assert f'"before": {version}, "after": {VERSION}' in done.stdout
        with database.connected() as connection:
            (told,) = connection.execute("select memento.status()").fetchone() or ({},)
            assert [one["tenant"] for one in told["tenants"]] == ["red"]
            connection.execute("drop schema memento cascade")


@pytest.mark.parametrize(("step", "hint"), [(-1, "store hub init"), (1, "upgrade memento")])
def test_a_sync_wants_the_same_schema(database: Database, step: int, hint: str) -> None:
    """A clone neither writes to an older hub nor to a newer one, and says who is to do what."""
    with database.connected() as connection:
        migrate(connection)
        add_member(connection, "postgres", "red")
        connection.execute("update memento.meta set version = version + %s", (step,))
    with (
        database.connected(autocommit=True) as connection,
        pytest.raises(Refused, match=f"has version {VERSION + step} of its schema") as caught,
    ):
        Remote(connection, "red", CLONE).pull("", "", "")
    assert hint in caught.value.hint


def test_what_fails_leaves_nothing(database: Database) -> None:
    """Where another schema of that name is, it stays as it is, and nothing is beside it."""
    with database.connected() as connection:
        connection.execute("create schema memento")
        connection.commit()
        with pytest.raises(errors.DuplicateSchema):
            migrate(connection)
        assert connection.execute("select to_regclass('memento.meta')").fetchone() == (None,)


def test_an_old_server_is_refused_in_a_sentence(database: Database) -> None:
    """What the script asks of a server it asks before anything else."""
    asked = f"< {OLDEST_SERVER}0000"
    assert BEGIN.index(asked) < BEGIN.index("pg_advisory_xact_lock")
    newest = BEGIN.replace(asked, "< 990000")
    with (
        database.connected() as connection,
        pytest.raises(errors.FeatureNotSupported, match="a hub needs PostgreSQL 15 or newer"),
    ):
        connection.execute(newest.encode())
