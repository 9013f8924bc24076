"""Administrators let roles reach tenants, limit these, and take out what is there."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pexpect
import pytest
from psycopg import errors, sql

from memento_cli import Store
from memento_cli.errors import NotFound, Refused, Usage
from memento_cli.hub.administration import add_member, erase_tenant
from memento_cli.hub.migrations import OWNER
from tests.conftest import Ran
from tests.hub.servers import Server, bouncer
from tests.hub.tenants import CLONE, Database, fill, note_clone, put_file, put_line, rows_of

Call = Callable[..., Ran]
ANA, BOB, GROUP, CHIEF = "ana-adm", "bob-adm", "group-adm", "chief-adm"
REACHES = "select memento.is_member(%s)"


@pytest.fixture
def admin(hub: Database, call: Call) -> Iterator[Call]:
    """Calls `store hub VERB ...` on a hub, as a superuser or as another role; what roles were made
    is dropped."""

    def admin(*words: str, role: str = "") -> Ran:
        url = hub.url(role) if role else hub.url()
        place = (url,) if words[0] in ("init", "status") else ("--hub", url)
        return call("store", "hub", *words, *place)

    yield admin
    with hub.connected(autocommit=True) as connection:
        for tenant in ("red", "blue"):
            connection.execute("select memento.erase_tenant(%s)", (tenant,))
        for role in (ANA, BOB, GROUP, CHIEF):
            connection.execute(sql.SQL("drop role if exists {}").format(sql.Identifier(role)))


def make_roles(hub: Database, *lines: str) -> None:
    """Make roles as somebody else would."""
    with hub.connected(autocommit=True) as connection:
        for line in lines:
            connection.execute(f"create role {line}".encode())


def reaches(hub: Database, role: str, tenant: str) -> bool:
    with hub.connected(role) as connection:
        try:
            return connection.execute(REACHES, (tenant,)).fetchone() == (True,)
        except errors.InsufficientPrivilege:
            return False


def test_a_first_member_makes_the_tenant_and_the_role(hub: Database, admin: Call) -> None:
    """A role that is none is made, and can log in; once more there is nothing to do."""
    done = admin("add", ANA, "--tenant", "red")
    assert done == (0, f"{ANA} may reach a new tenant, red\n", done.stderr)
    assert f"{ANA} has no password" in done.stderr
    assert reaches(hub, ANA, "red") and not reaches(hub, ANA, "blue")
    again = admin("add", ANA, "--tenant", "red", "--json")
    assert '"new": false, "new_tenant": false, "made": false' in again.stdout


def test_all_in_a_group_reach_its_tenant(hub: Database, admin: Call) -> None:
    """A role that cannot log in is a group: who is put into it later reaches the tenant, too."""
    make_roles(hub, f'"{GROUP}"', f'"{ANA}" login')
    done = admin("add", GROUP, "--tenant", "red")
    assert f"whoever is in {GROUP} may reach a new tenant, red" in done.stdout
    assert not reaches(hub, ANA, "red")
    with hub.connected() as connection:
        connection.execute(f'grant "{GROUP}" to "{ANA}"'.encode())
    assert reaches(hub, ANA, "red")
    done = admin("remove", ANA, "--tenant", "red")
    assert f"{ANA} may reach red still, as it is in {GROUP}" in done.stdout


def test_who_is_removed_reaches_it_no_more(hub: Database, admin: Call) -> None:
    """The role stays, and other tenants that it is in; who was no member is not found."""
    for tenant in ("red", "blue"):
        admin("add", ANA, "--tenant", tenant)
    assert admin("remove", ANA, "--tenant", "red").stdout == f"{ANA} may reach red no more\n"
    assert not reaches(hub, ANA, "red") and reaches(hub, ANA, "blue")
    again = admin("remove", ANA, "--tenant", "red")
    assert (again.code, again.stderr.splitlines()[0]) == (
        NotFound.code, f"Error: {ANA} is no member of red",
    )  # fmt: skip


def test_who_is_removed_is_told_in_a_sentence_by_a_sync(
    hub: Database, admin: Call, store: Store, call: Call
) -> None:
    """The error and its hint are all."""
    admin("add", ANA, "--tenant", "red")
    admin("remove", ANA, "--tenant", "red")
    done = call("store", "sync", hub.url(ANA), "--tenant", "red")
    assert done.code == Refused.code
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == ["Error", "Hint"]


def test_members_administrate_nothing(hub: Database, admin: Call) -> None:
    """A member is told whom to ask, and nothing is changed."""
    admin("add", ANA, "--tenant", "red")
    before = rows_of(hub, "red")
    for words in (
        ("add", BOB, "--tenant", "red"),
        ("add", ANA, "--tenant", "blue"),
        ("remove", ANA, "--tenant", "red"),
        ("limit", "red", "--lines", "1"),
        ("forget-clone", CLONE, "--tenant", "red"),
        ("erase", "red", "--yes"),
    ):
        done = admin(*words, role=ANA)
        assert done.code == Refused.code, words
        assert f"{ANA} is no administrator" in done.stderr and "Hint: " in done.stderr, words
    assert rows_of(hub, "red") == before and rows_of(hub, "blue") == {}


def test_an_administrator_needs_no_other_power(hub: Database, admin: Call) -> None:
    """Who is in the owner's role administrates; for roles that are none CREATEROLE is needed, which
    the error says."""
    make_roles(hub, f'"{CHIEF}" login in role {OWNER}', f'"{ANA}" login')
    assert admin("add", ANA, "--tenant", "red", role=CHIEF).code == 0
    assert reaches(hub, ANA, "red") and not reaches(hub, CHIEF, "red")
    done = admin("add", BOB, "--tenant", "red", role=CHIEF)
    assert done.code == Refused.code
    assert f"there is no role {BOB}, and {CHIEF} may not make one" in done.stderr
    assert admin("limit", "red", "--lines", "9", role=CHIEF).code == 0
    assert admin("remove", ANA, "--tenant", "red", role=CHIEF).code == 0
    assert admin("erase", "red", "--yes", role=CHIEF).code == 0


@pytest.mark.parametrize("name", ["", OWNER, "memento_member", "x" * 64, "public", "pg_mine"])
def test_some_names_are_no_members(admin: Call, name: str) -> None:
    """The hub's own roles, names that the server cuts, and those that it reserves are refused."""
    done = admin("add", name, "--tenant", "red")
    assert done.code == Usage.code, done


def test_a_password_is_asked_for_and_never_shown(hub: Database, admin: Call) -> None:
    """On a terminal the password of a new role is typed twice, unseen; the server is handed what
    verifies it, never the password. Who presses Enter gives none."""
    words = ["-m", "memento_cli", "store", "hub", "add", ANA, "--tenant", "red", "--hub", hub.url()]
    child = pexpect.spawn(
        sys.executable, words, encoding="utf-8", timeout=20, env=dict(os.environ)
    )  # fmt: skip
    for answer in ("sesame-1", "other", "sesame-1", "sesame-1"):
        child.expect(r"(Enter: none|Once more).*: ")
        child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "sesame" not in child.before and "has no password" not in child.before
    with hub.connected() as connection:
        text = "select rolpassword from pg_authid where rolname = %s"
        (kept,) = connection.execute(text, (ANA,)).fetchone() or ("",)
    assert kept.startswith("SCRAM-SHA-256$") and "sesame" not in kept


def test_no_password_is_asked_for_where_there_is_no_hub(server: Server) -> None:
    """Nor typed for nothing: a database that is no hub is told of first."""
    name = server.database("template1")
    words = ["-m", "memento_cli", "store", "hub", "add", ANA, "--tenant", "red"]
    words += ["--hub", Database(server, name).url()]
    child = pexpect.spawn(
        sys.executable, words, encoding="utf-8", timeout=20, env=dict(os.environ)
    )  # fmt: skip
    child.expect(pexpect.EOF)
    child.close()
    server.drop(name)
    assert (child.exitstatus, "password" in child.before) == (NotFound.code, False)
    assert "store hub init" in child.before


def test_a_limit_stops_what_comes_after(hub: Database, admin: Call) -> None:
    """Beyond a limit a push is refused; a clone that is forgotten gives no room; none lifts it."""
    admin("add", ANA, "--tenant", "red")
    done = admin("limit", "red", "--lines", "2", "--bytes", "1k", "--json")
    assert done.stdout.endswith('"tenant": "red", "lines": 2, "bytes": 1000, "calls": null}\n')
    with hub.connected(ANA) as connection:
        fill(connection, "red")
    assert admin("forget-clone", CLONE, "--tenant", "red").code == 0
    with hub.connected(ANA) as connection:
        note_clone(connection, "red")
        put_line(connection, "red", "01k0")
        connection.commit()
        note_clone(connection, "red")
        with pytest.raises(errors.DatabaseError, match="may have 2 lines") as caught:
            put_line(connection, "red", "01k1")
        assert caught.value.sqlstate == "ME003"
    assert admin("limit", "red", "--lines", "none").stdout.startswith("red may have any number")
    with hub.connected(ANA) as connection:
        note_clone(connection, "red")
        put_line(connection, "red", "01k1")


@pytest.mark.parametrize("words", [("--lines", "many"), ("--bytes", "-1"), (), ("--calls", "3G")])
def test_a_limit_is_a_number(admin: Call, words: tuple[str, ...]) -> None:
    """What is no number, or none at all, is a mistake of the command line."""
    assert admin("limit", "red", *words).code == Usage.code


def test_a_clone_that_is_none_cannot_push(hub: Database, admin: Call) -> None:
    """Who names no clone that the hub knows would not be counted, and adds nothing."""
    admin("add", ANA, "--tenant", "red")
    with hub.connected(ANA) as connection:
        with pytest.raises(errors.DatabaseError, match="has begun no push"):
            put_line(connection, "red", "01k0", "ffffffff")
        connection.rollback()
        with pytest.raises(errors.DatabaseError, match="has begun no push"):
            put_file(connection, "red", "ffffffff")
    assert "line" not in rows_of(hub, "red")


def test_a_clone_that_is_not_there_cannot_be_forgotten(admin: Call) -> None:
    """A wrong id, or one of another tenant, is not found."""
    admin("add", ANA, "--tenant", "red")
    done = admin("forget-clone", CLONE, "--tenant", "red")
    assert (done.code, done.stderr.splitlines()[0]) == (
        NotFound.code, f"Error: red has no clone {CLONE}",
    )  # fmt: skip


def test_a_pool_may_stand_between(server: Server, short: str, call: Call) -> None:
    """Through pgbouncer, which gives each transaction another connection, all of it works."""
    name = server.database("template1")
    with bouncer(server, short, ["postgres"]) as folder:
        url = f"postgresql://postgres@:5432/{name}?host={folder}"
        for words in (
            ("init", url),
            ("add", "postgres", "--tenant", "red", "--hub", url),
            ("limit", "red", "--lines", "9", "--hub", url),
            ("status", url),
            ("remove", "postgres", "--tenant", "red", "--hub", url),
            ("erase", "red", "--yes", "--hub", url),
            ("init", url),
        ):
            done = call("store", "hub", *words)
            assert done.code == 0, done


def test_an_erasure_takes_all_of_one_tenant(hub: Database, admin: Call) -> None:
    """Nothing of it is left in any table, and all of the others; it is asked about first."""
    for role, tenant in ((ANA, "red"), (BOB, "blue")):
        admin("add", role, "--tenant", tenant)
        with hub.connected(role) as connection:
            fill(connection, tenant)
    before, others = rows_of(hub, "red"), rows_of(hub, "blue")
    shown = admin("erase", "red", "-n")
    some = "1 line, 2 files, 1 former version, 1 clone, 1 member"
    assert shown.stdout == f"red: {some} would be erased\n"
    assert before.keys() >= {"memory_item", "memory_tag", "feedback_event", "wm_buffer"}
    assert admin("erase", "red").code == Refused.code
    assert rows_of(hub, "red") == before
    done = admin("erase", "red", "--yes", "--json")
    rows = json.loads(done.stdout)["rows"]
    assert {table: count for table, count in rows.items() if count} == {
        table: len(before[table]) for table in before
    }
    assert "clone" in done.stderr and "Backups" in done.stderr
    assert rows_of(hub, "red") == {} and rows_of(hub, "blue") == others
    assert admin("erase", "red", "--yes").code == NotFound.code
    with hub.connected(ANA) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute("select memento.status()")


def test_an_erasure_and_a_push_do_not_mix(hub: Database, admin: Call) -> None:
    """An erasure waits for who is pushing, and takes that, too; who pushes after it is turned away,
    also in a transaction that began before."""
    for tenant in ("red", "blue"):
        admin("add", ANA, "--tenant", tenant)
    with hub.connected() as chief, hub.connected(ANA) as early, hub.connected(ANA) as late:
        late.execute("select 1")
        note_clone(early, "red")
        put_line(early, "red", "01k0")
        with ThreadPoolExecutor(1) as pool:
            erased = pool.submit(erase_tenant, chief, "red")
            with pytest.raises(TimeoutError):
                erased.result(0.3)
            early.commit()
            assert erased.result(10)["line"] == 1
        with pytest.raises(errors.DatabaseError, match="there is no tenant red"):
            note_clone(late, "red", "ffffffff")
    with hub.connected() as connection:
        add_member(connection, BOB, "red")
    assert rows_of(hub, "red").keys() == {"member", "tenant"}
