"""How events hang together: links from one to another, and threads of many (document 003 §4).

Both are what the journal's lines in force about events fold to: of all that was said of an event
and a thread, or of one link, what was said last counts. Ids tell that, not the moments that lines
are dated: one act under a wrong clock would keep all later ones from being a correction. The lines
may come in any order, and twice.
"""

from __future__ import annotations

from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.journal.event_types import LINKED, THREADED, UNLINKED, UNTHREADED
from memento_cli.core.journal.history import distinct
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import event_in, ref_of
from memento_cli.core.security.lookalikes import checked_visible
from memento_cli.core.security.trust import AGENT, USER, act_trust
from memento_cli.errors import BadValue, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from memento_cli.core.journal.history import JournalEntry

REPLY_TO, SAME_TOPIC, CAUSED_BY = LABELS = ("reply_to", "same_topic", "caused_by")
"""How an event goes back to another. It replies to at most one."""
THREADS = "threads"
"""A thread is named as what is in a folder is, `threads/1f0c6e52ab`, and is no file."""
REL, TARGET, THREAD, CONFIDENCE, TITLE = "rel", "target", "thread", "confidence", "title"
"""What a line says: the last under `text`, because it is words, the others under `more`."""
TITLE_SIGNS = 200


class EventLink(NamedTuple):
    """How one event goes back to another, and how sure that is, 0 to 1.

    `assumed`: it was set when the event was observed, and nobody has said so since.
    """

    event: str
    rel: str
    target: str
    confidence: float = 1.0
    assumed: bool = False


class Member(NamedTuple):
    """An event of a thread: when it happened, and how sure it is, 0 to 1, that it belongs there."""

    event: str
    at: datetime
    confidence: float


class Thread(NamedTuple):
    """Events that hang together, in order of time. Of erased ones the title may be gone.

    `trust` is that of the most trusted who has called it so.
    """

    id: str
    title: str
    members: tuple[Member, ...] = ()
    trust: str = USER

    @property
    def ref(self) -> str:
        """How it is named among other things: `threads/1f0c6e52ab`."""
        return ref_of(THREADS, self.id)


def thread_id(title: str) -> str:
    """The id of the thread with a title, whatever its capitals, its width and its spaces.

    It tells no words, as it stands where those are erased.
    """
    from hashlib import blake2s

    return blake2s(plain_key(title).encode(errors="surrogatepass"), digest_size=5).hexdigest()


def label_of(text: str) -> str:
    """The label of links that a text means: `reply-to` is reply_to. BadValue if it is none."""
    name = text.replace("-", "_")
    if name not in LABELS:
        raise unknown("relation of events", text, LABELS)
    return name


def checked_confidence(confidence: float) -> float:
    """The same; BadValue if it is not from 0 to 1."""
    if not 0 <= confidence <= 1:
        raise BadValue(f"a confidence of {confidence}", "0 to 1")
    return float(confidence)


def checked_title(text: str) -> str:
    """A title in one line; BadValue if there are no words in it, too many, or what hides."""
    title = " ".join(text.split())
    if not title or len(title) > TITLE_SIGNS:
        raise BadValue(f"a title of {len(title)} signs", f"1 to {TITLE_SIGNS}")
    return checked_visible(title, "the title")


def links_in(lines: Iterable[JournalEntry], replies: Mapping[str, str] = {}) -> list[EventLink]:
    """The links that lines in force leave, in order.

    `replies` are those that were assumed on observing: to which event an event replies. A link that
    replaces one of them, or takes it away, is a correction.
    """
    assumed = (EventLink(*said, assumed=True) for said in _assumed(replies))
    found = {_place(link): link for link in assumed}
    for line in _as_said(lines):
        link = _link_in(line)
        if link and line.act == LINKED:
            found[_place(link)] = link
        elif link and _place(link) in found and found[_place(link)].target == link.target:
            del found[_place(link)]
    return sorted(found.values())


def _assumed(replies: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    return ((event, REPLY_TO, target) for event, target in replies.items() if target)


def _place(link: EventLink) -> tuple[str, str, str]:
    """What a link is the only one of: an event has one reply, and of others one to each target."""
    return link.event, link.rel, "" if link.rel == REPLY_TO else link.target


def _link_in(line: JournalEntry) -> EventLink | None:
    event, rel, target = event_in(line.memory), line.more.get(REL), line.more.get(TARGET)
    if line.act not in (LINKED, UNLINKED) or not event or rel not in LABELS:
        return None
    if not isinstance(target, str) or not is_safe_id(target):
        return None
    return EventLink(event, str(rel), target, _confidence(line))


def threads_in(lines: Iterable[JournalEntry], times: Mapping[str, datetime]) -> list[Thread]:
    """The threads that lines in force leave, that of the newest event first.

    `times` has the events that there are, with when they happened; no other one is a member.
    """
    lines = _as_said(lines)
    members: dict[str, list[Member]] = {}
    for (thread, event), line in _last_said(lines).items():
        if line.act == THREADED and event in times:
            member = Member(event, times[event], _confidence(line))
            members.setdefault(thread, []).append(member)
    titles = _titles_in(lines)
    found = list[Thread]()
    for id, rows in members.items():
        title, trust = titles.get(id, (id, USER))
        found.append(Thread(id, title, tuple(sorted(rows, key=_when)), trust))
    found.sort(key=lambda thread: thread.id)
    return sorted(found, key=lambda thread: thread.members[-1].at, reverse=True)


def last_said(lines: Iterable[JournalEntry]) -> dict[tuple[str, str], JournalEntry]:
    """The newest line about each thread and event: it puts the event there, or takes it out."""
    return _last_said(_as_said(lines))


def _last_said(ordered: Iterable[JournalEntry]) -> dict[tuple[str, str], JournalEntry]:
    placed = ((_thread_in(line), event_in(line.memory), line) for line in ordered)
    return {(thread, event): line for thread, event, line in placed if thread and event}


def _titles_in(ordered: Iterable[JournalEntry]) -> dict[str, tuple[str, str]]:
    """What each thread is called, as it was called last, and the trust of who has called it so."""
    titles, persons = dict[str, str](), set[tuple[str, str]]()
    for line in ordered:
        thread, title = _thread_in(line), line.text.get(TITLE)
        if thread and isinstance(title, str) and title:
            titles[thread] = title
            persons |= {(thread, title)} if act_trust(line.via) == USER else set()
    return {id: (title, USER if (id, title) in persons else AGENT) for id, title in titles.items()}


def _as_said(lines: Iterable[JournalEntry]) -> list[JournalEntry]:
    return sorted(distinct(lines), key=lambda line: line.id)


def _thread_in(line: JournalEntry) -> str:
    """The id of the thread that a line puts an event into, or takes it out of."""
    id = line.more.get(THREAD) if line.act in (THREADED, UNTHREADED) else None
    return id if isinstance(id, str) and is_safe_id(id) else ""


def _confidence(line: JournalEntry) -> float:
    """How sure a line is; wholly where it does not say."""
    sure = line.more.get(CONFIDENCE)
    return float(sure) if isinstance(sure, int | float) and 0 <= sure <= 1 else 1.0


def _when(member: Member) -> tuple[datetime, str]:
    return member.at, member.event
