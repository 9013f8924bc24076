"""SQL written by hand, against tenants of others: nothing, and no word of whether they are.

`ana` is in the tenant red, `bob` in blue; of a tenant none there is nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import pytest
from psycopg import errors, sql

from memento_cli.hub.administration import add_member, erase_tenant, remove_member
from memento_cli.hub.migrations import MEMBER, OWNER
from tests.hub.tenants import CLONE, FILE, LOG, Database, fill, rows_of

ANA, BOB = "ana-of-red", "bob-of-blue"
FUNCTIONS = f"""
    select oid, proname::text, proargnames[:pronargs], proargtypes::regtype[]::text[] from pg_proc
    where pronamespace = 'memento'::regnamespace
        and has_function_privilege('{MEMBER}', oid, 'execute') = %s
"""
GIVEN: dict[str, Any] = {
    "text": CLONE,
    "text[]": ["01jz"],
    "bytea[]": [None],
    "integer[]": [1],
    "real[]": [1.0],
    "jsonb": "{}",
    "bigint": 0,
    "integer": 100,
    "boolean": True,
    "uuid": UUID(int=0),
}
"""A value for each type that a function may want; null for others."""
VALUES: dict[str, Any] = {
    "_since": None,
    "_paths": [FILE],
    "_logs": [LOG],
    "_ids": ["01jz"],
    "_path": FILE,
    "_vectors": ["{}"],
}
"""Values that would find something, where the type alone has none."""


@pytest.fixture
def apart(hub: Database) -> Iterator[Database]:
    """A hub with two tenants of a member each, and lines and a file in blue."""
    with hub.connected() as connection:
        for role, tenant in ((ANA, "red"), (BOB, "blue")):
            add_member(connection, role, tenant)
    with hub.connected(BOB) as connection:
        fill(connection, "blue")
    yield hub
    with hub.connected() as connection:
        for tenant in ("red", "blue"):
            erase_tenant(connection, tenant)
        for role in (ANA, BOB):
            connection.execute(sql.SQL("drop role {}").format(sql.Identifier(role)))


def functions(hub: Database, for_members: bool) -> Sequence[tuple[int, str, list[str], list[str]]]:
    with hub.connected() as connection:
        return list(connection.execute(FUNCTIONS, (for_members,)))


def answer(hub: Database, role: str, function: Sequence[Any], tenant: str) -> tuple[str, Any]:
    """What a function answers a role about a tenant: its rows, or the error and its text."""
    _, name, names, types = function
    given = [
        tenant if each == "_tenant" else VALUES.get(each, GIVEN.get(type_))
        for each, type_ in zip(names or (), types, strict=True)
    ]
    places = ", ".join(f"%s::{type_}" for type_ in types)
    with hub.connected(role) as connection:
        try:
            rows = connection.execute(f"select * from memento.{name}({places})".encode(), given)
            return "", rows.fetchall()
        except errors.Error as problem:
            return problem.sqlstate or "", str(problem).replace(tenant, "TENANT")


def test_a_tenant_of_others_answers_as_one_that_is_none(apart: Database) -> None:
    """Each function that members may call tells of another's tenant what it tells of none: that
    there is no such tenant for them, or nothing. None says so of the own."""
    for function in functions(apart, True):
        name = function[1]
        others, none, own = (
            answer(apart, ANA, function, tenant) for tenant in ("blue", "none", "red")
        )
        assert others == none, name
        assert others[0] == "ME002" or others[1] in ([], [(False,)]) or name == "status", name
        assert own[0] != "ME002", name
        assert "blue" not in str(others), name


def test_nothing_of_others_was_changed(apart: Database) -> None:
    """What members call against a tenant of others leaves it as it was."""
    before = rows_of(apart, "blue")
    for function in functions(apart, True):
        answer(apart, ANA, function, "blue")
    assert rows_of(apart, "blue") == before
    assert rows_of(apart, "none") == {}


def test_other_functions_are_not_for_members(apart: Database) -> None:
    """What is an administrator's, or a part of another function, no member may call, also about the
    own tenant."""
    for function in functions(apart, False):
        assert answer(apart, ANA, function, "red")[0] == "42501", function[1]


@pytest.mark.parametrize(
    "text",
    [
        "select * from memento.line",
        "select count(*) from memento.file_3",
        "select content from memento.version",
        "table memento.tenant",
        "insert into memento.member (tenant, member) values ('blue', session_user)",
        "update memento.clone set tenant = 'red'",
        "delete from memento.line",
        "truncate memento.file",
        "lock table memento.line",
        "copy memento.line to stdout",
        "create table memento.mine (tenant text)",
        "create function memento.is_member(name) returns boolean language sql return true",
        "alter function memento.is_member(text) owner to current_user",
        "drop schema memento cascade",
        f"set role {OWNER}",
        f'set session authorization "{BOB}"',
        f"grant {OWNER} to current_user",
        f"grant {MEMBER} to current_user",
        "select memento.count_up('blue', '0123abcd', 1, 1)",
    ],
)
def test_members_reach_no_table(apart: Database, text: str) -> None:
    """Neither a table nor a role or a function of the owner's can be had."""
    with apart.connected(ANA) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute(text.encode())


def test_a_callers_own_names_stand_in_for_nothing(apart: Database) -> None:
    """Temporary tables and operators of a caller, found first by its own path, are not what the
    functions find."""
    with apart.connected(ANA) as connection:
        connection.execute("create temporary table member (tenant text, member name)")
        connection.execute("insert into member values ('blue', session_user)")
        connection.execute("create temporary table pg_roles (rolname name)")
        connection.execute("insert into pg_roles values (session_user)")
        connection.execute(
            "create function pg_temp.pg_has_role(name, name, text) returns boolean"
            " language sql return true"
        )
        connection.execute("set search_path = pg_temp, pg_catalog")
        (is_member,) = connection.execute("select memento.is_member('blue')").fetchone() or ()
        assert is_member is False


def test_a_table_that_was_granted_by_mistake_shows_the_own_rows(apart: Database) -> None:
    """Were a table ever granted to members, each would still see the own tenants alone."""
    with apart.connected() as connection:
        connection.execute(f"grant select on all tables in schema memento to {MEMBER}".encode())
    try:
        for role, tenant in ((ANA, "red"), (BOB, "blue")):
            with apart.connected(role) as connection:
                seen = connection.execute("select tenant from memento.tenant").fetchall()
                lines = connection.execute("select distinct tenant from memento.line").fetchall()
            assert seen == [(tenant,)]
            assert lines == [(tenant,)] * (tenant == "blue")
    finally:
        with apart.connected() as connection:
            text = f"revoke select on all tables in schema memento from {MEMBER}"
            connection.execute(text.encode())


def test_who_is_removed_reaches_nothing(apart: Database) -> None:
    """A role that was removed from its only tenant may not even ask."""
    with apart.connected() as connection:
        remove_member(connection, BOB, "blue")
    for function in functions(apart, True):
        assert answer(apart, BOB, function, "blue")[0] == "42501"
    assert {"line", "file"} <= rows_of(apart, "blue").keys()
