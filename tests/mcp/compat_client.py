"""The SDK's own client of a real `memento agent mcp --compat server-memory`, over stdio."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import mcp_types as types
from mcp import Client, StdioServerParameters

from memento_cli import Store
from tests.mcp.clients import command, environment

DEADLINE_SECONDS = 120.0  # of a busy machine


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


def talk(store: Store, work: Callable[[Caller], Awaitable[None]], *options: str) -> None:
    """A conversation with a new server."""

    async def talked() -> Exception | None:
        with anyio.fail_after(DEADLINE_SECONDS):
            async with caller(store, *options) as one:
                try:
                    await work(one)
                except Exception as problem:  # which the client's tasks would wrap in their own
                    return problem
        return None

    problem = anyio.run(talked)
    if problem is not None:
        raise problem
