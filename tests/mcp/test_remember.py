"""What an agent says of a memory: when it was, of whom, how it was felt, and what it ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from memento_cli import Draft, Link, Store, record
from memento_cli.core.memory.creation import INTENSITY
from memento_cli.errors import BadValue
from memento_cli.tools.toolsets import FULL
from tests.conftest import Ran
from tests.mcp.clients import error_of, talk, text_of, value_of
from tests.store.helpers import new_store

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
ALL = ("--toolset", FULL)
Run = Callable[..., Ran]


def said(store: Store, *calls: tuple[str, dict[str, Any]], options: tuple[str, ...] = ALL) -> Any:
    """What the calls are answered, one after another."""

    async def work(client: Client) -> list[Any]:
        return [value_of(await client.call_tool(name, args)) for name, args in calls]

    return talk(store, work, *options)


def test_all_that_is_said_of_a_memory_is_in_its_file(store: Store) -> None:
    """When it happened, who else it is about, how strongly it was felt; and what it ends is history
    from then on."""
    (old,) = said(store, ("remember", {"content": "Ana lives in Rome"}))
    (new,) = said(
        store,
        (
            "remember",
            {
                "content": "Ana lives in Lyon",
                "supersedes": [old["memory_id"]],
                "occurred_at": "2026-03",
                "people": ["ana"],
                "emotion": 0.8,
            },
        ),
    )
    memory = store.memories.read(new["memory_id"]).value
    assert memory.links == (Link("supersedes", old["memory_id"]),)
    assert memory.tags.people == ("ctx://person/ana",)
    assert memory.more["memory.about.start"] == datetime(2026, 3, 1, tzinfo=UTC)
    assert memory.more["memory.about.end"].month == 3 and memory.more[INTENSITY] == 0.8
    (found,) = said(store, ("recall", {"query": "where does Ana live"}))
    assert found["ids"] == [new["memory_id"]] and found["hidden"] == 1


def test_what_was_felt_strongly_lasts_by_document_000(tmp_path_factory: Any) -> None:
    """Under the profile `ebbinghaus` the first stability is that of the emotion: 10, 5 or 1 day."""
    path = tmp_path_factory.mktemp("felt") / "store"
    store = new_store(path, profile="ebbinghaus", person="ana")
    felt = {0.9: 10.0, 0.6: 5.0, 0.2: 1.0}
    for emotion, days in felt.items():
        (done,) = said(store, ("remember", {"content": f"Felt {emotion}", "emotion": emotion}))
        assert store.memories.read(done["memory_id"]).value.fade.law.parameter == days


def test_several_memories_are_kept_by_one_act_or_none(store: Store, run: Run) -> None:
    """Each with its own type and tags; one that cannot be keeps all out, and one undo takes all
    back."""
    rows = [
        {"content": "The port is 8080", "type": "semantic", "tags": ["port"]},
        {"content": "Ana called at noon", "people": ["ana"]},
    ]
    (done,) = said(store, ("remember", {"memories": rows, "tags": ["talk"]}))
    first, second = (store.memories.read(id).value for id in done["memory_ids"])
    assert (first.kind, first.tags.topics) == ("semantic", ("port",))
    assert (second.kind, second.tags.topics) == ("episodic", ("talk",))

    async def refused(client: Client) -> list[str]:
        calls: list[dict[str, Any]] = [
            {"memories": [*rows, {"content": " "}]},
            {"memories": [*rows, {"content": "x", "supersedes": ["nothing-2026-11"]}]},
            {"memories": rows, "content": "both"},
            {"memories": [*rows, {"content": "The key is ghp_" + "a1B2" * 9}]},
            {},
        ]
        return [error_of(await client.call_tool("remember", args)) for args in calls]

    assert talk(store, refused) == ["BadValue", "NotFound", "BadValue", "SecretFound", "BadValue"]
    assert len(list(store.memories.ids())) == 2
    assert run("undo", "--yes").code == 0 and not list(store.memories.ids())


def test_what_was_there_is_told(store: Store) -> None:
    """A memory that says nearly the same, and one that says the contrary, each with its words in
    the fence; what is out of bounds is told to nobody."""
    record(store, Draft("Ana likes the green tea from Uji", kind="semantic", project="red"), NOW)
    record(store, Draft("The API is open to the public", kind="semantic", project="red"), NOW)
    again = {"content": "Ana likes the green tea from Uji", "type": "semantic", "project": "red"}
    contrary = {"content": "The API is not open to the public", "type": "semantic"}

    async def work(client: Client) -> list[Any]:
        return [await client.call_tool("remember", args) for args in (again, contrary)]

    same, other = talk(store, work)
    assert len(value_of(same)["similar"]) == 1 and "says nearly the same: " in text_of(same)
    assert len(value_of(other)["contradicts"]) == 1
    assert "says the contrary: " in text_of(other) and "open to the public" in text_of(other)
    for answer in talk(store, work, "--scope", "project:blue")[1:]:
        assert value_of(answer)["contradicts"] == [] and "public" not in text_of(answer)


def test_importance_is_inferred_where_the_profile_says_so(tmp_path_factory: Any) -> None:
    """A rule is important under the profile `agent`, which infers; what is said counts, always."""
    rule, plain = "Always run the tests before a release", "We had soup"
    for profile, expected in (("agent", [0.8, 0.5, 0.1]), ("half-life", [0.5, 0.5, 0.1])):
        path = tmp_path_factory.mktemp(profile) / "store"
        store = new_store(path, profile=profile, person="ana")
        calls = ({"content": rule}, {"content": plain}, {"content": rule, "importance": 0.1})
        done = said(store, *(("remember", args) for args in calls))
        made = [store.memories.read(one["memory_id"]).value for one in done]
        assert [memory.importance for memory in made] == expected


def test_facts_are_set_together(store: Store, run: Run) -> None:
    """Several keys by one act, which one undo takes back; what is no value is refused whole."""
    values = {"city": "Rome", "floor": 3, "lift": False}
    (done,) = said(store, ("fact", {"act": "set", "values": values}))
    assert len(done["facts"]) == 3 and "city = Rome" in done["text"] and "floor = 3" in done["text"]
    assert "lift = false" in said(store, ("fact", {}))[0]["text"]

    async def refused(client: Client) -> list[str]:
        calls: list[dict[str, Any]] = [
            {"act": "set", "values": {"city": "Lyon", "list": [1]}},
            {"act": "set"},
            {"act": "set", "key": "city"},
        ]
        return [error_of(await client.call_tool("fact", args)) for args in calls]

    assert talk(store, refused, *ALL) == ["BadValue", "Usage", "Usage"]
    assert run("undo", "--yes").code == 0 and run("fact", "get", "city").code == 3


def test_blocks_are_read_all_at_once(store: Store) -> None:
    """Reading without a name gives all texts, as document 000 has it; a list gives the names."""
    for name in ("focus", "user_model"):
        said(store, ("block", {"act": "write", "name": name, "content": f"This is {name}."}))
    read, listed = said(store, ("block", {}), ("block", {"act": "list"}))
    assert "This is focus." in read["text"] and "This is user_model." in read["text"]
    assert "## focus" in listed["text"] and "This is" not in listed["text"]


def test_a_server_of_a_persona_means_its_blocks_and_facts(store: Store, run: Run) -> None:
    """With --of, a call that does not say whose is about the persona; the store's own stay seen."""
    run("block", "set", "focus", "Nobody's")
    run("fact", "set", "city", "Rome")
    of = ("--of", "herta", *ALL)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("block", {"act": "write", "name": "persona_state", "content": "Curious."}),
        ("fact", {"act": "set", "key": "nickname", "value": "Rau"}),
        ("fact", {}),
        ("context", {}),
    ]
    *_, facts, context = said(store, *calls, options=of)
    assert "nickname = Rau" in facts["text"] and "Rome" not in facts["text"]
    assert "Curious." in context["text"] and "Nobody's" in context["text"]
    assert run("fact", "get", "nickname", "--of", "herta").stdout.strip() == "Rau"
    assert run("block", "get", "persona_state", "--of", "herta").stdout.strip() == "Curious."


def test_what_is_saved_is_found_by_query(store: Store, run: Run) -> None:
    """Document 004's loop by tools alone: what save_memory keeps of each kind, query_memory finds;
    a used edge weighs 1 again, and an expired value is gone."""
    saved: list[dict[str, Any]] = [
        {"type": "kv", "key": "dev port", "value": {"http": 8080}, "ttl": 3_600_000},
        {"type": "semantic", "value": "We chose PocketBase for memory"},
        {"type": "graph_edge", "subject": "Ana", "predicate": "works_at", "object": "Acme"},
    ]
    said(store, *(("save_memory", args) for args in saved))
    asked = [("query_memory", {"query": one}) for one in ("port", "PocketBase", "Acme")]
    port, base, acme = said(store, *asked)
    assert '{"http": 8080}' in port["text"] and "PocketBase" in base["text"]
    assert "Ana works at Acme" in acme["text"]
    (edge,) = (id for id in acme["ids"] if id.startswith("graph/"))
    later = str(NOW.replace(year=2027).date())
    faint = run("--now", later, "graph", "list", "--deep", "--json").stdout
    assert '"weight": 1.0' not in faint
    (used,) = said(store, ("feedback", {"memory_id": edge, "event": "used"}))
    assert used["memory_id"] == edge
    assert run("reinforce", edge).code == 0 and run("agent", "feedback", edge, "helpful").code == 0
    assert run("--now", later, "kv", "get", "dev port").code == 3

    async def refused(client: Client) -> list[str]:
        calls = [
            {"memory_id": edge, "event": "not_helpful"},
            {"memory_id": f"{edge}0", "event": "used"},
        ]
        return [error_of(await client.call_tool("feedback", args)) for args in calls]

    assert talk(store, refused, *ALL) == ["BadValue", "NotFound"]
    assert run("reinforce", f"{edge}0").code == 3


def test_a_value_that_no_file_can_have_is_refused(store: Store) -> None:
    """The action, as the tools call it: a fact is text, a number or a truth value."""
    from memento_cli.tools.fact_tools import FACT
    from memento_cli.tools.request_context import ServerConfig

    request = ServerConfig(store.root).request("x")
    with pytest.raises(BadValue):
        FACT.act(request, FACT.arguments_of({"act": "set", "values": {"a": {"b": 1}}}))


def test_when_it_happened_is_told_wherever_the_memory_is(tmp_path: Path) -> None:
    """Whoever reads only when a memory was made would take that for when it happened: hits, a
    context, an injection and the memory itself say that day, as a day of the store's zone. What
    happened on the day on which it was told needs no word of that."""
    store = new_store(tmp_path / "s", timezone="Asia/Tokyo")

    async def work(client: Client) -> list[str]:
        async def told(name: str, **args: Any) -> Any:
            return value_of(await client.call_tool(name, args))

        kept = await told("remember", content="Mel painted a sunrise", occurred_at="May 8, 2023")
        await told("remember", content="Mel painted a lake", occurred_at="today")
        page = await client.read_resource(f"memento://memory/{kept['memory_id']}")
        asked = await client.get_prompt("memory_injection", {"query": "Mel painted"})
        return [
            (await told("recall", query="Mel painted"))["text"],
            (await told("context", query="Mel painted"))["text"],
            asked.messages[0].content.text,
            page.contents[0].text,
        ]

    texts = talk(store, work)
    assert [text.count("about") for text in texts] == [1] * 4
    assert all("about 2023-05-08" in text.replace("about: ", "about ") for text in texts)
