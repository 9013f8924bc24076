"""Many agents and a person in one store at once: nothing is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import anyio
import anyio.to_thread

from memento_cli import Store
from tests.conftest import Ran
from tests.mcp.clients import client, value_of

CLIENTS, TURNS = 8, 6


def test_eight_clients_and_a_shell_lose_nothing(store: Store, run: Callable[..., Ran]) -> None:
    """Each has a server of its own; every memory and line of all is there at the end."""
    ids = dict[str, list[str]]()

    async def agent(name: str) -> None:
        async with client(store, "--toolset", "full", name=name) as one:
            for turn in range(TURNS):
                said = {"content": f"{name} has seen owl {turn}", "tags": [name]}
                id = value_of(await one.call_tool("remember", said))["memory_id"]
                ids.setdefault(name, []).append(id)
                value_of(await one.call_tool("recall", {"query": "owl"}))
                value_of(await one.call_tool("feedback", {"memory_id": id, "event": "used"}))
                block = {"act": "write", "name": "owls", "content": f"{name} {turn}"}
                value_of(await one.call_tool("block", block))

    def person() -> None:
        for turn in range(TURNS):
            ran = run("record", f"Somebody has seen owl {turn}", "--topic", f"own-{turn}")
            assert ran.code == 0, ran

    async def all_at_once() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(anyio.to_thread.run_sync, person)
            for number in range(CLIENTS):
                tasks.start_soon(agent, f"agent-{number}")

    anyio.run(all_at_once)
    kept = [id for each in ids.values() for id in each]
    assert len({*kept}) == CLIENTS * TURNS and {*kept} <= {*store.memories.ids()}
    assert len(list(store.memories.ids())) == (CLIENTS + 1) * TURNS
    read = store.journal.lines()
    assert not read.broken
    done = Counter((line.via, line.act) for line in read.lines)
    for name in ids:
        assert done[f"mcp:{name}", "recorded"] == done[f"mcp:{name}", "used"] == TURNS
    assert done["cli", "recorded"] == TURNS
    assert (
        sum(number for (_, act), number in done.items() if act == "recorded") == len(kept) + TURNS
    )
    assert len({line.id for line in read.lines}) == len(read.lines)
    checked = run("doctor", "--json")
    assert checked.code == 0, checked
