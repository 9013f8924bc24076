"""A person's words and an agent's in one place: nothing of a person's is lost unasked."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from memento_cli import Store
from memento_cli.mcp.approval import KEY
from memento_cli.tools.toolsets import FULL
from tests.conftest import Ran
from tests.mcp.clients import DOORS, error_of, talk, text_of, value_of

Run = Callable[..., Ran]
USERS = ("--min-trust", "user")
BLOCK: dict[str, Any] = {"act": "write", "name": "focus", "content": "The agent's latte"}
PORT: dict[str, Any] = {"type": "kv", "key": "port", "value": "9090"}
CITY: dict[str, Any] = {"act": "set", "key": "city", "value": "Oslo"}
WRITES = (("block", BLOCK), ("block", {"act": "delete", "name": "focus"}), ("save_memory", PORT),
          ("fact", CITY), ("fact", {"act": "end", "key": "city"}))  # fmt: skip


@pytest.fixture
def filled(store: Store, run: Run) -> Store:
    """A store in which a person has written a block, a kv value and a fact."""
    assert run("block", "set", "focus", "The person's sencha").code == 0
    assert run("kv", "set", "port", "8080").code == 0
    assert run("fact", "set", "city", "Porto").code == 0
    return store


def kept(run: Run) -> str:
    """What stands in the block, under the key, and of the city."""
    read = ("block", "get", "focus"), ("kv", "get", "port"), ("fact", "get", "city")
    return "".join(run(*words).stdout for words in read)


@pytest.mark.parametrize("over", DOORS)
def test_a_person_is_asked_before_an_agent_replaces_their_words(
    filled: Store, run: Run, over: str
) -> None:
    """Who declines keeps the block and the value; who agrees lets the agent have its way."""
    asked: list[str] = []
    agree = False

    async def answered(context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        asked.append(params.message)
        return types.ElicitResult(action="accept", content={KEY: agree})

    async def work(client: Client) -> None:
        nonlocal agree
        for name, said in WRITES:
            refused = await client.call_tool(name, said | {"confirm": True})
            assert error_of(refused) == "Refused", name
        assert all(word in kept(run) for word in ("sencha", "8080", "Porto"))
        told = [any(word in one for word in ("sencha", "8080", "Porto")) for one in asked]
        assert told == [True] * len(WRITES)
        agree = True
        for name, said in (WRITES[0], *WRITES[2:4]):
            value_of(await client.call_tool(name, said))
        assert all(word in kept(run) for word in ("latte", "9090", "Oslo"))
        count = len(asked)
        value_of(await client.call_tool("fact", CITY | {"value": "Bergen"}))
        value_of(await client.call_tool("block", BLOCK | {"content": "Its own tea"}))
        value_of(await client.call_tool("save_memory", PORT | {"value": "7070"}))
        assert len(asked) == count  # of its own words nobody is asked

    talk(filled, work, "--toolset", FULL, over=over, elicitation_callback=answered)


def test_who_cannot_be_asked_confirms_by_word(filled: Store, run: Run) -> None:
    """Without elicitation such a call needs `confirm`, and its refusal says so."""

    async def work(client: Client) -> None:
        for name, said in WRITES:
            refused = await client.call_tool(name, said)
            assert error_of(refused) == "Refused" and "confirm: true" in text_of(refused)
        assert all(word in kept(run) for word in ("sencha", "8080", "Porto"))
        for name, said in (WRITES[0], *WRITES[2:4]):
            value_of(await client.call_tool(name, said | {"confirm": True}))
        same = {"act": "write", "name": "water", "content": "New"}
        value_of(await client.call_tool("block", same))

    talk(filled, work, "--toolset", FULL)
    assert all(word in kept(run) for word in ("latte", "9090", "Oslo"))


@pytest.mark.parametrize("value", ["8080", "long " * 40])
def test_a_question_says_how_long_a_hard_fact_is(store: Store, run: Run, value: str) -> None:
    """Of one that only gets another time both are told, however long the value is."""
    run("kv", "set", "q", value, "--ttl", "3d")
    said = {"type": "kv", "key": "q", "value": value}

    async def work(client: Client) -> str:
        return text_of(await client.call_tool("save_memory", said))

    told = talk(store, work, "--toolset", FULL)
    assert re.search(rf"it is: until \d{{4}}-\d\d-\d\dT[\d:]+Z: {value[:9]}", told)
    assert f"it would be: without end: {value[:9]}" in told


def test_what_an_agent_has_overwritten_falls_back_to_the_persons_words(
    filled: Store, run: Run
) -> None:
    """Who asks for a person's word gets what the person said last, by every door, and however often
    agents have written since; what the person says next is the word from then on."""

    async def write(client: Client) -> None:
        for text in ("The agent's latte", "The agent's mocha"):
            value_of(await client.call_tool("block", BLOCK | {"content": text, "confirm": True}))
        for port in ("9090", "7070"):
            value_of(await client.call_tool("save_memory", PORT | {"value": port, "confirm": True}))
        for city in ("Oslo", "Bergen"):
            value_of(await client.call_tool("fact", CITY | {"value": city, "confirm": True}))

    async def read(client: Client) -> list[str]:
        return [
            text_of(await client.call_tool("context", {})),
            text_of(await client.call_tool("block", {})),
            text_of(await client.call_tool("block", {"act": "read", "name": "focus"})),
        ]

    talk(filled, write, "--toolset", FULL)
    assert "mocha" in talk(filled, read)[0]
    told = [*talk(filled, read, *USERS), run("context", "--where", "trust:>=user").stdout]
    for text in told:
        assert "The person's sencha" in text and "The agent" not in text
    for text in (told[0], told[3]):
        assert "port = 8080" in text and "7070" not in text
        assert "city = Porto" in text and "Bergen" not in text
    run("block", "set", "focus", "The person's water")
    run("kv", "set", "port", "6060")
    told = talk(filled, read, *USERS)
    assert all("The person's water" in text for text in told) and "port = 6060" in told[0]
    run("kv", "unset", "port")
    assert "port =" not in talk(filled, read, *USERS)[0]


def test_an_agent_is_told_what_it_will_not_see(store: Store) -> None:
    """Under --min-trust user all that it writes says that no tool shows it; elsewhere nothing."""
    calls: list[tuple[str, dict[str, Any]]] = [
        ("remember", {"content": "Sencha at noon"}),
        ("block", BLOCK),
        ("save_memory", PORT),
        ("save_memory", {"value": "Sencha"}),
        ("fact", {"act": "set", "key": "city", "value": "Oslo"}),
        ("session", {"act": "start"}),
        ("session", {"act": "add", "messages": [{"text": "Sencha"}]}),
        ("summarize_thread", {"messages": [{"text": "Sencha"}]}),
    ]

    async def work(client: Client) -> list[bool]:
        answers = [await client.call_tool(name, said) for name, said in calls]
        told = ["Kept as an agent's word" in value_of(one)["text"] for one in answers]
        assert told == ["Kept as an agent's word" in text_of(one) for one in answers]
        return told

    assert talk(store, work, "--toolset", FULL, *USERS) == [True] * len(calls)
    assert not any(talk(store, work, "--toolset", FULL, name="other"))


HELD = (
    ("state", "add", "fact", "The person's sencha"),
    ("state", "add", "task", "The person's kettle"),
    ("state", "mood", "--say", "The person's calm"),
    ("fact", "like", "Matcha", "-d", "food", "--confirmed"),
)
OVER = (
    ("state", "update", "sencha", "--body", "The agent's latte"),
    ("state", "done", "kettle"),
    ("state", "mood", "--say", "The agent's hurry", "--force"),
    ("fact", "dislike", "Matcha", "-d", "food", "--confirmed"),
)
"""What an agent at the command line makes of that."""


def test_what_holds_falls_back_to_the_persons_words_over_mcp(store: Store, run: Run) -> None:
    """A server for the user's word tells states, tasks, moods and likes as the user told them last,
    in a context and in a recall; another one tells what the agent made of them."""
    assert run("config", "set", "recall.in=memories,states").code == 0
    for words in HELD:
        assert run(*words).code == 0
    for words in OVER:
        env = {"MEMENTO_AGENT": "claude"}
        assert run(*words, env=env).code == 6 and run(*words, "--yes", env=env).code == 0

    async def read(client: Client) -> str:
        asked = {"query": "sencha kettle calm matcha latte"}
        found = [await client.call_tool("context", {}), await client.call_tool("recall", asked)]
        return "\n".join(map(text_of, found))

    told = talk(store, read, *USERS)
    assert "The agent" not in told and "dislikes" not in told
    for words in ("The person's sencha", "The person's calm", "likes Matcha"):
        assert told.count(words) == 2, words
    assert "The person's kettle" in told
    told = talk(store, read)
    assert "The person's" not in told and "dislikes Matcha" in told and "latte" in told


def test_a_session_that_an_agent_began_is_not_listed(store: Store, run: Run) -> None:
    """To who trusts the user alone: neither its title nor its id, which tells of it; who began it
    may go on with it. Elsewhere its title is marked."""

    async def listed(client: Client) -> str:
        return text_of(await client.call_tool("session", {"act": "list"}))

    async def begin(client: Client) -> str:
        value_of(await client.call_tool("session", {"act": "start", "title": "Evil"}))
        value_of(await client.call_tool("session", {"act": "add", "messages": [{"text": "x"}]}))
        return await listed(client)

    run("session", "start", "Mine")
    told = talk(store, begin, *USERS, "--toolset", FULL)
    assert "Mine" in told and "vil" not in told
    shown = talk(store, listed, "--toolset", FULL)
    assert "Evil (agent)" in shown and "Mine (" not in shown
