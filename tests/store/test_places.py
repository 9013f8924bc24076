"""Links, pipes and failing system calls: nothing outside is touched, nothing is left half done."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import time
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.memory.prune import archive_all
from memento_cli.actions.memory.reading import memories_at
from memento_cli.actions.redaction.erase import erasure
from memento_cli.actions.undo.undo import undo
from memento_cli.core.journal.history import JournalEntry
from memento_cli.errors import BadData, Failed, MementoError, NotFound
from memento_cli.store.directory.clone import clone_id
from memento_cli.store.directory.store import Store
from memento_cli.store.files import files, system
from memento_cli.store.files.lock import Lock
from tests.store.helpers import DAY, NOW, litter, new_store, put, recorded, reopened, whole

ACT = JournalEntry("", NOW, "used", "a", "me")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s")


@pytest.fixture
def no_wait() -> Iterator[None]:
    """What waits for ever fails after five seconds."""

    def late(number: int, frame: object) -> None:
        raise AssertionError("waited")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(5)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def this_month(store: Store) -> Path:
    return Path(store.journal.folder, time.strftime("%Y-%m", time.gmtime()))


def own_name(store: Store) -> str:
    with store.lock.held():
        return "{}-{}.jsonl".format(*store.writer())


def failing(call: Any, path: str, number: int) -> Callable[..., Any]:
    """A system call that fails for one path."""

    def fails(*words: Any, **more: Any) -> Any:
        if path in [os.fspath(word) for word in words if isinstance(word, str)]:
            raise OSError(number, os.strerror(number))
        return call(*words, **more)

    return fails


# links out of the store


def test_a_month_that_leads_out_of_the_store_is_not_written_through(
    store: Store, tmp_path: Path
) -> None:
    """An act is refused, nothing appears behind the link, and doctor names the folder."""
    outside = tmp_path / "outside"
    outside.mkdir()
    month = this_month(store)
    month.parent.mkdir()
    month.symlink_to(outside)
    with pytest.raises(BadData, match="leads out of the store"):
        store.journal.append([ACT])
    assert list(outside.iterdir()) == []
    (finding,) = doctor(store, NOW).findings
    assert finding.where == str(month) and "leads out of the store" in finding.problem


def test_a_private_folder_that_leads_out_of_the_store_is_refused(
    store: Store, tmp_path: Path
) -> None:
    """Neither lock nor clone id are made behind a link called .memento; doctor names it."""
    private = Path(store.root, ".memento")
    (tmp_path / "outside").mkdir()
    private.symlink_to(tmp_path / "outside")
    with pytest.raises(BadData, match="leads out of the store"), \
            Lock(str(private / "lock"), 1).held():  # fmt: skip
        pass
    with pytest.raises(BadData, match="leads out of the store"):
        clone_id(str(private))
    with pytest.raises(BadData, match="leads out of the store"):
        recorded(store)
    assert list((tmp_path / "outside").iterdir()) == []
    (finding,) = doctor(store, NOW).findings
    assert finding.where == str(private) and "leads out of the store" in finding.problem


# what is no file


@pytest.mark.parametrize("kind", ["fifo", "link", "folder"])
@pytest.mark.usefixtures("no_wait")
def test_what_stands_in_the_place_of_the_own_log_is_refused_at_once(
    store: Store, kind: str
) -> None:
    """A pipe, link or folder is no log: a clear error, no waiting, and doctor names it."""
    path = this_month(store) / own_name(store)
    path.parent.mkdir(parents=True)
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    with pytest.raises(MementoError, match=r"not a regular file|symbolic link"):
        store.journal.append([ACT])
    assert store.journal.lines().broken == []
    (finding,) = doctor(store, NOW).findings
    assert finding.where == str(path) and finding.advice


@pytest.mark.usefixtures("no_wait")
def test_a_pipe_in_the_place_of_the_clone_id_is_not_waited_for(store: Store) -> None:
    """A clear error instead of a hang under the lock."""
    private = Path(store.root, ".memento")
    private.mkdir(exist_ok=True)
    os.mkfifo(private / "clone")
    with pytest.raises(MementoError, match="not a regular file"):
        recorded(store)


def test_who_only_looks_makes_no_name_for_the_clone(store: Store) -> None:
    """In a clone that has written nothing: every byte is as it was, also where none may write."""
    memory = recorded(store)
    act = store.journal.lines().lines[0].id
    shutil.rmtree(Path(store.root, ".memento"))
    for opened in (Store(store.root), Store(store.root)):
        assert undo(opened, act, NOW, dry=True).lines[0].memory == memory.id
        with pytest.raises(NotFound, match="nothing to undo"):
            undo(opened, None, NOW, dry=True)
        assert erasure(opened, [memory.id]).ids == (memory.id,)
        assert not Path(store.root, ".memento").exists()
        os.chmod(store.root, 0o555)
    os.chmod(store.root, 0o755)


# system calls that fail


def test_a_log_that_cannot_be_read_costs_only_itself(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """EIO in another clone's log: named once, all else is read, and acts go on."""
    memory = recorded(store)
    other = Path(store.journal.files()[0]).with_name("other-12345678.jsonl")
    other.write_text("")
    fails = failing(os.open, str(other), errno.EIO)
    monkeypatch.setattr("memento_cli.store.files.files.os.open", fails)
    opened, warnings = reopened(store)
    assert [m.id for m in memories_at(opened, NOW)] == [memory.id]
    assert warnings == [f"{other}: cannot be read: Input/output error; skipped"]
    recorded(opened, "two")
    (finding,) = doctor(opened, NOW).findings
    assert finding.where == str(other)


def test_a_log_that_no_handle_is_left_for_is_an_error_of_the_whole(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """EMFILE says nothing about the file: nothing is skipped for it."""
    recorded(store)
    fails = failing(os.open, store.journal.files()[0], errno.EMFILE)
    monkeypatch.setattr("memento_cli.store.files.files.os.open", fails)
    with pytest.raises(Failed, match="Too many open files"):
        memories_at(store, NOW)


def test_a_new_file_whose_folder_does_not_sync_is_taken_away_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that fails has published nothing, neither a memory nor a log."""

    def broken(folder: str) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(files, "sync_folder", broken)
    folder = Path(store.memories.folder)
    with pytest.raises(Failed):
        files.create(str(folder / "a.toml"), b"x")
    with pytest.raises(Failed):
        files.append(str(folder / "a.jsonl"), b"x\n")
    assert not list(folder.glob("a.*")) and litter(store.root) == []


def test_a_name_that_was_claimed_is_free_again_when_publishing_fails(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without hard links too: no empty file stays."""

    def denied(*words: Any, **more: Any) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr("memento_cli.store.files.files.os.link", denied)
    monkeypatch.setattr("memento_cli.store.files.files.os.replace", denied)
    with pytest.raises(Failed):
        files.create(os.path.join(store.memories.folder, "a.toml"), b"x")
    assert not os.path.exists(store.memories.path("a")) and litter(store.root) == []


@pytest.mark.parametrize("call", ["rename", "sync_folder"])
def test_files_that_were_moved_before_one_that_fails_are_moved_back(
    store: Store, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """All are archived or none: the files are where they were, and no act is told."""
    ids = [recorded(store, topic=topic).id for topic in "abc"]
    lines = store.journal.lines().lines
    if call == "rename":
        fails = failing(os.rename, store.memories.path(ids[2]), errno.EIO)
        monkeypatch.setattr("memento_cli.store.files.files.os.rename", fails)
    else:
        fails = failing(system.sync_folder, store.archive.folder, errno.EIO)
        monkeypatch.setattr(files, "sync_folder", fails)
    with pytest.raises(Failed, match="Input/output error"):
        archive_all(store, "pruned", ids, NOW)
    assert store.memories.ids() == sorted(ids) and store.archive.ids() == []
    assert store.journal.lines().lines == lines and not litter(store.root)


def test_no_hint_promises_what_is_not_known() -> None:
    """The disk's hints do not say that nothing was changed: another file may have been."""
    assert not [hint for hint in files.HINTS.values() if "nothing was changed" in hint]


# names


def test_names_in_decomposed_letters_are_looked_up_once_a_scan(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading and checking files named as macOS does lists their folder a few times in all."""
    for nth in range(40):
        put(store, unicodedata.normalize("NFD", f"café{nth}"), whole(f"café{nth}"))
    listed: list[str] = []
    scan = os.scandir

    def counted(folder: str) -> Any:
        listed.append(folder)
        return scan(folder)

    monkeypatch.setattr(os, "scandir", counted)
    opened = Store(store.root)
    assert len(memories_at(opened, NOW)) == 40 and doctor(opened, NOW + DAY).findings == ()
    assert listed.count(store.memories.folder) < 10
    assert opened.memories.read("café7").id == "café7"
    put(store, unicodedata.normalize("NFD", "café-later"), whole("café-later"))
    assert opened.memories.read("café-later").id == "café-later"
