"""How an event hangs together with others, told with it: its links both ways, and its threads."""

from __future__ import annotations

from memento_cli.core.events.threads import CAUSED_BY, REPLY_TO, SAME_TOPIC
from memento_cli.core.memory.record_kinds import EVENTS, ref_of
from memento_cli.core.security.trust import marked
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memento_cli.cli.call import Call
    from memento_cli.core.events.events import Event
    from memento_cli.core.events.threads import EventLink, Thread

FROM = {REPLY_TO: "replies to", SAME_TOPIC: "same topic", CAUSED_BY: "caused by"}
TO = {REPLY_TO: "replied to by", SAME_TOPIC: "same topic", CAUSED_BY: "causes"}
"""A link as it is told of the event that it comes from, and of that to which it leads."""


class Woven(NamedTuple):
    """The links of an event, and its threads, each with only this member."""

    event: Event
    links: list[EventLink]
    threads: list[Thread]

    def row(self) -> dict[str, Any]:
        """The links and threads as JSON has them."""
        links = [
            link._asdict() | {"event": _ref(link.event), "target": _ref(link.target)}
            for link in self.links
        ]
        threads = [
            {
                "id": one.ref,
                "title": one.title,
                "confidence": one.members[0].confidence,
                "trust": one.trust,
            }
            for one in self.threads
        ]
        return {"links": links, "threads": threads}

    def lines(self) -> Iterator[tuple[str, str]]:
        """The links and threads as pairs of a label and a value."""
        for link in self.links:
            own = link.event == self.event.id
            label = (FROM if own else TO)[link.rel]
            yield label, _ref(link.target if own else link.event) + _sure(link.confidence)
        for one in self.threads:
            thread_text = one.ref if one.title == one.id else f"{one.ref}: {one.title}"
            yield "thread", marked(thread_text, one.trust) + _sure(one.members[0].confidence)


def woven(call: Call, event: Event) -> Woven:
    """How an event hangs together with others."""
    from memento_cli.actions.events.links import links_of
    from memento_cli.actions.events.threads import threads_of

    until = call.named_now
    return Woven(event, links_of(call.store, event.id, until), threads_of(call.store, event, until))


def _ref(event: str) -> str:
    return ref_of(EVENTS, event)


def _sure(confidence: float) -> str:
    return "" if confidence == 1 else f" ({confidence:.0%} sure)"
