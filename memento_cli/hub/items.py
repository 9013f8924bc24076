"""Memories and sessions as rows of the tables of document 002, which `schema/0003.sql` has.

A row says what the file says, and what this clone knows of the uses. Words are cut by the function
that cuts them for the index, and folded as the hub folds those of a question.
"""

from __future__ import annotations

from binascii import crc32
from datetime import timedelta
from itertools import islice
from unicodedata import combining, normalize

from memento_cli.actions.memory.feedback import ACTS
from memento_cli.core.fading.laws import TTL
from memento_cli.core.journal.event_types import CODES, OTHERS, PRESENTED, score_in
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.memory import law_in_force
from memento_cli.core.recall.ranking import word_set
from memento_cli.core.text.strict_json import loaded
from memento_cli.core.text.words import split
from memento_cli.core.time.when import from_micros, iso
from memento_cli.index.database.database import rows_among
from memento_cli.index.database.index import index_of
from memento_cli.index.journal.lines import unpacked
from memento_cli.index.refresh.rows import searched_texts
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import SUFFIX, stem_of
from memento_cli.store.records.loaded import Broken

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from typing import Any

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.sessions.sessions import Session
    from memento_cli.hub.lines import HubLine
    from memento_cli.store.directory.store import Store

    Item = dict[str, Any]

MEMORIES, SESSIONS, JOURNAL = "memories", "sessions", "journal/"
ORIGIN = "memory.origin."
WEIGHTS = "ACCCD"
"""The weight in the hub's text vector of the summary, detail, topics, people and parts."""
MOST_WORDS = 20_000
"""The words of a memory by which it is found: PostgreSQL has a limit for a text vector, 1 MB."""
FEEDBACK = {CODES[act]: event for event, act in ACTS.items()}
COUNTS = "SELECT id, key, uses, edits, views, last FROM memory WHERE id IN"
LINES = (
    "SELECT id, act, at, initial FROM line WHERE memory = ?1 AND id NOT IN"
    " (SELECT undoes FROM line WHERE memory = ?1 AND undoes IS NOT NULL) ORDER BY at, id"
)
SHOWN_CODES = frozenset(CODES[act] for act in PRESENTED)


class Known:
    """What an index knows of a memory beside its file: how often it was viewed, used and edited,
    when last, and the feedback on it."""

    def __init__(self, database: sqlite3.Connection, row: Sequence[Any]) -> None:
        _, key, self.uses, self.edits, self.views, self.last = row
        lines = database.execute(LINES, (key,)).fetchall()
        self.shown = max((at for _, act, at, _ in lines if act in SHOWN_CODES), default=0)
        self.feedback = [
            [unpacked(id), FEEDBACK[act], score_in(score), iso(from_micros(at))]
            for id, act, at, score in lines
            if act in FEEDBACK
        ]


class Rows(NamedTuple):
    """The rows of what is pushed: of memories and of sessions, both by id. Those that have none by
    now are to be removed from the tables."""

    memories: dict[str, Item | None]
    sessions: dict[str, Item | None]


def rows_of(store: Store, lines: Iterable[HubLine], paths: Iterable[str]) -> Rows:
    """The rows of all whose files, by these paths, are pushed, or lines of the journal about them,
    as the store has them now."""
    named: dict[str, dict[str, Item | None]] = {MEMORIES: {}, SESSIONS: {}}
    for path in paths:
        folder, _, name = path.rpartition("/")
        if folder in named:
            named[folder][stem_of(name)] = None
    memories, sessions = named.values()
    for line in lines:
        if line.log.startswith(JOURNAL):
            entry = loaded(line.raw)
            memories |= dict.fromkeys((entry["memory"], *entry.get(OTHERS, ())))
    if memories:
        memories |= {item["id"]: item for item in items_of(store, memories)}
    if sessions:
        sessions |= {item["session_id"]: item for item in buffers_of(store, sessions)}
    return Rows(memories, sessions)


def items_of(store: Store, ids: Iterable[str]) -> list[Item]:
    """The rows of the memories with these ids that are in the store, and can be read."""
    names = [f"{id}{SUFFIX}" for id in dict.fromkeys(ids) if is_safe_id(id)]
    with index_of(store, names=names) as index:
        rows = rows_among(index.database, COUNTS, map(stem_of, names))
        known = {row[0]: Known(index.database, row) for row in rows}
    values = store.memories.read_values(name for name in names if stem_of(name) in known)
    found = (one for one in values if not isinstance(one, Broken))
    return [item_of(one.value, known[one.id]) for one in found]


def item_of(memory: Memory, known: Known) -> Item:
    """The row of a memory."""
    content, links = memory.content, dict.fromkeys(memory.links)
    texts = [islice(split(text), MOST_WORDS) for text in searched_texts(memory)]
    words = [list(map(folded_word, text)) for text in texts]
    return _sendable({
        "id": memory.id, "type": memory.kind, "title": content.summary, "content": content.detail,
        "source": memory.source, "agent_id": memory.agent, "user_id": memory.person,
        "project_id": memory.project, "created_at": iso(memory.created),
        "last_accessed_at": _last_accessed(memory, known), "importance": memory.importance,
        "pinned": memory.pinned, "privacy_scope": memory.privacy, "origin_trace": _origin(memory),
        "expires_at": _expiry(memory, known.last), "views": known.views, "uses": known.uses,
        "edits": known.edits, "words": _by_weight(words), "length": sum(map(len, words)),
        "word_set": sorted(map(_hash, word_set(f"{content.summary} {content.detail}"))),
        "tags": list(dict.fromkeys(memory.tags.topics)),
        "links": [[link.rel, link.target] for link in links], "feedback": known.feedback,
    })  # fmt: skip


def buffers_of(store: Store, ids: Iterable[str]) -> list[Item]:
    """The rows of the sessions with these ids that are in the store, and can be read."""
    sessions = store.held(SESSIONS).read_values(f"{id}{SUFFIX}" for id in ids)
    return [buffer_of(one.value) for one in sessions if not isinstance(one, Broken)]


def buffer_of(session: Session) -> Item:
    """The row of a session: its items in order, its budget, and when it expires."""
    items = [
        {"at": iso(item.at), "role": item.role, "text": item.text, "trust": item.trust}
        for item in session.in_order
    ]
    return _sendable({
        "session_id": session.id, "items": items, "token_budget": session.token_budget,
        "expires_at": iso(session.expires),
    })  # fmt: skip


def folded_word(word: str) -> str:
    """A word without differences of case and Latin accents, as the hub's function `folded` has it.

    Signs from U+2000 on have neither, once `split` has put them into their usual form.
    """
    if word.isascii():
        return word.lower()
    return "".join(map(_folded_sign, word))


def _folded_sign(sign: str) -> str:
    if sign >= "\u2000":
        return sign
    sign_in_lower_case = sign.lower()
    if "\u00c0" <= sign <= "\u024f" or "\u1e00" <= sign <= "\u1eff":
        parts = normalize("NFD", sign_in_lower_case)
        return "".join(part for part in parts if not combining(part))
    return sign_in_lower_case


def _by_weight(words: Sequence[Sequence[str]]) -> dict[str, str]:
    """Words, with spaces between them, by their weight; not more than MOST_WORDS."""
    texts, left = dict[str, list[str]](), MOST_WORDS
    for weight, some in zip(WEIGHTS, words, strict=True):
        texts.setdefault(weight, []).extend(some[:left])
        left -= len(some[:left])
    return {weight: " ".join(some) for weight, some in texts.items() if some}


def _last_accessed(memory: Memory, known: Known) -> str:
    last = from_micros(max(known.shown, known.last))
    return iso(max(last, memory.created))


def _expiry(memory: Memory, last: int) -> str | None:
    """When its time to live ends, if it has one; None if that is beyond the calendar."""
    law = law_in_force(memory)
    if law.code != TTL:
        return None
    try:
        return iso(from_micros(last) + timedelta(days=law.parameter))
    except OverflowError:
        return None


def _origin(memory: Memory) -> dict[str, Any]:
    """What its file says of where it came from; also its session."""
    more = {
        path.removeprefix(ORIGIN): value
        for path, value in memory.more.items()
        if path.startswith(ORIGIN)
    }
    return more | ({"session": memory.session} if memory.session else {})


def _hash(word: str) -> int:
    """A hash of a word as PostgreSQL's integer."""
    return crc32(word.encode(errors="replace")) - (1 << 31)


def _sendable(item: Item) -> Item:
    """A row whose texts are such as PostgreSQL takes: U+0000 is replaced."""
    return {key: _without_nul(value) for key, value in item.items()}


def _without_nul(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")
    if isinstance(value, list):
        return [_without_nul(each) for each in value]
    return _sendable(value) if isinstance(value, dict) else value
