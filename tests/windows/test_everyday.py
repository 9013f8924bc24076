"""What a person does in a week, on a stand-in for Windows: it runs, and answers as elsewhere."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.conftest import ROOT, Ran

NOW = "2026-11-21T12:00:00Z"
LATER = "2027-11-21T12:00:00Z"
Line = str | tuple[str, str]
"""A command line, or one with what is piped in; a word in capitals stands for an id."""
WEEK: tuple[Line, ...] = (
    "init --person alex",
    "record 'met Ana at the café' --with ana -t ana",
    ("record - -t dentist", "At the dentist 歯医者.\r\nThe crown is next.\r\n"),
    "record 'A note with a link' --link derived_from:ANA -t note",
    "recall café", "recall 歯医者 --json", "recall nothing like that", "recall denist",
    "list", "list --format ids", "list --json", "show ANA", "show DENTIST --json",
    "show NOTE --path", "edit ANA --set tags.outcome=positive", "edit NOTE --link cause_of:DENTIST",
    "reinforce ANA --reason called", "pin DENTIST", "pin DENTIST --remove",
    "forget NOTE --yes", "undo --yes", "forget NOTE --yes", "restore NOTE",
    "fade why ANA", "fade forecast", "fade curve ANA", "fade set half-life=20 DENTIST --yes",
    f"--now {LATER} prune --dry-run", f"--now {LATER} prune --yes", f"--now {LATER} undo --yes",
    "log", "status", "status --full", "doctor", "context budget",
    "fact set city Rome", "fact set city Paris --from 2020", "fact get city", "fact history city",
    "kv set port 8080 --ttl 2h", "kv get port", "block set me 'I like tea'", "block list",
    "state add task 'Call the bank'", "state list", "event add -u Hello -a Hi", "event list",
    "graph add ana works_at acme", "graph show ana", "session start Tea --id tea",
    "session add milk", "session end tea", "import notes", "import rows.csv",
    ("event add --jsonl -", '{"user": "a", "agent": "b"}\n'),
    "export", "export --format markdown --output out", "export --format html --output page.html",
    "export --format csv", "tidy list", "tidy run", "store settle", "store rebuild",
    "store schema memory", "config list", "config set recall.limit 5", "help", "help start",
    "help --html pages", "--version", "store secrets", "forget NOTE --erase --yes", "doctor",
)  # fmt: skip


def run_there(lines: Sequence[tuple[list[str], str]], folder: Path, home: str) -> list[Ran]:
    """Run command lines in a folder: on the stand-in, or where this is Windows itself."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "MEMENTO_NOW": NOW, "MEMENTO_ACTOR": "alex-pc"}
    env |= {"MEMENTO_STORE": str(folder / "store"), "USER": "", "LOGNAME": "", "TZ": "UTC"}
    env |= dict.fromkeys(("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME"), home)
    if os.name == "nt":
        return [_ran(args, typed, folder, env) for args, typed in lines]
    done = subprocess.run(
        [sys.executable, "-m", "tests.windows.stand_in"], input=json.dumps(lines),
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [Ran(*answer) for answer in json.loads(done.stdout)]


def _ran(args: list[str], typed: str, folder: Path, env: Mapping[str, str]) -> Ran:
    command = [sys.executable, "-m", "memento_cli", *args]
    done = subprocess.run(
        command, input=typed.encode(), cwd=folder, env=env, capture_output=True, check=False
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def words(line: Line) -> tuple[list[str], str]:
    """The arguments of a line, and what is piped in."""
    text, typed = line if isinstance(line, tuple) else (line, "")
    for name in ("ANA", "DENTIST", "NOTE"):
        text = text.replace(name, f"alex-{name.lower()}-2026-11")
    return shlex.split(text), typed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with notes and a table to take in."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/Tea time.md").write_bytes(b"# Tea\r\n\r\nEarl Grey \xe2\x98\x95\r\n")
    (tmp_path / "rows.csv").write_text("summary,topics\nWater the plants,home\n")
    return tmp_path


def test_a_week(folder: Path) -> None:
    """No command ends in a fault of ours, asks for what is not there, or waits for what it has open
    itself; what it prints into a pipe is UTF-8, with plain line ends."""
    lines = [words(line) for line in WEEK]
    done = run_there(lines, folder, str(folder / "home"))
    for (args, _), ran in zip(lines, done, strict=True):
        told = f"memento {' '.join(args)}: {ran.code}\n{ran.stdout}{ran.stderr}"
        assert ran.code == 0, told
        assert "Traceback" not in ran.stderr and "\r" not in ran.stdout, told
