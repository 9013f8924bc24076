"""Blocks: their names, what each is for, and the files that they have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.facts.blocks import STANDARD, Block, block_content, block_id, block_name
from memento_cli.errors import BadValue
from tests.core.values import START

HERTA = "ctx://person/herta"
names = st.text(min_size=1, max_size=12).filter(lambda name: name.strip() and name.isprintable())


def test_the_standard_names_are_those_of_the_document() -> None:
    """Document 000 names three blocks and says what they are for."""
    assert list(STANDARD) == ["persona_state", "user_model", "active_context"]


@pytest.mark.parametrize(
    ("block", "purpose"),
    [
        (Block("user_model", "x", START), STANDARD["user_model"]),
        (Block("user_model", "x", START, description="tea"), "tea"),
        (Block("mine", "x", START), ""),
    ],
)
def test_a_block_is_for_what_it_says_or_its_standard_name(block: Block, purpose: str) -> None:
    """Its own description wins; a custom name without one says nothing."""
    assert block.purpose == purpose


@pytest.mark.parametrize("name", [None, "", "  ", "x" * 101])
def test_what_can_be_no_name_is_refused(name: str | None) -> None:
    """No name, or one of more than a hundred signs."""
    with pytest.raises(BadValue, match="name"):
        block_name(name)


@pytest.mark.parametrize("content", [None, "", " \n\t"])
def test_content_that_says_nothing_is_refused(content: str | None) -> None:
    """An empty block is an error, which says what is missing."""
    with pytest.raises(BadValue, match="content"):
        block_content(content)


def test_content_is_never_changed() -> None:
    """Not a space of it is cut, at the end either."""
    assert block_content("  a\n\n") == "  a\n\n"


@given(names, names)
def test_each_name_and_persona_has_a_file_of_its_own(one: str, other: str) -> None:
    """A block of nobody and one of a persona never share a file, nor do two names."""
    ids = {block_id(one, None), block_id(one, HERTA), block_id(one, "ctx://~a/person/herta")}
    assert len(ids) == 3
    here = Block(one, "x", START, HERTA)
    assert here.is_called(other, HERTA) == (block_id(one, HERTA) == block_id(other, HERTA))
    assert not here.is_called(one, None)


def test_capitals_and_spaces_make_no_other_block() -> None:
    """Names that a case-insensitive disk cannot keep apart are one."""
    assert block_id("User  Model", None) == block_id("user model", None)
    assert Block("User Model", "x", START).is_called("user  model", None)
