"""Working memory (document 002, 3 and 6): the items of a session until they become a memory.

A session is a buffer of items with a budget of tokens and a time to live. When it is over its
budget, ended or expired, its items become one episodic memory, and only a summary of them stays.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from memento_cli.core.memory.memory import DERIVED, Draft, Link, split_content
from memento_cli.core.memory.record_kinds import event_in, held
from memento_cli.core.security.trust import AGENT, IMPORTED, TRUST, is_trusted, least_of
from memento_cli.core.security.trust import USER as PERSON
from memento_cli.core.text.visible import checked_visible
from memento_cli.core.text.words import terms, tokens_in
from memento_cli.core.time.when import iso
from memento_cli.errors import BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.core.text.digest import Digest, Source

USER, ASSISTANT, TOOL, NOTE = ROLES = ("user", "assistant", "tool", "note")
ITEM_BYTES = 400_000
"""The limit of one item in a memory's file: together with a full buffer it still fits into one."""
ESCAPED_SIGNS, ESCAPE = ('"', "\\"), 5
"""The characters that are escaped in a file, and the additional bytes of an invisible one."""
EARLIER = "before"
"""The reference of sentences that a new summary takes from the one before it."""
INDENT = "    "
LINE_TOKENS = 40
"""The limit of tokens for the items in a memory's summary."""
TITLE_SIGNS = 200
WRITTEN = "(a summary that a program wrote)"
WORD_FOR_WORD = "(word for word)"


class Item(NamedTuple):
    """A text, its speaker, and the memories or events that it came from.

    `trust` is that of who added it, whatever the role (`core/security/trust.py`). `data` is what a
    program needs to have the item back as it was: it is kept as long as the item is, and no more.
    """

    id: str
    at: datetime
    role: str
    text: str
    who: str = ""
    refs: tuple[str, ...] = ()
    trust: str = PERSON
    data: str = ""

    @property
    def size(self) -> int:
        """How many bytes of a file it takes at most."""
        return file_bytes(self.text) + file_bytes(self.data)


class Session(NamedTuple):
    """A buffer of items, and a `summary` of those that have become memories (`snapshots`).

    `summarized` is when the last snapshot was made, `trust` that of who began the session and gave
    it its title.
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
        """The tokens of all items."""
        return sum(tokens_in(item.text) for item in self.items)

    @property
    def is_full(self) -> bool:
        """Whether it is over its budget, or nearly too large for a file."""
        size = sum(item.size for item in self.items)
        return bool(self.items) and (self.tokens > self.token_budget or size > ITEM_BYTES)

    @property
    def expires(self) -> datetime:
        """When the session expires: its time begins anew with each item and snapshot."""
        moments = (self.created, self.summarized, *(item.at for item in self.items))
        try:
            return max(filter(None, moments)) + timedelta(days=self.ttl_days)
        except OverflowError:
            return datetime.max.replace(tzinfo=self.created.tzinfo)

    def is_over(self, now: datetime) -> bool:
        """Whether the session has expired."""
        return now >= self.expires

    @property
    def in_order(self) -> tuple[Item, ...]:
        """The items by their time, since a merge of two clones may leave them in any order."""
        return tuple(sorted(self.items, key=lambda item: item.at))


def emptied(session: Session, summary: str, snapshot: str, now: datetime) -> Session:
    """The session after its items have become a memory."""
    snapshots = (*session.snapshots, snapshot)
    return session._replace(items=(), summary=summary, summarized=now, snapshots=snapshots)


def checked_text(text: str) -> str:
    """The text of an item; BadValue if it is blank, or too large for one file."""
    if not text.strip():
        raise BadValue("an item needs a text", '`memento session add "what was said"`')
    size = file_bytes(text)
    if size > ITEM_BYTES:
        raise BadValue(f"an item of {size} bytes; {ITEM_BYTES} at most", "add it in parts")
    return text


def file_bytes(text: str) -> int:
    """The greatest size of a text in a memory's file in bytes, with indentation and escapes."""
    lines, escaped = text.count("\n"), sum(text.count(character) for character in ESCAPED_SIGNS)
    control = sum(character < " " for character in text) - lines
    return len(text.encode(errors="replace")) + len(INDENT) * lines + escaped + ESCAPE * control


def checked_title(text: str) -> str:
    """The title on one line; BadValue if it is too long or has invisible characters."""
    title = " ".join(text.split())
    if len(title) > TITLE_SIGNS:
        raise BadValue(f"a title of {len(title)} signs", f"{TITLE_SIGNS} at most")
    return checked_visible(title, "the title")


def sources_of(session: Session) -> list[Source]:
    """The sources of a summary of the session: the former summary, and the items by number."""
    from memento_cli.core.text.digest import Source  # most commands summarise nothing

    items = [Source(str(place), item.text) for place, item in enumerate(session.in_order, 1)]
    return [Source(EARLIER, session.summary)] * bool(session.summary) + items


def query_of(session: Session, message: str) -> str:
    """The query for a message: `user_msg + task + wm_summary` (document 002, 6.2).

    The message is as it was typed; of title and summary only the words are taken.
    """
    return " ".join(filter(None, (message, *terms(f"{session.title} {session.summary}"))))


def snapshot_draft(session: Session, session_digest: Digest, wrote: str = "") -> Draft:
    """The draft of the episodic memory with the items of a session, word for word.

    It begins with the summary that a program `wrote`, whose first sentence is its own summary, or
    else the digest, if that leaves anything out, each sentence with the number of its item. The
    title is left out if it is less trusted than the items.
    """
    from memento_cli.core.text.digest import digest

    items = session.in_order
    lines = _summary_lines(session_digest, wrote)
    for place, item in enumerate(items, 1):  # further lines are indented, unlike its start
        said = f"[{place}] {iso(item.at)} {speaker_of(item)}: {item.text}"
        lines.append(INDENT.join(said.splitlines(True)))
    own_sources = [source for source in sources_of(session) if source.ref != EARLIER]
    line = split_content(wrote)[0] if wrote else digest(own_sources, LINE_TOKENS).text
    central = line.replace("\n", " ")
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
    refs = [ref for ref in refs_of(session.items) if not (held(ref) or event_in(ref))]
    return [Link(DERIVED, id) for id in dict.fromkeys((*session.snapshots[-1:], *refs))]


def events_of(session: Session) -> tuple[str, ...]:
    """The ids of the events that the items came from."""
    return tuple(dict.fromkeys(filter(None, (event_in(ref) for ref in refs_of(session.items)))))


def refs_of(items: Iterable[Item]) -> list[str]:
    """The references of all items."""
    return [ref for item in items for ref in item.refs]


def item_trust(item: Item) -> str:
    """The trust of an item: by its role, but at most that of who added it."""
    by_role = PERSON if item.role == USER else IMPORTED if item.role == TOOL else AGENT
    return least_of((by_role, item.trust))


def speaker_of(item: Item) -> str:
    """The role of an item with the speaker's name, which alone could be anyone's."""
    return f"{item.role} {item.who}" if item.who else item.role


def _summary_lines(session_digest: Digest, wrote: str) -> list[str]:
    if wrote:
        return [WRITTEN, wrote, "", WORD_FOR_WORD]
    if not session_digest.left_out:
        return []
    marked = [f"{sentence.text} [{sentence.ref}]" for sentence in session_digest.sentences]
    return [*marked, "", WORD_FOR_WORD]
