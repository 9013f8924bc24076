"""What a question means: its vector, and the cosines of that with the vectors of a store.

The vector of a question is kept, so that the same one asks nobody again. A provider that does not
answer costs its time-out once, and one warning; the answer is then that of the words.
"""

from __future__ import annotations

from memento_cli.actions.vectors.away import is_away, note_away
from memento_cli.actions.vectors.embedding import embedder_of
from memento_cli.actions.vectors.providers.provider import ProviderFault
from memento_cli.core.vectors.calibration import ENOUGH, background, least_alone
from memento_cli.core.vectors.quantized import components, signed_cosine
from memento_cli.core.vectors.texts import MOST_CHARACTERS, QUERY, text_key
from memento_cli.errors import MementoError
from memento_cli.index.recall.meaning import Meaning
from memento_cli.index.vectors.spaces import is_same_model
from memento_cli.index.vectors.vectors import open_vectors
from memento_cli.standard import contextmanager
from memento_cli.store.settings.user import vector_settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.core.recall.query import Query
    from memento_cli.core.vectors.calibration import Background
    from memento_cli.index.vectors.scan import Cosines
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store
    from memento_cli.store.settings.user import VectorSettings

WORDS_ONLY = "the answer is that of the words alone"


@contextmanager
def meaning_of(store: Store, query: Query) -> Iterator[Meaning | None]:
    """What the text of a query means to a store; None where the user has no provider, the store no
    vectors, or the provider does not answer, of which the store warns."""
    text = " ".join(query.sought)[:MOST_CHARACTERS].strip()
    if not text or query.greets or (query.time and query.time.alone):
        yield None
        return
    settings = _settings(store)
    if settings is None:
        yield None
        return
    with open_vectors(store.root, warn=store.warn) as vectors:
        yield _meaning(store, vectors, text, settings) if vectors else None


def _settings(store: Store) -> VectorSettings | None:
    """The user's settings of vectors; None if they name no provider, or cannot be read."""
    try:
        settings = vector_settings()
    except MementoError as problem:
        store.warn(f"{problem.message}; {WORDS_ONLY}")
        return None
    return settings if settings.has_provider else None


def _meaning(
    store: Store, vectors: VectorIndex, text: str, settings: VectorSettings
) -> Meaning | None:
    """What a text means to a store; None, with a warning of what is wrong, if that is unknown."""
    try:
        with vectors.faults_told():
            return _meaning_in(store, vectors, text, settings)
    except MementoError as problem:
        store.warn(f"{problem.message}; {WORDS_ONLY}")
        return None


def _meaning_in(
    store: Store, vectors: VectorIndex, text: str, settings: VectorSettings
) -> Meaning | None:
    embedder = embedder_of(settings)
    space = vectors.space(embedder.settings_key) if embedder else None
    if embedder is None or space is None or not space.calibration.is_believed:
        return None
    row = vectors.question(space, text_key(text)) or _asked(store, vectors, space, embedder, text)
    return None if row is None else meaning_of_row(vectors, space, row, settings.weight)


def meaning_of_row(vectors: VectorIndex, space: Space, row: bytes, weight: float = 1.0) -> Meaning:
    """What a text of which this is the row means to a store."""
    cosines = vectors.cosines(space, row)
    behind = background_of(cosines, space, row)
    alone = least_alone(behind, space.calibration)
    return Meaning(cosines, behind, alone, weight, vectors.faults_told)


def background_of(cosines: Cosines, space: Space, row: bytes) -> Background:
    """What the cosines of a question, which has this row, are with any texts of a space."""
    return background([*cosines.sampled(), *_with_references(cosines, space, row)])


def _with_references(cosines: Cosines, space: Space, row: bytes) -> list[float]:
    """The cosines with the references, where a store has too few texts to compare with."""
    if len(cosines) >= ENOUGH:
        return []
    own, rows = components(row), space.calibration.references
    each = (rows[start : start + space.dims] for start in range(0, len(rows), space.dims))
    return [signed_cosine(own, components(one)) for one in each]


def _asked(
    store: Store, vectors: VectorIndex, space: Space, embedder: Embedder, text: str
) -> bytes | None:
    """The row of a question, from the provider; None, with a warning, if it does not serve."""
    from memento_cli.actions.vectors.embedding import may_leave

    name = embedder.provider.name
    if is_away(vectors, embedder.settings_key):
        store.warn(f"{name} did not answer within the last minute; {WORDS_ONLY}")
        return None
    if not may_leave(embedder, text):
        store.warn(f"the question looks like a secret, which {name} is not told; {WORDS_ONLY}")
        return None
    try:
        answer = embedder.embed([text], QUERY, embedder.settings.timeout_seconds)
    except ProviderFault as problem:
        note_away(vectors, embedder.settings_key)
        store.warn(f"{problem.message}; {WORDS_ONLY}")
        return None
    if len(answer.probe) != space.dims or not is_same_model(answer.probe, space.probe):
        store.warn(
            f"{name} answers otherwise than when the vectors were made; {WORDS_ONLY}."
            " `memento store vectors fill` makes them anew"
        )
        return None
    row = answer.rows[0]
    if not any(row):  # the model knows no word of it
        return None
    try:
        vectors.keep_question(space, text_key(text), row)
    except MementoError as problem:
        store.warn(problem.message)
    return row
