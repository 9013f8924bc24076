"""What a host's file says that the store does not: its block, compared with the store."""

from __future__ import annotations

import os
from hashlib import blake2b

from memento_cli.actions.exchange.memory_files import read_file
from memento_cli.actions.memory.reading import journal_entries
from memento_cli.core.exchange.block import TAG_SIGNS, block_in, text_in_file
from memento_cli.core.exchange.block_changes import GONE, HELD, changes_in, unchanged_since
from memento_cli.core.exchange.shown_text import digest
from memento_cli.core.journal.event_types import ERASED, RECORDED
from memento_cli.core.journal.history import undone_ids
from memento_cli.core.security.trust import is_persons, trust_of
from memento_cli.errors import BadData, NotFound, Refused
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memento_cli.actions.exchange.memory_files import MemoryFile
    from memento_cli.core.exchange.block import Block
    from memento_cli.core.exchange.block_changes import Changes
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

MARKDOWN = ".md"
"""What a store has no file of its own of: its folder may be a project, too."""
SOURCE = "file"
"""The source of a memory that was taken in from a block."""


class Reading(NamedTuple):
    """A file, its block, the store's memories among those that the block tells of, by id, and what
    the block says that the store does not."""

    file: MemoryFile
    block: Block
    memories: Mapping[str, Memory]
    changes: Changes

    @property
    def of_persons(self) -> tuple[str, ...]:
        """The memories that a person vouches for and whose text the file has changed."""
        edited = (self.block.lines[place].id for place in self.changes.edits)
        return tuple(id for id in edited if is_persons(trust_of(self.memories[id])))

    @property
    def to_ask(self) -> frozenset[str]:
        """The memories of which a person decides: forgotten, or changed in their own words."""
        return frozenset((*self.changes.deleted, *self.of_persons))


def tag_of(store: Store) -> str:
    """The tag of a store in the marks of its blocks, the same in each of its clones."""
    salt = str(store.settings["erasure.salt"]).encode()
    return digest(blake2b(b"block", key=salt[:64]).hexdigest(), TAG_SIGNS)


def read_block(store: Store, path: str) -> Reading:
    """The block of this store in a file, and what it says that the store does not. Refused for a
    file of the store's own."""
    file = read_file(path)
    is_inside = file.path.startswith(os.path.realpath(store.root) + os.sep)
    if is_inside and not file.path.endswith(MARKDOWN):
        raise Refused(f"{path} is a file of the store itself", "name one that a host reads")
    block = block_in(file.lines, tag_of(store), file.name)
    named = dict.fromkeys(line.id for line in block.lines if line.id)
    memories = _memories(store, named)
    texts = {id: text_in_file(memory.content) for id, memory in memories.items()}
    away = {id: _away(store, id) for id in named if id not in memories}
    changes = changes_in(block, texts, away, store.memories.ids)
    lost = _memories(store, changes.deleted)
    deleted = tuple(
        id
        for id, memory in lost.items()
        if unchanged_since(block, id, text_in_file(memory.content)) and not memory.pinned
    )
    return Reading(file, block, memories | lost, changes._replace(deleted=deleted))


def _memories(store: Store, ids: Iterable[str]) -> dict[str, Memory]:
    """Those of the memories that the store has, as their files say."""
    memories = {}
    for id in ids:
        with suppress(NotFound, BadData):
            memories[id] = store.memories.read(id).value
    return memories


def _away(store: Store, id: str) -> str:
    """HELD or GONE, for a memory that the store does not have: whether its line stays.

    What another clone may know stays, and what was taken in from the file if that was undone.
    """
    if id in store.memories:  # a file that cannot be read
        return HELD
    entries = journal_entries(store, id)
    if any(entry.act == ERASED for entry in entries):
        return GONE
    if id not in store.archive:
        return HELD
    undone = undone_ids(entries)
    is_undone = any(entry.act == RECORDED and entry.id in undone for entry in entries)
    with suppress(NotFound, BadData):
        return HELD if is_undone and store.archive.read(id).value.source == SOURCE else GONE
    return HELD
