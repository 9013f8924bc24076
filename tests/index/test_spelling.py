"""A word that was typed wrong finds the memories that have the right one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from memento_cli import Store
from memento_cli.actions.exchange.imports import import_memories
from memento_cli.actions.exchange.sources.opened import source_of
from memento_cli.actions.recall.recall import recall
from memento_cli.core.memory.memory import searchable
from memento_cli.core.recall.query import Query
from memento_cli.core.text.normal_forms import plain
from memento_cli.core.text.words import is_unit, whole
from memento_cli.index.recall.spelling import ratio
from tests.actions.test_import import CORPORA, DATA
from tests.conftest import Ran
from tests.store.helpers import NOW, recorded

Call = Callable[..., Ran]

WORDS, MOST = 20, 250
SHORTEST, LONGEST = 5, 60
LATER = datetime(2030, 1, 1, tzinfo=UTC)
SOURCES = {
    "notes and commits": CORPORA,
    "talk in English": DATA / "locomo" / "memories_turns.jsonl",
    "Russian": DATA / "multilingual" / "ru.sent.documents.jsonl",
    "Arabic": DATA / "multilingual" / "ar.sent.documents.jsonl",
    "Hindi": DATA / "multilingual" / "hi.para.documents.jsonl",
}


@pytest.mark.parametrize(
    ("text", "typed", "word"),
    [
        ("The database is slow", "databse", "database"),
        ("Release 6.0 is out", "relase", "release"),
        ("A purchase of flour", "purchse", "purchase"),
        ("The committee met", "commitee", "committee"),
        ("A license for the van", "licence", "license"),
        ("Their response came", "responce", "response"),
        ("One worktree a branch", "worktre", "worktree"),
        ("We were running late", "runnning", "running"),
        ("Eight houses", "huoses", "houses"),
        ("A house by the sea", "huse", "house"),
        ("Die Kündigung kam", "kundigng", "kündigung"),
        ("Ein Überflieger", "überfliegr", "überflieger"),
        ("Новая программа курса", "пограмма", "программа"),
        ("ورشة الكتابة", "الكتاابة", "الكتابة"),
        ("Les cafés du coin", "caafés", "cafés"),
    ],
)
def test_a_misspelt_word_finds_what_was_meant(
    store: Store, call: Call, text: str, typed: str, word: str
) -> None:
    """What has the right word is found, and the right word is told, whole."""
    id = recorded(store, text).id
    recorded(store, "It works, as do those data and this comity")
    done = call("recall", typed, "--format", "ids")
    assert done.stdout.split() == [id]
    assert word in done.stderr.split("looked for ")[1].split()


def test_each_word_that_was_looked_for_is_told_once(store: Store, call: Call) -> None:
    """Of two words of one stem the likest is told; words as like as it are looked for as well."""
    for text in ("certificates", "a certificate", "certified", "lotion", "motion"):
        recorded(store, text)
    assert "looked for certificate\n" in call("recall", "certifcate").stderr
    assert "looked for lotion motion\n" in call("recall", "notion").stderr


def test_what_only_looks_like_a_form_is_not_looked_for(store: Store, call: Call) -> None:
    """Where a word of the store is one letter away, forms that nobody wrote are not looked for."""
    for text in ("he skipped it", "a zip", "the tip"):
        recorded(store, text)
    assert "looked for skipped\n" in call("recall", "kipped").stderr


@pytest.mark.parametrize("typed", ["apartment", "apartments", "department"])
def test_a_word_whose_stem_alone_looks_like_it_is_not_meant(
    store: Store, call: Call, typed: str
) -> None:
    """The stem of an apartment looks like a part."""
    recorded(store, "Part of the fence is broken")
    assert call("recall", typed).stderr == "Nothing found\n"


def test_two_wrong_letters_of_a_long_word(store: Store, call: Call) -> None:
    """A long word is found with two letters wrong, too, beside others that are right."""
    recorded(store, "A database of PostgreSQL")
    assert "looked for postgresql" in call("recall", "posgresqul").stderr
    assert "also looked for postgresql" in call("recall", "database posgresqul").stderr


def test_an_endless_word_is_not_corrected(store: Store, call: Call) -> None:
    """What nobody can have typed costs no time."""
    recorded(store, "one")
    assert "Nothing found" in call("recall", "one" * 30_000).stderr


@pytest.mark.parametrize("name", SOURCES)
def test_a_word_with_one_letter_wrong_finds_a_memory_that_has_it(name: str, store: Store) -> None:
    """Every word with a letter dropped, doubled, swapped or changed, if no form of it is there."""
    if not SOURCES[name].exists():
        pytest.skip(f"no data in {SOURCES[name]} ($MEMENTO_BENCH_DATA names its folder)")
    texts = filled(store, SOURCES[name])
    words = {word.lower() for text in texts.values() for word in whole(text)}
    long = [word for word in sorted(words) if SHORTEST <= len(word) <= LONGEST]
    long = [word for word in long if all(map(is_letter, word))]
    chance = random.Random(13)
    assert len(long) > 500
    for word in chance.sample(long, min(WORDS, len(long))):
        for typed in misspelt(word, chance):
            found = recall(store, Query(words=(typed,), limit=None), LATER)
            told = [texts[hit.memory.id] for hit in found.hits]
            if found.meant or not told:  # else it is a form of a word of the store
                assert any(word in text for text in told), (word, typed, found.meant)


def filled(store: Store, source: Path) -> dict[str, str]:
    """The store, with what a source has; the text of each memory by its id."""
    paths = sorted(source.glob("*.jsonl")) if source.is_dir() else [source]
    said = [json.loads(line) for path in paths for line in path.open(encoding="utf-8")]
    texts = [entry.get("text") or f"{entry['title']}\n{entry['body']}" for entry in said]
    rows = [
        {"summary": f"no {place}", "detail": text, "created": f"{NOW:%FT%TZ}"}
        for place, text in enumerate(texts[:MOST])
    ]
    made = Path(store.root).parent / "made.jsonl"
    made.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = import_memories(store, source_of(str(made)).items, NOW, allow_secret=True)
    memories = (store.memories.read(id).value for id in done.added)
    return {memory.id: searchable(memory) for memory in memories}


def is_letter(sign: str) -> bool:
    """Whether it is a letter, or a mark on one, of a script that puts spaces between words."""
    return category(sign)[0] in "LM" and not is_unit(sign)


def misspelt(word: str, chance: random.Random) -> Iterable[str]:
    """The word with one letter dropped, doubled, swapped with the next, and changed."""
    place = chance.randrange(len(word) - 1)
    before, sign, after = word[:place], word[place], word[place + 1 :]
    first = ord(sign) & ~0x7F
    others = [other for other in map(chr, range(first, first + 0x80)) if is_letter(other)]
    other = chance.choice([other for other in others if other == plain(other)])
    made = (before + after, before + 2 * sign + after, before + after[0] + sign + after[1:])
    return [typed for typed in (*made, before + other + after) if typed != word]


@given(st.text("abcdé", max_size=12), st.text("abcdé", max_size=12))
def test_words_are_as_alike_as_rapidfuzz_says(one: str, other: str) -> None:
    """The ratio is that of the signs that both have in the same order."""
    assert one == other == "" or ratio(one, other) == pytest.approx(fuzz.ratio(one, other))
