"""The lists of commands that the harnesses run over: whole, and true."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memento_cli.cli.command_line.surface import NAMES
from tests.faults.boxes import INTERRUPTED, Box, quick_folder
from tests.faults.helpers import sampled
from tests.faults.verbs import READING, WRITING, Verb, nothing


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder


def test_every_command_is_on_a_list() -> None:
    """Of each command it is known what it does to a store, and no list has one that is none."""
    listed = {verb.command for verb in (*WRITING, *READING)}
    others = {"open"}  # which draws on a terminal: tests/tui
    assert {name for name in listed if name[0] != "_"} | others == NAMES  # "_" is for programs


@pytest.fixture(scope="module")
def shared() -> Iterator[Box]:
    """A store as every command finds it that needs nothing else in it."""
    with quick_folder() as folder:
        yield Box(folder, Verb("list"))


@pytest.mark.parametrize("verb", READING, ids=lambda verb: verb.line)
def test_reading_changes_nothing(folder: Path, shared: Box, verb: Verb) -> None:
    """A command that only reads leaves every file and folder of the store: bytes, times, inode."""
    is_plain = verb.made and verb.prepare is nothing and not verb.env
    box = shared if is_plain else Box(folder, verb)
    box.verb = verb
    before = stamps(box.root)
    assert box.run(*verb.args).code in (0, INTERRUPTED)
    assert stamps(box.root) == before


@pytest.mark.parametrize("verb", sampled(WRITING), ids=lambda verb: verb.line)
def test_writing_changes_something(folder: Path, verb: Verb) -> None:
    """Each row of the list has something to do, which its store says afterwards."""
    box = Box(folder, verb)
    assert box.before != box.after and not box.after.problems


def stamps(root: str) -> dict[str, tuple[object, ...]]:
    """What the file system says of everything in a store, and what is in the files."""
    found: dict[str, tuple[object, ...]] = {}
    for path in (Path(root), *Path(root).rglob("*")):
        status = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        found[str(path)] = (status.st_mtime_ns, status.st_ctime_ns, status.st_ino, data)
    return found
