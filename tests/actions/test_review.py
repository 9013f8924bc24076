"""Reviews of a store: what is due, what an answer writes, and how it is taken back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli import Draft, Store, open_store, record
from memento_cli.actions.fading.review import cards, cards_of, confirm, rate
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.reading import journal_entries, memory_at
from memento_cli.actions.undo.undo import undo
from memento_cli.core.fading.review import RATINGS, RECALL, TRUTH
from memento_cli.core.memory.memory import strength_at
from memento_cli.errors import BadValue, NotFound
from tests.store.helpers import say

START = datetime(2025, 1, 1, tzinfo=UTC)
QUESTION = "memory.review.question"


def day(count: float) -> datetime:
    return START + timedelta(days=count)


def kept(store: Store, text: str = "The sky is blue", **facts: object) -> str:
    """The id of a new memory, important knowledge unless said otherwise."""
    draft = Draft(text, kind="semantic", importance=0.8, created=START)._replace(**facts)
    return record(store, draft, START)[0].id


def due(store: Store, at: float) -> list[str]:
    """The ids of what asks something on a day; every card stands behind it in the whole list."""
    found, whole = cards(store, day(at)), cards(store, day(at), everything=True)
    assert whole[: len(found)] == found and not any(card.asks for card in whole[len(found) :])
    return [card.memory.id for card in found]


def files(store: Store) -> dict[str, bytes]:
    """Every file of the store that git would see."""
    found = (path for path in Path(store.root).rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in found if ".memento" not in path.parts}


def test_important_knowledge_and_questions_are_due(store: Store) -> None:
    """A day after it was recorded each card is due, whatever is forgotten or superseded is not."""
    knowledge = kept(store)
    asked = kept(store, "Met Viktor in Roma", kind="episodic", importance=0.1)
    kept(store, "Lunch", kind="episodic")
    edit(store, asked, {QUESTION: "Where did we meet Viktor?"}, START)
    assert due(store, 0.9) == []
    assert due(store, 1) == [knowledge, asked]
    newer = kept(store, "The sky is grey")
    link(store, newer, "supersedes", knowledge, START)
    assert due(store, 1) == [newer, asked]
    forget(store, [asked], START)
    assert due(store, 1) == [newer]


def test_the_settings_say_what_is_a_card(store: Store) -> None:
    """From which importance on knowledge is a card, and when it is doubted, stands in the store."""
    id = kept(store, importance=0.5)
    assert cards(store, day(300), everything=True) == []
    say(store.root, review__importance=0.5, review__confirm_after_days=9)
    there = open_store(store.root)
    assert [(card.memory.id, card.asks) for card in cards(there, day(8))] == [(id, (RECALL,))]
    assert cards(there, day(9))[0].asks == (RECALL, TRUTH)


def test_looking_changes_nothing(store: Store) -> None:
    """A nightly look at what is due leaves every file and every strength as it was."""
    id = kept(store)
    before, strength = files(store), memory_at(store, id, day(50)).strength
    for at in (1, 50, 400):
        assert due(store, at) == [id]
    assert files(store) == before
    assert memory_at(store, id, day(50)).strength == strength


@pytest.mark.parametrize("rating", RATINGS)
def test_an_answer_is_in_the_file_and_in_the_journal(store: Store, rating: str) -> None:
    """The file has the schedule, the journal one line of the review and one of a use, if it was."""
    id = kept(store)
    before = strength_at(memory_at(store, id, day(30)), day(30))
    done = rate(store, [id], rating, day(30))[0]
    lines = [line for line in journal_entries(store, id) if line.at == day(30)]
    is_use = rating in ("good", "easy")
    assert [line.act for line in lines] == ["reviewed", *(["used"] if is_use else [])]
    assert lines[0].more == {"rating": rating}
    assert len({line.batch or line.id for line in lines}) == 1
    assert (strength_at(memory_at(store, id, day(30)), day(30)) > before) == is_use
    more = store.memories.read(id).value.more
    assert more["memory.review.due"] == done.schedule.due > day(30)
    assert more["memory.review.last"] == day(30)
    assert more["memory.review.stability"] == done.schedule.stability
    card = cards_of(store, [id], day(30))[0]
    assert (card.asks, card.due, card.recall) == ((), done.schedule.due, 1)
    assert [one.asks for one in cards(store, done.schedule.due)] == [(RECALL,)]


def test_answers_go_on_from_what_the_file_says(store: Store) -> None:
    """Each review is longer from the next, as long as it is known; a lapse brings it back soon."""
    id, now, waits = kept(store), day(1), []
    for rating in ("good", "good", "good", "good", "again"):
        schedule = rate(store, [id], rating, now)[0].schedule
        waits.append(schedule.due - now)
        now = schedule.due
    assert waits[:4] == sorted(waits[:4]) and waits[3] > timedelta(days=30)
    assert waits[4] < timedelta(hours=1)


def test_what_is_known_asks_whether_it_is_true(store: Store) -> None:
    """Knowledge that was not confirmed for long asks, and a confirmation quiets it and is a use."""
    id = kept(store)
    rate(store, [id], "easy", day(179))
    assert due(store, 181) == [id] and cards(store, day(181))[0].asks == (TRUTH,)
    confirm(store, [id], day(181))
    assert due(store, 182) == []
    acts = [line.act for line in journal_entries(store, id) if line.at == day(181)]
    assert acts == ["confirmed", "used"]
    assert memory_at(store, id, day(181)).strength.last_reinforced == day(181)


def test_one_session_is_one_use(store: Store) -> None:
    """What is known and confirmed at one moment was of use once; undone, it may be used again."""
    id = kept(store)
    for _ in range(2):
        rate(store, [id], "good", day(30))
        confirm(store, [id], day(30))
        undo(store, None, day(30))
        undo(store, None, day(30))
    acts = [line.act for line in journal_entries(store, id)]
    assert acts.count("used") == 2 and acts.count("reviewed") == acts.count("confirmed") == 2


def test_one_undo_takes_an_answer_back(store: Store) -> None:
    """An undo brings back the file's bytes and the strength, and undone itself, the answer."""
    id = kept(store)
    before, strength = store.memories.read(id).document.text, memory_at(store, id, day(30)).strength
    done = rate(store, [id], "good", day(30))[0]
    undone = undo(store, None, day(30))
    assert store.memories.read(id).document.text == before
    assert memory_at(store, id, day(30)).strength == strength
    assert due(store, 30) == [id]
    undo(store, undone.batch, day(30))
    assert cards_of(store, [id], day(30))[0].due == done.schedule.due


def test_who_is_no_card_cannot_be_answered(store: Store) -> None:
    """A memory without a question that is no important knowledge is refused, with what helps."""
    id = kept(store, kind="episodic")
    for ask in (
        lambda: rate(store, [id], "good", day(3))[0],
        lambda: cards_of(store, [id], day(3)),
    ):
        with pytest.raises(NotFound, match="no card") as told:
            ask()
        assert "review.question" in told.value.hint
    confirm(store, [id], day(3))


def test_an_answer_that_is_none_changes_nothing(store: Store) -> None:
    """Another word than a rating is an error that leaves no trace."""
    id = kept(store)
    before = files(store)
    with pytest.raises(BadValue, match="fine"):
        rate(store, [id], "fine", day(3))
    assert files(store) == before


def test_a_question_with_odd_signs_is_found(store: Store) -> None:
    """A card whose texts and tags hold the index's own separators is one as any other."""
    id = kept(store, kind="episodic")
    edit(store, id, {QUESTION: "a\x1eb\x1fc"}, START)
    rate(store, [id], "good", day(1))
    found = cards(store, day(1), everything=True)
    assert [card.memory.more[QUESTION] for card in found] == ["a\x1eb\x1fc"]
    assert found[0].recall == 1


def test_a_file_with_a_part_of_a_schedule_is_a_new_card(store: Store) -> None:
    """Who takes a number of the schedule out by hand gets a card that begins anew."""
    id = kept(store)
    rate(store, [id], "easy", day(1))
    edit(store, id, {"memory.review.stability": None}, day(1))
    assert cards_of(store, [id], day(2))[0].recall is None
    assert rate(store, [id], "good", day(20))[0].schedule.state == "learning"
