"""What a random life observes, and finds out about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memento_cli.actions.events.events import EventQuery, events
from memento_cli.actions.events.feelings import feel
from memento_cli.actions.events.notes import link_events, unlink_events
from memento_cli.actions.events.observe import observe, observe_all
from memento_cli.actions.events.threads import (
    add_to_thread,
    merge_threads,
    remove_from_thread,
    split_thread,
    threads,
)
from memento_cli.actions.exchange.sources.entry import EventItem
from memento_cli.core.events.affect import Affect
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.events.threads import Thread
from tests.git.held_lives import acting

if TYPE_CHECKING:
    from tests.git.lives import Life

TITLES = ("Rome", "The red kite")


def _turn(life: Life) -> Event:
    words = Words(life.word(), life.random.choice(("I see", "")))
    client = life.random.choice(("phone", "desk"))
    return Event("", life.at(), CHAT, "", "", words, client=client, done=bool(words.assistant))


def _stream(life: Life) -> None:
    observe_all(life.store, [EventItem("in", _turn(life)) for _ in range(3)])


def _some_event(life: Life) -> Event:
    return life.random.choice(events(life.store, EventQuery(), None).events)


def _some_thread(life: Life) -> Thread:
    return life.random.choice(threads(life.store))


def _feel(life: Life) -> None:
    axes = (life.random.uniform(-1, 1) for _ in range(3))
    affect = Affect(*axes, labels=("odd",), text=life.word(), confidence=life.random.random())
    feel(life.store, _some_event(life), affect, acting(life))


def _link(life: Life) -> None:
    one, other = _some_event(life).id, _some_event(life).id
    do = life.random.choice((link_events, link_events, unlink_events))
    if do is link_events:
        sure = life.random.random()
        link_events(life.store, one, "same_topic", other, acting(life), confidence=sure)
    else:
        unlink_events(life.store, one, "same_topic", other, acting(life))


def _split(life: Life) -> None:
    thread = _some_thread(life)
    some = [member.event for member in thread.members[:2]]
    split_thread(life.store, thread.id, life.random.choice(TITLES), some, acting(life))


EVENT_ACTS: dict[str, tuple[int, Callable[[Life], object]]] = {
    "observe": (6, lambda life: observe(life.store, _turn(life))),
    "observe a stream": (2, _stream),
    "feel": (3, _feel),
    "link events": (2, _link),
    "weave": (3, lambda life: add_to_thread(
        life.store, life.random.choice(TITLES), [_some_event(life).id], acting(life)
    )),
    "unweave": (1, lambda life: remove_from_thread(
        life.store, (thread := _some_thread(life)).id, [thread.members[0].event], acting(life)
    )),
    "split": (1, _split),
    "merge": (1, lambda life: merge_threads(
        life.store, _some_thread(life).id, [_some_thread(life).id], acting(life)
    )),
}  # fmt: skip
"""Acts by name, each with its weight among all."""
