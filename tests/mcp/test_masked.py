"""No answer of a server repeats a secret that its client said, whatever hides in it or parts it."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Iterator, Mapping
from itertools import count
from random import Random
from typing import Any
from urllib.parse import quote, unquote

import httpx2
import pytest
from mcp import Client, MCPError

from memento_cli import Store
from memento_cli.core.security.disguises import unescaped
from memento_cli.core.text.visible import narrow
from tests.conftest import LONGER
from tests.mcp.clients import HTTP, STDIO, TOKEN, lines, listening, talk
from tests.store.helpers import recorded

LETTERS = "aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2"
REST = LETTERS[4:].lower()
ALL_OVER = "hidden signs all over"
FORMS = {
    "plain": "ghp_" + LETTERS,
    "one hidden sign": "ghp_\u200b" + LETTERS,
    ALL_OVER: "\u200b".join("ghp_" + LETTERS),
    "a soft hyphen": "ghp_\xad" + LETTERS[:9] + "\xad" + LETTERS[9:],
    "a tag": "ghp_aB1c\U000e0041" + LETTERS[4:],
    "full width": "ghp_" + "".join(chr(ord(sign) + 0xFEE0) for sign in LETTERS),
    "after much": "x" * 30 + " ghp_\u2060" + LETTERS,
}
TRIED, EVERY = Random(LONGER).sample([*FORMS], 2), 1 if LONGER else 3
"""A form takes ten seconds: each longer run tries others, and all that is said; the usual one says
each so many-th."""
ALL, COMPANION = ("--toolset", "full"), ("--toolset", "companion,review")
PART = 8
"""So many signs on end of what may not be shown are too many."""


def leak_in(text: str) -> str:
    """What of the token an answer has, however it is written there; nothing if all is well."""
    plain = narrow(unescaped(unescaped(unquote(text)))).lower()
    bare = re.sub(r"[^a-z0-9]", "", plain)
    found = (REST[at : at + PART] for at in range(len(REST) - PART + 1))
    return next((part for part in found if part in bare), "")


def sayings(schema: Mapping[str, Any], token: str) -> Iterator[dict[str, Any]]:
    """Arguments of a tool with the token: each field alone, wherever a text may stand, and all;
    also under a name that it has not, and where a number is due."""
    fields = schema.get("properties", {})
    for act in fields.get("act", {}).get("enum", [None]):
        base = {"act": act} if act else {}
        needed = {name: token for name in schema.get("required", ()) if name != "act"}
        yield base | needed | {token: 1}
        yield base | needed | {token: token}
        yield base | {name: _of(one, token) for name, one in fields.items() if name not in base}
        for name, one in fields.items():
            for said in (_of(one, token), token, [token], {token: token}):
                yield base | {name: said}
                yield base | needed | {name: said}
    yield {"act": token}


def _of(schema: Mapping[str, Any], token: str) -> Any:
    """A value of about this form."""
    if schema.get("type") == "array":
        return [_of(schema.get("items", {}), token)]
    if schema.get("type") == "object":
        return {name: _of(one, token) for name, one in schema.get("properties", {}).items()}
    return token


@pytest.mark.parametrize(
    ("form", "over", "more"),
    [
        (ALL_OVER, STDIO, ALL),
        *(pytest.param(form, STDIO, ALL, marks=pytest.mark.longer) for form in TRIED),
        *(pytest.param(form, STDIO, COMPANION, marks=pytest.mark.longer) for form in TRIED),
        (ALL_OVER, HTTP, ("--compat", "server-memory")),
    ],
)
def test_no_error_repeats_a_secret(
    store: Store, form: str, over: str, more: tuple[str, ...]
) -> None:
    """Every tool, every field, every prompt and address: what is wrong with it is told, and of a
    token nothing but what may be shown, in whatever way the answer writes it."""
    token = FORMS[form]
    recorded(store, "Sencha is green")

    async def work(client: Client) -> None:
        asked = count()

        async def heard(call: Awaitable[Any]) -> str:
            next(asked)
            try:
                answer = await call
            except MCPError as problem:
                return f"{problem} {problem.error.data}"
            return answer.model_dump_json() if getattr(answer, "is_error", False) else ""

        for tool in (await client.list_tools()).tools:
            for said in [*sayings(tool.input_schema, token)][::EVERY]:
                told = await heard(client.call_tool(tool.name, said))
                assert not leak_in(told), (tool.name, said, told)
        for path in ("memory/", "block/", "memory/search?query=", "context?token_budget=", ""):
            for uri in (f"memento://{path}{token}", f"memento://{path}{quote(token)}"):
                told = await heard(client.read_resource(uri))
                assert not leak_in(told), (uri, told)
        for more in ({token: "x", "query": "x"}, {"query": "x", "token_budget": token}):
            told = await heard(client.get_prompt("memory_injection", more))
            assert not leak_in(told), (more, told)
        assert not leak_in(await heard(client.get_prompt(token)))
        told = await heard(client.call_tool(token, {}))
        assert "unknown tool" in told and not leak_in(told), told
        assert next(asked) > 30

    talk(store, work, *more, over=over)


@pytest.mark.parametrize("form", FORMS)
def test_no_error_of_the_protocol_repeats_a_secret(store: Store, form: str) -> None:
    """A method that is none, one said twice as long, a version or a request that cannot be."""
    token = FORMS[form]
    asked: list[dict[str, Any]] = [
        {"method": token},
        {"method": f"{token} {token} " * 9},
        {"method": f"tools/{token}", "params": {token: token}},
        {"method": "tools/call", "params": {"name": [token], "arguments": token}},
        {"method": "tools/call", "params": token},
        {"method": "initialize", "params": {"protocolVersion": token, token: token}},
        {"method": "ping", "id": {token: token}},
        {"method": [token]},
        {"method": "ping", "jsonrpc": token},
    ]
    with lines(store) as server, listening(store) as url:
        server.begin("2025-11-25")
        for nth, said in enumerate(asked):
            message = {"jsonrpc": "2.0", "id": nth + 1, **said}
            server.send(message)
            told = json.dumps(server.next())
            assert "error" in told and not leak_in(told), (said, told)
            for version in ("2025-11-25", "2026-07-28", quote(token)):
                headers = {
                    "Authorization": f"Bearer {TOKEN}",
                    "Accept": "application/json, text/event-stream",
                    "MCP-Protocol-Version": version,
                }
                answer = httpx2.post(url, json=message, headers=headers)
                assert not leak_in(answer.text), (said, answer.text)
