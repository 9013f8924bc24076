"""The browser in a real terminal: its keys and mouse, the user's editor, wide signs, colours."""

from __future__ import annotations

import os
import re
import shlex
import sys
import time
from pathlib import Path

import pexpect
import pytest
from rich.cells import cell_len

from memento_cli import Draft, Store, record
from tests.conftest import ROOT
from tests.tui.browsing import NOW, some
from tests.tui.terminal import ENDED, MOMENT, PATIENCE, Terminal, needs_tmux, terminal

pytestmark = needs_tmux
SGR = re.compile("\x1b\\[([0-9;]*)m")
UNCOLOURED = {"", "0", "1", "2", "4", "7", "39", "49"}
"""The codes that set no colour: bold, dim, underlined, reverse, and the terminal's own colours."""
WIDE = (
    "会議で決めた予算",
    "한국어 메모",
    "👨\u200d👩\u200d👧 family 👍🏽",
    "❤\ufe0f and 🇫🇷",
    "e\u0301te\u0301",
    "ไทย",
)


@pytest.fixture
def editor(tmp_path: Path) -> str:
    """An editor that changes one word, where it finds it."""
    path = tmp_path / "editor.sh"
    path.write_text('#!/bin/sh\nsed -i s/slips/waits/ "$1"\n')
    path.chmod(0o700)
    return str(path)


def test_a_memory_is_edited_and_the_edit_taken_back(
    store: Store, tmp_path: Path, editor: str
) -> None:
    """The user's editor has the terminal for a while; what it wrote is told, shown and undone."""
    some(store)
    args = ("--store", store.root, "open")
    with terminal(str(tmp_path), *args, env={"EDITOR": editor}) as seat:
        seat.until("4 memories")
        seat.press("e")
        seat.until("changed summary")
        assert "The budget waits" in seat.screen
        seat.press("u")
        seat.until("Took back")
        seat.press("Down", "Enter")
        seat.until(lambda screen: screen.count("Lunch with Ana") == 1)
        seat.press("q")
        assert "Lunch" not in seat.until(f"{ENDED} 0")
    texts = [store.memories.read(id).value.content.summary for id in store.memories.ids()]
    assert "The budget slips by two weeks" in texts


def test_a_mistake_is_told_and_the_text_is_kept(store: Store, tmp_path: Path) -> None:
    """Who makes a mistake in the editor may edit again; who does not finds the text in a file."""
    some(store)
    path = tmp_path / "editor.sh"
    path.write_text('#!/bin/sh\nsed -i s/summary/summary_/ "$1"\n')
    path.chmod(0o700)
    env = {"EDITOR": str(path), "TMPDIR": str(tmp_path)}
    with terminal(str(tmp_path), "--store", store.root, "open", size=(200, 24), env=env) as seat:
        seat.until("4 memories")
        seat.press("e")
        seat.until("edit again")
        seat.press("q")
        kept = seat.until("is kept in").partition("is kept in ")[2].split()[0]
        assert "summary_" in Path(kept).read_text()


def test_what_is_kept_stays_told(store: Store, tmp_path: Path) -> None:
    """An edit of a memory that went meanwhile is kept, and its path is read until a key comes."""
    some(store)
    path = tmp_path / "editor.sh"
    gone = shlex.join([sys.executable, "-m", "memento_cli", "--store", store.root, "forget"])
    id = next(one for one in store.memories.ids() if "budget" in one)
    path.write_text(f'#!/bin/sh\n{gone} --yes {id} >/dev/null\nsed -i s/slips/waits/ "$1"\n')
    path.chmod(0o700)
    env = {"EDITOR": str(path), "TMPDIR": str(tmp_path)}
    with terminal(str(tmp_path), "--store", store.root, "open", size=(200, 24), env=env) as seat:
        seat.until("4 memories")
        seat.press("e")
        screen = seat.until("is gone from this list")
        kept = screen.partition("is kept in ")[2].split()[0].removesuffix(";")
        assert "waits" in Path(kept).read_text()
        seat.press("Down")
        seat.press("p")
        assert "is kept in" not in seat.until("Pinned")


@pytest.mark.parametrize("fails", ["exit 3", "sed -i s/slips/waits/ $1; exit 1", "missing"])
def test_an_editor_that_fails_is_told_of(store: Store, tmp_path: Path, fails: str) -> None:
    """The list is back, with what went wrong and, first, where a text is kept; keys go on."""
    some(store)
    path = tmp_path / "editor.sh"
    if fails != "missing":
        path.write_text(f"#!/bin/sh\n{fails}\n")
        path.chmod(0o700)
    env = {"EDITOR": str(path), "TMPDIR": str(tmp_path)}
    with terminal(str(tmp_path), "--store", store.root, "open", size=(200, 24), env=env) as seat:
        seat.until("4 memories")
        seat.press("e")
        screen = seat.until("cannot start the" if fails == "missing" else "the editor")
        assert "The budget slips" in screen
        if "waits" in fails:
            kept = screen.partition("is kept in ")[2].split()[0].removesuffix(";")
            assert "waits" in Path(kept).read_text()
        seat.press("p")
        seat.until("Pinned")
        seat.press("q")
        seat.until(f"{ENDED} 0")


def test_a_click_goes_to_a_line_and_a_key_can_be_clicked(store: Store, tmp_path: Path) -> None:
    """The mouse does what the keys do: a line, the mark at its edge, a view, a key below."""
    some(store)
    args = ("--store", store.root, "open")
    with terminal(str(tmp_path), *args) as seat:
        seat.until("4 memories")
        click(seat, 20, 4)
        seat.until(lambda screen: screen.count("Lunch with Ana") == 2)
        click(seat, 1, 5)
        seat.until("●")
        column = seat.screen.splitlines()[0].index("fact") + 1
        click(seat, column, 1)
        seat.until(lambda screen: "No facts yet" in screen and "edit" not in screen)
        column = seat.screen.splitlines()[-1].index("quit") + 1
        click(seat, column, 24)
        seat.until(f"{ENDED} 0")


def test_wide_signs_shift_nothing(store: Store, tmp_path: Path) -> None:
    """Signs of two cells, of none, and those that terminals join, leave the columns in line."""
    for number, text in enumerate(WIDE):
        record(store, Draft(f"{text} number {number}"), NOW)
    args = ("--store", store.root, "open")
    with terminal(str(tmp_path), *args, size=(120, 30)) as seat:
        lines = seat.until("Its strength").splitlines()[2:-2]
        assert len({cell_len(line.partition("│")[0]) for line in lines}) == 1, lines
        seat.tmux("resize-window", "-x", "60", "-y", "12")
        seat.until(lambda screen: "│" not in screen.splitlines()[3] and "1memory " in screen)
        seat.tmux("resize-window", "-x", "160", "-y", "40")
        seat.until("1 memories")


def test_what_has_no_room_is_cut_with_a_mark(store: Store, tmp_path: Path) -> None:
    """A long text ends in an ellipsis before the bar that scrolls the list."""
    for number in range(30):
        record(store, Draft(f"{number} {'very ' * 30}long"), NOW)
    with terminal(str(tmp_path), "--store", store.root, "open") as seat:
        lines = seat.until("30 memories").splitlines()[2:8]
        assert all("…" in line[-3:] for line in lines), lines


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "linux"}, {"COLORFGBG": "0;15"}])
def test_any_terminal_is_drawn_on(store: Store, tmp_path: Path, env: dict[str, str]) -> None:
    """Without colours, with few signs, and on a light ground, it is shown all the same."""
    some(store)
    with terminal(str(tmp_path), "--store", store.root, "open", env=env) as seat:
        screen = seat.until("4 memories")
        assert "####" in screen if env.get("TERM") == "linux" else "███" in screen
        colours = seat.tmux("capture-pane", "-p", "-e")
        assert ("\x1b[32m" in colours or "\x1b[31m" in colours) != ("NO_COLOR" in env)
        codes = {code for codes in SGR.findall(colours) for code in codes.split(";")}
        assert "NO_COLOR" not in env or codes <= UNCOLOURED, codes
        seat.press("q")
        seat.until(f"{ENDED} 0")


def click(seat: Terminal, column: int, row: int) -> None:
    """Press and let go of the first button of the mouse, as terminals tell it (SGR)."""
    seat.type(f"\x1b[<0;{column};{row}M")
    seat.type(f"\x1b[<0;{column};{row}m")


def test_it_can_be_suspended(store: Store, tmp_path: Path) -> None:
    """Ctrl+Z gives the terminal back to its shell, and `fg` brings the browser back."""
    some(store)
    line = ["sh", "-c", 'set -m; "$@"; echo it waits; sleep 1; fg', "sh", sys.executable, "-m"]
    command = shlex.join([*line, "memento_cli", "--store", store.root, "open"])
    with terminal(str(tmp_path), command=command) as seat:
        seat.until("4 memories")
        seat.press("C-z")
        assert "memories" not in seat.until("it waits")
        seat.until("4 memories")
        seat.press("q")
        seat.until(f"{ENDED} 0")


def test_it_ends_with_its_terminal(store: Store) -> None:
    """When the terminal's window is closed the browser ends, and does not go on reading what is no
    longer there."""
    some(store)
    args = ["-m", "memento_cli", "--store", store.root, "open"]
    child = pexpect.spawn(sys.executable, args, cwd=str(ROOT), timeout=PATIENCE)
    child.expect("memories")
    child.ptyproc.fileobj.close()
    deadline = time.monotonic() + PATIENCE
    while os.waitpid(child.pid, os.WNOHANG)[0] == 0:
        assert time.monotonic() < deadline, "it goes on"
        time.sleep(MOMENT)
