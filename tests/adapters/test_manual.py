"""The code in the chapter on adapters runs as it stands there."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from memento_cli import Draft, Store, record
from memento_cli.cli.reference.topics import FOLDER
from tests.adapters.loopback import answering

TEXT = (Path(FOLDER) / "adapters.md").read_text()
BLOCKS = {
    title.partition("\n")[0]: [dedent(one) for one in re.findall(r"(?:^    .*\n)+", title, re.M)]
    for title in TEXT.split("\n## ")
}
SAID = {
    "id": "m", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
    "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
    "content": [{"type": "text", "text": "Nothing."}],
}  # fmt: skip


def ran(title: str, **names: Any) -> dict[str, Any]:
    """The names after the code of a section has run, in the folder of the store `notes`."""
    (code,) = BLOCKS[title]
    exec(code, names)
    return names


@pytest.fixture(autouse=True)
def beside(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the manual has it, the store is in the folder."""
    monkeypatch.chdir(os.path.dirname(store.root))


def test_bounds_are_named() -> None:
    """The configuration with bounds is what adapters take."""
    names = ran("# Adapters")
    assert names["bounds"].path == "notes" and names["bounds"].scope.project == "shop"


def test_anthropic() -> None:
    """The memory tool in a loop of the SDK."""
    anthropic = pytest.importorskip("anthropic")
    with answering(SAID) as model:
        client = anthropic.Anthropic(api_key="none", base_url=model.url)
        names = ran("Anthropic's memory tool", client=client, model="m")
    assert names["answer"].content[0].text == "Nothing."


def test_langgraph() -> None:
    """The store by itself, and in a graph."""
    graphs = pytest.importorskip("langgraph.graph")
    builder = graphs.StateGraph(dict)
    builder.add_node("one", lambda state: state)
    builder.add_edge(graphs.START, "one")
    names = ran("LangGraph", builder=builder)
    assert names["best"].key == "food" and names["best"].score


def test_openai_agents() -> None:
    """Two runs in one session."""
    agents = pytest.importorskip("agents")
    testing = pytest.importorskip("agents.testing")
    agents.set_tracing_disabled(True)
    steps = [[testing.assistant_message(text)] for text in ("Hello", "Ana")]
    agent = agents.Agent(name="a", model=testing.ScriptedModel(steps))
    assert ran("OpenAI Agents", agent=agent)["result"].final_output == "Ana"


def test_pydantic_ai() -> None:
    """An agent with the tools."""
    models = pytest.importorskip("pydantic_ai.models.test")
    assert ran("Pydantic AI", model=models.TestModel(call_tools=["recall"]))["result"].output


def test_llama_index(store: Store) -> None:
    """A memory with the block."""
    pytest.importorskip("llama_index.core.memory")
    record(store, Draft("Ana likes pizza with olives"), datetime.now(UTC))
    told = ran("LlamaIndex")["told"]
    assert "memory-data" in told[0].content
