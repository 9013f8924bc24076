"""Clients of every protocol version are served, and asked before what cannot be undone."""

from __future__ import annotations

from typing import Any

import mcp_types as types
import pytest
from mcp import Client
from mcp_types.version import (
    HANDSHAKE_PROTOCOL_VERSIONS,
    LATEST_HANDSHAKE_VERSION,
    LATEST_MODERN_VERSION,
)

from memento_cli import Store
from memento_cli.mcp.approval import KEY
from tests.mcp.clients import DOORS, Lines, Message, error_of, lines, talk, text_of, value_of
from tests.store.helpers import recorded

TEA = "Alex drinks sencha at noon"
ERAS = ("legacy", "auto")
DESTRUCTIVE = "--allow-destructive"


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
def test_a_client_of_each_handshake_is_served(store: Store, version: str) -> None:
    """Lines written by hand: 2025-03-26, which document 002 names, and all others."""
    with lines(store) as server:
        answer = server.begin(version)
        assert answer["protocolVersion"] == version
        assert answer["serverInfo"]["name"] == "memento" and answer["instructions"]
        assert set(answer["capabilities"]) >= {"tools", "resources", "prompts"}
        assert server.ask("ping")["result"] == {}
        tools = server.ask("tools/list")["result"]["tools"]
        assert all(tool["inputSchema"]["type"] == "object" for tool in tools)
        id = _called(server, "remember", content=TEA)["memory_id"]
        assert _called(server, "recall", query="sencha")["ids"] == [id]
        read = server.ask("resources/read", {"uri": f"memento://memory/{id}"})["result"]
        assert TEA in read["contents"][0]["text"]
        said = {"name": "memory_injection", "arguments": {"query": "sencha"}}
        assert TEA in server.ask("prompts/get", said)["result"]["messages"][0]["content"]["text"]
        assert "error" in server.ask("nothing/known")
        code, told = server.end()
    assert (code, told) == (0, "")


def test_an_unknown_version_is_answered_by_a_known_one(store: Store) -> None:
    """A client that offers what nobody knows is told the newest that a handshake can agree on."""
    with lines(store) as server:
        assert server.begin("2031-01-01")["protocolVersion"] == LATEST_HANDSHAKE_VERSION


@pytest.mark.parametrize("over", DOORS)
def test_the_newest_of_both_eras(store: Store, over: str) -> None:
    """The SDK's client agrees on the newest with a handshake, and on the newest without."""

    async def work(client: Client) -> str:
        assert (await client.list_tools()).tools
        return client.protocol_version

    found = [talk(store, work, over=over, mode=mode) for mode in ERAS]
    assert found == [LATEST_HANDSHAKE_VERSION, LATEST_MODERN_VERSION]


@pytest.mark.parametrize("over", DOORS)
@pytest.mark.parametrize("mode", ERAS)
def test_an_erasure_is_asked_about(store: Store, over: str, mode: str) -> None:
    """Who declines, cancels or ticks nothing keeps the memory, whatever the model says; who agrees
    loses it."""
    answers: list[types.ElicitResult] = [
        types.ElicitResult(action="decline"),
        types.ElicitResult(action="cancel"),
        types.ElicitResult(action="accept", content={KEY: False}),
        types.ElicitResult(action="accept", content={}),
        types.ElicitResult(action="accept", content={KEY: True}),
    ]
    asked: list[str] = []

    async def answered(context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        asked.append(params.message)
        return answers[len(asked) - 1]

    async def work(client: Client) -> None:
        id = value_of(await client.call_tool("remember", {"content": TEA}))["memory_id"]
        said = {"memory_id": id, "hard": True, "confirm": True}
        for _ in answers[:-1]:
            assert error_of(await client.call_tool("forget", said)) == "Refused"
            assert (store.memories.read(id)).value.content.summary == TEA
        assert value_of(await client.call_tool("forget", said))["hard"] is True
        assert all(id in question for question in asked) and len(asked) == len(answers)

    talk(store, work, DESTRUCTIVE, over=over, mode=mode, elicitation_callback=answered)
    assert not list(store.memories.ids()) and not list(store.archive.ids())


NO_ANSWERS: list[Message] = [
    {"result": {}},
    {"result": {"action": "yes"}},
    {"result": {"action": "accept", "content": [True]}},
    {"result": {"action": "accept", "content": {KEY: "true"}}},
    {"result": {"action": "accept", "content": {KEY: {"a": True}}}},
    {"error": {"code": -32000, "message": "the window is shut"}},
]
"""What a client may say to a question, and is no yes."""


@pytest.mark.parametrize("answer", NO_ANSWERS, ids=str)
def test_what_is_no_yes_is_no_consent(store: Store, answer: Message) -> None:
    """Whatever else a client says to a question, the user has not agreed; nothing is done, and
    nothing is told on stderr."""
    id = recorded(store, TEA).id
    with lines(store) as server:
        server.begin(LATEST_HANDSHAKE_VERSION, elicitation={})
        said = {"name": "forget", "arguments": {"memory_id": id}}
        server.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": said})
        asked = server.next()
        assert asked["method"] == "elicitation/create"
        server.send({"jsonrpc": "2.0", "id": asked["id"], **answer})
        result = server.next()["result"]
        assert result["isError"] and result["structuredContent"]["error"] == "Refused"
        assert "the user has not agreed" in result["content"][0]["text"]
        assert server.end() == (0, "")
    assert id in store.memories


@pytest.mark.parametrize("over", DOORS)
@pytest.mark.parametrize("mode", ERAS)
def test_who_cannot_be_asked_confirms_by_word(store: Store, over: str, mode: str) -> None:
    """Without elicitation a call needs `confirm`, and its refusal says so."""

    async def work(client: Client) -> None:
        id = value_of(await client.call_tool("remember", {"content": TEA}))["memory_id"]
        refused = await client.call_tool("forget", {"memory_id": id, "hard": True})
        assert error_of(refused) == "Refused" and "confirm: true" in text_of(refused)
        said = {"memory_id": id, "hard": True, "confirm": True}
        assert value_of(await client.call_tool("forget", said))["hard"] is True

    talk(store, work, DESTRUCTIVE, over=over, mode=mode)
    assert not list(store.memories.ids())


def test_a_server_erases_only_if_it_may(store: Store) -> None:
    """Without --allow-destructive nobody is asked, and nothing is erased."""

    async def work(client: Client) -> None:
        id = value_of(await client.call_tool("remember", {"content": TEA}))["memory_id"]
        said = {"memory_id": id, "hard": True, "confirm": True}
        assert error_of(await client.call_tool("forget", said)) == "Refused"
        assert value_of(await client.call_tool("forget", {"memory_id": id}))["hard"] is False

    talk(store, work)
    assert len(list(store.archive.ids())) == 1


def _called(server: Lines, name: str, **said: object) -> dict[str, Any]:
    """What a tool answers: a value, and, for clients of before 2025-06-18, as text."""
    result: Message = server.ask("tools/call", {"name": name, "arguments": said})["result"]
    assert not result.get("isError") and result["content"][0]["text"]
    value: dict[str, Any] = result["structuredContent"]
    return value
