"""Connections of events: links from one to another, and threads of many (document 003 §4).

Both are folded from the journal's entries in force about events. Of all entries about an event and
a thread, or about one link, the one with the greatest id counts, not the latest date: otherwise one
entry under a wrong clock could never be corrected. Entries may come in any order, and twice.
"""

from __future__ import annotations

from collections import Counter

from memento_cli.core.journal.event_types import LINKED, THREADED, UNLINKED, UNTHREADED
from memento_cli.core.journal.history import distinct
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import event_in, ref_of
from memento_cli.core.security.trust import AGENT, USER, act_trust
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.core.text.visible import checked_visible
from memento_cli.errors import BadValue, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.journal.history import JournalEntry


REPLY_TO, SAME_TOPIC, CAUSED_BY = LABELS = ("reply_to", "same_topic", "caused_by")
"""The relations of an event to an earlier one. It replies to at most one."""
THREADS = "threads"
"""The prefix of a thread's reference, `threads/1f0c6e52ab`; a thread has no file."""
REL, TARGET, THREAD, CONFIDENCE, TITLE = "rel", "target", "thread", "confidence", "title"
"""The keys of an entry: the title is in `text`, the others in `more`."""
TITLE_SIGNS = 200
ID_BYTES = 5


class EventLink(NamedTuple):
    """A link from one event to an earlier one, with its confidence, 0 to 1.

    `assumed`: it was set when the event was observed, and not confirmed since.
    """

    event: str
    rel: str
    target: str
    confidence: float = 1.0
    assumed: bool = False


class Member(NamedTuple):
    """An event of a thread, its time, and the confidence, 0 to 1, that it belongs there."""

    event: str
    at: datetime
    confidence: float


class Thread(NamedTuple):
    """A thread of events in order of time. Its title may have been erased.

    `trust` is the highest of all who have given it its title.
    """

    id: str
    title: str
    members: tuple[Member, ...] = ()
    trust: str = USER

    @property
    def ref(self) -> str:
        """The reference of the thread: `threads/1f0c6e52ab`."""
        return ref_of(THREADS, self.id)


def thread_id(title: str) -> str:
    """The id of the thread with a title, independent of case, width and spaces.

    It is a hash, since it remains where the title is erased.
    """
    from hashlib import blake2s

    return blake2s(
        plain_key(title).encode(errors="surrogatepass"), digest_size=ID_BYTES
    ).hexdigest()


def label_of(text: str) -> str:
    """The relation that a text means: `reply-to` is reply_to. BadValue if it is none."""
    name = text.replace("-", "_")
    if name not in LABELS:
        raise unknown("relation of events", text, LABELS)
    return name


def checked_confidence(confidence: float) -> float:
    """The confidence as a float; BadValue if it is not from 0 to 1."""
    if not 0 <= confidence <= 1:
        raise BadValue(f"a confidence of {confidence}", "0 to 1")
    return float(confidence)


def checked_title(text: str) -> str:
    """A title in one line; BadValue if it is empty, too long, or has invisible characters."""
    title = " ".join(text.split())
    if not title or len(title) > TITLE_SIGNS:
        raise BadValue(f"a title of {len(title)} signs", f"1 to {TITLE_SIGNS}")
    return checked_visible(title, "the title")


def links_in(entries: Iterable[JournalEntry], replies: Mapping[str, str] = {}) -> list[EventLink]:
    """The links in force by these entries, sorted.

    `replies` are the assumed ones: by an event the event that it replies to. An entry may replace
    or remove one of them.
    """
    initial = (
        EventLink(event, REPLY_TO, target, assumed=True)
        for event, target in replies.items()
        if target
    )
    links = {_key_of(link): link for link in initial}
    for entry in _in_order(entries):
        link = _link_in(entry)
        if link and entry.act == LINKED:
            links[_key_of(link)] = link
        elif link and _key_of(link) in links and links[_key_of(link)].target == link.target:
            del links[_key_of(link)]
    return sorted(links.values())


def _key_of(link: EventLink) -> tuple[str, str, str]:
    """The key of a link: an event has one reply, and of other links one to each target."""
    return link.event, link.rel, "" if link.rel == REPLY_TO else link.target


def _link_in(entry: JournalEntry) -> EventLink | None:
    event, rel, target = event_in(entry.memory), entry.more.get(REL), entry.more.get(TARGET)
    if entry.act not in (LINKED, UNLINKED) or not event or rel not in LABELS:
        return None
    if not isinstance(target, str) or not is_safe_id(target):
        return None
    return EventLink(event, str(rel), target, _confidence(entry))


def threads_in(entries: Iterable[JournalEntry], times: Mapping[str, datetime]) -> list[Thread]:
    """The threads in force by these entries, that of the newest event first.

    `times` has the times of all existing events; others are no members.
    """
    entries = _in_order(entries)
    members: dict[str, list[Member]] = {}
    for (thread, event), entry in newest_entries(entries).items():
        if entry.act == THREADED and event in times:
            member = Member(event, times[event], _confidence(entry))
            members.setdefault(thread, []).append(member)
    titles = _titles_in(entries)
    threads = list[Thread]()
    for id, thread_members in members.items():
        title, trust = titles.get(id, (id, USER))
        in_time = sorted(thread_members, key=lambda member: (member.at, member.event))
        threads.append(Thread(id, title, tuple(in_time), trust))
    threads.sort(key=lambda thread: thread.id)
    return sorted(threads, key=lambda thread: thread.members[-1].at, reverse=True)


def newest_entries(entries: Iterable[JournalEntry]) -> dict[tuple[str, str], JournalEntry]:
    """The newest entry about each thread and event, which adds the event or removes it."""
    placed = ((_thread_in(entry), event_in(entry.memory), entry) for entry in _in_order(entries))
    return {(thread, event): entry for thread, event, entry in placed if thread and event}


def _titles_in(entries: Iterable[JournalEntry]) -> dict[str, tuple[str, str]]:
    """The last title of each thread, and the trust of those who gave it this title."""
    titles, persons = dict[str, str](), set[tuple[str, str]]()
    for entry in entries:
        thread, title = _thread_in(entry), entry.text.get(TITLE)
        if thread and isinstance(title, str) and title:
            titles[thread] = title
            persons |= {(thread, title)} if act_trust(entry.via) == USER else set()
    return {id: (title, USER if (id, title) in persons else AGENT) for id, title in titles.items()}


def _in_order(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    return sorted(distinct(entries), key=lambda entry: entry.id)


def _thread_in(entry: JournalEntry) -> str:
    """The id of the thread to which an entry adds an event, or from which it removes it; or ""."""
    id = entry.more.get(THREAD) if entry.act in (THREADED, UNTHREADED) else None
    return id if isinstance(id, str) and is_safe_id(id) else ""


def _confidence(entry: JournalEntry) -> float:
    """The confidence in an entry; 1 without any."""
    sure = entry.more.get(CONFIDENCE)
    return float(sure) if isinstance(sure, int | float) and 0 <= sure <= 1 else 1.0


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
