"""Who subscribes is told what changes, whoever changes it, and nothing of what is hidden."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from typing import Any

import anyio
import httpx2
import mcp_types as types
import pytest
from mcp import Client, MCPError

from memento_cli import Store
from memento_cli.core.security.scope import Scope
from memento_cli.mcp import watching
from memento_cli.mcp.watching import MOST_ADDRESSES, MOST_SIGNS, MOST_SUBSCRIBERS
from memento_cli.tools.toolsets import FULL
from tests.conftest import Ran
from tests.mcp.clients import TOKEN, lines, listening, together
from tests.mcp.clients import client as real_client
from tests.store.helpers import put, recorded, whole

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")

LEGACY, MODERN = ERAS = ("legacy", "auto")
CONTEXT, SEARCH = "memento://context", "memento://memory/search?query=sencha"
BLOCK, LATER = "memento://block/focus", "memento://memory/later-tea"
ADDRESSES = (CONTEXT, SEARCH, BLOCK, LATER)
LIST = "list"
SECONDS = 10.0  # on a busy machine
SOON, WHILE = 0.02, 0.4
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
Run = Callable[..., Ran]


class Notices:
    """What a client has been told, each once, since it was asked last."""

    def __init__(self) -> None:
        self.told: set[str] = set()

    async def hear(self, message: object) -> None:
        """A notice of either era."""
        if isinstance(message, types.ResourceUpdatedNotification):
            self.told.add(str(message.params.uri))
        elif isinstance(message, types.ResourceListChangedNotification):
            self.told.add(LIST)

    async def wait(self, *wanted: str) -> None:
        """Wait until these have been told, and no others."""
        with anyio.move_on_after(SECONDS):
            while not self.told.issuperset(wanted):
                await anyio.sleep(SOON)
        assert self.told == set(wanted)
        self.told.clear()

    async def none(self) -> None:
        """Wait for a while in which nothing is told."""
        await anyio.sleep(WHILE)
        assert not self.told


@asynccontextmanager
async def subscribed(
    client: Client, notices: Notices, *addresses: str, lists: bool = True
) -> AsyncIterator[None]:
    """The client's subscription, by the way of its protocol."""
    if client.protocol_version < "2026":
        for address in addresses:
            await client.subscribe_resource(address)
        yield
        for address in addresses:
            await client.unsubscribe_resource(address)
        return
    listen = client.listen(resources_list_changed=lists, resource_subscriptions=addresses)
    async with listen as stream, anyio.create_task_group() as tasks:

        async def read() -> None:
            async for event in stream:
                notices.told.add(getattr(event, "uri", LIST))

        tasks.start_soon(read)
        yield
        tasks.cancel_scope.cancel()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in this process that looks often."""
    monkeypatch.setattr(watching, "LOOK_SECONDS", SOON)
    monkeypatch.setattr(watching, "AT_ONCE_SECONDS", SOON)
    monkeypatch.setattr(watching, "PART", 1)


@pytest.mark.parametrize(("over", "mode"), [("stdio", LEGACY), ("http", MODERN)])
def test_who_subscribes_is_told_what_changes(store: Store, over: str, mode: str) -> None:
    """Of an act of its own server at once, of a file that git brings within seconds; and only of
    what it asked for. What it reads then is new."""
    recorded(store, "Sencha at noon")

    async def work() -> None:
        notices = Notices()
        more: dict[str, Any] = {"over": over, "mode": mode, "message_handler": notices.hear}
        async with real_client(store, "--toolset", FULL, **more) as client:
            assert client.server_capabilities.resources == types.ResourcesCapability(
                subscribe=True, list_changed=True
            )
            await client.read_resource(SEARCH)
            async with subscribed(client, notices, *ADDRESSES):
                notices.told.clear()  # that a search was listed
                written = {"act": "write", "name": "focus", "content": "Pots"}
                await client.call_tool("block", written)
                await notices.wait(CONTEXT, BLOCK, LIST)
                put(store, "later-tea", whole("later-tea", one="Sencha again"))
                await notices.wait(CONTEXT, SEARCH, LATER)
                (found,) = (await client.read_resource(SEARCH)).contents
                assert "later-tea" in getattr(found, "text", "")

    anyio.run(work)


@pytest.mark.parametrize("mode", ERAS)
def test_what_is_no_change_is_not_told(store: Store, quick: None, mode: str) -> None:
    """Neither what was written elsewhere, nor what says the same; nor, after its end, anything."""
    id = recorded(store, "Sencha at noon").id

    notices = Notices()

    async def work(client: Client) -> None:
        async with subscribed(client, notices, SEARCH, BLOCK, f"memento://memory/{id}"):
            recorded(store, "Bicycles need oil")
            await notices.none()
            await client.call_tool("feedback", {"memory_id": id, "action": "used"})
            await notices.none()
            recorded(store, "Sencha, the second")
            await notices.wait(SEARCH)
        await client.list_tools()  # by then the server knows of the end
        await anyio.sleep(WHILE)
        notices.told.clear()  # of a look that came between the file and its line
        recorded(store, "Sencha, the third")
        await notices.none()

    together(store, work, hear=notices.hear, mode=mode)


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize(
    "bounds", [{"scope": Scope(project="red")}, {"min_trust": "user"}], ids=["scope", "trust"]
)
def test_what_is_hidden_is_not_told_by_a_notice(
    store: Store, run: Run, quick: None, bounds: dict[str, Any], mode: str
) -> None:
    """Neither by its address, nor by a search or a context that it would be in; an address is
    taken whether anything stands there or not. What may be seen is told."""

    notices = Notices()

    async def work(client: Client) -> None:
        hidden: dict[str, Any] = {"project": "blue", "more": {"memory.origin.trust": "agent"}}
        first = recorded(store, "Sencha in secret", **hidden).id
        async with subscribed(
            client, notices, CONTEXT, SEARCH, f"memento://memory/{first}", "memento://memory/none"
        ):
            recorded(store, "Sencha in secret, again", **hidden)
            run("edit", first, "--summary", "Sencha in secret, too", "--yes")
            await notices.none()
            recorded(store, "Sencha at noon", project="red")
            await notices.wait(CONTEXT, SEARCH)

    together(store, work, hear=notices.hear, mode=mode, **bounds)


def test_a_look_is_no_use_of_a_memory(store: Store, run: Run, quick: None) -> None:
    """In a profile in which recall counts as use, what is subscribed to is not used by it."""
    run("config", "set", "recall.counts", "true")
    recorded(store, "Sencha at noon")

    notices = Notices()

    async def work(client: Client) -> None:
        async with subscribed(client, notices, SEARCH):
            before = len(store.journal.lines().lines)
            recorded(store, "Sencha again")
            await notices.wait(SEARCH)
            assert len(store.journal.lines().lines) == before + 1

    together(store, work, hear=notices.hear)


@pytest.mark.parametrize("mode", ERAS)
def test_subscriptions_are_bounded_and_end(store: Store, quick: None, mode: str) -> None:
    """So many addresses of a client, of so many signs; what has ended makes room."""
    many = [f"memento://memory/{nth}" for nth in range(MOST_ADDRESSES)]

    notices = Notices()

    async def work(client: Client) -> None:
        for wrong in ([*many, CONTEXT], [f"memento://memory/{'x' * MOST_SIGNS}"]):
            with pytest.raises(MCPError) as refused:
                async with subscribed(client, notices, *wrong):
                    pass
            assert refused.value.code == types.INVALID_PARAMS
        for address in many if mode == LEGACY else ():
            await client.unsubscribe_resource(address)
        for _ in range(MOST_SUBSCRIBERS + 1 if mode == MODERN else 2):
            async with subscribed(client, notices, *many[:2]):
                pass

    together(store, work, hear=notices.hear, mode=mode)


def test_a_client_that_listens_may_go_at_any_time(store: Store) -> None:
    """A request that is answered for as long as one listens keeps no server alive whose input has
    ended."""
    asked = {"resourceSubscriptions": [CONTEXT], "toolsListChanged": True}
    params = {"notifications": asked, "_meta": ENVELOPE}
    with lines(store) as server:
        server.send({"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": params})
        taken = server.next()["params"]["notifications"]
        assert taken == {"resourceSubscriptions": [CONTEXT]}  # no list of tools ever changes
        start = time.monotonic()
        assert server.end() == (0, "") and time.monotonic() - start < SECONDS / 2


def test_a_server_that_is_listened_to_can_be_ended(store: Store) -> None:
    """SIGTERM ends a server over HTTP while its clients' streams are open."""
    params = {"notifications": {"resourceSubscriptions": [CONTEXT]}, "_meta": ENVELOPE}
    message = {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": params}
    headers = {
        "Authorization": f"Bearer {TOKEN}",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "MCP-Method": "subscriptions/listen",
    }
    with httpx2.Client(timeout=SECONDS) as http, ExitStack() as streams:
        with listening(store) as url:
            opened = http.stream("POST", url, headers=headers, json=message)
            stream = streams.enter_context(opened)
            assert "acknowledged" in next(stream.iter_text())
            start = time.monotonic()
        assert time.monotonic() - start < SECONDS / 2
