"""Proposed threads, compared with existing ones."""

from __future__ import annotations

from collections import Counter

from memento_cli.core.events.threads import THREADS, thread_id
from memento_cli.core.memory.record_kinds import ref_of
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from datetime import datetime

    from memento_cli.core.events.threads import Thread

FRESH = 0.6
"""The least share of a new thread's events that are in no other thread."""
LEAST = 5
"""The least number of events of a new thread."""


class ProposedThread(NamedTuple):
    """Events that seem to form a thread, in order of time, with the confidence, 0 to 1.

    The evidence are the words, the most frequent first, the people, the first and last time, and
    the number of occasions. `thread` is the id of the thread.
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
        """The reference of the thread."""
        return ref_of(THREADS, self.thread)

    @property
    def evidence(self) -> str:
        """The evidence as a text."""
        days = " to ".join(dict.fromkeys(f"{at:%Y-%m-%d}" for at in (self.start, self.end)))
        occasions = f"{self.occasions} occasions" if self.occasions > 1 else "1 occasion"
        return "; ".join(
            filter(None, (", ".join(self.words), ", ".join(self.people), days, occasions))
        )


def remaining_threads(
    proposals: Iterable[ProposedThread],
    threads: Sequence[Thread],
    excluded: Collection[tuple[str, str]] = frozenset(),
) -> Iterator[ProposedThread]:
    """The proposals without the events that are already in threads.

    If many events of a proposal are in threads, the others are proposed for the thread with most of
    them. `excluded` are pairs of a thread and an event that somebody has removed from it.
    """
    threads_of_event: dict[str, list[str]] = {}
    for thread in threads:
        for member in thread.members:
            threads_of_event.setdefault(member.event, []).append(thread.id)
    titles = {thread.id: thread.title for thread in threads}
    for proposal in proposals:
        counts = Counter(id for event in proposal.events for id in threads_of_event.get(event, ()))
        loose = [event for event in proposal.events if event not in threads_of_event]
        if len(loose) < FRESH * len(proposal.events):
            id, minimum = min(counts, key=lambda id: (-counts[id], id)), 1
        else:
            id, minimum, loose = _free_id(proposal, titles), LEAST, list(proposal.events)
        events = tuple(event for event in loose if (id, event) not in excluded)
        if len(events) >= minimum:
            yield proposal._replace(thread=id, title=titles[id], events=events)


def _free_id(proposal: ProposedThread, titles: dict[str, str]) -> str:
    """The id of a title that no other thread has; if needed the people, the month or a number is
    added."""
    used = {plain_key(title) for title in titles.values()}
    additions = (
        ", ".join(proposal.people),
        f"{proposal.start:%Y-%m}",
        *map(str, range(2, len(titles) + 3)),
    )
    candidates = (
        " - ".join(filter(None, (proposal.title, addition))) for addition in ("", *additions)
    )
    title = next(title for title in candidates if plain_key(title) not in used)
    titles[thread_id(title)] = title
    return thread_id(title)
