"""Vectors of what was just written: a few texts, in one quick try, after the act is done."""

from __future__ import annotations

import os

from memento_cli.actions.vectors.away import is_away, note_away
from memento_cli.actions.vectors.batches import embedded_in_time
from memento_cli.actions.vectors.embedding import embedder_of, may_leave
from memento_cli.actions.vectors.neighbours import neighbours_in
from memento_cli.actions.vectors.providers.provider import ProviderFault
from memento_cli.core.tidy.other_words import SAME_MEANING, may_say_the_same, shares_words
from memento_cli.core.vectors.texts import DOCUMENT, text_key
from memento_cli.errors import MementoError
from memento_cli.index.database.index import index_of
from memento_cli.index.recall.search import TermCounts
from memento_cli.index.vectors.memory_texts import texts_of_ids
from memento_cli.index.vectors.spaces import is_same_model
from memento_cli.index.vectors.vectors import open_vectors
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import suppress
from memento_cli.store.files.names import stem_of
from memento_cli.store.settings.user import vector_settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.core.memory.memory import Memory
    from memento_cli.index.vectors.memory_texts import MemoryText
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store

MOST = 16
"""The most texts that are embedded at once after an act; for more, such as those of an import, a
note names the command."""
MOST_COMPARED = 5
"""The number of nearest memories of which one may say the same."""
FILL = "`memento store vectors fill`"


class Outcome(NamedTuple):
    """Whether all that was asked for is done, and a note for a person, empty for none."""

    is_done: bool
    note: str = ""


class Embedded(NamedTuple):
    """A note for a person, empty where there is nothing to tell; and the memory that seems to say
    in other words what the only new one says."""

    note: str = ""
    same: Memory | None = None


def embed_written(
    store: Store, sees: Callable[[Memory], bool] = lambda memory: True, *, compares: bool = True
) -> Embedded:
    """Give the memories that this process has written to a store their vectors.

    A new memory is compared with those that its writer `sees`, unless nothing `compares` it.
    Nothing is raised: the act is done, and a memory without a vector is found by its words.
    """
    try:
        ids = _written_ids(store)
        embedder = embedder_of(vector_settings()) if ids else None
        outcome = embed_ids(store, embedder, ids) if embedder else Outcome(False)
        if compares and outcome == Outcome(True) and len(ids) == 1:
            return Embedded(same=_said_before(store, ids[0], sees))
        return Embedded(outcome.note)
    except (MementoError, OSError) as problem:
        return Embedded(f"No vector was made of it ({problem}); {FILL} makes what is missing")


def embed_ids(store: Store, embedder: Embedder, ids: Collection[str]) -> Outcome:
    """Give the memories with these ids their vectors, if they are few.

    A provider that does not answer is left alone for a minute, by every process. The first vectors
    of many memories are for a fill to make: with one of them a recall would look complete.
    """
    with open_vectors(store.root, make=True) as vectors:
        if vectors is None or is_away(vectors, embedder.key):
            return Outcome(False)
        with index_of(store) as index:
            memories = texts_of_ids(index.database, ids)
            is_first = vectors.space(embedder.settings_key) is None
            has_many = is_first and TermCounts(index.database).memories() > MOST
        owners = _missing(vectors, memories, embedder)
        count = sum(map(len, owners.values()))
        if count > MOST:
            return Outcome(False, f"{count} memories have no vector yet; {FILL} makes them")
        if owners and has_many:
            return Outcome(True, f"no memory has a vector yet; {FILL} makes them")
        try:
            return _add(vectors, embedder, owners) if owners else Outcome(True)
        except ProviderFault as fault:
            if not fault.is_too_much:
                note_away(vectors, embedder.key)
            note = f"No vector was made of it ({fault.message}); {FILL} makes what is missing"
            return Outcome(False, note)


def _said_before(store: Store, id: str, sees: Callable[[Memory], bool]) -> Memory | None:
    """The memory that seems to say in other words what a new one says; words judge those that share
    most of them."""
    memory = store.memories.read(id).value
    with index_of(store) as index, neighbours_in(store, index.database) as neighbours:
        near = neighbours.of(id, SAME_MEANING) if neighbours else []
    for other_id, _ in near[:MOST_COMPARED]:
        with suppress(MementoError, OSError):  # it may have gone, or cannot be read
            other = store.memories.read(other_id).value
            is_same = may_say_the_same(memory, other) and not shares_words(memory, other)
            if is_same and sees(other):
                return other
    return None


def _written_ids(store: Store) -> list[str]:
    """The ids of the memories whose files this process has written, without those it removed."""
    folder = store.memories.folder
    paths = (path for path in store.changed if os.path.dirname(path) == folder)
    ids = sorted({stem_of(os.path.basename(path)) for path in paths})
    return [id for id in ids if id in store.memories]


def _missing(
    vectors: VectorIndex, memories: Sequence[MemoryText], embedder: Embedder
) -> dict[str, list[str]]:
    """The texts of memories that have no vector and may be sent, each with the ids of those that
    have it; the others are linked to theirs."""
    space = vectors.space(embedder.settings_key)
    keys = {memory.id: text_key(memory.text) for memory in memories}
    known = vectors.known(space, set(keys.values())) if space else {}
    vectors.link([(id, key) for id, key in keys.items() if key in known])
    owners: dict[str, list[str]] = {}
    for memory in memories:
        if keys[memory.id] not in known and may_leave(embedder, memory.words, memory.privacy):
            owners.setdefault(memory.text, []).append(memory.id)
    return owners


def _add(vectors: VectorIndex, embedder: Embedder, owners: Mapping[str, list[str]]) -> Outcome:
    """Embed texts and keep their rows, unless the model has changed, so that they fit none."""
    seconds = embedder.settings.timeout_seconds
    done = embedded_in_time(embedder, [*owners], DOCUMENT, seconds)
    space = vectors.space(embedder.settings_key)
    if space is None:
        space = vectors.make_space(embedder.settings_key, done.probe, embedder.settings.model)
    elif not is_same_model(done.probe, space.probe):
        return Outcome(False, f"The model of the vectors has changed; {FILL} makes them anew")
    rows = zip(owners.items(), done.rows, strict=True)
    made = [(id, text_key(text), row) for (text, ids), row in rows if any(row) for id in ids]
    vectors.add(space, made)
    return Outcome(True)
