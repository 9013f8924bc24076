"""What the server's catalogue says of a hub: tenants are apart, and members touch no table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memento_cli.hub.migrations import MEMBER, OWNER
from tests.hub.tenants import Database

Ask = Callable[[str], set[Any]]
CLIENTS = {
    *("is_member", "hello", "pull_lines", "pull_files", "versions", "unknown_lines", "lines"),
    *("content_of", "begin_push", "put_lines", "put_files", "watch", "status"),
    *("put_items", "put_buffers", "put_embeddings", "lacking_embeddings", "recall", "call_limit"),
}
"""The functions that members may call; each is tried on tenants of others (test_isolation.py)."""
SCHEMA = "'memento'::regnamespace"
TABLES = f"select oid from pg_class where relnamespace = {SCHEMA} and relkind in ('r', 'p')"
TENANTED = f"""
    relnamespace = {SCHEMA} and relkind in ('r', 'p') and not relispartition and exists (
        select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant')
"""


def test_the_tenant_is_first_in_every_key(ask: Ask) -> None:
    """Each table has a key, and each key and index begins with the tenant: none spans tenants."""
    firsts = f"""
        select indrelid::regclass::text, attname::text from pg_index
        join pg_attribute on attrelid = indrelid and attnum = indkey[0]
        where indrelid in ({TABLES})"""
    assert {pair for pair in ask(firsts) if pair[1] != "tenant"} == {("memento.meta", "only_row")}
    keys = f"select indrelid from pg_index where indisprimary and indrelid in ({TABLES})"
    assert (
        ask(f"select relname from pg_class where oid in ({TABLES}) and oid not in ({keys})")
        == set()
    )


def test_nothing_joins_tenants(ask: Ask) -> None:
    """A foreign key begins with the tenant on both sides; there is no exclusion, trigger, sequence,
    identity or generated column: Citus distributes the tables by tenant as they are."""
    tenants = """
        select a.attname::text, b.attname::text from pg_constraint
        join pg_attribute as a on a.attrelid = conrelid and a.attnum = conkey[1]
        join pg_attribute as b on b.attrelid = confrelid and b.attnum = confkey[1]
        where contype = 'f'"""
    assert ask(tenants) <= {("tenant", "tenant")}
    others = f"contype in ('x', 't') and connamespace = {SCHEMA}"
    assert ask(f"select conname from pg_constraint where {others}") == set()
    own = f"not tgisinternal and tgrelid in ({TABLES})"
    assert ask(f"select tgname from pg_trigger where {own}") == set()
    kinds = f"relkind not in ('r', 'p', 'i', 'I', 't', 'c') and relnamespace = {SCHEMA}"
    assert ask(f"select relname from pg_class where {kinds}") == set()
    made = f"attrelid in ({TABLES}) and (attidentity <> '' or attgenerated <> '')"
    assert ask(f"select attname from pg_attribute where {made}") == set()


def test_tables_that_grow_are_partitioned_by_tenant(ask: Ask) -> None:
    """Lines, files and versions are in partitions by the hash of the tenant, and of one level."""
    parted = (
        "select partrelid::regclass::text, partstrat::text, partnatts from pg_partitioned_table"
    )
    assert ask(parted) >= {(f"memento.{name}", "h", 1) for name in ("line", "file", "version")}
    assert ask("select relname from pg_class where relkind = 'p' and relispartition") == set()


def test_rows_are_guarded_in_every_table(ask: Ask) -> None:
    """Row-level security is enabled and forced wherever there are tenants, by the same policies."""
    names = ask(f"select relname::text from pg_class where {TENANTED}")
    assert names >= {"tenant", "member", "clone", "line", "file", "version"}
    guarded = "relrowsecurity and relforcerowsecurity"
    assert ask(f"select relname::text from pg_class where {TENANTED} and {guarded}") == names
    policies = ask("select tablename::text, policyname::text from pg_policies")
    assert policies == {(name, policy) for name in names for policy in ("owner", "members")}


@pytest.mark.parametrize("role", [MEMBER, "public"])
def test_nobody_has_a_privilege_on_a_table(ask: Ask, role: str) -> None:
    """Neither members nor everybody may do anything with a table, a partition or a column."""
    may = "select, insert, update, delete, truncate, references, trigger"
    allowed = f"has_table_privilege('{role}', oid, '{may}')"
    assert ask(f"select relname from pg_class where oid in ({TABLES}) and {allowed}") == set()
    granted = f"attrelid in ({TABLES}) and attacl is not null"
    assert ask(f"select attname from pg_attribute where {granted}") == set()
    assert not ask(f"select 1 where has_schema_privilege('{role}', 'memento', 'create')")


def test_functions_run_as_the_owner_with_a_fixed_path(ask: Ask) -> None:
    """Each function that somebody else may call has the owner's rights; each that has them finds
    the server's names before any of a caller. What only these call is found by their path."""
    functions = f"select proname::text from pg_proc where pronamespace = {SCHEMA} and"
    assert ask(f"{functions} not prosecdef and proacl::text like '%{MEMBER}%'") == set()
    fixed = "proconfig = '{\"search_path=pg_catalog, pg_temp\"}'"
    assert ask(f"{functions} prosecdef and {fixed} is distinct from true") == set()
    assert ask(f"{functions} proowner <> '{OWNER}'::regrole") == set()
    languages = f"select prolang from pg_proc where pronamespace = {SCHEMA}"
    assert ask(f"select lanname::text from pg_language where oid in ({languages})") == {
        "sql", "plpgsql",
    }  # fmt: skip
    assert ask(f"select relowner::regrole::text from pg_class where oid in ({TABLES})") == {OWNER}


def test_members_may_call_what_clones_need(ask: Ask) -> None:
    """Everybody may call nothing, members what is on the list, and no administrator's function."""
    functions = f"select proname::text from pg_proc where pronamespace = {SCHEMA}"
    assert ask(f"{functions} and has_function_privilege('public', oid, 'execute')") == set()
    assert ask(f"{functions} and has_function_privilege('{MEMBER}', oid, 'execute')") == CLIENTS


def test_who_adds_rows_waits_for_an_erasure(ask: Ask) -> None:
    """Each function by which members add rows holds the lock that an erasure of the tenant takes,
    so that none comes after it. `watch` adds none."""
    writers = f"pronamespace = {SCHEMA} and provolatile = 'v' and proacl::text like '%{MEMBER}%'"
    holding = "prosrc like '%perform memento.check_writer(_tenant%'"
    without = ask(f"select proname::text from pg_proc where {writers} and not {holding}")
    assert without == {"watch"}


def test_the_roles_of_a_hub_have_no_power_of_their_own(ask: Ask) -> None:
    """They are for others to be in: neither can log in, make roles, or pass by a guard."""
    powers = "rolcanlogin or rolsuper or rolcreaterole or rolcreatedb or rolbypassrls"
    roles = f"rolname in ('{OWNER}', '{MEMBER}')"
    assert ask(f"select rolname::text from pg_roles where {roles}") == {OWNER, MEMBER}
    assert ask(f"select rolname from pg_roles where {roles} and ({powers})") == set()


@pytest.fixture
def ask(hub: Database) -> Ask:
    """Asks the catalogue of a hub: the rows of an answer, of one column its values."""

    def ask(text: str) -> set[Any]:
        with hub.connected() as connection:
            rows = connection.execute(text.encode()).fetchall()
        return {row if len(row) > 1 else row[0] for row in rows}

    return ask
