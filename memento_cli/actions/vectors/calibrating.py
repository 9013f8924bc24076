"""The calibration of a space: what the cosines of its texts are like, and whether they are worth
anything."""

from __future__ import annotations

from memento_cli.actions.vectors.references import cosines_with_references
from memento_cli.core.text.words import terms
from memento_cli.core.vectors.calibration import REFERENCES, calibration_of
from memento_cli.core.vectors.texts import document_text, text_key
from memento_cli.index.database.index import index_of
from memento_cli.index.recall.finding import sharing
from memento_cli.index.recall.search import rows_of
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator

    from memento_cli.actions.vectors.batches import Batches
    from memento_cli.core.vectors.calibration import Calibration
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store

TRIED = 64
"""The number of texts that are compared with each other."""
MOST_COMMON = 0.5
"""The share of the words of the shorter text from which two texts are of one matter."""
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
        found = list(_compared(index.database, vectors, space))
    strangers = [one for each in found for one in each.strangers]
    if not strangers:  # they are all of one matter
        strangers = [one for each in found for one in cosines_with_references(each.row, references)]
    sharing_words = [one for each in found for one in each.sharing]
    calibration = calibration_of(strangers, sharing_words, references)
    vectors.calibrate(space, calibration)
    return calibration


class _Compared(NamedTuple):
    """The row of a text, and its cosines: with texts that are of another matter by their words, and
    with the one that shares the most words, if there is one."""

    row: bytes
    strangers: Collection[float]
    sharing: Collection[float]


def _compared(
    database: sqlite3.Connection, vectors: VectorIndex, space: Space
) -> Iterator[_Compared]:
    """Some texts, evenly spaced, compared with each other.

    Those of one matter are no strangers: so a store full of one text with another number in it, be
    it a log or mischief, does not make all that is near look far.
    """
    keys = [key for (key,) in database.execute(EVENLY, (TRIED,)) if key is not None]
    texts = {key: _text(database, key) for key in keys}
    words = {key: frozenset(terms(text)) for key, (_, text) in texts.items()}
    rows = vectors.rows_of_texts(space, [text_key(text) for _, text in texts.values()])
    for key, (summary, text) in texts.items():
        row = rows.get(text_key(text))
        if row is None:
            continue
        cosines = vectors.cosines(space, row)
        others = (_text(database, one)[1] for one in sharing(database, summary)[:2] if one != key)
        other = next((one for one in others if one != text), "")
        near = cosines.of_texts([text_key(other)] if other else [])
        strange = [one for one in keys if not _share(words[key], words[one])]
        far = cosines.of_texts(dict.fromkeys(text_key(texts[one][1]) for one in strange))
        yield _Compared(row, far.values(), near.values())


def _share(words: Collection[str], others: Collection[str]) -> bool:
    """Whether texts of these words have so many in common that they may be of one matter."""
    least = min(len(words), len(others))
    return len({*words} & {*others}) >= max(1, MOST_COMMON * least)


def _text(database: sqlite3.Connection, key: int) -> tuple[str, str]:
    """The summary of a memory, and its text as it is embedded."""
    summary, detail = rows_of(database, [key], "summary, detail")[key]
    return summary, document_text(summary, detail)
