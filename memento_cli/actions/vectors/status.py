"""status: which provider there is, how fast it is, and which memories have a vector."""

from __future__ import annotations

import os
import time

from memento_cli.actions.vectors.away import is_away, note_back
from memento_cli.actions.vectors.pending import pending
from memento_cli.actions.vectors.providers.provider import ProviderFault
from memento_cli.core.vectors.texts import DOCUMENT, QUERY
from memento_cli.index.database.index import index_of
from memento_cli.index.database.place import VECTORS
from memento_cli.index.vectors.scan import engine
from memento_cli.index.vectors.vectors import open_vectors
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store

SAMPLES = (
    "The ferry to Setúbal leaves at noon, and the ticket is on the phone.",
    "Decided with Priya to keep the old callbacks until the payouts are moved.",
    "Grandmother's soup: lentils, a carrot, cumin, and an hour on a small flame.",
    "The release was late because a test slept, and nobody had asked why.",
    "駅前の歯医者は水曜日が休みで、午後は予約がいらない。",
    "Mira prefers bad news first, in one sentence, and the reasons later.",
    "Die Werkstatt hat angerufen: das Rad ist fertig, die Bremse war lose.",
    "A run of ten kilometres by the river, the knee was fine.",
)
"""Texts of no store, by which a provider's speed is measured."""


class Speed(NamedTuple):
    """The seconds that a provider took for a batch of `texts` short texts, and for one question."""

    texts: int
    batch_seconds: float
    question_seconds: float


class VectorStatus(NamedTuple):
    """A provider and its vectors of a store.

    `dims` are None until there is a vector. `privacy` is the most private label that may leave, ""
    where nothing does. `memories` have a vector (`have`), are `missing` one, or are `held` back by
    reason. `file` is the database, `bytes` its size with the rows; `exact`: whether the search is,
    as simsimd is there. `believed`: the vectors say something of the texts, so that
    recalls use them. `away`: recalls leave the provider alone for now. `problem` is why it did
    not answer.
    """

    provider: str
    model: str
    remote: bool
    privacy: str
    dims: int | None
    memories: int
    have: int
    missing: int
    held: Mapping[str, int]
    file: str
    bytes: int
    exact: bool
    believed: bool
    away: bool
    speed: Speed | None = None
    problem: str = ""


def status(store: Store, embedder: Embedder, *, call: bool = True) -> VectorStatus:
    """What there is; with `call` the provider is asked for a few vectors, of no memory's text."""
    settings, provider = embedder.settings, embedder.provider
    with open_vectors(store.root, warn=store.warn) as vectors, index_of(store) as index:
        space = vectors.space(embedder.settings_key) if vectors else None
        todo = pending(index.database, vectors, space, embedder)
        found = VectorStatus(
            provider=provider.name,
            model=settings.model,
            remote=provider.is_remote,
            privacy=settings.privacy if provider.is_remote else "",
            dims=space.dims if space else None,
            memories=todo.memories,
            have=len(todo.owners),
            missing=len(todo.missing),
            held=todo.held,
            file=os.path.join(vectors.folder, VECTORS) if vectors else "",
            bytes=_bytes(vectors, space),
            exact=engine() is not None,
            believed=space is None or space.calibration.is_believed,
            away=vectors is not None and is_away(vectors, embedder.key),
        )
    answered = _asked(found, embedder) if call else found
    if found.away and not answered.away:
        with open_vectors(store.root, warn=store.warn) as vectors:
            if vectors:
                note_back(vectors)
    return answered


def _asked(found: VectorStatus, embedder: Embedder) -> VectorStatus:
    """The same, with what the provider says just now."""
    seconds = embedder.settings.timeout_seconds
    try:
        dims = len(embedder.embed((), DOCUMENT, seconds).probe)  # a model may have to be loaded
        start = time.monotonic()
        embedder.embed(SAMPLES, DOCUMENT, seconds)
        middle = time.monotonic()
        embedder.embed(SAMPLES[:1], QUERY, seconds)
        speed = Speed(len(SAMPLES), middle - start, time.monotonic() - middle)
    except ProviderFault as fault:
        return found._replace(problem=fault.message.removeprefix(f"{found.provider}: "))
    return found._replace(speed=speed, dims=dims, away=False)


def _bytes(vectors: VectorIndex | None, space: Space | None) -> int:
    """The size of the database and of the rows of a space."""
    if vectors is None:
        return 0
    paths = [os.path.join(vectors.folder, VECTORS)]
    paths += [vectors.rows_of(space).path] if space else []
    return sum(os.path.getsize(path) for path in paths if os.path.exists(path))
