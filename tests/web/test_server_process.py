"""The page's server as a process: its port is its own, many may come at once, and an end leaves
nothing half written."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC
from http.client import HTTPConnection, HTTPException
from http.server import HTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest

from memento_cli import Store
from memento_cli.web.looking import Looking
from memento_cli.web.server import Server, Site, new_site
from tests.web.conftest import NOW

WHILE_IT_WAITS = 0.3
SOON = 2.0
HEARD = """
import sys
sys.addaudithook(lambda event, args: print(event) if event.startswith("socket.") else None)
from memento_cli.web.server import Server, new_site
Server(new_site(print, ""))
"""


@pytest.fixture
def memento(store: Store) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """A memento that serves the store to be changed: its process, its port and the token."""
    words = ["-m", "memento_cli", "--store", store.root, "open", "--web", "--write", "--no-browser"]
    process = subprocess.Popen(
        [sys.executable, *words], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    link = re.fullmatch(r"http://127.0.0.1:(\d+)/\?token=(\S+)\n", process.stdout.readline())
    assert link
    yield process, int(link[1]), link[2]
    process.kill()
    process.communicate()


def site_of(store: Store) -> Site:
    """A site that only looks at the store."""
    return new_site(lambda asked: Looking(store, NOW, UTC, asked), store.root)


def recorded(port: int, token: str, text: str) -> None:
    """Asks for an act, and hears nothing if the server has gone."""
    body = json.dumps({"act": "record", "text": text})
    connection = HTTPConnection("127.0.0.1", port, timeout=9)
    with closing(connection), suppress(OSError, HTTPException):
        connection.request("POST", "/api/act", body, {"X-Memento": token})
        connection.getresponse().read()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_act_that_has_begun_is_done_before_the_end(
    number: signal.Signals, store: Store, memento: tuple[subprocess.Popen[str], int, str]
) -> None:
    """A signal that comes while an act waits for the store's lock ends the server when that act is
    written whole, soon, and no other begins; then its port is free."""
    process, port, token = memento
    ones = [Thread(target=recorded, args=(port, token, f"walked along {at}")) for at in ("1", "2")]
    with store.lock.held():
        for one in ones:
            one.start()
            time.sleep(WHILE_IT_WAITS)
        process.send_signal(number)
        time.sleep(WHILE_IT_WAITS)
    began = time.monotonic()
    _, told = process.communicate(timeout=9)
    for one in ones:
        one.join()
    assert time.monotonic() - began < SOON and "Traceback" not in told
    assert process.returncode == {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129}[number.name]
    [file] = Path(store.root, "memories").glob("*.toml")
    assert "walked along 1" in file.read_text()
    assert [*Path(store.root).rglob(".tmp*")] == []
    Server(site_of(store), port).server_close()


def test_an_end_waits_for_no_lock_for_long(
    store: Store, memento: tuple[subprocess.Popen[str], int, str]
) -> None:
    """While another has the store's lock, the server ends all the same, and the act is not done."""
    process, port, token = memento
    with store.lock.held():
        asking = Thread(target=recorded, args=(port, token, "never"))
        asking.start()
        time.sleep(WHILE_IT_WAITS)
        process.terminate()
        assert process.wait(timeout=SOON) == 143
    asking.join()
    assert [*Path(store.root, "memories").glob("*.toml")] == []


def test_a_port_is_of_one_server(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """No other server of this user takes the same port, whatever a newer Python lets it by
    itself."""
    monkeypatch.setattr(HTTPServer, "allow_reuse_port", True, raising=False)
    with Server(site_of(store)) as first, pytest.raises(OSError, match="in use"):
        Server(site_of(store), first.port)


def test_a_start_asks_nobody_for_a_name() -> None:
    """The server begins without a look for a name, which may go over the network and take long."""
    done = subprocess.run([sys.executable, "-c", HEARD], capture_output=True, text=True, check=True)
    assert [one for one in done.stdout.split() if "get" in one] == []
    assert "socket.bind" in done.stdout


def test_many_come_at_once(store: Store) -> None:
    """All of a hundred connections that nobody has taken yet are taken in the end."""
    with Server(site_of(store)) as server:
        ones = [socket.create_connection(("127.0.0.1", server.port), 1) for _ in range(100)]
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        for one in ones:
            one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert one.recv(12) == b"HTTP/1.1 421"
            one.close()
        server.shutdown()


def test_an_act_that_git_does_not_take_says_so(
    store: Store, memento: tuple[subprocess.Popen[str], int, str]
) -> None:
    """Where acts are to be committed and cannot be, the answer says what is in the way, and not
    where the store is on this machine."""
    git = ["git", "-C", store.root]
    subprocess.run([*git, "init", "-q"], check=True)
    words = [sys.executable, "-m", "memento_cli", "--store", store.root]
    subprocess.run([*words, "store", "git"], check=True, capture_output=True)
    subprocess.run([*words, "config", "set", "git.autocommit", "true"], check=True)
    (Path(store.root) / ".git" / "index.lock").touch()
    _, port, token = memento
    connection = HTTPConnection("127.0.0.1", port, timeout=9)
    with closing(connection):
        body = json.dumps({"act": "record", "text": "walked home"})
        connection.request("POST", "/api/act", body, {"X-Memento": token})
        told = json.loads(connection.getresponse().read())["text"]
    assert told.startswith("Recorded") and "not committed" in told and "index.lock" in told
    assert store.root not in told


def test_the_link_shows_what_was_asked_for(store: Store) -> None:
    """The words of the command stand in the address as the page has them, whatever they are."""
    words = ["-m", "memento_cli", "--store", store.root, "open", "--web", "--no-browser"]
    asked = [*words, "topic:oauth", "R&D #1"]
    with subprocess.Popen([sys.executable, *asked], text=True, stdout=subprocess.PIPE) as process:
        assert process.stdout
        link = urlsplit(process.stdout.readline().strip())
        process.terminate()
    assert parse_qs(link.fragment) == {"q": ["topic:oauth R&D #1"]}
