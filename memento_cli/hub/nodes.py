"""The servers of a hub whose name has several of them: `postgresql://one,two/database`."""

from __future__ import annotations

from memento_cli.errors import MementoError
from memento_cli.hub.connection import connected
from memento_cli.hub.encryption import resolved
from memento_cli.hub.hubs import hub_of
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

STATE = """
    select pg_is_in_recovery(), case when pg_is_in_recovery()
        then extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end
"""
PLACES = ("host", "hostaddr", "port")
"""The parameters that are lists, with a part for each server."""


class Node(NamedTuple):
    """A server, and whether it follows another, by so many seconds behind what that has done last;
    both None with a `problem`, if it does not answer."""

    place: str
    is_standby: bool | None = None
    behind_seconds: float | None = None
    problem: str = ""


def nodes_of(name: str) -> tuple[Node, ...]:
    """Each server of a hub, asked by itself; none if the name has but one."""
    places = list(_places(resolved(hub_of(name))))
    return tuple(_node(name, place) for place in places) if len(places) > 1 else ()


def _places(parameters: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """What leads to each server. A list of one part, as of ports, is of all."""
    parts = {key: parameters[key].split(",") for key in PLACES if key in parameters}
    for nth in range(max(map(len, parts.values()), default=0)):
        yield {key: some[nth if len(some) > 1 else 0] for key, some in parts.items()}


def _node(name: str, place: Mapping[str, str]) -> Node:
    label = f"{place.get('host') or place.get('hostaddr')}:{place.get('port', '')}"
    try:
        with connected(name, target_session_attrs="any", **place) as connection:
            row = connection.execute(STATE.encode()).fetchone()
    except MementoError as problem:
        return Node(label, problem=problem.message.removeprefix(name).strip())
    assert row is not None
    return Node(label, *row)
