"""KeyActions on what is seen, and taking it back."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memento_cli import Draft, Store, record
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.feedback import feedback
from memento_cli.actions.memory.prune import forget
from tests.tui.browsing import DAY, LARGE, NOW, Seat, browse, some


def test_what_is_done_is_told_and_taken_back(store: Store) -> None:
    """An act is told in a line; u takes it back, and Ctrl+R does it again."""

    async def play(seat: Seat) -> None:
        await seat.press("p")
        assert seat.told == "Pinned “The budget slips by two weeks”"
        assert "^" in seat.lines[2]
        await seat.press("u")
        assert seat.told.startswith("Took back: pinned “The budget slips by two weeks”")
        assert "^" not in seat.lines[2]
        assert seat.app.check_action("redo", ())
        await seat.press("ctrl+r")
        assert not seat.app.check_action("redo", ())
        assert seat.told.startswith("Did again: pinned")
        assert "^" in seat.lines[2]
        assert "undone since" not in seat.screen
        await seat.press("u")
        assert seat.told.startswith("Took back: pinned “The budget slips by two weeks”")
        screen = await seat.press("enter", "end")
        assert "Undo: pinned" in screen and "undid" not in screen
        assert screen.count("Undo:") == 1 and "undone since" in screen

    browse(some(store), play)


@pytest.mark.parametrize("key, word", [("x", "Archived"), ("r", "Reinforced"), ("p", "Pinned")])
def test_one_undo_takes_back_what_was_done_to_several(store: Store, key: str, word: str) -> None:
    """What is marked is acted on together, and is one act."""
    some(store)
    before = {id: store.memories.read(id).document.text for id in store.memories.ids()}

    async def play(seat: Seat) -> None:
        await seat.press("space", "space", key)
        assert seat.told.startswith(f"{word} 2 memories")
        await seat.press("u")
        assert seat.told.startswith("Took back:")

    browse(store, play)
    assert sorted(store.memories.ids()) == sorted(before)
    if key != "r":  # the journal counts the use and its undo
        assert all(len(store.memories.read(id).document.text) >= len(before[id]) for id in before)


def test_marks_are_counted_and_go_with_the_act(store: Store) -> None:
    """How many are marked is seen; an act that is done takes the marks away, no refusal does."""

    async def play(seat: Seat) -> None:
        await seat.press("p", "space", "space")
        assert seat.count == "2 marked of 4 memories"
        await seat.press("x")
        assert seat.told.startswith("“The budget slips by two weeks” is pinned")
        assert "p lets it fade" in seat.told and "memento" not in seat.told
        assert seat.count == "2 marked of 4 memories"
        await seat.press("r")
        assert seat.count == "4 memories" and not seat.app.listing.marked

    browse(some(store), play)


def test_what_was_archived_is_brought_back(store: Store) -> None:
    """The archive is a view of its own, whose memories can be brought back."""
    some(store)

    async def play(seat: Seat) -> None:
        await seat.press("x")
        assert seat.told.startswith("Archived “The budget slips by two weeks”")
        await seat.press("0")
        assert "The budget slips" in seat.lines[2]
        assert seat.count == "1 memory"
        await seat.press("b")
        assert seat.told == "Brought back “The budget slips by two weeks”"
        await seat.press("1")
        assert seat.count == "4 memories"

    browse(store, play)


def test_a_new_memory_is_kept(store: Store) -> None:
    """Ctrl+S keeps what was written, with its topics and people."""

    async def play(seat: Seat) -> None:
        await seat.press("n")
        await seat.paste("Coffee with Eve")
        await seat.press("tab")
        await seat.paste("coffee, office")
        await seat.press("tab")
        await seat.paste("eve")
        await seat.press("ctrl+s")
        assert seat.told == "Recorded “Coffee with Eve”"
        assert "coffee" in str(seat.app.listing.key)
        assert "Coffee with Eve" in seat.screen

    browse(store, play)
    (id,) = store.memories.ids()
    memory = store.memories.read(id).value
    assert memory.tags.topics == ("coffee", "office")
    assert memory.tags.people == ("ctx://person/eve",)


def test_what_faded_is_archived_after_a_look(store: Store) -> None:
    """A prune shows what it would archive; what is not marked stays."""

    async def play(seat: Seat) -> None:
        screen = await seat.press("P")
        assert "1 memory is prunable: weaker than" in screen and "Tea at the harbour" in screen
        await seat.press("escape")
        assert seat.app.listing.keys
        await seat.press("P", "enter")
        assert seat.told == "Archived 1 memory"
        await seat.press("u")
        assert seat.told.startswith("Took back: pruned")

    browse(some(store), play)


def test_two_memories_are_linked(store: Store) -> None:
    """The other one is looked for by its words, or is marked; the relation is chosen."""

    async def play(seat: Seat) -> None:
        await seat.press("l")
        assert "Roma" in await seat.paste("lunch")
        assert "cause of" in await seat.press("enter")
        await seat.press("down", "enter")
        assert seat.told.startswith("Linked: “The budget slips") and "derived from" in seat.told
        assert "Lunch with Ana at Roma" in await seat.press("o")
        await seat.press("enter")
        assert seat.app.listing.key == lunch
        await seat.press("x", "backspace", "o", "enter")  # it is in the archive by now
        assert seat.app.shown.name == "archive" and seat.app.listing.key == lunch
        await seat.press("u", "backspace")
        assert seat.app.listing.key != lunch
        await seat.press("u")
        assert seat.told.startswith("Took back: linked")

    lunch = next(id for id in some(store).memories.ids() if "lunch" in id)
    browse(store, play, LARGE)


def test_an_act_of_the_log_is_taken_back(store: Store) -> None:
    """Any act can be taken back where the log lists it, and done again."""

    async def play(seat: Seat) -> None:
        await seat.press("p", "down", "p", "8", "down")
        assert "pinned" in seat.lines[3] and "budget" in seat.lines[3]
        await seat.press("t")
        assert seat.told.startswith("Took back: pinned “The budget slips")
        await seat.press("1")
        assert [line.partition("^")[1] for line in seat.lines[2:4]].count("^") == 1

    browse(some(store), play, LARGE)


def test_the_log_says_what_an_undo_did(store: Store) -> None:
    """An undo is told by what it took back, one of an undo by what it did again, however long the
    chain; and t says beforehand what it would do."""

    async def play(seat: Seat) -> None:
        await seat.press("p", "u", "ctrl+r", "u", "8")
        told = [line.split("│")[0].split(maxsplit=1)[1].strip() for line in seat.lines[2:6]]
        name = "“The budget slips by two weeks”"
        assert told == [
            f"Undo: pinned {name}",
            f"Redo: pinned {name}, undone since",
            f"Undo: pinned {name}",
            f"pinned {name}, undone since",
        ]
        assert "key t        does it again" in seat.screen
        assert "Did again: pinned" in (await seat.press("t"), seat.told)[1]
        assert "key t        undoes it" in await seat.press("home")
        await seat.press("t", "end")
        assert seat.told.startswith("Took back: pinned")
        await seat.press("up", "up", "up", "up", "t")  # the first act on it, which is undone by now
        assert seat.told.startswith("Did again: pinned"), seat.screen

    browse(some(store), play, LARGE)


def test_proposals_are_seen_and_decided(store: Store) -> None:
    """A proposal shows what it would say; it is applied, or rejected, and either is undone."""
    id = next(id for id in some(store).memories.ids() if "oauth" in id)
    feedback(store, id, "not_helpful", NOW, answer="OAuth review is in May")

    async def play(seat: Seat) -> None:
        screen = await seat.press("9")
        assert "OAuth review is in May" in screen and "supersedes" in screen
        await seat.press("d")
        assert seat.told == "Rejected 1 proposal" and seat.count == "0 proposals"
        await seat.press("u", "y")
        assert seat.told.startswith("Applied") and seat.count == "0 proposals"
        await seat.press("u")
        assert seat.count == "1 proposal"

    browse(store, play, LARGE)


def test_what_is_due_is_asked(store: Store) -> None:
    """A card shows its question, then its answer, and notes how well that was known."""
    id = next(id for id in some(store).memories.ids() if "tea" in id)
    edit(store, id, {"memory.review.question": "Where was the tea?"}, NOW)

    async def play(seat: Seat) -> None:
        assert "Where was the tea?" in await seat.press("v")
        assert "Tea at the harbour" in await seat.press("s")
        assert "Where was the tea?" in await seat.press("g")  # as it is due again in minutes
        await seat.press("q")
        assert seat.told == "1 reviewed"
        await seat.press("u")
        assert seat.told.startswith("Took back: reviewed")

    browse(store, play, LARGE)


def test_an_act_brings_no_other_memories_under_the_cursor(store: Store) -> None:
    """After an act the answer to a question has what it had before: what only comes up as the hit
    is gone was not looked for, and the next key is not for it."""
    some(store)
    record(store, Draft("Water the plants on the balcony"), NOW)
    record(store, Draft("The plan of the house is in the drawer"), NOW)

    async def play(seat: Seat) -> None:
        await seat.press("slash")
        await seat.type("plants balcony")
        await seat.press("enter")
        hits = len(seat.app.listing.keys)
        await seat.press("x")
        assert seat.told.startswith("Archived “Water the plants")
        assert len(seat.app.listing.keys) == hits - 1 == 0
        assert "Nothing found; Esc shows all again" in seat.screen
        await seat.app.renew(others=True)  # as each look does that sees what was done
        await seat.press("x")
        assert not seat.app.listing.keys and len(store.archive.ids()) == 1
        await seat.press("u")
        assert "Water the plants" in seat.lines[2]
        await seat.press("escape")
        assert seat.count == "6 memories"

    browse(store, play)


def test_an_act_of_before_is_asked_about(store: Store) -> None:
    """u in a new session offers what this person did last elsewhere, and does it for a yes."""
    some(store)
    id = next(one for one in store.memories.ids() if "tea" in one)
    forget(store, [id], NOW + 400 * DAY)

    async def play(seat: Seat) -> None:
        assert "Take back what was done before this?" in await seat.press("u")
        await seat.press("y")
        assert "does it again" in seat.told and seat.count == "4 memories"

    browse(store, play)


def test_a_copy_tells_which_keys_take_back_acts_of_others(store: Store, tmp_path: Path) -> None:
    """A store that was copied has no acts of its own: u says so, with the keys that help."""
    some(store)
    place = tmp_path / "copy"
    shutil.copytree(store.root, place)

    async def play(seat: Seat) -> None:
        await seat.press("u")
        assert "8 then t takes back any act" in seat.told
        assert "0 then b brings back" in seat.told

    browse(Store(str(place)), play, LARGE)


def test_marks_stay_through_questions(store: Store) -> None:
    """What is marked stays so when something else is asked, and an act on what is not in the list
    asks first; with the view the marks go, and that is said."""

    async def play(seat: Seat) -> None:
        await seat.press("space", "slash")
        await seat.type("oauth")
        await seat.press("enter")
        assert seat.count == "1 marked (1 not in this list) of 1 memory"
        await seat.press("space")
        assert seat.count == "2 marked (1 not in this list) of 1 memory"
        assert "Archive 2 memories?" in await seat.press("x")
        assert "1 of them is not in this list" in seat.screen
        await seat.press("n")
        assert seat.count == "2 marked (1 not in this list) of 1 memory"
        await seat.press("x", "y")
        assert seat.told == "Archived 2 memories" and not seat.app.listing.marked
        await seat.press("1", "space", "space", "2")
        assert seat.told == "2 marks taken away with the view"
        assert seat.count == "0 facts"

    browse(some(store), play)
