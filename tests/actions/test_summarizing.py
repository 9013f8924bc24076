"""Summaries: by a command of the user's own, or else extracted."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from memento_cli.actions.sessions.summarizing import summarized
from memento_cli.core.text.digest import Source, digest

TOKEN = "ghp_" + "Zk3qT9vW1xLr8BnYc5Mj7HdGf2PsQa4Eu6Ri"
SOURCES = [Source("1", "Anna fixed the login of the shop."), Source("2", "Then it rained all day.")]
BUDGET = 10
ECHO = "import os, sys; asked = sys.stdin.read(); print({})"


@pytest.fixture
def told() -> list[str]:
    """What was warned of."""
    return []


def configure(home: Path, code: str, *more: str, seconds: float = 20) -> None:
    """Let the user's configuration name a program in Python."""
    lines = [f"command = {json.dumps([sys.executable, '-c', code, *more])}"]
    folder = home / "memento"
    folder.mkdir()
    text = "\n".join(["[summary]", *lines, f"timeout_seconds = {seconds}"])
    (folder / "config.toml").write_text(text)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's configuration is."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def test_without_a_command_it_is_extracted(home: Path, told: list[str]) -> None:
    """Sentences of the sources, and no warning."""
    found = summarized(told.append, SOURCES, BUDGET)
    assert found.text == digest(SOURCES, BUDGET).text and not found.wrote
    assert told == []


def test_the_command_reads_data_and_the_budget(home: Path, told: list[str]) -> None:
    """It is told the texts, fenced as data, and how many tokens it may take; no shell reads it."""
    check = (
        "os.environ['MEMENTO_TOKENS'], asked.count('memory-data'), 'rained' in asked, sys.argv[1]"
    )
    configure(home, ECHO.format(check), "$HOME; ls")
    found = summarized(told.append, SOURCES, BUDGET)
    assert found.wrote == found.text == "10 2 True $HOME; ls"
    assert told == []


def test_what_fits_is_not_summarised(home: Path, told: list[str]) -> None:
    """The command is asked only where something would be left out."""
    configure(home, "raise SystemExit(1)")
    assert summarized(told.append, SOURCES, 100).text == digest(SOURCES, 100).text
    assert told == []


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("raise SystemExit(3)", "ended with 3"),
        ("import time; time.sleep(60)", "longer than 1 s"),
        ("", "printed nothing"),
        ("print('word ' * 50)", "63 tokens, and 10"),
        ("import sys; sys.stdout.buffer.write(bytes([255]))", "no UTF-8"),
        (f"print('{TOKEN}')", "secret"),
    ],
)
def test_where_it_does_not_serve(home: Path, told: list[str], code: str, why: str) -> None:
    """The digest is told instead, with one warning that says why."""
    configure(home, code, seconds=1 if "sleep" in code else 20)
    budget = 20 if "ghp" in code else BUDGET
    sources = [*SOURCES, Source("3", "The cat slept on the sofa of Bob for hours.")]
    found = summarized(told.append, sources, budget)
    assert found.text == digest(sources, budget).text and not found.wrote
    assert len(told) == 1 and why in told[0]


@pytest.mark.parametrize("text", ['[summary]\ncommand = ["/no/such/program"]', "summary = 1"])
def test_a_configuration_that_names_nothing(home: Path, told: list[str], text: str) -> None:
    """A program that is not there, or a broken file, is warned of once."""
    (home / "memento").mkdir()
    (home / "memento" / "config.toml").write_text(text)
    assert not summarized(told.append, SOURCES, BUDGET).wrote
    assert len(told) == 1
