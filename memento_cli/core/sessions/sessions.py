"""Working memory (document 002, 3 and 6): what a session has at hand, until it becomes a memory.

A session is a buffer of items with a budget of tokens and a time to live. Over its budget, at its
end or once its time is over, what is in it becomes one episodic memory, and of that only a summary
stays.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from memento_cli.core.memory.memory import Draft, Link
from memento_cli.core.memory.record_kinds import event_in, held
from memento_cli.core.security.lookalikes import checked_visible
from memento_cli.core.security.trust import AGENT, IMPORTED, TRUST, is_trusted, least_of
from memento_cli.core.security.trust import USER as PERSON
from memento_cli.core.text.tokens import tokens_in
from memento_cli.core.text.words import terms
from memento_cli.core.time.when import iso
from memento_cli.errors import BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memento_cli.core.text.digest import Digest, Source

USER, ASSISTANT, TOOL, NOTE = ROLES = ("user", "assistant", "tool", "note")
ITEM_BYTES = 400_000
"""The most of one item, in a memory's file: with a full buffer it still fits into one."""
ESCAPED, ESCAPE = ('"', "\\"), 5
"""What stands in a file with a sign before it; and how much longer what cannot be seen is there."""
BEFORE = "before"
"""The source of what a new summary takes from the one before it."""
INSET = "    "
LINE_TOKENS = 40
"""What a memory's summary says of its items costs at most so much."""
TITLE_SIGNS = 200
WRITTEN = "(a summary that a program wrote)"
WORD_FOR_WORD = "(word for word)"


class Item(NamedTuple):
    """What was said, by whom, and from which memories or events it came.

    `trust` is that of who added it, whatever the role says (`core/security/trust.py`).
    """

    id: str
    at: datetime
    role: str
    text: str
    who: str = ""
    refs: tuple[str, ...] = ()
    trust: str = PERSON


class Session(NamedTuple):
    """A buffer: its items, and a `summary` of those that have become memories, its `snapshots`.

    `summarized` is when the last of these was made, `trust` that of who began it and gave it its
    title.
    """

    id: str
    person: str
    created: datetime
    token_budget: int
    ttl_days: float
    title: str = ""
    agent: str | None = None
    project: str | None = None
    summary: str = ""
    summarized: datetime | None = None
    snapshots: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    trust: str = PERSON

    @property
    def tokens(self) -> int:
        """What the items cost."""
        return sum(tokens_in(item.text) for item in self.items)

    @property
    def is_full(self) -> bool:
        """Whether it is over its budget, or a file has hardly room for more."""
        size = sum(file_bytes(item.text) for item in self.items)
        return bool(self.items) and (self.tokens > self.token_budget or size > ITEM_BYTES)

    @property
    def expires(self) -> datetime:
        """When its time is over: each item renews it, and so does a snapshot."""
        moments = (self.created, self.summarized, *(item.at for item in self.items))
        try:
            return max(filter(None, moments)) + timedelta(days=self.ttl_days)
        except OverflowError:
            return datetime.max.replace(tzinfo=self.created.tzinfo)

    def is_over(self, now: datetime) -> bool:
        """Whether its time is over."""
        return now >= self.expires

    @property
    def in_order(self) -> tuple[Item, ...]:
        """The items by their time: a merge of two clones may have them in any order."""
        return tuple(sorted(self.items, key=lambda item: item.at))


def emptied(session: Session, summary: str, snapshot: str, now: datetime) -> Session:
    """The session once its items have become a memory."""
    snapshots = (*session.snapshots, snapshot)
    return session._replace(items=(), summary=summary, summarized=now, snapshots=snapshots)


def checked_text(text: str) -> str:
    """The text of an item; BadValue if it has none, or too much for one file."""
    if not text.strip():
        raise BadValue("an item needs a text", '`memento session add "what was said"`')
    size = file_bytes(text)
    if size > ITEM_BYTES:
        raise BadValue(f"an item of {size} bytes; {ITEM_BYTES} at most", "add it in parts")
    return text


def file_bytes(text: str) -> int:
    """How many bytes a text takes in a memory's file at most: set in, and with what is escaped."""
    lines, odd = text.count("\n"), sum(text.count(sign) for sign in ESCAPED)
    hidden = sum(sign < " " for sign in text) - lines
    return len(text.encode(errors="replace")) + len(INSET) * lines + odd + ESCAPE * hidden


def checked_title(text: str) -> str:
    """The title on one line; BadValue if it is no short one, or not all of it can be seen."""
    title = " ".join(text.split())
    if len(title) > TITLE_SIGNS:
        raise BadValue(f"a title of {len(title)} signs", f"{TITLE_SIGNS} at most")
    return checked_visible(title, "the title")


def sources_of(session: Session) -> list[Source]:
    """What a summary of the session is made from: what it was before, and the items by number."""
    from memento_cli.core.text.digest import Source  # most commands summarise nothing

    items = [Source(str(place), one.text) for place, one in enumerate(session.in_order, 1)]
    return [Source(BEFORE, session.summary)] * bool(session.summary) + items


def query_of(session: Session, message: str) -> str:
    """What to recall for a message: `user_msg + task + wm_summary` (document 002, 6.2).

    The message stands as it was typed; of title and summary only the words count.
    """
    return " ".join(filter(None, (message, *terms(f"{session.title} {session.summary}"))))


def snapshot_draft(session: Session, told: Digest, wrote: str = "") -> Draft:
    """The episodic memory that the items of a session become, word for word.

    First comes the summary: what a program `wrote`, or else the digest `told`, if that leaves
    anything out, each sentence with the number of its item. A title from who is trusted less than
    all who said it stands nowhere in it.
    """
    from memento_cli.core.text.digest import digest

    items = session.in_order
    lines = [*_summary_lines(told, wrote), *_item_lines(items)]
    own = [one for one in sources_of(session) if one.ref != BEFORE]
    central = digest(own, LINE_TOKENS).text.replace("\n", " ")
    least = least_of([*map(item_trust, items), *([AGENT] if wrote else [])])
    title = session.title if is_trusted(session.trust, least) else ""
    return Draft(
        ": ".join(filter(None, (title, central))),
        person=session.person,
        detail="\n".join(lines),
        source="chat",
        project=session.project,
        agent=session.agent,
        session=session.id,
        more={TRUST: least},
    )


def links_of(session: Session) -> list[Link]:
    """The memories that the items came from, and the snapshot before this one."""
    refs = [ref for item in session.items for ref in item.refs if not (held(ref) or event_in(ref))]
    return [Link("derived_from", id) for id in dict.fromkeys((*session.snapshots[-1:], *refs))]


def events_of(session: Session) -> tuple[str, ...]:
    """The ids of the events that the items came from."""
    return tuple(dict.fromkeys(filter(None, (event_in(ref) for ref in refs_of(session.items)))))


def refs_of(items: Iterable[Item]) -> list[str]:
    """What items came from."""
    return [ref for item in items for ref in item.refs]


def item_trust(item: Item) -> str:
    """Whose word an item is: a user's, what came from a tool, or else an agent's; and of who added
    it, if that is less."""
    said = PERSON if item.role == USER else IMPORTED if item.role == TOOL else AGENT
    return least_of((said, item.trust))


def speaker_of(item: Item) -> str:
    """Whose an item is: a name counts for nothing without the role."""
    return f"{item.role} {item.who}" if item.who else item.role


def _summary_lines(told: Digest, wrote: str) -> list[str]:
    if wrote:
        return [WRITTEN, wrote, "", WORD_FOR_WORD]
    if not told.left_out:
        return []
    marked = [f"{one.text} [{one.ref}]" for one in told.sentences]
    return [*marked, "", WORD_FOR_WORD]


def _item_lines(items: Sequence[Item]) -> list[str]:
    """Each item under its number; further lines are set in, so that none passes for another's."""
    return [
        INSET.join(f"[{place}] {iso(item.at)} {speaker_of(item)}: {item.text}".splitlines(True))
        for place, item in enumerate(items, 1)
    ]
