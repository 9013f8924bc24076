"""memento git setup and remove: what they write, what they leave alone, and what they say."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.git.setup import HOOKS, Step, is_set_up, remove, setup
from memento_cli.errors import NotFound
from memento_cli.store.store import Store
from tests.conftest import Ran
from tests.git.helpers import PROGRAM, commit, git, tried
from tests.store.helpers import new_store

OWN = "#!/bin/bash\n# mine\necho mine >> ran\nexit 0\n"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store that is a repository."""
    store = new_store(tmp_path / "s")
    git(store.root, "init", "-q", "-b", "main")
    return store


def hooks(store: Store) -> Path:
    return Path(store.root, ".git", "hooks")


def states(steps: list[Step]) -> set[str]:
    return {step.state for step in steps}


def files(folder: Path) -> dict[str, tuple[bytes, int]]:
    """All that is in a folder, with the modes."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mode)
        for path in folder.rglob("*")
        if path.is_file() and path.name != "lock"
    }


def test_the_second_time_all_is_so_already(store: Store) -> None:
    """And not a byte changes."""
    assert "done" in states(setup(store, PROGRAM)) and is_set_up(store)
    before = files(Path(store.root))
    assert states(setup(store, PROGRAM)) == {"already"}
    assert files(Path(store.root)) == before


def test_what_it_says_is_what_it_does(store: Store) -> None:
    """A dry run says the same and does nothing."""
    before = files(Path(store.root))
    said = setup(store, PROGRAM, dry=True)
    assert files(Path(store.root)) == before and not is_set_up(store)
    assert setup(store, PROGRAM) == said
    config = git(store.root, "config", "--local", "--list")
    for step in said:
        if step.state == "done" and step.what.startswith("git config "):
            assert step.what.split()[2] in config
    assert {step.what for step in said} >= {str(hooks(store) / name) for name in HOOKS}


def test_remove_leaves_what_was_there_before(store: Store) -> None:
    """Git's folder is as it was, byte for byte; what clones share stays."""
    (hooks(store) / "pre-commit").write_text(OWN)
    (hooks(store) / "pre-commit").chmod(0o755)
    git(store.root, "config", "alias.x", "status")
    before = files(Path(store.root, ".git"))
    setup(store, PROGRAM)
    assert files(Path(store.root, ".git")) != before
    assert "done" in states(remove(store)) and not is_set_up(store)
    after = files(Path(store.root, ".git"))
    assert after | {"config": b""} == before | {"config": b""}
    assert "memento" not in git(store.root, "config", "--local", "--list")
    assert states(remove(store)) == {"already"}


def test_a_persons_own_hook_goes_on_working(store: Store) -> None:
    """Memento's lines stand before it, so that an `exit 0` at its end does not pass them over."""
    (hooks(store) / "pre-commit").write_text(OWN)
    (hooks(store) / "pre-commit").chmod(0o755)
    setup(store, PROGRAM)
    commit_all = ("commit", "-qm", "x")
    git(store.root, "add", "-A")
    git(store.root, *commit_all)
    assert Path(store.root, "ran").read_text() == "mine\n"
    Path(store.root, "memories").mkdir(exist_ok=True)
    Path(store.root, "memories", "a.toml").write_text("broken")
    git(store.root, "add", "-A")
    assert (
        tried(store.root, *commit_all).code
        and "memories/a.toml" in tried(store.root, *commit_all).err
    )


@pytest.mark.parametrize("first", ["#!/usr/bin/env python3", "#!/usr/bin/perl", "no script", ""])
def test_a_hook_that_is_no_shell_script_is_left(store: Store, first: str) -> None:
    """It is said what it could run; the rest is set up."""
    (hooks(store) / "pre-commit").write_text(first + "\nprint()\n")
    steps = setup(store, PROGRAM)
    (left,) = [step for step in steps if step.state == "left"]
    assert "git pre-commit" in left.what
    assert (hooks(store) / "pre-commit").read_text() == first + "\nprint()\n"


@pytest.mark.parametrize("inside", [True, False])
def test_hooks_in_a_folder_of_their_own(store: Store, tmp_path: Path, inside: bool) -> None:
    """Within the repository they are used; what other repositories share is left."""
    place = Path(store.root, "tools") if inside else tmp_path / "shared"
    place.mkdir()
    git(store.root, "config", "core.hooksPath", "tools" if inside else str(place))
    steps = setup(store, PROGRAM)
    assert (place / "pre-commit").exists() == inside
    assert ("left" in states(steps)) != inside
    assert not (hooks(store) / "pre-commit").exists()


def test_a_program_that_has_moved_is_set_right(store: Store) -> None:
    """Setting up again replaces the old place, in the configuration and in the hooks."""
    setup(store, ["/old/place/memento"])
    setup(store, PROGRAM)
    texts = [git(store.root, "config", "--local", "--list")]
    texts += [(hooks(store) / name).read_text() for name in HOOKS]
    assert not any("/old/place" in text for text in texts)
    assert all(text.count("end of memento") == 1 for text in texts[1:])


def test_hooks_are_silent_when_memento_is_gone(store: Store) -> None:
    """A commit is not held up by a program that was removed."""
    setup(store, ["/nowhere/memento"])
    git(store.root, "add", "-A")
    assert git(store.root, "commit", "-qm", "x") == ""


def test_two_stores_of_one_repository_have_hooks_of_their_own(tmp_path: Path) -> None:
    """Each checks its own files, and removing one leaves the other."""
    git(tmp_path, "init", "-q", "-b", "main")
    stores = [new_store(tmp_path / name) for name in ("one's notes", "two")]
    for store in stores:
        setup(store, PROGRAM)
    script = (tmp_path / ".git" / "hooks" / "pre-commit").read_text()
    assert script.count("git pre-commit") == 2
    for store in stores:
        bad = Path(store.root, "memories", "a.toml")
        bad.write_text("broken")
        git(tmp_path, "add", "-A")
        assert tried(tmp_path, "commit", "-qm", "x").code
        bad.unlink()
    remove(stores[0])
    script = (tmp_path / ".git" / "hooks" / "pre-commit").read_text()
    assert script.count("git pre-commit") == 1 and "--store two" in script


def test_it_works_in_a_linked_work_tree(store: Store, tmp_path: Path) -> None:
    """Its hooks are those of the repository."""
    commit(store)
    git(store.root, "worktree", "add", "-q", str(tmp_path / "tree"))
    setup(Store(str(tmp_path / "tree")), PROGRAM)
    assert (hooks(store) / "pre-commit").exists()


def test_outside_of_git_there_is_nothing_to_set_up(tmp_path: Path) -> None:
    """NotFound, and nothing is written."""
    store = new_store(tmp_path / "s")
    before = files(Path(store.root))
    for act in (lambda: setup(store, PROGRAM), lambda: remove(store)):
        with pytest.raises(NotFound, match="no git repository"):
            act()
    assert files(Path(store.root)) == before


def test_the_command_tells_programs_its_steps(
    call: Callable[..., Ran], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--json has each step and its state; an unknown action is a usage error."""
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    said = json.loads(call("git", "setup", "--json").stdout)
    assert {step["state"] for step in said["steps"]} <= {"done", "already", "left"}
    assert call("git", "nonsense").code == 2 and call("git").code == 2
    assert call("git", "merge", "x").code == 2
