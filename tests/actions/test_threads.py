"""Links between events, and threads: what each verb journals, undo, and clones that met."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import (
    Store,
    add_to_thread,
    link_events,
    links_of,
    merge_threads,
    proposed_threads,
    reject,
    remove_from_thread,
    split_thread,
    thread_named,
    threads,
    undo,
    unlink_events,
)
from memento_cli.actions.events.notes import Note, note, notes_in_force
from memento_cli.actions.events.observe import observe
from memento_cli.actions.events.planned import apply_planned, queue_threads
from memento_cli.actions.events.threads import threads_of
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.undo.telling import details_of
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.events.threads import thread_id
from memento_cli.core.journal.event_types import LINKED, THREADED
from memento_cli.core.journal.provenance import Provenance
from memento_cli.errors import (
    Ambiguous,
    BadValue,
    Conflict,
    MementoError,
    NotFound,
    Refused,
    SecretFound,
)
from tests.conformance.stores import contents
from tests.core.test_thread_detection import POTTERY, SMALL_TALK
from tests.store.helpers import DAY, NOW, new_store, reopened

MINUTE = timedelta(minutes=1)
TOKEN = "ghp_" + "a1B2c3D4e5" * 4


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s", person="alex")


def act(store: Store, at: datetime = NOW, **more: Any) -> Provenance:
    return Provenance(store.signed(at, "cli"), **more)


def seen(store: Store, said: str, at: datetime = NOW, session: str = "s") -> Event:
    return observe(store, Event("", at, CHAT, "", "", Words(said, "I see"), session=session))


def turns(store: Store, number: int = 4) -> list[str]:
    """The ids of the turns of one talk; each replies to the one before."""
    return [seen(store, f"Turn {nth}", NOW + nth * MINUTE).id for nth in range(number)]


def members(store: Store) -> dict[str, list[str]]:
    return {one.title: [member.event for member in one.members] for one in threads(store)}


def events_file(store: Store) -> bytes:
    return b"".join(Path(path).read_bytes() for path in store.events.files())


def test_only_the_reply_is_assumed_and_it_can_be_corrected(store: Store) -> None:
    """Document 003 §4: a link replaces it, unlink takes it away; the event's line stays."""
    a, b, c, d = turns(store)
    before = events_file(store)
    (reply, replied) = links_of(store, b)
    assert (reply.target, reply.assumed, reply.confidence) == (a, True, 1.0)
    assert (replied.event, replied.target) == (c, b)
    assert not link_events(store, b, "reply_to", a, act(store))
    assert link_events(store, d, "reply-to", a, act(store), confidence=0.7)
    assert [link.target for link in links_of(store, d)] == [a]
    assert [link.event for link in links_of(store, a)] == [b, d]
    assert [link.event for link in links_of(store, c)] == [c]
    assert unlink_events(store, b, "reply_to", a, act(store))
    assert not unlink_events(store, b, "reply_to", a, act(store))
    assert [link.event for link in links_of(store, a)] == [d]
    undo(store, None, NOW)
    undo(store, None, NOW)
    assert [link.assumed for link in links_of(store, d)] == [True]
    assert events_file(store) == before


def test_links_have_a_label_and_a_confidence(store: Store) -> None:
    """Said again with another confidence they change; a label of memories is none of events."""
    a, b, c, _ = turns(store)
    assert link_events(store, f"events/{c}", "caused_by", a, act(store), confidence=0.4)
    assert link_events(store, c, "caused_by", a, act(store), confidence=0.5)
    assert not link_events(store, c, "caused_by", a, act(store), confidence=0.5)
    assert [(one.rel, one.target, one.confidence) for one in links_of(store, c)[:2]] == [
        ("caused_by", a, 0.5), ("reply_to", b, 1.0)]  # fmt: skip
    (line, *_) = [line for line in notes_in_force(store) if line.act == LINKED]
    assert line.text == {} and line.more == {"rel": "caused_by", "target": a, "confidence": 0.4}
    assert list(details_of(line)) == [f"caused by events/{a}", "40% sure"]
    said: dict[str, tuple[type[MementoError], Callable[[], object]]] = {
        "label": (BadValue, lambda: link_events(store, a, "cause_of", b, act(store))),
        "sure": (BadValue, lambda: link_events(store, a, "caused_by", b, act(store), confidence=2)),
        "itself": (Conflict, lambda: link_events(store, a, "same_topic", a, act(store))),
        "nothing": (NotFound, lambda: link_events(store, a, "same_topic", "zz", act(store))),
    }
    before = contents(store)
    for problem, wrong in said.values():
        with pytest.raises(problem):
            wrong()
    assert contents(store) == before


def test_a_thread_is_woven_of_events(store: Store) -> None:
    """An event may be in several; the thread is found by id, reference, title, or a part."""
    a, _, c, d = turns(store)
    done = add_to_thread(store, "Tea at noon", [c, f"events/{a}", a], act(store), confidence=0.8)
    assert done.is_new
    assert done.events == (c, a) and done.ref == "threads/" + thread_id("tea at NOON")
    add_to_thread(store, "rain", [a], act(store))
    assert members(store) == {"Tea at noon": [a, c], "rain": [a]}
    for text in (done.ref, done.thread, done.thread[:4], "tea  AT noon", "noon", "threads/tea"):
        assert thread_named(store, text).id == done.thread
    with pytest.raises(Ambiguous):
        thread_named(store, "a")
    for text in ("gone", "", "threads/"):
        with pytest.raises(NotFound):
            thread_named(store, text)
    again = add_to_thread(store, done.ref, [a, d], act(store), confidence=0.8)
    assert (again.title, again.events, again.is_new) == ("Tea at noon", (d,), False)
    assert {one.title for one in threads_of(store, seen(store, "x"))} == set()
    line = next(line for line in notes_in_force(store, [c]) if line.act == THREADED)
    assert line.text == {"title": "Tea at noon"}
    assert list(details_of(line)) == ["Tea at noon", "80% sure"]
    assert contents(store).keys() == contents(reopened(store)[0]).keys()


def test_events_are_taken_out_and_a_thread_without_any_is_gone(store: Store) -> None:
    """What is not in a thread cannot be taken out of it; nothing is half done."""
    a, b, c, _ = turns(store)
    add_to_thread(store, "tea", [a, b], act(store))
    before = contents(store)
    with pytest.raises(NotFound, match="is not in the thread tea"):
        remove_from_thread(store, "tea", [a, c], act(store))
    with pytest.raises(NotFound):
        add_to_thread(store, "tea", [c, "nowhere"], act(store))
    with pytest.raises(SecretFound):
        add_to_thread(store, TOKEN, [c], act(store))
    assert contents(store) == before
    remove_from_thread(store, "tea", [a, b], act(store))
    assert threads(store) == []
    undo(store, None, NOW)
    assert members(store) == {"tea": [a, b]}


def test_split_and_merge_are_one_act_each(store: Store) -> None:
    """Events keep their confidence; of two the higher stays; one undo takes each back."""
    a, b, c, d = turns(store)
    add_to_thread(store, "tea", [a, b, c], act(store), confidence=0.5)
    add_to_thread(store, "rain", [c, d], act(store), confidence=0.9)
    assert split_thread(store, "tea", "cups", [b, c], act(store)).is_new
    assert members(store) == {"tea": [a], "cups": [b, c], "rain": [c, d]}
    merge_threads(store, "tea", ["cups", "rain"], act(store))
    assert members(store) == {"tea": [a, b, c, d]}
    sure = {one.event: one.confidence for one in thread_named(store, "tea").members}
    assert sure == {a: 0.5, b: 0.5, c: 0.9, d: 0.9}
    undo(store, None, NOW)
    assert members(store) == {"tea": [a], "cups": [b, c], "rain": [c, d]}
    undo(store, None, NOW)
    assert members(store) == {"tea": [a, b, c], "rain": [c, d]}
    with pytest.raises(Conflict):
        split_thread(store, "tea", "TEA", [a], act(store))
    with pytest.raises(Conflict):
        merge_threads(store, "tea", ["rain", "tea"], act(store))
    with pytest.raises(NotFound):
        split_thread(store, "tea", "more", [d], act(store))


@given(st.sets(st.integers(0, 5), min_size=1), st.sets(st.integers(0, 5)), st.floats(0, 1))
def test_split_and_then_merge_gives_the_same_members(
    tmp_path_factory: pytest.TempPathFactory, whole: set[int], part: set[int], sure: float
) -> None:
    """Whatever is split off, and however sure it is."""
    store = new_store(tmp_path_factory.mktemp("s") / "s", person="alex")
    ids = turns(store, 6)
    add_to_thread(store, "tea", [ids[nth] for nth in sorted(whole)], act(store), confidence=sure)
    before = threads(store)
    moved = [ids[nth] for nth in sorted(whole & part)]
    if moved:
        split_thread(store, "tea", "cups", moved, act(store))
        kept = "tea" if whole - part else "cups"
        merge_threads(store, kept, ["cups"] if kept == "tea" else [], act(store))
    assert [one.members for one in threads(store)] == [one.members for one in before]


def test_threads_of_then_leave_out_what_came_later(store: Store) -> None:
    """What was said, or happened, after a moment is not told of it."""
    a, b, *_ = turns(store)
    add_to_thread(store, "tea", [a], act(store, NOW + DAY))
    add_to_thread(store, "tea", [b], act(store, NOW + 3 * DAY))
    assert threads(store, NOW) == []
    (one,) = threads(store, NOW + 2 * DAY)
    assert [member.event for member in one.members] == [a]


def test_what_two_clones_said_is_united(tmp_path: Path) -> None:
    """Their logs beside each other fold to the same in both; the newest line counts."""
    one = new_store(tmp_path / "one", person="alex")
    a, b, c, d = turns(one)
    add_to_thread(one, "tea", [a], act(one))
    two = Store(str(shutil.copytree(one.root, tmp_path / "two")))
    add_to_thread(one, "tea", [b], act(one, NOW + DAY))
    remove_from_thread(one, "tea", [a], act(one, NOW + DAY))
    link_events(one, d, "reply_to", a, act(one, NOW + 2 * DAY))
    add_to_thread(two, "Tea", [a, c], act(two, NOW + 2 * DAY), confidence=0.5)
    unlink_events(two, d, "reply_to", c, act(two, NOW + DAY))
    for here, there in ((one, two), (two, one)):
        for path in there.journal.files():
            other = Path(here.root, Path(path).relative_to(there.root))
            if not other.exists() or other.stat().st_size < Path(path).stat().st_size:
                shutil.copy(path, other)
    for store in (one, two):
        assert members(store) == {"tea": [a, b, c]}
        assert [link.target for link in links_of(store, d)] == [a]
    assert threads(one) == threads(two)


def potter(store: Store, days: Sequence[int] = range(10), about: Sequence[int] = (3, 8)) -> None:
    """Days of small talk, and two on which somebody talked about pottery."""
    small = cycle(SMALL_TALK)
    for day in days:
        said = POTTERY if day in about else tuple(islice(small, 6))
        for nth, words in enumerate(said):
            at = NOW + day * DAY + nth * MINUTE
            event = Event("", at, CHAT, "", "", Words(said=words), session=f"day {day}")
            observe(store, event)


def test_what_is_proposed_is_woven_as_one_act_and_not_proposed_again(store: Store) -> None:
    """Nothing is written before; undo takes all of it back; what a person takes out stays out."""
    potter(store)
    now, before = NOW + 30 * DAY, contents(store)
    (one,) = proposed_threads(store, now)
    assert len(one.events) == 2 * len(POTTERY) and contents(store) == before
    assert proposed_threads(store, now, NOW + 9 * DAY) == []
    assert proposed_threads(store, NOW + DAY) == []
    add_to_thread(store, one.title, one.events, act(store, now), confidence=one.confidence)
    assert members(store) == {one.title: list(one.events)}
    assert proposed_threads(store, now) == []
    remove_from_thread(store, one.ref, one.events[:2], act(store, now))
    assert proposed_threads(store, now) == []
    undo(store, None, now)
    undo(store, None, now)
    assert proposed_threads(store, now) == [one]


def test_proposals_wait_for_somebody(store: Store) -> None:
    """Each is a proposal of its own, once; applied it is a thread."""
    potter(store)
    found = proposed_threads(store, NOW + 30 * DAY)
    (id,) = queue_threads(store, found, act(store))
    assert queue_threads(store, found, act(store)) == [] and threads(store) == []
    with store.lock.held(), store.one_act():
        ref = apply_planned(store, store.proposals.read(id), act(store))
    assert ref == found[0].ref and members(store) == {found[0].title: list(found[0].events)}


@pytest.mark.parametrize("many", [1, 9])
def test_nothing_is_said_of_an_erased_event(store: Store, many: int) -> None:
    """It is woven into no thread and linked to nothing; what was said can be taken back."""
    a, b, *others = turns(store, 3 + many)
    add_to_thread(store, "tea", [a], act(store))
    link_events(store, a, "same_topic", b, act(store))
    erase(store, [f"events/{a}"], NOW + DAY)
    with pytest.raises(Refused, match="was erased"):
        add_to_thread(store, "tea", [a, *others], act(store))
    for ends in ((a, b), (b, a)):
        with pytest.raises(Refused, match="was erased"):
            link_events(store, ends[0], "caused_by", ends[1], act(store))
    assert unlink_events(store, a, "same_topic", b, act(store))
    assert remove_from_thread(store, "tea", [a], act(store)).events == (a,)


def test_what_was_rejected_is_not_proposed_again(store: Store) -> None:
    """Nor woven by --apply; events that come later are, and an undo of the rejection counts."""
    potter(store)
    now = NOW + 30 * DAY
    found = proposed_threads(store, now)
    ids = queue_threads(store, found, act(store))
    reject(store, ids, now)
    assert proposed_threads(store, now) == []
    undo(store, None, now)
    assert proposed_threads(store, now) == found
    reject(store, ids, now)
    potter(store, range(10, 20), (12,))
    (later,) = proposed_threads(store, now)
    assert len(later.events) == len(POTTERY) and not set(later.events) & set(found[0].events)


def test_a_thread_with_an_older_id_is_still_meant_by_its_title(store: Store) -> None:
    """Ids were made of the title once: such a thread goes on, and no second one has its title."""
    a, b, *_ = turns(store)
    more = {"thread": "the-tea-d535f9b0", "confidence": 1.0}
    note(store, [Note(a, THREADED, {"title": "The tea"}, more)], act(store))
    done = add_to_thread(store, "the TEA", [b], act(store))
    assert (done.ref, done.is_new) == ("threads/the-tea-d535f9b0", False)
    assert thread_named(store, "threads/the-tea").id == "the-tea-d535f9b0"


def test_an_erased_event_stays_in_its_thread_without_words(store: Store) -> None:
    """Its own lines lose the title, and no word of it is in the id; the other members have it
    still."""
    a, b, *_ = turns(store)
    add_to_thread(store, "The tea", [a, b], act(store))
    erase(store, [f"events/{a}"], NOW + DAY)
    assert members(store) == {"The tea": [a, b]}
    told = next(line for line in notes_in_force(store, [a]) if line.act == THREADED)
    assert list(details_of(told)) == ["threads/" + thread_id("The tea")]
    assert "tea" not in str(told)
