"""Words that are found in part, or written otherwise, where no memory has them whole."""

from __future__ import annotations

from datetime import UTC, datetime
from time import process_time

import pytest

from memento_cli import Draft, Query, Store, recall, record

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
TEXTS = (
    "Restart it with kubectl",
    "The road trip took nine days",
    "Do a rollback first",
    "We roll it back by hand",
    "Die Krankenversicherungskarte liegt oben",
    "Frau Müller waters the plants",
    "De autoverzekering loopt af",
    "Numbers of the pods are in the log",
)


@pytest.fixture
def told(store: Store) -> Store:
    """A store that says these texts."""
    for text in TEXTS:
        record(store, Draft(text), NOW)
    return store


@pytest.mark.parametrize(
    ("asked", "first", "partly"),
    [
        ("kube", 0, (("kube", ("kubectl",)),)),
        ("roadtrip", 1, (("roadtrip", ("road trip",)),)),
        ("Versicherungskarte", 4, (("versicherungskarte", ("krankenversicherungskarte",)),)),
        ("Mueller", 5, (("mueller", ("müller",)),)),
        ("verzekering", 6, (("verzekering", ("autoverzekering",)),)),
        ("kubectl", 0, ()),
        ("pods log", 7, ()),
        ("kube pods", 7, (("kube", ("kubectl",)),)),
    ],
)
def test_a_part_finds_its_word(
    told: Store, asked: str, first: int, partly: tuple[tuple[str, tuple[str, ...]], ...]
) -> None:
    """A word that no memory has whole is found in part, below what has a word whole, and the answer
    says by which words; a word that some memory has is not taken apart."""
    found = recall(told, Query(words=tuple(asked.split())), NOW)
    assert found.hits[0].memory.content.summary == TEXTS[first]
    assert found.partly == partly


def test_two_words_find_the_one_that_they_make(told: Store) -> None:
    """What has both words stands before what has them as one."""
    found = recall(told, Query(words=("roll", "back")), NOW)
    assert [hit.memory.content.summary for hit in found.hits[:2]] == [TEXTS[3], TEXTS[2]]
    assert found.partly == (("roll back", ("rollback",)),)


def test_another_form_of_the_word_that_was_found_is_not_found(store: Store) -> None:
    """The stage and staging are one word to the stemmer, but `stagin` is a part of one alone."""
    for text in ("The stage play was sold out", "Staging is wiped every night"):
        record(store, Draft(text), NOW)
    found = recall(store, Query(words=("stagin",)), NOW)
    assert [hit.memory.content.summary for hit in found.hits] == ["Staging is wiped every night"]


def test_what_no_person_types_is_no_word(store: Store) -> None:
    """A blob of letters is not told as the word that was meant: it has no end."""
    record(store, Draft("Key", detail="kube" + "a" * 5_000), NOW)
    assert recall(store, Query(words=("kube",)), NOW).partly == ()


def test_a_long_text_is_read_once_for_all_of_its_words(store: Store) -> None:
    """A list of 20,000 words that have a part of the typed one took minutes."""
    words = (f"xabcde{number:05}" for number in range(20_000))
    record(store, Draft("List", detail=" ".join(words)), NOW)
    start = process_time()
    recall(store, Query(words=("abcdefgh",)), NOW)
    assert process_time() - start < 5


def test_beginnings(told: Store) -> None:
    """A word with a star stands for all that begin so: wanted, required and excluded."""

    def summaries(query: Query) -> set[str]:
        return {hit.memory.content.summary for hit in recall(told, query, NOW).hits}

    assert summaries(Query(prefixes=("kub*",))) == {TEXTS[0]}
    assert summaries(Query(required=("ro*",))) == {TEXTS[1], TEXTS[2], TEXTS[3]}
    assert TEXTS[2] not in summaries(Query(required=("ro*",), without=("rollb*",)))


def test_of_a_long_question_the_rarest_words_count(store: Store) -> None:
    """What a question of a thousand words asks at its end is found, whatever came before."""
    for text in (
        "The theodolite is in the loft",
        *(f"w{n} w{n + 1} w{n + 2}" for n in range(0, 400, 3)),
    ):
        record(store, Draft(text), NOW)
    asked = (*(f"w{n}" for n in range(300)), "theodolite")
    found = recall(store, Query(words=asked, limit=None), NOW)
    assert "The theodolite is in the loft" in {hit.memory.content.summary for hit in found.hits}
