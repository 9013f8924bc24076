"""What the user's file says of vectors: read, checked, and a provider chosen by it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memento_cli.actions.vectors.embedding import embedder_of, may_leave
from memento_cli.actions.vectors.providers.address import Address, address_of
from memento_cli.actions.vectors.providers.choice import provider_of
from memento_cli.errors import BadData
from memento_cli.store.settings.user import vector_settings
from tests.vectors.conftest import Configure
from tests.vectors.settings import settings_with

HERE, ELSEWHERE = "http://127.0.0.1:11434/v1", "https://api.example.org/v1"
SERVER = {"url": HERE, "model": "nomic-embed-text"}
SECRET = "the token is ghp_" + "Zk3qT9vW1xLr8BnYc5Mj7HdGf2PsQa4Eu6Ri"


def test_without_settings() -> None:
    """Whoever has set nothing has no provider."""
    assert not settings_with().has_provider
    assert vector_settings() == settings_with()
    assert embedder_of(vector_settings()) is None


def test_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table's folder is seen from that of the file."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "memento").mkdir()
    (tmp_path / "memento" / "config.toml").write_text('[vectors]\ntable = "models/m"\nweight = 1\n')
    table = str(tmp_path / "memento" / "models" / "m")
    assert vector_settings() == settings_with(table=table, weight=1.0)


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({**SERVER, "command": ["embed"]}, "url and command are set, and one is needed"),
        ({**SERVER, "command": ["a"], "table": "/b"}, "url and command and table are set"),
        ({"url": HERE}, "url needs a model"),
        ({"command": ["embed"], "model": "m"}, "model is for a url alone"),
        ({"table": "/t", "key_env": "KEY"}, "key_env is for a url alone"),
        ({**SERVER, "key_env": "KEY", "key_command": ["pass"]}, "one is enough"),
        ({**SERVER, "url": ELSEWHERE}, "api.example.org is another machine"),
        ({**SERVER, "url": "http://127.0.0.1.example.org"}, "another machine"),
        ({**SERVER, "url": "http://0.0.0.0:80"}, "another machine"),
        ({**SERVER, "url": "http://0x7f.1"}, "another machine"),
        ({**SERVER, "url": "http://127.0.999.1"}, "another machine"),
        ({**SERVER, "url": f"http://127.0.0.{'1' * 5000}"}, "another machine"),
        ({**SERVER, "url": "http://[::1/v1"}, "names no host"),
        ({**SERVER, "url": "http://sk-secret@127.0.0.1"}, "has a user in it"),
        ({**SERVER, "url": "ftp://127.0.0.1"}, "must begin with http"),
        ({**SERVER, "url": "127.0.0.1:11434"}, "must begin with http"),
        ({**SERVER, "url": "http://127.0.0.1:99999"}, "no such port"),
        ({**SERVER, "url": "http:///v1"}, "names no host"),
        ({**SERVER, "url": "http://127.0.0.1\r\nHost: x"}, "has a sign"),
        ({**SERVER, "url": "http://127.0.0.1\\@example.org"}, "has a sign"),
        ({**SERVER, "url": "http://127.0.0.1/v1#x"}, "has a #"),
        ({"table": "/t\0"}, "zero byte"),
    ],
)
def test_contradictions(values: dict[str, Any], problem: str) -> None:
    """What the settings say against each other is an error that names it, and shows no secret."""
    with pytest.raises(BadData, match=problem) as raised:
        provider_of(settings_with(**values))
    assert "sk-secret" not in raised.value.message


def test_all_problems_at_once() -> None:
    """Everything that is wrong is told together."""
    with pytest.raises(BadData) as raised:
        provider_of(settings_with(url="x", command=["a"], key_env="A", key_command=["b"]))
    assert len(raised.value.problems) == 4


@pytest.mark.parametrize(
    ("url", "address", "shown"),
    [
        (HERE, Address("http", "127.0.0.1", 11434, "/v1", ""), HERE),
        ("HTTP://LocalHost/", Address("http", "localhost", 80, "", ""), "http://localhost"),
        ("https://[::1]:8443/a/b/", Address("https", "::1", 8443, "/a/b", ""), None),
        ("https://x.org/v1?key=s", Address("https", "x.org", 443, "/v1", "key=s"), None),
    ],
)
def test_addresses(url: str, address: Address, shown: str | None) -> None:
    """A URL is taken apart; what is shown of it has no query, and names the same server."""
    assert address_of(url) == address
    assert address.shown == (shown or url.partition("?")[0].rstrip("/"))
    assert address_of(address.shown) == address._replace(query="")


def test_where_texts_go() -> None:
    """A server elsewhere gets public memories alone, or more if that is set; a command does if the
    user says so; and a secret leaves to none of them, but stays in a table."""
    away = {**SERVER, "url": ELSEWHERE, "allow_remote": True}
    cases: list[tuple[dict[str, Any], str, str]] = [
        (SERVER, "private team public", ""),
        (away, "public", ""),
        ({**away, "privacy": "team"}, "team public", ""),
        ({**away, "privacy": "private"}, "private team public", ""),
        ({"command": ["embed"]}, "private team public", ""),
        ({"command": ["embed"], "allow_remote": True}, "public", ""),
        ({"table": "/t"}, "private team public", "private team public"),
    ]
    for values, privacies, with_secret in cases:
        embedder = embedder_of(settings_with(**values))
        assert embedder is not None
        labels = ["private", "team", "public"]
        assert " ".join(p for p in labels if may_leave(embedder, "A cat", p)) == privacies
        assert " ".join(p for p in labels if may_leave(embedder, SECRET, p)) == with_secret
        assert may_leave(embedder, "a question")


def test_the_key_of_the_settings() -> None:
    """What changes vectors changes the key of the settings, and nothing else does: a server may
    move."""
    base = settings_with(**SERVER)
    moved = base._replace(url="http://127.0.0.1:1/v1")
    same = [moved, base._replace(weight=0.1, timeout_seconds=1.0, key_env="K", privacy="team")]
    others = [
        base._replace(model="m"),
        base._replace(dims=3),
        base._replace(query_prefix="query: "),
        base._replace(document_prefix="query: "),
        settings_with(command=[HERE]),
        settings_with(table=HERE),
    ]
    keys = [embedder.settings_key for one in [*same, *others] if (embedder := embedder_of(one))]
    assert keys[0] == keys[1]
    assert len(set(keys)) == 1 + len(others)


def test_nothing_secret_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the name of a provider nor its form for a programmer has a key."""
    monkeypatch.setenv("KEY", "sk-secret")
    embedder = embedder_of(
        settings_with(**SERVER | {"url": f"{HERE}?key=sk-secret"}, key_env="KEY")
    )
    assert embedder is not None
    shown = [embedder.provider.name, embedder.provider.address, repr(embedder.provider)]
    assert "sk-secret" not in json.dumps(shown)


def test_a_misspelt_setting_is_named_with_the_one_that_is_meant(
    configure: Configure,
) -> None:
    """As a store's own are."""
    configure(quary_prefix="query: ")
    with pytest.raises(BadData, match=r"did you mean vectors\.query_prefix\?"):
        vector_settings()
