"""Promise 9 in git: what another's repository brings is data, and never run or followed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.git.setup import setup
from memento_cli.cli.program import command
from memento_cli.errors import Refused
from memento_cli.store.directory.store import Store
from memento_cli.store.journal.jsonl import entry_text
from tests.conftest import Ran
from tests.git.helpers import cloned, commit, git, tried
from tests.store.helpers import new_store, put, whole

PLANTED = "open({place!r}, 'w').write('ran')\n"


@pytest.fixture
def theirs(tmp_path: Path) -> Store:
    """A store in a repository of somebody else."""
    store = new_store(tmp_path / "theirs")
    git(store.root, "init", "-q", "-b", "main")
    commit(store)
    return store


def test_promise_9_a_package_of_the_repository_is_not_run(
    theirs: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git starts hooks and driver in the work tree; a `memento_cli` there is not the one meant."""
    monkeypatch.setenv("PATH", f"{os.path.dirname('/usr/bin/git')}:/bin")
    mine = cloned(theirs.root, tmp_path / "mine", driver=False)
    setup(mine, command())
    ran = tmp_path / "ran"
    package = Path(theirs.root, "memento_cli")
    package.mkdir()
    for name in ("__init__.py", "__main__.py"):
        (package / name).write_text(PLANTED.format(place=str(ran)))
    put(theirs, "al-x-2024-01", whole("al-x-2024-01"))
    commit(theirs)
    git(mine.root, "pull", "-q", theirs.root, "main")
    commit_by_hook = tried(mine.root, "commit", "-qm", "x", "--allow-empty")
    assert commit_by_hook.code == 0 and package.name in os.listdir(mine.root)
    assert not ran.exists()


@pytest.mark.parametrize("name", ["notes\ntouch ran #", "a\rb", "a\x1b[31m"])
def test_promise_9_a_name_with_control_signs_is_refused(name: str, tmp_path: Path) -> None:
    """The folder's name stands in a comment of the hook, which a line break would end."""
    git(tmp_path, "init", "-q", "-b", "main")
    store = new_store(tmp_path / name)
    with pytest.raises(Refused):
        setup(store, command())
    assert not Path(tmp_path, ".git", "hooks", "pre-commit").exists()


def test_promise_9_a_merge_follows_no_link(theirs: Store, tmp_path: Path) -> None:
    """A memory that a merge parts waits in a folder of the store, and nowhere else."""
    outside = tmp_path / "outside"
    outside.mkdir()
    here = Path(theirs.root)
    put(theirs, "al-x-2024-01", whole("al-x-2024-01"))
    (here / "evil").symlink_to("../outside")
    with (here / ".gitattributes").open("a") as file:
        file.write("evil/*.toml merge=memento\n")
    commit(theirs)
    mine = cloned(theirs.root, tmp_path / "mine")
    (here / "evil").unlink()
    (here / "evil").mkdir()
    git(here, "mv", "memories/al-x-2024-01.toml", "evil/")
    moved = here / "evil" / "al-x-2024-01.toml"
    moved.write_text(moved.read_text().replace('"al-x-2024-01"', '"al-y-2024-02"'))
    commit(theirs)
    edited = Path(mine.root, "memories", "al-x-2024-01.toml")
    edited.write_text(edited.read_text().replace("created", "mine = 1\ncreated"))
    commit(mine)
    tried(mine.root, "pull", "-q", "--no-rebase", "--no-edit", theirs.root, "main")
    assert os.listdir(outside) == []
    assert not list(Path(mine.root).rglob("*.parted"))


def test_promise_9_a_line_that_names_my_batch_is_no_part_of_my_act(
    theirs: Store, run: Callable[..., Ran]
) -> None:
    """Undo takes back what its writer wrote: a line of another's log that names the act's batch,
    or has the id of one of its lines, adds nothing to it and takes nothing from it."""
    put(theirs, "root-budget-2026-11", whole("root-budget-2026-11"))
    assert run("--store", theirs.root, "graph", "add", "alice", "works_at", "acme").code == 0
    lines = [line for line in theirs.journal.lines().lines if line.batch]
    batch = lines[0].batch
    (mine,) = theirs.journal.files()
    planted = lines[0]._replace(act="recorded", memory="root-budget-2026-11", by="mallory", text={})
    ids = (batch[:22] + "zzzz", batch, lines[-1].id)
    log = Path(mine).with_name("mallory-0000.jsonl")
    log.write_text("".join(entry_text(planted._replace(id=id)) + "\n" for id in ids))
    for args in (["undo"], ["undo", batch]):
        told = run("--store", theirs.root, *args, "--dry-run", "--json")
        undone = json.loads(told.stdout)["undone"]
        assert [each["memory"] for each in undone] == [line.memory for line in lines], args
    assert run("--store", theirs.root, "undo", "--yes").code == 0
    assert "root-budget-2026-11" in theirs.memories and not theirs.held("graph").ids()
    assert run("--store", theirs.root, "undo", ids[0], "--dry-run").code == 0, "named, it is"


def test_promise_9_an_id_beyond_any_clock_is_not_the_last_act(
    theirs: Store, run: Callable[..., Ran]
) -> None:
    """A line in this writer's own log with an id that no clock has made is not its last act."""
    put(theirs, "root-budget-2026-11", whole("root-budget-2026-11"))
    assert run("--store", theirs.root, "kv", "set", "city", "Rome").code == 0
    (line,) = theirs.journal.lines().lines
    beyond = line._replace(id="7" + 25 * "z", act="recorded", memory="root-budget-2026-11", text={})
    with open(theirs.journal.files()[0], "a") as log:
        log.write(entry_text(beyond) + "\n")
    told = run("--store", theirs.root, "undo", "--json")
    assert [each["memory"] for each in json.loads(told.stdout)["undone"]] == [line.memory]
    assert "root-budget-2026-11" in theirs.memories
