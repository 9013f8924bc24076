"""How far a call is, and a call for which nobody waits any more."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from mcp import Client

from memento_cli import Draft, Store, record
from tests.mcp.clients import DOORS, error_of, talk, value_of
from tests.mcp.test_versions import ERAS
from tests.store.helpers import NOW, put, whole
from tests.store.test_lock import holder

SECONDS = 0.5


@pytest.mark.parametrize(("over", "mode"), [*zip(DOORS, ERAS, strict=True)])
def test_an_export_says_how_far_it_is(store: Store, over: str, mode: str) -> None:
    """To who asks: numbers that rise, and at the end the total; to who does not, nothing."""
    for nth in range(30):
        put(store, f"tea-{nth}", whole(f"tea-{nth}"))
    told = list[tuple[float, float | None]]()

    async def hear(done: float, total: float | None, message: str | None) -> None:
        told.append((done, total))

    async def work(client: Client) -> None:
        await client.call_tool("export", {"format": "csv"})
        assert not told
        answer = await client.call_tool("export", {"format": "csv"}, progress_callback=hear)
        assert value_of(answer)["count"] == 30
        await anyio.sleep(0.1)  # a callback runs beside the answer

    talk(store, work, "--toolset", "full", over=over, mode=mode)
    numbers = [done for done, _ in told]
    assert len(numbers) > 1 and numbers == sorted({*numbers}) and told[-1][1] == numbers[-1]


def test_a_sleep_says_how_far_it_is(store: Store) -> None:
    """Looking for what is to be tidied tells its stages, and what it proposes can be listed; where
    not all memories are seen nobody looks."""
    for _ in range(2):
        record(store, Draft("The kettle whistles at noon", kind="semantic"), NOW)
    told = list[tuple[float, float | None]]()

    async def hear(done: float, total: float | None, message: str | None) -> None:
        told.append((done, total))

    async def work(client: Client) -> None:
        looking = {"act": "propose"}
        done = await client.call_tool("proposals", looking, progress_callback=hear)
        assert len(value_of(done)["ids"]) == 1
        await anyio.sleep(0.1)
        listed = value_of(await client.call_tool("proposals", {}))
        assert listed["total"] == 1 and "merge into" in listed["text"]
        assert value_of(await client.call_tool("proposals", looking))["ids"] == []

    async def bounded(client: Client) -> str:
        return error_of(await client.call_tool("proposals", {"act": "propose"}))

    talk(store, work, "--toolset", "review")
    assert told == [(1, 2), (2, 2)]
    assert talk(store, bounded, "--toolset", "review", "--scope", "person:ann") == "Refused"


@pytest.mark.parametrize(("over", "mode"), [*zip(DOORS, ERAS, strict=True)])
def test_what_is_cancelled_while_it_waits_is_not_done(store: Store, over: str, mode: str) -> None:
    """Whoever gives up a call while another process holds the lock has written nothing then, and
    the next call is served."""

    async def work(client: Client) -> None:
        with holder(Path(store.root, ".memento", "lock")):
            with anyio.move_on_after(SECONDS) as waiting:
                await client.call_tool("remember", {"content": "Sencha in vain"})
            assert waiting.cancelled_caught
            await anyio.sleep(SECONDS)
        answer = value_of(await client.call_tool("remember", {"content": "Bicycles need oil"}))
        assert list(store.memories.ids()) == [answer["memory_id"]]

    talk(store, work, over=over, mode=mode)
