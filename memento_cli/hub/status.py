"""How a hub is: its nodes and standbys, what is in its tenants, and what is wrong with it.

What the server tells of other sessions depends on the role that asks; what it may not see is named.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from memento_cli.errors import Refused
from memento_cli.hub.migrations import VERSION
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set
    from typing import Any

    import psycopg

    from memento_cli.hub.nodes import Node

    Connection = psycopg.Connection[Any]

UNSEEN_DAYS = 30
NEARLY = 0.9
"""The share of a limit from which on it is nearly reached."""
LONG_SECONDS = 600
"""A transaction that has written and is still open after so long keeps clones from what came after
it: that long no program of a hub takes."""
STANDBYS = """
    select application_name, state, sync_state, extract(epoch from replay_lag)::float8,
        pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint
    from pg_stat_replication where state is distinct from 'backup' order by application_name, pid
"""
SERVER = """
    select current_setting('server_version'), pg_is_in_recovery(),
        current_setting('synchronous_standby_names'), current_setting('synchronous_commit'),
        pg_has_role(current_user, 'pg_read_all_stats', 'usage'),
        (select sum(pg_total_relation_size(pg_class.oid))::bigint from pg_class
            join pg_namespace on pg_namespace.oid = relnamespace
            where nspname = 'memento' and relkind = 'r'),
        case when pg_is_in_recovery()
            then extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end
"""
OPEN = """
    select * from (
        select 'process ' || pid as holder, usename as role, datname as database,
            xact_start as since
        from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
        union all
        select 'prepared ' || gid, owner, database, prepared from pg_prepared_xacts
    ) as open
    where since < now() - make_interval(secs => %s) order by since limit 1
"""


class Standby(NamedTuple):
    """A server that follows this one. `sync` is sync, quorum, potential or async; None where the
    role may not see it. The lags are in seconds and bytes of WAL."""

    name: str | None
    state: str | None
    sync: str | None
    lag_seconds: float | None
    lag_bytes: int | None

    @property
    def is_synchronous(self) -> bool:
        """Whether a commit waits for it."""
        return self.state == "streaming" and self.sync in ("sync", "quorum")


class OpenTransaction(NamedTuple):
    """The oldest transaction that has written and is still open."""

    holder: str
    role: str
    database: str
    since: datetime


class Clone(NamedTuple):
    """A clone that was at a tenant: its id, whose it is, when it was seen, what it has added."""

    clone: str
    actor: str
    seen: datetime
    lines: int
    bytes: int


class Tenant(NamedTuple):
    """What a tenant has: lines and bytes as they were added, files as they are. A limit that is
    None is none."""

    tenant: str
    created: datetime
    members: tuple[str, ...]
    lines: int
    bytes: int
    files: int
    line_limit: int | None
    byte_limit: int | None
    call_limit: int | None
    clones: tuple[Clone, ...]


class HubStatus(NamedTuple):
    """A hub as the role `role` sees it. `hidden` names what it may not see, `problems` what
    somebody should do something about; `version` is that of the schema, `known` this memento's."""

    server: str
    role: str
    administrator: bool
    version: int
    known: int
    is_standby: bool
    behind_seconds: float | None
    synchronous: str
    standbys: tuple[Standby, ...]
    open_transaction: OpenTransaction | None
    bytes: int
    tenants: tuple[Tenant, ...]
    hidden: tuple[str, ...]
    problems: tuple[str, ...]
    nodes: tuple[Node, ...] = ()


def hub_status(
    connection: Connection, now: datetime, long_seconds: float = LONG_SECONDS
) -> HubStatus:
    """How a hub is, and which transaction has been open for `long_seconds`.

    Refused if this role is neither a member nor an administrator of it.
    """
    with connection.transaction():
        told = _told(connection)
        row = connection.execute(SERVER.encode()).fetchone()
        assert row is not None
        server, is_standby, synchronous, commit, sees_all, size, lag = row
        standbys = () if is_standby else map(Standby._make, connection.execute(STANDBYS.encode()))
        roles = {role for (role,) in connection.execute(b"select rolname::text from pg_roles")}
        held = connection.execute(OPEN.encode(), (long_seconds,)).fetchone()
    found = HubStatus(
        server,
        connection.info.user,
        told["administrator"],
        told["version"],
        VERSION,
        is_standby,
        lag,
        "" if commit in ("off", "local") else synchronous,
        tuple(standbys),
        OpenTransaction._make(held) if held else None,
        size or 0,
        tuple(map(_tenant, told["tenants"])),
        (),
        (),
    )
    found = found._replace(hidden=() if sees_all else tuple(_hidden(found)))
    problems = (
        *_of_server(found, synchronous, sees_all),
        *_of_members(found.tenants, roles),
        *_of_tenants(found.tenants, now),
    )
    return found._replace(problems=problems)


def with_nodes(found: HubStatus, nodes: tuple[Node, ...]) -> HubStatus:
    """The status with the servers that the hub's name has, and what is wrong with these."""
    problems = [f"{node.place} {node.problem}" for node in nodes if node.problem]
    writing = [node.place for node in nodes if node.is_standby is False]
    if len(writing) > 1:
        problems.append(
            f"{' and '.join(writing)} both take writes: end all but one before they differ"
        )
    return found._replace(nodes=nodes, problems=(*found.problems, *problems))


def _told(connection: Connection) -> Mapping[str, Any]:
    """What the hub's own function tells. Refused if the role may not ask."""
    from psycopg import errors  # the driver, which is an extra

    try:
        row = connection.execute(b"select memento.status()").fetchone()
    except errors.InsufficientPrivilege:
        user = connection.info.user
        raise Refused(
            f"{user} is no member of this hub",
            f"an administrator adds one: `memento store hub add {user} --tenant TENANT`",
        ) from None
    assert row is not None
    return dict(row[0])


def _tenant(row: Mapping[str, Any]) -> Tenant:
    """A tenant; what a newer hub tells besides is passed over."""
    clones = tuple(
        Clone._make(
            datetime.fromisoformat(one[key]) if key == "seen" else one[key] for key in Clone._fields
        )
        for one in row["clones"]
    )
    whole = {
        **row,
        "created": datetime.fromisoformat(row["created"]),
        "members": tuple(row["members"]),
        "clones": clones,
    }
    return Tenant._make(whole[key] for key in Tenant._fields)


def _hidden(found: HubStatus) -> Iterator[str]:
    """What a role without the server's statistics (pg_read_all_stats) does not see."""
    if not found.administrator:
        yield "tenants of others"
    if any(standby.sync is None for standby in found.standbys):
        yield "whether the standbys are synchronous, and how far behind"
    yield "open transactions of others"


def _of_server(found: HubStatus, configured: str, sees_all: bool) -> Iterator[str]:
    """What is wrong with the server and the schema."""
    if found.version < VERSION:
        yield (
            f"the schema is of version {found.version}, and this memento knows {VERSION}:"
            " `memento store hub init HUB` brings it there"
        )
    elif found.version > VERSION:
        yield f"the schema is of version {found.version}, and this memento knows {VERSION}: upgrade"
    seen = [standby for standby in found.standbys if sees_all or standby.sync is None]
    if found.synchronous and not any(one.sync is None or one.is_synchronous for one in seen):
        yield (
            "no synchronous standby is there, though the server is to have"
            f" {configured}: writers wait for one"
        )
    elif configured and not found.synchronous:
        yield "synchronous_commit is off for this role: what a standby does not have may be lost"
    if held := found.open_transaction:
        yield (
            f"{held.holder} of {held.role} in {held.database} has been open since"
            f" {held.since:%Y-%m-%d %H:%M %Z}: clones are told of nothing that was written after it"
        )


def _of_members(tenants: Sequence[Tenant], roles: Set[str]) -> Iterator[str]:
    """What is wrong with members: another person may get the name of a role that was dropped."""
    for tenant in tenants:
        for gone in sorted({*tenant.members} - roles):
            yield (
                f"{tenant.tenant} has the member {gone}, a role that was dropped:"
                f" `memento store hub remove {gone} --tenant {tenant.tenant}`"
            )


def _of_tenants(tenants: Sequence[Tenant], now: datetime) -> Iterator[str]:
    """What is wrong with tenants and clones."""
    for tenant in tenants:
        for clone in tenant.clones:
            if clone.seen < now - timedelta(days=UNSEEN_DAYS):
                yield (
                    f"{tenant.tenant}: the clone {clone.clone} of {clone.actor} was last seen on"
                    f" {clone.seen:%Y-%m-%d}: `memento store hub forget-clone` if it is gone"
                )
        for what, used, limit in (
            ("lines", tenant.lines, tenant.line_limit),
            ("bytes", tenant.bytes, tenant.byte_limit),
        ):
            if limit is not None and used >= NEARLY * limit:
                yield f"{tenant.tenant} has {used} of {limit} {what}: `memento store hub limit`"
