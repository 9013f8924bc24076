"""What a hub is called: a URL of a PostgreSQL database, or the name of a service of libpq's own
`pg_service.conf`; and what its tenants are called.

A password never stands in such a name, since names are remembered by clones and shown.
"""

from __future__ import annotations

import re

from memento_cli.errors import BadValue, Failed, Refused, Usage
from memento_cli.named_tuple import NamedTuple

INSTALL = "pip install 'memento-keep[hub]', or '.[hub]' in a clone"
SCHEMES = ("postgresql://", "postgres://")
SERVICE = re.compile(r"\w[\w.@+-]{0,62}")
TENANT = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")
SECRETS = ("password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key")
"""Parameters of libpq that nobody else may read."""
EXAMPLE = "postgresql://USER@HOST/DATABASE"
KINDS = f"a hub is a URL, {EXAMPLE}, or the name of a service in ~/.pg_service.conf"
OWN_FILE = "a line HOST:PORT:DATABASE:USER:PASSWORD of ~/.pgpass, which only you may read"


class Hub(NamedTuple):
    """A hub: what it is called, as typed, and what libpq is told, without a password."""

    name: str
    conninfo: str


def hub_of(text: str) -> Hub:
    """The hub that a text names. What is wrong with it is told without its words, as they may have
    a password among them: Refused for one that has, else Usage."""
    if not text.isprintable():
        raise Usage("the name of a hub has a control character in it", KINDS)
    if text.startswith(SCHEMES):
        return Hub(text, _checked(text))
    if "://" in text:
        raise Usage("the URL of a hub begins with postgresql://", KINDS)
    if not SERVICE.fullmatch(text):
        raise Usage("that names no hub", KINDS)
    return Hub(text, f"service={text}")


def check_tenant(name: str) -> str:
    """A tenant's name; BadValue if it is none."""
    if not TENANT.fullmatch(name):
        hint = "a tenant has a to z, 0 to 9, - and _, at most 63, and begins with a letter or digit"
        raise BadValue(f"{name[:40]!r} is no name of a tenant", hint)
    return name


def _checked(url: str) -> str:
    """The URL, if libpq can read it and no secret stands in it."""
    try:
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict
    except ImportError:
        raise no_driver() from None
    try:
        parameters = conninfo_to_dict(url)
    except ProgrammingError as problem:
        raise Usage("the URL of the hub cannot be read", _why(str(problem))) from None
    if any(parameters.get(name) for name in SECRETS):
        raise Refused("a password may not stand in a hub's URL", f"put it into {OWN_FILE}")
    return url


def _why(problem: str) -> str:
    """libpq's complaint, if it names but a parameter; any other may have a password's words."""
    unknown = re.match(r'invalid URI query parameter: "(\w+)"', problem)
    if unknown:
        return f"libpq has no parameter {unknown[1]}"
    return f"it is {EXAMPLE}; in a name, / is written %2F, : %3A, @ %40 and % %25"


def no_driver() -> Failed:
    """The error where the extra `hub` is not installed."""
    return Failed("the client of PostgreSQL is not installed", INSTALL)
