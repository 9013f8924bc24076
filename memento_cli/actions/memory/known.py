"""What the store has already: the ids ever given, and what has been imported, and from where.

An import knows an entry by two digests: of its source, where that is a URI, and of its words. Both
stand in the `recorded` line (`from`), so what was pruned since, or edited, does not come back.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
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
Words = dict[str, set[str]]


class Key(NamedTuple):
    """What an entry is known by: digests of its URI (or nothing) and of its words."""

    uri: str
    words: str


class Known:
    """What a store has at one reading of its journal; entries that are added join it.

    `batch` and `met` are of the import that is under way: its own entries are no older ones.
    """

    def __init__(
        self, store: Store, lines: Iterable[JournalEntry], batch: str = "", met: Words | None = None
    ) -> None:
        lines = distinct(lines)
        here = set(store.memories.ids())
        dead = undone_ids(lines)
        acted = (line.memory for line in lines)
        self.ids = {folded(id): id for id in chain(acted, store.archive.ids(), here)}
        self.undone = {
            line.memory
            for line in lines
            if line.act == RECORDED and line.id in dead and line.memory not in here
        }
        self._old: Words = {}
        self.met: Words = {} if met is None else met
        self._learn(store, lines, batch)

    def has(self, key: Key) -> bool:
        """Whether the store has this entry, or this import has met it before."""
        here = key.words in self._old.get(key.uri, ()) or key.words in self.met.get(key.uri, ())
        if here:
            _put(self.met, key)
        return here

    def has_other(self, key: Key) -> bool:
        """Whether one memory came from this URI before this import, and had other words.

        A source that several memories share, older ones or entries of this import, tells nothing.
        """
        alone = len(self._old.get(key.uri, ())) == 1
        return bool(key.uri) and alone and key.uri not in self.met

    def free_id(self, store: Store, draft: Draft, created: datetime, key: Key) -> str:
        """The first id that was never given; BadData where chance finds none.

        The suffix comes from the key, so that clones that import the same give the same ids.
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
        """An id that has been given now, and to what."""
        self.ids[folded(id)] = id
        if key:
            _put(self.met, key)

    def _learn(self, store: Store, lines: Iterable[JournalEntry], batch: str) -> None:
        """What came from where: from the journal, or else, as if it were imported, the files."""
        told = set[str]()
        for line in lines:
            came = line.more.get(FROM)
            if line.act == RECORDED and isinstance(came, str):
                told.add(line.memory)
                if line.memory not in self.undone and (line.batch or line.id) != batch:
                    _put(self._old, Key(*came.partition("-")[::2]))
        acted = {line.memory for line in lines}
        for memory in _files(store, told):
            for key in _keys_of_file(memory, journalled=memory.id in acted):
                _put(self._old, key)


def says_the_same(folder: Collection[Memory], id: str, data: Mapping[str, Any]) -> bool:
    """Whether a memory that is there says what a document says, but for what acts of strength do,
    and for whose word it is: what came from elsewhere says so.

    It may stand there in other words of TOML, and with keys that memento does not know.
    """
    found = folder.read(id)
    if _words(found.document.data) == _words(data):
        return True
    one, other = found.value, folder.codec.value(id, data)
    more = {**other.more, TRUST: one.more.get(TRUST)}
    return one == other._replace(strength=one.strength, log=one.log, more=more)


def _words(data: Mapping[str, Any]) -> dict[str, Any]:
    """A document without what acts of strength change in it, and without whose word it is."""
    memory = {key: value for key, value in data["memory"].items() if key not in PROJECTED}
    whence = {key: value for key, value in memory.pop("origin", {}).items() if key != "trust"}
    return {**data, "memory": memory | ({"origin": whence} if whence else {})}


def _put(words: Words, key: Key) -> None:
    words.setdefault(key.uri, set()).add(key.words)


def _files(store: Store, without: set[str]) -> Iterator[Memory]:
    for folder in (store.memories, store.archive):
        for id in folder.ids():
            if id not in without:
                with suppress(BadData, NotFound):
                    yield folder.read(id).value


def _keys_of_file(memory: Memory, *, journalled: bool) -> Iterator[Key]:
    """The keys of a memory that no import told of: by hand, or an import that was cut off.

    An observation may have come through the tools of the server that it is imported from.
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
    """Whether a source names one place, and is not just a word for a kind of place."""
    return bool(URI.match(source))


def key_of(draft: Draft) -> Key:
    """What a draft, as its source says it, is known by. A commit is known by its hash alone.

    An observation is one of its entity: of two they may say the same.
    """
    commit = COMMIT.fullmatch(draft.source)
    if commit:
        return Key(_digest(commit[1]), _digest())
    if is_uri(draft.source):
        return Key(_digest(draft.source), _digest(draft.summary, draft.detail))
    created = iso(draft.created) if draft.created else ""
    of = draft.tags.topics if draft.source == OBSERVATION else ()
    return Key("", _digest(draft.person, created, draft.summary, draft.detail, *of))


def _digest(*texts: str) -> str:
    from hashlib import blake2s

    whole = "\0".join(texts).encode(errors="surrogatepass")
    return blake2s(whole, digest_size=DIGEST_BYTES).hexdigest()
