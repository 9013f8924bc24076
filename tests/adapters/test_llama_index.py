"""A block of LlamaIndex's memory over a store: what a model is told, and what is kept."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from memento_cli import Store
from memento_cli.core.text.words import tokens_in
from memento_cli.store.directory.store import Store as Directory
from memento_cli.tools.request_context import ServerConfig
from tests.adapters.conftest import NOTE

memory = pytest.importorskip("llama_index.core.memory")
from llama_index.core.llms import ChatMessage  # noqa: E402

from memento_cli.adapters.llama_index import MementoBlock  # noqa: E402

KEY = "ghp_" + "a1B2" * 9


def said(text: str, role: str = "user") -> ChatMessage:
    """A message."""
    return ChatMessage(role=role, content=text)


def did(work: Any) -> Any:
    """What a coroutine answers."""
    return asyncio.run(work)


def memories(store: Store) -> list[str]:
    """What the memories say, but the one that was there."""
    opened = Directory(store.root).memories
    return [opened.read(id).value.content.detail for id in opened.ids() if id != NOTE]


def test_a_model_is_told_what_fits(config: ServerConfig) -> None:
    """Fenced, within the budget, and for the user's newest words, whatever signs are in them."""
    block = MementoBlock(config, token_budget=300)
    messages = [said("What does Alex drink -sencha at noon: tea?"), said("Well", "assistant")]
    told = did(block.aget(messages))
    assert "sencha" in told and "<<memory-data" in told and tokens_in(told) <= 300
    assert "sencha" in did(block.aget([])), "without a question the strongest"


def test_what_leaves_the_short_term_memory_becomes_a_memory(
    store: Store, config: ServerConfig
) -> None:
    """In LlamaIndex's own Memory: word for word, with who said it; and it is told again."""
    short = memory.Memory.from_defaults(
        session_id="one", token_limit=60, token_flush_size=10, chat_history_token_ratio=0.5,
        memory_blocks=[MementoBlock(config)],
    )  # fmt: skip

    async def talked() -> list[ChatMessage]:
        for number in range(4):
            await short.aput_messages(
                [said(f"Pizza number {number} was good"), said(f"Noted {number}", "assistant")]
            )
        return list(await short.aget(input="Which pizza was good?"))

    first = did(talked())[0]
    assert first.role == "system" and "Pizza number 0" in first.content
    assert any("user: Pizza number 0 was good" in one for one in memories(store))


def test_keys_are_left_out_and_bounds_hold(store: Store, config: ServerConfig) -> None:
    """Of a message with a key nothing is kept but that it was there; a reader keeps nothing."""
    did(MementoBlock(config._replace(read_only=True)).aput([said("Not kept")]))
    assert memories(store) == []
    did(MementoBlock(config).aput([said(f"It is {KEY}"), said(""), said("Sunny", "system")]))
    (kept,) = memories(store)
    assert KEY not in kept and "left out" in kept and "note: Sunny" in kept
