"""A hub that is lost while clones sync with it: cut off, killed, failed over, or restored from a
copy. What was acknowledged is there afterwards, and nothing is there twice."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from memento_cli.actions.memory.edit import edit
from memento_cli.actions.redaction.erase import erase
from memento_cli.errors import MementoError
from memento_cli.hub.administration import erase_tenant
from memento_cli.store.directory.store import Store
from tests.conftest import LONGER
from tests.hub.meeting import (
    TENANT,
    check_alike,
    clone,
    let_in,
    on_hub,
    pair,
    synced,
)
from tests.hub.proxies import after, before, never, proxy
from tests.hub.servers import DURABLE, TEMPLATE, Server, server_of, wait_until
from tests.hub.tenants import Database
from tests.store.helpers import DAY, NOW, recorded

KILLS, MORE_KILLS = 2, int(os.environ.get("MEMENTO_KILLS", "10"))
CLONES = 3
PAUSE_SECONDS = 0.3
TOLD = re.compile("was lost while|is starting up or shutting down|does not answer")


@contextmanager
def durable(server: Server, shared: Path, folder: str) -> Iterator[Server]:
    """A server of a test's own, which may be killed."""
    template = str(shared / "v18/data")
    made = server_of(server.programs, template, os.path.join(folder, "a"), **DURABLE)
    try:
        yield made
    finally:
        made.stop(signal.SIGQUIT)


@pytest.mark.parametrize("where", ["before the commit", "after the commit", "in an answer"])
def test_a_cut_connection_does_no_harm(new_hub: Database, tmp_path: Path, where: str) -> None:
    """Wherever it is cut: the sync says so, and the next one ends what it began. What had been
    committed, without an answer, is not there twice."""
    one, two = pair(new_hub, tmp_path)
    with proxy(new_hub.server) as way:
        url = way.url(new_hub.name)
        synced(one, url), synced(two, url)
        for nth in range(3):
            recorded(Store(two.root), f"theirs {nth}")
            synced(two, url)
            id = recorded(Store(one.root), f"mine {nth}").id
            if where == "in an answer":
                way.answered = before(b"theirs")
            elif where == "after the commit":
                way.asked = after(b"put_lines", b"commit\0")
            else:
                way.asked = before(b"put_files")
            with pytest.raises(MementoError, match="was lost while it worked"):
                synced(one, url)
            way.asked = way.answered = never
            if where == "after the commit":
                wait_until(lambda id=id: id in on_hub(new_hub))  # type: ignore[misc]
            if nth == 1:
                recorded(Store(one.root), "more, before it is tried again")
            check_alike(url, one, two)
    assert len(two.memories.ids()) == 7


@pytest.mark.parametrize("kills", [KILLS, pytest.param(MORE_KILLS, marks=pytest.mark.longer)])
def test_a_server_that_is_killed_keeps_what_it_acknowledged(
    server: Server, shared: Path, short: str, tmp_path: Path, kills: int
) -> None:
    """Three clones record and sync while their hub is killed at any moment: whatever a sync was
    done with is there afterwards, and the others' syncs are told of in a sentence."""
    with durable(server, shared, short) as killed:
        hub = Database(killed, TEMPLATE)
        one, two = pair(hub, tmp_path)
        stores = [one, two, clone(hub, tmp_path / "three")]
        acknowledged, strange, is_over = set[str](), list[str](), threading.Event()

        def work(store: Store, number: int) -> None:
            own, nth = list[str](), 0
            while not is_over.is_set():
                nth += 1
                own.append(recorded(Store(store.root), f"clone {number} says {nth}").id)
                try:
                    synced(store, hub.url())
                    acknowledged.update(own)
                except MementoError as problem:
                    if not TOLD.search(problem.message):
                        strange.append(problem.message)
                    time.sleep(PAUSE_SECONDS / 10)
                except Exception as problem:
                    strange.append(repr(problem))

        threads = [threading.Thread(target=work, args=(each, n)) for n, each in enumerate(stores)]
        for thread in threads:
            thread.start()
        chance = Random(LONGER)
        try:
            for _ in range(kills):
                time.sleep(chance.random() * 2 * PAUSE_SECONDS)
                killed.kill()
                killed.start()
        finally:
            is_over.set()
            for thread in threads:
                thread.join()
        assert acknowledged and acknowledged <= on_hub(hub)
        check_alike(hub.url(), *stores)
        assert not strange


@pytest.mark.longer
@pytest.mark.parametrize("is_synchronous", [True, False])
def test_a_standby_takes_over(
    server: Server, shared: Path, short: str, tmp_path: Path, is_synchronous: bool
) -> None:
    """A synchronous one has all that was acknowledged. What another lacks the clones bring back:
    nothing is believed to be pushed once the history is another."""
    with durable(server, shared, short) as primary:
        hub = Database(primary, TEMPLATE)
        one, two = pair(hub, tmp_path)
        check_alike(hub.url(), one, two)
        standby = primary.standby(os.path.join(short, "b"))
        try:
            if not is_synchronous:
                primary.execute(
                    "alter system reset synchronous_standby_names", "select pg_reload_conf()"
                )
                standby.stop()
            epoch = epoch_of(hub)
            ids = set[str]()
            for nth in range(3):
                for store in (one, two):
                    ids.add(recorded(Store(store.root), f"said {nth}").id)
                    synced(store, hub.url())
            primary.kill()
            if not is_synchronous:
                standby.start()
            standby.promote()
            hub = Database(standby, TEMPLATE)
            assert (ids <= on_hub(hub)) == is_synchronous
            assert epoch_of(hub) != epoch
            check_alike(hub.url(), two, one)
            assert ids <= on_hub(hub)
        finally:
            standby.stop(signal.SIGQUIT)


def test_a_hub_restored_from_a_copy_of_its_files(
    server: Server, shared: Path, short: str, tmp_path: Path
) -> None:
    """It has the history of the copy, and its tokens: the clones bring back what is newer."""
    with durable(server, shared, short) as lost:
        hub = Database(lost, TEMPLATE)
        one, two = pair(hub, tmp_path)
        recorded(one, "before the copy")
        check_alike(hub.url(), one, two)
        lost.stop()
        with durable_copy(lost, os.path.join(short, "b")) as restored:
            lost.start()
            ids = {recorded(store, "after the copy").id for store in (one, two)}
            check_alike(hub.url(), one, two)
            hub = Database(restored, TEMPLATE)
            assert not ids & on_hub(hub)
            check_alike(hub.url(), two, one)
            assert ids <= on_hub(hub)


@pytest.mark.longer
def test_a_hub_restored_from_a_dump(
    new_hub: Database, shared: Path, short: str, tmp_path: Path
) -> None:
    """In a server that has counted fewer transactions than the first: the clones bring back what is
    newer than the dump, and then nothing is new."""
    one, two = pair(new_hub, tmp_path)
    recorded(one, "before the dump")
    check_alike(new_hub.url(), one, two)
    with new_hub.connected(autocommit=True) as connection:
        one_each = "perform pg_current_xact_id(); commit;"
        connection.execute(
            f"do $$ begin for n in 1..5000 loop {one_each} end loop; end $$".encode()
        )
    recorded(one, "just before the dump")
    check_alike(new_hub.url(), one, two)
    run, dump = new_hub.server.programs.run, os.path.join(short, "dump")
    os.chmod(short, 0o777)
    run("pg_dump", "-Fc", "-f", dump, new_hub.url())
    ids = {recorded(store, "after the dump").id for store in (one, two)}
    check_alike(new_hub.url(), one, two)
    with durable(new_hub.server, shared, short) as other:
        other.execute("create database restored")
        hub = Database(other, "restored")
        run("pg_restore", "-d", hub.url(), dump)
        assert not ids & on_hub(hub)
        check_alike(hub.url(), two, one)
        assert ids <= on_hub(hub)
        assert [synced(store, hub.url())[:5] for store in (one, two)] == [(0, 0, 0, 0, ())] * 2
        tokens = "select clone, token from memento.clone order by clone"
        with hub.connected(autocommit=True) as connection:
            before = connection.execute(tokens).fetchall()
            for store in (one, two):
                synced(store, hub.url())
            assert connection.execute(tokens).fetchall() == before  # nobody was woken


def test_a_tenant_that_is_erased_and_filled_again(new_hub: Database, tmp_path: Path) -> None:
    """Its clones have their notes still, and believe nothing of them: whoever syncs first fills it
    again, each brings what it alone has, what was erased stays erased, and all come to the same."""
    one, two = pair(new_hub, tmp_path)
    gone, kept = recorded(one, "gone").id, recorded(one, "kept").id
    check_alike(new_hub.url(), one, two)
    erase(Store(one.root), [gone], NOW + DAY)
    check_alike(new_hub.url(), one, two)
    for first, second in ((one, two), (two, one)):
        mine, theirs = (recorded(Store(store.root), "said").id for store in (first, second))
        with new_hub.connected(autocommit=True) as connection:
            erase_tenant(connection, TENANT)
        with pytest.raises(MementoError, match="has no such tenant for you"):
            synced(second, new_hub.url())
        let_in(new_hub)
        synced(first, new_hub.url())
        assert {kept, mine} <= on_hub(new_hub) and not {gone, theirs} & on_hub(new_hub)
        edit(Store(second.root), kept, {"memory.content.summary": theirs}, NOW + DAY)
        check_alike(new_hub.url(), second, first)
        assert {kept, mine, theirs} <= on_hub(new_hub) and gone not in on_hub(new_hub)
        assert first.memories.read(kept).value.content.summary == theirs


def epoch_of(hub: Database) -> str:
    """Which history a hub says that it has."""
    with hub.connected() as connection:
        row = connection.execute("select memento.epoch()").fetchone()
    return str(row[0]) if row else ""


@contextmanager
def durable_copy(server: Server, folder: str) -> Iterator[Server]:
    """A server with a copy of the data of another, which is stopped."""
    made = server_of(server.programs, server.data, folder, **DURABLE)
    try:
        yield made
    finally:
        made.stop(signal.SIGQUIT)
