"""Who can write into a store says nothing to a model outside the fence, by whichever door."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
import rtoml

from memento_cli import Store
from memento_cli.actions.events.events import readable_events
from memento_cli.cli.run import run as run_here
from memento_cli.core.context.fence import NOTICE, fenced
from memento_cli.core.context.fence import WORD as MARK
from memento_cli.core.text.visible import visible
from memento_cli.mcp.completing import OFFERS
from memento_cli.mcp.prompts import injection
from memento_cli.mcp.resources import StoreResources
from memento_cli.tools.calling import call_tool
from memento_cli.tools.request_context import ServerConfig
from memento_cli.tools.tool import each_text
from memento_cli.tools.toolsets import SERVER_MEMORY, tools_of
from tests.conftest import Ran
from tests.mcp.attacks import ATTACKS, END, ORDER, WORD
from tests.people import furnish
from tests.store.helpers import new_store

FENCE = re.compile(rf"<<{MARK} (\w+)>>\n.*?\n<<end {MARK} \1>>", re.S)
MADE_ID = re.compile(r"^ann(-\w+){,4}-\d{4}-\d\d(-\w{4})?$", re.M)
"""An id that memento has made of the first words, which are too few to say anything."""
TOOLS, GRAPH = tools_of("full,companion,review"), tools_of(SERVER_MEMORY)
CALM = f"The {WORD} likes the quiet garden"
SOME, EVERY = (
    f"{CALM}. {' '.join(texts)}".replace("\ud83d", "")  # of which no file can keep a half
    for texts in ([*ATTACKS.values()][::9], ATTACKS.values())
)
SHAPED = {
    "memory": {
        "id", "created", "kind", "privacy", "significance", "last_reinforced", "law", "timestamp",
        "rel", "target", "trust", "start", "end", "person",
    },
    "states": {
        "id", "created", "confirmed", "kind", "status", "from", "recorded", "person", "subject",
        "domain", "start", "trust",
    },
    "kv": {"key", "set", "until"},
    "blocks": {"name", "persona", "updated"},
    "sessions": {"id", "person", "agent", "ttl", "created", "at", "role"},
    "graph": {"name", "since"},
}  # fmt: skip
"""What has a form of its own, or names what is asked for here; all else may say anything."""
SHAPED["memories"] = SHAPED["proposals"] = SHAPED["archive"] = SHAPED.pop("memory")
MORE = {
    "memories": {
        "memory": {
            "agent": "helper", "session": "planning",
            "about": {"life_stage": "work", "confidence": 0.5},
            "affect": {"text": "glad", "labels": ["calm"], "intensity": 0.3},
            "origin": {"tool": "calendar", "file": "n.md", "url": "https://e.org"},
            "extra": {"note": "x"},
        },
    },
    "states": {"state": {"about": {"life_stage": "work", "confidence": 0.5}}},
    "blocks": {"block": {"purpose": "why"}},
    "sessions": {"session": {"summary": "before"}},
    "graph": {"entity": {"kind": "thing", "aliases": ["al"], "summary": "sum"}},
}  # fmt: skip
"""What no command of `furnish` has set."""


def typed(*args: str, said: str = "") -> Ran:
    """What a command line answers, in this process."""
    output, errors = StringIO(), StringIO()
    with redirect_stdout(output), redirect_stderr(errors), pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", TextIOWrapper(BytesIO(said.encode())))
        code = run_here(list(args))
    return Ran(code, output.getvalue(), errors.getvalue())


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A store of Ann's with something of every kind, and every field that a file may have."""
    root = tmp_path_factory.mktemp("attacked") / "s"
    new_store(root, person="ann")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMENTO_STORE", str(root))
        patch.setenv("XDG_CONFIG_HOME", str(root.parent / "config"))
        furnish(typed, "ann", "xylo", "dora")
        for path, data in files_of(root):
            path.write_text(rtoml.dumps(merged(data, MORE.get(path.parent.name, {}))))
        yield root


@pytest.fixture
def root(furnished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, of this test alone."""
    copy = tmp_path / "store"
    shutil.copytree(furnished, copy)
    monkeypatch.setenv("MEMENTO_STORE", str(copy))
    return copy


def files_of(root: Path) -> list[tuple[Path, dict[str, Any]]]:
    """The files of all records, and what each says."""
    paths = sorted(path for name in SHAPED for path in (root / name).glob("*.toml"))
    return [(path, rtoml.load(path)) for path in paths]


def merged(data: Any, more: Any) -> Any:
    """A table with more in it, where it has the same tables."""
    if not isinstance(data, dict) or not isinstance(more, dict):
        return data
    return {**more, **{key: merged(one, more.get(key)) for key, one in data.items()}}


def put_in(value: Any, text: str, kept: set[str], name: str = "") -> Any:
    """A value in which each text says this one, but for those under the kept names."""
    if isinstance(value, dict):
        return {key: put_in(one, text, kept, key) for key, one in value.items()}
    if isinstance(value, list):
        return [put_in(one, text, kept, name) for one in value]
    return text if isinstance(value, str) and name not in kept else value


def attack(root: Path, text: str) -> None:
    """Say a text in every field of every file, and in every line, that may say anything."""
    for path, data in files_of(root):
        path.write_text(rtoml.dumps(put_in(data, text, SHAPED[path.parent.name])))
    for name, under in (("events", ("text", "client", "session", "with")), ("journal", ("text",))):
        for path in (root / name).rglob("*.jsonl"):
            rows = [json.loads(line) for line in path.read_text().splitlines()]
            kept = {"file", "rel", "target", "list", "since", "created", "at", "from", "predicate"}
            for row in rows:
                row |= {key: put_in(row[key], text, kept) for key in under if key in row}
            path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def calls_of(root: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """What asks for each thing that the store has, by each tool that tells it."""
    ids, drawn = ([path.stem for path in (root / name).glob("*.toml")] for name in HELD)
    states = [f"states/{path.stem}" for path in (root / "states").glob("*.toml")]
    turns = [event.ref for event in readable_events(Store(str(root)))]
    yield from ((name, {"query": query}) for name in FINDING for query in ASKED)
    yield from ((name, said) for name, given in TELLING.items() for said in given)
    yield from (("about", {"id": id}) for id in (*ids, *states, *turns))
    for id in ids:
        yield from ((name, {"memory_id": id}) for name in ("pin", "unpin", "forget"))
        yield "feedback", {"memory_id": id, "event": "helpful", "answer": "So"}
        yield "link", {"from_id": id, "rel": "supersedes", "to_id": ids[0]}
        yield "cards", {"act": "answer", "memory_id": id, "rating": "good"}
    yield "events", {"ids": turns}
    yield from (("feedback", {"memory_id": turn, "event": "wrong"}) for turn in turns)
    for act in ("update", "confirm", "close", "done"):
        yield from (("state", {"act": act, "ids": [id], "text": "x"}) for id in states)
    for act in ("show", "apply", "reject"):
        yield from (("proposals", {"act": act, "ids": [id], "confirm": True}) for id in drawn)


ASKED = ("quiet garden", "doctor")
"""None has the word of the attacker in it, which would come back as what was asked."""
HELD, FINDING = ("memories", "proposals"), ("recall", "query_memory", "context", "export", "events")
TELLING: dict[str, tuple[dict[str, Any], ...]] = {
    "context": ({}, {"token_budget": 60}),
    "recall": ({"query": ASKED[0], "full": True}, {"query": "topic:none"}, {"query": "kube road"}),
    "export": ({"format": "markdown"}, {"format": "csv"}, {}),
    "block": (
        {}, {"act": "list"}, {"act": "read", "name": "tone"},
        {"act": "write", "name": "tone", "content": "x"}, {"act": "delete", "name": "tone"},
    ),
    "fact": ({}, {"act": "history"}, {"act": "get", "key": "city"}, {"act": "end", "key": "city"}),
    "session": ({}, {"act": "list"}, {"session_id": "ann-open"}),
    "state": ({"all": True}, {"act": "close", "ids": ["ann"]}),
    "mood": ({}, {"act": "say", "text": "calm"}),
    "prefer": (
        {}, {"act": "like", "subject": "xylotea", "domain": "food"},
        {"act": "confirm", "subject": "xylotea"}, {"act": "revoke", "subject": "xylotea"},
    ),
    "thread": ({}, {"act": "show", "thread": "quiet"}, {"act": "show", "thread": "t"}),
    "events": ({}, {"about": "work"}, {"ids": ["0"]}),
    "cards": ({},),
    "proposals": ({}, {"act": "show", "ids": ["ann"]}, {"act": "propose"}),
    "save_memory": (
        {"type": "kv", "key": "port", "value": "1"}, {"type": "graph_node", "key": "ann"},
        {"type": "graph_edge", "subject": "ann", "predicate": "knows", "object": "dora"},
    ),
    "remember": ({"content": "It likes the quiet garden"}, {"content": "No dog likes any garden"}),
    "pin": ({"memory_id": "ann"},),
    "summarize_thread": ({"session_id": "ann-open"},),
}  # fmt: skip


def told_by_tools(root: Path) -> Iterator[tuple[str, str, Any]]:
    """What each tool tells, and what stands beside it; as text and as a value it is the same."""
    config = ServerConfig(str(root))
    for name, said in list(calls_of(root)):
        answer = call_tool(config, "helper", TOOLS[name], said)
        beside = {key: one for key, one in answer.value.items() if key != "text"}
        words = answer.value["text"]
        assert answer.words.startswith(words), name
        assert answer.words.removeprefix(words).strip() in (
            "",
            json.dumps(beside, ensure_ascii=False),
        )
        yield f"{name} {said}", words, beside


def told_elsewhere(root: Path) -> Iterator[tuple[str, str, Any]]:
    """What resources, the prompt, completion, the command line and its hook tell."""
    config, shelf = ServerConfig(str(root)), StoreResources()
    ids = [path.stem for path in (root / "memories").glob("*.toml")]
    for path in (
        *(f"memory/{id}" for id in ids),
        "block/tone",
        "context",
        f"context?query={ASKED[0]}",
    ):
        (one,) = shelf.read(config.request("helper"), f"memento://{path}")
        yield path, one.text, {}
    for query in ASKED:
        (found,) = shelf.read(config.request("helper"), f"memento://memory/search?query={query}")
        yield f"search {query}", "", json.loads(found.text)
        given = injection(config.request("helper"), "memory_injection", {"query": query})
        yield f"prompt {query}", given.messages[0].content.text, {}  # type: ignore[union-attr]
    for listed in shelf.listed(config.request("helper")):
        yield "list", listed.name, {}
    for place, offer in OFFERS.items():
        names, _ = offer(config.request("helper"), shelf, "")
        yield f"complete {place}", " ".join(names), {}
    for event in (
        {"hook_event_name": "SessionStart"},
        {"hook_event_name": "UserPromptSubmit", "prompt": "the doctor"},
    ):
        told = typed("agent", "hook", said=json.dumps(event)).stdout
        yield f"hook {event}", "", json.loads(told or "{}")
    for args in (("recall", "doctor"), ("recall", "quiet"), ("show", *ids)):
        yield " ".join(args), typed(*args, "--fence").stdout, {}
    for args in (("context",), ("agent", "call", "block", "{}")):
        yield " ".join(args), typed(*args).stdout, {}


def outside(value: Any) -> str:
    """All texts of a value without what is in fences."""
    found = list[str]()
    each_text(value, lambda text: found.append(MADE_ID.sub("", FENCE.sub("", text))) or text)  # type: ignore[func-returns-value]
    return "\n".join(found)


def check(place: str, words: str, value: Any) -> None:
    """Nothing of the attacker is outside the fence, and nothing hides."""
    for text in (outside(words), outside(value)):
        at = text.lower().find(WORD)
        assert at < 0, (place, text[max(0, at - 200) : at + 100])
    every = list[str]()
    each_text([words, value], lambda text: every.append(text) or text)  # type: ignore[func-returns-value]
    hidden = [text for text in every if visible(text, lines=True) != text]
    assert not hidden, (place, hidden)


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_leaves_a_fence(name: str) -> None:
    """None of them has a mark, or hides a sign, and all of it is within."""
    notice, opening, *inside, closing = fenced(ATTACKS[name], "f" * 16).split("\n")
    assert (notice, opening) == (NOTICE.format(nonce="f" * 16), f"<<{MARK} {'f' * 16}>>")
    assert closing == f"<<end {MARK} {'f' * 16}>>" and WORD in "\n".join(inside)
    assert not any(line.lstrip().startswith("<<") or MARK in line for line in inside)
    assert visible("\n".join(inside), lines=True) == "\n".join(inside)


@pytest.mark.parametrize(
    "text",
    [CALM, SOME, pytest.param(EVERY, marks=pytest.mark.longer)],
    ids=["no order", "some attacks", "every attack"],
)
def test_what_any_field_says_is_told_within_the_fence_alone(root: Path, text: str) -> None:
    """By every tool, resource, prompt and command that tells it, whichever field of a file or line
    it stands in; and all of them work."""
    attack(root, text)
    seen = 0
    for place, words, value in (*told_elsewhere(root), *told_by_tools(root)):
        check(place, words, value)
        seen += WORD in words
    assert seen > 30


BROKEN = (
    ("memories", "created"), ("memories", "kind"), ("memories", "privacy"), ("memories", "rel"),
    ("memories", "trust"), ("memories", "id"), ("states", "created"), ("states", "kind"),
    ("states", "subject"), ("states", "recorded"), ("states", "domain"), ("states", "status"),
    ("kv", "set"), ("graph", "since"), ("blocks", "updated"), ("sessions", "role"),
    ("proposals", "target"), ("memories", "target"),
)  # fmt: skip


@pytest.mark.parametrize(("folder", "name"), BROKEN, ids=map(" ".join, BROKEN))
@pytest.mark.parametrize(
    "text",
    [CALM, pytest.param(f"{ORDER}\u202e\n{END}", marks=pytest.mark.longer)],
    ids=["calm", "order"],
)
def test_an_error_quotes_a_file_within_the_fence_alone(
    root: Path, folder: str, name: str, text: str
) -> None:
    """What stands where a time or one of some words must is quoted by the error as data; no path is
    told."""
    for path, data in files_of(root):
        if path.parent.name == folder:
            path.write_text(rtoml.dumps(put_in(data, text, _names_in(data) - {name})))
    for place, words, value in told_by_tools(root):
        check(place, words, value)
        assert str(root) not in words, place


def _names_in(data: Any) -> set[str]:
    """All names of fields."""
    if isinstance(data, dict):
        return {*data, *(name for one in data.values() for name in _names_in(one))}
    return {name for one in data for name in _names_in(one)} if isinstance(data, list) else set()
