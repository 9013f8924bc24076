"""Events as values: what may be kept, what replies to what, and how an event is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.events.events import (
    CHAT,
    IMAGE,
    MOST_IMAGES,
    NOTIFICATION,
    PROACTIVE,
    REQUEST,
    SOURCES,
    TEXT_LIMIT,
    Event,
    Words,
    checked_event,
    dialogue,
    event_passage,
    is_complete,
    replied_to,
)
from memento_cli.core.memory.about import About
from memento_cli.errors import BadValue, Refused

AT = datetime(2026, 1, 10, 5, 6, 59, tzinfo=UTC)
ALEX = "ctx://person/alex"


def turn(id: str = "e1", user: str = "Hello", assistant: str = "Hi", **more: Any) -> Event:
    event = Event(id, AT, CHAT, "phone", ALEX, Words(user, assistant))
    return event._replace(**more)


def test_a_meta_request_is_not_kept_and_what_comes_of_it_is() -> None:
    """Document 003 §1: the request goes, its result has a source of its own."""
    with pytest.raises(Refused, match="meta request") as refused:
        checked_event(turn(source=REQUEST))
    assert PROACTIVE in refused.value.hint
    assert checked_event(turn(source=PROACTIVE)).source == PROACTIVE


@pytest.mark.parametrize(
    "event",
    [
        turn(words=Words()),
        turn(words=Words(user=" \n ")),
        turn(words=Words(speaker="Ann")),
        turn(words=Words(user="x" * (TEXT_LIMIT + 1))),
        turn(words=Words(images=("a dog",) * (MOST_IMAGES + 1))),
        turn(source="telepathy"),
        turn(about=About(year_start=2018)),
    ],
)
def test_what_is_no_event_is_an_error_that_says_so(event: Event) -> None:
    """Nothing is kept without words, of no known source, or by a time without a doubt."""
    with pytest.raises(BadValue):
        checked_event(event)


@pytest.mark.parametrize(
    ("words", "source", "done"),
    [
        (Words("Hello", "Hi"), CHAT, True),
        (Words("Hello"), CHAT, False),
        (Words(assistant="I was thinking"), CHAT, True),
        (Words(said="Hey", speaker="Ann"), CHAT, True),
        (Words("Hello"), NOTIFICATION, True),
    ],
)
def test_a_turn_ends_when_the_user_is_answered(words: Words, source: str, done: bool) -> None:
    """What nobody has to answer has come to its end."""
    assert is_complete(words, source) is done


def test_a_turn_replies_to_the_last_finished_one_of_its_client() -> None:
    """Neither to another client's, nor to one that was broken off, nor to one of later."""
    earlier = [
        turn("1", client="a"),
        turn("2", client="b"),
        turn("3", client="a", done=False),
        turn("4", client="a", at=AT + timedelta(hours=1)),
        turn("5", client="a", source=NOTIFICATION),
        turn("6", client="a", session="other"),
    ]
    assert replied_to(turn("9", client="a"), earlier) == "1"
    assert replied_to(turn("9", client="a"), []) == ""
    assert replied_to(turn("9", client="c"), earlier) == ""
    assert replied_to(turn("9", client="a", source=NOTIFICATION), earlier) == ""


def test_an_event_is_told_as_a_memory_that_does_not_fade() -> None:
    """Recent by when it was recorded (document 003 §6-1), with when its matter was."""
    event = turn(session="s", client="phone", about=About(year_start=2018, confidence=0.8))
    told = event_passage(event)
    assert (told.id, told.created, told.session, told.agent) == ("events/e1", AT, "s", "phone")
    assert told.fade.law.name == "never"
    about = {"memory.about.year_start": 2018, "memory.about.confidence": 0.8}
    assert told.more == about | {"memory.origin.trust": "agent"}


def test_a_dialogue_says_who_said_what() -> None:
    """The user, by name where that is told, the assistant, a speaker, and what is on images."""
    words = Words("Look", "Nice", images=("a red kite",))
    assert dialogue(turn(words=words)) == [
        ("user", "Look"),
        ("assistant", "Nice"),
        ("image", "a red kite"),
    ]
    assert dialogue(turn(words=Words("Look", speaker="Kenji"))) == [("Kenji", "Look")]
    said = turn(words=Words(said="Hey", speaker="Ann"))
    assert dialogue(said) == [("Ann", "Hey")] and said.text == "Ann: Hey"
    assert dialogue(turn(source=IMAGE, words=Words(said="a cat"))) == [("image", "a cat")]


@given(st.text(), st.text(), st.lists(st.text(), max_size=3), st.sampled_from(SOURCES))
def test_all_that_was_said_is_in_the_text(
    user: str, assistant: str, images: list[str], source: str
) -> None:
    """Nothing of a turn is lost on the way to a search."""
    event = turn(source=source, words=Words(user, assistant, images=tuple(images)))
    for part in filter(None, (user, assistant, *images)):
        assert part in event.text
