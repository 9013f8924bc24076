"""Threads that are proposed, beside those that there are."""

from __future__ import annotations

from collections import Counter

from memento_cli.core.events.threads import THREADS, thread_id
from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.memory.record_kinds import ref_of
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from datetime import datetime

    from memento_cli.core.events.threads import Thread

FRESH = 0.6
"""So much of a proposal at least is in no other thread, or it is no thread of its own."""
LEAST = 5
"""So many events a new thread has at least."""


class ProposedThread(NamedTuple):
    """Events that seem to hang together, in order of time, and how surely, 0 to 1.

    With what says so: the words, the commonest first, the people, from when until when, on how many
    occasions. `thread` is the id of the thread that they would be.
    """

    thread: str
    title: str
    events: tuple[str, ...]
    confidence: float
    words: tuple[str, ...]
    people: tuple[str, ...]
    start: datetime
    end: datetime
    occasions: int

    @property
    def ref(self) -> str:
        """How the thread would be named."""
        return ref_of(THREADS, self.thread)

    @property
    def evidence(self) -> str:
        """What says so, in words."""
        days = " to ".join(dict.fromkeys(f"{at:%Y-%m-%d}" for at in (self.start, self.end)))
        occasions = f"{self.occasions} occasions" if self.occasions > 1 else "1 occasion"
        return "; ".join(
            filter(None, (", ".join(self.words), ", ".join(self.people), days, occasions))
        )


def still_loose(
    found: Iterable[ProposedThread],
    threads: Sequence[Thread],
    apart: Collection[tuple[str, str]] = frozenset(),
) -> Iterator[ProposedThread]:
    """What of the proposals is not woven yet.

    Where much of one is in threads, only what is in none is proposed, to the thread that has most
    of it. `apart` are the threads and events that somebody has taken apart, which stay so.
    """
    homes: dict[str, list[str]] = {}
    for thread in threads:
        for member in thread.members:
            homes.setdefault(member.event, []).append(thread.id)
    titles = {thread.id: thread.title for thread in threads}
    for one in found:
        woven = Counter(id for event in one.events for id in homes.get(event, ()))
        loose = [event for event in one.events if event not in homes]
        if len(loose) < FRESH * len(one.events):
            id, least = min(woven, key=lambda id: (-woven[id], id)), 1
        else:
            id, least, loose = _free_id(one, titles), LEAST, list(one.events)
        events = tuple(event for event in loose if (id, event) not in apart)
        if len(events) >= least:
            yield one._replace(thread=id, title=titles[id], events=events)


def _free_id(one: ProposedThread, titles: dict[str, str]) -> str:
    """The id of a title that no other thread has; with the people in it, the month, or a number."""
    taken = {plain_key(title) for title in titles.values()}
    more = (", ".join(one.people), f"{one.start:%Y-%m}", *map(str, range(2, len(titles) + 3)))
    named = (" - ".join(filter(None, (one.title, beside))) for beside in ("", *more))
    title = next(title for title in named if plain_key(title) not in taken)
    titles[thread_id(title)] = title
    return thread_id(title)
