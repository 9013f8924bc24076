"""A server that embeds, a user who has set it, and a store with a few memories."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store
from tests.conftest import Ran
from tests.vectors.stub_server import StubServer, stub_server

Call = Callable[..., Ran]
Configure = Callable[..., None]
TEXTS = (
    "Bought a car in Lisbon",
    "The inn by the sea was quiet",
    "Saw the doctor about the knee",
    "新しいパソコンを買う",
)


@pytest.fixture
def stub() -> Iterator[StubServer]:
    """A server that serves until the test ends."""
    with stub_server() as server:
        yield server


@pytest.fixture
def configure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Configure:
    """Writes the user's settings of vectors, as TOML has them; without any, none are set."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def write(**settings: Any) -> None:
        lines = [f"{key} = {_toml(value)}" for key, value in settings.items()]
        file = tmp_path / "config" / "memento" / "config.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(["[vectors]", *lines, ""]))

    return write


@pytest.fixture
def filled(store: Store, stub: StubServer, configure: Configure, call: Call) -> Store:
    """A store with a few memories, each of which has a vector by the server."""
    for text in TEXTS:
        assert call("record", text).code == 0
    configure(url=stub.url, model="stub")
    assert call("store", "vectors", "fill").code == 0
    stub.requests.clear()
    return store


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else repr(value)
