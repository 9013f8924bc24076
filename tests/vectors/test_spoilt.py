"""Whatever has become of the cache of vectors: it is said, and the next fill makes all again."""

from __future__ import annotations

import os
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Store
from memento_cli.core.vectors.quantized import quantized, unit
from memento_cli.core.vectors.texts import text_key
from memento_cli.errors import BrokenIndex
from memento_cli.index.database.place import ROWS, VECTORS, index_folder
from memento_cli.index.vectors.dropping import erase_vectors
from memento_cli.index.vectors.tables import drop_vectors
from memento_cli.index.vectors.vectors import open_vectors
from tests.conftest import Ran
from tests.index.vectors.helpers import PROBE_ROW, SETTINGS, made_of
from tests.vectors.conftest import TEXTS
from tests.vectors.meanings import vector_of

Call = Callable[..., Ran]
FILL = ("store", "vectors", "fill")
ALL = "4 of 4 memories with a vector"


@pytest.fixture
def folder(filled: Store) -> Path:
    """Where the vectors of the four memories are."""
    return Path(index_folder(filled.root))


def row_file(folder: Path) -> Path:
    """The file with the rows."""
    (path,) = folder.glob(f"*{ROWS}")
    return path


def outside(folder: Path) -> set[Path]:
    """Every file of the cache that is not in this folder."""
    cache = folder.parent.parent.parent
    return {path for path in cache.rglob("*") if path.is_file() and path.parent != folder}


def erase_first(folder: Path, call: Call) -> None:
    """Erase the memory of the first text: neither its row nor its key is in a file after that."""
    id = call("recall", "car", "--format", "ids").stdout.strip()
    assert call("forget", id, "--erase", "--yes").code == 0
    data = b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
    assert quantized(unit(vector_of(TEXTS[0]))) not in data and text_key(TEXTS[0]) not in data


ABSURD = [
    "UPDATE space SET dims = 0",
    "UPDATE space SET dims = -1",
    "UPDATE space SET dims = 1000000000",
    "UPDATE space SET dims = 'many'",
    "UPDATE space SET file = '../../strange.rows'",
    "UPDATE space SET file = ''",
    "UPDATE space SET file = '/tmp/0123456789abcdef.rows'",
    "UPDATE space SET probe = 'hello'",
    "UPDATE space SET mean = 'high'",
    "UPDATE space SET reference_rows = x'01'",
    "UPDATE space SET rows = -1",
    "UPDATE space SET rows = 1000000000000",
    "UPDATE space SET rows = 2",
    "UPDATE vector SET row = -1 WHERE row = 1",
    "UPDATE vector SET row = 4611686018427387904 WHERE row = 1",
    "UPDATE vector SET row = 'first' WHERE row = 1",
    "INSERT INTO free SELECT key, 1000000000000 FROM space",
    "INSERT INTO free SELECT key, -1 FROM space",
]


def changed(folder: Path, statement: str) -> None:
    """Let somebody change the database."""
    with sqlite3.connect(folder / VECTORS) as database:
        database.execute(statement)
    database.close()


def test_absurd_numbers_are_damage(folder: Path, call: Call) -> None:
    """A number that leads outside of the rows is not believed: the vectors are dropped, a recall
    says so and has the words, a fill makes them again, and nothing is written anywhere else."""
    before = outside(folder)
    for statement in ABSURD:
        changed(folder, statement)
        done = call("recall", "car")
        assert done.code == 0 and "Bought a car" in done.stdout, statement
        assert "the cache of vectors was broken" in done.stderr, statement
        assert ALL in call(*FILL).stdout, statement
        assert "Bought a car" in call("recall", "automobile").stdout, statement
        assert outside(folder) == before, statement


def test_absurd_numbers_hinder_no_erasure(folder: Path, call: Call) -> None:
    """What was erased is in no file, and the command ends well."""
    for statement in (ABSURD[0], ABSURD[2], ABSURD[5], ABSURD[10], ABSURD[15]):
        changed(folder, statement)
        erase_first(folder, call)
        assert call("record", TEXTS[0]).code == 0 and call(*FILL).code == 0


def test_doctor_tells_of_an_absurd_number(folder: Path, call: Call) -> None:
    """A check of the store is no traceback, and names the command that makes vectors again."""
    changed(folder, ABSURD[0])
    done = call("doctor")
    assert "the cache of vectors was broken" in done.stdout + done.stderr
    assert "memento store vectors fill" in done.stdout + done.stderr


def gone(path: Path) -> None:
    path.unlink()


def a_link(path: Path) -> None:
    elsewhere = path.parents[3] / f"elsewhere{path.suffix}"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


def a_socket(path: Path) -> None:
    path.unlink()
    here = os.getcwd()
    os.chdir(path.parent)  # its path may be too long for one
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.name)
    finally:
        os.chdir(here)


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir(0o700)


def everybodys(path: Path) -> None:
    path.chmod(0o666)


KINDS = [gone, a_link, a_pipe, a_socket, everybodys]


def test_what_is_no_file_of_rows_is_made_again(folder: Path, call: Call) -> None:
    """In the place of the rows there is anything else: recalls have the words, and one fill pays
    for the vectors again, not each."""
    for spoils in (*KINDS, a_folder):
        spoils(row_file(folder))
        assert "Bought a car" in call("recall", "car").stdout, spoils
        assert "Filled 4 memories" in call(*FILL).stdout, spoils
        assert call(*FILL).stdout == f"Nothing filled: {ALL}\n", spoils
        assert "Bought a car" in call("recall", "automobile").stdout, spoils
    erase_first(folder, call)


def test_what_is_no_database_is_made_again(folder: Path, call: Call) -> None:
    """In the place of the database there is anything else, with which no command waits or fails."""
    for spoils in KINDS:
        spoils(folder / VECTORS)
        assert "Bought a car" in call("recall", "car").stdout, spoils
        assert ALL in call(*FILL).stdout, spoils
        assert call(*FILL).stdout == f"Nothing filled: {ALL}\n", spoils
        assert "Bought a car" in call("recall", "automobile").stdout, spoils


def test_a_folder_in_place_of_the_database_is_named(folder: Path, call: Call) -> None:
    """memento made no folder there, and deletes none."""
    a_folder(folder / VECTORS)
    done = call(*FILL)
    assert done.code == 1 and f"{folder / VECTORS}: cannot keep vectors there" in done.stderr
    assert "Bought a car" in call("recall", "car").stdout


def test_a_cache_that_cannot_be_is_named(
    folder: Path, filled: Store, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fill says which folder is no good, and not that the store is."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / VECTORS))
    done = call(*FILL)
    assert done.code == 1 and f"Error: {folder / VECTORS}" in done.stderr


@pytest.mark.parametrize("drops", ["an erasure", "a fault"])
def test_who_has_dropped_vectors_open_brings_no_file_back(store: Store, drops: str) -> None:
    """A fill that was under way adds nothing to a database that was deleted, and no file of rows
    comes back by its name: nobody would know what it has, and no erasure would reach it."""
    with open_vectors(store.root, make=True) as vectors:
        assert vectors
        space = vectors.make_space(SETTINGS, PROBE_ROW, "model")
        vectors.add(space, made_of([("id-0", "text 0")]))
        if drops == "an erasure":
            with sqlite3.connect(os.path.join(vectors.folder, VECTORS)) as other:
                other.execute("PRAGMA user_version = 1")  # so that nothing can be erased in it
            other.close()
            erase_vectors(store.root, ["id-0"])
        else:
            drop_vectors(vectors.folder)
        with pytest.raises(BrokenIndex, match="dropped meanwhile"):
            vectors.add(space, made_of([("id-1", "text 1")]))
        with pytest.raises(BrokenIndex, match="dropped meanwhile"):
            vectors.make_space(b"others", PROBE_ROW, "model")
    assert not [name for name in os.listdir(vectors.folder) if name.endswith(ROWS)]
