"""Event logs: lines that are never changed, in files with one writer each."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.events.events import SOURCES, Event, Words
from memento_cli.core.memory.about import About
from memento_cli.errors import BadData
from memento_cli.store.directory.store import Store
from memento_cli.store.journal.event_lines import event_in_line, event_line
from memento_cli.store.journal.event_log import BadEvent
from memento_cli.store.redaction.logs import blanked_events
from tests.store.helpers import ALEX, NOW

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
moments = st.datetimes(timezones=st.just(NOW.tzinfo))
abouts = st.builds(
    About,
    st.none() | moments,
    st.none() | moments,
    st.none() | st.integers(1, 9999),
    st.none() | st.integers(1, 9999),
    st.none() | st.sampled_from(("high", "work")),
    st.floats(0, 1),
) | st.just(About())
words = st.builds(Words, texts, texts, texts, texts, st.lists(texts.filter(bool)).map(tuple))
events = st.builds(
    Event,
    id=st.just("01m7y0r7r0q3gnaapm15qw167q"),
    at=moments,
    source=st.sampled_from(SOURCES),
    by=st.just("alex-laptop"),
    person=st.just(ALEX),
    words=words,
    client=texts,
    session=texts,
    project=texts,
    people=st.lists(texts).map(tuple),
    done=st.booleans(),
    reply_to=st.just("") | st.just("01m7y0r7r0q3gnaapm15qw167p"),
    about=abouts,
    came=st.just("") | st.just("0123"),
    allowed=st.lists(texts).map(tuple),
    more=st.just({}),
)


@given(events)
def test_an_event_is_read_as_it_was_written(event: Event) -> None:
    """On one line, whatever signs are in it."""
    line = event_line(event)
    assert "\n" not in line and "\r" not in line
    assert event_in_line(line.encode()) == event


def test_a_stage_of_life_that_is_none_says_nothing() -> None:
    """Of the time that an event is about all else is read."""
    said = {"life_stage": "kindergarten", "year_start": 2018, "confidence": 0.5}
    line = event_line(Event("e1", NOW, SOURCES[0], "b", ALEX, Words("Hi")))[:-1]
    about = event_in_line(f'{line}, "about": {json.dumps(said)}}}'.encode()).about
    assert about == About(year_start=2018, confidence=0.5)


def test_keys_that_nobody_knows_are_kept() -> None:
    """A newer memento may have written them; an erasure does not take them."""
    raw = '{"id": "e1", "at": "2026-01-01T00:00:00Z", "source": "chat", "by": "x",'
    raw += ' "person": "y", "mood": 3, "text": {"user": "hi"}}'
    assert event_line(event_in_line(raw.encode())) == raw
    assert json.loads(blanked_events(raw.encode(), ["e1"]))["mood"] == 3


BAD = [
    b"",
    b"[]",
    b"{",
    b'{"id": "e1"}',
    b'{"id": "e1", "at": "soon", "source": "chat", "by": "x", "person": "y"}',
    b'{"id": "../e1", "at": "2026-01-01T00:00:00Z", "source": "chat", "by": "x", "person": "y"}',
    b'{"id": "e1", "at": "2026-01-01T00:00:00Z", "source": "magic", "by": "x", "person": "y"}',
    b'{"id": 7, "at": "2026-01-01T00:00:00Z", "source": "chat", "by": "x", "person": "y"}',
    b'{"id": "e1", "at": "2026-01-01T00:00:00Z", "source": "chat", "by": "x", "person": "y",'
    b' "text": ["hi"]}',
    b'{"id": "e1", "at": "2026-01-01T00:00:00Z", "source": "chat", "by": "x", "person": "y",'
    b' "text": {"user": 7}}',
    b'{"id": "e1", "at": "2026-01-01T00:00:00Z", "source": "chat", "by": "x", "person": "y",'
    b' "with": "ann"}',
    b'{"id": "\\u0065\\u0031", "at": "2026-01-01T00:00:00Z", "source": "chat", "by": "x",'
    b' "person": "y"}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("raw", BAD)
def test_what_is_no_event_is_a_named_problem(raw: bytes) -> None:
    """Never a traceback."""
    with pytest.raises(BadData):
        event_in_line(raw)


def observed(store: Store, *said: str, **more: Any) -> list[Event]:
    fresh = [Event("", NOW, "chat", "", ALEX, Words(said=text), **more) for text in said]
    with store.lock.held():
        given_ids = store.events.signed(fresh)
        store.events.append(given_ids)
    return given_ids


def test_events_are_read_in_the_order_in_which_they_were_written(store: Store) -> None:
    """With ids that rise, whatever the clock does."""
    written = [*observed(store, "one", "two"), *observed(store, "three")]
    assert list(store.events.events()) == written
    assert [event.id for event in written] == sorted({event.id for event in written})


def test_a_broken_line_costs_only_itself(store: Store) -> None:
    """It is named with its place, and the torn tail of a kill is healed by the next event."""
    observed(store, "one")
    (path,) = store.events.files()
    with open(path, "ab") as file:
        file.write(b'{"id": "torn')
    observed(store, "two")
    found = list(store.events.events())
    assert [one.text for one in found if isinstance(one, Event)] == ["one", "two"]
    assert [one.where for one in found if isinstance(one, BadEvent)] == [f"{path}:2"]


def test_two_logs_with_one_event_have_it_once(store: Store) -> None:
    """As after a copy of a clone, or a merge by hand."""
    observed(store, "one")
    (path,) = store.events.files()
    Path(path).with_name("copy-0000.jsonl").write_bytes(Path(path).read_bytes())
    assert len(list(store.events.events())) == 1


def test_an_event_is_found_by_how_its_id_begins(store: Store) -> None:
    """Without reading logs of months before it was given."""
    one, two = observed(store, "one", "two")
    assert list(store.events.beginning(one.id)) == [one]
    assert {event.id for event in store.events.beginning(one.id[:4])} == {one.id, two.id}
    assert list(store.events.beginning("zzz")) == []
    os.makedirs(os.path.join(store.events.folder, "1999-01"))
    assert list(store.events.beginning(two.id)) == [two]


def test_the_last_turn_of_a_talk_is_found_from_the_end(store: Store) -> None:
    """Also where the newest month has none of that client."""
    first, *_ = observed(store, "one", client="phone")
    (path,) = store.events.files()
    older = Path(store.events.folder, "2001-01", os.path.basename(path))
    older.parent.mkdir()
    os.rename(path, older)
    observed(store, "two", client="desk")
    asked = Event("", NOW + timedelta(days=1), "chat", "", ALEX, Words("hi"), client="phone")
    assert store.events.last_turn(asked) == first


def test_a_folder_that_leads_elsewhere_is_not_followed(store: Store, tmp_path: Path) -> None:
    """Neither to read nor to write there."""
    os.symlink(tmp_path, os.path.join(store.root, "events"))
    with pytest.raises(BadData, match="leads out"):
        observed(store, "one")
    assert not list(tmp_path.glob("*/*.jsonl"))


def test_half_a_sign_is_read_as_the_sign_for_what_is_none() -> None:
    """Programs that cut texts between UTF-16 units write halves, which nothing else takes."""
    for half in ("\\ud83d", "\\uDE00", "\ud800"):
        raw = '{"id": "e1", "at": "2026-01-01T00:00:00Z", "source": "chat", "by": "x", "client":'
        raw += f' "c{half}", "person": "y", "text": {{"user": "hi {half} \\ud83d\\ude00"}}}}'
        event = event_in_line(raw.encode(errors="surrogatepass"))
        assert (event.client, event.words.user) == ("c\ufffd", "hi \ufffd \U0001f600")


def test_an_event_is_found_where_a_hand_has_put_it(store: Store) -> None:
    """In the folder of an older month, and as the last line without an end."""
    _, two = observed(store, "one", "two")
    (path,) = store.events.files()
    older = Path(store.events.folder, "2001-01", os.path.basename(path))
    older.parent.mkdir()
    os.rename(path, older)
    older.write_bytes(older.read_bytes().rstrip(b"\n"))
    assert list(store.events.beginning(two.id)) == [two]
    assert store.events.named([two.id, "e1"]) == {two.id: two}


@given(st.lists(events.map(lambda event: event._replace(words=Words(said="a")))), st.booleans())
def test_an_erasure_takes_no_line_of_another_event(others: list[Event], is_known: bool) -> None:
    """Not of one that replies to it, nor of one that only a newer memento can read."""
    rows = [
        event_line(event._replace(id=f"e{place}", reply_to="erased")).replace(
            f'"source": "{event.source}"', f'"source": "{event.source if is_known else "voice"}"'
        )
        for place, event in enumerate(others)
    ]
    raw = "\n".join([*rows, ""]).encode()
    assert blanked_events(raw, ["erased"]) == raw
