"""An agent's loop, as document 002 (section 6) has it, over the turns of real conversations."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mcp import Client

from memento_cli import Store
from memento_cli.core.text.words import tokens_in
from memento_cli.tools.toolsets import FULL
from tests.conftest import ROOT, Ran
from tests.mcp.clients import talk, text_of, value_of

DATA = Path(os.environ.get("MEMENTO_BENCH_DATA") or ROOT.parent / "shared" / "data") / "locomo"
TURNS, WINDOW, NIGHT = 120, 3, 60
BUDGETS, MOST = (150, 300, 600, 1200), 800
Row = dict[str, object]
LEAST_RIGHT = 0.5
"""Of the questions whose answer was told in these turns, so many must find it in the prompt: as the
memory of the turn, or word for word in that of its session."""
MISSING = f"no LoCoMo at {DATA} ($MEMENTO_BENCH_DATA names its folder)"
pytestmark = [pytest.mark.longer, pytest.mark.skipif(not DATA.is_dir(), reason=MISSING)]


def rows(name: str) -> Iterator[Row]:
    """The rows of a file of LoCoMo."""
    with (DATA / name).open() as file:
        yield from map(json.loads, file)


def test_an_agent_lives_on_its_memory(store: Store, run: Callable[..., Ran]) -> None:
    """Load, query, recall, inject, answer, remember, feedback, and a night between: at every turn
    what it is given is within its budget, and afterwards it finds what was said."""
    turns = [row for row, _ in zip(rows("memories_turns.jsonl"), range(TURNS), strict=False)]
    told = {row["id"]: str(row["text"]) for row in turns}
    kept = dict[object, str]()

    async def work(client: Client) -> float:
        for number, row in enumerate(turns):
            budget = BUDGETS[number % len(BUDGETS)]
            before = [str(one["text"]) for one in turns[max(0, number - WINDOW) : number]]
            query = " ".join((*before, str(row["text"])))
            await load(client, row, turns[number - 1] if number else None)
            said = {"query": query, "token_budget": str(budget)}
            given = text_of(await client.get_prompt("memory_injection", said))
            assert tokens_in(given) <= budget, (number, budget)
            found = value_of(await client.call_tool("recall", {"query": query, "limit": 5}))
            said_now = {"content": str(row["text"]), "tags": [f"session-{row['session']}"]}
            kept[row["id"]] = value_of(await client.call_tool("remember", said_now))["memory_id"]
            if found["ids"]:
                feedback = {"memory_id": found["ids"][0], "event": "helpful"}
                value_of(await client.call_tool("feedback", feedback))
            if number % NIGHT == NIGHT - 1:
                assert run("tidy", "run").code == 0 and run("tidy", "propose").code == 0
        return await share_found(client)

    async def load(client: Client, row: Row, last: Row | None) -> None:
        """The turn into the buffer; where a session begins, what is known before it."""
        if last is None or row["session"] != last["session"]:
            if last:
                value_of(await client.call_tool("session", {"act": "end"}))
            value_of(await client.call_tool("session", {"act": "start"}))
            said = {"query": str(row["text"]), "token_budget": MOST}
            context = text_of(await client.call_tool("context", said))
            assert tokens_in(context) <= MOST
        said = {"act": "add", "messages": [{"text": str(row["text"])}]}
        value_of(await client.call_tool("session", said))

    async def share_found(client: Client) -> float:
        asked = [
            (str(row["query"]), row["gold"])
            for row in rows("queries.jsonl")
            if isinstance(row["gold"], list) and row["gold"] and set(row["gold"]) <= set(told)
        ]
        right = 0
        for query, gold in asked:
            given = text_of(await client.get_prompt("memory_injection", {"query": query}))
            assert isinstance(gold, list)
            said = " ".join(given.split())
            right += any(kept[id] in given or " ".join(told[id].split()) in said for id in gold)
        return right / len(asked)

    assert talk(store, work, "--toolset", FULL) >= LEAST_RIGHT
    assert {*kept.values()} <= {*store.memories.ids()}
    vias = {line.via for line in store.journal.lines().lines if line.act == "helpful"}
    assert vias == {"mcp:tests"}
    assert run("doctor").code == 0
