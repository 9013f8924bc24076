"""fill: give every memory the vector of its present text.

Texts come from the index, go out in batches, and each batch is kept as it comes. No lock of the
store and no transaction of the index is held meanwhile, and an end at any moment costs one batch.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack

from memento_cli.actions.vectors.away import note_back
from memento_cli.actions.vectors.batches import FIRST_SIZE, Batch, Batches
from memento_cli.actions.vectors.calibrating import calibrate
from memento_cli.actions.vectors.embedding import Embedded, embedder_of, may_leave
from memento_cli.actions.vectors.pending import pending
from memento_cli.actions.vectors.providers.provider import ProviderFault
from memento_cli.core.vectors.texts import DOCUMENT, PROBE, text_key
from memento_cli.errors import Busy, Failed, MementoError
from memento_cli.index.database.index import index_of, no_progress
from memento_cli.index.database.making import private_folder
from memento_cli.index.database.place import index_folder
from memento_cli.index.vectors.dropping import drop_space, drop_unowned
from memento_cli.index.vectors.memory_texts import PAGE, texts_of_keys
from memento_cli.index.vectors.spaces import is_same_model, spaces_of
from memento_cli.index.vectors.vectors import open_vectors
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import contextmanager
from memento_cli.store.directory.folders import ignore_warning
from memento_cli.store.directory.platform_folders import user_file
from memento_cli.store.files.files import os_errors
from memento_cli.store.files.lock import Lock
from memento_cli.store.settings.user import vector_settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from memento_cli.actions.vectors.batches import Waiting
    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.actions.vectors.pending import Pending
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store

    Tick = Callable[[], None]
    Tell = Callable[[str], None]

LOCK_FILE = "fill.lock"
DAY_SECONDS = 86_400
UNASKED = 4
"""How many times as long as a recall the first answer may take where nobody has asked for a fill:
long enough for a model to be loaded."""
MOST_REFUSED = 8
"""So many texts may be refused in a fill: with more, the provider is at fault."""


class Filled(NamedTuple):
    """What a fill did, and what is left.

    Of all `memories`, so many `have` a vector now, so many have been given one (`filled`), are
    still `missing` one, are `held` back by reason, or are `empty`: the provider has no vector of
    them. `new_model`: the model answers otherwise than it did, so all were begun anew. `problem` is
    what ended the fill before all was done.
    """

    memories: int
    have: int
    filled: int
    missing: int
    held: Mapping[str, int]
    empty: int
    new_model: bool
    seconds: float
    problem: ProviderFault | None


@contextmanager
def filling(
    store: Store, embedder: Embedder, tell: Tell = ignore_warning, *, patient: bool = False
) -> Iterator[Filling]:
    """A fill that has looked what there is to do, as the only one of this store; Busy if there is
    another. A `patient` one waits for the provider if that asks for time, and tells so.

    ProviderFault if the provider does not serve at all.
    """
    with _alone(store.root), open_vectors(store.root, make=True, warn=store.warn) as vectors:
        if vectors is None:
            raise Failed("vectors cannot be kept", "the warning says why")
        with index_of(store) as index:
            wait = _waiting(tell) if patient else None
            yield Filling(store, index.database, vectors, embedder, wait)


def plan(store: Store, embedder: Embedder) -> Pending:
    """What a fill would find to do, if the model is still the same; nothing is sent or written."""
    with open_vectors(store.root, warn=store.warn) as vectors, index_of(store) as index:
        space = vectors.space(embedder.settings_key) if vectors else None
        return pending(index.database, vectors, space, embedder)


def fill_if_set(store: Store) -> int:
    """Fill what is missing where the user has set a provider; how many were given a vector.

    Nothing waits for a provider, and none of its problems, nor any with vectors, is an error:
    `store.warn` tells of it.
    """
    if not os.path.lexists(user_file()):
        return 0
    try:
        embedder = embedder_of(vector_settings())
        if embedder is None:
            return 0
        with filling(store, embedder) as work:
            done = work.run()
    except MementoError as problem:
        store.warn(f"vectors are not filled: {problem.message}")
        return 0
    if done.problem:
        store.warn(f"vectors are filled in part: {done.problem.message}")
    return done.filled


class Filling:
    """A fill under way; made by `filling`: what was `pending` when it began, and how many memories
    are `filled` by now. Without `wait` nobody waits for the provider: one that hangs is left soon.
    """

    def __init__(
        self,
        store: Store,
        database: sqlite3.Connection,
        vectors: VectorIndex,
        embedder: Embedder,
        wait: Waiting | None,
    ) -> None:
        self._store, self._database = store, database
        self._vectors, self._embedder = vectors, embedder
        self._is_patient = wait is not None
        self._first_seconds = (
            embedder.batch_seconds if wait else embedder.settings.timeout_seconds * UNASKED
        )
        self._batches = Batches(embedder, time.sleep, wait or _refused, self._first_seconds)
        self.space, self.new_model = self._space()
        self.pending = pending(database, vectors, self.space, embedder)
        self.filled = self._empty = self._refused = 0
        self._texts = {key for _, key in self.pending.owners}

    def run(self, limit: int | None = None, tick: Tick = no_progress) -> Filled:
        """Embed what is missing, at most `limit` memories; `tick` is called for each.

        If the provider fails, what was embedded is kept, and the rest is told as missing.
        """
        start, problem, todo = time.monotonic(), None, self.pending
        self._vectors.link(todo.owners)
        keys = todo.missing[:limit]
        try:
            for first in range(0, len(keys), PAGE):
                self._fill(keys[first : first + PAGE], tick)
            if self.filled or not self.space.reference_rows:
                calibrate(self._store, self._vectors, self.space, self._batches)
            if len(keys) == len(todo.missing):
                self._drop_old()
        except ProviderFault as fault:
            problem = fault
        return Filled(
            memories=todo.memories,
            have=len(todo.owners) + self.filled,
            filled=self.filled,
            missing=len(todo.missing) - self.filled - self._empty,
            held=todo.held,
            empty=self._empty,
            new_model=self.new_model,
            seconds=time.monotonic() - start,
            problem=problem,
        )

    def _space(self) -> tuple[Space, bool]:
        """The space of the model as it is now, and whether it answers otherwise than it did."""
        settings = self._embedder.settings_key
        probe = next(self._batches.embedded((PROBE,))).embedded.probe
        note_back(self._vectors)
        last = self._vectors.space(settings)
        is_new = last is not None and not is_same_model(probe, last.probe)
        return self._vectors.make_space(settings, probe, self._embedder.settings.model), is_new

    def _fill(self, keys: Sequence[int], tick: Tick) -> None:
        """Embed the texts of memories, each text once."""
        owners: dict[str, list[str]] = {}
        for memory in texts_of_keys(self._database, keys):
            if may_leave(self._embedder, memory.words, memory.privacy):
                owners.setdefault(memory.text, []).append(memory.id)
        for texts, embedded in self._embedded([*owners]):
            if not is_same_model(embedded.probe, self.space.probe):
                raise ProviderFault("the model has changed meanwhile", "fill again")
            rows = zip(texts, embedded.rows, strict=True)
            made = [
                (id, text_key(text), row) for text, row in rows if any(row) for id in owners[text]
            ]
            self._vectors.add(self.space, made)
            self._texts.update(key for _, key, _ in made)
            self.filled += len(made)
            count = sum(len(owners[text]) for text in texts)
            self._empty += count - len(made)
            for _ in range(count):
                tick()

    def _embedded(self, texts: Sequence[str]) -> Iterator[Batch]:
        """The texts with their rows, in batches. One by which the provider fails, while it serves
        without it, has a row of zeros; ProviderFault if there are many, or if it serves nothing."""
        while texts:
            try:
                for batch in self._batches.embedded(texts):
                    yield batch
                    texts = texts[len(batch.texts) :]
            except ProviderFault as fault:
                is_hopeless = fault.is_late and not self._is_patient
                if is_hopeless or not self._serves() or self._refused >= MOST_REFUSED:
                    raise
                for text in texts[:FIRST_SIZE]:  # one of these is at fault
                    yield self._alone(text)
                    texts = texts[1:]

    def _alone(self, text: str) -> Batch:
        """A text embedded by itself, or with a row of zeros."""
        try:
            done = self._embedder.embed([text], DOCUMENT, self._embedder.batch_seconds)
        except ProviderFault:
            if not self._serves() or self._refused >= MOST_REFUSED:
                raise
            self._refused += 1
            return Batch([text], Embedded(self.space.probe, [bytes(self.space.dims)]))
        return Batch([text], done)

    def _serves(self) -> bool:
        """Whether the provider answers the probe."""
        try:
            return bool(self._embedder.embed((), DOCUMENT, self._first_seconds).probe)
        except ProviderFault:
            return False

    def _drop_old(self) -> None:
        """Drop what no memory has said for long, and what an earlier model of this name made."""
        day = int(time.time() // DAY_SECONDS)
        drop_unowned(self._vectors, self._texts, self._store.archive.ids(), day)
        for space in spaces_of(self._vectors.database, self.space.settings)[1:]:
            drop_space(self._vectors, space)


@contextmanager
def _alone(root: str) -> Iterator[None]:
    """Exclude other fills of the store at `root`; Busy if there is one."""
    with os_errors(index_folder(root)):
        folder = private_folder(root)
    with ExitStack() as stack:
        try:
            stack.enter_context(Lock(os.path.join(folder, LOCK_FILE), 0.0).held())
        except Busy as problem:
            raise Busy("vectors are being filled already", problem.hint) from None
        yield


def _waiting(tell: Tell) -> Waiting:
    """What tells of each wait."""

    def told(seconds: float, why: ProviderFault) -> None:
        tell(f"{why.message}; asking again in {seconds:.0f} s")

    return told


def _refused(seconds: float, why: ProviderFault) -> None:
    """Do not wait: the fault instead."""
    raise why
