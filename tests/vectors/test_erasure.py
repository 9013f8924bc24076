"""What `forget --erase` does to the cache, and what it says where the cache cannot be changed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from memento_cli import Query, Store, recall
from memento_cli.core.vectors.quantized import quantized, unit
from memento_cli.core.vectors.texts import text_key
from memento_cli.index.database.place import VECTORS, index_folder
from tests.conftest import Ran
from tests.faults.helpers import given_away, open_to_all, without_rights
from tests.index.vectors.helpers import row_of
from tests.index.vectors.test_dropping import NOW, furnished
from tests.store.helpers import new_store
from tests.vectors.conftest import Configure
from tests.vectors.meanings import vector_of
from tests.vectors.stub_server import StubServer

Call = Callable[..., Ran]
FILL = ("store", "vectors", "fill")
TEXT = "Lunch at Roma"
OTHER = "Lunch at home"


def bytes_in(folder: Path | str) -> bytes:
    """Everything that the files of a folder have in them."""
    return b"".join(path.read_bytes() for path in Path(folder).iterdir() if path.is_file())


@pytest.fixture
def ids(store: Store, stub: StubServer, configure: Configure, call: Call) -> list[str]:
    """Two memories of one text, and another; each has a vector."""
    configure(url=stub.url, model="stub")
    ids = [call("record", text).stdout.strip() for text in (TEXT, TEXT, OTHER)]
    assert "3 of 3" in call(*FILL).stdout
    return ids


def test_what_was_deleted_by_hand_keeps_nothing_of_what_is_erased(
    store: Store, ids: list[str], call: Call
) -> None:
    """A text stays for another memory that has it, and no longer than that is there."""
    folder, row = index_folder(store.root), quantized(unit(vector_of(TEXT)))
    os.unlink(store.memories.path(ids[1]))
    assert row in bytes_in(folder)
    assert call("forget", ids[0], "--erase", "--yes").code == 0
    assert row not in bytes_in(folder) and text_key(TEXT) not in bytes_in(folder)


def test_an_archived_twin_keeps_its_vector(store: Store, ids: list[str], call: Call) -> None:
    """It can come back, and is then not embedded again."""
    assert call("forget", ids[1], "--yes").code == 0
    assert call("forget", ids[0], "--erase", "--yes").code == 0
    assert quantized(unit(vector_of(TEXT))) in bytes_in(index_folder(store.root))


def test_of_a_person_no_vector_is_left(store: Store, ids: list[str], call: Call) -> None:
    """Neither of memories, nor of questions that were asked; those of others stay."""
    for text in ("Tea with Ann", "Ann is ill"):
        assert call("record", text, "-p", "ann").code == 0
    assert "5 of 5" in call(*FILL).stdout and call("recall", "what ails Ann").code == 0
    folder = index_folder(store.root)
    theirs = ("Tea with Ann", "Ann is ill", "what ails Ann")
    assert all(quantized(unit(vector_of(text))) in bytes_in(folder) for text in theirs[:2])
    assert call("forget", "--erase", "--everything", "--person", "ann", "--yes").code == 0
    assert not any(quantized(unit(vector_of(text))) in bytes_in(folder) for text in theirs)
    assert quantized(unit(vector_of(TEXT))) in bytes_in(folder)


def test_a_cache_that_is_in_use_is_deleted_which_is_said(
    store: Store, ids: list[str], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that was erased waits for whoever holds the database; a note names the fill."""
    monkeypatch.setattr("memento_cli.index.database.database.PATIENCE_SECONDS", 0.1)
    folder = index_folder(store.root)
    holder = sqlite3.connect(os.path.join(folder, VECTORS), isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    done = call("forget", *ids[:2], "--erase", "--yes")
    assert done.code == 0 and "has been deleted with what was erased" in done.stderr
    assert "memento store vectors fill" in done.stderr
    assert quantized(unit(vector_of(TEXT))) not in bytes_in(folder)
    holder.close()


def said(*args: str) -> tuple[int, str]:
    """The exit code of a command in this process, and what it says."""
    from memento_cli.cli.run import run

    with redirect_stdout(StringIO()) as out, redirect_stderr(out):
        code = run(list(args))
    return code, out.getvalue()


def test_a_cache_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is still there is named, with code 1; once it can be, the next command deletes it."""
    with open_to_all() as root:
        monkeypatch.setenv("XDG_CACHE_HOME", str(root / "cache"))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(root / "config"))
        store = new_store(root / "store")
        monkeypatch.setenv("MEMENTO_STORE", store.root)
        (id, _), _ = furnished(store, [TEXT, OTHER])
        assert recall(store, Query(words=("lunch",)), NOW).total == 2
        folder = Path(index_folder(store.root))
        given_away(root)

        def work() -> None:
            folder.chmod(0o500)
            code, text = said("forget", id, "--erase", "--yes")
            assert code == 1 and "the cache still has what was erased" in text, text
            for name in ("index.db", VECTORS):
                assert f"{folder / name}: Permission denied" in text, text
            assert "the index" not in text and "-wal" not in text
            code, text = said("recall", "lunch")
            assert code == 0 and "Roma" not in text
            folder.chmod(0o700)
            assert said("recall", "lunch")[0] == 0
            data = bytes_in(folder)
            assert row_of(TEXT) not in data and text_key(TEXT) not in data and b"Roma" not in data

        without_rights(work)


def test_no_index_takes_note_of_what_is_not_yet_erased(store: Store) -> None:
    """As long as a file with a vector of what was erased cannot be deleted, every command tries it
    again, and says so."""
    ids, _ = furnished(store, [TEXT, OTHER])
    file = os.path.join(index_folder(store.root), VECTORS)
    if subprocess.run(["chattr", "+i", file], capture_output=True).returncode:
        pytest.skip("no file can be protected here")
    try:
        code, text = said("--store", store.root, "forget", ids[0], "--erase", "--yes")
        assert code == 1 and f"{file}: " in text
        for _ in range(2):
            code, text = said("--store", store.root, "recall", "lunch")
            assert code == 0 and f"what was erased is left in {file}" in text
    finally:
        subprocess.run(["chattr", "-i", file], check=True)
    assert said("--store", store.root, "recall", "lunch")[0] == 0
    assert text_key(TEXT) not in Path(file).read_bytes()
