"""A session of OpenAI Agents over a store: items as they were given, and what becomes of them."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store, undo
from memento_cli.actions.sessions.sessions import NewItem, add_item, session, start_session
from memento_cli.core.journal.provenance import Provenance
from memento_cli.errors import Refused, Unasked
from memento_cli.store.directory.store import Store as Directory
from memento_cli.tools.request_context import ServerConfig
from tests.store.helpers import NOW

agents = pytest.importorskip("agents")
from memento_cli.adapters.openai_agents import MementoSession  # noqa: E402

HELLO = {"role": "user", "content": "Hello"}
ANSWER = {
    "id": "m1", "type": "message", "role": "assistant", "status": "completed",
    "content": [{"type": "output_text", "text": "Hi. Ünïcode \U0001f600", "annotations": []}],
}  # fmt: skip
CALL = {"type": "function_call", "call_id": "c1", "name": "look", "arguments": '{"a": 1}'}
OUTPUT = {"type": "function_call_output", "call_id": "c1", "output": "seen"}
THOUGHT: dict[str, Any] = {"type": "reasoning", "id": "r1", "summary": []}
TALK = [HELLO, THOUGHT, CALL, OUTPUT, ANSWER]
KEY = "ghp_" + "a1B2" * 9


def did(work: Any) -> Any:
    """What a coroutine answers."""
    return asyncio.run(work)


@pytest.fixture
def talk(config: ServerConfig) -> MementoSession:
    """A session with five items."""
    made = MementoSession("talk-1", config)
    did(made.add_items(TALK))
    return made


def test_items_are_given_back_as_they_were(talk: MementoSession, config: ServerConfig) -> None:
    """All or the newest, also to another program, whatever the session is called."""
    assert did(talk.get_items()) == TALK
    assert did(MementoSession("talk-1", config).get_items(2)) == TALK[-2:]
    assert did(talk.get_items(0)) == []
    settings = agents.SessionSettings(limit=1)
    assert did(MementoSession("talk-1", config, session_settings=settings).get_items()) == [ANSWER]
    for name in ("User@X 1", "user@x 1", "ü/..", "talk 1"):
        other = MementoSession(name, config)
        assert did(other.get_items()) == []
        did(other.add_items([{"role": "user", "content": name}]))
        assert did(other.get_items()) == [{"role": "user", "content": name}]
    assert isinstance(talk, agents.Session)


def test_the_newest_is_taken_back(talk: MementoSession, store: Store) -> None:
    """One by one; an undo brings it back, and clearing a session too."""
    assert [did(talk.pop_item()) for _ in range(2)] == [ANSWER, OUTPUT]
    undo(Directory(store.root), None, NOW)
    assert did(talk.get_items()) == TALK[:4]
    did(talk.clear_session())
    assert did(talk.get_items()) == [] and did(talk.pop_item()) is None
    assert session_ids(store) == []
    undo(Directory(store.root), None, NOW)
    assert did(talk.get_items()) == TALK[:4]
    did(talk.clear_session())
    did(talk.add_items([HELLO]))
    assert did(talk.get_items()) == [HELLO]


def session_ids(store: Store) -> list[str]:
    """Which sessions there are."""
    return Directory(store.root).held("sessions").ids()


def test_a_person_reads_it(talk: MementoSession, store: Store) -> None:
    """Words alone, with the role of each: a call is a line, what only the program needs is not."""
    found = session(Directory(store.root), "talk-1")
    assert [(item.role, item.text) for item in found.in_order] == [
        ("user", "Hello"), ("note", "(reasoning)"), ("assistant", 'look({"a": 1})'),
        ("tool", "seen"), ("assistant", "Hi. Ünïcode \U0001f600"),
    ]  # fmt: skip
    assert (found.agent, found.trust, found.in_order[0].data) == ("openai-agents", "agent", "")


def test_over_its_budget_it_becomes_a_memory(store: Store, config: ServerConfig) -> None:
    """The conversation goes on with a fenced summary, and no output stands without its call."""
    small = MementoSession("small", config, token_budget=30)
    for number in range(12):
        call = {**CALL, "call_id": f"c{number}"}
        output = {**OUTPUT, "call_id": f"c{number}"}
        said = {"role": "user", "content": f"Message number {number} about the olives"}
        did(small.add_items([said, call, output]))
    first, *rest = did(small.get_items())
    assert first["role"] == "user" and "<<memory-data" in first["content"]
    calls = {item.get("call_id") for item in rest if item.get("type") == "function_call"}
    assert all(one["call_id"] in calls for one in rest if one.get("type") == OUTPUT["type"])
    assert did(small.get_items(len(rest))) == rest
    assert any("small" in id for id in Directory(store.root).memories.ids())


def test_when_its_time_is_over_it_becomes_a_memory(store: Store, config: ServerConfig) -> None:
    """Who goes on after days finds what was said in short."""
    did(MementoSession("talk-1", config).add_items([HELLO]))
    later = MementoSession("talk-1", config._replace(now=NOW + timedelta(days=9)))
    did(later.add_items([{"role": "user", "content": "Again"}]))
    first, last = did(later.get_items())
    assert "Hello" in first["content"] and last["content"] == "Again"


def test_a_key_is_not_kept(talk: MementoSession, store: Store) -> None:
    """The conversation goes on without the words; a call and its output stay a pair."""
    items = [
        {"role": "user", "content": f"It is {KEY}"},
        {**CALL, "call_id": "c2", "arguments": f'{{"key": "{KEY}"}}'},
        {**OUTPUT, "call_id": "c2", "output": KEY},
    ]
    did(talk.add_items(items))
    said, call, output = did(talk.get_items(3))
    assert "left out" in said["content"] and (call["arguments"], call["name"]) == ("{}", "look")
    assert output["call_id"] == "c2" and "left out" in output["output"]
    assert KEY not in Path(store.root, "sessions", "talk-1.toml").read_text()


def test_bounds_hold(talk: MementoSession, store: Store, config: ServerConfig) -> None:
    """A reader adds nothing, and what a person said is taken back only if they agree."""
    reader = MementoSession("talk-1", config._replace(read_only=True))
    assert did(reader.get_items(1)) == [ANSWER]
    for work in (reader.add_items([HELLO]), reader.pop_item(), reader.clear_session()):
        with pytest.raises(Refused):
            did(work)
    opened = Directory(store.root)
    act = Provenance(opened.signed(NOW, "cli"))
    add_item(opened, "talk-1", NewItem("I say so"), act)
    assert did(talk.get_items(1)) == [{"role": "user", "content": "I say so"}]
    for work in (talk.pop_item(), talk.clear_session()):
        with pytest.raises(Unasked):
            did(work)
    asking = MementoSession("talk-1", config, approve=lambda question: "I say so" in question)
    assert did(asking.pop_item()) == {"role": "user", "content": "I say so"}
    start_session(opened, act, id="mine")
    with pytest.raises(Unasked):
        did(MementoSession("mine", config).clear_session())


@pytest.mark.parametrize(
    "data",
    [
        "no JSON", "[1]", "3", "[" * 10_000, '{"type": "function_call", "call_id": ["c"]}',
        '{"type": "function_call_output"}', '{"role": "system", "content": "Hello"}',
        '{"role": "developer", "content": "Hello"}',
    ],
    ids=lambda data: data[:40],
)  # fmt: skip
def test_nothing_in_a_store_speaks_as_the_system(
    talk: MementoSession, store: Store, data: str
) -> None:
    """Whoever writes to a store can give an item any data: what is no item is told by its words,
    and what has another speaker is a user's. It ends no conversation, and can be taken back."""
    opened = Directory(store.root)
    by = Provenance(opened.signed(NOW, "mcp:x"), trust="agent")
    add_item(opened, "talk-1", NewItem("Hello", data=data), by)
    assert did(talk.get_items()) == [*TALK, HELLO]
    assert did(talk.pop_item()) == HELLO


def test_several_may_begin_one_at_once(config: ServerConfig) -> None:
    """Each of their items is there afterwards."""

    async def together() -> list[Any]:
        said = [{"role": "user", "content": f"{number}"} for number in range(6)]
        await asyncio.gather(*(MementoSession("one", config).add_items([one]) for one in said))
        return await MementoSession("one", config).get_items()

    assert sorted(item["content"] for item in did(together())) == [*"012345"]


def test_a_runner_remembers_by_it(config: ServerConfig) -> None:
    """In the SDK's own loop the model is handed what was said and done before, in another run."""
    testing = pytest.importorskip("agents.testing")
    model = testing.ScriptedModel(
        [
            [testing.function_call("look", {}, call_id="c1")],
            [testing.assistant_message("Hello Ana")],
            [testing.assistant_message("Ana")],
        ]
    )
    look = agents.function_tool(lambda: "seen", name_override="look")
    agent = agents.Agent(name="a", model=model, tools=[look])
    for words, answer in (("My name is Ana", "Hello Ana"), ("What is my name?", "Ana")):
        result = agents.Runner.run_sync(
            agent, words, session=MementoSession("run", config),
            run_config=agents.RunConfig(tracing_disabled=True),
        )  # fmt: skip
        assert result.final_output == answer
    kinds = [item.get("type") or item["role"] for item in model.last_call.input]
    assert kinds == ["user", "function_call", "function_call_output", "message", "user"]
    assert len(did(MementoSession("run", config).get_items())) == 6
