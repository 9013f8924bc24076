"""One server of each version for a worker, and a new database for a test."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hub.servers import (
    Server,
    alone,
    cluster,
    programs_15,
    programs_18,
    scratch,
    server_of,
    shared_folder,
)
from tests.hub.tenants import Database

PG = [name for name in os.environ if name.startswith("PG")]
for name in PG:
    del os.environ[name]


@pytest.fixture(scope="session")
def shared() -> Iterator[Path]:
    """The folder of all workers."""
    with shared_folder() as folder:
        yield folder


@pytest.fixture
def short() -> Iterator[str]:
    """A folder for a server, where other users may come."""
    with scratch() as folder:
        yield folder


def _serving(shared: Path, version: int) -> Iterator[Server]:
    with alone(shared):
        programs = programs_18(shared) if version == 18 else programs_15()
        template = cluster(shared, programs, f"v{version}")
    with scratch() as folder:
        server = server_of(programs, template, os.path.join(folder, "pg"))
        yield server
        server.stop(signal.SIGQUIT)


@pytest.fixture(scope="session")
def server(shared: Path) -> Iterator[Server]:
    """PostgreSQL 18 with pgvector. Whoever is there is let in, by any name."""
    yield from _serving(shared, 18)


@pytest.fixture(scope="session")
def server_15(shared: Path) -> Iterator[Server]:
    """PostgreSQL 15, without pgvector."""
    yield from _serving(shared, 15)


@pytest.fixture(params=[18, pytest.param(15, marks=pytest.mark.longer)])
def each_server(request: pytest.FixtureRequest) -> Server:
    """The newest and, in the longer run, the oldest: for what a version may do otherwise."""
    found = request.getfixturevalue("server" if request.param == 18 else "server_15")
    assert isinstance(found, Server)
    return found


@pytest.fixture
def database(each_server: Server) -> Iterator[Database]:
    """A new database of each server, with nothing in it."""
    name = each_server.database("template1")
    yield Database(each_server, name)
    each_server.drop(name)


@pytest.fixture(
    scope="session", params=["server", pytest.param("server_15", marks=pytest.mark.longer)]
)
def hub(request: pytest.FixtureRequest) -> Database:
    """A hub of each server, for tests that leave it as it was."""
    found: Server = request.getfixturevalue(request.param)
    return Database(found, found.database())


@pytest.fixture
def new_hub(server: Server) -> Iterator[Database]:
    """A hub with which a test may do what it likes."""
    name = server.database()
    yield Database(server, name)
    server.drop(name)
