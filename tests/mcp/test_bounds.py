"""What a server may not show, it shows nowhere: not by recall, context, address or id."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from mcp import Client, MCPError

from memento_cli import Store
from memento_cli.actions.events.notes import notes_in_force
from memento_cli.actions.events.observe import observe
from memento_cli.actions.facts.blocks import write_block
from memento_cli.actions.facts.facts import set_facts
from memento_cli.actions.graph.relate import Statement, add_edge, describe
from memento_cli.actions.memory.record import record
from memento_cli.actions.sessions.sessions import start_session
from memento_cli.actions.store.profile import set_settings
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.graph.entities import Edge, edge_ref
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.tools.toolsets import FULL
from tests.conftest import Ran
from tests.mcp.clients import error_of, talk, text_of, value_of
from tests.store.helpers import ALEX, NOW, new_store, say

VIKTOR = "ctx://person/viktor"
WORD = "teapot"
NONCE = re.compile(r"[0-9a-f]{16}")
BOUNDS = (
    (("--scope", "project:red"), {"red-open", "red-user"}),
    (("--scope", "person:viktor"), {"viktors"}),
    (("--scope", "privacy:public"), {"red-open"}),
    (("--scope", "privacy:team"), {"red-open", "teams"}),
    (("--scope", "project:red", "--scope", "privacy:public"), {"red-open"}),
    (("--min-trust", "user"), {"red-open", "red-user", "teams", "viktors"}),
    (("--min-trust", "user", "--scope", "person:viktor"), {"viktors"}),
)


@pytest.fixture
def ids(store: Store) -> dict[str, str]:
    """Memories of several projects, people, labels and trusts, by what they are here."""
    rows: dict[str, tuple[str, str, str | None, dict[str, object]]] = {
        "red-open": (ALEX, "public", "red", {}),
        "red-user": (ALEX, "private", "red", {}),
        "teams": (ALEX, "team", "blue", {}),
        "viktors": (VIKTOR, "private", None, {}),
        "agents": (ALEX, "private", None, {"memory.origin.trust": "agent"}),
    }
    return {
        name: record(
            store,
            Draft(f"The {WORD} {name}", who, tags=Tags((name,)), privacy=privacy, project=project,
                  more=more),
            datetime.now(UTC).replace(microsecond=0),
        ).memory.id
        for name, (who, privacy, project, more) in rows.items()
    }  # fmt: skip


@pytest.mark.parametrize(("options", "seen"), BOUNDS, ids=[" ".join(row[0]) for row in BOUNDS])
def test_what_is_out_of_bounds_is_shown_nowhere(
    store: Store, ids: dict[str, str], options: tuple[str, ...], seen: set[str]
) -> None:
    """Recall, query_memory, context, search, the prompt: each tells just what may be seen."""

    async def work(client: Client) -> dict[str, str]:
        recalled = value_of(await client.call_tool("recall", {"query": WORD}))
        assert {*recalled["ids"]} == {ids[name] for name in seen}
        assert recalled["total"] == len(seen)
        search = await client.read_resource(f"memento://memory/search?query={WORD}")
        context = await client.read_resource(f"memento://context?query={WORD}")
        deep = {"query": WORD, "deep": True, "limit": 50}
        return {
            "recall": text_of(await client.call_tool("recall", {"query": WORD})),
            "query_memory": text_of(await client.call_tool("query_memory", deep)),
            "context": text_of(await client.call_tool("context", {"query": WORD})),
            "strongest": text_of(await client.call_tool("context", {})),
            "search": json.dumps([one.model_dump() for one in search.contents]),
            "resource": json.dumps([one.model_dump() for one in context.contents]),
            "prompt": text_of(await client.get_prompt("memory_injection", {"query": WORD})),
        }

    for place, text in talk(store, work, "--toolset", FULL, *options).items():
        assert {name for name in ids if f"The {WORD} {name}" in text} == seen, place


@pytest.mark.parametrize(
    ("options", "seen"),
    [row for row in BOUNDS if "--scope" in row[0]],
    ids=[" ".join(row[0]) for row in BOUNDS if "--scope" in row[0]],
)
def test_what_is_out_of_bounds_is_not_there_by_its_id(
    store: Store, ids: dict[str, str], options: tuple[str, ...], seen: set[str]
) -> None:
    """Who knows the id of what is hidden gets what they would for one that there is not."""
    hidden = [ids[name] for name in ids if name not in seen]

    async def work(client: Client) -> None:
        for id in hidden:
            for name, said in (
                ("pin", {"memory_id": id}),
                ("unpin", {"memory_id": id, "confirm": True}),
                ("forget", {"memory_id": id}),
                ("feedback", {"memory_id": id, "event": "helpful"}),
                ("link", {"from_id": id, "rel": "duplicates", "to_id": id}),
            ):
                assert error_of(await client.call_tool(name, said)) == "NotFound", (name, id)
            with pytest.raises(MCPError) as told:
                await client.read_resource(f"memento://memory/{id}")
            with pytest.raises(MCPError) as nobody:
                await client.read_resource("memento://memory/nobody-at-all")
            assert told.value.code == nobody.value.code

    before = len(store.journal.lines().lines)
    talk(store, work, "--toolset", FULL, *options)
    assert len(store.journal.lines().lines) == before


def test_what_has_no_label_is_not_public(store: Store) -> None:
    """A server of what is public shows, lists and writes no block, and no fact; and there is no
    session for it."""
    act = Provenance(store.signed(NOW, "test", ""))
    write_block(store, "focus", f"The {WORD} is secret", act)
    start_session(store, act, id="talk")

    async def work(client: Client) -> None:
        assert WORD not in text_of(await client.call_tool("context", {}))
        for act in ("list", "read", "write", "delete"):
            said = {"act": act, "name": "focus", "content": "x"}
            assert error_of(await client.call_tool("block", said)) == "Refused"
        assert error_of(await client.call_tool("fact", {"act": "get"})) == "Refused"
        for id in ("talk", "nope"):
            none = await client.call_tool("context", {"session_id": id})
            assert f"No session {id}" in text_of(none) and error_of(none) == "NotFound"
        kv = {"type": "kv", "key": "port", "value": 1}
        assert error_of(await client.call_tool("save_memory", kv)) == "Refused"
        assert [one.name for one in (await client.list_resources()).resources] == ["context"]
        with pytest.raises(MCPError, match="public"):
            await client.read_resource("memento://block/focus")

    talk(store, work, "--toolset", FULL, "--scope", "privacy:public")


ELSEWHERE = (
    ("--scope", "person:bob"),
    ("--scope", "person:ann"),
    ("--scope", "project:red"),
    ("--scope", "person:alex", "--scope", "project:red"),
)


@pytest.mark.parametrize("options", ELSEWHERE, ids=" ".join)
def test_what_is_nobodys_is_seen_and_written_by_its_own_store_alone(
    store: Store, call: Callable[..., Ran], options: tuple[str, ...]
) -> None:
    """A kv value, an edge, an event of the store's own are told to no other person or project,
    nor overwritten there: another person's kv value of that key is their own. Who asks for the
    store's own person has them."""
    for args in (["kv", "set", "door", "4711"], ["graph", "add", "Alex", "hides", "Key4711"],
                 ["event", "add", "--user", "The door has 4711"]):  # fmt: skip
        assert call(*args).code == 0
    say(store.root, context__events=5)
    assert Store(store.root).settings["context.events"] == 5

    async def reads(client: Client) -> str:
        told = [
            await client.call_tool("context", {}),
            await client.call_tool("context", {"query": "door 4711"}),
            await client.call_tool("recall", {"query": "Alex hides Key4711 door"}),
            await client.call_tool("query_memory", {"query": "door 4711 Key4711", "deep": True}),
        ]
        return "\n".join(map(text_of, told)) + json.dumps([value_of(one) for one in told])

    async def other(client: Client) -> None:
        assert "4711" not in await reads(client)
        kept = await client.call_tool("save_memory", {"type": "kv", "key": "door", "value": "0000"})
        assert kept.is_error == any("project" in option for option in options)
        for said in (
            {"type": "graph_node", "key": "Alex"},
            {"type": "graph_edge", "subject": "Alex", "predicate": "hides", "object": "Bob"},
        ):
            assert error_of(await client.call_tool("save_memory", said)) == "Refused"

    async def graph(client: Client) -> None:
        for name in ("read_graph", "search_nodes", "open_nodes"):
            said = {"search_nodes": {"query": "Key"}, "open_nodes": {"names": ["Alex"]}}
            told = await client.call_tool(name, said.get(name, {}))
            assert told.is_error and "4711" not in text_of(told)

    async def own(client: Client) -> None:
        told = await reads(client)
        assert "door = 4711" in told and "The door has 4711" in told
        kv = {"type": "kv", "key": "door", "value": "4711"}
        assert not (await client.call_tool("save_memory", kv)).is_error

    talk(store, other, "--toolset", FULL, *options)
    talk(store, graph, "--compat", "server-memory", *options)
    talk(store, own, "--toolset", FULL, "--scope", "person:alex")
    assert call("kv", "get", "door").stdout.strip().endswith("4711")


def test_what_is_written_within_bounds_stays_within(store: Store) -> None:
    """A new memory is of the server's project and person, and no other can be named."""

    async def work(client: Client) -> None:
        said = {"content": f"A new {WORD}", "privacy_scope": "team"}
        id = value_of(await client.call_tool("remember", said))["memory_id"]
        memory = store.memories.read(id).value
        assert (memory.project, memory.person, memory.privacy) == ("red", VIKTOR, "team")
        for more in ({"project": "blue"}, {"privacy_scope": "private"}):
            refused = await client.call_tool("remember", said | more)
            assert error_of(refused) == "Refused"

    bounds = ("project:red", "person:viktor", "privacy:team")
    talk(store, work, *(word for bound in bounds for word in ("--scope", bound)))


def test_a_server_that_only_reads_has_no_tool_that_writes(store: Store) -> None:
    """--read-only: what writes is not there; what is there leaves the store as it is."""
    reading = {"recall", "context", "query_memory", "export", "block", "fact", "session"}

    async def work(client: Client) -> set[str]:
        names = {tool.name for tool in (await client.list_tools()).tools}
        with pytest.raises(MCPError, match="unknown tool"):
            await client.call_tool("remember", {"content": "x"})
        await client.call_tool("recall", {"query": WORD})
        await client.call_tool("context", {})
        return names

    found = talk(store, work, "--read-only", "--toolset", FULL)
    assert found == reading
    assert not store.journal.lines().lines


@pytest.mark.parametrize(
    "options",
    [
        ["--scope", "colour:red"],
        ["--scope", "project:"],
        ["--scope", "privacy:secret"],
        ["--scope", "project:a", "--scope", "project:b"],
        ["--min-trust", "nobody"],
        ["--toolset", "some"],
        ["--compat", "other"],
        ["--http", "example.org:80"],
        ["--http", "0.0.0.0:0"],
        ["--http", "[::]:0"],
        ["--http", "192.168.0.1:0"],
        ["--http", "many"],
        ["--http", "99999"],
    ],
    ids=" ".join,
)
def test_an_option_that_means_nothing_is_usage(
    store: Store, call: Callable[..., Ran], options: list[str]
) -> None:
    """Bounds that are none, and addresses that others could reach, end with 2 before anything."""
    ran = call("agent", "mcp", *options)
    assert ran.code == 2 and not ran.stdout and options[-1].split(":")[0] in ran.stderr


@pytest.mark.parametrize("bound", [("--scope", "project:red"), ("--min-trust", "agent")])
def test_an_id_tells_nothing_of_what_is_hidden(store: Store, bound: tuple[str, str]) -> None:
    """A bounded server gives every memory and session an id with a suffix, whether the plain one is
    taken or not; where all is seen the plain one is given."""
    said = {"content": f"The {WORD} is green", "tags": [WORD]}
    talk_ = [{"role": "user", "text": f"The {WORD} is green"}]

    async def work(client: Client) -> list[str]:
        found = []
        for _ in range(2):
            found += [value_of(await client.call_tool("remember", said))["memory_id"]]
            start = {"act": "start", "title": WORD}
            session = value_of(await client.call_tool("session", start))["session"]
            await client.call_tool("session", {"act": "end", "session_id": session["id"]})
            told = value_of(await client.call_tool("summarize_thread", {"messages": talk_}))
            found += [session["id"], *told["memory_ids"]]
        return found

    ids = talk(store, work, "--toolset", FULL, *bound)
    plain = re.compile(r".*\d{4}-\d\d(-\d\d)?")
    assert len(ids) == 6 and not any(plain.fullmatch(id) for id in ids), ids
    assert plain.fullmatch(talk(store, work, "--toolset", FULL)[0])


@pytest.mark.parametrize("bounds", [(), ("--scope", "person:bo")])
def test_an_event_is_set_aside_by_whoever_may_see_it(store: Store, bounds: tuple[str, ...]) -> None:
    """not_helpful takes an event out of recalls, and where events are not seen there is none."""
    set_settings(store, {"recall.in": ("memories", "events")})
    words = Words("My sister lives in Porto", "I see")
    event = observe(store, Event("", NOW, CHAT, "", ALEX, words))

    async def work(client: Client) -> tuple[str, int]:
        said = {"memory_id": event.ref, "event": "not_helpful"}
        told = await client.call_tool("feedback", said)
        found = await client.call_tool("recall", {"query": "sister"})
        return text_of(told), value_of(found)["total"]

    told, total = talk(store, work, *bounds)
    assert total == 0
    assert ("No event" in told) == bool(bounds)
    assert len(notes_in_force(store)) == (0 if bounds else 1)


def test_what_is_hidden_is_neither_changed_nor_told_by_its_name(tmp_path: Path) -> None:
    """Who trusts the user alone is answered the same, whether an agent's block, fact, entity and
    relation are there or not; none is ended, deleted or written on by its name or an alias."""
    edge = {"type": "graph_edge", "predicate": "u"}
    statement = Statement("Falcon", "u", "Rust")
    ref = edge_ref("falcon", Edge(statement.predicate, statement.object, NOW))
    calls: list[tuple[str, dict[str, object]]] = [
        ("feedback", {"memory_id": ref, "event": "helpful"}),
        ("block", {"act": "read", "name": "plan"}),
        ("block", {"act": "delete", "name": "plan"}),
        ("fact", {"act": "end", "key": "city"}),
        ("fact", {"act": "end", "key": "citi"}),
        ("save_memory", {"type": "graph_node", "key": "projectx"}),
        ("save_memory", {**edge, "subject": "projectx", "object": "Rust"}),
        ("save_memory", {**edge, "subject": "Mia", "object": "projectx"}),
    ]

    async def work(client: Client) -> list[str]:
        return [text_of(await client.call_tool(name, said)) for name, said in calls]

    stores = [new_store(tmp_path / name, person="alex") for name in ("with", "without")]
    hidden = Provenance(stores[0].signed(NOW, "mcp:robo"), trust="agent")
    write_block(stores[0], "plan", "An agent's plan", hidden)
    set_facts(stores[0], ALEX, {"city": "Rome"}, hidden)
    describe(stores[0], "Falcon", hidden, aliases=("projectx",))
    made = add_edge(stores[0], statement, hidden)
    assert edge_ref(made.subject, made.edge) == ref
    folders = [Path(stores[0].root, name) for name in ("blocks", "graph", "states")]
    before = {path: path.read_bytes() for one in folders for path in one.iterdir()}
    assert len(before) == 4
    there, nothing = (talk(one, work, "--toolset", FULL, "--min-trust", "user") for one in stores)
    assert [NONCE.sub("", text) for text in there] == [NONCE.sub("", text) for text in nothing]
    assert {path: path.read_bytes() for path in before if path.exists()} == before
