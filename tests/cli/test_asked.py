"""An agent at the command line asks before it takes away what a person wrote."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Store
from memento_cli.cli.call import AGENT_VARIABLE
from tests.conftest import Ran

Call = Callable[..., Ran]
WORDS = "Sencha\u202e at noon"
WRITTEN = (
    ("block", "write", "focus", WORDS),
    ("kv", "set", "drink", WORDS),
    ("fact", "set", "drink", WORDS),
    ("relate", "Mia", "likes", "Sencha"),
)
TAKING = (
    ("block", "write", "focus", "Latte"),
    ("block", "delete", "focus"),
    ("kv", "set", "drink", "Latte"),
    ("kv", "set", "drink", WORDS, "--ttl", "1h"),
    ("kv", "unset", "drink"),
    ("fact", "set", "drink", "Latte"),
    ("fact", "correct", "drink", "Latte"),
    ("fact", "end", "drink"),
    ("unrelate", "Mia", "likes", "Sencha"),
)
ADDING = (
    ("block", "write", "other", "Latte"),
    ("block", "write", "focus", WORDS),
    ("kv", "set", "food", "Rice"),
    ("kv", "set", "drink", WORDS),
    ("fact", "set", "food", "Rice"),
    ("fact", "set", "drink", "Latte", "--beside"),
    ("relate", "Mia", "likes", "Latte"),
)


@pytest.fixture
def store(store: Store, call: Call) -> Store:
    """A store in which a person has written something of each kind."""
    for words in WRITTEN:
        assert call(*words).code == 0
    return store


def files(store: Store) -> dict[str, bytes]:
    """All that a store says, but for what the clone has for itself."""
    found = (path for path in Path(store.root).rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in found if ".memento" not in str(path)}


@pytest.mark.parametrize("words", TAKING, ids=" ".join)
def test_an_agent_in_a_script_is_refused_without_yes(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Nothing is written, the hint names the way, and the person's words are not told; with --yes
    it is done."""
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    before = files(store)
    ran = call(*words)
    assert ran.code == 6 and not ran.stdout and files(store) == before
    assert "the user must confirm it" in ran.stderr and "Hint: --yes" in ran.stderr
    assert "encha" not in ran.stderr
    assert call(*words, "--yes").code == 0 and files(store) != before


@pytest.mark.parametrize("words", ADDING, ids=" ".join)
def test_an_agent_adds_unasked(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """What stands beside a person's words, or says the same, takes nothing away."""
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    assert call(*words).code == 0


@pytest.mark.parametrize("words", TAKING, ids=" ".join)
def test_a_person_is_not_asked(store: Store, call: Call, words: tuple[str, ...]) -> None:
    """Their own words are theirs to change."""
    before = files(store)
    assert call(*words).code == 0 and files(store) != before


@pytest.mark.parametrize("words", TAKING, ids=" ".join)
def test_an_agent_changes_what_agents_wrote(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Nobody is asked of it."""
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    monkeypatch.setenv("MEMENTO_STORE", str(tmp_path / "agents"))
    for line in (("init", str(tmp_path / "agents"), "--person", "alex"), *WRITTEN, words):
        assert call(*line).code == 0, line
