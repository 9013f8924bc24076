"""test: how near a text is to a question, to the model and in a store."""

from __future__ import annotations

from memento_cli.actions.vectors.asking import meaning_of_row
from memento_cli.actions.vectors.embedding import may_leave
from memento_cli.core.vectors.calibration import calibrated
from memento_cli.core.vectors.quantized import components, signed_cosine
from memento_cli.core.vectors.texts import DOCUMENT, QUERY, document_text
from memento_cli.errors import Refused, Usage
from memento_cli.index.vectors.spaces import is_same_model
from memento_cli.index.vectors.vectors import open_vectors
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.store.directory.store import Store


class Similarity(NamedTuple):
    """The cosine of a question and a text, -1 to 1; and, 0 to 1, how much nearer that is than any
    texts of the store are to the question, None if it has no vectors of this model; `alone` is the
    cosine from which a recall finds a text that has none of the question's words."""

    cosine: float
    score: float | None = None
    alone: float | None = None


def similarity(store: Store, embedder: Embedder, question: str, text: str) -> Similarity:
    """How near a text, taken as a memory's, is to a question.

    Usage for an empty one; Refused for one that looks like a secret: nothing is sent then.
    """
    if not (may_leave(embedder, question) and may_leave(embedder, text)):
        raise Refused("one of the texts looks like a secret", "a secret is sent to no provider")
    question, text = document_text(question, ""), document_text(text, "")
    if not (question and text):
        raise Usage("one of the texts is empty", "give a question and a text, each in quotes")
    seconds = embedder.settings.timeout_seconds
    asked = embedder.embed([question], QUERY, seconds)
    answered = embedder.embed([text], DOCUMENT, seconds)
    row = asked.rows[0]
    cosine = signed_cosine(components(row), components(answered.rows[0]))
    return _scored(store, embedder, asked.probe, row, cosine)


def _scored(
    store: Store, embedder: Embedder, probe: bytes, row: bytes, cosine: float
) -> Similarity:
    """What the cosine of a question, which has this row, is worth among the vectors of a store."""
    with open_vectors(store.root, warn=store.warn) as vectors:
        space = vectors.space(embedder.settings_key) if vectors else None
        if vectors is None or space is None or not is_same_model(probe, space.probe):
            return Similarity(cosine)
        meaning = meaning_of_row(vectors, space, row)
        return Similarity(cosine, calibrated(cosine, meaning.behind), meaning.alone)
