"""Looking: the list, what is seen of a memory, and what is found while somebody types."""

from __future__ import annotations

import pytest
from textual.binding import Binding

from memento_cli import Store
from memento_cli.tui.app import Browser
from memento_cli.tui.help import keys_text
from tests.tui.browsing import LARGE, SMALL, Seat, browse, some

SPELLED = {"ctrl+r": "Ctrl+R", "backspace": "Backspace"}


def test_the_strongest_stands_first_and_is_seen_whole(store: Store) -> None:
    """All memories are listed by their strength, the first of them with its curve and history."""

    async def play(seat: Seat) -> None:
        assert "The budget slips" in seat.lines[2]
        assert "Lunch with Ana" in seat.lines[3]
        assert seat.told == "4 memories"
        assert "now" in seat.screen and "2025-02-24 12:00  recorded" in seat.screen
        assert "Lunch with Ana" not in await seat.press("enter")
        assert "Lunch with Ana" in await seat.press("escape")

    browse(some(store), play, LARGE)


def test_each_key_has_something_to_do() -> None:
    """No key is offered for an act that is not there, and the help tells every one."""
    told = keys_text().plain
    for binding in map(_binding, Browser.BINDINGS):
        assert hasattr(Browser, f"action_{binding.action.partition('(')[0]}"), binding
        key = binding.key_display or SPELLED.get(binding.key, binding.key)
        assert binding.key.isdecimal() or key in told or binding.key == "escape", binding


def _binding(one: object) -> Binding:
    assert isinstance(one, Binding)
    return one


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_it_finds_while_somebody_types(store: Store, size: tuple[int, int]) -> None:
    """Each letter is searched, in the query language, and Esc shows all again."""

    async def play(seat: Seat) -> None:
        await seat.press("slash")
        await seat.type("oauth")
        assert "OAuth design review" in seat.lines[2] and "harbour" not in seat.screen
        await seat.press("escape", "escape")
        assert seat.told == "4 memories"
        await seat.press("slash")
        await seat.type("with:ana")
        assert seat.told == "2 memories"
        await seat.type(" nothing:of +that")
        assert seat.told.startswith("0 memories")

    browse(some(store), play, size)


def test_it_begins_with_a_question(store: Store) -> None:
    """What the command line asks for is found first."""

    async def play(seat: Seat) -> None:
        assert "Tea at the harbour" in seat.lines[2]
        assert seat.told.startswith("1 memory")

    browse(some(store), play, question="harbour")


def test_nothing_of_a_store_acts_on_the_terminal(store: Store) -> None:
    """Controls and markup of a text are shown as what they are."""
    from memento_cli import Draft, record
    from tests.store.helpers import NOW

    record(
        store, Draft("[red]x[/red] [@click=quit]y[/] \x1b[31mz \u202e", detail="\x1b]0;t\x07"), NOW
    )

    async def play(seat: Seat) -> None:
        assert r"[red]x[/red] [@click=quit]y[/] \u001b[31mz \u202e" in seat.lines[2]
        assert r"\u001b]0;t\u0007" in await seat.press("enter")

    browse(store, play)
