"""observe and events: what happened is kept, found, and never changed."""

from __future__ import annotations

import io
import json
from datetime import UTC, timedelta
from errno import EIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.actions.events.events import EventQuery, event_named, events
from memento_cli.actions.events.observe import Observed, observe, observe_all
from memento_cli.actions.exchange.sources.rows import event_items, event_of
from memento_cli.actions.memory.record import record
from memento_cli.actions.recall.find import find
from memento_cli.actions.recall.recall import recall
from memento_cli.cli.commands.events.list import row_of
from memento_cli.cli.output.values import json_text
from memento_cli.core.events.events import CHAT, NOTIFICATION, REQUEST, Event, Words
from memento_cli.core.memory.about import About
from memento_cli.core.memory.memory import Draft
from memento_cli.core.recall.life_stages import STAGES
from memento_cli.core.recall.query import Query
from memento_cli.errors import Ambiguous, NotFound, Refused, SecretFound
from memento_cli.store.directory.store import Store
from memento_cli.store.journal import event_log
from tests.core.values import moments
from tests.store.helpers import ALEX, DAY, NOW, reopened

KEY = "AKIAIOSFODNN7EXAMPLE"


def seen(store: Store, said: str, **more: Any) -> Event:
    event = Event("", NOW, CHAT, "", "", Words(said, "I see"), client="phone")
    return observe(store, event._replace(**more))


def streamed(store: Store, *rows: Any, **how: Any) -> Observed:
    raw = "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)
    return observe_all(store, event_items(io.BytesIO(raw.encode()), "in", UTC, lambda: NOW), **how)


def said(store: Store, **wanted: Any) -> list[str]:
    return [event.words.user for event in events(store, EventQuery(**wanted), None).events]


def test_a_turn_is_one_event_and_replies_to_the_one_before(store: Store) -> None:
    """What the user said stands with what was answered; each client has its own talk."""
    one, other, two = (
        seen(store, "one"),
        seen(store, "other", client="desk"),
        seen(store, "two"),
    )
    assert (one.reply_to, other.reply_to, two.reply_to) == ("", "", one.id)
    assert said(store) == ["two", "other", "one"]


def test_what_is_refused_leaves_nothing(store: Store) -> None:
    """A meta request, and a key that nobody has allowed."""
    with pytest.raises(Refused):
        seen(store, "draw a cat", source=REQUEST)
    with pytest.raises(SecretFound):
        seen(store, f"my key is {KEY}")
    assert not store.events.files()


def test_an_allowed_secret_says_so_in_its_event(store: Store) -> None:
    """So that `secrets` and the hooks know that somebody meant it."""
    event = Event("", NOW, CHAT, "", "", Words(f"my key is {KEY}", "noted"))
    assert observe(store, event, allow_secret=True).allowed


def test_a_stream_is_kept_row_by_row_and_a_bad_one_stops_no_other(store: Store) -> None:
    """Each with its own time; what is wrong with the others is told with the line."""
    done = streamed(
        store,
        {"user": "one", "assistant": "1", "at": "2025-01-01T10:00:00Z"},
        "{",
        {"user": "two", "at": "soon"},
        {"user": "draw", "source": REQUEST},
        {"text": "battery low", "source": NOTIFICATION},
        {"user": f"key {KEY}", "assistant": "no"},
        {"images": [{"data": "iVBORw0KGgo=", "summary": "a red kite"}]},
        {"images": [{"data": "iVBORw0KGgo="}]},
    )
    assert [bad.where for bad in done.skipped] == ["in:2", "in:3", "in:4", "in:6", "in:8"]
    found = events(store, EventQuery(), None).events
    assert sorted(event.text for event in found) == ["a red kite", "battery low", "one\n1"]
    assert "iVBOR" not in "".join(Path(path).read_text() for path in store.events.files())


def test_rows_with_an_id_are_kept_once(store: Store) -> None:
    """However often the stream is sent, also in another batch, and not after an erasure."""
    rows = [{"id": f"m{nth}", "user": str(nth), "assistant": "ok"} for nth in range(3)]
    assert streamed(store, *rows).fresh == 3
    again = streamed(store, *rows, {"id": "m9", "user": "9", "assistant": "ok"})
    assert (again.fresh, again.already) == (1, 3)
    assert said(store) == ["9", "2", "1", "0"]


words = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
abouts = st.just(About()) | st.builds(
    About,
    st.none() | moments,
    st.none() | moments,
    st.none() | st.integers(1, 9999),
    st.none() | st.integers(1, 9999),
    st.none() | st.sampled_from(STAGES),
    st.floats(0, 1),
)


@given(
    st.builds(
        Words,
        words | st.just("in 2018, yesterday"),
        words,
        words,
        words,
        st.lists(words.filter(str.strip), max_size=2).map(tuple),
    ),
    abouts,
)
def test_what_events_tells_can_be_observed_again(said: Words, about: About) -> None:
    """A row of `events` gives the same words, and of when it was only what somebody said."""
    event = Event("e1", NOW, NOTIFICATION, "b", ALEX, said, about=about)
    again = event_of(json.loads(json_text(row_of(event))), UTC, NOW + DAY)
    assert again._replace(id="e1", by="b", came="") == event


def test_a_row_that_says_nothing_else_has_a_text() -> None:
    """Where `said` is a key of its own, `text` is not what was said."""
    assert event_of({"text": "battery low"}, UTC, NOW).words == Words(said="battery low")
    assert event_of({"said": "", "user": "Hi", "text": "Hi"}, UTC, NOW).words == Words("Hi")


def test_a_stage_of_life_that_is_none_is_no_row(store: Store) -> None:
    """It is told with the stages that there are; the other rows are kept."""
    about = {"life_stage": "kindergarten", "confidence": 0.5}
    done = streamed(store, {"user": "a", "about": about}, {"user": "b"})
    assert done.fresh == 1 and "elementary" in done.skipped[0].reason


def test_turns_of_a_stream_reply_to_each_other(store: Store) -> None:
    """Also to what was there before, and not to a turn that nobody answered."""
    first = seen(store, "first")
    streamed(
        store,
        {"user": "a", "assistant": "A", "client": "phone", "at": "2025-02-01T15:00:00Z"},
        {"user": "b", "client": "phone", "at": "2025-02-01T15:01:00Z"},
        {"user": "c", "assistant": "C", "client": "phone", "at": "2025-02-01T15:02:00Z"},
    )
    c, b, a, _ = events(store, EventQuery(), None).events
    assert (a.reply_to, b.reply_to, c.reply_to) == (first.id, a.id, a.id)


def test_a_dry_run_writes_nothing(store: Store) -> None:
    """And tells what there would be."""
    assert streamed(store, {"user": "a", "assistant": "A"}, dry=True).fresh == 1
    assert not store.events.files()


def test_events_are_found_by_when_and_through_what(store: Store) -> None:
    """The newest first, a page at a time."""
    for nth in range(5):
        seen(store, str(nth), at=NOW + nth * DAY, client="desk" if nth % 2 else "phone")
    assert said(store, since=NOW + DAY, until=NOW + 3 * DAY) == ["3", "2", "1"]
    assert said(store, client="desk") == ["3", "1"]
    page = events(store, EventQuery(), 2, 1)
    assert [event.words.user for event in page.events] == ["3", "2"] and page.total == 5


def test_an_event_is_named_by_how_its_id_begins(store: Store) -> None:
    """With `events/` before it or not."""
    one, two = seen(store, "one"), seen(store, "two")
    assert event_named(store, one.ref) == event_named(store, one.id) == one
    with pytest.raises(Ambiguous):
        event_named(store, two.id[:5])
    with pytest.raises(NotFound):
        event_named(store, "events/zzz")
    with pytest.raises(NotFound):
        event_named(store, "../../etc/passwd")


def test_an_event_in_a_log_that_cannot_be_read_is_not_just_missing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A warning names the log, and the line, where only one of its lines is broken."""
    one, two = seen(store, "one"), seen(store, "two")
    (path,) = store.events.files()
    log = Path(path)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(lines[0][:-9] + b"\n" + lines[1])
    opened, warnings = reopened(store)
    assert event_named(opened, two.id) == two and not warnings
    with pytest.raises(NotFound):
        event_named(opened, one.id)
    assert [line.partition(": ")[0] for line in warnings] == [f"{path}:1"]

    def failing(path: str) -> bytes:
        raise OSError(EIO, "Input/output error")

    monkeypatch.setattr(event_log, "read_log", failing)
    opened, warnings = reopened(store)
    with pytest.raises(NotFound):
        event_named(opened, two.id)
    assert [line.partition(": ")[0] for line in warnings] == [path]


def hits(
    store: Store, *words: str, sources: tuple[str, ...] = ("events",), **how: Any
) -> list[str]:
    query = Query(words=words, limit=10)
    return [one.hit.memory.id for one in find([store], sources, query, NOW + DAY, **how).page]


def test_events_are_recalled_like_memories(store: Store) -> None:
    """By their words; what was added since, too; and beside memories."""
    kite, _ = seen(store, "We flew the red kite"), seen(store, "It rained all day")
    assert hits(store, "kite") == [kite.ref]
    later = seen(store, "The kite is torn", at=NOW + timedelta(hours=1))
    assert set(hits(store, "kite")) == {kite.ref, later.ref}
    memory = record(store, Draft("A kite needs wind", ALEX), NOW).memory
    found = hits(store, "kite", sources=("memories", "events"))
    assert set(found) == {kite.ref, later.ref, memory.id}
    assert memory.id in {hit.memory.id for hit in recall(store, Query(words=("kite",)), NOW).hits}


def test_a_broken_line_costs_a_recall_only_itself(store: Store) -> None:
    """It is named at every recall, not only at the first."""
    kite = seen(store, "We flew the red kite")
    (path,) = store.events.files()
    with open(path, "a") as file:
        file.write("{torn\n")
    for _ in range(2):
        told: list[str] = []
        assert hits(Store(store.root, told.append), "kite") == [kite.ref]
        assert len(told) == 1 and f"{path}:2" in told[0]


def test_a_log_that_was_changed_otherwise_is_read_anew(store: Store) -> None:
    """As by a merge that puts lines before others."""
    kite, rain = seen(store, "We flew the red kite"), seen(store, "It rained, no kite")
    assert set(hits(store, "kite")) == {kite.ref, rain.ref}
    (path,) = store.events.files()
    rows = Path(path).read_text().splitlines(keepends=True)
    Path(path).write_text("".join(reversed(rows[1:])))
    assert hits(store, "kite") == [rain.ref]


def test_nothing_of_later_is_recalled_of_the_past(store: Store) -> None:
    """With --now or --as-of in the past."""
    from memento_cli.actions.recall.past import Past

    early, _ = seen(store, "an early kite"), seen(store, "a late kite", at=NOW + 9 * DAY)
    assert hits(store, "kite", past=Past()) == [early.ref]


def test_a_row_without_a_time_happened_when_it_was_read() -> None:
    """A stream may go on for days; what says when it was is believed."""
    rows = b'{"said": "a"}\n{"said": "b", "at": "2001-01-01T00:00:00Z"}\n{"said": "c"}\n'
    clock = iter(NOW + timedelta(hours=nth) for nth in range(3))
    found = event_items(io.BytesIO(rows), "in", UTC, lambda: next(clock))
    hours = [(one.event.at - NOW) // timedelta(hours=1) for one in found if one.event]
    assert (hours[0], hours[1] < 0, hours[2]) == (0, True, 2)
