"""The sets of questions that the bench makes of others, or by itself."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.bench.evidence import has_text
from tests.bench.measuring import Place
from tests.bench.pairs import pair_rows
from tests.bench.run import Run
from tests.bench.sets import Document, Question, Set, by_person, joined
from tests.bench.times import NOW, PERIODS, SAID, times

TURNS = Set(
    tuple(
        Document(f"{session}:{turn}", f"Ann: {turn}", None, "c", f"s{session}")
        for session in range(3)
        for turn in range(7)
    ),
    (Question("what", frozenset({"1:0", "1:6", "2:3"}), "c"),),
)


@pytest.mark.parametrize(
    ("sizes", "counts", "gold"),
    [
        ((5,), [5, 2, 5, 2, 5, 2], {"1:0", "1:5", "2:0"}),
        ((1, 5, 20), [1] * 7 + [5, 2, 7], {"1:0", "1:5", "2:0"}),
        ((), [7, 7, 7], {"s1", "s2"}),
    ],
)
def test_turns_are_joined_within_their_session(
    sizes: tuple[int, ...], counts: list[int], gold: set[str]
) -> None:
    """No document goes beyond a session, and it answers what any of its turns answers."""
    data = joined(TURNS, sizes)
    assert [len(one.text.splitlines()) for one in data.documents] == counts
    assert data.questions[0].gold == gold
    assert gold <= {one.key for one in data.documents}


@pytest.mark.parametrize("language", SAID)
def test_what_a_time_names_is_known_and_little(language: str) -> None:
    """Each time is asked in three ways, and names one day of the memories: its two, or one by
    its name. No text says when it was."""
    data = times(language)
    assert len(data.questions) == 3 * len(PERIODS) and data.now == NOW
    assert [len(one.gold) for one in data.questions] == [2, 2, 1] * len(PERIODS)
    assert all(one.created and one.created < NOW for one in data.documents)
    assert not any(sign.isdigit() for one in data.documents for sign in one.text)


def test_a_dialogue_is_of_who_speaks() -> None:
    """Each person's memories are a project; the assistant is no person."""
    texts = ("Bart met Lisa", "Lisa wept", "Bart灯")
    data = Set(
        tuple(Document(text, text, datetime(2024, 1, 1, tzinfo=UTC)) for text in texts),
        tuple(Question(f"<{name}>: hm\n<Assistant>: oh", frozenset()) for name in ("Bart", "Lisa")),
    )
    found = by_person(data)
    assert [one.project for one in found.documents] == ["Bart", "Lisa", "Bart"]
    assert [one.project for one in found.questions] == ["Bart", "Lisa"] and found.literal


def test_near_duplicates_are_judged_by_pairs(tmp_path: Path) -> None:
    """Of two that are the same one is found, and nothing else; without the file that is said."""
    path = tmp_path / "pairs.tsv"
    path.write_text(
        "# label\tclass\tone\tother\n"
        "duplicate\tcase\tThe boat was sold to Ann\tthe boat was sold to ann\n"
        "duplicate\tlanguage\tThe kite is red\tDer Drachen hat die Farbe von Blut\n"
        "different\ttopic\tTea is in the tin\tThe lamp needs a new bulb\n"
    )
    place = Place(str(tmp_path), {})
    run = Run((), place, lambda what, total: nullcontext(lambda: None))
    figures = {row.name: row.figure for row in pair_rows(run, str(path))}
    assert figures == {"quality.pairs.precision": 1, "quality.pairs.recall": 0.5}
    (row,) = pair_rows(run, str(tmp_path / "none.tsv"))
    assert row.verdict == "skipped" and "none.tsv" in row.note


@pytest.mark.parametrize(
    ("said", "text", "has"),
    [
        ("- Ann: We swam.\n  > It was, hm, cold!", "Ann: We swam. It was hm cold", True),
        ("- Ann: We swam.", "Ann: We swam. It was cold.", False),
        ("Ann: We (imported)\nswam", "Ann: We swam", False),
    ],
)
def test_a_text_stands_in_a_context_with_all_its_sentences(said: str, text: str, has: bool) -> None:
    """Signs and lines between the words do not matter; a missing sentence does."""
    letters = "".join(sign for sign in said if sign.isalnum())
    assert has_text(letters, text) is has
