"""A field of a memory is declared once: a row added to a copy of the package works everywhere."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

ROW = '    Field("memory.weather", "text", "How the weather was."),\n'
BEFORE = '    Field("memory.content.summary",'
NOW = "2025-03-01T12:00:00Z"


class Copy:
    """A copy of the package with one more field, and a store that its command line works in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        package = folder / "package" / "memento_cli"
        shutil.copytree(ROOT / "memento_cli", package, ignore=shutil.ignore_patterns("__pycache__"))
        table = package / "store" / "records" / "memory_fields.py"
        text = table.read_text()
        assert text.count(BEFORE) == 1
        table.write_text(text.replace(BEFORE, ROW + BEFORE))
        self.store = folder / "store"
        self.run("init", str(self.store))

    def run(self, *args: str, text: str | None = None) -> str:
        """What a command prints, which must end well."""
        own = {"PYTHONPATH": str(self.folder / "package"), "MEMENTO_NOW": NOW}
        own |= {"MEMENTO_STORE": str(self.store), "HOME": str(self.folder)}
        done = subprocess.run(
            [sys.executable, "-m", "memento_cli", *args],
            input=text, text=True, capture_output=True, cwd=self.folder,
            env={**os.environ, **own, "XDG_CACHE_HOME": str(self.folder / "cache")},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def file(self, id: str) -> Path:
        """The file of a memory."""
        return self.store / "memories" / f"{id}.toml"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("field"))


@pytest.fixture(scope="module")
def id(copy: Copy) -> str:
    return copy.run("record", "Met Ana at the café", "--set", "weather=Lisbon").strip()


def test_the_file_has_it_in_its_place(copy: Copy, id: str) -> None:
    """A new file has the key where its row stands among the fields."""
    text = copy.file(id).read_text()
    assert text.index("importance") < text.index('weather = "Lisbon"') < text.index("[memory.con")


def test_it_is_shown_and_listed(copy: Copy, id: str) -> None:
    """`show` has it for people and in JSON, also where only the index is read."""
    assert "Lisbon" in copy.run("show", id)
    assert json.loads(copy.run("show", id, "--json"))["memory"]["weather"] == "Lisbon"


def test_it_is_edited_and_taken_out_again(copy: Copy) -> None:
    """`edit --set` and `--unset` know it, and an undo brings it back."""
    id = copy.run("record", "Met Bo", "--set", "weather=Rome").strip()
    copy.run("edit", id, "--set", "weather=Porto")
    assert 'weather = "Porto"' in copy.file(id).read_text()
    copy.run("edit", id, "--unset", "weather")
    assert "weather" not in copy.file(id).read_text()
    copy.run("undo", "--yes")
    assert 'weather = "Porto"' in copy.file(id).read_text()


def test_a_value_of_another_type_is_bad_data(copy: Copy) -> None:
    """The type in the row is checked, wherever the value comes from."""
    row = json.dumps({"summary": "x", "weather": 5})
    with pytest.raises(AssertionError, match="weather: 5 is not text"):
        copy.run("import", "-", "--strict", text=row + "\n")


def test_it_is_documented(copy: Copy) -> None:
    """The JSON Schema and the manual's list of keys have it, with its words."""
    memory = json.loads(copy.run("store", "schema", "memory"))["properties"]["memory"]
    assert memory["properties"]["weather"] == {
        "description": "How the weather was.",
        "type": "string",
    }
    assert "- `weather` (text): How the weather was." in copy.run("help", "file-format")


def test_exports_have_it_and_imports_read_it(copy: Copy, id: str, tmp_path: Path) -> None:
    """CSV, notes, and keys of JSON lines: each gives it to another store."""
    rows, notes = tmp_path / "rows.csv", tmp_path / "notes"
    lines = tmp_path / "rows.jsonl"
    copy.run("export", "--format", "csv", "-o", str(rows))
    copy.run("export", "--format", "markdown", "-o", str(notes))
    lines.write_text(json.dumps({"title": "Met Ana again", "weather": "Lisbon"}) + "\n")
    with rows.open(newline="") as file:
        assert "Lisbon" in [row["weather"] for row in csv.DictReader(file)]
    for source in (rows, notes, lines):
        other = str(tmp_path / f"store-{source.name}")
        copy.run("init", other)
        copy.run("import", str(source), "--store", other)
        files = Path(other, "memories").glob("*.toml")
        assert any('weather = "Lisbon"' in file.read_text() for file in files), source


def test_a_merge_takes_it_from_the_side_that_changed_it(copy: Copy, id: str) -> None:
    """Key by key, as every other field."""
    base = copy.file(id).read_text()
    ours, theirs = copy.folder / "ours.toml", copy.folder / "theirs.toml"
    (copy.folder / "base.toml").write_text(base)
    ours.write_text(base.replace("Lisbon", "Porto"))
    theirs.write_text(base.replace("Met Ana", "Met Ana Silva"))
    copy.run("git", "merge", "base.toml", "ours.toml", "theirs.toml", f"memories/{id}.toml", "7")
    assert '"Porto"' in ours.read_text() and "Met Ana Silva" in ours.read_text()


def test_a_secret_in_it_is_refused(copy: Copy) -> None:
    """Whatever key a secret would stand under, it is not kept."""
    with pytest.raises(AssertionError, match="weather"):
        copy.run("record", "A place", "--set", "weather=ghp_Zk3qT9vW1xLr8BnYc5Mj7HdGf2PsQa4Eu6Ri")


def test_an_erasure_leaves_nothing_of_it(copy: Copy) -> None:
    """Neither the files nor the journal have its words, also those that an edit replaced."""
    id = copy.run("record", "A secret place", "--set", "weather=Atlantis").strip()
    copy.run("edit", id, "--set", "weather=Lemuria")
    copy.run("forget", id, "--erase", "--yes")
    for file in (path for path in copy.store.rglob("*") if path.is_file()):
        text = file.read_text(errors="replace")
        assert "Atlantis" not in text and "Lemuria" not in text, file
