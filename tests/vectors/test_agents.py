"""What agents are told of meaning by the server for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mcp import Client

from memento_cli import Store
from tests.conftest import Ran
from tests.mcp.clients import talk, value_of
from tests.vectors.stub_server import StubServer

Call = Callable[..., Ran]
LACKING = "Found by words alone: what means the same could not be looked for."


def test_an_agent_is_told_that_meaning_is_missing(filled: Store, stub: StubServer) -> None:
    """Both in the text and in the value, and with no word of the provider's; otherwise nothing is
    said."""

    async def ask(client: Client) -> list[Any]:
        return [await client.call_tool("recall", {"query": "hotel"}) for _ in range(2)]

    first, again = talk(filled, ask)
    assert value_of(first)["total"] == 1 and "notes" not in value_of(first) | value_of(again)
    stub.fault("bad request")

    async def ask_in_vain(client: Client) -> list[Any]:
        return [await client.call_tool("recall", {"query": "guesthouse"}) for _ in range(2)]

    for answer in talk(filled, ask_in_vain):
        assert value_of(answer)["notes"] == [LACKING]
        assert answer.content[0].text.endswith(LACKING)
        assert stub.url not in answer.content[0].text and "field" not in answer.content[0].text
