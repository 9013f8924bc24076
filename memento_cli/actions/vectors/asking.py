"""What a question means: its vector, and the cosines of that with the vectors of a store.

The vector of a question is kept, so that the same one asks nobody again. A provider that does not
answer costs its time-out once, and one warning; the answer is then that of the words.
"""

from __future__ import annotations

import time
from contextlib import ExitStack

from memento_cli.actions.vectors.away import is_away, note_away
from memento_cli.actions.vectors.batches import embedded_in_time
from memento_cli.actions.vectors.embedding import embedder_of, may_leave
from memento_cli.actions.vectors.providers.provider import ProviderFault
from memento_cli.actions.vectors.references import cosines_with_references
from memento_cli.core.vectors.calibration import ENOUGH, Calibration, background, least_alone
from memento_cli.core.vectors.texts import MOST_CHARACTERS, QUERY, text_key
from memento_cli.errors import MementoError
from memento_cli.index.database.index import index_of
from memento_cli.index.recall.meaning import Meaning
from memento_cli.index.recall.search import EVERY, TermCounts, seen_of
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
    from memento_cli.index.recall.search import Where
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


def _whole(query: Query) -> str:
    """The text whose meaning is asked for."""
    return " ".join(query.sought) if query.asked is None else query.asked


def _text(query: Query) -> str:
    """What of it is embedded."""
    return _whole(query)[:MOST_CHARACTERS].strip()


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
    text, seen = _text(query), seen_of(query)
    embedder = embedder_of(settings)
    if embedder is None:
        return None
    space = vectors.space(embedder.settings_key)
    if space is None:
        raise Unmeant(f"no memory has a vector of {embedder.provider.name} yet; {FILL}")
    calibration = space.calibration
    if not calibration.is_believed or (seen != EVERY and not calibration.references):
        return None
    row = vectors.question(space, text_key(text))
    if row is None:
        row = _asked(embedder, vectors, space, query)
        _keep(store, vectors, space, text, row)
    if not any(row):  # the model knows no word of it
        return None
    many = None if seen == EVERY else _many(store, seen)
    return meaning_of_row(vectors, space, row, settings.weight, many)


def _many(store: Store, seen: Where) -> int:
    """The number of memories that a reader sees."""
    with index_of(store) as index:
        return TermCounts(index.database, seen).memories()


def meaning_of_row(
    vectors: VectorIndex, space: Space, row: bytes, weight: float = 1.0, seen: int | None = None
) -> Meaning:
    """What a text of which this is the row means to a store; to a reader who sees only so many of
    its memories (`seen`), such that no hidden one has a part in it."""
    is_bounded, cosines = seen is not None, vectors.cosines(space, row)
    behind = background_of(cosines, space, row, is_bounded=is_bounded)
    calibration = Calibration() if is_bounded else space.calibration
    alone = least_alone(behind, calibration, len(cosines) if seen is None else seen)
    return Meaning(cosines, behind, alone, weight, vectors.faults_told)


def background_of(
    cosines: Cosines, space: Space, row: bytes, *, is_bounded: bool = False
) -> Background:
    """What the cosines of a question, which has this row, are with any texts: of the space, with
    the references where those are few, or with the references alone."""
    needs_more = is_bounded or len(cosines) < ENOUGH
    references = space.calibration.references if needs_more else b""
    own = [] if is_bounded else cosines.sampled()
    return background([*own, *cosines_with_references(row, references)])


def _asked(embedder: Embedder, vectors: VectorIndex, space: Space, query: Query) -> bytes:
    """The row of a question, from the provider, of zeros if that knows no word of it; Unmeant if it
    does not serve."""
    name = embedder.provider.name
    if is_away(vectors, embedder.key):
        raise Unmeant(f"{name} did not serve a moment ago, and is asked again within a minute")
    if not may_leave(embedder, _whole(query)):
        raise Unmeant(f"the question looks like a secret, which {name} is not told")
    try:
        answer = _answered(embedder, _text(query))
    except ProviderFault as fault:
        if not fault.is_too_much:
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
            seconds = embedder.settings.timeout_seconds
            answer = embedded_in_time(embedder, [text], QUERY, seconds)
        except ProviderFault as fault:
            answer = fault
        _LATEST.clear()
        _LATEST[question] = time.monotonic(), answer
    if isinstance(answer, ProviderFault):
        raise answer
    return answer
