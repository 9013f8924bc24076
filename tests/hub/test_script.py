"""The script that makes a hub's schema, as a text."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

from memento_cli.hub.migrations import FOLDER, MEMBER, OWNER, VERSION, script
from tests.conftest import ROOT


def test_the_files_are_numbered_without_a_gap() -> None:
    """The newest file has the number of the version that this memento knows."""
    assert sorted(os.listdir(FOLDER)) == [f"{number:04}.sql" for number in range(1, VERSION + 1)]


def test_the_files_go_into_the_wheel() -> None:
    """They stand in the package, of which the wheel leaves nothing out."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    assert build["targets"]["wheel"]["packages"] == ["memento_cli"]
    assert "exclude" not in build["targets"]["wheel"]
    assert Path(FOLDER).is_relative_to(ROOT / "memento_cli")


def test_a_file_can_be_quoted_in_the_script() -> None:
    """No file has the mark of the quotes around it, or ends a transaction that is not its own."""
    for name in os.listdir(FOLDER):
        text = Path(FOLDER, name).read_text()
        assert "$step$" not in text and "$memento$" not in text, name
        assert not re.search(r"^\s*(commit|rollback|vacuum)\b", text, re.IGNORECASE | re.M), name


def test_the_script_says_first_what_it_needs() -> None:
    """Its head tells whoever is handed it how it is run, by whom, and which roles it makes."""
    head = script().split("\n\n")[0]
    for words in ("psql -1", "CREATEROLE", "CREATE on the database", OWNER, MEMBER):
        assert words in head
    assert all(line.startswith("--") for line in head.splitlines())
