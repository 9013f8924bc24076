"""`memento agent mcp --compat server-memory`: the nine tools of the reference memory server."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from memento_cli import Store
from tests.conftest import Ran

pytest.importorskip("mcp", reason="the extra mcp is not installed")

import mcp_types as types
from mcp import Client

from memento_cli.mcp.approval import KEY
from tests.mcp import clients
from tests.mcp.compat_client import Caller, caller, talk

Call = Callable[..., Ran]
JOHN = {
    "name": "John_Smith",
    "entityType": "person",
    "observations": ["Speaks fluent Spanish"],
}
ACME = {"name": "Acme", "entityType": "organization", "observations": []}
WORKS = {"from": "John_Smith", "to": "Acme", "relationType": "works_at"}
FACTS = ["Speaks fluent Spanish", "Graduated in 2019", "Prefers morning meetings"]
TOOLS = {
    "create_entities": {"entities"},
    "create_relations": {"relations"},
    "add_observations": {"observations"},
    "delete_entities": {"entityNames"},
    "delete_observations": {"deletions"},
    "delete_relations": {"relations"},
    "read_graph": set[str](),
    "search_nodes": {"query"},
    "open_nodes": {"names"},
}
READING = {"read_graph", "search_nodes", "open_nodes"}


async def made(client: Caller) -> None:
    """The graph of the reference's README."""
    await client.ask("create_entities", entities=[JOHN, ACME])
    await client.ask("create_relations", relations=[WORKS])
    rows = [{"entityName": "John_Smith", "contents": FACTS}]
    await client.ask("add_observations", observations=rows)


def test_it_offers_the_nine_tools_and_no_other(store: Store) -> None:
    """By their names and arguments; a server that only reads lacks those that write."""

    async def all_nine(client: Caller) -> None:
        found = (await client.client.list_tools()).tools
        assert {tool.name: {*tool.input_schema["properties"]} for tool in found} == TOOLS
        hints = {
            tool.name for tool in found if tool.annotations and tool.annotations.read_only_hint
        }
        assert hints == READING

    async def reading(client: Caller) -> None:
        assert {tool.name for tool in (await client.client.list_tools()).tools} == READING

    talk(store, all_nine)
    talk(store, reading, "--read-only")


def test_the_documented_examples(store: Store) -> None:
    """Entities, relations and observations of the README, as it says them."""

    async def work(client: Caller) -> None:
        assert await client.ask("create_entities", entities=[JOHN, ACME]) == [JOHN, ACME]
        assert await client.ask("create_relations", relations=[WORKS]) == [WORKS]
        rows = [{"entityName": "John_Smith", "contents": FACTS}]
        added = await client.ask("add_observations", observations=rows)
        assert added == [{"entityName": "John_Smith", "addedObservations": FACTS[1:]}]
        john = JOHN | {"observations": FACTS}
        assert await client.ask("read_graph") == {"entities": [john, ACME], "relations": [WORKS]}
        one = {"entities": [ACME], "relations": [WORKS]}
        assert await client.ask("open_nodes", names=["Acme", "nobody"]) == one
        for query in ("SPANISH", "john_", "Person"):
            found = await client.ask("search_nodes", query=query)
            assert found == {"entities": [john], "relations": [WORKS]}
        nothing = {"entities": [], "relations": []}
        assert await client.ask("search_nodes", query="zebra") == nothing
        assert len((await client.ask("search_nodes", query=""))["entities"]) == 2

    talk(store, work)


def test_what_is_there_is_skipped(store: Store) -> None:
    """Within a call, too; only what is new is answered, and the rest stays as it is."""

    async def work(client: Caller) -> None:
        await made(client)
        before = await client.ask("read_graph")
        other = JOHN | {"name": "john_smith", "observations": ["Is somebody else"]}
        new = {"name": "Rust", "entityType": "tool", "observations": ["Is fast", "Is fast"]}
        answer = await client.ask(
            "create_entities", entities=[other, new, new | {"entityType": ""}]
        )
        assert answer == [new | {"observations": ["Is fast"]}]
        again = await client.result("create_entities", entities=[new, new | {"name": "Go"}])
        assert (again.structured_content or {})["skipped"] == ["Rust"]
        await client.told("delete_entities", entityNames=["Go"])
        uses = WORKS | {"to": "Rust", "relationType": "uses"}
        assert await client.ask("create_relations", relations=[WORKS, uses, uses]) == [uses]
        rows = [{"entityName": "Rust", "contents": ["Is fast"]}]
        answer = await client.ask("add_observations", observations=rows)
        assert answer == [{"entityName": "Rust", "addedObservations": []}]
        await client.told("delete_entities", entityNames=["Rust"])
        assert await client.ask("read_graph") == before

    talk(store, work)


def test_deletions_take_what_is_there_and_tell_the_rest(store: Store) -> None:
    """What was not there is no error."""

    async def work(client: Caller) -> None:
        await made(client)
        gone = {"entityName": "John_Smith", "observations": FACTS[:1]}
        done = "Observations deleted successfully"
        assert await client.told("delete_observations", deletions=[gone]) == done
        lost = {"entityName": "Nobody", "observations": ["x"]}
        told = await client.told("delete_observations", deletions=[gone, lost])
        assert told == "Deleted 0 of 2 observations. Not found: Nobody"
        hostile = WORKS | {"from": "\x1b[31m"}
        told = await client.told("delete_relations", relations=[WORKS, hostile])
        assert told == "Deleted 1 of 2 relations."
        whole = {"entities": [JOHN | {"observations": FACTS[1:]}, ACME], "relations": []}
        assert await client.ask("read_graph") == whole
        told = await client.told("delete_entities", entityNames=["John_Smith", "../x"])
        assert told == "Deleted 1 of 2 entities. Not found: ../x"
        assert await client.ask("read_graph") == {"entities": [ACME], "relations": []}

    talk(store, work)


def test_a_call_is_whole_or_not_at_all(store: Store) -> None:
    """An unknown entity, a secret or a name that is none keeps the others of the call out."""

    async def work(client: Caller) -> None:
        await made(client)
        before = await client.ask("read_graph")
        rows = [{"entityName": name, "contents": ["new"]} for name in ("Acme", "Nobody")]
        told = await client.error("add_observations", observations=rows)
        assert "Entity with name Nobody not found" in told
        for bad in (
            {"name": "B", "entityType": "x", "observations": ["AKIAIOSFODNN7EXAMPLE"]},
            {"name": "AKIAIOSFODNN7EXAMPLE", "entityType": "x", "observations": []},
            {"name": "\x1b[31m", "entityType": "x", "observations": []},
            {"name": "ctx://x", "entityType": "x", "observations": []},
            {"name": "x" * 10_000, "entityType": "x", "observations": []},
            {"name": " ", "entityType": "x", "observations": []},
            {"name": "B", "entityType": 7, "observations": []},
        ):
            fine = {"name": "A", "entityType": "x", "observations": ["fine"]}
            await client.error("create_entities", entities=[fine, bad])
        uses = WORKS | {"relationType": "uses", "to": "Acme"}
        await client.error("create_relations", relations=[uses, WORKS | {"to": "\x00"}])
        assert await client.ask("read_graph") == before

    lines = len(store.journal.lines().lines)
    talk(store, work)
    told = store.journal.lines().lines[lines:]
    assert not [line.act for line in told if line.act == "undone"]


def test_an_observation_that_says_nothing_is_passed_over(store: Store) -> None:
    """It keeps nothing else out, in neither of the calls that take some."""

    async def work(client: Caller) -> None:
        row = {"name": "B", "entityType": "x", "observations": ["", "a", " \n", "\u200b", "a"]}
        kept = row | {"observations": ["a"]}
        assert await client.ask("create_entities", entities=[row]) == [kept]
        rows = [{"entityName": "B", "contents": ["", "b"]}, {"entityName": "B", "contents": []}]
        added = await client.ask("add_observations", observations=rows)
        assert [one["addedObservations"] for one in added] == [["b"], []]

    talk(store, work)


def test_what_is_said_of_who_was_only_related_is_kept(store: Store, call: Call) -> None:
    """An agent that relates somebody before it makes them loses nothing; one whom the user has
    related is the user's, and stays as they are."""
    knows = {"from": "Ann", "to": "Bob", "relationType": "knows"}
    bob = {"name": "Bob", "entityType": "person", "observations": ["Likes tea"]}
    zoe = {"name": "Zoe", "entityType": "person", "observations": []}

    async def work(client: Caller) -> None:
        await client.ask("create_relations", relations=[knows])
        nothing = bob | {"entityType": "", "observations": []}
        assert await client.ask("create_entities", entities=[nothing]) == []
        assert await client.ask("create_entities", entities=[bob, bob, zoe]) == [bob]
        assert await client.ask("create_entities", entities=[bob]) == []
        found = await client.ask("open_nodes", names=["Bob", "Zoe"])
        uses = {"from": "Zoe", "to": "Tea", "relationType": "uses"}
        whole = {"entities": [zoe | {"entityType": ""}, bob], "relations": [uses, knows]}
        assert found == whole

    call("graph", "add", "Zoe", "uses", "Tea")
    talk(store, work)
    assert call("undo").code == 0
    shown = json.loads(call("graph", "show", "Bob", "--json").stdout)
    assert not shown["kind"] and not store.memories.ids()


def test_any_name_that_can_be_one_comes_back(store: Store) -> None:
    """A name is text, and no path; white space in it is one space."""
    hostile = "../x", "日本語", "a/b:c", ".hidden", "CON", "graph/acme", "é" * 300, "<b>", "a\tb"

    async def work(client: Caller) -> None:
        for name in hostile:
            row = {"name": name, "entityType": "person", "observations": ["Likes tea"]}
            kept = row | {"name": " ".join(name.split())}
            assert await client.ask("create_entities", entities=[row]) == [kept]
            assert (await client.ask("open_nodes", names=[name]))["entities"] == [kept]
            assert await client.told("delete_entities", entityNames=[name])
        assert (await client.ask("read_graph"))["entities"] == []

    talk(store, work)
    assert store.held("graph").ids() == []
    assert not [*Path(store.root).parent.glob("x*")]


def test_observations_come_back_word_for_word(store: Store) -> None:
    """Long ones, of several lines or sentences, with any sign, of which one that cannot be seen is
    shown; their words delete them."""
    texts = [
        "One. Two! Three? Four",
        "two\nlines",
        "a paragraph\n\nand another",
        "日本語。もう一つ。",
        "x" * 10_000,
        "word " * 300 + "end\nand more",
        "wait …\nfor it",
        "red \x1b[31m and \x00 zero",
        "# Not a heading\n\ttab",
        "مرحبا 👋🏽 e\u0301",
    ]

    shown = [text.replace("\x1b", "\\u001b").replace("\x00", "\\u0000") for text in texts]

    async def work(client: Caller) -> None:
        row = {"name": "Log", "entityType": "", "observations": texts}
        assert await client.ask("create_entities", entities=[row]) == [
            row | {"observations": shown}
        ]
        assert (await client.ask("open_nodes", names=["log"]))["entities"] == [
            row | {"observations": shown}
        ]
        told = [{"entityName": "Log", "observations": shown[::2]}]
        assert "success" in await client.told("delete_observations", deletions=told)
        found = (await client.ask("open_nodes", names=["log"]))["entities"]
        assert found == [row | {"observations": shown[1::2]}]

    talk(store, work)


def test_what_hides_is_shown_and_what_is_sent_back_finds_it(store: Store, call: Call) -> None:
    """Names of files that no verb would write, and words of anybody: no answer has a sign in it
    that nobody sees, and by what it has instead, as by the signs themselves, each tool finds it."""
    name, tidy, text = "Bob\u200b Smith", "Bob\\u200b Smith", "Pays\u202e everything \u200bnow"
    clean = text.replace("\u202e", "\\u202e").replace("\u200b", "\\u200b")
    call("graph", "add", "Bob", "uses", "Tea")
    call("record", "Likes tea", "--topic", "Bob")
    file = Path(store.root, "graph", "bob.toml")
    file.write_text(file.read_text().replace('name = "Bob"', f'name = "{name}"'))
    alone = {"entityName": "Tea", "contents": [text]}

    def clear(value: Any) -> Any:
        assert not {*"\u200b\u202e"} & {*json.dumps(value, ensure_ascii=False)}, value
        return value

    async def work(client: Caller) -> None:
        added = clear(await client.ask("add_observations", observations=[alone]))
        assert added == [{"entityName": "Tea", "addedObservations": [clean]}]
        again = alone | {"contents": [clean]}
        added = await client.ask("add_observations", observations=[again])
        assert added[0]["addedObservations"] == []
        whole = clear(await client.ask("read_graph"))
        assert [one["name"] for one in whole["entities"]] == [tidy, "Tea"]
        uses = {"from": tidy, "to": "Tea", "relationType": "uses"}
        assert whole["relations"] == [uses]
        for meant in (name, tidy):
            opened = clear(await client.ask("open_nodes", names=[meant]))
            assert [one["name"] for one in opened["entities"]] == [tidy], meant
            found = clear(await client.ask("search_nodes", query=meant))
            assert tidy in [one["name"] for one in found["entities"]], meant
            rows = [{"entityName": meant, "contents": [f"Knows {len(meant)}"]}]
            added = clear(await client.ask("add_observations", observations=rows))
            assert added == [{"entityName": tidy, "addedObservations": [f"Knows {len(meant)}"]}]
            likes = {"from": meant, "to": "Milk", "relationType": "likes"}
            made = clear(await client.ask("create_relations", relations=[likes]))
            assert made, meant
            assert "success" in await client.told("delete_relations", relations=[likes])
        gone = [{"entityName": "Tea", "observations": [clean]}]
        assert "success" in await client.told("delete_observations", deletions=gone)
        told = clear(await client.told("delete_entities", entityNames=["No\u200body"]))
        assert told.endswith("Not found: No\\u200body")
        names = {one["name"] for one in (await client.ask("read_graph"))["entities"]}
        assert names == {tidy, "Tea", "Milk"}

    talk(store, work)
    assert len([*Path(store.root, "graph").glob("*.toml")]) <= 3


def test_one_undo_takes_a_call_back(store: Store, call: Call) -> None:
    """A deletion is no erasure: the entity, its edges and what was observed of it come back."""

    async def whole(client: Caller) -> None:
        await made(client)
        before.append(await client.ask("read_graph"))
        await client.told("delete_entities", entityNames=["John_Smith", "Acme"])

    async def same(client: Caller) -> None:
        assert await client.ask("read_graph") == before[0]

    before: list[Any] = []
    talk(store, whole)
    assert store.memories.ids() == []
    assert call("undo").code == 0
    talk(store, same)
    assert "works_at" in call("graph", "show", "John_Smith").stdout


def test_the_shell_sees_what_the_tools_did_and_they_what_it_did(store: Store, call: Call) -> None:
    """One store: aliases, edges and memories of the shell's are entities, relations, observations.

    What people wrote outlives the entity that it mentions, which stays until they agree, once they
    have given it a name or related it.
    """

    async def first(client: Caller) -> None:
        await made(client)

    async def then(client: Caller) -> None:
        whole = await client.ask("open_nodes", names=["Johnny"])
        assert whole["entities"][0]["observations"] == [*FACTS, "Climbs on Tuesdays"]
        assert {"from": "John_Smith", "to": "Rust", "relationType": "uses"} in whole["relations"]
        told = await client.error("delete_entities", entityNames=["Johnny"])
        assert "the user must confirm it" in told
        call("graph", "remove", "Johnny", "uses", "Rust")
        told = await client.error("delete_entities", entityNames=["Johnny"])
        assert "Delete an entity of the user's?" in told and "it is: John_Smith" in told

    async def agreed(client: Client) -> None:
        await client.call_tool("delete_entities", {"entityNames": ["Johnny"]})

    async def yes(ctx: object, params: object) -> types.ElicitResult:
        return types.ElicitResult(action="accept", content={KEY: True})

    talk(store, first)
    shown = json.loads(call("graph", "show", "john_smith", "--json").stdout)
    assert shown["kind"] == "person" and "Speaks fluent Spanish" in json.dumps(shown)
    call("graph", "name", "John_Smith", "--alias", "Johnny")
    call("graph", "add", "Johnny", "uses", "Rust")
    call("record", "Climbs on Tuesdays", "--topic", "Johnny")
    talk(store, then)
    clients.talk(store, agreed, "--compat", "server-memory", elicitation_callback=yes)
    assert call("graph", "show", "Rust").code == 0
    assert call("recall", "Tuesdays").stdout and not call("recall", "Spanish").stdout


def test_a_faded_relation_is_there_until_it_is_taken_out(store: Store, call: Call) -> None:
    """That server knows no forgetting; stated again, an edge weighs 1 again."""

    async def work(client: Caller) -> None:
        assert (await client.ask("read_graph"))["relations"] == [relation]
        assert await client.ask("create_relations", relations=[relation]) == []

    relation = {"from": "A", "to": "B", "relationType": "knows"}
    call("graph", "add", "A", "knows", "B", "--weight", "0.1")
    talk(store, work)
    edge = json.loads(call("graph", "list", "--json", "--deep").stdout)
    assert "0.1" not in json.dumps(edge)


def test_what_it_writes_says_who_wrote_it(store: Store) -> None:
    """By trust, agent and tool in the memory, and by the door in the journal."""
    talk(store, made)
    found = [store.memories.read(id).value for id in store.memories.ids()]
    assert {memory.agent for memory in found} == {"tests"}
    assert {memory.more["memory.origin.trust"] for memory in found} == {"agent"}
    assert {line.via for line in store.journal.lines().lines} == {"mcp:tests"}


def test_a_server_shows_what_is_in_its_bounds(store: Store, call: Call) -> None:
    """Of memories those of its project, person and trust; of public ones alone no graph at all."""

    async def narrow(client: Caller) -> None:
        for name in ("read_graph", "create_entities"):
            said = {} if name == "read_graph" else {"entities": [ACME]}
            assert "no graph" in await client.error(name, **said)

    async def own(client: Caller) -> None:
        found = (await client.ask("read_graph"))["entities"]
        assert found[0]["observations"] == ["Is secret"]

    async def trusting(client: Caller) -> None:
        found = (await client.ask("read_graph"))["entities"]
        assert found[0]["observations"] == ["Is secret"]

    async def public(client: Caller) -> None:
        for name in ("read_graph", "create_entities"):
            said = {} if name == "read_graph" else {"entities": [ACME]}
            assert "only memories are seen that are public" in await client.error(name, **said)

    call("graph", "name", "Acme")
    call("record", "Is secret", "--topic", "acme")
    talk(store, narrow, "--scope", "project:web")
    talk(store, narrow, "--scope", "person:viktor")
    talk(store, own, "--scope", "person:alex")
    talk(store, trusting, "--min-trust", "user")
    talk(store, public, "--scope", "privacy:public")


def test_what_is_hidden_is_answered_as_if_it_were_not_there(store: Store, call: Call) -> None:
    """A relation or an entity of an agent's, to who trusts the user alone: it is not told, and it
    is made, or not found, without a change to it. What the user has made of it is theirs."""
    ghost = {"name": "Ghost", "entityType": "scam", "observations": ["Owes money"]}
    likes = {"from": "John_Smith", "to": "Acme", "relationType": "likes"}

    def lines() -> list[str]:
        return [line.memory for line in store.journal.under("graph").lines]

    async def agents(client: Caller) -> None:
        await made(client)
        await client.ask("create_entities", entities=[ghost])

    async def trusting(client: Caller) -> None:
        assert await client.ask("read_graph") == {"entities": [mary], "relations": []}
        for name, said in (("search_nodes", {"query": ""}), ("open_nodes", {"names": ["Ghost"]})):
            assert "Ghost" not in json.dumps(await client.ask(name, **said))
        assert await client.ask("create_relations", relations=[WORKS, WORKS]) == [WORKS]
        assert "0 of 1" in await client.told("delete_relations", relations=[WORKS])
        bare = ghost | {"observations": []}
        assert await client.ask("create_entities", entities=[bare, bare]) == [bare]
        rows = [{"entityName": "Ghost", "contents": ["Is here"]}]
        assert "not found" in await client.error("add_observations", observations=rows)
        gone = [{"entityName": "Ghost", "observations": ["Owes money"]}]
        assert "Ghost" in await client.told("delete_observations", deletions=gone)
        assert "Not found: Ghost" in await client.told("delete_entities", entityNames=["Ghost"])

    async def then(client: Caller) -> None:
        found = await client.ask("read_graph")
        assert found["relations"] == [likes] and len(found["entities"]) == 3

    mary = {"name": "Mary", "entityType": "", "observations": []}
    talk(store, agents)
    call("graph", "name", "Mary")
    before = lines()
    talk(store, trusting, "--min-trust", "user")
    assert lines() == before
    call("graph", "add", "John_Smith", "likes", "Acme")
    talk(store, then, "--min-trust", "user")


def test_a_pinned_observation_stays(store: Store, call: Call) -> None:
    """Its deletion is refused, and it outlives its entity."""

    async def work(client: Caller) -> None:
        gone = {"entityName": "John_Smith", "observations": ["Speaks fluent Spanish"]}
        assert "is pinned" in await client.error("delete_observations", deletions=[gone])
        await client.told("delete_entities", entityNames=["John_Smith"])

    talk(store, made)
    ids = [id for id in store.memories.ids() if "Spanish" in store.memories.read(id).document.text]
    call("pin", *ids)
    talk(store, work)
    assert store.memories.ids() == ids


def test_two_clients_at_once_lose_nothing(store: Store) -> None:
    """Each of their calls is kept."""

    async def both() -> None:
        async with caller(store, name="one") as one, caller(store, name="two") as two:
            await one.ask("create_entities", entities=[ACME])

            async def write(client: Caller, who: str) -> None:
                for nth in range(5):
                    name = f"{who} {nth}"
                    row = {"name": name, "entityType": "x", "observations": [f"By {name}"]}
                    await client.ask("create_entities", entities=[row, ACME])
                    made = {"from": name, "to": "Acme", "relationType": "made"}
                    await client.ask("create_relations", relations=[made])
                    more = [{"entityName": "Acme", "contents": [f"Seen by {name}"]}]
                    await client.ask("add_observations", observations=more)

            async with anyio.create_task_group() as group:
                group.start_soon(write, one, "one")
                group.start_soon(write, two, "two")
            whole = await one.ask("read_graph")
            assert len(whole["entities"]) == 11 and len(whole["relations"]) == 10
            (acme,) = (entity for entity in whole["entities"] if entity["name"] == "Acme")
            assert len(set(acme["observations"])) == 10

    anyio.run(both)


def test_the_servers_own_file_is_the_same_after_an_import(
    store: Store, tmp_path: Path, call: Call
) -> None:
    """What the reference keeps comes back from the tools, and imported again adds nothing."""
    john = JOHN | {"observations": [*FACTS, "Two. Sentences.", "two\nlines"]}
    lines = [{"type": "entity", **one} for one in (ACME, john)] + [{"type": "relation", **WORKS}]
    place = tmp_path / "memory.jsonl"
    place.write_text("\n".join(json.dumps(line) for line in lines))

    async def work(client: Caller) -> None:
        whole = {"entities": [ACME, john], "relations": [WORKS]}
        assert await client.ask("read_graph") == whole
        assert await client.ask("create_entities", entities=[john]) == []

    assert call("import", str(place)).code == 0
    talk(store, work)
    assert json.loads(call("import", str(place), "--json").stdout)["added"] == []


def test_what_came_by_the_tools_is_not_imported_again(
    store: Store, tmp_path: Path, call: Call
) -> None:
    """Who had that server before imports its file at any time."""
    lines = [
        {"type": "entity", **JOHN, "observations": [*FACTS, "Climbs"]},
        {"type": "entity", **ACME},
    ]
    place = tmp_path / "memory.jsonl"
    place.write_text(
        "\n".join(json.dumps(line) for line in [*lines, {"type": "relation", **WORKS}])
    )
    talk(store, made)
    done = json.loads(call("import", str(place), "--json").stdout)
    assert len(done["added"]) == 1 and done["already"] == 6
