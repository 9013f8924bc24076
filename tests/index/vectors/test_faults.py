"""Vectors can be lost, damaged, foreign or impossible to keep: that costs a fill, nothing else."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from memento_cli import Store
from memento_cli.core.vectors.texts import text_key
from memento_cli.errors import BrokenIndex, Failed, MementoError
from memento_cli.index.database.place import ROWS, VECTORS, index_folder
from memento_cli.index.vectors.dropping import erase_vectors
from memento_cli.index.vectors.spaces import Space
from memento_cli.index.vectors.vectors import VectorIndex, open_vectors
from tests.index.vectors.helpers import DIMS, PROBE_ROW, SETTINGS, TEXTS, kept, made_of, row_of

PAGE = 4096
Breaks = Callable[[Path], None]


def database_of(store: Store) -> Path:
    """The database of a store's vectors, which are closed."""
    return Path(index_folder(store.root), VECTORS)


@pytest.fixture
def filled(store: Store) -> Store:
    """A store whose vectors are those of the texts, and closed."""
    fill(store)
    return store


def fill(store: Store, warn: Callable[[str], None] = pytest.fail) -> None:
    """Give each text a vector, as a fill does, and look at all of them."""
    with open_vectors(store.root, make=True, warn=warn) as vectors:
        assert vectors
        space = vectors.make_space(SETTINGS, PROBE_ROW, "model")
        vectors.add(space, made_of((f"id-{number}", text) for number, text in enumerate(TEXTS)))
        assert kept(vectors, space, TEXTS) == {*TEXTS}


def garbage(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(9_000))


def empty(path: Path) -> None:
    path.write_bytes(b"")


def gone(path: Path) -> None:
    path.unlink()


def newer(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 999999")
        database.execute("ALTER TABLE space RENAME TO room")


def of_another_store(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE meta SET value = '/elsewhere' WHERE key = 'root'")


def of_everybody(path: Path) -> None:
    path.chmod(0o666)


BREAKS = [garbage, empty, gone, newer, of_another_store, of_everybody]


@pytest.mark.parametrize("breaks", BREAKS, ids=lambda breaks: breaks.__name__)
def test_vectors_that_are_no_good_are_made_again(filled: Store, breaks: Breaks) -> None:
    """Who only reads has none; a fill has all again, with the old rows gone; one note at most."""
    breaks(database_of(filled))
    notes = list[str]()
    for _ in range(2):
        with open_vectors(filled.root, warn=notes.append) as vectors:
            assert vectors is None
    fill(filled, notes.append)
    assert len(notes) == (breaks not in (empty, gone, of_everybody))
    assert len([*database_of(filled).parent.glob(f"*{ROWS}")]) == 1
    fill(filled)


@pytest.mark.parametrize("sound_bytes", [0, 300, 2048, 3800])
def test_any_damaged_page_costs_a_fill_alone(filled: Store, sound_bytes: int) -> None:
    """Zeros from some byte of any page on: what is found is right, or an error says to do it again,
    and then it works."""
    path, sound = database_of(filled), database_of(filled).read_bytes()
    folder = shutil.copytree(path.parent, f"{path.parent}.sound")
    for start in range(0, len(sound), PAGE):
        shutil.copytree(folder, path.parent, dirs_exist_ok=True)
        path.write_bytes(
            sound[: start + sound_bytes] + bytes(4096 - sound_bytes) + sound[start + 4096 :]
        )
        notes = list[str]()
        for _ in range(3):
            try:
                fill(filled, notes.append)
                break
            except MementoError as problem:
                notes.append(problem.message)
        else:
            pytest.fail(f"page at {start}: {notes}")
        assert len(notes) <= 2


@pytest.mark.parametrize("table", ["space", "vector", "owner", "question"])
def test_a_search_in_damaged_vectors_says_so(filled: Store, table: str) -> None:
    """Nonsense where a search looks is told as what it is, and the vectors are dropped."""
    path = database_of(filled)
    with sqlite3.connect(path) as database:
        query = "SELECT rootpage FROM sqlite_schema WHERE tbl_name = ?"
        pages = [page for (page,) in database.execute(query, (table,))]
    data = bytearray(path.read_bytes())
    for page in pages:
        data[(page - 1) * PAGE : page * PAGE] = random.Random(2).randbytes(PAGE)
    path.write_bytes(data)
    with open_vectors(filled.root) as vectors:
        assert vectors
        with (
            pytest.raises(BrokenIndex, match="the cache of vectors was broken"),
            vectors.faults_told(),
        ):
            space = vectors.space(SETTINGS)
            assert space
            vectors.question(space, text_key("who?"))
            cosines = vectors.cosines(space, row_of(TEXTS[0]))
            for hits in cosines.above(0.99):
                cosines.texts_of([row for _, row in hits])
    assert not path.exists()


@pytest.mark.parametrize("rows", [0, 1, 7, len(TEXTS) - 1])
@pytest.mark.parametrize("more", [0, 1, DIMS - 1])
def test_a_file_of_rows_that_was_cut_off_has_those_before(
    filled: Store, rows: int, more: int
) -> None:
    """At any byte: the whole rows before it are found, the others are missing, and filled again."""
    (path,) = database_of(filled).parent.glob(f"*{ROWS}")
    os.truncate(path, rows * DIMS + more)
    with open_vectors(filled.root) as vectors:
        assert vectors
        space = vectors.space(SETTINGS)
        assert space and len(kept(vectors, space, TEXTS)) == rows
        assert len(vectors.missing(space, [text_key(text) for text in TEXTS])) == len(TEXTS) - rows
        hits = chain.from_iterable(vectors.cosines(space, row_of("x")).above(-1.0))
        assert len([*hits]) == rows
    fill(filled)


def test_a_row_that_another_process_took_meanwhile_is_no_hit(
    store: Store, vectors: VectorIndex, space: Space
) -> None:
    """A search that began before an erasure finds neither the erased text nor what is in its place
    with its cosine."""
    cosines = vectors.cosines(space, row_of(TEXTS[7]))
    (((_, row),),) = cosines.above(0.99)
    erase_vectors(store.root, ["id-7"])
    assert cosines.texts_of([row]) == {}
    assert cosines.of_texts([text_key(TEXTS[7])]) == {}
    with open_vectors(store.root) as others:
        assert others
        others.add(space, made_of([("other", "other text")]))
        assert others.known(space, [text_key("other text")]) == {text_key("other text"): row}
    assert cosines.texts_of([row]) == {}


def test_without_a_cache_there_are_no_vectors(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache that cannot be written is told in one note."""
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    notes = list[str]()
    with open_vectors(store.root, make=True, warn=notes.append) as vectors:
        assert vectors is None
    assert len(notes) == 1 and "cannot keep vectors there" in notes[0]


def test_what_others_can_write_is_not_believed(filled: Store) -> None:
    """Vectors in a folder, or rows in a file, that others can write to decide nothing."""
    folder = database_of(filled).parent
    (path,) = folder.glob(f"*{ROWS}")
    path.chmod(0o622)
    with open_vectors(filled.root) as vectors:
        assert vectors
        space = vectors.space(SETTINGS)
        assert space and vectors.known(space, [text_key(TEXTS[0])]) == {}
    folder.chmod(0o777)
    with open_vectors(filled.root) as vectors:
        assert vectors is None
    fill(filled)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_the_folder_of_another_user_is_left_alone(filled: Store) -> None:
    """Nothing in it is believed, written or deleted."""
    folder = database_of(filled).parent
    os.chown(folder, 12_345, -1)
    notes = list[str]()
    with open_vectors(filled.root, make=True, warn=notes.append) as vectors:
        assert vectors is None and len(notes) == 1
    erase_vectors(filled.root, ["id-1"], warn=pytest.fail)
    assert database_of(filled).exists()


@pytest.mark.parametrize("limit", [1_000, len(TEXTS) * DIMS + 5, 30_000, 60_000])
def test_a_full_disk_loses_nothing_that_was_there(filled: Store, limit: int) -> None:
    """Whichever file meets the limit, nothing is added, and all that was there is there."""
    more = [f"more {number}" for number in range(2_000)]
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with open_vectors(filled.root) as vectors:
        assert vectors
        space = vectors.space(SETTINGS)
        assert space
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        try:
            with pytest.raises(Failed):
                vectors.add(space, made_of((text, text) for text in more))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert kept(vectors, space, [*TEXTS, *more]) == {*TEXTS}
        vectors.add(space, made_of((text, text) for text in more))
        assert kept(vectors, space, [*TEXTS, *more]) == {*TEXTS, *more}
