"""Promise 9 in git: what another's repository brings is data, and never run or followed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memento_cli.actions.git.setup import setup
from memento_cli.cli.git import program
from memento_cli.errors import Refused
from memento_cli.store.store import Store
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
    setup(mine, program())
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
        setup(store, program())
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
