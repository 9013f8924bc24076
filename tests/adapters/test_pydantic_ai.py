"""The tools as a toolset of Pydantic AI, in the loops of its own models for tests."""

from __future__ import annotations

from typing import Any

import pytest

from memento_cli import Store
from memento_cli.errors import NotFound
from memento_cli.store.directory.store import Store as Directory
from memento_cli.tools.request_context import ServerConfig
from memento_cli.tools.toolsets import FULL, INSTRUCTIONS, TOOLSETS
from tests.adapters.conftest import NOTE

ai = pytest.importorskip("pydantic_ai")
from pydantic_ai.messages import (  # noqa: E402
    ModelMessage,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel  # noqa: E402
from pydantic_ai.models.test import TestModel  # noqa: E402

from memento_cli.adapters.pydantic_ai import MementoToolset  # noqa: E402

FORGET = ("forget", {"memory_id": NOTE})


def calling(*calls: tuple[str, dict[str, Any]]) -> FunctionModel:
    """A model that calls these tools one after the other, and is done."""
    left = list(calls)

    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        return ModelResponse([ToolCallPart(*left.pop(0)) if left else TextPart("done")])

    return FunctionModel(answer)


def returns(result: Any) -> list[ToolReturnPart]:
    """What tools have answered in a run."""
    parts = (part for message in result.all_messages() for part in message.parts)
    return [part for part in parts if isinstance(part, ToolReturnPart)]


def test_a_model_calls_them(config: ServerConfig) -> None:
    """It reads fenced words; ids and numbers are the application's; an error says what to do."""
    calls = [
        ("recall", {"query": "sencha"}),
        ("remember", {"content": "Alex has a kettle"}),
        ("recall", {"q": "x"}),
        FORGET,
    ]
    agent = ai.Agent(calling(*calls), toolsets=[MementoToolset(config)])
    result = agent.run_sync("Hello")
    found, kept, bad, unasked = returns(result)
    assert "<<memory-data" in found.content and found.metadata["ids"] == [NOTE]
    assert kept.outcome == "success" and kept.metadata["memory_id"].startswith("alex-")
    assert bad.outcome == "failed" and "recall takes query" in str(bad.content)
    assert unasked.outcome == "failed" and "confirm: true" in str(unasked.content)
    assert INSTRUCTIONS in str(result.all_messages())


def test_a_person_is_asked_as_pydantic_ai_asks(store: Store, config: ServerConfig) -> None:
    """With `asks` a call that needs their yes is deferred; the model cannot say it for them."""
    tools = MementoToolset(config, asks=True)
    for agreed, outcome in ((False, "denied"), (True, "success")):
        agent = ai.Agent(
            calling(("forget", {**FORGET[1]})),
            toolsets=[tools],
            output_type=[str, ai.DeferredToolRequests],
        )
        first = agent.run_sync("Forget it")
        (asked,) = first.output.approvals
        assert "sencha" in first.output.metadata[asked.tool_call_id]["question"]
        answer = ai.DeferredToolResults(approvals={asked.tool_call_id: agreed})
        told = agent.run_sync(message_history=first.all_messages(), deferred_tool_results=answer)
        assert returns(told)[-1].outcome == outcome
        assert (NOTE in Directory(store.root).memories) is not agreed


def test_a_model_cannot_agree_for_a_person(store: Store, config: ServerConfig) -> None:
    """Where they are asked, it is not offered to say that they have agreed, and nothing follows."""
    agent = ai.Agent(
        calling(("forget", {**FORGET[1], "confirm": True})),
        toolsets=[MementoToolset(config, asks=True)],
        output_type=[str, ai.DeferredToolRequests],
    )
    assert agent.run_sync("Forget it").output.approvals
    assert NOTE in Directory(store.root).memories


def test_it_offers_a_set_within_bounds(config: ServerConfig) -> None:
    """Of a set all, or for a reader those that change nothing."""

    def offered(tools: MementoToolset) -> set[str]:
        model = TestModel(call_tools=[])
        ai.Agent(model, toolsets=[tools]).run_sync("Hello")
        assert model.last_model_request_parameters
        return {tool.name for tool in model.last_model_request_parameters.function_tools}

    assert offered(MementoToolset(config, FULL)) == {tool.name for tool in TOOLSETS[FULL]}
    reader = MementoToolset(config._replace(read_only=True))
    assert offered(reader) == {"recall", "context", "block"}


def test_all_can_be_called_without_words(config: ServerConfig) -> None:
    """Whatever a model makes of a schema is answered, and ends no run."""
    agent = ai.Agent(TestModel(), toolsets=[MementoToolset(config, FULL)])
    assert len(returns(agent.run_sync("Hello"))) == len(TOOLSETS[FULL])


def test_without_a_store_none_is_made(tmp_path: Any) -> None:
    """The model is told that there is none."""
    tools = MementoToolset(tmp_path / "gone")
    result = ai.Agent(calling(("recall", {"query": "x"})), toolsets=[tools]).run_sync("Hello")
    assert "no memento store" in str(returns(result)[0].content)
    assert not (tmp_path / "gone").exists() and NotFound.code == 3
