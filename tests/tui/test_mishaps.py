"""What goes wrong is told in a line, and the browser goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from memento_cli import Draft, Store, record
from memento_cli.actions.browse.acts import Hand
from memento_cli.core.security.trust import AGENT
from memento_cli.tui.key_hints import hint_by_keys
from tests.conftest import ROOT, Ran
from tests.store.helpers import put
from tests.tui.browsing import LARGE, NOW, Seat, browse, some

Run = Callable[..., Ran]


def test_without_textual_a_line_says_how_to_get_it(store: Store) -> None:
    """The extra is named with the command that installs it; the code is that of other extras."""
    line = [sys.executable, "-S", "-m", "memento_cli", "--store", store.root, "open"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'memento-keep[tui]'" in done.stderr


def test_a_pipe_gets_a_line(run: Run, store: Store) -> None:
    """It draws on a terminal, and tells a pipe what to call instead."""
    done = run("open")
    assert done.code == 2 and "memento list" in done.stderr


def test_broken_files_are_named_and_the_rest_is_shown(store: Store) -> None:
    """Files that cannot be read are told of once, all of them, and hide nothing else."""
    some(store)
    put(store, "broken", "this is no TOML")
    put(store, "torn", "neither is this")

    async def play(seat: Seat) -> None:
        await seat.until(lambda: "broken.toml" in seat.told and "torn.toml" in seat.told)
        assert seat.count == "4 memories"
        assert "Pinned" in await seat.press("p")

    browse(store, play, LARGE)


def test_a_file_that_breaks_while_it_is_looked_at_is_told_of(store: Store) -> None:
    """What is seen of a memory is what is wrong with its file, until somebody mends it."""
    some(store)

    async def play(seat: Seat) -> None:
        assert seat.app.listing.key is not None
        path = Path(store.memories.path(seat.app.listing.key))
        text = path.read_text()
        path.write_text(text.replace("[memory]", "[memory"))
        await seat.until(lambda: seat.count == "3 memories" and seat.app.listing.gone is not None)
        path.write_text(text)
        await seat.until(lambda: seat.count == "4 memories" and seat.app.listing.gone is None)

    browse(store, play, LARGE)


def test_a_store_that_cannot_be_written_is_read(store: Store) -> None:
    """An act is refused in a line; looking goes on."""
    some(store)
    settings = Path(store.settings_file)
    lines = settings.read_text().splitlines()
    newer = [line if "schema_version" not in line else "schema_version = 99" for line in lines]
    settings.write_text("\n".join(newer))

    async def play(seat: Seat) -> None:
        await seat.press("p")
        assert "upgrade memento; reading works" in seat.told
        assert "Lunch" in await seat.press("down")

    browse(store, play, LARGE)


@pytest.mark.parametrize(
    "hint, by_keys",
    [
        ("`memento log ana` tells what was done to it", "8 shows what was done"),
        ("edit it by hand, or `memento undo 01x` first", "t in the log (8) takes an act back"),
        ("`memento restore lunch` brings it back", "b in the archive (0) brings it back"),
        ("`memento tidy reject 1` first", "d rejects it"),
        ("`memento show states/1` tells what it is", ""),
        ("`memento store trust` lets this clone write", "`memento store trust` lets this clone"),
        (None, ""),
    ],
)
def test_a_hint_names_keys(hint: str | None, by_keys: str) -> None:
    """What a shell would do is said by the key that does it here; a command without one stays."""
    said = hint_by_keys(hint)
    assert by_keys in said and bool(said) == bool(by_keys)


def test_a_locked_store_is_waited_for_and_then_told_of(store: Store) -> None:
    """Who holds the lock is named; the screen answers meanwhile."""
    some(store)
    settings = Path(store.settings_file)
    settings.write_text(settings.read_text() + "\n[lock]\ntimeout_seconds = 0.3\n")
    hold = "import sys, time\nfrom memento_cli import Store\nwith Store(sys.argv[1]).lock.held():\n"
    hold += "    print('held', flush=True)\n    time.sleep(60)\n"
    other = subprocess.Popen(
        [sys.executable, "-c", hold, store.root], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert other.stdout and other.stdout.readline()

    async def play(seat: Seat) -> None:
        await seat.press("x")
        assert str(other.pid) in seat.told
        assert seat.count == "4 memories"

    try:
        browse(store, play, LARGE)
    finally:
        other.kill()
        other.wait()


def test_what_an_agent_types_is_asked_about(store: Store) -> None:
    """An agent's act on what a person vouches for waits for a yes, and is not done for a no."""
    some(store)
    record(store, Draft("Heavy", importance=0.9, pinned=True), NOW)

    async def play(seat: Seat) -> None:
        screen = await seat.press("p")
        assert "fade, of importance 0.9?" in screen
        await seat.press("n")
        assert "^" in seat.lines[2]
        await seat.press("p", "y")
        assert seat.told.startswith("Unpinned")

    browse(store, play, hand=Hand(AGENT))


def test_a_sentence_is_no_name(store: Store) -> None:
    """Who types a sentence where a name belongs is told so, as by the command line, and what they
    wrote is still there; a name is written as the store has it."""
    some(store)

    async def play(seat: Seat) -> None:
        await seat.press("n")
        await seat.paste("Coffee")
        await seat.press("tab", "tab")
        await seat.paste("Ana, we all had coffee at the office and stayed late")
        screen = await seat.press("ctrl+s")
        assert "“we all had coffee at the office and …” names no person" in seat.told
        assert "Coffee" in screen and "we all had coffee at the office and stayed late" in screen
        await seat.press("tab", "tab", "end")
        for _ in range(len(", we all had coffee at the office and stayed late")):
            await seat.pilot.press("backspace")
        await seat.press("ctrl+s")
        assert seat.told.startswith("Recorded “Coffee”")

    browse(store, play)
    memories = [store.memories.read(id).value for id in store.memories.ids()]
    (coffee,) = (one for one in memories if one.content.summary == "Coffee")
    assert coffee.tags.people == ("ctx://person/ana",)


def test_a_secret_is_kept_only_for_a_yes(store: Store) -> None:
    """A key or password in a new memory is asked about; for a no the text is still there."""

    async def play(seat: Seat) -> None:
        await seat.press("n")
        await seat.paste("AWS key AKIAIOSFODNN7EXAMPLF")
        assert "Keep it anyway?" in await seat.press("ctrl+s")
        assert "AKIAIOSFODNN7EXAMPLF" in await seat.press("n")
        assert "EXAMPLF of Bob" in await seat.type(" of Bob")  # the cursor is where it ends
        await seat.press("ctrl+s", "y")
        assert seat.count == "1 memory"

    browse(store, play)


def test_a_key_that_does_nothing_here_says_so(store: Store) -> None:
    """A key of another view names that view; a list with nothing in it offers no acts, and says
    that it is empty."""

    async def play(seat: Seat) -> None:
        assert "edit" not in seat.lines[-1] and "n new" in seat.lines[-1]
        await seat.press("x")
        assert seat.told == "x has nothing to be done to: this list is empty"
        await seat.press("8", "e")
        assert seat.told == "e does nothing in this view; it is for memories: view 1"
        await seat.press("1", "b")
        assert seat.told == "b does nothing in this view; it is for archive: view 0"
        await seat.press("n")
        await seat.paste("Coffee")
        await seat.press("ctrl+s")
        assert "edit" in seat.lines[-1]

    browse(store, play)


def test_ctrl_c_leaves_what_is_written(store: Store) -> None:
    """Nothing written is left at once, and cannot be kept, which is said; a text is asked about."""

    async def play(seat: Seat) -> None:
        await seat.press("n")
        assert "Nothing is written yet" in await seat.press("ctrl+s")
        assert "A new memory" not in await seat.press("ctrl+c")
        await seat.press("n")
        await seat.paste("Coffee")
        assert "Throw away what you wrote?" in await seat.press("ctrl+c")
        assert "A new memory" not in await seat.press("y")

    browse(store, play)


def test_lines_that_are_pasted_are_one_question(store: Store) -> None:
    """Several lines in the search become one, with all their words."""

    async def play(seat: Seat) -> None:
        await seat.press("slash")
        await seat.paste("tea\nat the\r\n  harbour\n")
        assert seat.app.question == "tea at the harbour"
        assert "Tea at the harbour" in seat.lines[2]

    browse(some(store), play)


def test_a_dumb_terminal_gets_a_line(store: Store, tmp_path: Path) -> None:
    """Where no cursor can be moved nothing is drawn, as in a pipe."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "memento_cli", "--store", store.root, "open"],
        cwd=str(ROOT),
        env=dict(os.environ, TERM="dumb"),
        encoding="utf-8",
    )
    told = child.read()
    assert "memento list" in told and "\x1b" not in told
    child.close()
    assert child.exitstatus == 2


def test_a_filter_that_is_none_is_told_of(store: Store) -> None:
    """What looks like a filter, and is not, is said to be looked for as words; an address is no
    filter."""

    async def play(seat: Seat) -> None:
        await seat.press("slash")
        await seat.type("month:2025-03")
        assert "month: is no filter" in seat.told and "since:" in seat.told
        await seat.press("escape", "slash")
        await seat.type("https://a.org")
        assert "no filter" not in seat.told

    browse(some(store), play, LARGE)
