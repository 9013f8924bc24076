"""One problem a file, said in so many words; the file's first line has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from memento_cli.errors import BadData
from memento_cli.store.records.loaded import Broken
from tests.store.helpers import new_store, put, whole

FILES = sorted(Path(__file__).with_name("invalid").glob("*.toml"))
SAID = "# expect: "


def expected(raw: bytes) -> str:
    text = raw.decode("utf-16" if raw[:2] == b"\xff\xfe" else "latin-1")
    assert text.startswith(SAID)
    return text.splitlines()[0].removeprefix(SAID)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_one_problem_is_named(path: Path, tmp_path: Path) -> None:
    """Each file has the one problem that its first line expects, at its path, with exit code 4."""
    store = new_store(tmp_path / "s")
    copy = put(store, path.stem, path.read_bytes())
    with pytest.raises(BadData) as caught:
        store.memories.read(path.stem)
    assert caught.value.where == str(copy)
    assert len(caught.value.problems) == 1
    assert expected(path.read_bytes()) in caught.value.problems[0]
    assert caught.value.code == 4


def test_one_broken_file_hides_no_other(tmp_path: Path) -> None:
    """Among all the broken files the one good memory is read, and each of them is told of."""
    store = new_store(tmp_path / "s")
    for path in FILES:
        put(store, path.stem, path.read_bytes())
    put(store, "m", whole("m"))
    found = list(store.memories.scan())
    assert [this.id for this in found if not isinstance(this, Broken)] == ["m"]
    assert len(found) == len(FILES) + 1


def test_all_problems_of_a_file_come_at_once(tmp_path: Path) -> None:
    """Missing keys and bad values are one error, in the order of the file's keys."""
    store = new_store(tmp_path / "s")
    put(store, "m", '[memory]\nid = "m"\npinned = 1\n[memory.fade]\nhalf_life_days = 0\n')
    with pytest.raises(BadData) as caught:
        store.memories.read("m")
    assert caught.value.problems == [
        "missing memory.person",
        "missing memory.created",
        "memory.pinned: 1 is neither true nor false",
        "missing memory.content.summary",
        "memory.fade.half_life_days: must be > 0, not 0",
    ]
