"""`--compat server-memory` beside the reference memory server: what both answer to the same calls.

The scenarios are those of its own tests (modelcontextprotocol/servers, `src/memory/__tests__`), in
our words. Where ours answers otherwise on purpose, ARCHITECTURE says why.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import pytest

from memento_cli import Store
from tests.conftest import LONGER, examples

pytest.importorskip("mcp", reason="the extra mcp is not installed")

from tests.mcp.compat_client import REFERENCE, Caller, caller, converse, reference_caller

Row = dict[str, Any]
INSTALLED = pytest.mark.skipif(
    not REFERENCE.is_file(), reason="no reference server ($MEMENTO_MCP_CONFORMANCE names a folder)"
)
DELETES = ("delete_entities", "delete_observations", "delete_relations")
WORDS = ("likes tea", "Works at ACME", "tea at noon", "日本語のメモ", "line\nbreak", "ünïcode", "x")
KINDS, NAMES = ("person", "company", "tool"), ("Zed", "Ann", "Bob Lee", "acme_corp", "東京", "É-7")
ACTS = ("make", "make", "relate", "relate", "observe", "drop", "forget", "cut")
RELATIONS = ("knows", "works_at", "uses")


class Step(NamedTuple):
    """A call, and what it answers: None if only that it does, a text if it is refused so."""

    tool: str
    given: Row
    answer: Any = None


def entity(name: str, kind: str = "person", *observations: str) -> Row:
    """An entity as that server has it."""
    return {"name": name, "entityType": kind, "observations": list(observations)}


def relation(one: str, how: str, other: str) -> Row:
    """A relation as that server has it."""
    return {"from": one, "to": other, "relationType": how}


def create(*entities: Row, new: list[Row] | None = None) -> Step:
    """Make entities; all of them are new, unless it is said which."""
    return Step("create_entities", {"entities": [*entities]}, [*entities] if new is None else new)


def relate(*relations: Row, new: list[Row] | None = None) -> Step:
    """Make relations; all of them are new, unless it is said which."""
    made = [*relations] if new is None else new
    return Step("create_relations", {"relations": [*relations]}, made)


def observe(name: str, *contents: str, new: list[str]) -> Step:
    """Add observations of one entity, of which those are new."""
    row = {"entityName": name, "contents": [*contents]}
    added = [{"entityName": name, "addedObservations": new}]
    return Step("add_observations", {"observations": [row]}, added)


def delete(what: str, given: list[Any], under: str = "") -> Step:
    """Delete some things, whether or not they are there."""
    return Step(f"delete_{what}", {under or what: given})


def graph(*entities: Row, relations: list[Row] | None = None) -> Row:
    """A whole graph, or a part of it."""
    return {"entities": [*entities], "relations": relations or []}


def read(*entities: Row, relations: list[Row] | None = None) -> Step:
    """The whole graph."""
    return Step("read_graph", {}, graph(*entities, relations=relations))


def search(text: str, *entities: Row, relations: list[Row] | None = None) -> Step:
    """What a search finds."""
    return Step("search_nodes", {"query": text}, graph(*entities, relations=relations))


def open_(names: list[str], *entities: Row, relations: list[Row] | None = None) -> Step:
    """What has one of these names."""
    return Step("open_nodes", {"names": names}, graph(*entities, relations=relations))


ALICE, BOB, CHARLIE = entity("Alice"), entity("Bob"), entity("Charlie")
WORKER = entity("Alice", "person", "works at Acme Corp", "likes coffee")
CORP = entity("Acme Corp", "company", "tech company")
KNOWS, THEN = relation("Alice", "knows", "Bob"), relation("Bob", "knows", "Charlie")
WORKS, RIVAL = relation("Alice", "works_at", "Acme Corp"), relation("Bob", "rivals", "Acme Corp")
FRIENDS = (create(ALICE, BOB, CHARLIE), relate(KNOWS, THEN))
FIRM = (create(WORKER, BOB, CORP), relate(WORKS, RIVAL))
NOBODY = {"entityName": "Nobody", "contents": ["x"]}
SCENARIOS: dict[str, tuple[Step, ...]] = {
    "entities are made in order": (create(BOB, WORKER), read(BOB, WORKER)),
    "an entity is made once": (create(WORKER), create(WORKER, new=[]), read(WORKER)),
    "no entities": (create(), relate(), read()),
    "relations": (*FRIENDS, read(ALICE, BOB, CHARLIE, relations=[KNOWS, THEN])),
    "a relation is made once": (create(ALICE, BOB), relate(KNOWS), relate(KNOWS, new=[])),
    "observations": (
        create(WORKER),
        observe("Alice", "has a dog", "likes coffee", new=["has a dog"]),
        read(entity("Alice", "person", *WORKER["observations"], "has a dog")),
    ),
    "observations of nobody": (
        create(ALICE),
        Step("add_observations", {"observations": [NOBODY]}, "Entity with name Nobody not found"),
        read(ALICE),
    ),
    "an entity goes with its relations": (
        *FRIENDS,
        delete("entities", ["Bob"], "entityNames"),
        read(ALICE, CHARLIE),
    ),
    "one that comes again is the last": (
        *FRIENDS,
        delete("entities", ["Alice"], "entityNames"),
        create(ALICE),
        read(BOB, CHARLIE, ALICE, relations=[THEN]),
    ),
    "what is not there is deleted": (
        create(ALICE),
        delete("entities", ["Nobody"], "entityNames"),
        delete("observations", [{"entityName": "Nobody", "observations": ["x"]}], "deletions"),
        delete("relations", [KNOWS]),
        read(ALICE),
    ),
    "one observation goes": (
        create(WORKER),
        delete(
            "observations", [{"entityName": "Alice", "observations": ["likes coffee"]}], "deletions"
        ),
        read(entity("Alice", "person", "works at Acme Corp")),
    ),
    "one relation goes": (
        create(ALICE, BOB),
        relate(KNOWS, relation("Alice", "works_with", "Bob")),
        delete("relations", [KNOWS]),
        read(ALICE, BOB, relations=[relation("Alice", "works_with", "Bob")]),
    ),
    "a relation to itself": (
        create(ALICE),
        relate(relation("Alice", "admires", "Alice")),
        read(ALICE, relations=[relation("Alice", "admires", "Alice")]),
    ),
    "a search reads names, kinds and observations": (
        *FIRM,
        search("ALICE", WORKER, relations=[WORKS]),
        search("company", CORP, relations=[WORKS, RIVAL]),
        search("coffee", WORKER, relations=[WORKS]),
        search("Acme", WORKER, CORP, relations=[WORKS, RIVAL]),
        search("nothing of it"),
    ),
    "nodes are opened with all their relations": (
        *FRIENDS,
        open_(["Bob", "Alice"], ALICE, BOB, relations=[KNOWS, THEN]),
        open_(["Charlie"], CHARLIE, relations=[THEN]),
        open_(["Nobody"]),
        open_([]),
    ),
    "unknown keys are passed over": (
        Step("create_entities", {"entities": [ALICE | {"id": 7}], "why": "so"}, [ALICE]),
        Step("create_relations", {"relations": [KNOWS | {"weight": 1}]}, [KNOWS]),
        Step(
            "add_observations",
            {"observations": [{"entityName": "Alice", "contents": ["x"], "at": "now"}]},
            [{"entityName": "Alice", "addedObservations": ["x"]}],
        ),
        Step("search_nodes", {"query": "x", "limit": 3}),
        Step("read_graph", {"random_string": ""}),
    ),
    "who is related before being made is made": (
        create(ALICE),
        relate(KNOWS),
        create(entity("Bob", "person", "likes tea")),
        open_(["Bob"], entity("Bob", "person", "likes tea"), relations=[KNOWS]),
    ),
}


async def play(client: Caller, steps: tuple[Step, ...]) -> None:
    """The calls of a scenario, and what they answer."""
    for step in steps:
        if isinstance(step.answer, str):
            assert await client.error(step.tool, **step.given) == step.answer
        elif step.tool in DELETES:
            await client.told(step.tool, **step.given)
        else:
            answer = await client.ask(step.tool, **step.given)
            assert step.answer is None or answer == step.answer, step


async def play_all(client: Caller) -> None:
    """All scenarios, each with an empty graph."""
    for name, steps in SCENARIOS.items():
        try:
            await play(client, steps)
        except AssertionError as problem:
            raise AssertionError(name) from problem
        left = [one["name"] for one in (await client.ask("read_graph"))["entities"]]
        await client.told("delete_entities", entityNames=left)
        assert await client.ask("read_graph") == graph(), name


def test_our_server_passes_the_tests_of_the_reference(store: Store) -> None:
    """Each of its own scenarios, and what its clients count on beside."""
    converse(lambda: caller(store), play_all)


@INSTALLED
def test_the_scenarios_are_what_the_reference_does(tmp_path: Path) -> None:
    """It passes them itself."""
    converse(lambda: reference_caller(tmp_path / "memory.jsonl"), play_all)


def calls(seed: int, count: int) -> Iterator[Step]:
    """Random calls; none names a thing twice, or relates what is not there."""
    chance, made = random.Random(seed), dict[str, None]()

    def some(words: tuple[str, ...]) -> list[str]:
        return chance.sample(words, chance.randint(0, 3))

    for _ in range(count):
        match chance.choice(ACTS):
            case "make":
                rows = [entity(name, chance.choice(KINDS), *some(WORDS)) for name in some(NAMES)]
                yield create(*rows)
                made |= dict.fromkeys(row["name"] for row in rows)
            case "relate" if made:
                one, known = chance.choice([*made]), tuple(made)
                others = chance.sample(known, min(len(known), chance.randint(0, 3)))
                yield relate(*(relation(one, chance.choice(RELATIONS), two) for two in others))
            case "observe":
                name = chance.choice(NAMES)
                yield observe(name, *some(WORDS), new=[])
            case "drop":
                names = some(NAMES)[:1]
                yield delete("entities", names, "entityNames")
                made = {name: None for name in made if name not in names}
            case "forget":
                rows = [{"entityName": name, "observations": some(WORDS)} for name in some(NAMES)]
                yield delete("observations", rows, "deletions")
            case "cut" if made:
                one, two = chance.choice([*made]), chance.choice([*made])
                yield delete("relations", [relation(one, chance.choice(RELATIONS), two)])
        yield Step("read_graph", {})
        yield Step("search_nodes", {"query": chance.choice(("tea", "ZED", "company", "o", ""))})
        yield Step("open_nodes", {"names": some(NAMES)})


async def answer_of(client: Caller, step: Step) -> Any:
    """What a server answers, as far as both are to answer alike: of a deletion that it is done."""
    result = await client.result(step.tool, **step.given)
    if result.is_error:
        return [one.text for one in result.content if one.type == "text"]
    value = result.structured_content or {}
    return step.tool in DELETES or {key: value[key] for key in value if key != "skipped"}


@INSTALLED
@pytest.mark.parametrize(
    "seed",
    [1, *(pytest.param(int(LONGER or 0) + nth, marks=pytest.mark.longer) for nth in range(2, 12))],
)
def test_both_servers_answer_alike(seed: int, store: Store, tmp_path: Path) -> None:
    """Whatever is made, related, observed and deleted, in any order."""

    async def both() -> None:
        ours: AbstractAsyncContextManager[Caller] = caller(store)
        async with ours as one, reference_caller(tmp_path / "memory.jsonl") as other:
            for step in calls(seed, examples(80)):
                assert await answer_of(one, step) == await answer_of(other, step), step

    anyio.run(both)
