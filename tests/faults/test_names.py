"""Persons and topics that look like others, and a token that others can read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client

from memento_cli import Store
from memento_cli.core.facts.kv import HardFact, Slot
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.text.visible import mixture
from memento_cli.tools.toolsets import FULL
from tests.conftest import Ran
from tests.mcp.clients import error_of, talk, text_of
from tests.store.helpers import NOW

Call = Callable[..., Ran]
HIDING = [
    "al\u202eex", "al\u200bex", "\u2066alex", "al\u00adex", "al\x1b[31mex", "alex\u2060b",
    "al\u115fex", "al\u034fex", "al\u3164ex", "al\ufe0fex", "al\u200dex", "al\u2064ex",
    "al\U000e0041ex",
]  # fmt: skip
MIXED = ["аlex", "αlex", "Ana Пopova"]
PLAIN = [
    "Алексей", "Ana Петрова", "Žofie", "田中 A子", "JRポイント", "한국 K팝", "علي", "می\u200cخواهم",
    "Αθήνα", "O’Hara",
]  # fmt: skip
NEEDED = [
    "👩\u200d💻 desk",
    "❤\ufe0f",
    "می\u200cخواهم",
    "क्\u200dष",
    "1\ufe0f\u20e3",
    "🏴\u200d☠\ufe0f",
]
"""What hides in other words, and belongs to these."""
DOORS: tuple[tuple[str, ...], ...] = (
    ("record", "Tea", "--person", "{}"),
    ("record", "Tea", "--with", "{}"),
    ("record", "Tea", "--topic", "{}"),
    ("record", "Tea", "--project", "{}"),
    ("record", "Tea", "--set", "agent={}"),
    ("record", "Tea", "--session", "{}"),
    ("event", "add", "-u", "Hi", "--of", "{}"),
    ("event", "add", "-u", "Hi", "--with", "{}"),
    ("event", "add", "-u", "Hi", "--speaker", "{}"),
    ("event", "add", "-u", "Hi", "--client", "{}"),
    ("event", "add", "-u", "Hi", "--project", "{}"),
    ("event", "add", "-u", "Hi", "--session", "{}"),
    ("fact", "set", "{}", "value"),
    ("fact", "set", "key", "value", "--of", "{}"),
    ("session", "start", "{}"),
    ("session", "start", "Tea", "--project", "{}"),
    ("session", "start", "Tea", "--agent", "{}"),
    ("session", "start", "Tea", "--of", "{}"),
    ("kv", "set", "{}", "1"),
    ("block", "set", "{}", "text"),
    ("block", "set", "focus", "text", "--of", "{}"),
    ("fact", "like", "{}", "-d", "food"),
    ("state", "add", "fact", "text", "--of", "{}"),
    ("graph", "add", "{}", "knows", "Bob"),
    ("graph", "add", "Bob", "knows", "{}"),
    ("graph", "name", "Bob", "--alias", "the {}"),
    ("event", "thread", "add", "{}", "EVENT"),
    ("event", "affect", "EVENT", "--valence=0", "--arousal=0", "--dominance=0", "--text=x",
     "--confidence=1", "--label", "{}"),
    ("edit", "MEMORY", "--set", "tags.topics={}"),
    ("edit", "MEMORY", "--set", "project={}"),
)  # fmt: skip
"""Wherever a name comes in, as somebody types it."""


@pytest.fixture(autouse=True)
def _named(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMENTO_STORE", store.root)


def things(call: Call) -> dict[str, str]:
    """A memory and an event, by the words that stand for them in DOORS."""
    memory = call("record", "Cake at noon", "--topic", "cake").stdout.strip()
    return {"MEMORY": memory, "EVENT": call("event", "add", "-u", "Hello there").stdout.strip()}


def files_in(store: Store) -> dict[str, bytes]:
    """All that a store has, but for its lock."""
    found = {str(path.relative_to(store.root)): path for path in Path(store.root).rglob("*")}
    return {name: path.read_bytes() for name, path in found.items()
            if path.is_file() and ".memento" not in name}  # fmt: skip


@pytest.mark.parametrize("name", HIDING, ids=ascii)
def test_a_name_that_hides_a_sign_is_refused(name: str, store: Store, call: Call) -> None:
    """Through each door: code 2 and a sentence that shows the sign, and nothing is written."""
    known = things(call)
    before = files_in(store)
    for door in DOORS:
        told = call(*(known.get(word, word.format(f"x{name}x")) for word in door))
        assert told.code == 2 and "cannot be seen" in told.stderr, (door, told)
        assert name not in told.stderr + told.stdout
    assert files_in(store) == before

    async def work(client: Client) -> None:
        hidden = f"x{name}x"
        for tool, said in (
            ("remember", {"content": "Tea", "tags": [hidden]}),
            ("remember", {"content": "Tea", "project": hidden}),
            ("block", {"act": "write", "name": hidden, "content": "x"}),
            ("fact", {"act": "set", "key": hidden, "value": "x"}),
            ("fact", {"act": "set", "key": "x", "value": "x", "subject": hidden}),
            ("session", {"act": "start", "title": hidden}),
            ("summarize_thread", {"title": hidden, "messages": [{"text": "x"}]}),
            ("save_memory", {"type": "kv", "key": hidden, "value": "x"}),
            ("save_memory", {"type": "graph_node", "key": hidden}),
        ):
            told = await client.call_tool(tool, said)
            assert error_of(told) in ("BadValue", "BadRef") and name not in text_of(told), (
                tool,
                said,
            )

    talk(store, work, "--toolset", FULL)
    assert files_in(store) == before


@pytest.mark.parametrize("name", NEEDED, ids=ascii)
def test_a_name_has_what_its_signs_need(name: str, call: Call) -> None:
    """A joiner in an emoji or in a word of Persian or Hindi, the form of an emoji: kept, untold."""
    known = things(call)
    for door in DOORS:
        told = call(*(known.get(word, word.format(name)) for word in door))
        assert told.code == 0 and "Warning" not in told.stderr, (door, told)


def test_what_was_filed_before_is_read_and_taken_away(store: Store, call: Call) -> None:
    """A key with a hidden sign that a store has already is told, and can be unset or ended."""
    slot = Slot("po\u115frt", HardFact("po\u115frt", "8080", NOW))
    path = store.held("kv").path(filed_name(slot.key))
    Path(path).parent.mkdir(exist_ok=True)
    Path(path).write_bytes(store.held("kv").raw_of(filed_name(slot.key), slot))
    assert "8080" in call("kv", "get", "po\u115frt").stdout
    assert call("kv", "unset", "po\u115frt").code == 0
    assert call("kv", "get", "po\u115frt").code == 3


@pytest.mark.parametrize("name", MIXED)
def test_a_name_of_two_alphabets_is_kept_and_told(name: str, store: Store, call: Call) -> None:
    """It is somebody else than who it looks like, and whoever records it hears of that, once."""
    for args in (["record", "Tea", "--person", name], ["record", "Tea again, at four", "-t", name],
                 ["event", "add", "--user", "Hello", "--of", name]):  # fmt: skip
        told = call(*args)
        if "no such option" in told.stderr:
            continue
        assert told.code == 0 and told.stderr.count("mixes") == 1, (args, told)
    assert len(list(store.memories.ids())) == 2


@pytest.mark.parametrize("door", [
    ("record", "Tea", "--project", "{}"),
    ("event", "add", "-u", "Hi", "--project", "{}"),
    ("event", "add", "-u", "Hi", "--speaker", "{}"),
    ("session", "start", "Tea", "--project", "{}"),
    ("kv", "set", "{}", "1"),
    ("fact", "set", "{}", "1"),
    ("block", "set", "{}", "1"),
    ("state", "add", "fact", "text", "--of", "{}"),
    ("graph", "add", "{}", "knows", "Bob"),
], ids=" ".join)  # fmt: skip
def test_a_project_or_a_key_of_two_alphabets_is_told(door: tuple[str, ...], call: Call) -> None:
    """As a person is: once, and it is kept."""
    told = call(*(word.format("раypal") for word in door))
    assert told.code == 0 and told.stderr.count("mixes Cyrillic and Latin") == 1, told


def test_a_person_in_other_letters_of_one_form_is_told(call: Call) -> None:
    """A full-width ann is another than ann where a whole reference says so, and whoever records it
    hears of that, if there is one; in a language that is written so, nothing is said."""
    wide = "ctx://person/ａｎｎ"
    assert "like" not in call("record", "Tea", "--person", wide).stderr
    assert call("record", "Cake", "--person", "ctx://person/ann").stderr == ""
    for args in (("record", "Coffee", "--person", wide), ("record", "Milk", "--with", wide),
                 ("event", "add", "-u", "Hi", "--of", wide)):  # fmt: skip
        told = call(*args)
        assert told.code == 0 and told.stderr.count("is written like ann") == 1, told
    assert call("record", "Rice", "--person", "田中").stderr == ""
    assert "is written like me" in call("record", "Soup", "--person", "ctx://person/ｍｅ").stderr


@pytest.mark.parametrize("name", PLAIN)
def test_a_name_of_any_one_language_is_nothing_to_tell(name: str, store: Store, call: Call) -> None:
    """Words of several scripts side by side, Japanese with Latin, joiners that a script needs."""
    told = call("record", "Tea", "--person", name, "--topic", name)
    assert told.code == 0 and "mixes" not in told.stderr and mixture(name) == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_token_of_another_user_is_refused(tmp_path: Path, call: Call) -> None:
    """Whoever owns the file knows the token, and may write another into it."""
    path = tmp_path / "token"
    path.write_text("0123456789abcdef0123456789abcdef\n")
    os.chmod(path, 0o600)
    os.chown(path, 12_345, -1)
    told = call("agent", "mcp", "--http", "0", "--token-file", str(path))
    assert told.code == 6 and "belongs to another user" in told.stderr
    assert "0123456789" not in told.stderr + told.stdout


@pytest.mark.parametrize(("mode", "code"), [(0o644, 6), (0o640, 6), (0o604, 6)])
def test_a_token_that_others_can_read_is_refused(
    mode: int, code: int, tmp_path: Path, store: Store, call: Call
) -> None:
    """The server does not start with it, and says what to do; it serves nobody meanwhile."""
    path = tmp_path / "token"
    path.write_text("0123456789abcdef0123456789abcdef\n")
    os.chmod(path, mode)
    told = call("agent", "mcp", "--http", "0", "--token-file", str(path))
    assert told.code == code and "others can read it" in told.stderr and "chmod" in told.stderr
    assert "0123456789" not in told.stderr + told.stdout


ROWS: dict[str, tuple[str, tuple[str, ...], dict[str, object], dict[str, object]]] = {
    "a topic": ("1 added", ("import",), {"summary": "One", "topics": ["a\u202eb"]}, {}),
    "a project": ("1 added", ("import",), {"summary": "One", "project": "a\u115fb"}, {}),
    "a speaker": ("1 ", ("event", "add", "--jsonl"), {"user": "Hi", "speaker": "a\u034fb"},
                  {"user": "Hi"}),
    "a client": ("1 ", ("event", "add", "--jsonl"), {"user": "Hi", "client": "a\u200bb"},
                 {"user": "Hi"}),
}  # fmt: skip


@pytest.mark.parametrize("what", ROWS)
def test_an_import_passes_over_a_name_that_hides_a_sign(
    what: str, tmp_path: Path, call: Call
) -> None:
    """The row is named and left out, the others come in."""
    counted, command, bad, good = ROWS[what]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (bad, good or {"summary": "Two"})))
    told = call(*command, str(path))
    assert told.code == 0 and "cannot be seen" in told.stderr, told
    assert counted in told.stdout + told.stderr, told


def test_a_plan_has_no_name_that_hides_a_sign(store: Store, tmp_path: Path, call: Call) -> None:
    """A title of a thread, a like, a label of a feeling, a person: nothing of it is done."""
    event = things(call)["EVENT"]
    feeling = {"event": event, "valence": 0, "arousal": 0, "dominance": 0, "text": "x",
               "confidence": 1, "labels": ["a\u115fb"]}  # fmt: skip
    like = {"op": "suggest", "domain": "food", "polarity": "like", "subject": "te\u115fa"}
    state = {"op": "add", "kind": "fact", "body": "x", "person": "a\u200bb"}
    items: list[dict[str, object]] = [
        {"do": "thread", "title": "a\u115fb", "events": [event]},
        {"do": "affect", **feeling},
        {"do": "preference", **like},
        {"do": "state", **state},
    ]
    before = files_in(store)
    for item in items:
        path = tmp_path / "plan.json"
        path.write_text(json.dumps([{**item, "evidence": [event]}]))
        told = call("event", "extract", str(path))
        assert "cannot be seen" in told.stdout + told.stderr, (item, told)
    assert files_in(store) == before
