"""Reading many files: which are read, and what is told of each beside its value."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from memento_cli.errors import BadData
from memento_cli.store.directory.store import Store
from memento_cli.store.files.files import read_with_status
from memento_cli.store.records.loaded import Broken, LoadedRecord
from tests.store.helpers import new_store, put, whole


def stamp_of(status: os.stat_result) -> tuple[int, ...]:
    """What of a status changes when the file does."""
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with three good files, a broken one, and three that are no memory's."""
    store = new_store(tmp_path / "s")
    for id in ("a", "b", "c"):
        put(store, id, whole(id))
    put(store, "broken", "[memory]\nx = ")
    put(store, "con", whole("con"))
    put(store, "link", "").unlink()
    Path(store.memories.folder, "link.toml").symlink_to("a.toml")
    Path(store.memories.folder, "folder.toml").mkdir()
    return store


def test_a_scan_finds_what_reading_each_finds(store: Store) -> None:
    """By id, in order: the same values and documents, and what is broken is named."""
    found = list(store.memories.scan())
    assert [this.id for this in found] == ["a", "b", "broken", "c", "con", "link"]
    good = [this for this in found if isinstance(this, LoadedRecord)]
    assert [this[:4] for this in good] == [store.memories.read(id)[:4] for id in ("a", "b", "c")]
    bad = {this.id: this.problem for this in found if isinstance(this, Broken)}
    assert "not TOML" in bad["broken"].message
    assert "'con' can be no id" in bad["con"].message
    assert "a symbolic link" in bad["link"].message
    folder = store.memories.folder
    assert all(problem.where == f"{folder}/{id}.toml" for id, problem in bad.items())


def test_only_the_named_files_are_read(store: Store) -> None:
    """In the order of the names; one that is gone is passed over, one that is broken is not."""
    names = ["c.toml", "gone.toml", "broken.toml", "a.toml", "café.toml"]
    assert [this.name for this in store.memories.read_names(names)] == [
        "c.toml", "broken.toml", "a.toml",
    ]  # fmt: skip
    assert list(store.memories.read_names([])) == []


def test_no_name_leads_out_of_the_folder(store: Store, tmp_path: Path) -> None:
    """A name with a path in it is no memory's, whoever gives it."""
    (tmp_path / "s" / "out.toml").write_text(whole("out"))
    for name in ("../out.toml", "./a.toml", "é/../../out.toml", ".toml", ""):
        (this,) = store.memories.read_names([name])
        assert isinstance(this, Broken) and "can be no id" in this.problem.message


def test_each_file_comes_with_its_status(store: Store) -> None:
    """That of the file which was read, where it could be opened."""
    for this in store.memories.scan():
        if this.id in ("con", "link"):
            assert isinstance(this, Broken) and this.status is None
        else:
            there = os.stat(os.path.join(store.memories.folder, this.name))
            assert this.status and stamp_of(this.status) == stamp_of(there)
    assert store.memories.read("a").status.st_size == len(whole("a"))


def test_the_stamp_is_the_text_s(store: Store) -> None:
    """Two files that say the same have one stamp; a comment more is another."""
    stamp = store.memories.read("a").stamp
    put(store, "a", b"\xef\xbb\xbf" + whole("a").encode())
    assert store.memories.read("a").stamp == stamp
    put(store, "a", whole("a") + "# x\n")
    assert store.memories.read("a").stamp != stamp


def test_of_two_spellings_of_an_id_one_is_read(store: Store) -> None:
    """The other is broken, by whichever names they are asked for."""
    names = [unicodedata.normalize(form, "é") + ".toml" for form in ("NFC", "NFD")]
    for name in names:
        Path(store.memories.folder, name).write_text(whole("é"))
    if len(set(os.listdir(store.memories.folder)) & set(names)) == 1:
        pytest.skip("this file system itself takes them for one")
    for asked in (names, names[::-1]):
        found = {this.name: this for this in store.memories.read_names(asked)}
        assert isinstance(found[names[0]], LoadedRecord)
        assert isinstance(twin := found[names[1]], Broken)
        assert "has the id of é.toml, too" in twin.problem.message


@pytest.mark.parametrize("size", [0, 1, 4096, 100_000])
def test_a_file_is_read_whole(tmp_path: Path, size: int) -> None:
    """Of any size up to the limit, which is told before it is read."""
    path = tmp_path / "x"
    path.write_bytes(os.urandom(size))
    data, status = read_with_status(str(path), size)
    assert data == path.read_bytes() and stamp_of(status) == stamp_of(path.stat())
    if size:
        with pytest.raises(BadData, match=f"{size} bytes are more than"):
            read_with_status(str(path), size - 1)
