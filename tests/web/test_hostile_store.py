"""The page of a store whose files are hostile: links that lead out, pipes, devices, programs in its
settings. It is read without running, waiting for or following anything."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from datetime import UTC
from http.client import HTTPConnection
from pathlib import Path

import pytest

from memento_cli import Store
from memento_cli.actions.browse.acts import Hand
from memento_cli.web.documents import DOCUMENTS
from memento_cli.web.looking import Looking
from memento_cli.web.server import Server, new_site
from tests.faults.hostile import CALM, NOW, SECRET, hostile_store

PATIENCE = 20
ONE_OF = ("memory", "person", "thread")
"""Documents of what has to be named."""
LEADING_OUT = ("link", "dangling", "zero", "pipe", "folder", "../../outside/secret")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server of the store, which may be changed, as whoever cloned it starts it."""
    root = hostile_store(tmp_path / "store")
    monkeypatch.chdir(tmp_path)

    def look(asked: Mapping[str, str]) -> Looking:
        return Looking(Store(str(root), lambda *_: None), NOW, UTC, asked, Hand())

    with Server(new_site(look, str(root))) as made:
        threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}).start()
        yield made
        made.shutdown()


def answer(server: Server, method: str, path: str, body: str = "") -> tuple[int, str]:
    """The status and the body of an answer, which comes in time."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request(method, path, body or None, {"X-Memento": server.site.token})
    told = connection.getresponse()
    text = told.read().decode()
    connection.close()
    return told.status, text


def test_nothing_outside_is_read_and_nothing_runs(server: Server, tmp_path: Path) -> None:
    """Each document, and the page with all of them, is answered; none has a word of what links lead
    to, and no command that the store names was run."""
    paths = [f"/api/{name}" for name in DOCUMENTS if name not in ONE_OF]
    for path in (*paths, f"/api/memory?id={CALM}", "/export.html"):
        status, text = answer(server, "GET", path)
        assert status == 200, (path, text)
        assert SECRET not in text, path
    assert [*tmp_path.rglob("PWNED*")] == []


def test_no_act_goes_out_of_the_store(server: Server, tmp_path: Path) -> None:
    """An act on a link, a pipe or a device is refused in words; what is outside stays as it is."""
    outside = tmp_path / "outside"
    before = {path: path.read_bytes() for path in outside.rglob("*") if path.is_file()}
    for id in LEADING_OUT:
        for act in ("reinforce", "pin", "forget", "restore", "edit"):
            body = json.dumps({"act": act, "id": id, "summary": "new"})
            status, text = answer(server, "POST", "/api/act", body)
            assert status in (400, 404, 409) and json.loads(text)["error"], (id, act, text)
    assert {path: path.read_bytes() for path in outside.rglob("*") if path.is_file()} == before
    assert [*tmp_path.rglob("PWNED*")] == []
