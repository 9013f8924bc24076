"""Real clients of a real `memento mcp`: the SDK's own over stdio and HTTP, and lines by hand."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from threading import Timer
from typing import Any, TypeVar

import anyio
import httpx2
import mcp_types as types
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from memento_cli.mcp.server import server_of
from memento_cli.store.directory.store import Store
from memento_cli.tools.request_context import ServerConfig
from memento_cli.tools.toolsets import FULL, tools_of
from tests.conftest import ROOT
from tests.starting import started

STDIO, HTTP = DOORS = ("stdio", "http")
TOKEN = "a-token-of-tests-alone"
DEADLINE_SECONDS = 120.0  # of a busy machine
ADDRESS = re.compile(r"http://\S+")
Said = TypeVar("Said")
Work = Callable[[Client], Awaitable[Said]]
Message = dict[str, Any]


def command(store: Store, *options: str) -> list[str]:
    """The command line that serves a store."""
    return [*started(), "--store", store.root, "agent", "mcp", *options]


def environment() -> dict[str, str]:
    """Everything of this process, which a client alone would not hand on."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "MEMENTO_MCP_TOKEN": TOKEN}


def talk(
    store: Store,
    work: Work[Said],
    *options: str,
    over: str = STDIO,
    name: str = "tests",
    **more: Any,
) -> Said:
    """What a conversation with a new server answers; `more` is the SDK's client's own."""

    async def talked() -> Said | Exception:
        with anyio.fail_after(DEADLINE_SECONDS):
            async with client(store, *options, over=over, name=name, **more) as one:
                try:
                    return await work(one)
                except Exception as problem:  # which the client's tasks would wrap in their own
                    return problem

    answer = anyio.run(talked)
    if isinstance(answer, Exception):
        raise answer
    return answer


def together(
    store: Store, work: Work[None], *, hear: Any = None, mode: str = "auto", **bounds: Any
) -> None:
    """A conversation with a server of all tools in this process, within bounds."""

    async def talked() -> None:
        server = server_of(ServerConfig(store.root, **bounds), tools_of(FULL))
        with anyio.fail_after(DEADLINE_SECONDS):
            async with Client(server, mode=mode, message_handler=hear) as one:
                await work(one)

    anyio.run(talked)


@asynccontextmanager
async def client(
    store: Store, *options: str, over: str = STDIO, name: str = "tests", **more: Any
) -> AsyncIterator[Client]:
    """The SDK's client of a server of its own, by its newest protocol if `mode` says no other."""
    more["client_info"] = types.Implementation(name=name, version="1")
    if over == STDIO:
        program, *args = command(store, *options)
        place = StdioServerParameters(command=program, args=args, env=environment())
        with open(os.devnull, "w") as nowhere:
            async with Client(stdio_client(place, errlog=nowhere), **more) as one:
                yield one
    else:
        with listening(store, *options) as url:
            async with at(url, **more) as one:
                yield one


@asynccontextmanager
async def at(url: str, token: str = TOKEN, **more: Any) -> AsyncIterator[Client]:
    """The SDK's client of a server that listens there."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=DEADLINE_SECONDS) as http,
        Client(streamable_http_client(url, http_client=http), **more) as one,
    ):
        yield one


@contextmanager
def listening(store: Store, *options: str, **env: str) -> Iterator[str]:
    """A server over HTTP, and the address that it tells."""
    serving = command(store, "--http", "0", *options)
    with subprocess.Popen(
        serving, env=environment() | env, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        try:
            found = next(filter(None, map(ADDRESS.search, process.stderr)), None)
            assert found, "it tells no address"
            yield found[0]
        finally:
            process.terminate()


class Lines:
    """A server over stdio to which JSON-RPC is written by hand; `said` is all that it has said."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.said: list[bytes] = []

    def send(self, message: Mapping[str, Any] | bytes) -> None:
        """One line: a message, or whatever bytes."""
        assert self.process.stdin
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: Message | None = None, number: int = 1) -> Message:
        """The answer to a request, whatever else is said before it."""
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})
        while (message := self.next()).get("id") != number:
            pass
        return message

    def next(self) -> Message:
        """The next line, which must be a message."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        self.said.append(line)
        message: Message = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        return message

    def begin(self, version: str, **capabilities: Any) -> Message:
        """The handshake; what the server answers."""
        who = {"name": "by-hand", "version": "1"}
        params = {"protocolVersion": version, "capabilities": capabilities, "clientInfo": who}
        answer = self.ask("initialize", params, 0)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        result: Message = answer["result"]
        return result

    def end(self) -> tuple[int, str]:
        """Close its input; its exit code, and what it has told a person."""
        rest, told = self.process.communicate()
        self.said += rest.splitlines()
        return self.process.returncode, told.decode()


@contextmanager
def lines(store: Store, *options: str) -> Iterator[Lines]:
    """A server over stdio, to be spoken to by hand; it is ended if it says nothing for long."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command(store, *options), env=environment(), stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        timer = Timer(DEADLINE_SECONDS, process.kill)
        timer.start()
        try:
            yield Lines(process)
        finally:
            timer.cancel()
            process.kill()


def text_of(result: types.CallToolResult | types.GetPromptResult) -> str:
    """All text that a model reads of a result."""
    if isinstance(result, types.GetPromptResult):
        blocks = [message.content for message in result.messages]
    else:
        blocks = list(result.content)
    return "\n".join(one.text for one in blocks if isinstance(one, types.TextContent))


def value_of(result: types.CallToolResult) -> dict[str, Any]:
    """What a tool answers for programs; it must not have failed."""
    assert not result.is_error, text_of(result)
    assert isinstance(result.structured_content, dict)
    return result.structured_content


def hits_in(text: str) -> list[dict[str, str]]:
    """The hits of a recall, as a model reads them: the labels of each, and under `snippet` its
    words. The lines of a hit that are not indented are labels."""
    found = list[dict[str, str]]()
    for line in text.split("\n"):
        label, colon, value = line.partition(":")
        if line.startswith("id: "):
            found.append({})
        if found and line.startswith("  "):
            found[-1]["snippet"] = f"{found[-1]['snippet']}\n{line[2:]}".strip("\n")
        elif found and label.startswith("snippet"):
            found[-1] |= {"snippet": "", "told": label}
        elif found and colon:
            found[-1][label] = value.strip()
    return found


def error_of(result: types.CallToolResult) -> str:
    """Of which type the error of a tool is; there must be one, with what to do. Where another
    program has settled the form, no type is told."""
    assert result.is_error, text_of(result)
    if result.structured_content is None:
        return ""
    told, _, last = text_of(result).rpartition("\n")
    error = json.loads(last)
    assert result.structured_content == {"text": told, **error}
    return str(error["error"])
