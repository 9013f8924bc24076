"""What an import must not repeat: the ids ever given, and what was imported from where.

An imported item is identified by two digests: of its source, if that is a URI, and of its text.
Both stand in the `recorded` entry (`from`), so a memory that was pruned or edited since is not
imported again.
"""

from __future__ import annotations

import os
import re
from itertools import chain

from memento_cli.core.graph.observations import SOURCE as OBSERVATION
from memento_cli.core.journal.event_types import RECORDED
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.memory.ids import folded, memory_id, with_suffix
from memento_cli.core.memory.memory import Draft
from memento_cli.core.security.trust import TRUST
from memento_cli.core.time.when import iso
from memento_cli.errors import BadData, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import suppress
from memento_cli.store.records.memory_fields import PROJECTED

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection


FROM = "from"
URI = re.compile(r"[A-Za-z][\w+.-]*:\S|\S+@\S")
COMMIT = re.compile(r"\S.*@([0-9a-f]{40}|[0-9a-f]{64})")
DIGEST_BYTES = 8
ATTEMPTS = 20
Digests = dict[str, set[str]]
"""The digests of texts by the digest of their URI."""


class Key(NamedTuple):
    """What identifies an imported item: the digest of its URI, or "", and of its text."""

    uri: str
    words: str


class Known:
    """The ids and keys that a store has at one reading of its journal; `add` adds new ones.

    `batch` and `met` belong to the import that is running: what it has added so far is not older.
    """

    def __init__(
        self,
        store: Store,
        entries: Iterable[JournalEntry],
        batch: str = "",
        met: Digests | None = None,
    ) -> None:
        entries = distinct(entries)
        present = set(store.memories.ids())
        undone = undone_ids(entries)
        acted = (entry.memory for entry in entries)
        self.ids = {folded(id): id for id in chain(acted, store.archive.ids(), present)}
        self.undone = {
            entry.memory
            for entry in entries
            if entry.act == RECORDED and entry.id in undone and entry.memory not in present
        }
        self._old: Digests = {}
        self.met: Digests = {} if met is None else met
        self._learn(store, entries, batch)

    def has(self, key: Key) -> bool:
        """Whether the store has this item, or this import has met it before."""
        is_known = any(key.words in digests.get(key.uri, ()) for digests in (self._old, self.met))
        if is_known:
            _put(self.met, key)
        return is_known

    def has_other(self, key: Key) -> bool:
        """Whether exactly one memory came from this URI before this import, with another text.

        A source that several memories share, older ones or ones of this import, proves nothing.
        """
        alone = len(self._old.get(key.uri, ())) == 1
        return bool(key.uri) and alone and key.uri not in self.met

    def free_id(self, store: Store, draft: Draft, created: datetime, key: Key) -> str:
        """The first id that was never given; BadData if no random suffix is free.

        The first suffix is derived from the key, so that clones that import the same item give it
        the same id.
        """
        base = memory_id(draft.person, next(iter(draft.tags.topics), None), created)
        noise = (os.urandom(4) for _ in range(ATTEMPTS))
        derived = bytes.fromhex(_digest(*key))
        suffixed = (with_suffix(base, raw) for raw in chain((derived,), noise))
        plain = [] if store.settings["ids.unique"] else [base]
        id = next((id for id in chain(plain, suffixed) if folded(id) not in self.ids), "")
        if not id:
            raise BadData("the entry", [f"no free id for {base}"])
        return id

    def add(self, id: str, key: Key | None = None) -> None:
        """Note that an id was given now, to the item with this key."""
        self.ids[folded(id)] = id
        if key:
            _put(self.met, key)

    def _learn(self, store: Store, entries: Iterable[JournalEntry], batch: str) -> None:
        """Collect the keys from the journal, and from files where the journal has no source."""
        imported = set[str]()
        for entry in entries:
            source = entry.more.get(FROM)
            if entry.act == RECORDED and isinstance(source, str):
                imported.add(entry.memory)
                if entry.memory not in self.undone and (entry.batch or entry.id) != batch:
                    _put(self._old, Key(*source.partition("-")[::2]))
        acted = {entry.memory for entry in entries}
        for memory in _memories_except(store, imported):
            for key in _keys_of_file(memory, journalled=memory.id in acted):
                _put(self._old, key)


def says_the_same(folder: Collection[Memory], id: str, data: Mapping[str, Any]) -> bool:
    """Whether the memory with this id says what a document says, apart from strength, log and
    trust (an import has a trust of its own).

    The TOML may be written differently, and have keys that memento does not know.
    """
    loaded = folder.read(id)
    if _content(loaded.document.data) == _content(data):
        return True
    memory, other = loaded.value, folder.codec.value(id, data)
    more = {**other.more, TRUST: memory.more.get(TRUST)}
    return memory == other._replace(strength=memory.strength, log=memory.log, more=more)


def _content(data: Mapping[str, Any]) -> dict[str, Any]:
    """A document without the strength and the log, and without the trust of its origin."""
    memory = {key: value for key, value in data["memory"].items() if key not in PROJECTED}
    origin = {key: value for key, value in memory.pop("origin", {}).items() if key != "trust"}
    return {**data, "memory": memory | ({"origin": origin} if origin else {})}


def _put(digests: Digests, key: Key) -> None:
    digests.setdefault(key.uri, set()).add(key.words)


def _memories_except(store: Store, excluded: set[str]) -> Iterator[Memory]:
    for folder in (store.memories, store.archive):
        for id in folder.ids():
            if id not in excluded:
                with suppress(BadData, NotFound):
                    yield folder.read(id).value


def _keys_of_file(memory: Memory, *, journalled: bool) -> Iterator[Key]:
    """The keys of a memory without a source in the journal: written by hand, or by an import that
    was cut off.

    An observation may have been recorded by the MCP tools of the server that is imported from.
    """
    content = memory.content
    draft = Draft(content.summary, "", content.detail, tags=memory.tags, source=memory.source)
    if is_uri(memory.source):
        yield key_of(draft)
    elif not journalled or memory.source == OBSERVATION:
        for person in ("", memory.person):
            for created in (None, memory.created):
                yield key_of(draft._replace(person=person, created=created))


def is_uri(source: str) -> bool:
    """Whether a source names one place, as a URL does, not a kind of source, as `chat` does."""
    return bool(URI.match(source))


def key_of(draft: Draft) -> Key:
    """The key of a draft as its source has it. A commit is identified by its hash alone.

    The key of an observation includes its entity, because two entities may have the same text.
    """
    commit = COMMIT.fullmatch(draft.source)
    if commit:
        return Key(_digest(commit[1]), _digest())
    if is_uri(draft.source):
        return Key(_digest(draft.source), _digest(draft.summary, draft.detail))
    created = iso(draft.created) if draft.created else ""
    entity = draft.tags.topics if draft.source == OBSERVATION else ()
    return Key("", _digest(draft.person, created, draft.summary, draft.detail, *entity))


def _digest(*texts: str) -> str:
    from hashlib import blake2s

    joined = "\0".join(texts).encode(errors="surrogatepass")
    return blake2s(joined, digest_size=DIGEST_BYTES).hexdigest()
