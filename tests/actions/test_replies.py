"""What an event replies to: the same however it was observed, and with whom."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memento_cli.actions.events.observe import FEW, Stream, observe, observe_all
from memento_cli.actions.exchange.sources.entry import BadItem, EventItem
from memento_cli.core.events.events import CHAT, NOTIFICATION, Event, Words
from memento_cli.store.directory.store import Store
from memento_cli.store.journal.event_log import BadEvent, read_events
from tests.conftest import examples
from tests.store.helpers import NOW, new_store


def turn(said: str = "Hello", at: datetime = NOW, **more: Any) -> Event:
    event = Event("", at, CHAT, "", "", Words(said, "I see"), client="phone")
    return event._replace(**more)


turns = st.builds(
    turn,
    at=st.builds(
        lambda seconds, micros: NOW + timedelta(seconds=seconds, microseconds=micros),
        st.sampled_from((0, 1, 60, 9_000_000, 90_000_000)),
        st.sampled_from((0, 0, 1, 500_000)),
    ),
    client=st.sampled_from(("phone", "", "chat")),
    session=st.sampled_from(("", "", "phone")),
    source=st.sampled_from((CHAT, CHAT, CHAT, NOTIFICATION)),
    done=st.sampled_from((True, True, False)),
)


def kept(store: Store) -> list[Event]:
    return [event for event in store.events.events() if not isinstance(event, BadEvent)]


def replies(store: Store) -> list[int]:
    """Of each event the place of the one that it replies to, as they were observed; or -1."""
    events = sorted(kept(store), key=lambda event: event.id)
    places = {event.id: place for place, event in enumerate(events)}
    return [places.get(event.reply_to, -1) for event in events]


def by_hand(events: Sequence[Event]) -> list[int]:
    """The same as document 003 §4 has it: the last turn by then of those that were there."""
    found = []
    for place, event in enumerate(events):
        talk = (event.client, event.session)
        before = [
            (one.at, nth)
            for nth, one in enumerate(events[:place])
            if (one.client, one.session) == talk and one.is_answered and one.at <= event.at
        ]
        found.append(max(before)[1] if before and event.source == CHAT else -1)
    return found


def moved_to(store: Store, folder: str) -> None:
    """Put the logs of the newest month where another month, or another writer, has its own."""
    for path in store.events.files():
        target = Path(store.events.folder, folder, os.path.basename(path))
        target.parent.mkdir(exist_ok=True)
        with open(target, "ab") as file:
            file.write(Path(path).read_bytes())
        os.unlink(path)


@settings(max_examples=examples(60))
@given(st.lists(turns, max_size=12), st.integers(0, 12))
def test_replies_do_not_depend_on_how_events_are_observed(events: list[Event], cut: int) -> None:
    """One by one, together, as a long stream, and where some are in the log of an older month."""
    expected = by_hand(events)
    with TemporaryDirectory() as folder:
        alone, together, known = (new_store(Path(folder, name)) for name in ("a", "b", "c"))
        for place, event in enumerate(events):
            observe(alone, event)
            if place == cut:
                moved_to(alone, "2001-01")
        observe_all(together, [EventItem("in", event) for event in events])
        named = [event._replace(came=str(place)) for place, event in enumerate(events)]
        observe_all(known, [EventItem("in", event) for event in named])
        assert [replies(store) for store in (alone, together, known)] == [expected] * 3


def test_a_turn_replies_to_the_latest_whenever_that_was_written(store: Store) -> None:
    """What was imported last need not be what was said last."""
    said = {
        year: observe(store, turn(at=datetime(year, 5, 1, tzinfo=UTC))) for year in (2020, 2025)
    }
    observe(store, turn(at=datetime(2021, 5, 1, tzinfo=UTC)))
    assert observe(store, turn(at=datetime(2026, 5, 1, tzinfo=UTC))).reply_to == said[2025].id


def test_a_log_without_a_last_newline_has_a_last_turn(store: Store) -> None:
    """As a hand may leave it."""
    first = observe(store, turn())
    (path,) = store.events.files()
    os.truncate(path, os.path.getsize(path) - 1)
    assert observe(store, turn()).reply_to == first.id


def test_two_streams_at_once_read_of_each_other_only_what_is_new(store: Store) -> None:
    """Turns reply to those of the other, what it brought is known, and a broken line told once."""
    told: list[str] = []
    one, two = Stream(Store(store.root, told.append)), Stream(store)
    for place in range(FEW):
        for stream in (one, two):
            stream.take([EventItem("in", turn(str(place), came=f"{place}"))])
            stream.take([EventItem("in", turn(client="desk"))])
        if place == 1:
            with open(store.events.files()[0], "a") as file:
                file.write("{broken\n")
    assert one.done.fresh == 2 * FEW and two.done.already == FEW
    desk = [event for event in kept(store) if event.client == "desk"]
    assert [event.reply_to for event in desk] == ["", *(event.id for event in desk[:-1])]
    assert len(told) == 1 and ":7: " in told[0]


def test_a_log_that_was_not_only_added_to_is_read_anew(store: Store) -> None:
    """What a merge has put into it counts, and what it has taken away does not."""
    stream = Stream(store)
    stream.take([EventItem("in", turn(came="a")), EventItem("in", turn("two"))])
    (path,) = store.events.files()
    rows = Path(path).read_bytes().splitlines(keepends=True)
    Path(f"{path}.new").write_bytes(rows[0])
    os.replace(f"{path}.new", path)
    stream.take([EventItem("in", turn("three"))])
    first, last = kept(store)
    assert last.reply_to == first.id


def test_of_a_log_only_the_end_is_read(store: Store) -> None:
    """From where it was left, with the numbers that its lines have in the whole."""
    observe(store, turn("one"))
    (path,) = store.events.files()
    end = os.path.getsize(path)
    observe(store, turn("two"))
    with open(path, "a") as file:
        file.write("{broken\n")
    event, bad = read_events(path, end)
    assert isinstance(event, Event) and event.words.user == "two"
    assert isinstance(bad, BadEvent) and bad.where == f"{path}:3"


class Ended(BaseException):
    """As Ctrl-C ends what is under way."""


def test_what_was_read_is_kept_when_a_stream_ends_early(store: Store) -> None:
    """And told, with the place of the last."""

    def broken_off() -> Iterator[EventItem | BadItem]:
        yield EventItem("in:1", turn())
        yield BadItem("in:2", "not JSON")
        raise Ended

    stream = Stream(store)
    with pytest.raises(Ended):
        stream.take(broken_off())
    done = stream.done
    assert [event.id for event in kept(store)] == list(done.added)
    assert (done.fresh, len(done.skipped), done.until) == (1, 1, "in:2")


def test_what_waits_is_kept_when_its_stream_pauses(store: Store) -> None:
    """Before the next is read; of nothing nothing is written."""
    stream, there = Stream(store), list[int]()

    def pausing() -> Iterator[EventItem | BadItem]:
        for place in range(3):
            yield EventItem(f"in:{place}", turn())
            stream.keep()
            stream.keep()
            there.append(len(kept(store)))

    stream.take(pausing())
    assert there == [1, 2, 3] and stream.done.fresh == 3
