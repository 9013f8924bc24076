"""Observations as memories."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_cli.core.graph.observations import observation_draft, observation_text
from memento_cli.core.memory.memory import SUMMARY_SIGNS, Content, one_line
from memento_cli.core.text.visible import narrow

TEXTS = st.text(st.sampled_from("ab .…\n\t\x00。é")) | st.text()


@given(TEXTS)
@example("a\rb")
@example("\xad")
@example("\xad\nab")
def test_an_observation_comes_back_as_it_was(text: str) -> None:
    """But for white space around it, and how its lines end; its summary is one plain line."""
    draft = observation_draft(text, "Acme", "")
    kept = text.replace("\r\n", "\n").strip()
    if draft.summary:
        assert observation_text(Content(draft.summary, draft.detail)) == kept
        assert one_line(draft.summary).isprintable() or "\x00" not in draft.summary
        assert len(draft.summary) <= SUMMARY_SIGNS + 2
    else:
        assert not narrow(kept).strip()


@pytest.mark.parametrize(
    ("text", "summary", "detail"),
    [
        ("Speaks Spanish. And French.", "Speaks Spanish. And French.", ""),
        ("one\ntwo", "one", "two"),
        ("wait …\nfor it", "wait …", "wait …\nfor it"),
        ("x" * 201, "x" * 200 + " …", "x" * 201),
        (" \n\x00", "", ""),
    ],
)
def test_the_first_line_is_the_summary(text: str, summary: str, detail: str) -> None:
    """A line that is no summary is cut, and then the detail is all of it."""
    draft = observation_draft(text, "Acme", "")
    assert (draft.summary, draft.detail) == (summary, detail)


def test_what_people_wrote_is_told_whole() -> None:
    """A summary that ends in dots is no cut one, unless the detail begins with it."""
    assert observation_text(Content("So it goes …", "and on")) == "So it goes …\nand on"


def test_it_mentions_its_entity_and_a_person_as_one() -> None:
    """A name that is no person's reference is a topic alone."""
    assert observation_draft("x", "Alex", "Person").tags.people == ("ctx://person/Alex",)
    assert observation_draft("x", "a/b", "person").tags.people == ()
    assert observation_draft("x", "Acme", "company").tags.topics == ("Acme",)
