"""Each verb stands once: one action, one search, one ranking, whoever asks for it and however."""

from __future__ import annotations

import ast
import io
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from types import FunctionType
from typing import Any, NamedTuple

import pytest

import memento_cli
from memento_cli import Draft, Query, Store, Tags
from memento_cli.actions.memory.list import list_memories
from memento_cli.actions.memory.reading import history_of, memory_at, with_strength
from memento_cli.actions.memory.record import create_file, record, record_all
from memento_cli.actions.memory.reinforce import reinforce
from memento_cli.actions.recall.recall import recall
from memento_cli.cli.command_line.reader import read
from memento_cli.cli.run import run
from memento_cli.core.fading.reinforcement import reinforced
from memento_cli.core.recall.ranking import ranked
from memento_cli.index.recall.finding import hits_of, matching
from memento_cli.index.recall.ranked import in_ranks
from memento_cli.index.recall.search import best
from memento_cli.tools.memory_tools import FEEDBACK
from memento_cli.tools.recall_tools import RECALL
from memento_cli.tools.remember import REMEMBER
from memento_cli.tools.request_context import RequestContext, ServerConfig
from memento_cli.tools.tool import Tool
from tests.house.source import MODULES, PACKAGE, nodes_of
from tests.house.traced import Entered, entered_by, place_of
from tests.store.helpers import ALEX, DAY, NOW, new_store

ID = "alex-lunch-2025-02"
LATER = NOW + DAY
ANSWERING = ("actions/", "core/recall/", "index/recall/", "index/fading/")
"""Where an answer comes from, whatever the door; the rest opens, refreshes, reads and prints."""
OF_INDEX = {
    "memento_cli.index.database.place",  # where the last list is kept
    "memento_cli.index.fading.order",  # how many are few
    "memento_cli.index.refresh.freshness",  # a note of what a call has written
}
"""What doors import of the index to run: none of it opens one."""


class Way(NamedTuple):
    """A way to ask for a verb."""

    line: list[str]
    """The command line."""
    is_terminal: bool = False
    is_same: bool = True
    """Whether it asks for the same as the verb's first line."""


class Verb(NamedTuple):
    """A verb, with the ways in which people, programs and agents ask for it."""

    ways: dict[str, Way]
    python: Callable[[Store], object]
    agent: Callable[[RequestContext], object] | None
    entered: tuple[FunctionType, ...]
    """What all of them enter: one function, and others that nothing but it leads to."""


def lines_of(*line: str, **others: list[str]) -> dict[str, Way]:
    """A line in a pipe, on a terminal and for a program; and lines that ask for something else."""
    same = {"pipe": Way([*line]), "terminal": Way([*line], True), "json": Way([*line, "--json"])}
    return same | {name: Way(other, is_same=False) for name, other in others.items()}


def asked(tool: Tool, **said: Any) -> Callable[[RequestContext], object]:
    """A call of a tool by an agent."""
    return lambda desk: tool.act(desk, tool.arguments_of(said))


VERBS = {
    "recall": Verb(
        lines_of("recall", "lunch", misspelt=["recall", "lumch"], nothing=["recall", "zebra"]),
        lambda store: recall(store, Query(words=("lunch",)), LATER),
        asked(RECALL, query="lunch"),
        (recall, matching, best, in_ranks, ranked),
    ),
    "list": Verb(
        lines_of("list", weak=["list", "--all", "--order", "asc"]),
        lambda store: list_memories(store, Query(until=LATER), LATER),
        None,  # agents recall
        (list_memories, hits_of),
    ),
    "show": Verb(
        lines_of("show", ID, words=["show", "lunch"]),
        lambda store: memory_at(store, ID, LATER),
        lambda desk: desk.memory(ID),
        (with_strength, history_of),
    ),
    "record": Verb(
        lines_of("record", "Tea at noon", "--topic", "tea", topicless=["record", "Rain"]),
        lambda store: record(store, Draft("Tea at noon", ALEX, tags=Tags(("tea",))), LATER),
        asked(REMEMBER, content="Tea at noon", tags=["tea"]),
        (record_all, create_file),
    ),
    "reinforce": Verb(
        lines_of("reinforce", ID, words=["reinforce", "lunch"]),
        lambda store: reinforce(store, ID, LATER),
        asked(FEEDBACK, memory_id=ID, event="used"),
        (reinforced,),
    ),
}
Traces = dict[str, frozenset[Entered]]


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def typed(way: Way) -> None:
    """Run a command line, which has to end well."""
    out, told = Terminal() if way.is_terminal else io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(told):
        assert run(way.line) == 0, told.getvalue()


@pytest.fixture(scope="module", params=VERBS)
def verb(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def traces(verb: str, tmp_path_factory: pytest.TempPathFactory) -> Traces:
    """What each way to ask for a verb enters, in a store of its own that is the same."""
    acts: dict[str, Callable[[Store], object]] = {
        name: lambda _, way=way: typed(way) for name, way in VERBS[verb].ways.items()
    }
    acts["python"] = VERBS[verb].python
    if agent := VERBS[verb].agent:
        acts["agent"] = lambda store: agent(ServerConfig(store.root, now=LATER).request("helper"))
    found = {}
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("MEMENTO_NOW", LATER.isoformat())
        for name, act in acts.items():
            store = new_store(tmp_path_factory.mktemp(verb) / name, person="alex")
            record(store, Draft("Lunch at Roma", ALEX, tags=Tags(("lunch",))), NOW)
            patched.setenv("MEMENTO_STORE", store.root)
            typed(Way(["recall", "lunch"]))  # which makes its index
            found[name] = entered_by(lambda act=act, store=store: act(Store(store.root)))
    return found


def test_every_way_enters_the_same_functions(verb: str, traces: Traces) -> None:
    """By a pipe, a terminal, a program, an agent and Python: the verb's action, and in it alone
    what searches, ranks and writes."""
    first, *rest = [place_of(one.__code__) for one in VERBS[verb].entered]
    for name, entered in traces.items():
        places = {each.place for each in entered}
        assert {first, *rest} <= places, (name, {first, *rest} - places)
        beside = [each for each in entered if each.place in rest and first not in each.callers]
        assert beside == [], name


def test_how_it_is_told_changes_nothing_else(verb: str, traces: Traces) -> None:
    """On a terminal, in a pipe and in JSON, an answer comes from the same functions."""
    same = {name for name, way in VERBS[verb].ways.items() if way.is_same}
    answers = {
        name: {each.place for each in traces[name] if each.place.module.startswith(ANSWERING)}
        for name in sorted(same)
    }
    one = answers.pop("pipe")
    assert answers == dict.fromkeys(answers, one)


def test_a_line_is_read_before_anything_is_done(verb: str, traces: Traces) -> None:
    """The reader computes arguments: it asks no action, no index and no store."""
    reader = place_of(read.__code__)
    for name in VERBS[verb].ways:
        within = {each.place.module for each in traces[name] if reader in each.callers}
        assert within, name
        assert {module for module in within if not module.startswith("cli/command_line/")} == set()


def test_no_door_asks_the_index(traces: Traces) -> None:
    """Between a door and the index there is always an action, but for notes beside it."""
    doors = ("cli", "mcp", "tools", "adapters", "tui")
    for name, entered in traces.items():
        asked = {
            f"memento_cli.{each.place.module.removesuffix('.py').replace('/', '.')}"
            for each in entered
            if each.place.floor == "index" and each.callers and each.callers[0].floor in doors
        }
        assert asked <= OF_INDEX, name


@pytest.mark.parametrize("door", ["cli", "mcp", "tools", "adapters", "tui"])
def test_no_door_imports_what_opens_the_index(door: str) -> None:
    """What doors import of the index opens none, and they know no database."""
    for path in (one for one in MODULES if one.is_relative_to(PACKAGE / door)):
        only_named = {
            node
            for block in nodes_of(path)
            if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
            for node in block.body
        }
        for node in nodes_of(path):
            if isinstance(node, ast.ImportFrom) and node not in only_named:
                module = str(node.module)
                assert not module.startswith("memento_cli.index") or module in OF_INDEX, path
            elif isinstance(node, ast.Import):
                assert "sqlite3" not in [each.name for each in node.names], path


def test_python_offers_the_same_functions() -> None:
    """What the package names is what commands call."""
    for name in ("recall", "record", "reinforce", "list_memories", "memory_at"):
        assert getattr(memento_cli, name) is globals()[name]
