"""Servers of a hub's tenant as hosts start them, each with a cache of its own as on a machine."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.hub.meeting import MEMBER, TENANT
from tests.hub.tenants import Database
from tests.mcp.clients import environment, value_of
from tests.starting import started

SOON = 1.0
"""Seconds within which what one has pushed is in the others' recalls."""


def command(hub: str, *options: str, tenant: str = TENANT) -> list[str]:
    """The command line that serves a tenant."""
    return [*started(), "agent", "mcp", "--hub", hub, "--tenant", tenant, *options]


def on_machine(cache: Path) -> dict[str, str]:
    """The environment of a machine with this cache."""
    cache.mkdir(mode=0o700, exist_ok=True)
    return environment() | {"XDG_CACHE_HOME": str(cache), "XDG_CONFIG_HOME": str(cache / "own")}


@asynccontextmanager
async def serving(
    hub: Database, cache: Path, *options: str, role: str = MEMBER
) -> AsyncIterator[Client]:
    """The SDK's client of a server of the tenant, over stdio."""
    program, *args = command(hub.url(role), *options)
    place = StdioServerParameters(command=program, args=args, env=on_machine(cache))
    with open(os.devnull, "w") as nowhere:
        async with Client(stdio_client(place, errlog=nowhere)) as client:
            yield client


async def remembered(client: Client, text: str) -> str:
    """Keep a memory; its id."""
    done = await client.call_tool("remember", {"content": text})
    return str(value_of(done)["memory_id"])


async def recalled(client: Client, query: str, *, seconds: float = 0) -> list[str]:
    """The ids that a question finds, asked until there are any or so many seconds have passed."""
    end = time.monotonic() + seconds
    while True:
        done: dict[str, Any] = value_of(await client.call_tool("recall", {"query": query}))
        if done["ids"] or time.monotonic() > end:
            return list(done["ids"])
        await anyio.sleep(0.05)
