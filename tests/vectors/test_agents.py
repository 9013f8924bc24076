"""What agents are told of meaning by the server for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mcp import Client

from memento_cli import Store
from memento_cli.actions.vectors.asking import meaning_of
from memento_cli.core.recall.query import Query
from tests.conftest import Ran
from tests.mcp.clients import talk, text_of, value_of
from tests.vectors.stub_server import StubServer

Call = Callable[..., Ran]
LACKING = "Found by words alone: what means the same could not be looked for."


def test_an_agent_is_told_that_meaning_is_missing(filled: Store, stub: StubServer) -> None:
    """Both in the text and in the value, and with no word of the provider's; otherwise nothing is
    said."""

    async def ask(client: Client) -> list[Any]:
        return [await client.call_tool("recall", {"query": "hotel"}) for _ in range(2)]

    first, again = talk(filled, ask)
    assert value_of(first)["total"] == 1 and LACKING not in text_of(first) + text_of(again)
    stub.fault("bad request")

    async def ask_in_vain(client: Client) -> list[Any]:
        return [await client.call_tool("recall", {"query": "guesthouse"}) for _ in range(2)]

    async def ask_for_context(client: Client) -> list[Any]:
        args = {"query": "guesthouse", "token_budget": 300}
        return [await client.call_tool("context", args)]

    for answer in talk(filled, ask_in_vain) + talk(filled, ask_for_context):
        assert value_of(answer)["text"].endswith(LACKING) and LACKING in text_of(answer)
        assert stub.url not in answer.content[0].text and "field" not in answer.content[0].text


def test_hidden_memories_do_not_move_what_is_near_enough(
    filled: Store, call: Call, tmp_path: Path
) -> None:
    """From which cosine on a text is found without a word tells a bounded reader nothing of how
    many memories are hidden."""
    bounded = Query(words=("automobile",), within=Query(min_privacy="public"))

    def alone() -> float:
        with meaning_of(filled, bounded) as (meaning, is_missing):
            assert meaning and not is_missing
            return meaning.alone

    before = alone()
    rows = [json.dumps({"summary": f"Hidden car {place}"}) for place in range(200)]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(rows))
    assert call("import", str(file)).code == 0
    assert call("store", "vectors", "fill").code == 0
    assert alone() == before
