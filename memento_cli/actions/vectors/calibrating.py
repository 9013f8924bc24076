"""The calibration of a space: what the cosines of its texts are like, and whether they are worth
anything."""

from __future__ import annotations

from memento_cli.core.vectors.calibration import REFERENCES, calibration_of
from memento_cli.core.vectors.texts import document_text, text_key
from memento_cli.index.database.index import index_of
from memento_cli.index.recall.finding import sharing
from memento_cli.index.recall.search import rows_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from memento_cli.actions.vectors.batches import Batches
    from memento_cli.core.vectors.calibration import Calibration
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store

TRIED, STRANGERS = 64, 32
"""The number of texts that are compared, and with how many others each."""
SAME = 0.9999
EVENLY = (
    "WITH RECURSIVE place (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM place WHERE n + 1 < ?1)"
    " SELECT DISTINCT (SELECT key FROM memory WHERE key >= lowest + n * (highest - lowest) / ?1"
    " ORDER BY key LIMIT 1)"
    " FROM place, (SELECT min(key) AS lowest, max(key) AS highest FROM memory)"
)


def calibrate(
    store: Store, vectors: VectorIndex, space: Space, batches: Batches | None = None
) -> Calibration:
    """Measure the cosines between texts of a store, and keep what they are like with the space.

    The references are embedded once, by a first `batches`; ProviderFault if that does not serve.
    """
    references = space.reference_rows or b""
    if batches and not references:
        rows = [row for batch in batches.embedded(REFERENCES) for row in batch.embedded.rows]
        references = b"".join(row for row in rows if len(row) == space.dims)
    with index_of(store) as index:
        pairs = list(_pairs(index.database, vectors, space))
    strangers = [one for others, _ in pairs for one in others]
    sharing_words = [one for _, near in pairs for one in near]
    calibration = calibration_of(strangers, sharing_words, references)
    vectors.calibrate(space, calibration)
    return calibration


def _pairs(
    database: sqlite3.Connection, vectors: VectorIndex, space: Space
) -> Iterator[tuple[list[float], list[float]]]:
    """For some texts, evenly spaced, the cosines with any others, and with the one that shares the
    most words."""
    keys = [key for (key,) in database.execute(EVENLY, (TRIED,)) if key is not None]
    texts = {key: _text(database, key) for key in keys}
    rows = vectors.rows_of_texts(space, [text_key(text) for _, text in texts.values()])
    for key, (summary, text) in texts.items():
        row = rows.get(text_key(text))
        if row is None:
            continue
        cosines = vectors.cosines(space, row)
        others = (_text(database, one)[1] for one in sharing(database, summary)[:2] if one != key)
        other = next((one for one in others if one != text), "")
        near = cosines.of_texts([text_key(other)] if other else [])
        yield [one for one in cosines.sampled(STRANGERS) if one < SAME], list(near.values())


def _text(database: sqlite3.Connection, key: int) -> tuple[str, str]:
    """The summary of a memory, and its text as it is embedded."""
    summary, detail = rows_of(database, [key], "summary, detail")[key]
    return summary, document_text(summary, detail)
