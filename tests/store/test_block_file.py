"""The file of a block says the block, and nothing else does."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.facts.blocks import Block, block_id
from memento_cli.core.security.trust import TRUSTS
from memento_cli.errors import BadData
from memento_cli.store.records.registry import codec_of
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.writer import rendered
from tests.store.helpers import new_store, put
from tests.store.values import moments, names, refs, texts, words

CODEC = codec_of("blocks", UTC)
blocks = st.builds(Block, names, words, moments, st.none() | refs, texts, st.sampled_from(TRUSTS))
GOOD: dict[str, Any] = {
    "name": "user_model",
    "content": "Likes tea",
    "updated": "2025-02-01T12:00:00Z",
}


@given(blocks)
def test_a_block_is_read_as_it_was_written(block: Block) -> None:
    """Every sign of its content comes back."""
    raw = rendered(CODEC.data(block)).encode()
    assert CODEC.value(block_id(block.name, block.persona), parsed(raw, "x").data) == block


def test_a_persona_may_stand_as_a_bare_name() -> None:
    """A person who writes the file by hand need not know the form of references."""
    id = block_id("user_model", "ctx://person/herta")
    read = CODEC.value(id, {"block": GOOD | {"persona": "herta"}})
    assert read == Block(
        "user_model", "Likes tea", datetime(2025, 2, 1, 12, tzinfo=UTC), "ctx://person/herta"
    )


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"name": ""}, "block.name: is empty"),
        ({"content": " "}, "block.content: is empty"),
        ({"content": 5}, "block.content: 5 is not text"),
        ({"updated": "soon"}, "block.updated"),
        ({"description": []}, "block.description: [] is not text"),
        ({"name": "other"}, "block.name: the file of that block is other.toml"),
        ({"persona": "herta"}, "block.name: the file of that block is herta-user-model-"),
    ],
)
def test_one_problem_is_named(wrong: dict[str, Any], problem: str, tmp_path: Path) -> None:
    """At its key, with the file; also that a file has the name of another block."""
    store = new_store(tmp_path / "s")
    path = put(store, "user_model", rendered({"block": GOOD | wrong}), "blocks")
    with pytest.raises(BadData) as caught:
        store.held("blocks").read("user_model")
    assert caught.value.where == str(path)
    assert len(caught.value.problems) == 1 and caught.value.problems[0].startswith(problem)


def test_all_problems_come_at_once() -> None:
    """A file that says nothing lacks all that it must have."""
    with pytest.raises(BadData) as caught:
        CODEC.value("x", {"block": {}})
    assert caught.value.problems == [f"missing block.{key}" for key in GOOD]
