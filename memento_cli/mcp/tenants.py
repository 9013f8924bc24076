"""Many persons over HTTP: each token has a server of its own within the process.

Sessions, recent searches, subscriptions and the rate of calls are in it, so that nothing has to be
kept apart by hand: to another token a session simply is not there. The file of tokens is looked at
before each request, and each second for streams that are open.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import anyio
import anyio.abc

from memento_cli.errors import MementoError
from memento_cli.mcp.server import server_of
from memento_cli.mcp.serving import app_of, bearer_in, listening_at, settings_of, turn_away
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.tokens import bearer_of, tokens_file, tokens_of
from memento_cli.tools.toolsets import tools_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from memento_cli.mcp.replicated import Replicated
    from memento_cli.mcp.serving import Address, App, Message
    from memento_cli.store.settings.tokens import Token
    from memento_cli.tools.request_context import ServerConfig

LOOK_SECONDS = 1.0
"""So long a stream may go on when its token is revoked."""
PORT = 80
"""Any: the name counts alone."""
END: Message = {"type": "http.response.body", "body": b"", "more_body": False}


class _Tenant(NamedTuple):
    """A token with its server, and what ends that; `requests` end before it does."""

    token: Token
    app: App
    ended: anyio.CancelScope
    requests: set[anyio.CancelScope]


def over_http_for_all(
    config: ServerConfig,
    toolset: str,
    address: Address,
    tell: Callable[[str], None],
    replicated: Replicated | None = None,
) -> None:
    """Serve whoever has a token of the store, each within its own bounds; `tell` hears where."""
    import uvicorn

    async def serve(listening: Any, host: str) -> None:
        async with anyio.create_task_group() as group:
            tenants = Tenants(config, toolset, host, group, replicated)
            group.start_soon(tenants.watch)
            await uvicorn.Server(
                settings_of(tenants.answer, interface="asgi3", lifespan="off")
            ).serve([listening])
            group.cancel_scope.cancel()

    with listening_at(address, tell) as (listening, host):
        anyio.run(serve, listening, host)


class Tenants:
    """The servers of the tokens that have called, and which tokens count now."""

    def __init__(
        self,
        config: ServerConfig,
        toolset: str,
        host: str,
        group: anyio.abc.TaskGroup,
        replicated: Replicated | None = None,
    ) -> None:
        self._config, self._toolset, self._host, self._group = config, toolset, host, group
        self._replicated = replicated
        self._tenants: dict[str, _Tenant] = {}
        self._tokens: list[Token] = []
        self._stamp: tuple[int, ...] | None = None
        self._turn = anyio.Lock()

    async def answer(self, scope: Message, receive: Any, send: Any) -> None:
        """Pass a request on to the server of its token; 401 for a token that does not count."""
        if scope["type"] != "http":
            return
        self._look()
        token = bearer_of(self._tokens, bearer_in(scope).decode("latin-1"))
        if token is None:
            await turn_away(send)
            return
        async with self._turn:
            tenant = self._tenants.get(token.hash) or await self._group.start(self._run, token)
        await _passed_on(tenant, self._called_here(scope), receive, send)

    def _called_here(self, scope: Message) -> Message:
        """A request as if it named this machine. A proxy may name it otherwise; to refuse other
        names is against web pages that have theirs lead here, and these have no token."""
        others = [pair for pair in scope["headers"] if pair[0] != b"host"]
        return {**scope, "headers": [*others, (b"host", f"{self._host}:{PORT}".encode())]}

    async def watch(self) -> None:
        """End the streams of tokens that count no more."""
        while True:
            await anyio.sleep(LOOK_SECONDS)
            self._look()

    async def _run(self, token: Token, *, task_status: anyio.abc.TaskStatus[_Tenant]) -> None:
        """Keep the server of a token until it is ended."""
        tools = tools_of(self._toolset, read_only=self._config.read_only or token.read_only)
        server = server_of(self._config_of(token), tools, self._replicated)
        app = app_of(server, self._host)
        with anyio.CancelScope() as ended:
            async with server.session_manager.run():
                tenant = self._tenants[token.hash] = _Tenant(token, app, ended, set())
                task_status.started(tenant)
                await anyio.sleep_forever()

    def _config_of(self, token: Token) -> ServerConfig:
        return self._config._replace(
            read_only=self._config.read_only or token.read_only,
            scope=token.bounds,
            min_trust=token.min_trust or None,
            client=token.name,
        )

    def _look(self) -> None:
        """Read the file of tokens if it has changed, and end the servers of those that are gone."""
        stamp = _stamp(tokens_file())
        if stamp == self._stamp:
            return
        try:
            self._tokens = tokens_of(str(self._config.path))
        except (MementoError, OSError) as problem:
            self._tokens = []
            self._config.warn(f"nobody is served: {problem}")
        self._stamp = stamp
        for hash, tenant in list(self._tenants.items()):
            if tenant.token not in self._tokens:
                del self._tenants[hash]
                for request in [*tenant.requests, tenant.ended]:
                    request.cancel()


def _stamp(path: str) -> tuple[int, ...]:
    """What changes whenever the file does; it is replaced, never written to."""
    try:
        status = os.stat(path, follow_symlinks=False)
    except OSError:
        return ()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


async def _passed_on(tenant: _Tenant, scope: Message, receive: Any, send: Any) -> None:
    """Let a tenant's server answer; if it is ended meanwhile, so is the answer."""
    begun = whole = False

    async def noted(message: Message) -> None:
        nonlocal begun, whole
        begun = begun or message["type"] == "http.response.start"
        whole = message["type"] == END["type"] and not message.get("more_body")
        await send(message)

    with anyio.CancelScope() as request:
        tenant.requests.add(request)
        try:
            await tenant.app(scope, receive, noted)
        finally:
            tenant.requests.discard(request)
    if not begun:
        await turn_away(send)
    elif not whole:
        await send(END)
