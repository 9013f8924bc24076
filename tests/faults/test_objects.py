"""FAULTS, file system objects: rows 26 to 42."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import socket
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor, open_anyway
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.reading import memories_at
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import note_use, reinforce
from memento_cli.actions.store.init import open_store
from memento_cli.core.memory.memory import Draft
from memento_cli.errors import BadData, BadId, Failed, MementoError, NotFound
from memento_cli.store.directory.store import Store
from tests.faults.helpers import (
    given_away,
    needs_strace,
    open_to_all,
    run,
    strace,
    with_limit,
    without_rights,
)
from tests.store.helpers import ALEX, DAY, NOW, litter, new_store, put, recorded, reopened, whole


def snapshot(root: str) -> dict[str, bytes]:
    """Every file of a store with its bytes, the lock aside."""
    paths = [path for path in Path(root).rglob("*") if path.is_file() and path.name != "lock"]
    return {str(path): path.read_bytes() for path in paths}


def skipped(store: Store, name: str) -> str:
    """The warning about the one entry that is skipped, while the others are read."""
    put(store, "good", whole("good"))
    store, warnings = reopened(store)
    assert [memory.id for memory in memories_at(store, NOW)] == ["good"]
    (warning,) = warnings
    assert name in warning
    return warning


@pytest.mark.parametrize("kind", ["fifo", "socket", "device", "link"])
def test_fault_26_what_is_no_plain_file_is_not_waited_for(store: Store, kind: str) -> None:
    """Not opened for a blocking read, nor followed; skipped and named."""
    path = put(store, "x", "")
    path.unlink()
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "socket":
        here = os.getcwd()
        os.chdir(path.parent)  # the name of a socket must be short
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.name)
        os.chdir(here)
    elif kind == "device":
        try:
            os.mknod(path, 0o020644, os.makedev(1, 5))
        except PermissionError:
            pytest.skip("making a device needs root")
    else:
        path.symlink_to("/dev/zero")
    signal.alarm(5)
    try:
        skipped(store, "x.toml")
        with pytest.raises(MementoError):
            edit(store, "x", {"memory.pinned": True}, NOW)
    finally:
        signal.alarm(0)


def test_fault_27_a_folder_with_a_memorys_name_is_passed_over(store: Store) -> None:
    """Not read; doctor says so."""
    Path(store.memories.folder, "x.toml").mkdir()
    put(store, "good", whole("good"))
    assert [memory.id for memory in memories_at(store, NOW)] == ["good"]
    (finding,) = doctor(store, NOW).findings
    assert "folder" in finding.problem
    with pytest.raises(BadData):
        store.memories.read("x")


@pytest.mark.parametrize("name", ["memories", "archive", "journal"])
def test_fault_29_a_folder_that_leads_out_of_the_store_is_refused(
    store: Store, tmp_path: Path, name: str
) -> None:
    """A link in place of a folder is an error; a store that is itself reached by a link is fine."""
    (tmp_path / "link").symlink_to(store.root)
    assert Store(str(tmp_path / "link")).root == store.root
    folder = Path(store.root, name)
    if folder.exists():
        shutil.rmtree(folder)
    (tmp_path / "outside").mkdir()
    folder.symlink_to(tmp_path / "outside")
    for opened in (Store, open_anyway):
        with pytest.raises(BadData, match="leads out of the store"):
            opened(store.root)


def test_fault_30_a_file_that_may_not_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's own words; everything else works. A log too."""
    monkeypatch.setenv("MEMENTO_ACTOR", "me")
    with open_to_all() as root:
        store = new_store(root / "s")
        memory = recorded(store)
        path = put(store, "x", whole("x"))
        monkeypatch.setenv("XDG_CACHE_HOME", str(root / "cache"))
        given_away(root)
        path.chmod(0)

        def work() -> None:
            opened, warnings = reopened(store)
            assert [m.id for m in memories_at(opened, NOW)] == [memory.id]
            assert len(warnings) == 1 and "x.toml: cannot be read: Permission denied" in warnings[0]
            assert "Permission denied" in doctor(opened, NOW).findings[0].problem
            os.chmod(opened.journal.files()[0], 0)
            opened, warnings = reopened(store)
            assert [m.id for m in memories_at(opened, NOW)] == [memory.id]
            assert [".jsonl: cannot be read" in warning for warning in warnings] == [True, False]
            with pytest.raises(Failed, match="Permission denied"):
                reinforce(opened, memory.id, NOW + 9 * DAY)

        without_rights(work)


def test_fault_31_in_a_folder_that_may_not_be_written_reading_works() -> None:
    """Writing fails with the folder's name and leaves everything as it was."""
    with open_to_all() as root:
        store = new_store(root / "s")
        memory = recorded(store)
        given_away(root)
        folder = Path(store.memories.folder)
        folder.chmod(0o555)
        before = snapshot(store.root)

        def work() -> None:
            opened = Store(store.root)
            assert memories_at(opened, NOW)
            for write in (
                lambda: recorded(opened, "two"),
                lambda: edit(opened, memory.id, {"memory.pinned": True}, NOW),
            ):
                with pytest.raises(Failed, match="memories") as caught:
                    write()
                assert "ls -ld" in caught.value.hint and caught.value.code == 1
            os.chmod(folder, 0o755)
            for path in (store.root, os.path.join(store.root, ".memento")):
                os.chmod(path, 0o555)
            os.chmod(os.path.join(store.root, ".memento", "lock"), 0o444)
            assert memories_at(Store(store.root), NOW)
            with pytest.raises(Failed, match="lock: Permission denied"):
                recorded(Store(store.root), "three")

        without_rights(work)
        assert snapshot(store.root) == before


@pytest.mark.parametrize("kind", ["missing", "file", "empty"])
def test_fault_32_no_store_is_said_so(tmp_path: Path, kind: str) -> None:
    """Missing, a file, not initialised: `memento init`, and exit 3."""
    place = tmp_path / "s"
    if kind == "file":
        place.write_text("x")
    elif kind == "empty":
        place.mkdir()
    with pytest.raises(NotFound, match="no memento store at") as caught:
        Store(str(place))
    assert "memento init" in caught.value.hint and caught.value.code == 3


def test_fault_34_a_size_limit_keeps_the_old_and_leaves_no_litter(store: Store) -> None:
    """EFBIG, in a new file, in an edit, and in the log."""
    memory = recorded(store, detail="x" * 3000)
    before = snapshot(store.root)
    long = {"memory.content.detail": "y" * 9000}

    def work() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        for write in (
            lambda: record(store, Draft("s", ALEX, detail="z" * 9000), NOW),
            lambda: edit(store, memory.id, long, NOW),
        ):
            with pytest.raises(Failed, match="File too large") as caught:
                write()
            assert "ulimit -f" in caught.value.hint

    with_limit(resource.RLIMIT_FSIZE, 4096, work)
    assert snapshot(store.root) == before and not litter(store.root)

    def append() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with pytest.raises(Failed, match="File too large"):
            note_use(store, [memory.id], NOW, "r" * 9000)

    with_limit(resource.RLIMIT_FSIZE, 4096, append)
    assert snapshot(store.root) == before
    note_use(store, [memory.id], NOW)
    assert doctor(store, NOW).findings == ()


ACT = """
import sys
from datetime import UTC, datetime
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.record import record
from memento_cli.core.memory.memory import Draft
from memento_cli.errors import Failed
from memento_cli.store.directory.store import Store
store, now = Store(sys.argv[1]), datetime(2025, 3, 1, tzinfo=UTC)
try:
    if sys.argv[2] == "edit":
        edit(store, sys.argv[3], {"memory.content.summary": "two"}, now)
    else:
        record(store, Draft("new", "ctx://person/alex"), now)
except Failed as problem:
    sys.exit(f"named: {problem}")
"""


@needs_strace
@pytest.mark.parametrize("nth", [1, 2, 3])
@pytest.mark.parametrize("act", ["edit", "record"])
def test_fault_35_an_error_of_fsync_is_reported(store: Store, act: str, nth: int) -> None:
    """The disk fails at the first, second or third fsync: exit 1, said once, no litter.

    Whether the old or the new is there, it is whole, and what follows works.
    """
    memory = recorded(store)
    rules = ("-e", "trace=fsync", "-e", f"inject=fsync:error=EIO:when={nth}")
    code, said = run(ACT, store.root, act, memory.id, tool=strace(*rules))
    assert code == 1 and "named: " in said and "Input/output error" in said
    assert not litter(store.root)
    report = doctor(store, NOW)
    assert report.findings == ()
    summary = store.memories.read(memory.id).value.content.summary
    assert summary == "one" if nth == 1 else summary in ("one", "two")
    edit(store, memory.id, {"memory.content.summary": "three"}, NOW)


@needs_strace
def test_fault_36_an_error_of_reading_one_file_costs_that_file(store: Store) -> None:
    """EIO of one memory: skipped and named, the others are read."""
    for id in "abc":
        put(store, id, whole(id))
    code = """
import sys
from datetime import UTC, datetime
from memento_cli.actions.memory.reading import memories_at
from memento_cli.store.directory.store import Store
print([m.id for m in memories_at(Store(sys.argv[1], print), datetime.now(UTC))])
"""
    rules = ("-P", store.memories.path("b"), "-e", "trace=read", "-e", "inject=read:error=EIO")
    code_, said = run(code, store.root, tool=strace(*rules))
    assert code_ == 0 and "['a', 'c']" in said
    assert said.count("b.toml: cannot be read: Input/output error") == 1


def test_fault_37_without_file_handles_the_error_is_clear(store: Store) -> None:
    """EMFILE is not taken for broken files, and no act is done by half."""
    memory = recorded(store)
    recorded(store, "two", "coffee")
    before = snapshot(store.root)

    def work() -> None:
        outcomes = []
        for free in range(8):
            handles = all_handles()
            for _ in range(free):
                os.close(handles.pop())
            outcomes.append(attempt(store, memory.id, str(free)))
            for handle in handles:
                os.close(handle)
        assert outcomes[0] == "Too many open files" and outcomes[-1] == ""
        assert set(outcomes) == {"Too many open files", ""}

    with_limit(resource.RLIMIT_NOFILE, 64, work)
    after = snapshot(store.root)
    assert before.keys() == after.keys() and not litter(store.root)
    assert doctor(store, NOW).findings == ()


def all_handles() -> list[int]:
    """Every file handle that is left."""
    handles = []
    try:
        while True:
            handles.append(os.open("/dev/null", os.O_RDONLY))
    except OSError as problem:
        assert problem.errno == errno.EMFILE
    return handles


def attempt(store: Store, id: str, detail: str) -> str:
    """Read all and edit one; what the system said against it."""
    try:
        memories_at(store, NOW)
        edit(store, id, {"memory.content.detail": detail}, NOW)
    except Failed as problem:
        return problem.message.rpartition(": ")[2]
    return ""


def test_fault_39_a_file_that_vanishes_while_it_is_listed_is_gone(store: Store) -> None:
    """git checks out another branch between the listing and the opening: no error."""
    for id in "abc":
        put(store, id, whole(id))
    scan = store.memories.scan()
    next(scan)
    os.unlink(store.memories.path("b"))
    assert [found.id for found in scan] == ["c"]


@pytest.mark.parametrize(
    "name",
    ["a.toml.swp", ".a.toml.swp", ".#a.toml", "#a.toml#", "a.toml~", "4913", "a.toml.orig",
     "a.sync-conflict-20250101-000000-ABC.toml", ".tmp-12-ab.toml", ".tmp-12-ab", "a.toml.bak"],
)  # fmt: skip
def test_fault_40_other_programs_files_are_never_loaded(store: Store, name: str) -> None:
    """Swap files, backups, sync conflicts and our own temporary files."""
    put(store, "good", whole("good"))
    Path(store.memories.folder, name).write_text(whole("a"))
    store, warnings = reopened(store)
    assert [memory.id for memory in memories_at(store, NOW)] == ["good"]
    assert warnings == [] and store.memories.ids() == ["good"]


@pytest.mark.parametrize("id", ["x" * 201, "x" * 256, "あ" * 84, "a/" * 2048, "🙂" * 60])
def test_fault_41_long_names_are_refused_in_bytes(store: Store, id: str) -> None:
    """Counted in bytes; 200 are allowed, and kana are three each."""
    for act in (store.memories.read, lambda id: edit(store, id, {}, NOW)):
        with pytest.raises(BadId):
            act(id)
    assert store.memories.path("あ" * 66).endswith(".toml")
    draft = Draft("s", "ctx://person/" + "p" * 200)
    memory = record(store, draft, NOW).memory
    assert len(memory.id) < 100


def test_fault_41_a_path_of_4096_bytes_is_an_error(tmp_path: Path) -> None:
    """A clear one, not a traceback."""
    with pytest.raises(MementoError, match=r"name too long|no memento store"):
        memories_at(Store(str(tmp_path) + "/d" * 2048), NOW)


@pytest.mark.parametrize("name", ["a b", "it's", 'say "x"', "new\nline", "caf\udce9", "$HOME", "*"])
def test_fault_42_a_store_may_be_called_anything(tmp_path: Path, name: str) -> None:
    """Spaces, quotes, newlines, bytes that are no text."""
    store = new_store(tmp_path / name)
    memory = recorded(store)
    reinforce(store, memory.id, NOW + 9 * DAY)
    assert memories_at(open_store(store.root), NOW + 9 * DAY)[0].strength.reinforcement_count == 1
    assert doctor(store, NOW + 9 * DAY).findings == ()


def test_fault_42_a_file_name_that_is_no_text_is_named(store: Store) -> None:
    """It cannot be an id; doctor and warnings say so without failing to say it."""
    put(store, "good", whole("good"))
    Path(store.memories.folder, "caf\udce9.toml").write_text(whole("x"))
    store, warnings = reopened(store)
    assert len(memories_at(store, NOW)) == 1 and len(warnings) == 1
    (finding,) = doctor(store, NOW).findings
    assert repr(finding.where) and "can be no id" in finding.problem
