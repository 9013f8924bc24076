"""Links between events, and threads: what the journal's lines about them fold to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from math import nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.events.threads import (
    CAUSED_BY,
    LABELS,
    REPLY_TO,
    SAME_TOPIC,
    TITLE_SIGNS,
    EventLink,
    Thread,
    checked_confidence,
    checked_title,
    label_of,
    links_in,
    newest_entries,
    thread_id,
    threads_in,
)
from memento_cli.core.journal.event_types import LINKED, THREADED, UNLINKED, UNTHREADED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import EVENTS, ref_of
from memento_cli.errors import BadValue
from tests.core.values import START, day

NAMES = ("a", "b", "c", "d")
TIMES = {event: day(nth) for nth, event in enumerate(NAMES)}


def line(id: int, act: str, event: str, title: str = "", **more: Any) -> JournalEntry:
    """A line about an event, the later the greater its id."""
    text = {"title": title} if title else {}
    at = START + timedelta(minutes=id)
    return JournalEntry(f"{id:026d}", at, act, ref_of(EVENTS, event), "alex", text=text, more=more)


def woven(id: int, event: str, thread: str = "tea", **more: Any) -> JournalEntry:
    return line(id, THREADED, event, thread.title(), thread=thread, **more)


def out(id: int, event: str, thread: str = "tea") -> JournalEntry:
    return line(id, UNTHREADED, event, thread=thread)


def linked(
    id: int, event: str, rel: str, target: str, act: str = LINKED, **more: Any
) -> JournalEntry:
    return line(id, act, event, rel=rel, target=target, **more)


def members(threads: Sequence[Thread]) -> dict[str, list[str]]:
    return {one.id: [member.event for member in one.members] for one in threads}


def test_the_labels_are_those_of_document_003() -> None:
    """reply_to, same_topic, caused_by, also with a hyphen; anything else is no label."""
    assert LABELS == ("reply_to", "same_topic", "caused_by")
    assert label_of("reply-to") == REPLY_TO
    with pytest.raises(BadValue, match="cause_of"):
        label_of("cause_of")


@pytest.mark.parametrize("confidence", [-0.1, 1.1, nan])
def test_a_confidence_is_from_0_to_1(confidence: float) -> None:
    """Nothing else is one, NaN least of all."""
    assert checked_confidence(1) == 1.0
    with pytest.raises(BadValue):
        checked_confidence(confidence)


@pytest.mark.parametrize("title", ["", " \n ", "x" * (TITLE_SIGNS + 1)])
def test_a_title_has_words(title: str) -> None:
    """On one line, and not too many."""
    assert checked_title(" Tea\n at  noon ") == "Tea at noon"
    with pytest.raises(BadValue):
        checked_title(title)


def test_an_id_follows_from_the_title_and_tells_none_of_it() -> None:
    """Two clones that say the same title mean one thread; erased words do not stand in its id."""
    one = thread_id("Tea at noon")
    assert one == thread_id(" ＴＥＡ  at noon") != thread_id("Tea at night")
    assert is_safe_id(one) and set(one) <= set("0123456789abcdef") and thread_id("\udcff")


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ([], {("c", "a", True)}),
        ([linked(1, "c", REPLY_TO, "b")], {("c", "b", False)}),
        ([linked(1, "c", REPLY_TO, "a", UNLINKED)], set()),
        ([linked(1, "c", REPLY_TO, "b", UNLINKED)], {("c", "a", True)}),
        ([linked(1, "c", REPLY_TO, "b"), linked(2, "c", REPLY_TO, "b", UNLINKED)], set()),
        ([linked(1, "c", REPLY_TO, "b"), linked(2, "c", REPLY_TO, "d")], {("c", "d", False)}),
    ],
)
def test_an_event_replies_to_at_most_one(
    lines: list[JournalEntry], left: set[tuple[str, str, bool]]
) -> None:
    """A correction replaces what was assumed, or takes it away; of another it does nothing."""
    found = links_in(lines, {"a": "", "c": "a"})
    assert {(link.event, link.target, link.assumed) for link in found} == left


def test_of_other_links_there_are_several() -> None:
    """One to each target, of each label, as sure as it was said last."""
    lines = [
        linked(1, "d", SAME_TOPIC, "a", confidence=0.4),
        linked(2, "d", SAME_TOPIC, "b"),
        linked(3, "d", CAUSED_BY, "b"),
        linked(4, "d", SAME_TOPIC, "b", UNLINKED),
        linked(5, "d", SAME_TOPIC, "a", confidence=0.6),
    ]
    assert links_in(lines) == [EventLink("d", CAUSED_BY, "b"), EventLink("d", SAME_TOPIC, "a", 0.6)]


@pytest.mark.parametrize(
    "strange",
    [
        linked(1, "a", "hates", "b"),
        linked(1, "a", SAME_TOPIC, "../b"),
        line(1, LINKED, "a", rel=SAME_TOPIC, target=7),
        linked(1, "a", SAME_TOPIC, "b")._replace(memory="alex-tea"),
        woven(1, "a", "../x"),
        line(1, THREADED, "a", thread=["x"]),
        line(1, THREADED, "a"),
        woven(1, "nowhere"),
    ],
)
def test_what_no_memento_wrote_says_nothing(strange: JournalEntry) -> None:
    """A line with another label, no id, or about no event that is there is passed over."""
    assert (links_in([strange]), threads_in([strange], TIMES)) == ([], [])


def test_a_thread_has_its_events_in_order_of_time() -> None:
    """The newest thread comes first; of each event and thread the newest line counts; a thread
    without events is none; the title is the last one, or else the id."""
    lines = [
        woven(1, "c", confidence=0.5),
        woven(2, "a"),
        woven(3, "d", "rain"),
        woven(4, "b"),
        out(5, "b"),
        woven(6, "b", "gone"),
        out(7, "b", "gone"),
        woven(8, "c", confidence=0.9),
    ]
    rain, tea = threads_in(lines, TIMES)
    assert (rain.id, tea.title, tea.ref) == ("rain", "Tea", "threads/tea")
    assert [(one.event, one.confidence) for one in tea.members] == [("a", 1.0), ("c", 0.9)]
    assert tea.members[0].at == TIMES["a"]
    assert newest_entries(lines)["gone", "b"].act == UNTHREADED
    assert threads_in([woven(1, "a")._replace(text={})], TIMES)[0].title == "tea"
    assert threads_in([woven(1, "a", confidence=7)], TIMES)[0].members[0].confidence == 1.0


acts = st.lists(
    st.one_of(
        st.builds(
            lambda event, thread, sure: (THREADED, event, {"thread": thread, "confidence": sure}),
            st.sampled_from(NAMES), st.sampled_from(("tea", "rain")), st.floats(0, 1),
        ),
        st.builds(
            lambda event, thread: (UNTHREADED, event, {"thread": thread}),
            st.sampled_from(NAMES), st.sampled_from(("tea", "rain")),
        ),
        st.builds(
            lambda act, event, rel, target: (act, event, {"rel": rel, "target": target}),
            st.sampled_from((LINKED, UNLINKED)), st.sampled_from(NAMES), st.sampled_from(LABELS),
            st.sampled_from(NAMES),
        ),
    ),
    max_size=12,
)  # fmt: skip


@given(acts, st.randoms(use_true_random=False))
def test_the_fold_is_the_same_for_any_order(
    said: list[tuple[str, str, dict[str, Any]]], random: Any
) -> None:
    """Lines that come twice, or in another order, leave the same links and threads."""
    lines = [line(nth, act, event, **more) for nth, (act, event, more) in enumerate(said)]
    replies = {"b": "a", "c": "b"}
    mixed = [*lines, *random.choices(lines, k=3)] if lines else []
    random.shuffle(mixed)
    assert links_in(mixed, replies) == links_in(lines, replies)
    assert threads_in(mixed, TIMES) == threads_in(lines, TIMES)
    found = links_in(lines, replies)
    replying = [link.event for link in found if link.rel == REPLY_TO]
    assert len(replying) == len(set(replying))


@given(acts, st.randoms(use_true_random=False))
def test_what_was_said_last_counts_whatever_it_is_dated(
    said: list[tuple[str, str, dict[str, Any]]], random: Any
) -> None:
    """One act under a clock that is ahead would keep all later ones from being a correction."""
    lines = [line(nth, act, event, **more) for nth, (act, event, more) in enumerate(said)]
    dated = [one._replace(at=day(random.randrange(1000))) for one in lines]
    assert links_in(dated) == links_in(lines)
    assert threads_in(dated, TIMES) == threads_in(lines, TIMES)
