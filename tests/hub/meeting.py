"""A hub with one tenant, and clones of a store that meet there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.hub.connection import connected
from memento_cli.hub.joining import cloned
from memento_cli.hub.sync import Synced, sync
from memento_cli.store.directory.store import Store
from tests.hub.tenants import Database
from tests.store.helpers import DAY, NOW, new_store

TENANT, MEMBER = "acme", "postgres"
NAME = "hub"
"""By which the clones remember their hub, wherever it is by now."""


def let_in(hub: Database, tenant: str = TENANT, member: str = MEMBER) -> None:
    """Make a tenant with one member."""
    with hub.connected(autocommit=True) as connection:
        connection.execute("insert into memento.tenant values (%s)", (tenant,))
        connection.execute("insert into memento.member values (%s, %s)", (tenant, member))


@contextmanager
def reached(hub: Database, role: str = MEMBER) -> Iterator[psycopg.Connection[Any]]:
    """A connection as a clone has one."""
    with hub.connected(role, autocommit=True) as connection:
        yield connection


def meet(store: Store, hub: Database, now: datetime = NOW, tenant: str = TENANT) -> Synced:
    """One sync of a store that is opened anew."""
    with reached(hub) as connection:
        fresh = Store(store.root, store.warn)
        return sync(fresh, hub.name, tenant, connection, now)


def clone(hub: Database, place: Path, warn: Any = lambda text: None) -> Store:
    """A new clone, which has all that the tenant has."""
    with reached(hub) as connection:
        store = cloned(str(place), hub.name, TENANT, connection, warn)
    meet(store, hub)
    return store


def pair(hub: Database, tmp: Path, **settings: Any) -> tuple[Store, Store]:
    """Two clones of one store that have met."""
    let_in(hub)
    one = new_store(tmp / "one", **settings)
    meet(one, hub)
    return Store(one.root), clone(hub, tmp / "two")


def files_of(store: Store) -> dict[str, bytes]:
    """What each file of a store says."""
    paths = (path for path in Path(store.root).rglob("*.toml") if ".memento" not in path.parts)
    return {str(path.relative_to(store.root)): path.read_bytes() for path in paths}


def lines_of(store: Store) -> set[bytes]:
    """Every line of every log of a store: equal logs may differ in order."""
    return set(rows_of(store))


def rows_of(store: Store) -> list[bytes]:
    """All lines of all logs, as often as they are there."""
    paths = (path for path in Path(store.root).rglob("*.jsonl") if ".memento" not in path.parts)
    return [line for path in paths for line in path.read_bytes().splitlines()]


def synced(store: Store, url: str) -> Synced:
    """A sync over a URL, with a hub that is always known by the same name."""
    with connected(url) as connection:
        return sync(Store(store.root), NAME, TENANT, connection, NOW + 30 * DAY)


def on_hub(hub: Database) -> set[str]:
    """The ids of the memories that a hub has."""
    with hub.connected() as connection:
        rows = connection.execute("select path from memento.file where content is not null")
        return {os.path.basename(path)[:-5] for (path,) in rows if path.startswith("memories/")}


def check_alike(url: str, *stores: Store) -> None:
    """After they have met, all clones have the same files and lines, each line once."""
    for _ in range(2):
        for store in stores:
            synced(store, url)
    assert all(files_of(store) == files_of(stores[0]) for store in stores)
    assert all(lines_of(store) == lines_of(stores[0]) for store in stores)
    for store in stores:
        assert len(rows_of(store)) == len(lines_of(store))
        assert not doctor(Store(store.root), NOW + 40 * DAY).findings
