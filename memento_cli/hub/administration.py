"""Who may reach which tenant of a hub, how much it may hold, and what is taken out of it: the
functions of `schema/0002.sql`, for administrators."""

from __future__ import annotations

from memento_cli.errors import NotFound, Refused, Usage
from memento_cli.hub.migrations import MEMBER, OWNER
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import contextmanager

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    import psycopg

    Connection = psycopg.Connection[Any]

ROLES_OF_A_HUB = (OWNER, MEMBER)
MOST_BYTES = 63
"""The longest name that the server tells from others."""
SCRAM = b"scram-sha-256"


class Added(NamedTuple):
    """A role that may reach a tenant. `logs_in`: it is no group; `made`: it was made for this."""

    role: str
    tenant: str
    new: bool
    new_tenant: bool
    made: bool
    logs_in: bool


class Removed(NamedTuple):
    """A role that may reach a tenant no more, but for the groups that it still does so by."""

    role: str
    tenant: str
    removed: bool
    groups: tuple[str, ...]


class Limits(NamedTuple):
    """How much a tenant may have, and how many calls a minute its members; None is no limit."""

    lines: int | None
    bytes: int | None
    calls: int | None


def check_role(role: str) -> None:
    """Usage for what can be no member's role."""
    if role in ROLES_OF_A_HUB:
        raise Usage(f"{role} is a role of the hub itself", "name a person's role, or a group's")
    if not 0 < len(role.encode()) <= MOST_BYTES or "\0" in role:
        raise Usage(f"{role or 'nothing'} cannot be a role", f"it has 1 to {MOST_BYTES} bytes")


def is_to_be_made(connection: Connection, role: str) -> bool:
    """Whether the server has no such role, which a new member is to have. Refused if this role may
    not make one, or adds no members to this hub."""
    text = """
        select has_function_privilege('memento.add_member(text, name)', 'execute'),
            rolcreaterole or rolsuper, exists (select from pg_roles where rolname = %s)
        from pg_roles where rolname = current_user"""
    with _administrating(connection), connection.transaction():
        may_add, may_make, is_there = _row(connection, text, role)
    if not may_add:
        raise _no_administrator(connection)
    if not (is_there or may_make):
        raise Refused(
            f"there is no role {role}, and {connection.info.user} may not make one",
            f"who may (CREATEROLE) makes it, by `create role {role} login`; then do this again",
        )
    return not is_there


def add_member(connection: Connection, role: str, tenant: str, password: str = "") -> Added:
    """Let a role reach a tenant, and make whichever is not there yet.

    A new role can log in, with the password if there is one. What is sent is no password but what
    the server keeps to verify it (SCRAM). Refused if this role may not do so.
    """
    check_role(role)
    with _administrating(connection), connection.transaction():
        made = is_to_be_made(connection, role)
        if made:
            _make_role(connection, role, password)
        new_tenant, new = _row(connection, "select * from memento.add_member(%s, %s)", tenant, role)
        (logs_in,) = _row(connection, "select rolcanlogin from pg_roles where rolname = %s", role)
    return Added(role, tenant, new, new_tenant, made, logs_in)


def _make_role(connection: Connection, role: str, password: str) -> None:
    from psycopg import errors, sql

    text = sql.SQL("create role {} login").format(sql.Identifier(role))
    if password:
        verifier = connection.pgconn.encrypt_password(password.encode(), role.encode(), SCRAM)
        text += sql.SQL(" password {}").format(sql.Literal(verifier.decode()))
    try:
        connection.execute(text)
    except errors.ReservedName as problem:
        raise Usage(str(problem.diag.message_primary), "another name") from None


def remove_member(connection: Connection, role: str, tenant: str) -> Removed:
    """Let a role reach a tenant no more; the role itself stays. NotFound if it could not."""
    with _administrating(connection), connection.transaction():
        text = "select * from memento.remove_member(%s, %s)"
        removed, groups = _row(connection, text, tenant, role)
    if not (removed or groups):
        raise NotFound(
            f"{role} is no member of {tenant}", "`memento store hub status` lists the members"
        )
    return Removed(role, tenant, removed, tuple(groups or ()))


def limit_tenant(connection: Connection, tenant: str, limits: Mapping[str, int | None]) -> Limits:
    """Set the limits that are named as the fields of Limits; all that hold then."""
    from psycopg.types.json import Jsonb

    with _administrating(connection), connection.transaction():
        text = "select * from memento.limit_tenant(%s, %s)"
        row = _row(connection, text, tenant, Jsonb(dict(limits)))
    if row is None:
        raise no_tenant(tenant)
    return Limits(*row)


def forget_clone(connection: Connection, clone: str, tenant: str) -> None:
    """Forget a clone that will not come back. What it has added stays, and counts."""
    with _administrating(connection), connection.transaction():
        if _row(connection, "select memento.forget_clone(%s, %s)", tenant, clone) != (True,):
            raise NotFound(
                f"{tenant} has no clone {clone}",
                "`memento store hub status --json` lists the clones",
            )


def rows_of(connection: Connection, tenant: str) -> dict[str, int]:
    """How many rows of each table are a tenant's. NotFound if there is no such tenant."""
    with _administrating(connection), connection.transaction():
        (counts,) = _row(connection, "select memento.count_rows(%s)", tenant)
    return _some(counts, tenant)


def erase_tenant(connection: Connection, tenant: str) -> dict[str, int]:
    """Delete all that a tenant has, once nobody pushes to it; how many rows of each table."""
    with _administrating(connection), connection.transaction():
        (counts,) = _row(connection, "select memento.erase_tenant(%s)", tenant)
    return _some(counts, tenant)


def no_tenant(tenant: str) -> NotFound:
    """The error for a tenant that the hub does not have."""
    return NotFound(f"the hub has no tenant {tenant}", "`memento store hub status` lists them")


def _some(counts: Mapping[str, int], tenant: str) -> dict[str, int]:
    if not counts["tenant"]:
        raise no_tenant(tenant)
    return dict(counts)


def _row(connection: Connection, text: str, *values: object) -> Any:
    return connection.execute(text.encode(), values).fetchone()


@contextmanager
def _administrating(connection: Connection) -> Iterator[None]:
    """Refused, in words, if the role may not do it."""
    from psycopg import errors

    try:
        yield
    except errors.InsufficientPrivilege as problem:
        raise _no_administrator(connection, f" ({problem.diag.message_primary})") from None


def _no_administrator(connection: Connection, why: str = "") -> Refused:
    user = connection.info.user
    return Refused(
        f"{user} is no administrator of this hub{why}",
        f"members of the role {OWNER} are: whoever made it may `grant {OWNER} to {user}`",
    )
