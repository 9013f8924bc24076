"""Who else may read what is kept, and whose cache is believed: FAULTS, row U8."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memento_cli.index.database.place import index_folder
from tests.conftest import Ran

Run = Callable[..., Ran]
STRANGER = 12_345
OTHERS = 0o077
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
ACTS = [
    ["record", "Tea at noon with Ana", "-t", "tea"],
    ["event", "add", "--user", "a turn of talk"],
    ["kv", "set", "door", "4711"],
    ["block", "set", "user_model", "Short answers"],
    ["graph", "add", "Ana", "knows", "Bob"],
    ["recall", "tea"],
    ["recall", "tea", "--in", "events"],
    ["reinforce", "tea"],
    ["forget", "tea", "--yes"],
]


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    """The umask of the user, which what the test starts takes over."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def modes(place: Path) -> dict[str, int]:
    """What the others may do with everything that is there, links left out."""
    found = {".": place.stat().st_mode}
    for path in place.rglob("*"):
        if ".git" not in path.parts and not path.is_symlink():
            found[str(path.relative_to(place))] = path.stat().st_mode
    return {name: stat.S_IMODE(mode) for name, mode in found.items()}


def lived(place: Path, cache: Path, run: Run) -> None:
    """Make a store, and do what fills each of its folders."""
    env = {"XDG_CACHE_HOME": str(cache), "MEMENTO_STORE": str(place)}
    for args in (["init", str(place), "--person", "alex"], *ACTS):
        told = run(*args, env=env)
        assert told.code == 0, (args, told.stderr)


@pytest.mark.usefixtures("umask")
def test_fault_u8_nobody_else_reads_a_store_or_its_index(tmp_path: Path, run: Run) -> None:
    """With every umask each folder, file and log is its user's alone, as is all of the cache."""
    lived(tmp_path / "store", tmp_path / "cache", run)
    for place in (tmp_path / "store", tmp_path / "cache"):
        found = modes(place)
        assert {name for name, mode in found.items() if mode & OTHERS} == set()
    assert {"archive", "events", "kv", "blocks", "graph", "journal", ".memento/lock"} <= set(
        modes(tmp_path / "store")
    )


@pytest.mark.usefixtures("umask")
def test_fault_u8_a_folder_with_other_things_keeps_its_mode_and_its_words(
    tmp_path: Path, run: Run
) -> None:
    """In an open folder that was in use others see names at most, and no word of a memory."""
    place = tmp_path / "store"
    place.mkdir()
    (place / ".gnotes").touch()
    place.chmod(0o755)
    lived(place, tmp_path / "cache", run)
    assert stat.S_IMODE(place.stat().st_mode) == 0o755
    found = modes(place)
    assert all(mode & OTHERS == 0 for name, mode in found.items() if not name.startswith(".g")
               and name != ".")  # fmt: skip


@pytest.mark.usefixtures("umask")
def test_fault_u8_an_empty_folder_is_closed(tmp_path: Path, run: Run) -> None:
    """Whoever made it open, nobody has put anything into it yet; nothing is to be said."""
    place = tmp_path / "store"
    place.mkdir()
    place.chmod(0o777)
    told = run("init", str(place), "--person", "alex")
    assert told.code == 0 and "others" not in told.stderr
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert "others" not in run("--store", str(place), "doctor").stdout


@pytest.mark.parametrize(("mode", "what"), [
    (0o777, "write to it"), (0o775, "write to it"), (0o757, "write to it"), (0o1777, "write to it"),
    (0o755, "see its files' names"), (0o750, "see its files' names"),
])  # fmt: skip
def test_fault_u8_an_open_folder_is_told_of(mode: int, what: str, tmp_path: Path, run: Run) -> None:
    """init warns, and doctor notes, what others can do in a folder that was in use, until it is
    closed, or what stands in it is as open."""
    place = tmp_path / "store"
    place.mkdir()
    (place / "notes.md").touch()
    place.chmod(mode)
    told = run("init", str(place), "--person", "alex")
    assert told.code == 0 and told.stderr.count(f"others can {what}") == 1, told
    assert stat.S_IMODE(place.stat().st_mode) == mode
    told = run("--store", str(place), "doctor")
    assert told.code == 0 and f"others can {what}" in told.stdout, told
    (place / "memento.toml").chmod(0o660 if mode == 0o775 else 0o640 if mode == 0o750 else 0o644)
    is_meant = mode in (0o755, 0o750)
    if mode == 0o775:
        place.chmod(0o2770)
        is_meant = True
    assert ("others can" in run("--store", str(place), "doctor").stdout) is not is_meant
    place.chmod(0o700)
    assert "others can" not in run("--store", str(place), "doctor").stdout


def test_fault_u8_in_a_tree_of_git_a_store_is_as_open_as_the_tree(
    tmp_path: Path, umask: int, run: Run
) -> None:
    """There git decides who reads it: folders and files have the tree's mode."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    tmp_path.chmod(0o755)
    lived(tmp_path / "store", tmp_path / "cache", run)
    assert "others can" not in run("--store", str(tmp_path / "store"), "doctor").stdout
    found = modes(tmp_path / "store")
    assert found["."] == found["memories"] == 0o755 & ~umask
    assert found["memento.toml"] == 0o644 & ~umask
    assert not {mode for mode in modes(tmp_path / "cache").values() if mode & OTHERS}


@pytest.fixture
def kept(tmp_path: Path, run: Run) -> Path:
    """A store with one memory and its index, in a cache of its own; answers the cache."""
    place, cache = tmp_path / "store", tmp_path / "cache"
    env = {"XDG_CACHE_HOME": str(cache), "MEMENTO_STORE": str(place)}
    for args in (["init", str(place), "--person", "alex"], ACTS[0], ["recall", "tea"]):
        assert run(*args, env=env).code == 0
    os.environ |= env
    return cache


def planted(place: Path) -> Path:
    """The index of a store, in which somebody has written words of his own."""
    path = Path(index_folder(os.path.realpath(place))) / "index.db"
    with sqlite3.connect(path) as database:
        database.execute("UPDATE memory SET summary = 'Tea with poison'")
    database.close()
    return path


Harm = Callable[[Path, Path], object]
HARMS: dict[str, Harm] = {
    "a file that others may write": lambda cache, index: index.chmod(0o666),
    "a folder that others may write": lambda cache, index: index.parent.chmod(0o777),
    "a folder that a group may write": lambda cache, index: index.parent.chmod(0o770),
    "a cache that others may write": lambda cache, index: (cache / "memento").chmod(0o777),
}
GIVEN: dict[str, Harm] = {
    "a file of another": lambda cache, index: os.chown(index, STRANGER, -1),
    "a folder of another": lambda cache, index: os.chown(index.parent, STRANGER, -1),
    "a cache of another": lambda cache, index: os.chown(cache / "memento", STRANGER, -1),
}


@pytest.fixture(autouse=True)
def _environ(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CACHE_HOME", "MEMENTO_STORE"):
        monkeypatch.setenv(name, os.environ.get(name, ""))


@pytest.mark.parametrize("harm", HARMS)
def test_fault_u8_an_index_that_others_may_write_is_not_believed(
    harm: str, kept: Path, tmp_path: Path, run: Run
) -> None:
    """What was planted is never told; the index is made anew, and closed to others."""
    index = planted(tmp_path / "store")
    HARMS[harm](kept, index)
    for _ in range(2):
        told = run("recall", "tea")
        assert "with Ana" in told.stdout and "poison" not in told.stdout
    assert not {mode for mode in modes(kept).values() if mode & OTHERS}


@needs_root
@pytest.mark.parametrize("harm", GIVEN)
def test_fault_u8_a_cache_of_another_is_not_believed(
    harm: str, kept: Path, tmp_path: Path, run: Run
) -> None:
    """What was planted is never told; a folder that is not ours is left, and said to be so."""
    index = planted(tmp_path / "store")
    GIVEN[harm](kept, index)
    told = run("recall", "tea")
    assert told.code == 0 and "with Ana" in told.stdout and "poison" not in told.stdout
    if "file" not in harm:
        assert "of another user" in told.stderr and index.exists()


@pytest.mark.parametrize("which", ["memento", "memento/store"])
def test_fault_u8_a_cache_that_is_a_link_is_not_followed(
    which: str, kept: Path, tmp_path: Path, run: Run
) -> None:
    """Nothing is read or written where it leads, and the answer comes from the files."""
    index = planted(tmp_path / "store")
    link = index.parent if which.endswith("store") else kept / "memento"
    there = tmp_path / "there"
    link.rename(there)
    link.symlink_to(there)
    before = {str(path): path.stat().st_mtime_ns for path in there.rglob("*")}
    for args in (["recall", "tea"], ["store", "rebuild"], ["forget", "tea", "--erase", "--yes"]):
        told = run(*args)
        assert "poison" not in told.stdout + told.stderr
        assert args == ["forget", *args[1:]] or "a link" in told.stderr, args
    assert {str(path): path.stat().st_mtime_ns for path in there.rglob("*")} == before


@pytest.fixture
def strangers(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of another user, with a memory and a block, and a folder of ours in it, `mine`."""
    monkeypatch.delenv("MEMENTO_STORE")
    place = tmp_path / "open"
    for args in (["init", str(place), "--person", "alex"],
                 ["--store", str(place), "record", "Tea with poison"],
                 ["--store", str(place), "block", "set", "focus", "poison"],
                 ["--store", str(place), "recall", "tea"]):  # fmt: skip
        assert run(*args).code == 0
    for path in (place, *place.rglob("*")):
        os.chown(path, STRANGER, STRANGER)
    (place / "mine").mkdir()
    return place


@needs_root
def test_fault_u8_a_store_of_another_on_the_way_is_not_believed(strangers: Path, run: Run) -> None:
    """A stranger's memento.toml in a folder above tells nothing and gets no memory, unless its user
    names it; git treats a repository so."""
    before = sorted(strangers.rglob("*"))
    for args in (["record", "Tea at noon"], ["recall", "tea"], ["list"], ["context"], ["doctor"],
                 ["block", "list"], ["show", "alex"], ["store", "trust"], ["status", "--full"],
                 ["agent", "mcp"]):  # fmt: skip
        told = run(*args, cwd=strangers / "mine")
        assert told.code == 6 and "belongs to another user" in told.stderr, (args, told)
        assert "poison" not in told.stdout + told.stderr
    hook = json.dumps({"hook_event_name": "SessionStart"})
    told = run("agent", "hook", input=hook, cwd=strangers / "mine")
    assert told.code == 0 and "poison" not in told.stdout and "belongs to" in told.stdout
    for more in ([], ["--archived"]):
        assert run("_complete", "alex", *more, cwd=strangers / "mine").stdout == ""
    assert sorted(strangers.rglob("*")) == before


@needs_root
def test_fault_u8_who_names_a_store_of_another_leaves_it_to_its_owner(
    strangers: Path, tmp_path: Path, run: Run
) -> None:
    """Named, it is read and written; what root writes there belongs to whom the folder belongs, so
    that its owner can read it still."""
    env = {"MEMENTO_STORE": str(strangers)}
    assert "poison" in run("recall", "tea", env=env).stdout
    for args in [*ACTS, ["edit", "alex-memory", "--set", "importance=0.9"], ["doctor", "--fix"],
                 ["session", "start", "tea"], ["state", "add", "fact", "x"], ["store", "rebuild"],
                 ["kv", "unset", "door"], ["undo"], ["store", "settle"]]:  # fmt: skip
        told = run(*args, env=env)
        assert told.code == 0, (args, told)
    (strangers / "mine").rmdir()
    owners = {str(path): (path.stat().st_uid, path.stat().st_gid) for path in strangers.rglob("*")}
    assert {path for path, own in owners.items() if own != (STRANGER, STRANGER)} == set()
