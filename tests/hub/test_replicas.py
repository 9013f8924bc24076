"""Replicas: how they are made, by whoever comes first, and which are let go."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memento_cli.actions.facts.blocks import delete_block, write_block
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.store.init import init
from memento_cli.core.journal.provenance import Provenance
from memento_cli.errors import Refused
from memento_cli.hub.connection import connected
from memento_cli.hub.replicas import has_unpushed, in_use, let_go, replica_root
from memento_cli.hub.sync import sync
from memento_cli.store.directory.store import Store
from tests.hub.meeting import TENANT, clone, let_in, meet, on_hub
from tests.hub.tenants import Database
from tests.store.helpers import NOW, new_store, recorded


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache of this test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def fresh(root: str) -> Store:
    """A new store."""
    return init(root).store


def made(hub: Database, tenant: str = TENANT, second: int = 0) -> Store:
    """The replica of a tenant, which was last used that many seconds after the epoch."""
    with in_use(hub.url(), tenant, fresh, NOW, lambda text: None) as root:
        pass
    os.utime(f"{root}.lock", (second, second))
    return Store(root)


def pushed(store: Store, hub: Database, tenant: str = TENANT) -> None:
    """One sync, as a server does it."""
    with connected(hub.url()) as connection:
        sync(Store(store.root), hub.url(), tenant, connection, NOW)


def test_those_longest_unused_are_let_go(new_hub: Database) -> None:
    """Until the rest is small enough, with their indexes' folders; the newest stays."""
    for second, tenant in enumerate(("one", "two", "three")):
        let_in(new_hub, tenant)
        made(new_hub, tenant, second)
    roots = [replica_root(new_hub.url(), tenant) for tenant in ("one", "two", "three")]
    assert let_go() == []
    size = sum(path.stat().st_size for path in Path(roots[2]).rglob("*") if path.is_file())
    assert let_go(size) == roots[:2]
    assert [os.path.exists(root) for root in roots] == [False, False, True]
    assert made(new_hub, "one").root == roots[0]


def test_what_the_hub_lacks_stays(new_hub: Database) -> None:
    """A replica with a memory, or a line, that was not pushed is kept, and let go afterwards."""
    let_in(new_hub)
    store = made(new_hub)
    assert not has_unpushed(store.root)
    recorded(store, "The green lamp is broken")
    assert has_unpushed(store.root) and let_go(0) == []
    pushed(store, new_hub)
    assert let_go(0) == [store.root]


def test_what_a_killed_one_left_is_deleted(new_hub: Database) -> None:
    """A replica is out of its place before the first of its files is gone, as a sync would take a
    half of it for what was removed."""
    let_in(new_hub)
    store = made(new_hub)
    id = recorded(store, "The green lamp is broken").id
    pushed(store, new_hub)
    os.rename(store.root, f"{store.root}.gone")
    assert id in made(new_hub).memories
    assert let_go() == [] and not os.path.exists(f"{store.root}.gone")


def by_user(store: Store) -> Provenance:
    """An act of the person's own."""
    return Provenance(store.signed(NOW, "cli"))


def lost_in(store: Store, hub: Database, *places: str) -> set[str]:
    """Delete files of a replica as a cleaner of caches does, and sync; what is there then."""
    for place in places:
        os.unlink(place)
    pushed(store, hub)
    return set(Store(store.root).memories.ids())


def test_a_cache_that_is_emptied_removes_nothing(
    new_hub: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of a replica that no act took away come back from the hub, also by the sync of a cron
    job that has another cache; in a clone of somebody's own they are removed, as its files are the
    truth."""
    let_in(new_hub)
    store = made(new_hub)
    ids = {recorded(store, f"owl number {number}").id for number in range(3)}
    write_block(store, "team", "We meet at nine", by_user(store))
    pushed(store, new_hub)
    block = store.held("blocks").path("team")
    some = sorted(ids)[:2]
    assert lost_in(store, new_hub, block, *map(store.memories.path, some)) == ids
    assert os.path.exists(block) and on_hub(new_hub) == ids
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cron"))
    assert lost_in(store, new_hub, *map(store.memories.path, some)) == ids
    mine = clone(new_hub, tmp_path / "mine")
    assert lost_in(mine, new_hub, mine.memories.path(some[0])) == ids - {some[0]}
    pushed(store, new_hub)
    assert set(store.memories.ids()) == ids - {some[0]}


def test_what_an_act_removes_in_a_replica_is_removed(new_hub: Database) -> None:
    """A memory that is forgotten or erased, and a block that is deleted."""
    let_in(new_hub)
    store = made(new_hub)
    soft, hard = (recorded(store, text).id for text in ("the old plan", "what Bob has"))
    write_block(store, "team", "We meet at nine", by_user(store))
    pushed(store, new_hub)
    forget(store, [soft], NOW)
    erase(store, [hard], NOW)
    delete_block(store, "team", by_user(store))
    pushed(store, new_hub)
    assert on_hub(new_hub) == set() and not list(store.held("blocks").ids())


def test_what_is_in_use_stays(new_hub: Database) -> None:
    """Also by another process, as a lock tells."""
    let_in(new_hub)
    with in_use(new_hub.url(), TENANT, fresh, NOW, lambda text: None) as root:
        assert let_go(0) == []
    assert let_go(0) == [root]


def test_of_two_first_stores_one_stays(new_hub: Database, tmp_path: Path) -> None:
    """Who finds the tenant empty, and filled when it pushes, clones what is there."""
    let_in(new_hub)
    other = new_store(tmp_path / "other")
    id = recorded(other, "first").id

    def late(root: str) -> Store:
        meet(other, new_hub)
        return fresh(root)

    with in_use(new_hub.url(), TENANT, late, NOW, lambda text: None) as root:
        assert id in Store(root).memories


def test_a_replica_left_half_made_is_made_again(new_hub: Database, tmp_path: Path) -> None:
    """Its maker was killed before it met the hub; nothing was said in it."""
    let_in(new_hub)
    other = new_store(tmp_path / "other")
    id = recorded(other, "first").id
    meet(other, new_hub)
    root = replica_root(new_hub.url(), TENANT)
    os.makedirs(os.path.dirname(root), 0o700)
    fresh(root)
    assert id in made(new_hub).memories


def test_a_cache_of_others_is_refused(new_hub: Database, cache: Path) -> None:
    """Whoever can write there would decide what is recalled."""
    let_in(new_hub)
    (cache / "memento").mkdir(parents=True)
    (cache / "memento/replicas").mkdir()
    (cache / "memento/replicas").chmod(0o777)
    with pytest.raises(Refused, match="others may write to it"):
        made(new_hub)
