"""A hub that refuses in the middle of a sync: the sync says so in a sentence, and once the hub
takes it again, nothing is missing."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random

import pytest

from memento_cli.errors import Busy, Failed, Refused
from memento_cli.store.directory.store import Store
from tests.conftest import LONGER
from tests.faults.disks import disk
from tests.hub.meeting import TENANT, check_alike, let_in, on_hub, pair, synced
from tests.hub.proxies import proxy
from tests.hub.servers import TEMPLATE, Server, server_of
from tests.hub.tenants import Database
from tests.store.helpers import new_store, recorded

MB = 1 << 20
PAIRS = ["".join(pair) for pair in product("abcdefghijklmnopqrstuvwxyz", repeat=2)]


def bob(hub: Database) -> str:
    """A new role that is a member of the tenant."""
    name = hub.server.role()
    with hub.connected(autocommit=True) as connection:
        connection.execute(f'grant memento_member to "{name}"'.encode())
        connection.execute("insert into memento.member values (%s, %s)", (TENANT, name))
    return name


def test_a_member_is_removed_in_the_middle_of_a_sync(new_hub: Database, tmp_path: Path) -> None:
    """After it has pulled, and before it pushes: nothing is pushed, and it is told why."""
    one, two = pair(new_hub, tmp_path)
    role = bob(new_hub)
    with proxy(new_hub.server) as way:

        def removed(piece: bytes) -> None:
            if b"begin_push" in piece:
                with new_hub.connected(autocommit=True) as connection:
                    connection.execute("delete from memento.member where member = %s", (role,))

        synced(one, way.url(new_hub.name, role))
        id = recorded(Store(one.root), "mine").id
        way.asked = removed
        with pytest.raises(Refused, match="has no such tenant for you"):
            synced(one, way.url(new_hub.name, role))
        assert id not in on_hub(new_hub)
        check_alike(new_hub.url(), one, two)
        assert id in on_hub(new_hub)


def test_a_statement_that_takes_too_long(new_hub: Database, tmp_path: Path) -> None:
    """The hub's own limit ends it: the sync says that it may be tried again."""
    one, two = pair(new_hub, tmp_path)
    role = bob(new_hub)
    recorded(Store(one.root), "mine")
    new_hub.server.execute(f'alter role "{role}" set statement_timeout = 200')
    with new_hub.connected() as other:
        other.execute("lock memento.line in exclusive mode")
        with pytest.raises(Busy, match="took too long"):
            synced(one, new_hub.url(role))
    check_alike(new_hub.url(), one, two)


def test_a_full_disk_of_a_clone(new_hub: Database, tmp_path: Path) -> None:
    """It is told as what it is, and nothing is missing once there is room again."""
    let_in(new_hub)
    with disk("-t", "tmpfs", "-o", f"size={MB}", "memento") as folder:
        one = new_store(folder / "store/one")
        synced(one, new_hub.url())
        ids = {recorded(one, f"owl number {number}").id for number in range(60)}
        with open(folder / "store/rest", "wb", buffering=0) as rest, suppress(OSError):
            while rest.write(bytes(1 << 12)):
                pass
        with pytest.raises(Failed, match=r"disk is full|No space left"):
            synced(one, new_hub.url())
        os.unlink(rest.name)
        synced(one, new_hub.url())
        assert on_hub(new_hub) == ids


@pytest.mark.longer
def test_a_full_disk_of_the_server(server: Server, shared: Path, tmp_path: Path) -> None:
    """What does not fit is not there in part; with room again, everything comes."""
    with disk("-t", "tmpfs", "-o", f"size={64 * MB},mode=0777", "memento") as folder:
        folder.chmod(0o755)
        home = str(folder / "store" / "pg")
        template = str(shared / "v18/data")
        full = server_of(server.programs, template, home, max_wal_size="8MB", wal_recycle="off")
        chance = Random(LONGER)
        try:
            hub = Database(full, TEMPLATE)
            one, two = pair(hub, tmp_path)
            check_alike(hub.url(), one, two)
            filler = folder / "store" / "filler"
            room = os.statvfs(folder / "store")
            filler.write_bytes(b"x" * (room.f_bavail * room.f_bsize - MB))
            ids = set[str]()
            with pytest.raises(Failed, match=r"no room left on its disk|was lost|does not answer"):
                for nth in range(40):
                    text = " ".join(chance.choices(PAIRS, k=60_000))
                    ids.add(recorded(Store(one.root), f"said {nth}", topic="x").id)
                    path = Path(one.memories.path(sorted(ids)[-1]))
                    path.write_text(path.read_text().replace('summary = "', f'summary = "{text} '))
                    synced(one, hub.url())
            filler.unlink()
            full.kill()
            full.start()
            check_alike(hub.url(), one, two)
            assert ids <= on_hub(hub)
        finally:
            full.stop(signal.SIGQUIT)
