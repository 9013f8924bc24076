"""Real shells, on a terminal, in a hostile store: Tab after every command runs nothing.

`tests/cli/test_completion.py` has what is offered; here it is typed, listed and inserted.
"""

from __future__ import annotations

import os
import shlex
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from memento_cli.cli.command_line.surface import NAMES
from memento_cli.cli.input.offered import is_plain
from memento_cli.core.text.visible import visible
from tests.conftest import ROOT
from tests.faults.helpers import sampled
from tests.faults.hostile import CALM, CELLS, EVIL, GONE, ID, hostile_store
from tests.starting import started

pexpect = pytest.importorskip("pexpect")
SCRIPTS = {"bash": "memento.bash", "zsh": "_memento", "fish": "memento.fish"}
START = {
    "bash": ["--norc", "--noprofile", "-i"],
    "zsh": ["-f", "-i"],
    "fish": ["--no-config", "-i"],
}
SET_UP = {
    "bash": "PS1=; bind 'set enable-bracketed-paste off' 'set completion-query-items 0' "
    "'set page-completions off' 'set bell-style none'; source {script}",
    "zsh": "PROMPT=; unset zle_bracketed_paste; unsetopt prompt_sp prompt_cr beep; LISTMAX=0; "
    "fpath=({folder} $fpath); autoload -U compinit && compinit -u -D",
    "fish": "function fish_prompt; end; source {script}",
}
KEYS = "\t\t\t"
GIVE_UP = "\x15"  # ^U: all that is typed and inserted goes
WAIT_SECONDS, STEP_SECONDS, PAUSE_SECONDS = 60, 5, 0.2
LINES = [f"{command} " for command in NAMES] + ["show alex-ev", "show '", "show $(", "reinforce -"]
LINES += ["state close ", "state done ", "fact get ", "block get ", "kv get ", "graph path "]
IDS = {CALM, ID, GONE, "alex-old-2025-02", "alex-new-2025-02"} | {
    f"alex-cell{number}-2025-02" for number in range(len(CELLS))
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder beside a hostile store, with file names as evil as those in it."""
    hostile_store(tmp_path / "store")
    work = tmp_path / "work"
    work.mkdir()
    for name in ("$(touch PWNED)", "`touch PWNED`", "a;touch PWNED", "-rf", "c\x1b[31m\u202e"):
        (work / name).touch()
    command = tmp_path / "bin" / "memento"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {shlex.join(started())} "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(command.parent), prepend=os.pathsep)
    monkeypatch.setenv("MEMENTO_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("TERM", "dumb")
    return work


class Shell:
    """An interactive shell that knows the completions."""

    def __init__(self, name: str, place: Path) -> None:
        program = shutil.which(name) or pytest.skip(f"{name} is not installed")
        script = ROOT / "completions" / SCRIPTS[name]
        self.child: Any = pexpect.spawn(
            program, START[name], cwd=str(place), encoding="utf-8", codec_errors="replace",
            dimensions=(60, 250), env={**os.environ, "ZDOTDIR": str(place)},
        )  # fmt: skip
        words = {"script": shlex.quote(str(script)), "folder": shlex.quote(str(script.parent))}
        self.number = 0
        self.run(SET_UP[name].format(**words))

    def run(self, line: str) -> str:
        """Run a line; all that was written until it was done."""
        self.number += 1
        self.child.sendline(f"{line}\necho do''ne{self.number}")
        return self.until_done()

    def complete(self, line: str) -> str:
        """Type a line and press Tab, more than once; all that was written meanwhile."""
        self.number += 1
        self.child.send(line + KEYS)
        self.child.send(f"{GIVE_UP}echo do''ne{self.number}\r")
        return self.until_done()

    def break_off(self) -> str:
        """Press Ctrl-C until the shell does the next line: one that is typed ahead while a command
        ends may be dropped with it."""
        self.number += 1
        for _ in range(WAIT_SECONDS // STEP_SECONDS):
            self.child.send("\x03")
            time.sleep(PAUSE_SECONDS)  # what is typed at once may be read as one paste
            self.child.sendline(f"\necho do''ne{self.number}")
            with suppress(pexpect.TIMEOUT):
                return self.until_done(STEP_SECONDS)
        return self.until_done()

    def until_done(self, seconds: float = WAIT_SECONDS) -> str:
        """What is written until the newest mark."""
        self.child.expect(f"done{self.number}[\r\n]", timeout=seconds)
        return str(self.child.before)

    def __enter__(self) -> Shell:
        return self

    def __exit__(self, *problem: object) -> None:
        self.child.close(force=True)


@pytest.mark.parametrize("lines", sampled(LINES[at::4] for at in range(4)))
@pytest.mark.parametrize("name", SCRIPTS)
def test_tab_runs_nothing_of_a_store(name: str, lines: list[str], place: Path) -> None:
    """After every command, with and without the start of an id: no marker, and no evil text."""
    with Shell(name, place) as shell:
        for line in lines:
            said = shell.complete(f"memento {line}")
            assert EVIL[:9] not in said and "]0;title" not in said
        assert "alex" in shell.complete("memento show ")
    assert not [*place.parent.rglob("PWNED")]


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_tab_inserts_is_one_plain_word(name: str, place: Path) -> None:
    """The line that a unique start becomes has the id, as one argument that no shell changes."""
    with Shell(name, place) as shell:
        shell.child.send("printf '<%s>' memento; memento show --path alex-ev\t\r")
        said = shell.run("true")
        assert f"{ID}.toml" in said.replace("\r\n", "")
    assert not [*place.parent.rglob("PWNED")]


@pytest.mark.parametrize("start", ["\\$", "\\`", "a", "c", "-- -", "'$", '"a'])
@pytest.mark.parametrize("name", SCRIPTS)
def test_what_tab_inserts_of_evil_file_names_runs_nothing(
    name: str, start: str, place: Path
) -> None:
    """A file's name that is completed and run with is an argument, whatever it is called."""
    with Shell(name, place) as shell:
        shell.child.send(f"memento import --dry-run {start}\t\t\r")
        shell.break_off()
    assert not [*place.parent.rglob("PWNED")]


def test_only_ids_that_no_shell_reads_are_printed(
    place: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Of all the names in a hostile store the plain ones, in both folders, and no message."""
    from memento_cli.cli.run import run

    for args in ([], ["--archived"], ["--", "-"], ["--", "$("]):
        assert run(["_complete", *args]) == 0
    told, talk = capfd.readouterr()
    ids = told.splitlines()
    assert set(ids) >= IDS and not talk
    assert all(is_plain(id) and id[0] not in "-." and visible(id) == id for id in ids)
