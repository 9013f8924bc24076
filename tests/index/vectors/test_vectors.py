"""What is kept in the cache of vectors is found again, and nothing else is."""

from __future__ import annotations

import pytest

from memento_cli import Store
from memento_cli.core.vectors.quantized import components, signed_cosine
from memento_cli.core.vectors.texts import text_key
from memento_cli.index.database.database import one_transaction
from memento_cli.index.vectors.scan import BATCH, engine
from memento_cli.index.vectors.spaces import Space
from memento_cli.index.vectors.vectors import MOST_QUESTIONS, VectorIndex, open_vectors
from tests.index.vectors.helpers import DIMS, PROBE_ROW, SETTINGS, TEXTS, made_of, row_of

EVERYTHING = -1.0


def test_nothing_is_made_unless_asked(store: Store) -> None:
    """Opening vectors to read them leaves no trace where there are none."""
    with open_vectors(store.root) as vectors:
        assert vectors is None


def test_the_cosines_are_exact(vectors: VectorIndex, space: Space, scanned_by: str) -> None:
    """Every hit has the cosine of the vector with the row of its text, in falling order."""
    question = row_of("a question")
    cosines = vectors.cosines(space, question)
    batches = [*cosines.above(EVERYTHING)]
    hits = [hit for batch in batches for hit in batch]
    texts = cosines.texts_of([row for _, row in hits])
    assert len(hits) == len(texts) == len(TEXTS)
    assert len(batches[0]) == (BATCH if engine() else len(TEXTS))
    for ordered in [hits] if engine() else batches:
        assert ordered == sorted(ordered, key=lambda hit: (-hit[0], hit[1]))
    by_key = {text_key(text): text for text in TEXTS}
    for cosine, row in hits:
        key, ids = texts[row]
        text = by_key[key]
        exact = signed_cosine(components(question), components(row_of(text)))
        assert cosine == pytest.approx(exact, abs=1e-6)
        assert ids == [f"id-{TEXTS.index(text)}"]
    some = cosines.of_texts([text_key(TEXTS[3]), text_key("unknown")])
    assert list(some) == [text_key(TEXTS[3])]
    top = sorted(batches[0], reverse=True)[20][0]
    assert next(cosines.above(top - 1e-9)) == [hit for hit in batches[0] if hit[0] >= top]
    if engine():
        assert [*cosines.above(EVERYTHING, most=5)] == [hits[:5]]


def test_a_text_that_two_memories_have_is_kept_once(vectors: VectorIndex, space: Space) -> None:
    """A text has one row, whoever has it; a link to an unknown text is none."""
    vectors.add(space, made_of([("other", TEXTS[0])]))
    vectors.link([("third", text_key(TEXTS[0])), ("third", text_key("unknown"))])
    cosines = vectors.cosines(space, row_of(TEXTS[0]))
    (((cosine, row),),) = cosines.above(0.999)
    assert cosine == pytest.approx(1.0)
    assert sorted(cosines.texts_of([row])[row][1]) == ["id-0", "other", "third"]
    assert vectors.missing(space, [text_key("unknown")] * 2) == [text_key("unknown")]


@pytest.mark.parametrize("row", [b"", row_of("x")[:-1], row_of("x") + b"\x01"])
def test_what_is_no_vector_of_the_space_is_not_kept(
    vectors: VectorIndex, space: Space, row: bytes
) -> None:
    """A row of another length would move all others."""
    with pytest.raises(ValueError, match="dimensions"):
        vectors.add(space, [("id", text_key("x"), row)])


def test_a_model_that_changed_has_another_space(vectors: VectorIndex, space: Space) -> None:
    """The probe tells models apart, and a space that was there before is found again."""
    nearly = bytes([PROBE_ROW[0] ^ 1]) + PROBE_ROW[1:]
    assert vectors.make_space(SETTINGS, nearly, "model") == space
    other = vectors.make_space(SETTINGS, row_of("other model", 8), "model")
    assert (other.dims, vectors.space(SETTINGS)) == (8, other)
    assert vectors.missing(other, [text_key(TEXTS[0])])
    vectors.add(other, made_of([("id-0", TEXTS[0])], 8))
    assert vectors.make_space(SETTINGS, PROBE_ROW, "model") == space == vectors.space(SETTINGS)
    assert len(vectors.known(space, [text_key(text) for text in TEXTS])) == len(TEXTS)
    assert vectors.space(b"other settings") is None


def test_questions_are_kept_the_newest_thousand(vectors: VectorIndex, space: Space) -> None:
    """The oldest question is dropped for a new one."""
    vectors.keep_question(space, text_key("0"), row_of("0"))
    more = [(space.key, text_key(str(n)), row_of(str(n))) for n in range(1, MOST_QUESTIONS)]
    with one_transaction(vectors.database):
        query = "INSERT INTO question (space, text, vector) VALUES (?, ?, ?)"
        vectors.database.executemany(query, more)
    assert vectors.question(space, text_key("0")) == row_of("0")
    vectors.keep_question(space, text_key("new"), row_of("new"))
    assert vectors.question(space, text_key("0")) is None
    assert vectors.question(space, text_key("1")) == row_of("1")


def test_zeros_are_like_nothing(vectors: VectorIndex, space: Space, scanned_by: str) -> None:
    """A text of which the model knows no word has a vector, which is like no other, nor itself."""
    vectors.add(space, [("id", text_key("x"), bytes(DIMS))])
    assert vectors.missing(space, [text_key("x")]) == []
    cosines = vectors.cosines(space, row_of("a question"))
    assert cosines.of_texts([text_key("x")]) == {text_key("x"): 0.0}
    assert list(vectors.cosines(space, bytes(DIMS)).above(EVERYTHING)) == []
