"""The SDK's own client of a real `memento agent mcp --compat server-memory`, over stdio; and of the
reference server itself, where it is installed.

$MEMENTO_MCP_CONFORMANCE names a folder with that and with a Node (`npm install --prefix FOLDER
node@22 @modelcontextprotocol/server-memory`); `.ci/run` makes it.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp import Client, StdioServerParameters

from memento_cli import Store
from tests.mcp.clients import command, environment

DEADLINE_SECONDS = 120.0  # of a busy machine
INSTALLED = Path(os.environ.get("MEMENTO_MCP_CONFORMANCE", ""), "node_modules")
REFERENCE = INSTALLED / "@modelcontextprotocol" / "server-memory" / "dist" / "index.js"


class Caller:
    """A client, by whose tools the reference's own names are called."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def result(self, name: str, **said: Any) -> types.CallToolResult:
        """What a tool answers, whatever it is."""
        result = await self.client.call_tool(name, said)
        assert isinstance(result, types.CallToolResult)
        return result

    async def ask(self, name: str, **said: Any) -> Any:
        """What a tool answers as JSON text, which must be its structured content, too."""
        result = await self.result(name, **said)
        text, value = words(result), result.structured_content
        assert not result.is_error and isinstance(value, dict), text
        found = json.loads(text)
        assert found in (value, *value.values())
        assert text == json.dumps(found, ensure_ascii=False, indent=2)
        return found

    async def told(self, name: str, **said: Any) -> str:
        """The message of a deletion."""
        result = await self.result(name, **said)
        assert result.structured_content == {"success": True, "message": words(result)}
        return words(result)

    async def error(self, name: str, **said: Any) -> str:
        """What a tool says that it cannot do."""
        result = await self.result(name, **said)
        assert result.is_error, words(result)
        return words(result)


def words(result: types.CallToolResult) -> str:
    """What a model reads."""
    (text,) = result.content
    assert isinstance(text, types.TextContent)
    return text.text


@asynccontextmanager
async def caller(store: Store, *options: str, name: str = "tests") -> AsyncIterator[Caller]:
    """A client with a server of its own."""
    program, *args = command(store, "--compat", "server-memory", *options)
    place = StdioServerParameters(command=program, args=args, env=environment())
    who = types.Implementation(name=name, version="1")
    async with Client(place, client_info=who) as client:
        yield Caller(client)


@asynccontextmanager
async def reference_caller(file: Path) -> AsyncIterator[Caller]:
    """A client of the reference server, which keeps its graph in a file."""
    known = {**environment(), "MEMORY_FILE_PATH": str(file)}
    node = str(INSTALLED / ".bin" / "node")
    place = StdioServerParameters(command=node, args=[str(REFERENCE)], env=known)
    async with Client(place) as client:
        yield Caller(client)


def talk(store: Store, work: Callable[[Caller], Awaitable[None]], *options: str) -> None:
    """A conversation with a new server."""

    converse(lambda: caller(store, *options), work)


def converse(
    caller: Callable[[], AbstractAsyncContextManager[Caller]],
    work: Callable[[Caller], Awaitable[None]],
) -> None:
    """A conversation of a client."""

    async def talked() -> Exception | None:
        with anyio.fail_after(DEADLINE_SECONDS):
            async with caller() as one:
                try:
                    await work(one)
                except Exception as problem:  # which the client's tasks would wrap in their own
                    return problem
        return None

    problem = anyio.run(talked)
    if problem is not None:
        raise problem
