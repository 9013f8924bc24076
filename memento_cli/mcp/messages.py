"""What comes in by either door: messages are passed on, and whatever is none is answered, too.

The SDK drops a line that it cannot read, and takes a request with an id that is none for a notice,
so whoever has sent it waits for ever: JavaScript cuts emoji in half, clients of 2025-03-26 send
batches, and any can send what is no JSON. Over HTTP its answer has the whole request in it.

By JSON-RPC 2.0 what is no JSON is -32700, and what is no request -32600, under its id; under null
where it has none that an answer can say again: one that is neither text nor a whole number, that is
cut in a sign, or has more digits than Python reads.
"""

from __future__ import annotations

import os
from json import dumps, loads
from math import nan
from typing import TYPE_CHECKING, Any, BinaryIO

import mcp_types as types

from memento_cli.store.files.strict_json import without_surrogates

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable

MOST_DIGITS = 4000
"""So many digits a number has at most; Python reads 4,300."""
Heard = str | types.JSONRPCError
"""A message as its line, or what a line is answered that is none."""


def taken_stdin() -> BinaryIO:
    """The process's stdin for the protocol alone: whoever else reads from it finds nothing."""
    wire = os.fdopen(os.dup(0), "rb", closefd=False)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return wire


async def messages(
    lines: AsyncIterable[bytes], answer: Callable[[types.JSONRPCError], Awaitable[None]]
) -> AsyncIterator[str]:
    """The messages of these lines, one after the other; what is none is answered at once."""
    async for line in lines:
        for one in heard(line):
            if isinstance(one, str):
                yield one
            else:
                await answer(one)


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
    return (
        [_judged(one) for one in value] if value and isinstance(value, list) else [_judged(value)]
    )


def heard_over_http(body: bytes) -> Heard:
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
