"""The slips that models make in calls: what is clear is understood, the rest told to be mended."""

from __future__ import annotations

from typing import Any

import pytest
from mcp import Client, MCPError

from memento_cli import Store
from memento_cli.core.text.words import tokens_in
from memento_cli.errors import BadValue
from memento_cli.tools.request_context import copied_id
from memento_cli.tools.toolsets import tool_named
from tests.mcp.clients import error_of, text_of, together, value_of

CLEAR: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("recall", {"query": "tea", "limit": "5"}, {"limit": 5}),
    ("recall", {"query": "tea", "limit": 5.0}, {"limit": 5}),
    ("recall", {"query": "tea", "min_score": " 0.5 "}, {"min_score": 0.5}),
    ("recall", {"query": "tea", "full": "True"}, {"full": True}),
    ("recall", {"query": ["tea"]}, {"query": "tea"}),
    ("recall", {"query": 2024}, {"query": "2024"}),
    ("recall", {"query": "tea", "limit": "", "full": ""}, {"limit": 8, "full": False}),
    ("recall", {"query": "tea", "filters": '{"tags": ["a"]}'}, {"filters.tags": ("a",)}),
    ("recall", {"query": "tea", "filters": {"tags": "a"}}, {"filters.tags": ("a",)}),
    ("recall", {"query": "tea", "filters.tags": ["a"]}, {"filters.tags": ("a",)}),
    ("recall", {"query": "tea", "tags": "a, b"}, {"filters.tags": ("a", "b")}),
    ("recall", {"query": "tea", "filters": "", "tags": "a"}, {"filters.tags": ("a",)}),
    ("remember", {"content": "x", "tags": "a"}, {"tags": ("a",)}),
    ("remember", {"content": "x", "tags": '["a", "b c"]'}, {"tags": ("a", "b c")}),
    ("remember", {"content": "x", "tags": [2024]}, {"tags": ("2024",)}),
    ("remember", {"content": "x", "tags": "", "occurred_at": " "}, {"occurred_at": None}),
    ("remember", {"text": "x", "type": "Semantic"}, {"content": "x", "type": "semantic"}),
    ("feedback", {"id": "a", "event": "Not helpful"}, {"memory_id": "a", "event": "not_helpful"}),
    ("fact", {"act": "set", "values": '{"a": 1}'}, {"values": {"a": 1}}),
    ("block", {"act": "READ"}, {"act": "read"}),
]
UNCLEAR: list[tuple[str, dict[str, Any]]] = [
    ("recall", {"query": "tea", "limit": "five"}),
    ("recall", {"query": "tea", "limit": 2.5}),
    ("recall", {"query": "tea", "limit": True}),
    ("recall", {"query": "tea", "limit": "0"}),
    ("recall", {"query": "tea", "full": 1}),
    ("recall", {"query": ["tea", "coffee"]}),
    ("recall", {"query": "tea", "filters": "tags"}),
    ("recall", {"query": "tea", "filters": {"tags": ["a"]}, "tags": ["b"]}),
    ("recall", {"query": "tea", "filters": "{" * 5000}),
    ("remember", {"content": "x", "text": "y"}),
    ("observe", {"text": "x"}),
    ("remember", {"content": "x", "people": "Ann Lee, Bob"}),
    ("remember", {"content": "x", "memories": "and y"}),
    ("remember", {"content": {"text": "x"}}),
    ("forget", {"memory_id": "a", "dry_run": True}),
]


@pytest.mark.parametrize(("name", "said", "meant"), CLEAR)
def test_what_can_mean_one_thing_only_is_understood(
    name: str, said: dict[str, Any], meant: dict[str, Any]
) -> None:
    """A number in quotes, one text for a list, JSON in a text, nothing for nothing cost no turn."""
    tool = tool_named(name)
    assert tool
    found = tool.arguments_of(said)
    assert {key: found[key] for key in meant} == meant


@pytest.mark.parametrize(("name", "said"), UNCLEAR)
def test_what_can_mean_several_things_is_refused(name: str, said: dict[str, Any]) -> None:
    """Nothing is guessed, and what a call is given beside its arguments is not passed over."""
    tool = tool_named(name)
    assert tool
    with pytest.raises(BadValue):
        tool.arguments_of(said)


@pytest.mark.parametrize(
    "rows",
    [
        {"content": "Tea."},
        [{"text": "Tea.", "tags": None}],
        ["Tea."],
        '[{"content": "Tea.", "tags": null}]',
        '{"content": "Tea."}',
    ],
)
def test_rows_are_understood_as_a_call_is(rows: Any) -> None:
    """One row, rows as JSON in a text, and texts are the rows that they can only be."""
    tool = tool_named("remember")
    assert tool
    (row,) = tool.arguments_of({"memories": rows})["memories"]
    assert row["content"] == "Tea."


def test_messages_have_the_form_of_the_large_apis() -> None:
    """What was said is a message's content for the APIs of models, so it is here, too."""
    tool = tool_named("summarize_thread")
    assert tool
    said = [{"role": "Assistant", "content": "Hello"}]
    assert tool.arguments_of({"messages": said})["messages"] == (
        {"role": "assistant", "text": "Hello"},
    )


@pytest.mark.parametrize(
    "text",
    ["a-tea", '"a-tea"', "'a-tea'", "[a-tea]", "`a-tea`.", "(a-tea),", " a-tea ",
     "memento://memory/a-tea", "<a-tea>", "**a-tea**", "id: a-tea", "`id: a-tea`", "#a-tea",
     "memories/a-tea", "memories/a-tea.toml", "a-tea.toml"],
)  # fmt: skip
def test_an_id_is_known_as_models_copy_it(text: str) -> None:
    """Signs around an id, and the stop of a sentence behind it, are not part of it."""
    assert copied_id(text) == "a-tea"


def test_a_time_is_understood_as_programs_write_it(store: Store) -> None:
    """Seconds and milliseconds since 1970, as numbers or texts, and a clock of twelve hours; a day
    and an hour in one number stay refused."""

    async def work(client: Client) -> None:
        for nth, said in enumerate((1683540000, "1683540000000", "2023-05-08 10:00 AM")):
            kept = {"content": f"Tea of sort {nth}", "occurred_at": said}
            await client.call_tool("remember", kept)
        told = value_of(await client.call_tool("recall", {"query": "tea sort"}))["text"]
        assert told.count("about: 2023-05-08") == 3
        early = {"query": "tea", "filters": {"time_to": 1683540000}}
        assert value_of(await client.call_tool("recall", early))["ids"] == []
        answer = await client.call_tool("remember", {"content": "Tea", "occurred_at": 2025020114})
        assert error_of(answer) == "BadTime"

    together(store, work)


def test_an_error_says_what_to_do(store: Store) -> None:
    """What is archived can be restored, what is hidden be left out; a value is named as JSON has
    it; and a hint loses no more than the commands in it, which are a person's."""

    async def work(client: Client) -> None:
        async def told(name: str, **said: Any) -> str:
            answer = await client.call_tool(name, said)
            assert error_of(answer)
            return text_of(answer)

        kept = value_of(await client.call_tool("remember", {"content": "Tea."}))["memory_id"]
        assert "without hard" in await told("forget", memory_id=kept, hard=True)
        await client.call_tool("forget", {"memory_id": kept})
        assert "the user can restore it" in await told("pin", memory_id=kept)
        assert "without that sign" in await told("remember", content="x", tags=["a\u200bb"])
        assert "[null, true] is not" in await told("remember", content="x", tags=[None, True])
        begun = {"act": "start", "session_id": "s1"}
        value_of(await client.call_tool("session", begun))
        assert "s1 has begun already\nHint: add to it" in await told("session", **begun)
        assert "one or several" in await told("remember", content="x", memories=[{"content": "y"}])

    together(store, work)


def test_what_is_no_memory_says_what_takes_it(store: Store) -> None:
    """The id of a value, a block, a fact, a relation or an event is told to be none of a memory,
    with what changes such a thing; and a value beside an act that only reads is not passed over."""

    async def work(client: Client) -> None:
        for id, tool in [
            ("kv/theme", "save_memory"), ("blocks/me", "block"), ("states/ann-facts", "fact"),
            ("graph/ann", "feedback"), ("events/01m7", "feedback"), ("sessions/a", "session"),
        ]:  # fmt: skip
            for name in ("pin", "forget"):
                answer = await client.call_tool(name, {"memory_id": f"`{id}`"})
                assert error_of(answer) == "NotFound"
                assert f"{id} is no memory" in text_of(answer) and tool in text_of(answer)
        for name, said in [
            ("fact", {"key": "city", "value": "Oslo"}),
            ("block", {"name": "me", "content": "Kind."}),
        ]:
            answer = await client.call_tool(name, said)
            assert error_of(answer) == "Usage" and "act: " in text_of(answer)
        kept = value_of(await client.call_tool("remember", {"content": "Tea."}))["memory_id"]
        for copied in (f'"{kept}".', f"[{kept.upper()}]"):
            said = {"memory_id": copied, "event": "helpful", "score": "0.9"}
            assert value_of(await client.call_tool("feedback", said))["memory_id"] == kept
        answer = await client.call_tool("pin", {"memory_id": "*"})
        assert "No memory with id *" in text_of(answer)

    together(store, work)


def test_a_tool_that_is_not_offered_is_told_with_those_that_are(store: Store) -> None:
    """A host puts its own prefix before the names of tools, and a model makes some up."""

    async def work(client: Client) -> None:
        with pytest.raises(MCPError, match=r"unknown tool 'memento_recall': there are .*recall"):
            await client.call_tool("memento_recall", {"query": "tea"})

    together(store, work)


def test_no_answer_is_longer_than_a_host_hands_on(store: Store) -> None:
    """Blocks, facts and what is at hand are told as far as there is room, the rest counted: a host
    cuts an answer at some 10,000 tokens, wherever that is."""
    words = "word " * 3000

    async def work(client: Client) -> None:
        async def call(name: str, /, **said: Any) -> dict[str, Any]:
            return value_of(await client.call_tool(name, said))

        for name in "abc":
            await call("block", act="write", name=name, content=words)
        for part in range(3):
            await call("fact", act="set", values={f"{part}-{key}": words[:900] for key in range(9)})
        await call("session", act="start", token_budget=100_000)
        said = [{"text": f"at {number} {words}"} for number in range(24)]
        await call("session", act="add", messages=said)
        for name, act, items in [
            ("block", "read", "blocks"), ("fact", "get", "facts"), ("fact", "history", "facts"),
            ("session", "show", "items"),
        ]:  # fmt: skip
            answer = await call(name, act=act)
            assert answer[items] and answer["left_out"] > 0
            assert tokens_in(answer["text"]) < 5_000
        assert "at 23 word" in answer["text"] and "at 0 word" not in answer["text"]
        assert len((await call("block", act="list"))["blocks"]) == 3

    together(store, work)
