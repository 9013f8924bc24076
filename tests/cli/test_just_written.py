"""What was written a moment ago, by another command or by hand: the next command sees it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli import Draft, Store, record
from memento_cli.index.database.place import CHECKED, RECORDED, index_folder
from memento_cli.index.recall.finding import SOME
from tests.conftest import ROOT, Ran

Call = Callable[..., Ran]
NEARLY = "Nearly the same"


@pytest.fixture
def lunch(store: Store, call: Call) -> Store:
    """A store with two memories that the index has read."""
    for text, topic in (("Had lunch with Viktor", "lunch"), ("Weak tea", "weak")):
        assert call("record", text, "-t", topic, "-q").code == 0
    assert call("recall", "lunch").code == 0
    return store


def test_an_edit_by_hand_is_in_the_next_answer(lunch: Store, call: Call) -> None:
    """A file that an editor has saved in its place is read again."""
    path = next(
        path for path in Path(lunch.root, "memories").iterdir() if "Viktor" in path.read_text()
    )
    path.write_text(path.read_text().replace("Had lunch with Viktor", "Had supper at home"))
    assert "Had supper at home" in call("recall", "supper").stdout


def test_a_memory_edited_a_moment_ago_counts_as_nearly_the_same(lunch: Store, call: Call) -> None:
    """`record` compares with words that were recorded or edited just before it."""
    assert NEARLY not in call("record", "Zebras graze at noon").stderr
    assert NEARLY in call("record", "Zebras graze at noon").stderr
    assert call("edit", "weak", "--set", "content.summary=Giraffes rest at night").code == 0
    assert NEARLY in call("record", "Giraffes rest at night").stderr
    assert NEARLY not in call("record", "Hippos swim at dawn").stderr


@pytest.mark.parametrize("count", [SOME, SOME + 1])
def test_many_that_no_index_has_read_are_compared(count: int, lunch: Store, call: Call) -> None:
    """Whether the new files are few, or so many that the index is brought up to date."""
    now = datetime.now(UTC)
    for number in range(count):
        record(Store(lunch.root), Draft(f"Told again {'ab'[number % 2] * number}"), now)
    assert NEARLY in call("record", f"Told again {'b' * 49}").stderr
    assert NEARLY not in call("record", "Nothing of the sort").stderr


def test_records_at_once_are_all_seen_by_the_next(lunch: Store, call: Call) -> None:
    """Several shells record at the same moment; whatever the last one notes, none is missed."""
    texts = [f"{word} {word} {word}" for word in ("Zebras", "Giraffes", "Hippos", "Lions", "Newts")]
    command = [sys.executable, "-m", "memento_cli", "--store", lunch.root, "record"]
    for started in [subprocess.Popen([*command, text, "-t", "zoo"]) for text in texts]:
        assert started.wait() == 0
    assert NEARLY not in call("record", "Otters swim at dawn").stderr
    for text in texts:
        assert NEARLY in call("record", text).stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("name", [RECORDED, CHECKED])
def test_a_pipe_in_the_place_of_a_note_is_not_waited_for(
    name: str, lunch: Store, call: Call
) -> None:
    """What is noted beside the index is noted in plain files only."""
    folder = Path(index_folder(lunch.root))
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)
    assert call("record", "Otters swim at dawn").code == 0
    assert "Viktor" in call("recall", "lunch").stdout


@pytest.mark.parametrize(("sink", "reason"), [(">/dev/full", "cannot write"), (">&-", "closed")])
def test_an_output_that_fails_is_an_error(sink: str, reason: str, lunch: Store) -> None:
    """What cannot be written to stdout is told on stderr, and is no success."""
    if "full" in sink and not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    line = f"exec {shlex.quote(sys.executable)} -m memento_cli recall lunch {sink}"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "MEMENTO_STORE": lunch.root}
    done = subprocess.run(["sh", "-c", line], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert reason in done.stderr and "Traceback" not in done.stderr
