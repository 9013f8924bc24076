"""A real Chromium, and pages to open in it: of a store that is served, or of a file."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store
from memento_cli.actions.browse.acts import Hand
from memento_cli.web.looking import Looking
from memento_cli.web.page import DATA, frozen_json, frozen_page
from memento_cli.web.server import Server, new_site
from tests.web.chromium import PROGRAM, Chromium, Tab

NOW = datetime(2026, 11, 29, 9, tzinfo=UTC)
SAMPLE = Path(__file__).resolve().parents[2] / "sample-data"


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """One browser for all tests of a process."""
    if PROGRAM is None:
        pytest.skip("needs Chromium")
    with Chromium(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture
def tab(chromium: Chromium) -> Iterator[Tab]:
    """A wide tab; whatever a test does in it, nothing goes wrong that nobody sees."""
    tab = chromium.tab()
    yield tab
    assert tab.wrong() == []
    tab.close()


@contextmanager
def served(root: Path, *, writable: bool = False, now: datetime = NOW) -> Iterator[str]:
    """The link to the page of a store."""

    def look(asked: Mapping[str, str]) -> Looking:
        return Looking(
            Store(str(root), lambda *_: None), now, UTC, asked, Hand() if writable else None
        )

    server = Server(new_site(look, str(root)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.link
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A copy of the sample store."""
    return Path(shutil.copytree(SAMPLE, tmp_path / "sample"))


@pytest.fixture
def opened(tab: Tab, sample: Path) -> Iterator[Tab]:
    """The page of the sample store, which may be changed."""
    with served(sample, writable=True) as link:
        tab.open(link)
        yield tab


@pytest.fixture
def saved(tab: Tab, tmp_path: Path) -> Callable[..., Tab]:
    """Opens a saved page of these memories and documents, from a file."""

    def open_page(memories: list[dict[str, Any]], **documents: Any) -> Tab:
        tab.open(page_file(tmp_path / "saved.html", memories, **documents).as_uri())
        return tab

    return open_page


def page_file(path: Path, memories: list[dict[str, Any]], **documents: Any) -> Path:
    """A saved page as a file."""
    store = {
        "name": "mine", "profile": "half-life", "person": "ana",
        "writable": False, "frozen": True, "whole": True,
        "now": "2026-11-29T09:00:00Z", "counts": {"memories": len(memories)}, "views": VIEWS,
    }  # fmt: skip
    forecast = {"until": "2027-11-29T09:00:00Z", "turns": [], "prunable": []}
    data = {"store": store, "forecast": forecast, **EMPTY, **documents, "rows": memories}
    page = frozen_page()
    text = frozen_json(json.dumps(data, ensure_ascii=False))
    whole = page.head + DATA[0] + text + DATA[1] + page.tail
    path.write_bytes(whole.encode(errors="backslashreplace"))
    return path


VIEWS = (
    "memories", "people", "facts", "states", "events", "threads", "mood", "graph", "blocks", "kv",
    "forecast", "log",
)  # fmt: skip
EMPTY: dict[str, Any] = {
    "people": {"people": []}, "facts": {"facts": []}, "states": {"states": [], "likes": []},
    "events": {"events": []}, "threads": {"threads": []}, "thread": {}, "person": {},
    "graph": {"": {"names": []}},
    "mood": {"ana": {"of": "ana", "words": "", "text": "", "svg": None, "felt": []}},
    "blocks": {"blocks": []}, "kv": {"values": []}, "log": {"acts": []},
}  # fmt: skip
"""The documents of a store that has nothing."""


def memory(summary: str, detail: str = "", **fields: Any) -> dict[str, Any]:
    """A memory as a saved page has it."""
    return {
        "id": f"id-{summary}", "summary": summary, "detail": detail, "strength": 0.8,
        "tier": "active", "created": "2026-03-14T12:00:00Z", "kind": "episodic", "topics": [],
        "people": [], "person": "ana", "pinned": False, "newer": None, "conflicts": [],
        "marks": [], "title": [], "passage": None, "facts": [], "history": [], "links": [],
        "curve": None, "archived": False, "editable": False, **fields,
    }  # fmt: skip
