"""How a server is reached: over stdin and stdout, or over HTTP on this machine alone.

By either door messages are passed on, and whatever is none is answered, too. The SDK drops a line
that it cannot read, and takes a request with an id that is none for a notice, so whoever has sent
it waits for ever: JavaScript cuts emoji in half, clients of 2025-03-26 send batches, and any can
send what is no JSON. Over HTTP its answer has the whole request in it.

By JSON-RPC 2.0 what is no JSON is -32700, and what is no request -32600, under its id; under null
where it has none that an answer can say again: one that is neither text nor a whole number, that is
cut in a sign, or has more digits than Python reads.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import contextmanager
from hmac import compare_digest
from ipaddress import ip_address
from json import dumps, loads
from math import nan
from typing import TYPE_CHECKING, Any, BinaryIO

import anyio
import mcp_types as types
from anyio.abc import ObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.message import SessionMessage

from memento_cli.core.text.strict_json import without_surrogates
from memento_cli.errors import Failed, Usage
from memento_cli.tools.tool import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Iterator

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

MOST_DIGITS = 4000
"""So many digits a number has at most; Python reads 4,300."""
Heard = str | types.JSONRPCError
"""A message as its line, or what a line is answered that is none."""
CANCELLED, LISTEN = "notifications/cancelled", "subscriptions/listen"
"""The second is a request that is answered for as long as its client listens."""
MOST_SECONDS, PAUSE = 10.0, 0.01
"""So long the requests that a client has sent before it closed stdin are waited for."""


def over_stdio(server: Server[Any]) -> None:
    """Serve the one client that started the process, until it closes stdin and is answered."""

    async def serve() -> None:
        async def answer(error: types.JSONRPCError) -> None:
            await write.send(SessionMessage(error))

        waiting = list[str | int]()
        stdin: Any = messages(anyio.wrap_file(_taken_stdin()), answer, waiting)
        async with stdio_server(stdin=stdin) as (read, write):
            sent: Any = _Sent(write, waiting)
            await server.run(read, sent, server.create_initialization_options())

    try:
        anyio.run(serve)
    except* BrokenPipeError:
        pass  # the client is gone, and hears of nothing any more


class _Sent(ObjectSendStream[SessionMessage]):
    """What is sent to a client; a request that it answers waits no longer."""

    def __init__(self, stream: Any, waiting: list[str | int]) -> None:
        self.stream, self.waiting = stream, waiting

    async def send(self, item: SessionMessage) -> None:
        """Send one message."""
        await self.stream.send(item)
        if not isinstance(item.message, types.JSONRPCRequest | types.JSONRPCNotification):
            _drop(self.waiting, item.message.id)

    async def aclose(self) -> None:
        """Send no more."""
        await self.stream.aclose()


Address = tuple[str, int]
"""A host on this machine, and a port; 0 is any that is free."""


def over_http(
    server: Server[Any], address: Address, token: str, tell: Callable[[str], None]
) -> None:
    """Serve whoever has the token, on this machine; `tell` hears where. Failed if that is taken."""
    import uvicorn

    with listening_at(address, tell) as (listening, shown):
        config = settings_of(with_token(app_of(server, shown), token))
        uvicorn.Server(config).run(sockets=[listening])


@contextmanager
def listening_at(address: Address, tell: Callable[[str], None]) -> Iterator[tuple[Any, str]]:
    """A socket that listens there, and how the host is written in an address; `tell` hears it."""
    import socket

    host, port = address
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
        yield listening, shown


def app_of(server: Server[Any], host: str) -> App:
    """What answers requests to a server that is reached under this name of this machine."""
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        host=host,
        max_request_body_size=MOST_READ,
        transport_security=_named_so(host),
    )
    return _heard_well(app)


def settings_of(app: App, **more: Any) -> Any:
    """How uvicorn is to serve: it logs what goes wrong, and no request."""
    import uvicorn

    return uvicorn.Config(app, log_level="warning", access_log=False, **more)


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
        if scope["type"] == "http" and not compare_digest(bearer_in(scope), token.encode()):
            await turn_away(send)
            return
        await app(scope, receive, send)

    return guarded


async def turn_away(send: Any) -> None:
    """401: whoever asks has no token, or one that counts no more."""
    head = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 401, "headers": head})
    await send({"type": "http.response.body", "body": b""})


def bearer_in(scope: Message) -> bytes:
    """The token that a request sends (`Authorization: Bearer ...`); empty if it sends none."""
    said: bytes = dict(scope["headers"]).get(b"authorization", b"")
    return said[len(BEARER) :].strip() if said[: len(BEARER)].lower() == BEARER else b""


def _heard_well(app: App) -> App:
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
            found = _heard_over_http(body)
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


def _taken_stdin() -> BinaryIO:
    """The process's stdin for the protocol alone: whoever else reads from it finds nothing."""
    wire = os.fdopen(os.dup(0), "rb", closefd=False)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return wire


async def messages(
    lines: AsyncIterable[bytes],
    answer: Callable[[types.JSONRPCError], Awaitable[None]],
    waiting: list[str | int],
) -> AsyncIterator[str]:
    """The messages of these lines, one after the other; what is none is answered at once.

    The SDK drops what is unanswered when they end, so they end when no request is `waiting`.
    """
    async for line in lines:
        for one in heard(line):
            if not isinstance(one, str):
                await answer(one)
                continue
            message = _message(one)
            if isinstance(message, types.JSONRPCRequest):
                waiting += [message.id] if message.method != LISTEN else []
            elif isinstance(message, types.JSONRPCNotification) and message.method == CANCELLED:
                _drop(waiting, (message.params or {}).get("requestId"))
            yield one
    with anyio.move_on_after(MOST_SECONDS):
        while waiting:
            await anyio.sleep(PAUSE)


def _drop(waiting: list[str | int], done: object) -> None:
    waiting[:] = [id for id in waiting if id != done]


def heard(line: bytes) -> list[Heard]:
    """What a line has: one message, those of a batch, or an error that says what is wrong with it.

    Bytes that are no UTF-8, and halves of signs, are read as U+FFFD, but for those of an id.
    """
    text = line.decode(errors="surrogateescape")
    if not text.strip():
        return []
    message = _message(text)
    if message and not isinstance(message, types.JSONRPCNotification):
        return [text]
    try:
        value = loads(text, parse_int=_whole_number)
    except (ValueError, RecursionError):
        return [_error(types.PARSE_ERROR, "this is no JSON", None)]
    return list(map(_judged, value if value and isinstance(value, list) else [value]))


def _heard_over_http(body: bytes) -> Heard:
    """The one message that the body of a request has, or an error that says what is wrong."""
    found = heard(body)
    if not found:
        return _error(types.PARSE_ERROR, "this is no JSON", None)
    if len(found) > 1 or body.lstrip().startswith(b"["):
        return _error(types.INVALID_REQUEST, "over HTTP each message is a request", None)
    return found[0]


def _whole_number(digits: str) -> int | float:
    """A number of JSON; what has more digits than Python reads is none (NaN)."""
    return int(digits) if len(digits) <= MOST_DIGITS else nan


def _judged(value: Any) -> Heard:
    """A message as a line of its own; an error for what is none, or has an id that is none."""
    asks = isinstance(value, dict) and "id" in value
    id = value["id"] if asks and "result" not in value and "error" not in value else None
    known = isinstance(id, int) and not isinstance(id, bool)
    known |= isinstance(id, str) and not any("\ud800" <= sign <= "\udfff" for sign in id)
    try:
        text = dumps(without_surrogates(value), allow_nan=False)
    except (ValueError, RecursionError):
        text = ""
    message = _message(text)
    is_notice = isinstance(message, types.JSONRPCNotification)
    if message and not (asks and is_notice) and (id is None or known):
        return text
    told = "this is no message of JSON-RPC 2.0"
    return _error(types.INVALID_REQUEST, told, id if known else None)


def _message(text: str) -> types.JSONRPCMessage | None:
    try:
        return types.jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValueError:
        return None


def _error(code: int, message: str, id: int | str | None) -> types.JSONRPCError:
    return types.JSONRPCError(
        jsonrpc="2.0", id=id, error=types.ErrorData(code=code, message=message)
    )
