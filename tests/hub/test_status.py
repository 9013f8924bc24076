"""How a hub is, as each role may see it, and what is wrong with it: code 4 for cron."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from psycopg import sql

from memento_cli import Store
from memento_cli.errors import NotFound, Refused, Usage
from memento_cli.hub.administration import add_member, erase_tenant, limit_tenant, remove_member
from memento_cli.hub.migrations import VERSION, migrate
from memento_cli.hub.notes import Meeting, opened
from memento_cli.hub.status import hub_status
from tests.conftest import Ran
from tests.hub.tenants import CLONE, Database, fill
from tests.store.helpers import recorded

Status = Callable[..., Ran]
ANA, BOB, EVE = "ana-sta", "bob-sta", "eve-sta"
FOUND = 4


@pytest.fixture
def peopled(hub: Database) -> Iterator[Database]:
    """A hub with two tenants of a member each; ana's has a clone. Eve is in none."""
    with hub.connected(autocommit=True) as connection:
        connection.execute(f'create role "{EVE}" login'.encode())
        for role, tenant in ((ANA, "red"), (BOB, "blue")):
            add_member(connection, role, tenant)
    with hub.connected(ANA) as connection:
        fill(connection, "red")
    yield hub
    with hub.connected(autocommit=True) as connection:
        for tenant in ("red", "blue"):
            erase_tenant(connection, tenant)
        for role in (ANA, BOB, EVE):
            connection.execute(sql.SQL("drop role {}").format(sql.Identifier(role)))


@pytest.fixture
def status(peopled: Database, call: Callable[..., Ran]) -> Status:
    """Calls `store hub status`, as a superuser or as another role."""

    def status(*words: str, role: str = "") -> Ran:
        return call("store", "hub", "status", peopled.url(role or "postgres"), *words)

    return status


def test_an_administrator_sees_all_tenants(status: Status) -> None:
    """Members, counts, limits and clones of each, and the version of server and schema."""
    done = status()
    assert done.code == 0, done
    assert f"version {VERSION}; " in done.stdout and "a primary" in done.stdout
    assert f"{ANA} may reach it; 1 line; " in done.stdout
    assert f"1 clone, {CLONE} of bob@host seen 20" in done.stdout
    told = json.loads(status("--json").stdout)
    assert told["administrator"] is True and told["version"] == told["known"] == VERSION
    assert [one["tenant"] for one in told["tenants"]] == ["blue", "red"]
    red = told["tenants"][1]
    assert (red["lines"], red["files"], red["members"]) == (1, 2, [ANA])
    assert red["bytes"] > 60 and red["clones"][0]["clone"] == CLONE
    assert told["hidden"] == told["problems"] == told["standbys"] == []


def test_a_member_sees_the_own_tenants(status: Status) -> None:
    """Of others neither the name nor a number, and it is said that there may be more."""
    told = json.loads(status("--json", role=ANA).stdout)
    assert [one["tenant"] for one in told["tenants"]] == ["red"]
    assert told["administrator"] is False
    done = status(role=ANA)
    assert done.code == 0 and "blue" not in done.stdout + done.stderr
    assert f"Not shown to {ANA}, who is no administrator: tenants of others" in done.stderr


def test_who_is_no_member_sees_nothing(status: Status) -> None:
    """A role of the server that is in no tenant is told whom to ask."""
    done = status(role=EVE)
    assert (done.code, done.stdout) == (Refused.code, "")
    assert f"{EVE} is no member of this hub" in done.stderr


def test_a_database_that_is_no_hub_is_told_of(database: Database, call: Callable[..., Ran]) -> None:
    """Where there is no schema, `init` is named."""
    done = call("store", "hub", "status", database.url())
    assert done.code == NotFound.code and "store hub init" in done.stderr


def test_a_clone_that_is_not_seen_for_long_is_a_problem(status: Status) -> None:
    """After thirty days cron is to shout, and is told the command."""
    done = status("--now", "+40d")
    assert done.code == FOUND
    assert f"red: the clone {CLONE} of bob@host was last seen on" in done.stderr
    assert "forget-clone" in done.stderr
    assert len(json.loads(status("--now", "+40d", "--json").stdout)["problems"]) == 1


@pytest.mark.parametrize(("limit", "code"), [(1, FOUND), (2, 0)])
def test_a_limit_that_is_nearly_reached_is_a_problem(
    peopled: Database, status: Status, limit: int, code: int
) -> None:
    """From nine tenths of a limit on, before anything is refused."""
    with peopled.connected() as connection:
        limit_tenant(connection, "red", {"lines": limit})
    done = status()
    assert done.code == code
    assert ("red has 1 of 1 lines" in done.stderr) == (code == FOUND)


def test_a_role_that_was_dropped_is_a_problem(peopled: Database, status: Status) -> None:
    """Whoever gets its name later would be a member; it can be removed without being there."""
    gone = "gone-sta"
    with peopled.connected() as connection:
        add_member(connection, gone, "red")
        connection.execute(f'drop role "{gone}"'.encode())
    done = status()
    assert done.code == FOUND
    assert f"store hub remove {gone} --tenant red" in done.stderr
    with peopled.connected() as connection:
        assert remove_member(connection, gone, "red").removed
    assert status().code == 0


def test_an_older_schema_is_a_problem(database: Database, call: Callable[..., Ran]) -> None:
    """A hub of an older memento is told of, with the command that brings it up."""
    with database.connected() as connection:
        migrate(connection, 2)
        connection.execute("update memento.meta set version = version - 1")
    done = call("store", "hub", "status", database.url())
    assert done.code == FOUND
    assert "the schema is of version 1, " in done.stderr and "store hub init" in done.stderr


def test_a_newer_hub_may_tell_more(database: Database, call: Callable[..., Ran]) -> None:
    """What a later schema adds to the answer is passed over; that it is newer is a problem."""
    with database.connected() as connection:
        migrate(connection)
        connection.execute("insert into memento.tenant (tenant) values ('red')")
        connection.execute("alter function memento.status() rename to status_before")
        connection.execute("update memento.meta set version = version + 1")
        connection.execute("""
            create function memento.status() returns jsonb language sql return
                jsonb_set(memento.status_before(), '{tenants,0,later}', '1') || '{"later": 1}'
        """)
    done = call("store", "hub", "status", database.url())
    assert (done.code, "nobody may reach it" in done.stdout) == (FOUND, True), done
    assert f"this memento knows {VERSION}: upgrade" in done.stderr


def test_the_hub_that_a_store_syncs_with_needs_no_name(
    peopled: Database, store: Store, call: Callable[..., Ran]
) -> None:
    """In a store that has met one hub, and one tenant of it, these are meant; with two hubs it is
    asked which."""
    with store.lock.held():
        _, clone = store.writer()
    for tenant, hub in (("red", peopled.url()), ("blue", "another")):
        with opened(store.root, hub, tenant, clone) as notes:
            notes.note_meeting(Meeting("epoch", synced="2026-11-01T00:00:00Z"))
        done = call("store", "hub", "status")
        if hub == "another":
            assert done.code == Usage.code and "syncs with blue on another, red" in done.stderr
        else:
            assert done.stdout.startswith(f"hub      {hub}\n")
            assert call("store", "hub", "add", BOB).stdout == f"{BOB} may reach red\n"


def test_an_erasure_says_where_the_words_still_are(store: Store, call: Callable[..., Ran]) -> None:
    """A hub that the store syncs with has them until the next sync."""
    id = recorded(store, "what Bob has").id
    done = call("forget", "--erase", id, "--yes", "--dry-run")
    assert "has it until" not in done.stderr
    with store.lock.held():
        _, clone = store.writer()
    with opened(store.root, "team", "notes", clone) as notes:
        notes.note_meeting(Meeting("epoch", synced="2026-11-01T00:00:00Z"))
    done = call("forget", "--erase", id, "--yes")
    assert "notes on team has it until `memento store sync`" in done.stderr, done


def test_a_copied_folder_says_how_it_goes_on(
    store: Store, call: Callable[..., Ran], run: Callable[..., Ran], tmp_path: Path
) -> None:
    """The copy of a store has met no hub, and names what to type for that of the first. A hub that
    this store has not met is told beside those that it has."""
    with store.lock.held():
        _, clone = store.writer()
    with opened(store.root, "team", "notes", clone) as notes:
        notes.note_meeting(Meeting("epoch", synced="2026-11-01T00:00:00Z"))
    copy = str(tmp_path / "copy")
    shutil.copytree(store.root, copy)
    done = run("--store", copy, "store", "sync")
    assert done.code == Usage.code
    assert "a copy" in done.stderr and "`memento store sync team --tenant notes`" in done.stderr
    done = call("store", "sync", "taem")
    assert done.code == Usage.code and "syncs with notes on team" in done.stderr


def test_a_transaction_that_stays_open_is_a_problem(peopled: Database) -> None:
    """What has written and is still open keeps clones from all that came after it: whoever sees the
    server's statistics sees whose it is, another that it is not shown."""
    now = datetime.now(UTC)
    with peopled.connected() as holder, peopled.connected() as asking:
        holder.execute("create temporary table held ()")
        assert holder.execute("select pg_current_xact_id()").fetchone()
        with peopled.connected(ANA) as member:
            seen = hub_status(member, now, 0)
        found = hub_status(asking, now, 0)
    assert found.open_transaction and found.open_transaction.role == "postgres"
    assert any("has been open since" in problem for problem in found.problems)
    assert seen.open_transaction is None and not seen.problems
    assert "open transactions of others" in seen.hidden
