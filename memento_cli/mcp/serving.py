"""How a server is reached: over stdin and stdout, or over HTTP on this machine alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from hmac import compare_digest
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import anyio
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.message import SessionMessage

from memento_cli.errors import Failed, Usage
from memento_cli.mcp.messages import heard_over_http, messages, taken_stdin
from memento_cli.mcp.tool import MOST_BYTES

if TYPE_CHECKING:
    import mcp_types as types
    from mcp.server.lowlevel import Server

PATH = "/mcp"
LOCALHOST = "localhost"
BEARER = b"bearer "
MOST_READ = 2 * MOST_BYTES
Message = MutableMapping[str, Any]
App = Callable[
    [Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]],
    Awaitable[None],
]


def over_stdio(server: Server[Any]) -> None:
    """Serve the one client that started the process, until it closes stdin."""

    async def serve() -> None:
        async def answer(error: types.JSONRPCError) -> None:
            await write.send(SessionMessage(error))

        stdin: Any = messages(anyio.wrap_file(taken_stdin()), answer)
        async with stdio_server(stdin=stdin) as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(serve)


def over_http(
    server: Server[Any], host: str, port: int, token: str, tell: Callable[[str], None]
) -> None:
    """Serve whoever has the token, on this machine; `tell` hears where. Failed if that is taken."""
    import socket

    import uvicorn

    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            listening.listen()  # who reads the address below may call at once
        except OSError as problem:
            why = f"cannot listen on {host}:{port}: {problem.strerror}"
            raise Failed(why, "another port, or 0 for any that is free") from None
        port = listening.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        tell(f"Listening on http://{shown}:{port}{PATH}")
        app = server.streamable_http_app(
            streamable_http_path=PATH,
            host=host,
            max_request_body_size=MOST_READ,
            transport_security=_named_so(shown),
        )
        config = uvicorn.Config(
            with_token(heard_well(app), token), log_level="warning", access_log=False
        )
        uvicorn.Server(config).run(sockets=[listening])


def _named_so(host: str) -> TransportSecuritySettings:
    """Requests that name this machine otherwise are refused: a page may have its own name lead here
    (DNS rebinding)."""
    names = (host, LOCALHOST)
    return TransportSecuritySettings(
        allowed_hosts=[f"{name}:*" for name in names],
        allowed_origins=[f"http://{name}:*" for name in names],
    )


def loopback(text: str) -> str:
    """The address that a text names. Usage if other machines could reach it."""
    if text == LOCALHOST:
        return "127.0.0.1"
    try:
        address = ip_address(text.strip("[]"))
        if address.is_loopback:
            return str(address)
    except ValueError:
        pass
    raise Usage(f"{text} is no address of this machine alone", "127.0.0.1, or [::1]")


def with_token(app: App, token: str) -> App:
    """The same for who sends the token (`Authorization: Bearer …`); 401 for all others."""

    async def guarded(scope: Message, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and not _has_token(scope, token):
            head = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]
            await send({"type": "http.response.start", "status": 401, "headers": head})
            await send({"type": "http.response.body", "body": b""})
            return
        await app(scope, receive, send)

    return guarded


def heard_well(app: App) -> App:
    """The same for each request whose body is one message; any other is answered what is wrong."""

    async def judged(scope: Message, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await app(scope, receive, send)
            return
        read, body = list[Message](), b""
        while len(body) <= MOST_READ:  # of more the application says that it is too much
            read.append(await receive())
            body += read[-1].get("body", b"")
            if not read[-1].get("more_body"):
                break
        if len(body) <= MOST_READ:
            found = heard_over_http(body)
            if not isinstance(found, str):
                await _refuse(found, send)
                return
            read = [{"type": "http.request", "body": found.encode(), "more_body": False}]

        async def again() -> Message:
            return read.pop(0) if read else await receive()

        await app(scope, again, send)

    return judged


async def _refuse(error: types.JSONRPCError, send: Any) -> None:
    said = error.model_dump_json(by_alias=True, exclude_unset=True).encode()
    head = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(said))]
    await send({"type": "http.response.start", "status": 400, "headers": head})
    await send({"type": "http.response.body", "body": said})


def _has_token(scope: Message, token: str) -> bool:
    said = dict(scope["headers"]).get(b"authorization", b"")
    begins = said[: len(BEARER)].lower() == BEARER
    return begins and compare_digest(said[len(BEARER) :].strip(), token.encode())
