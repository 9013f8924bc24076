"""Document 003 (cocoro): links and threads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from memento_cli.actions.events.observe import observe
from memento_cli.actions.events.threads import add_to_thread, threads_of
from memento_cli.core.events.events import CHAT, Event, Words, replied_to
from memento_cli.core.events.threads import LABELS, links_in
from memento_cli.core.journal.provenance import Provenance
from tests.conformance.cocoro import system as system
from tests.conformance.compare import Facts
from tests.conformance.stores import LONG_AGO, fresh_store, moment

START = moment(LONG_AGO)


def _event(said: Mapping[str, Any]) -> Event:
    """An event of a vector; ids rise with time."""
    return Event(
        id=str(said["id"]),
        at=START + timedelta(minutes=int(said["id"])),
        source=said.get("source", CHAT),
        by="",
        person="",
        client=str(said.get("client", "")),
        done=bool(said.get("done", True)),
    )


@system.op
def reply_to(*, events: Sequence[Mapping[str, Any]], new: int) -> Facts:
    """What is assumed of a new event, as a link: to which one it replies."""
    known = [_event(said) for said in events]
    fresh = next(event for event in known if event.id == str(new))
    earlier = [event for event in known if event is not fresh]
    links = links_in([], {fresh.id: replied_to(fresh, earlier)})
    if not links:
        return Facts(to=None)
    (link,) = links
    return Facts(to=int(link.target), confidence=link.confidence)


@system.op
def link_labels() -> list[str]:
    """What a link between events may be."""
    return list(LABELS)


@system.op
def thread_membership(*, event: int, threads: Sequence[str]) -> dict[str, bool]:
    """Whether an event may be in all of these threads at once."""
    with fresh_store() as store:
        seen = observe(store, Event("", START, CHAT, "", "", Words(user=f"Turn {event}")))
        for title in threads:
            add_to_thread(store, title, [seen.id], Provenance(store.signed(START, "cli")))
        return {"allowed": {one.title for one in threads_of(store, seen)} == set(threads)}
