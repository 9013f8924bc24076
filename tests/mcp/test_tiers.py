"""Document 004's loop by its tools alone: what is kept is found, used, fades, and comes back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memento_cli import Store, init, undo
from memento_cli.tools.calling import call_tool
from memento_cli.tools.request_context import ServerConfig
from memento_cli.tools.toolsets import FULL, tools_of

START = datetime(2023, 5, 1, 9, tzinfo=UTC)
HOUR = 3_600_000
TOOLS = tools_of(FULL)


def called(store: Store, at: datetime, name: str, **said: Any) -> dict[str, Any]:
    """What a tool answers at a moment."""
    answer = call_tool(ServerConfig(store.root, now=at), "poco", TOOLS[name], said)
    assert not answer.is_error, answer.words
    return answer.value


def found(store: Store, at: datetime, query: str, **said: Any) -> dict[str, Any]:
    """What query_memory finds."""
    return called(store, at, "query_memory", query=query, **said)


def test_what_is_unused_becomes_a_ghost_and_deep_recall_brings_it_back(tmp_path: Path) -> None:
    """Unused it sinks until no query tells it; deep it is told with its original date, beside what
    is newer; and what a turn has used is active again, without deep."""
    store = init(tmp_path / "s", person="alex", profile="tiers").store
    old = called(store, START, "save_memory", value="Decided to use SQLite for the memory")["id"]
    assert found(store, START, "decided memory")["ids"] == [old]
    year = START + timedelta(days=365)
    ghost = found(store, year, "decided memory")
    assert ghost["ids"] == [] and ghost["hidden"] == 1
    new = called(store, year, "save_memory", value="Decided to use PocketBase for the memory")["id"]
    assert found(store, year, "decided memory")["ids"] == [new]
    deep = found(store, year, "decided memory", deep=True)
    assert {*deep["ids"]} == {old, new}
    assert "2023-05-01" in deep["text"] and "2024-04-30" in deep["text"]
    assert found(store, year, "decided memory")["ids"] == [new]  # it was for that turn alone
    used = called(store, year, "feedback", memory_id=old, event="used")
    assert used["strength"]["before"] < 0.3 and used["strength"]["after"] == 1.0
    assert {*found(store, year, "decided memory")["ids"]} == {old, new}


def test_who_finds_nothing_active_is_told_how_to_find_what_faded(tmp_path: Path) -> None:
    """That memories are hidden helps a model only with what to do: it is told the words of a query
    that tells them, and these do."""
    store = init(tmp_path / "s", person="alex", profile="tiers").store
    old = called(store, START, "save_memory", value="Decided to use SQLite for the memory")["id"]
    year = START + timedelta(days=365)
    told = found(store, year, "decided memory")
    assert told["text"] == "Nothing is active: 1 faded; tier:ghost in the query tells them."
    assert found(store, year, "decided memory tier:ghost")["ids"] == [old]


def test_what_is_said_of_an_entity_is_found(tmp_path: Path) -> None:
    """An entity's value is kept beside it, once, and found by its name and its words; one undo
    takes both back."""
    store = init(tmp_path / "s", person="alex", profile="tiers").store
    said = {"type": "graph_node", "key": "Zephyr", "value": {"kind": "a ship", "masts": 3}}
    node = called(store, START, "save_memory", **said)["id"]
    assert node == "graph/zephyr"
    assert called(store, START, "save_memory", **said)["id"] == node
    for query in ("Zephyr", "a ship with masts"):
        assert "a ship" in found(store, START, query)["text"]
        assert found(store, START, query)["total"] == 1
    undo(store, None, START)
    assert found(store, START, "Zephyr")["total"] == 0


def test_only_a_hard_fact_has_a_time_to_live(tmp_path: Path) -> None:
    """What would stay although its ttl was taken is refused, with what to do."""
    store = init(tmp_path / "s", person="alex", profile="tiers").store
    said = {"value": "The port is 8080", "ttl": HOUR}
    answer = call_tool(ServerConfig(store.root, now=START), "poco", TOOLS["save_memory"], said)
    assert answer.is_error and "type: kv" in answer.words


def test_a_hard_fact_is_there_until_its_time_is_over(tmp_path: Path) -> None:
    """A kv value is found until its ttl is over, and then by no query, not even a deep one, and in
    no context: what is stale is gone, not faint."""
    store = init(tmp_path / "s", person="alex", profile="tiers").store
    called(store, START, "save_memory", type="kv", key="port", value=8080, ttl=HOUR)
    for minutes, is_there in ((0, True), (59, True), (60, False), (600, False)):
        at = START + timedelta(minutes=minutes)
        told = (
            found(store, at, "port")["text"],
            found(store, at, "port", deep=True)["text"],
            called(store, at, "context")["text"],
        )
        assert ["8080" in text for text in told] == [is_there] * 3, minutes
    called(store, at, "save_memory", type="kv", key="port", value=9090, ttl=HOUR)
    assert "9090" in found(store, at, "port")["text"]


def test_an_edge_weakens_while_what_it_relates_stays(tmp_path: Path) -> None:
    """An edge is found by a query, fades when nobody uses it, and its use brings it back."""
    store = init(tmp_path / "s", person="alex", profile="tiers").store
    edge = called(
        store, START, "save_memory",
        type="graph_edge", subject="Poco", predicate="lives_in", object="Porto",
    )["id"]  # fmt: skip
    assert edge in found(store, START, "Poco Porto")["text"]
    later = START + timedelta(days=365)
    assert edge not in found(store, later, "Poco Porto")["ids"]
    assert edge in found(store, later, "Poco Porto", deep=True)["ids"]
    called(store, later, "feedback", memory_id=edge, event="used")
    assert edge in found(store, later, "Poco Porto")["ids"]
