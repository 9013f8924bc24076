"""The lines of stdin: messages are passed on, and whatever is none is answered, too.

The SDK drops a line that it cannot read, and whoever has sent it waits for ever: JavaScript cuts
emoji in half, clients of 2025-03-26 send batches, and any can send what is no JSON.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from json import dumps, loads
from typing import Any, BinaryIO

import mcp_types as types

from memento_cli.store.strict_json import whole_signs

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

    Bytes that are no UTF-8, and halves of signs, are read as U+FFFD.
    """
    text = line.decode(errors="replace")
    if not text.strip():
        return []
    message = _message(text)
    if message and not isinstance(message, types.JSONRPCNotification):
        return [text]
    try:
        value = whole_signs(loads(text))
    except (ValueError, RecursionError):
        return [_error("this is no JSON", None)]
    return (
        [_judged(one) for one in value] if value and isinstance(value, list) else [_judged(value)]
    )


def _judged(value: Any) -> Heard:
    """A message as a line of its own; an error for what is none, or has an id that is none."""
    text = dumps(value)
    message = _message(text)
    asks = isinstance(value, dict) and "id" in value
    if message and not (asks and isinstance(message, types.JSONRPCNotification)):
        return text
    id = value["id"] if asks and "result" not in value and "error" not in value else None
    known = isinstance(id, int | str) and not isinstance(id, bool)
    return _error("this is no message of JSON-RPC 2.0", id if known else None)


def _message(text: str) -> types.JSONRPCMessage | None:
    try:
        return types.jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValueError:
        return None


def _error(message: str, id: int | str | None) -> types.JSONRPCError:
    code = types.PARSE_ERROR if id is None else types.INVALID_REQUEST
    return types.JSONRPCError(
        jsonrpc="2.0", id=id, error=types.ErrorData(code=code, message=message)
    )
