"""What a question means: its vector, and the cosines of that with the vectors of a store.

The vector of a question is kept, so that the same one asks nobody again. A provider that does not
answer costs its time-out once, and one warning; the answer is then that of the words.
"""

from __future__ import annotations

import time
from contextlib import ExitStack

from memento_cli.actions.vectors.away import is_away, note_away
from memento_cli.actions.vectors.embedding import embedder_of, may_leave
from memento_cli.actions.vectors.providers.provider import ProviderFault
from memento_cli.core.vectors.calibration import ENOUGH, background, least_alone
from memento_cli.core.vectors.quantized import components, signed_cosine
from memento_cli.core.vectors.texts import MOST_CHARACTERS, QUERY, text_key
from memento_cli.errors import MementoError
from memento_cli.index.recall.meaning import Meaning
from memento_cli.index.recall.search import EVERY, seen_of
from memento_cli.index.vectors.spaces import is_same_model
from memento_cli.index.vectors.vectors import open_vectors
from memento_cli.standard import contextmanager
from memento_cli.store.settings.user import vector_settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.actions.vectors.embedding import Embedded, Embedder
    from memento_cli.core.recall.query import Query
    from memento_cli.core.vectors.calibration import Background
    from memento_cli.index.vectors.scan import Cosines
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store
    from memento_cli.store.settings.user import VectorSettings

FILL = "`memento store vectors fill` makes them"
WORDS_ONLY = "the answer is that of the words alone"
SAME_SECONDS = 10.0
_LATEST: dict[tuple[bytes, str], tuple[float, Embedded | ProviderFault]] = {}
"""The newest question and its answer: stores that are read together ask it together."""


class Unmeant(MementoError):
    """Why the meaning of a question is not known."""


@contextmanager
def meaning_of(store: Store, query: Query) -> Iterator[tuple[Meaning | None, bool]]:
    """What the text of a query means to a store, and whether that is missing.

    The meaning is None where the user has no provider, the store no vectors, or the query no text.
    Where it should be known and is not, it is missing, and the store warns of why.
    """
    with ExitStack() as stack:
        asked: tuple[Meaning | None, bool] = None, True
        try:
            asked = _meaning(store, query, stack), False
        except MementoError as problem:
            store.warn(f"{problem.message}; {WORDS_ONLY}")
        yield asked


def _text(query: Query) -> str:
    """What of a query is embedded."""
    return " ".join(query.sought)[:MOST_CHARACTERS].strip()


def _meaning(store: Store, query: Query, stack: ExitStack) -> Meaning | None:
    """What a query means to a store, until the stack is left; Unmeant, or another error, if that
    cannot be known."""
    is_asked = bool(_text(query)) and not query.greets and not (query.time and query.time.alone)
    settings = vector_settings() if is_asked else None
    if settings is None or not settings.has_provider:
        return None
    vectors = stack.enter_context(open_vectors(store.root, warn=store.warn))
    if vectors is None:
        return None
    with vectors.faults_told():
        return _meaning_in(store, vectors, query, settings)


def _meaning_in(
    store: Store, vectors: VectorIndex, query: Query, settings: VectorSettings
) -> Meaning | None:
    text, is_bounded = _text(query), seen_of(query) != EVERY
    embedder = embedder_of(settings)
    if embedder is None:
        return None
    space = vectors.space(embedder.settings_key)
    if space is None:
        raise Unmeant(f"no memory has a vector of {embedder.provider.name} yet; {FILL}")
    calibration = space.calibration
    if not calibration.is_believed or (is_bounded and not calibration.references):
        return None
    row = vectors.question(space, text_key(text))
    if row is None:
        row = _asked(embedder, vectors, space, query)
        _keep(store, vectors, space, text, row)
    if not any(row):  # the model knows no word of it
        return None
    return meaning_of_row(vectors, space, row, settings.weight, is_bounded=is_bounded)


def meaning_of_row(
    vectors: VectorIndex, space: Space, row: bytes, weight: float = 1.0, *, is_bounded: bool = False
) -> Meaning:
    """What a text of which this is the row means to a store; to a bounded reader, who does not see
    all of it, by a background that hidden memories are no part of."""
    cosines = vectors.cosines(space, row)
    behind = background_of(cosines, space, row, is_bounded=is_bounded)
    alone = least_alone(behind, space.calibration, len(cosines))
    return Meaning(cosines, behind, alone, weight, vectors.faults_told)


def background_of(
    cosines: Cosines, space: Space, row: bytes, *, is_bounded: bool = False
) -> Background:
    """What the cosines of a question, which has this row, are with any texts: of the space, with
    the references where those are few, or with the references alone."""
    references = _references(space, row) if is_bounded or len(cosines) < ENOUGH else []
    is_alone = is_bounded and references
    return background(references if is_alone else [*cosines.sampled(), *references])


def _references(space: Space, row: bytes) -> list[float]:
    """The cosines of a question with the references."""
    own, rows = components(row), space.calibration.references
    each = (rows[start : start + space.dims] for start in range(0, len(rows), space.dims))
    return [signed_cosine(own, components(one)) for one in each]


def _asked(embedder: Embedder, vectors: VectorIndex, space: Space, query: Query) -> bytes:
    """The row of a question, from the provider, of zeros if that knows no word of it; Unmeant if it
    does not serve."""
    name = embedder.provider.name
    if is_away(vectors, embedder.key):
        raise Unmeant(f"{name} did not serve a moment ago, and is asked again within a minute")
    if not may_leave(embedder, " ".join(query.sought)):
        raise Unmeant(f"the question looks like a secret, which {name} is not told")
    try:
        answer = _answered(embedder, _text(query))
    except ProviderFault:
        note_away(vectors, embedder.key)
        raise
    if len(answer.probe) != space.dims or not is_same_model(answer.probe, space.probe):
        raise Unmeant(f"{name} answers otherwise than when the vectors were made; {FILL} anew")
    return answer.rows[0]


def _keep(store: Store, vectors: VectorIndex, space: Space, text: str, row: bytes) -> None:
    """Keep the row of a question, unless the model knows no word of it."""
    try:
        if any(row):
            vectors.keep_question(space, text_key(text), row)
    except MementoError as problem:
        store.warn(problem.message)


def _answered(embedder: Embedder, text: str) -> Embedded:
    """What the provider answers to a question, or ProviderFault; what it has just said, too, to the
    same one of another store."""
    question = embedder.key, text
    at, answer = _LATEST.get(question, (0.0, None))
    if answer is None or time.monotonic() - at > SAME_SECONDS:
        try:
            answer = embedder.embed([text], QUERY, embedder.settings.timeout_seconds)
        except ProviderFault as fault:
            answer = fault
        _LATEST.clear()
        _LATEST[question] = time.monotonic(), answer
    if isinstance(answer, ProviderFault):
        raise answer
    return answer
