"""A summary without a model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.text.digest import CHUNK, CUT, Digest, Sentence, Source, digest
from memento_cli.core.text.sentences import sentences
from memento_cli.core.text.words import terms, tokens_in

SAID = ["It rained.", "The login of the shop broke.", "We fixed the login by a new token.", "ok"]
NIHONGO = ["雨が降った。", "店のログインが壊れた。", "新しいトークンでログインを直した。", "はい。"]
MANY = 10**6

words = st.sampled_from(
    ["rain", "login", "shop", "3.5", "Dr.", "雨", "壊れた", "ok", "...", "x" * 400]
)
said = st.lists(words, min_size=1, max_size=9).map(lambda some: " ".join(some) + ".")
sources = st.lists(
    st.builds(Source, st.uuids().map(str), st.lists(said | st.text(max_size=30)).map("\n".join)),
    max_size=8,
)  # fmt: skip


def told(*texts: str, budget: int, asked: str = "") -> list[str]:
    """The sentences of a digest of sources that say these texts."""
    some = [Source(str(place), text) for place, text in enumerate(texts)]
    return [one.text for one in digest(some, budget, words=terms(asked)).sentences]


@pytest.mark.parametrize(
    ("texts", "budget", "asked", "found"),
    [
        ([], 10, "", []),
        ([" "], 10, "", []),
        (SAID, MANY, "", SAID),
        (SAID, 0, "", []),
        (SAID, -1, "", []),
        (SAID, 17, "", [SAID[1], SAID[2]]),
        (SAID, 10, "", [SAID[2], "ok"]),
        (SAID, 9, "rained", [SAID[0], "ok"]),
        (["We met.", "WE MET.", "We ate."], MANY, "", ["We met.", "We ate."]),
        (["We met Sophie. We met Sophie. We ate soup."], 8, "", ["We met Sophie.", "We ate soup."]),
        (NIHONGO, MANY, "", NIHONGO),
        (NIHONGO, 20, "", [NIHONGO[2]]),
        (NIHONGO, 8, "雨", [NIHONGO[0]]),
        ([*SAID, *NIHONGO], 30, "", [SAID[0], SAID[2], NIHONGO[2]]),
        (["A sentence much longer than that"], 4, "", ["A sentence …"]),
        (["東京都に住んでいる人の話"], 5, "", ["東京都 …"]),
        (["Word"], 1, "", ["Word"]),
        (["!!!", "??!", "..."], 1, "", ["!!!"]),
    ],
)
def test_digest(texts: list[str], budget: int, asked: str, found: list[str]) -> None:
    """What covers most within the budget is told, once, and what was asked for before the rest."""
    assert told(*texts, budget=budget, asked=asked) == found


def test_sources_are_named() -> None:
    """Each sentence has the reference of its source, and what was left out is counted."""
    some = [Source("a", "We met. It rained."), Source("b", "Anna was ill with a cold.")]
    last = Sentence("Anna was ill with a cold.", "b")
    assert digest(some, 7) == Digest((last,), 7, 2)


def test_a_dump_does_not_take_all() -> None:
    """A line of hundreds of words is worth less than the sentences that would fit instead."""
    dump = " ".join(f"field{place}" for place in range(120))
    prose = [f"Topic{place} came up with guest{place} in room{place}." for place in range(40)]
    assert dump not in told(dump, *prose, budget=300)


@given(sources, st.integers(-1, 200), st.lists(words, max_size=3))
def test_what_a_digest_keeps(some: list[Source], budget: int, asked: list[str]) -> None:
    """It stays within the budget, in order; what it says stands in the sources; always the same."""
    found = digest(some, budget, words=asked)
    assert tokens_in(found.text) == found.tokens <= max(0, budget)
    assert len(found.sentences) + found.left_out == sum(len(sentences(s.text)) for s in some)
    refs = [one.ref for one in some]
    places = [refs.index(one.ref) for one in found.sentences]
    assert places == sorted(places)
    for one in found.sentences:
        source = " ".join(some[refs.index(one.ref)].text.split())
        assert one.text in source or one.text.removesuffix("…").rstrip() in source
    assert digest(some, budget, words=asked) == found
    assert budget < 4 or bool(found.sentences) == any(s.text.split() for s in some)


@given(sources)
def test_what_fits_is_told_whole(some: list[Source]) -> None:
    """With room for all, all is told once, and a digest of that is the same."""
    found = digest(some, MANY)
    assert [*dict.fromkeys(text.casefold() for s in some for text in sentences(s.text))] == [
        one.text.casefold() for one in found.sentences
    ]


def test_many_sentences_are_reduced() -> None:
    """Of more than are compared at once the one that all others repeat a part of is found."""
    plain = [Source(str(place), f"Day {place}: soup again.") for place in range(3 * CHUNK)]
    plain[2 * CHUNK] = key = Source("key", "The vault of the bank in Zürich opens with 7731.")
    found = digest(plain, 40)
    assert Sentence(key.text, "key") in found.sentences
    assert not found.text.endswith(CUT)
