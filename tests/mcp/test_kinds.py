"""Each kind of thing that a store has, and which bounded server tells of it: one table for all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from mcp import Client, MCPError

from memento_cli import Store
from memento_cli.tools.toolsets import COMPANION, FULL, REVIEW
from tests.conftest import Ran
from tests.mcp.clients import error_of, talk, text_of
from tests.store.helpers import say

WORD = "teapot"
OWN, OTHER, NOBODY = "alex", "bob", ""
"""The store's own person, another one, and nobody in particular."""


def _things() -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Each as its name, whose it is, of which project, and the command that makes it."""
    found: list[tuple[str, str, str, tuple[str, ...]]] = []
    for who in (OWN, OTHER):
        mark = f"{who}s"
        person, whose = ("--person", who), ("--of", who)
        found += [
            (f"memory-{mark}", who, "", ("record", f"{WORD} memory-{mark}", *person)),
            (f"card-{mark}", who, "",
             ("record", f"{WORD} card-{mark}", *person, "--set", f"review.question={WORD}?")),
            (f"red-{mark}", who, "red", ("record", f"{WORD} red-{mark}", *person, "--project=red")),
            (f"event-{mark}", who, "", ("event", "add", "-u", f"{WORD} event-{mark}", *whose)),
            (f"redevent-{mark}", who, "red",
             ("event", "add", "-u", f"{WORD} redevent-{mark}", *whose, "--project", "red")),
            (f"fact-{mark}", who, "*", ("fact", "set", WORD, f"fact-{mark}", "--of", who)),
            (f"state-{mark}", who, "*", ("state", "add", "fact", f"{WORD} state-{mark}", *whose)),
            (f"task-{mark}", who, "*", ("state", "add", "task", f"{WORD} task-{mark}", *whose)),
            (f"like-{mark}", who, "*",
             ("fact", "like", f"{WORD} like-{mark}", "-d", "food", *whose)),
            (f"mood-{mark}", who, "*", ("state", "mood", "--say", f"{WORD} mood-{mark}", *whose)),
            (f"block-{mark}", who, "*",
             ("block", "set", f"block_{who}", f"{WORD} block-{mark}", "--of", who)),
            (f"session-{mark}", who, "", ("session", "start", f"{WORD} session-{mark}", *whose)),
            (f"redsession-{mark}", who, "red",
             ("session", "start", f"{WORD} redsession-{mark}", *whose, "--project", "red")),
        ]  # fmt: skip
    found += [
        (f"kv-{OTHER}s", OTHER, "*", ("kv", "set", WORD, f"kv-{OTHER}s", "--of", OTHER)),
        ("kv-nobodys", NOBODY, "", ("kv", "set", WORD, "kv-nobodys")),
        ("block-nobodys", NOBODY, "", ("block", "set", "focus", f"{WORD} block-nobodys")),
        ("edge-nobodys", NOBODY, "", ("graph", "add", WORD, "is", "edge-nobodys")),
    ]
    return found


THINGS = _things()
SEEN: dict[tuple[str, ...], Callable[[str, str], bool]] = {
    (): lambda who, project: True,
    ("person:alex",): lambda who, project: who in (OWN, NOBODY),
    ("person:bob",): lambda who, project: who == OTHER,
    ("person:nobody",): lambda who, project: False,
    ("project:red",): lambda who, project: bool(who) and project in ("red", "*"),
    ("person:bob", "project:red"): lambda who, project: who == OTHER and project in ("red", "*"),
    ("privacy:team",): lambda who, project: False,
}
"""What each server may tell, by whose it is and of which project: `*` is a kind that has none."""
UNASKED: dict[tuple[str, ...], set[str]] = {
    ("person:alex",): {"edge-nobodys"},  # by the reference server's tools alone
    ("project:red",): {"kv-bobs"},
}
"""What may be seen, and no door of these tells unasked: a context is of the store's own person."""
SAID_OF = [(f"{kind}-{who}s", who, "") for kind in ("proposal", "feeling") for who in (OWN, OTHER)]
"""What is said of their memories and events: who may see these, may see it."""
THREAD_TITLE = "thread-title"
"""The title of a thread of everybody's: it may tell of any of its events."""
EVERY = f"{FULL},{COMPANION},{REVIEW}"


@pytest.fixture
def filled(store: Store, call: Callable[..., Ran]) -> Store:
    """A store with a thing of each kind, and what is said of them."""
    ids = {}
    for name, _, _, args in THINGS:
        told = call(*args)
        assert told.code == 0, (args, told)
        ids[name] = told.stdout.strip()
    for who in ("alexs", "bobs"):
        event = ids[f"event-{who}"]
        assert call("event", "thread", "add", THREAD_TITLE, event).code == 0
        felt = ("--valence", "0.5", "--arousal", "0", "--dominance", "0", "-l", "glad")
        felt = (*felt, "--text", f"feeling-{who}", "--confidence", "0.9")
        assert call("event", "affect", event, *felt, "--of", who.removesuffix("s")).code == 0
        answer = ("--answer", f"{WORD} proposal-{who}")
        assert call("agent", "feedback", ids[f"memory-{who}"], "not_helpful", *answer).code == 0
    everywhere = ["memories", "states", "events", "blocks", "graph"]
    say(store.root, context__events=9, recall__in=everywhere)
    assert len(Store(store.root).settings["recall.in"]) == 5
    return Store(store.root)


async def _all_told(client: Client) -> dict[str, str]:
    """What each door that reads tells, words and values together; of one that refuses, nothing."""

    async def tool(name: str, said: dict[str, object]) -> str:
        told = await client.call_tool(name, said)
        return "" if told.is_error else text_of(told) + json.dumps(told.structured_content)

    async def resource(uri: str) -> str:
        try:
            told = await client.read_resource(uri)
        except MCPError:
            return ""
        return json.dumps([one.model_dump() for one in told.contents], default=str)

    found = {
        "recall": await tool("recall", {"query": WORD, "limit": 50, "token_budget": 20_000}),
        "deep": await tool(
            "query_memory", {"query": WORD, "limit": 50, "deep": True, "token_budget": 20_000}
        ),
        "context": await tool("context", {"token_budget": 9000}),
        "asked": await tool("context", {"query": WORD, "token_budget": 9000}),
        "sessions": await tool("session", {"act": "list"}),
        "blocks": await tool("block", {}),
        "search": await resource(f"memento://memory/search?query={WORD}"),
        "resource": await resource(f"memento://context?query={WORD}&token_budget=9000"),
        "prompt": text_of(await client.get_prompt("memory_injection", {"query": WORD})),
        "resources": json.dumps(
            [one.model_dump(mode="json") for one in (await client.list_resources()).resources]
        ),
    }
    for who in ("", OWN, OTHER):
        said = {"act": "get", "subject": who} if who else {"act": "get"}
        found[f"fact {who}"] = await tool("fact", said)
    for who in ({}, {"of": OWN}, {"of": OTHER}):
        for name, more in (("state", {"all": True}), ("prefer", {}), ("mood", {}), ("events", {})):
            found[f"{name} {who}"] = await tool(name, who | more)
    for name in ("thread", "cards", "proposals"):
        found[name] = await tool(name, {})
    found["words"] = await tool("events", {"query": WORD})
    for name, act in (("events", {}), ("proposals", {"act": "show"}), ("thread", {"act": "show"})):
        for id in re.findall(r'"id": "([^"]+)"', found[f"{name} {{}}" if not act else name]):
            whose = {"thread": id} if name == "thread" else {"ids": [id]}
            found[f"{name} {id}"] = await tool(name, whose | act)
            found[f"about {id}"] = await tool("about", {"id": id})
    for name in ("focus", "block_alex", "block_bob"):
        found[f"block {name}"] = await tool("block", {"act": "read", "name": name})
        found[f"at {name}"] = await resource(f"memento://block/{name}")
    for format in ("ndjson", "markdown", "csv"):
        found[format] = await tool("export", {"format": format})
    return found


@pytest.mark.parametrize("bounds", SEEN, ids=" ".join)
def test_each_kind_is_told_within_its_bounds_alone(filled: Store, bounds: tuple[str, ...]) -> None:
    """Whoever's it is, and of whichever project: a thing is told by the servers that may, and by no
    other, in none of their answers; what is nobody's is the store's own."""
    may = SEEN[bounds]
    options = [word for bound in bounds for word in ("--scope", bound)]
    found = talk(filled, _all_told, "--toolset", EVERY, *options)
    told = {
        name: [door for door, text in found.items() if re.search(rf"\b{name}\b", text)]
        for name in (*(one[0] for one in (*THINGS, *SAID_OF)), THREAD_TITLE)
    }
    rows = [(name, may(who, project)) for name, who, project, *_ in (*THINGS, *SAID_OF)]
    rows += [(THREAD_TITLE, not bounds)]
    assert {name: told[name] for name, is_seen in rows if told[name] and not is_seen} == {}
    untold = {name for name, is_seen in rows if is_seen and not told[name]}
    assert untold == UNASKED.get(bounds, set())


@pytest.mark.parametrize("bounds", [one for one in SEEN if one and "person:alex" not in one],
                         ids=" ".join)  # fmt: skip
def test_what_is_nobodys_is_written_by_its_own_server_alone(
    filled: Store, bounds: tuple[str, ...]
) -> None:
    """A block of nobody can be neither replaced nor deleted where it cannot be read."""
    options = [word for bound in bounds for word in ("--scope", bound)]

    async def work(client: Client) -> None:
        for said in ({"act": "write", "content": "x"}, {"act": "delete"}):
            more = {"name": "focus", "confirm": True, **said}
            if said["act"] == "write" and not any("project" in one for one in bounds):
                continue  # it is a block of the one who may be told
            assert error_of(await client.call_tool("block", more)) in ("Refused", "NotFound")

    talk(filled, work, "--toolset", FULL, *options)
    (told,) = [one for one in filled.held("blocks").scan() if one.id == "focus"]
    assert told.value.content == f"{WORD} block-nobodys"
