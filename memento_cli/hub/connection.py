"""A connection to a hub.

It has no state of a session and prepares no statement, so that pgbouncer may stand between and give
each transaction another server. It commits by itself; who wants a transaction begins one
(`with connection.transaction()`).
"""

from __future__ import annotations

from memento_cli.hub.connection_errors import told
from memento_cli.hub.encryption import encryption, resolved
from memento_cli.hub.hubs import hub_of, no_driver
from memento_cli.standard import contextmanager

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    import psycopg

DEFAULTS = {
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
}
"""Seconds, and milliseconds at the end: a server that is gone is noticed within a minute."""


@contextmanager
def connected(name: str, **chosen: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection to the hub of that name, for as long as the block runs; of one with several
    servers to the one that is `chosen` by libpq's parameters.

    What the server or the way there refuses within the block is raised as memento's errors.
    """
    hub = hub_of(name)
    try:
        import psycopg
        from psycopg.conninfo import make_conninfo
    except ImportError:
        raise no_driver() from None
    _without_a_log()
    parameters: Mapping[str, str] = {}
    try:
        parameters = resolved(hub) | chosen
        settings = {key: parameters.get(key, value) for key, value in DEFAULTS.items()}
        settings |= encryption(parameters) | chosen
        with psycopg.connect(
            make_conninfo(hub.conninfo, **settings),
            autocommit=True,
            prepare_threshold=None,
            client_encoding="utf8",
            fallback_application_name="memento",
        ) as connection:
            yield connection
    except psycopg.Error as problem:
        raise told(problem, hub, parameters) from None


def _without_a_log() -> None:
    """Let psycopg write nothing on stderr beside the error, where nobody has asked for its log."""
    from logging import NullHandler, getLogger

    logger = getLogger("psycopg")
    if not logger.handlers:
        logger.addHandler(NullHandler())
