"""A hub that is away: whoever acts is not kept waiting, and whoever watches waits for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memento_cli.store.directory.store import Store
from tests.conftest import ROOT, Ran
from tests.hub.meeting import TENANT, on_hub, pair, synced
from tests.hub.servers import TEMPLATE, Server, server_of, wait_until
from tests.hub.tenants import Database
from tests.store.helpers import recorded

INTERRUPTED = 130


@pytest.fixture
def own(server: Server, shared: Path, short: str) -> Iterator[Database]:
    """A hub that a test may kill and freeze."""
    template = str(shared / "v18/data")
    made = server_of(server.programs, template, os.path.join(short, "a"))
    yield Database(made, TEMPLATE)
    made.stop(signal.SIGQUIT)


@contextmanager
def watching(store: Store, hub: Database, said: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`store sync --watch` of a store, for as long as the block runs."""
    words = ["--store", store.root, "store", "sync", hub.url(), "--tenant", TENANT, "--watch"]
    with said.open("wb") as file:
        watch = subprocess.Popen(
            [sys.executable, "-m", "memento_cli", *words],
            stdout=file,
            stderr=file,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        try:
            yield watch
        finally:
            watch.kill()
            watch.wait()


def test_who_watches_waits_for_a_hub_that_is_away(own: Database, tmp_path: Path) -> None:
    """It says so once, goes on when the hub is back, and Ctrl-C ends it in either case."""
    one, two = pair(own, tmp_path)
    said = tmp_path / "said"
    with watching(two, own, said) as watch:
        wait_until(lambda: "nothing new" in said.read_text())
        first = recorded(Store(one.root), "first").id
        synced(one, own.url())
        wait_until(lambda: first in Store(two.root).memories.ids())
        own.server.kill()
        wait_until(lambda: "tried again until it works" in said.read_text())
        second = recorded(Store(one.root), "second").id
        own.server.start()
        synced(one, own.url())
        wait_until(lambda: second in Store(two.root).memories.ids())
        assert said.read_text().count("tried again") == 1
        own.server.kill()
        wait_until(lambda: said.read_text().count("tried again") == 2)
        watch.send_signal(signal.SIGINT)
        assert watch.wait(10) == INTERRUPTED
    assert "Traceback" not in said.read_text()


def test_an_act_does_not_wait_for_its_sync(
    own: Database,
    tmp_path: Path,
    run: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With `sync.when = "always"`: not for a hub that is gone, nor for one that does not answer;
    and when it is back, the next act brings it all. Until then the status says what is wrong."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "memento").mkdir()
    (tmp_path / "memento" / "config.toml").write_text('[sync]\nwhen = "always"\n')
    one, _ = pair(own, tmp_path)
    assert run("--store", one.root, "store", "sync", own.url(), "--tenant", TENANT).code == 0
    pid = int(Path(own.server.data, "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGSTOP)
    try:
        assert run("--store", one.root, "record", "while it does not answer", "-q").code == 0
    finally:
        os.kill(pid, signal.SIGCONT)
    own.server.kill()
    done = run("--store", one.root, "record", "while it is away", "-q")
    assert (done.code, done.stderr) == (0, "")
    wait_until(lambda: "does not answer" in run("--store", one.root, "status").stdout)
    own.server.start()
    assert run("--store", one.root, "record", "when it is back").code == 0
    wait_until(lambda: on_hub(own) == set(Store(one.root).memories.ids()))
    wait_until(lambda: "does not answer" not in run("--store", one.root, "status").stdout)
    assert f"{TENANT} on {own.url()}, synced 2" in run("--store", one.root, "status").stdout
