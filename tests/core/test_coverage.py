"""Coverage: the share of what is asked for, by rarity; and questions for what nobody told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.coverage import AskedWord, coverage, having, weight_of
from memento_cli.core.recall.rereading import rarity
from memento_cli.core.recall.unknown_words import asks_for, asks_for_unknown
from memento_cli.core.text.words import all_terms

weights = st.floats(0.01, 20.0)


def word(term: str, weight: float = 1.0, credit: float = 1.0) -> AskedWord:
    """A word that is found as it is."""
    return AskedWord(term, (term,), weight, credit)


def test_rare_words_count_more() -> None:
    """Who has the rare word of two covers more than who has the common one."""
    common, rare = (
        word("garden", weight_of(rarity(40, 100))),
        word("xeriscape", weight_of(rarity(1, 100))),
    )
    both = [common, rare]
    assert coverage(both, [rare]) > 0.7 > 0.3 > coverage(both, [common]) > 0.0
    assert coverage(both, both) == pytest.approx(1.0)
    assert coverage(both, []) == 0.0


def test_a_word_that_is_everywhere_still_tells_something() -> None:
    """In a store of two memories no word is rare, and none counts nothing."""
    assert weight_of(rarity(2, 2)) > 0.5
    assert weight_of(rarity(0, 2)) > weight_of(rarity(1, 2))


def test_what_is_found_in_part_counts_half() -> None:
    """kube, found as kubectl, is half of what was asked for."""
    part = word("kube", credit=0.5)
    assert coverage([part], [part]) == 0.5


@given(st.lists(weights, min_size=1, max_size=6), st.data())
def test_coverage_is_a_share_that_grows_with_each_word(
    asked: list[float], data: st.DataObject
) -> None:
    """It is between 0 and 1, and no less with one more word."""
    words = [word(str(place), weight) for place, weight in enumerate(asked)]
    some = data.draw(st.lists(st.sampled_from(words), unique=True))
    share = coverage(words, some)
    assert 0.0 <= share <= 1.0 + 1e-9
    assert coverage(words, some[1:]) <= share


def test_texts_have_words_by_their_beginnings() -> None:
    """A word stands at a word's beginning, in a script without spaces anywhere."""
    garden, tax, kyoto = word("gardens"), word("tax"), word("京都")
    texts = {1: "The garden", 2: "Syntax of a tax return", 3: "syntax", 4: "来月、京都に行く"}
    found = having([garden, tax, kyoto], texts)
    assert found == {1: [garden], 2: [tax], 3: [], 4: [kyoto]}


@pytest.mark.parametrize(
    ("asked", "unknown", "is_unknown"),
    [
        ("xylophone quantum tax", "xylophone quantum", True),
        ("xylophone tax", "xylophone", False),  # a look-up of two words
        ("xylophone quantum tax return", "xylophone quantum", False),  # half is known
        ("which both john city jean visited", "john city jean", False),  # they may be misspelt
        ("where did you put xylophone", "xylophone put", False),  # one word tells
        ("wo habe ich meinen Schlüssel", "wo habe ich meinen", False),
        ("", "", False),
    ],
)
def test_a_question_is_for_what_nobody_told(asked: str, unknown: str, is_unknown: bool) -> None:
    """Three telling words, of which more than half are in no memory."""
    assert asks_for_unknown(asked.split(), unknown.split()) is is_unknown


@pytest.mark.parametrize(
    ("asked", "known", "in_vain"),
    [
        ("火星探测器", "火 器", True),
        ("量子力学の教科書", "の 子 書", True),
        ("양자역학", "학", True),
        ("火星探测器 GPS", "GPS", False),
        ("数据库服务器", "数据 据库", False),
        ("京都の宿", "京 の 宿", False),
        ("京都 xylophone quantum", "", False),
    ],
)
def test_signs_alone_do_not_answer_a_question(asked: str, known: str, in_vain: bool) -> None:
    """A question of three pairs of signs, of which no memory has one, asks for what nobody told;
    one pair that is known, a known word or hiragana beside few pairs are enough to look."""
    asked_terms = all_terms(asked)
    unknown = [term for term in asked_terms if len(term) > 1 and term not in known.split()]
    assert bool(asks_for(asked_terms, unknown, 3)) == in_vain
