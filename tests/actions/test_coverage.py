"""The coverage of answers: scores that say how well a hit fits, in the order of before."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from memento_cli import Draft, Store, record
from memento_cli.actions.recall.find import find
from memento_cli.core.recall.query import Hit, Query
from tests.conftest import Ran
from tests.store.helpers import NOW

Call = Callable[..., Ran]
SUMMARIES = (
    "The garden shed needs a new roof",
    "Tomatoes grow in the garden",
    "The garden gate squeaks",
    "Kubectl apply rolls the staging cluster",
    "The boiler is serviced in October",
    "Mia bought a trumpet",
)


@pytest.fixture
def house(store: Store) -> Store:
    """A store of a few things about a house."""
    for summary in SUMMARIES:
        record(store, Draft(summary), NOW)
    return store


def asked(store: Store, *words: str, least: float | None = None, **given: object) -> list[Hit]:
    """The hits for words, the best first."""
    query = Query(words=words, limit=10, min_score=least)
    return [one.hit for one in find([store], ("memories",), query, NOW, **given).page]  # type: ignore[arg-type]


def coverage(store: Store, *words: str) -> float:
    """The coverage of an answer."""
    found = find([store], ("memories",), Query(words=words, limit=10), NOW).found
    assert found.coverage is not None
    return found.coverage


def test_coverage_is_the_share_of_the_words_that_the_best_hit_has(house: Store) -> None:
    """All words make 1; the more of them no memory has, the less; the rare ones count most."""
    assert coverage(house, "garden", "shed", "roof") == pytest.approx(1.0)
    assert coverage(house, "garden", "shed", "xylophone") < 0.75
    assert coverage(house, "garden", "xylophone") < coverage(house, "boiler", "xylophone") < 0.6
    assert coverage(house, "boiler") == 1.0


@pytest.mark.parametrize(
    ("words", "share"),
    [(("buy", "trumpet"), 1.0), (("tomato", "grows"), 1.0), (("kube",), 0.5), (("trumpat",), 0.5)],
)
def test_other_forms_count_whole_and_parts_half(
    house: Store, words: tuple[str, ...], share: float
) -> None:
    """A form that the index, or a table, takes for the same is the word; a part is not."""
    assert coverage(house, *words) == pytest.approx(share)


def test_no_score_is_above_the_coverage_and_the_order_is_that_of_the_sum(house: Store) -> None:
    """One factor for an answer changes no order."""
    hits = asked(house, "garden", "roof", "xylophone")
    assert len(hits) == 3
    factor = hits[0].coverage
    assert all(hit.coverage == factor and hit.score <= factor < 1.0 for hit in hits)
    sums = [hit.score / factor for hit in hits]
    assert sums == sorted(sums, reverse=True)
    assert sums[0] > 0.9


def test_min_score_leaves_out_the_lower_ones(house: Store) -> None:
    """What has exactly the score stays; filters and offsets count what is left."""
    hits = asked(house, "garden", "roof", "xylophone")
    assert asked(house, "garden", "roof", "xylophone", least=hits[1].score) == hits[:2]
    assert asked(house, "garden", "roof", "xylophone", least=1.0) == []
    found = find([house], ("memories",), Query(words=("garden",), min_score=0.99), NOW).found
    assert (found.total, found.low) == (0, 3)


def test_several_places_have_one_factor(house: Store) -> None:
    """In one list the scores of memories and of states have the same factor, and the same cut."""
    query = Query(words=("garden", "roof", "xylophone"), limit=10)
    page = find([house], ("memories", "states"), query, NOW)
    alone = asked(house, *query.words)
    assert page.found.coverage == alone[0].coverage
    assert {one.hit.coverage for one in page.page} == {alone[0].coverage}
    cut = query._replace(min_score=alone[1].score)
    both = find([house], ("memories", "states"), cut, NOW)
    assert [one.hit.id for one in both.page] == [hit.id for hit in alone[:2]]
    assert both.found.low == len(page.page) - 2


def test_no_words_in_the_store_cover_nothing(house: Store) -> None:
    """Words of which the store has none, in any form, find nothing, whatever the time they name."""
    assert coverage(house, "xylophone", "quantum") == coverage(house, "xylophone") == 0.0
    assert asked(house, "xylophone", "quantum") == []


def test_nothing_fits_is_said(house: Store, call: Call) -> None:
    """A greeting and a question for what nobody told find nothing, without an error; JSON says why,
    and so does --why-not."""
    record(house, Draft("Thanks to the filter the water is clear"), NOW)
    for text in ("hi thanks", "xylophone quantum boiler"):
        ran = call("--store", house.root, "recall", text, "--json")
        answer = json.loads(ran.stdout)
        assert answer["memories"] == [] and answer["nothing_fits"]
        assert "Nothing fits: " in ran.stderr
        boiler = asked(house, "boiler")[0].id
        why = json.loads(call("recall", text, "--why-not", boiler, "--json").stdout)
        assert why["reasons"] == [f"nothing fits: {answer['nothing_fits']}"]
    assert "Thanks" in call("--store", house.root, "recall", "+thanks").stdout
    assert "Thanks" in call("--store", house.root, "recall", "hi thanks", "--literal").stdout


def test_a_real_question_is_answered_by_one_known_word(house: Store) -> None:
    """Two words, or small talk around one that is known, are no reason to say nothing."""
    assert asked(house, "boiler", "xylophone")
    assert asked(house, "when", "did", "you", "say", "the", "boiler", "man", "comes")
    assert asked(house, "wo", "habe", "ich", "meine", "trumpet")


def test_a_context_has_no_memories_for_a_greeting(house: Store, call: Call) -> None:
    """A context for `hi thanks` tells no memory."""
    assert "garden" in call("--store", house.root, "context", "garden").stdout
    assert "garden" not in call("--store", house.root, "context", "hi thanks").stdout
