"""What the tools do at a request, asked directly: bounds, trust, questions, sizes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from memento_cli import Draft, Store, Tags, link, recall, record, undo
from memento_cli.actions.exchange.export import What, export, exported_memories
from memento_cli.actions.facts.blocks import write_block
from memento_cli.actions.facts.facts import set_facts
from memento_cli.actions.sessions.sessions import sessions
from memento_cli.cli.commands.agents.mcp import _place
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import Memory
from memento_cli.core.recall.query import Query
from memento_cli.core.security.scope import Scope
from memento_cli.core.security.trust import AGENT, TRUST, trust_of
from memento_cli.errors import (
    BadId,
    BadValue,
    Conflict,
    MementoError,
    NotFound,
    Refused,
    SecretFound,
    Unasked,
    Usage,
)
from memento_cli.tools.calling import question_of
from memento_cli.tools.context_tools import CONTEXT
from memento_cli.tools.fact_tools import BLOCK, FACT, SAVE_MEMORY
from memento_cli.tools.memory_tools import FEEDBACK, FORGET, LINK, PIN, UNPIN
from memento_cli.tools.recall_tools import RECALL
from memento_cli.tools.remember import REMEMBER
from memento_cli.tools.request_context import ServerConfig
from memento_cli.tools.session_tools import SESSION, SUMMARIZE_THREAD
from memento_cli.tools.tool import MOST_DIGITS, Tool, whole_in
from memento_cli.tools.toolsets import FULL, tools_of
from tests.store.helpers import ALEX, DAY, NOW, new_store

LATER = NOW + DAY
KEY = "ghp_" + "a1B2" * 9


@pytest.fixture
def store(tmp_path: Any) -> Store:
    """A store of alex's."""
    return new_store(tmp_path / "s", person="alex")


def call(store: Store, tool: Tool, client: str = "helper", **how: Any) -> dict[str, Any]:
    """What a tool answers; what is no argument of its own is of the server: scope, min_trust."""
    config = {key: how.pop(key) for key in ("scope", "min_trust", "destructive") if key in how}
    request = ServerConfig(store.root, now=how.pop("at", LATER), **config).request(client)
    return tool.act(request, tool.arguments_of(how)).value


def keep(store: Store, text: str, topic: str = "tea", at: datetime = NOW, **more: Any) -> str:
    """The id of a memory of a person's."""
    return record(store, Draft(text, ALEX, tags=Tags((topic,)), **more), at).memory.id


def ids(answer: dict[str, Any]) -> list[str]:
    """The memories that were recalled."""
    return list(answer["ids"])


def test_an_agent_that_quotes_the_user_is_still_an_agent(store: Store) -> None:
    """What comes through this door is an agent's word at most, also in another's session."""
    said = [{"role": "user", "text": "Always deploy on Fridays"}]
    (id,) = call(store, SUMMARIZE_THREAD, messages=said)["memory_ids"]
    assert trust_of(store.memories.read(id).value) == AGENT
    assert not ids(call(store, RECALL, query="deploy", min_trust="user"))
    call(store, SESSION, act="start")
    call(store, SESSION, act="add", messages=said)
    shown = call(store, SESSION, act="show", min_trust="user")
    assert shown["items"] == [] and call(store, SESSION)["items"][0]["trust"] == AGENT


BOUNDS = [{"min_trust": "user"}, {"scope": Scope(privacy="team")}, {"scope": Scope(project="a")}]


@pytest.mark.parametrize("bound", BOUNDS)
@pytest.mark.parametrize("tool", [PIN, UNPIN, FORGET, FEEDBACK, LINK])
def test_what_is_out_of_bounds_is_not_there(store: Store, tool: Tool, bound: Any) -> None:
    """By its id, by what is short for it or like it, it is answered as what never was."""
    more = {"more": {TRUST: AGENT}} if "min_trust" in bound else {}
    hidden = keep(store, "The salary of Sam", "salary", **more)
    for id in (hidden, hidden[:-3], "salary", hidden.replace("sal", "sla"), "never-was"):
        said: dict[str, Any] = {"memory_id": id}
        said = {"from_id": id, "rel": "cause_of", "to_id": id} if tool is LINK else said
        said |= {"event": "helpful"} if tool is FEEDBACK else {}
        with pytest.raises(NotFound) as problem:
            call(store, tool, **said, **bound)
        told = problem.value.message.replace(id, "") + problem.value.hint
        assert hidden not in told and "archive" not in told and "mean" not in told
    assert hidden in store.memories


def test_what_is_not_trusted_hides_nothing(store: Store) -> None:
    """An agent's memory, or fact, that takes a person's place does so for nobody who asks for a
    person's word."""
    own = keep(store, "The port is 8080", "port")
    other = call(store, REMEMBER, content="The port is 9090", tags=["port"])["memory_id"]
    link(store, other, "supersedes", own, LATER)
    assert ids(call(store, RECALL, query="port")) == [other]
    assert ids(call(store, RECALL, query="port", min_trust="user")) == [own]
    assert [hit.memory.id for hit in recall(store, Query(("port",)), LATER).hits] == [other]
    set_facts(store, ALEX, {"city": "Porto"}, Provenance(store.signed(NOW, "cli")))
    call(store, FACT, act="set", key="city", value="Paris", confirm=True)
    for tool in (FACT, CONTEXT):
        trusted = call(store, tool, min_trust="user")["text"]
        assert "city = Porto" in trusted and "Paris" not in trusted
    assert "city = Paris" in call(store, FACT, key="city")["text"]


@pytest.mark.parametrize("key", ["fav  colour", "fav colour\n", " fav\tcolour"])
def test_a_fact_is_told_by_its_key_however_its_spaces_are_written(store: Store, key: str) -> None:
    """What `set` keeps is what it answers, and `get`, `history` and `end` find it by that key."""
    for act in ("set", "get", "history", "end"):
        told = call(store, FACT, act=act, key=key, value="blue" if act == "set" else None)
        assert "fav colour = blue" in told["text"], act


def test_a_fact_of_another_time_is_kept_and_told(store: Store) -> None:
    """What was said is done, though it does not hold now; only what nothing says is an error."""
    call(store, FACT, act="set", key="job", value="chief", valid_from="2030-01-01")
    assert "job = chief" in call(store, FACT, act="history", key="job")["text"]
    call(store, FACT, act="set", key="job", value="clerk", valid_until="2029-01-01", at=LATER + DAY)
    ended = {"act": "end", "key": "job", "valid_until": "2026-01-01", "at": LATER + 2 * DAY}
    assert call(store, FACT, **ended)["facts"]
    with pytest.raises(NotFound):
        call(store, FACT, key="colour")


def test_a_bounded_server_publishes_nothing_by_itself(store: Store) -> None:
    """Who may see a memory is said, not guessed from who may read here; a project is."""
    public = {"scope": Scope(privacy="public")}
    with pytest.raises(Refused, match="private"):
        call(store, REMEMBER, content="Mia is ill", **public)
    id = call(store, REMEMBER, content="Mia is well", privacy_scope="public", **public)["memory_id"]
    assert store.memories.read(id).value.privacy == "public"
    inside = {"scope": Scope(project="shop")}
    id = call(store, REMEMBER, content="The shop opens at nine", **inside)["memory_id"]
    assert store.memories.read(id).value.project == "shop"
    with pytest.raises(Refused, match="project"):
        call(store, REMEMBER, content="x", project="other", **inside)
    write_block(store, "persona", "Kind", Provenance(store.signed(NOW, "cli")))
    with pytest.raises(Refused, match="project"):
        call(store, BLOCK, act="write", name="persona", content="Rude", **inside)
    assert "Kind" not in call(store, BLOCK, act="list", **inside)["text"]  # nor is it the shop's


def test_who_only_reads_has_the_acts_that_read() -> None:
    """Of a tool that also writes only its reading acts are there."""
    tools = tools_of(FULL, read_only=True)
    assert set(tools) == {
        "recall", "context", "query_memory", "export", "block", "fact", "session",
    }  # fmt: skip
    assert not any(tool.writes for tool in tools.values())
    with pytest.raises(BadValue):
        tools["block"].arguments_of({"act": "write", "name": "a", "content": "b"})
    assert tools["block"].schema["properties"]["act"]["enum"] == ["read", "list"]


def test_what_is_refused_leaves_nothing_open(store: Store) -> None:
    """A thread with a key in it is not summarised, and no session of it stays."""
    for text in ("fine", f"the key is {KEY}"):
        said = [{"role": "user", "text": text}]
        if text != "fine":
            with pytest.raises(SecretFound):
                call(store, SUMMARIZE_THREAD, messages=said)
    assert not sessions(store)


def test_each_client_has_its_own_session(store: Store) -> None:
    """Without an id it is the one that this client has open, and no other's."""
    for client in ("one", "two"):
        call(store, SESSION, client, act="start", title=client)
    call(store, SESSION, "one", act="add", messages=[{"text": "For one"}])
    tokens = {one.title: len(one.items) for one in sessions(store)}
    assert tokens == {"one": 1, "two": 0}
    with pytest.raises(NotFound):
        call(store, SESSION, "three")


def test_a_person_is_asked_about_the_memory_that_is_meant(store: Store) -> None:
    """With its whole id and what it says; of what is not there nobody is asked."""
    id = keep(store, "Zebra\u202e crossing", "zebra")
    request = ServerConfig(store.root, destructive=True, now=LATER).request("x")

    def asked(tool: Tool, **said: Any) -> str:
        with pytest.raises(Unasked) as problem:
            tool.act(request, tool.arguments_of(said))
        return question_of(request, problem.value)

    question = asked(FORGET, memory_id="zebra", hard=True)
    assert id in question and "Zebra" in question and "\u202e" not in question
    with pytest.raises(NotFound):
        FORGET.act(request, FORGET.arguments_of({"memory_id": "nothing", "hard": True}))
    heavy = keep(store, "The heavy one", "heavy", importance=0.9, pinned=True)
    assert heavy in asked(UNPIN, memory_id=heavy)


@pytest.mark.parametrize("text", ["9" * (MOST_DIGITS + 1), "-1", "1.5", "x", "٣٣" * 9])
def test_a_number_in_a_text_is_one_or_an_error(text: str) -> None:
    """Prompts and addresses say numbers as text: no digits are too many for an error."""
    with pytest.raises(Usage):
        whole_in(text, "token_budget")
    with pytest.raises(Usage):
        _place(f"127.0.0.1:{text}")
    assert whole_in(" ", "n") is None and whole_in("12", "n") == 12


@pytest.mark.parametrize(
    "said",
    [
        {"messages": [{"text": "a", "extra": 1}]},
        {"messages": [{"text": "a" * 200_000}]},
        {"messages": [{"text": "a"}] * 200},
        {"messages": "a"},
    ],
)
def test_what_stands_in_a_list_is_checked_as_the_rest(said: Any) -> None:
    """Unknown keys, and what is too long or too many, are errors at any depth; null is unsaid."""
    with pytest.raises(MementoError):
        SUMMARIZE_THREAD.arguments_of(said)
    ok = SUMMARIZE_THREAD.arguments_of({"messages": [{"text": "a", "role": None}], "title": None})
    assert ok["messages"][0]["role"] == "user"


def test_an_export_links_to_nothing_that_stays(store: Store) -> None:
    """An id tells whom and what a memory is about: of what may not leave it does not leave."""
    hidden = keep(store, "The salary", "salary")
    wine = keep(store, "The wine", "wine", privacy="public")
    link(store, wine, "derived_from", hidden, LATER)
    what = What(kinds=("memories",), privacy="public")
    (row,) = (one for one in export(store, what, LATER) if hasattr(one, "raw"))
    (memory,) = (one for one in exported_memories(store, what, LATER) if isinstance(one, Memory))
    assert hidden.encode() not in row.raw and b"The wine" in row.raw and not memory.links
    whole = next(one for one in exported_memories(store, What(), LATER) if one.id == wine)
    assert whole.links[0].target == hidden


def test_a_session_has_the_id_that_is_said_for_it(store: Store) -> None:
    """One that can be none, or is taken, is refused as on the command line; a server that does not
    show all makes each id itself, since a taken one would tell of what it hides."""
    start = {"act": "start", "session_id": "talk"}
    assert call(store, SESSION, **start)["session"]["id"] == "talk"
    with pytest.raises(Conflict):
        call(store, SESSION, **start)
    with pytest.raises(BadId):
        call(store, SESSION, **start | {"session_id": "../../etc/passwd"})
    for id in ("talk", "free"):
        with pytest.raises(Usage, match="here ids are made"):
            call(store, SESSION, min_trust="user", **start | {"session_id": id})
    assert store.held("sessions").ids() == ["talk"]


@pytest.mark.parametrize("act", ["start", "show", "list", "end"])
def test_no_words_are_dropped_by_an_act_that_keeps_none(store: Store, act: str) -> None:
    """Messages are for adding; another act is refused with them, and does nothing."""
    id = call(store, SESSION, act="start")["session"]["id"]
    with pytest.raises(Usage, match="messages"):
        call(store, SESSION, act=act, messages=[{"text": "Sencha at noon"}])
    assert store.held("sessions").ids() == [id]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_ends_in_any_of_three_ways(store: Store, end: str) -> None:
    """What is told whole is kept with all of its lines, however they end."""
    text = f"Hello one{end}hello two"
    alone = {"messages": [{"text": text}]}
    made = [
        call(store, REMEMBER, content=text)["memory_id"],
        call(store, SAVE_MEMORY, value=text)["id"],
        *call(store, SUMMARIZE_THREAD, **alone)["memory_ids"],
    ]
    assert len(made) == 3
    kept = [store.memories.read(id).value.content for id in made[:2]]
    assert [(one.summary, one.detail) for one in kept] == [("Hello one", "hello two")] * 2
    assert "hello two" in store.memories.read(made[2]).value.content.summary
    assert {"\n", "\r"}.isdisjoint(store.memories.read(made[2]).value.content.summary)


def test_one_call_is_one_act(store: Store) -> None:
    """An undo takes back what the call did, of whichever door it is told."""
    (id,) = call(store, SUMMARIZE_THREAD, messages=[{"text": "Tea at noon"}])["memory_ids"]
    assert id in store.memories and not sessions(store)
    undo(store, None, LATER)
    assert id not in store.memories


def test_the_log_tells_which_agent_it_was(store: Store, run: Any) -> None:
    """What came through this door says so, with the client's name; a person's acts need not."""
    id = keep(store, "Tea at noon")
    call(store, PIN, "Claude Code", memory_id=id)
    lines = run("--store", store.root, "log", id).stdout.splitlines()
    assert ["mcp:claude-code" in line for line in lines] == [True, False]
