"""A LangGraph store over a store: items, searches, times to live, and a graph that uses it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from memento_cli import Store, undo
from memento_cli.actions.context.context import context
from memento_cli.actions.facts.kv import list_kv, set_kv
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.recall.query import Query
from memento_cli.core.security.scope import Scope
from memento_cli.errors import Refused, SecretFound, Unasked
from memento_cli.store.directory.store import Store as Directory
from memento_cli.tools.request_context import ServerConfig
from tests.store.helpers import NOW

base = pytest.importorskip("langgraph.store.base")
from memento_cli.adapters.langgraph import MementoStore  # noqa: E402

USERS = ("users", "ana")
FOOD = {"text": "Ana loves pizza with olives", "stars": 5, "of": {"city": "Rome"}}
PETS = {"text": "Her dog is called Rex", "stars": 2, "of": {"city": "Paris"}}


@pytest.fixture
def items(config: ServerConfig) -> Any:
    """A LangGraph store with two items."""
    made = MementoStore(config)
    made.put(USERS, "food", FOOD)
    made.put(USERS, "pets", PETS)
    return made


def keys(found: list[Any]) -> list[str]:
    """The keys of items."""
    return [item.key for item in found]


def test_an_item_is_what_was_put(items: Any) -> None:
    """Its value, key and namespace to the letter; putting it again keeps when it was made."""
    odd = ("Users", "ANA/1", "ü\n")
    for key in ("Food", "food", "f" * 500, "a..b/c", " food "):
        items.put(odd, key, {"key": key})
    assert [items.get(odd, key).value["key"] for key in ("Food", "food", "f" * 500)] == [
        "Food", "food", "f" * 500,
    ]  # fmt: skip
    one = items.get(odd, "a..b/c")
    assert (one.namespace, one.key) == (odd, "a..b/c") and len(items.search(("Users",))) == 5
    first = items.get(USERS, "food")
    items.put(USERS, "food", {"text": "Ana hates pizza"})
    again = items.get(USERS, "food")
    assert again.created_at == first.created_at and again.updated_at > first.updated_at
    items.delete(USERS, "food")
    assert items.get(USERS, "food") is None and items.get(("users",), "food") is None


def test_a_query_ranks_and_the_rest_follow(items: Any) -> None:
    """By words and their forms; LangGraph's users expect a full page, so others come after."""
    found = items.search(("users",), query="What pizzas does she love?")
    assert keys(found) == ["food", "pets"] and 0 < found[0].score <= 1 and found[1].score is None
    assert keys(items.search(("users",), query="dog", limit=1)) == ["pets"]
    assert keys(items.search(("users",), query="topic:x -dog")) == ["pets", "food"]
    assert items.search(("others",), query="dog") == []
    items.put(USERS, "quiet", {"text": "a dog, a dog"}, index=False)
    items.put(USERS, "part", {"text": "a cat", "name": "Rex the dog"}, index=["text"])
    scores = {one.key: one.score for one in items.search(("users",), query="dog")}
    assert scores["pets"] and scores["quiet"] is scores["part"] is None


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"stars": 5}, ["food"]),
        ({"stars": {"$lt": 5, "$gte": 2}}, ["pets"]),
        ({"stars": {"$ne": 5}}, ["pets"]),
        ({"of": {"city": "Rome"}}, ["food"]),
        ({"of.city": "Paris"}, ["pets"]),
        ({"text": {"$gt": 1}}, []),
        ({"none": {"$eq": None}}, ["pets", "food"]),
        ({"stars": 5, "of.city": "Paris"}, []),
    ],
)
def test_a_filter_admits(items: Any, wanted: dict[str, Any], found: list[str]) -> None:
    """By equality, by operators, and within a value."""
    assert keys(items.search(("users",), filter=wanted)) == found


def test_namespaces_are_listed(items: Any) -> None:
    """By how they begin and end, with wildcards, and cut to a depth."""
    for namespace in (("a", "b", "c"), ("a", "x", "c"), ("a", "b", "d", "e"), ("b", "c")):
        items.put(namespace, "k", {})
    assert items.list_namespaces(prefix=("a", "*", "c")) == [("a", "b", "c"), ("a", "x", "c")]
    assert items.list_namespaces(suffix=("c",), limit=2) == [("a", "b", "c"), ("a", "x", "c")]
    assert items.list_namespaces(max_depth=1, offset=1) == [("b",), ("users",)]
    with pytest.raises(ValueError, match="period"):
        items.batch([base.PutOp(("a.b",), "k", {})])


def test_a_time_to_live_begins_anew_when_it_is_read(store: Store, config: ServerConfig) -> None:
    """Unless the read says otherwise, or hardly any of it is over, as each is a write."""

    def at(minutes: float) -> Any:
        moment = NOW + timedelta(minutes=minutes)
        return MementoStore(config._replace(now=moment), ttl={"default_ttl": 10})

    def lines() -> int:
        return sum(line.via == "python:langgraph" for line in store.journal.lines().lines)

    at(0).put(("t",), "k", {"a": 1})
    written = lines()
    assert at(0.5).get(("t",), "k") and lines() == written
    assert at(9).get(("t",), "k", refresh_ttl=False) and lines() == written
    assert at(9).get(("t",), "k") and lines() == written + 1
    assert at(18).search(("t",)) and at(27).get(("t",), "k") and at(38).get(("t",), "k") is None
    assert at(38).list_namespaces() == []


def test_a_batch_is_one_act(items: Any, store: Store) -> None:
    """What it reads is of before, of one key the last put counts, and an undo takes it back."""
    answers = items.batch(
        [
            base.PutOp(USERS, "food", {"text": "first"}),
            base.GetOp(USERS, "food"),
            base.PutOp(USERS, "food", {"text": "last"}),
            base.PutOp(USERS, "pets", None),
        ]
    )
    assert answers[1].value == FOOD
    assert items.get(USERS, "food").value == {"text": "last"} and not items.get(USERS, "pets")
    undo(Directory(store.root), None, NOW)
    assert [items.get(USERS, key).value for key in ("food", "pets")] == [FOOD, PETS]


def test_it_is_an_applications_and_not_the_users(items: Any, store: Store) -> None:
    """A person finds items by whose they are; no context is filled with them."""
    opened = Directory(store.root)
    assert {fact.trust for fact in list_kv(opened, NOW, person="langgraph")} == {"agent"}
    assert list_kv(opened, NOW, person="") == []
    assert "pizza" not in context((opened,), Query(), NOW, budget=5000).text("0" * 16)


@pytest.mark.parametrize(
    "other",
    [
        {"created": "yesterday"}, {"updated": "2025-01-01T00:00:00"}, {"namespace": ["users", [1]]},
        {"namespace": "users"}, {"key": 1}, {"index": 5}, {"index": [5]}, {"value": []},
    ],
    ids=str,
)  # fmt: skip
def test_what_anybody_may_have_set_ends_no_search(
    items: Any, store: Store, other: dict[str, Any]
) -> None:
    """A value that is not quite an item is passed over, and the items are found as before."""
    opened = Directory(store.root)
    (fact, *_) = list_kv(opened, NOW, person="langgraph")
    act = Provenance(opened.signed(NOW, "cli"))
    set_kv(opened, "other", {**fact.value, **other}, act, person="langgraph")
    for how in ({}, {"query": "pizza"}, {"filter": {"stars": {"$gt": 1}}}):
        assert len(items.search(("users",), **how)) == 2
    assert items.list_namespaces() == [USERS] and items.get(USERS, "food").value == FOOD


def test_bounds_hold(items: Any, store: Store, config: ServerConfig) -> None:
    """Secrets are refused, a reader writes nothing, another person's items are not seen, and what
    a person has set is replaced only if they agree."""
    with pytest.raises(SecretFound):
        items.put(USERS, "key", {"text": "ghp_" + "a1B2" * 9})
    reader = MementoStore(config._replace(read_only=True))
    assert reader.get(USERS, "food").value == FOOD
    with pytest.raises(Refused):
        reader.put(USERS, "food", {})
    with pytest.raises(Refused):
        MementoStore(config._replace(scope=Scope(project="shop"))).get(USERS, "food")
    anas = MementoStore(config._replace(scope=Scope(person="ctx://person/ana")))
    assert anas.search(()) == []
    opened = Directory(store.root)
    (fact,) = (one for one in list_kv(opened, NOW, person="langgraph") if one.key.endswith("food"))
    act = Provenance(opened.signed(NOW, "cli"))
    set_kv(opened, fact.key, {**fact.value, "value": {"text": "Mine"}}, act, person="langgraph")
    with pytest.raises(Unasked):
        items.put(USERS, "food", {"text": "Its"})
    assert items.get(USERS, "food").value == {"text": "Mine"}
    MementoStore(config, approve=lambda question: "Mine" in question).put(USERS, "food", {"a": 1})
    assert items.get(USERS, "food").value == {"a": 1}


def test_a_graph_remembers_by_it(config: ServerConfig) -> None:
    """In LangGraph's own loop a node puts what another thread then finds, also asynchronously."""
    graphs = pytest.importorskip("langgraph.graph")
    runtimes = pytest.importorskip("langgraph.runtime")

    def keep(state: dict[str, Any], runtime: Any) -> dict[str, Any]:
        found = runtime.store.search(USERS, query=state["said"], limit=1)
        runtime.store.put(USERS, state["said"][:5], {"text": state["said"]})
        return {"told": found[0].value["text"] if found else "nothing"}

    keep.__annotations__["runtime"] = runtimes.Runtime
    builder = graphs.StateGraph(dict)
    builder.add_node("keep", keep)
    builder.add_edge(graphs.START, "keep")
    graph = builder.compile(store=MementoStore(config))
    assert graph.invoke({"said": "I have a dog called Rex"})["told"] == "nothing"
    later = asyncio.run(graph.ainvoke({"said": "What is my dog called?"}))
    assert later["told"] == "I have a dog called Rex"
