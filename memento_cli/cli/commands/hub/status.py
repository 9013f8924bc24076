"""memento store hub status"""

from __future__ import annotations

from memento_cli.cli.commands.hub.named import hub_named
from memento_cli.cli.output.rows import counted, labelled, sized
from memento_cli.cli.output.values import safe
from memento_cli.errors import Ended

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.hub_parameters import HubName
    from memento_cli.hub.status import HubStatus, Standby, Tenant

FOUND = 4
SYNC = {
    "sync": "synchronous",
    "quorum": "synchronous in a quorum",
    "potential": "would take over from a synchronous one",
    "async": "not synchronous",
}


def status(call: Call, hub: HubName = None) -> None:
    """Servers, standbys, tenants and clones of a hub, as far as you may see. Code 4 if anything is
    wrong, for cron: no synchronous standby though there is to be one, a clone not seen for 30 days,
    a limit that is nearly reached, an older schema, a transaction that has been open for long.

    Who is no administrator sees their own tenants.
    """
    from memento_cli.hub.connection import connected
    from memento_cli.hub.nodes import nodes_of
    from memento_cli.hub.status import hub_status, with_nodes

    name = hub_named(call, hub, "HUB")
    with connected(name) as connection:
        found = with_nodes(hub_status(connection, call.now), nodes_of(name))
    rows = [*_of_server(name, found), *(_of_tenant(call, one) for one in found.tenants)]
    call.out.value({"hub": name, **found._asdict()}, labelled(rows, call.out))
    for problem in found.problems:
        call.out.warn(safe(problem))
    if found.hidden:
        hint = "" if found.administrator else ", who is no administrator"
        call.out.note(safe(f"Not shown to {found.role}{hint}: {'; '.join(found.hidden)}"))
    if found.problems:
        raise Ended(FOUND)


def _of_server(name: str, found: HubStatus) -> Iterator[tuple[str, str]]:
    yield "hub", name
    kind = _kind(found.is_standby, found.behind_seconds)
    yield "server", f"PostgreSQL {found.server}, {kind}"
    for node in found.nodes:
        kind = "no answer" if node.problem else _kind(node.is_standby, node.behind_seconds)
        yield "node", f"{node.place}: {kind}"
    role = "an administrator" if found.administrator else "a member"
    yield "you", f"{found.role}, {role}"
    yield "schema", f"version {found.version}; {sized(found.bytes)}"
    for standby in found.standbys:
        yield "standby", _standby_text(standby)
    if not (found.standbys or found.is_standby):
        yield "standby", "none: what this server loses is left in the clones alone"
    if found.synchronous:
        yield "commits", f"wait for {found.synchronous}"


def _kind(is_standby: bool | None, behind_seconds: float | None) -> str:
    behind = "" if behind_seconds is None else f", its last change is {behind_seconds:.1f} s old"
    return f"a standby{behind}" if is_standby else "a primary"


def _standby_text(standby: Standby) -> str:
    name = standby.name or "one"
    if standby.sync is None:
        return f"{name}, of which you may see no more"
    seconds = "" if standby.lag_seconds is None else f", {standby.lag_seconds:.1f} s"
    lag = f"{sized(standby.lag_bytes or 0)}{seconds} behind"
    return f"{name}: {standby.state}, {SYNC[standby.sync]}, {lag}"


def _of_tenant(call: Call, one: Tenant) -> tuple[str, str]:
    parts = [
        f"{', '.join(one.members) or 'nobody'} may reach it",
        f"{one.lines:,} line{'s' * (one.lines != 1)}"
        + ("" if one.line_limit is None else f" of {one.line_limit:,}"),
        sized(one.bytes) + ("" if one.byte_limit is None else f" of {sized(one.byte_limit)}"),
        f"{one.files:,} file{'s' * (one.files != 1)}",
    ]
    if one.clones:
        oldest = one.clones[0]
        which = "" if len(one.clones) == 1 else "the oldest "
        seen = f"{which}{oldest.clone} of {oldest.actor} seen {call.out.minute(oldest.seen)}"
        parts.append(f"{counted(len(one.clones), 'clone')}, {seen}")
    return one.tenant, "; ".join(parts)
