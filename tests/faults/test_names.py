"""Persons and topics that look like others, and a token that others can read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client

from memento_cli import Store
from memento_cli.core.names import mixture
from tests.conftest import Ran
from tests.mcp.clients import error_of, talk

Call = Callable[..., Ran]
HIDING = ["al\u202eex", "al\u200bex", "\u2066alex", "al\u00adex", "al\x1b[31mex", "alex\u2060b"]
MIXED = ["аlex", "αlex", "Ana Пopova"]
PLAIN = [
    "Алексей", "Ana Петрова", "Žofie", "田中 A子", "JRポイント", "한국 K팝", "علي", "می\u200cخواهم",
    "Αθήνα", "O’Hara",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _named(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMENTO_STORE", store.root)


@pytest.mark.parametrize("name", HIDING, ids=ascii)
def test_a_name_that_hides_a_sign_is_refused(name: str, store: Store, call: Call) -> None:
    """As whose it is, who is in it, a topic, of whom a fact or a talk is, and an entity: code 2."""
    for args in (
        ["record", "Tea", "--person", name],
        ["record", "Tea", "--with", name],
        ["record", "Tea", "--topic", f"x{name}x"],
        ["edit", "tea", "--set", f"tags.topics=x{name}x"],
        ["fact", "set", "key", "value", "--subject", name],
        ["relate", f"x{name}x", "knows", "Bob"],
    ):
        if args[0] == "edit":
            assert call("record", "Tea at noon", "--topic", "tea").code == 0
        told = call(*args)
        assert told.code == 2 and "cannot be seen" in told.stderr, (args, told)
        assert name not in told.stderr
    assert len(list(store.memories.ids())) == 1

    async def work(client: Client) -> None:
        said = {"content": "Tea", "tags": [f"x{name}x"]}
        assert error_of(await client.call_tool("remember", said)) == "BadValue"

    talk(store, work)


@pytest.mark.parametrize("name", MIXED)
def test_a_name_of_two_alphabets_is_kept_and_told(name: str, store: Store, call: Call) -> None:
    """It is somebody else than who it looks like, and whoever records it hears of that, once."""
    for args in (["record", "Tea", "--person", name], ["record", "Tea again, at four", "-t", name],
                 ["observe", "--user", "Hello", "--person", name]):  # fmt: skip
        told = call(*args)
        if "No such option" in told.stderr:
            continue
        assert told.code == 0 and told.stderr.count("mixes") == 1, (args, told)
    assert len(list(store.memories.ids())) == 2


@pytest.mark.parametrize("name", PLAIN)
def test_a_name_of_any_one_language_is_nothing_to_tell(name: str, store: Store, call: Call) -> None:
    """Words of several scripts side by side, Japanese with Latin, joiners that a script needs."""
    told = call("record", "Tea", "--person", name, "--topic", name)
    assert told.code == 0 and "mixes" not in told.stderr and mixture(name) == ""


@pytest.mark.parametrize(("mode", "code"), [(0o644, 6), (0o640, 6), (0o604, 6)])
def test_a_token_that_others_can_read_is_refused(
    mode: int, code: int, tmp_path: Path, store: Store, call: Call
) -> None:
    """The server does not start with it, and says what to do; it serves nobody meanwhile."""
    path = tmp_path / "token"
    path.write_text("0123456789abcdef0123456789abcdef\n")
    os.chmod(path, mode)
    told = call("mcp", "--http", "0", "--token-file", str(path))
    assert told.code == code and "others can read it" in told.stderr and "chmod" in told.stderr
    assert "0123456789" not in told.stderr + told.stdout


def test_an_import_passes_over_a_name_that_hides_a_sign(
    tmp_path: Path, store: Store, call: Call
) -> None:
    """The row is named and left out, the others come in."""
    path = tmp_path / "rows.jsonl"
    rows = [{"summary": "One", "topics": ["a\u202eb"]}, {"summary": "Two"}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    told = call("import", str(path))
    assert told.code == 0 and "cannot be seen" in told.stderr and "1 added" in told.stdout
    assert len(list(store.memories.ids())) == 1
