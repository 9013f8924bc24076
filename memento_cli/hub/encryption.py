"""How a hub is reached: what libpq makes of its name, and whether the way there must be encrypted
and the server known.

A socket or a loopback address is this machine. Any other server must prove who it is: a connection
that is encrypted, but to whoever answers, would hand a team's memories to them.
"""

from __future__ import annotations

import os

from memento_cli.errors import Refused

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.hub.hubs import Hub

NEVER = "memento"
"""A value that no parameter has: libpq reads all parameters, and gives up before it connects."""
VERIFIED = ("verify-full", "verify-ca")
UNSAID = "prefer"
"""What libpq does where nobody says anything."""
SYSTEM = "system"
OWN_ROOT = os.path.join("~", ".postgresql", "root.crt")
"""Where libpq looks for the certificates that it trusts, if none are named."""


def resolved(hub: Hub) -> dict[str, str]:
    """The parameters that libpq comes to by a hub's name: those of the name, of the service file,
    of PG* variables and its own, in this order. Raises OperationalError as a connection would."""
    from psycopg import OperationalError, pq
    from psycopg.conninfo import make_conninfo

    link = pq.PGconn.connect_start(make_conninfo(hub.conninfo, channel_binding=NEVER).encode())
    try:
        parameters = {
            option.keyword.decode(): option.val.decode() for option in link.info if option.val
        }
        if not parameters:
            raise OperationalError(link.get_error_message())
    finally:
        link.finish()
    return parameters


def encryption(parameters: Mapping[str, str]) -> dict[str, str]:
    """What is to be said to libpq besides, so that the server is verified unless it is on this
    machine; Refused if somebody has asked for less."""
    if is_local(parameters):
        return {}
    mode = parameters.get("sslmode", UNSAID)
    if mode not in (*VERIFIED, UNSAID):
        raise Refused(
            f"sslmode={mode} does not verify the server, and it is on another machine",
            "leave sslmode out, or say verify-full; sslrootcert=FILE names what you trust",
        )
    root = _trusted(parameters)
    if mode == UNSAID:
        mode = VERIFIED[0]
    return {"sslmode": mode, "sslrootcert": root}


def is_local(parameters: Mapping[str, str]) -> bool:
    """Whether every server of these parameters is on this machine. A host that has an address
    beside it is reached by the address."""
    from itertools import zip_longest

    hosts = parameters.get("host", "").split(",")
    addresses = parameters.get("hostaddr", "").split(",")
    both = zip_longest(addresses, hosts, fillvalue="")
    return all(_is_here(address or host) for address, host in both)


def _is_here(place: str) -> bool:
    """Whether a host or an address is a socket's folder, or loops back to this machine."""
    from ipaddress import ip_address

    if not place or place.startswith(("/", "@")) or place.casefold() == "localhost":
        return True
    try:
        return ip_address(place).is_loopback
    except ValueError:
        return False


def _trusted(parameters: Mapping[str, str]) -> str:
    """The certificates to trust: those that are named, the user's own, else the system's.

    The OpenSSL of psycopg's wheel knows no folder of the system, so Python's is asked for it.
    """
    named = parameters.get("sslrootcert", "")
    if named and named != SYSTEM:
        return named
    own = os.path.expanduser(OWN_ROOT)
    if not named and os.path.exists(own):
        return own
    from ssl import get_default_verify_paths

    return get_default_verify_paths().cafile or SYSTEM
