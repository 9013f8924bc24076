"""store git, and its --remove: what a clone is told, and that nothing of a person's is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.git.setup import HOOKS, SetupStep, is_set_up, remove, setup
from memento_cli.errors import BadData, NotFound
from memento_cli.store.directory.creation import KEEPERS
from memento_cli.store.directory.store import Store
from tests.conftest import Ran
from tests.git.helpers import PROGRAM, commit, git, tried
from tests.store.helpers import NOW, new_store, put, recorded

MINE = "#!/bin/sh\necho mine ran >&2\nexit 0\n"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store in a repository that has not been set up."""
    made = new_store(tmp_path / "s")
    git(made.root, "init", "-q", "-b", "main")
    return made


def states(steps: list[SetupStep]) -> set[str]:
    return {step.state for step in steps}


def everything(store: Store) -> dict[str, tuple[bytes, int]]:
    """All files, git's own configuration and hooks too, with their modes."""
    found = {}
    for folder, _, names in os.walk(store.root):
        for name in names:
            path = Path(folder, name)
            found[str(path)] = (path.read_bytes(), path.stat().st_mode)
    return found


def hook(store: Store, name: str, text: str, folder: str = ".git/hooks") -> Path:
    path = Path(store.root, folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def broken(store: Store) -> None:
    """A file that the pre-commit hook refuses."""
    put(store, "broken", "x = \n")


def refuses(store: Store) -> bool:
    """Whether a commit of everything is refused, and by whom."""
    git(store.root, "add", "-A")
    done = tried(store.root, "commit", "-qm", "x")
    assert (done.code != 0) == ("memories/broken.toml" in done.err), done
    return done.code != 0


def test_a_dry_run_tells_all_and_changes_nothing(store: Store) -> None:
    """--dry-run answers the steps that setup then does, and leaves every byte."""
    before = everything(store)
    dry = setup(store, PROGRAM, dry=True)
    assert everything(store) == before and not is_set_up(store)
    assert setup(store, PROGRAM) == dry and "done" in states(dry)
    before = everything(store)
    dry = remove(store, dry=True)
    assert everything(store) == before and remove(store) == dry


def test_setting_up_twice_is_setting_up_once(store: Store) -> None:
    """The second time everything is so already, and no byte changes."""
    setup(store, PROGRAM)
    before = everything(store)
    assert states(setup(store, PROGRAM)) == {"already"}
    assert everything(store) == before and is_set_up(store)


def test_a_memento_that_moved_is_told_to_git_anew(store: Store) -> None:
    """Set up again by another command, git calls that one, and the old one nowhere."""
    setup(store, ["/old/place/memento"])
    steps = setup(store, ["/new place/memento"])
    assert states(steps) == {"done", "already"}
    told = git(store.root, "config", "--list") + "".join(
        Path(store.root, ".git", "hooks", name).read_text() for name in HOOKS
    )
    assert "'/new place/memento'" in told and "/old/" not in told
    assert "already" not in states(remove(store)[:3])


@pytest.mark.parametrize("text", [MINE, "#!/bin/bash\nexit 0", "#!/usr/bin/env -S bash -e\n:\n"])
def test_a_hook_of_ones_own_works_on_and_comes_back(store: Store, text: str) -> None:
    """Also one that ends early: ours runs first, then theirs; remove gives back every byte."""
    path = hook(store, "pre-commit", text)
    before = everything(store)
    setup(store, PROGRAM)
    broken(store)
    assert refuses(store)
    Path(store.root, "memories", "broken.toml").unlink()
    git(store.root, "add", "-A")
    assert ("mine ran" in tried(store.root, "commit", "-qm", "x").err) == (text == MINE)
    remove(store)
    kept = {name: file for name, file in before.items() if "/hooks/" in name}
    assert {name: everything(store)[name] for name in kept} == kept
    assert path.read_text() == text


def test_our_own_hooks_go_with_us(store: Store) -> None:
    """Where there was none, remove leaves none, and no key in git's configuration."""
    config = Path(store.root, ".git", "config")
    before = config.read_bytes()
    setup(store, PROGRAM)
    assert states(remove(store)) == {"done"} and not is_set_up(store)
    assert not any(Path(store.root, ".git", "hooks", name).exists() for name in HOOKS)
    assert "memento" not in config.read_text() and config.read_bytes().startswith(before)
    assert states(remove(store)) == {"already"}


def test_hooks_in_ones_home_are_left(store: Store) -> None:
    """A path that git reads as one's home is no folder of the repository."""
    git(store.root, "config", "core.hooksPath", "~/hooks")
    assert [step.state for step in setup(store, PROGRAM)].count("left") == len(HOOKS)
    assert not Path(store.root, "~").exists()


@pytest.mark.parametrize("text", ["#!/usr/bin/env python3\nprint('mine')\n", "\x7fELF", ""])
def test_a_hook_that_is_no_shell_script_is_left_and_told(store: Store, text: str) -> None:
    """A person is told which line it could run; the others are set up."""
    path = hook(store, "pre-commit", text)
    left = [step for step in setup(store, PROGRAM) if step.state == "left"]
    assert len(left) == 1 and str(path) in left[0].what and "pre-commit" in left[0].what
    assert path.read_text() == text
    remove(store)
    assert path.read_text() == text


LINKED = [MINE, "#!/usr/bin/env python3\nprint('mine')\n", None]


@pytest.mark.parametrize("text", LINKED)
def test_a_hook_that_is_a_link_is_left_and_all_else_is_done(
    store: Store, tmp_path: Path, text: str | None
) -> None:
    """Wherever it leads, also nowhere: nothing is written there, and the clone is set up."""
    target, path = tmp_path / "own", Path(store.root, ".git", "hooks", "pre-commit")
    if text is not None:
        target.write_text(text)
        target.chmod(0o755)
    path.unlink(missing_ok=True)
    path.symlink_to(target)
    dry = setup(store, PROGRAM, dry=True)
    assert setup(store, PROGRAM) == dry and is_set_up(store)
    (left,) = [step for step in dry if step.state == "left"]
    assert f"{path} is a link to {target}" in left.what and "git pre-commit" in left.what
    assert all(Path(store.root, ".git", "hooks", name).exists() for name in HOOKS[1:])
    assert doctor(Store(store.root), NOW).notes == ()
    remove(store)
    assert path.is_symlink() and (target.read_text() if target.exists() else None) == text


def test_what_a_person_added_to_a_linked_hook_runs_and_is_known(
    store: Store, tmp_path: Path
) -> None:
    """The lines named, put where the link leads, are done already; remove tells of them."""
    target, path = tmp_path / "own", Path(store.root, ".git", "hooks", "pre-commit")
    path.unlink(missing_ok=True)
    path.symlink_to(target)
    (left,) = [step for step in setup(store, PROGRAM) if step.state == "left"]
    text = f"#!/bin/sh\n{left.what.partition(':' + chr(10))[2]}"
    target.write_text(text)
    target.chmod(0o755)
    assert states(setup(store, PROGRAM)) == {"already"}
    broken(store)
    assert refuses(store)
    (left,) = [step for step in remove(store) if step.state == "left"]
    assert str(target) in left.what and target.read_text() == text


@pytest.mark.parametrize("name", HOOKS)
def test_a_folder_in_the_place_of_a_hook_is_left(store: Store, name: str) -> None:
    """What is no file is nothing to write into, and stops nothing else."""
    path = Path(store.root, ".git", "hooks", name)
    path.mkdir(parents=True)
    (left,) = [step for step in setup(store, PROGRAM) if step.state == "left"]
    assert str(path) in left.what and is_set_up(store)
    assert [step.what for step in remove(store) if step.state == "left"] != []
    assert list(path.iterdir()) == []


def test_a_folder_of_hooks_that_leads_out_of_the_repository_is_left(
    store: Store, tmp_path: Path
) -> None:
    """A link called hooks is as shared as a core.hooksPath outside."""
    hooks = Path(store.root, ".git", "hooks")
    shutil.rmtree(hooks, ignore_errors=True)
    (tmp_path / "shared").mkdir()
    hooks.symlink_to(tmp_path / "shared")
    left = [step for step in setup(store, PROGRAM) if step.state == "left"]
    assert len(left) == len(HOOKS) and "shared by other repositories" in left[0].what
    assert list((tmp_path / "shared").iterdir()) == [] and is_set_up(store)


def test_a_clone_without_a_folder_of_hooks_gets_one(tmp_path: Path) -> None:
    """Git made it from an empty template."""
    store = new_store(tmp_path / "s")
    git(store.root, "init", "-q", "-b", "main", "--template=")
    assert states(setup(store, PROGRAM)) <= {"done", "already"}
    broken(store)
    assert refuses(store)


@pytest.mark.parametrize("place", [".gitignore", "memories/.gitkeep"])
def test_what_stops_setup_stops_it_before_anything_is_written(store: Store, place: str) -> None:
    """A file of git's that is none ends in an error, and every byte is as it was."""
    path = Path(store.root, place)
    path.unlink()
    path.mkdir()
    before = everything(store)
    with pytest.raises(BadData, match="not a regular file"):
        setup(store, PROGRAM)
    assert everything(store) == before


def test_a_copied_clone_is_told_that_it_is_not_set_up_and_is_then(
    store: Store, tmp_path: Path, run: Callable[..., Ran]
) -> None:
    """The mark is of one place: in a copy it is the one step that would be done, and is."""
    itself = [sys.executable, "-P", "-m", "memento_cli"]  # as the command writes it
    setup(store, itself)
    copy = Store(str(shutil.copytree(store.root, tmp_path / "copy")))
    assert not is_set_up(copy)
    dry = setup(copy, itself, dry=True)
    assert [step.what for step in dry if step.state != "already"] == [".memento/git: set up here"]
    told = run("--store", copy.root, "store", "git", "--dry-run").stdout
    assert "+ .memento/git: set up here" in told and not is_set_up(copy)
    told = run("--store", copy.root, "store", "git", "--json").stdout
    assert ".memento/git: set up here" in told and is_set_up(copy)
    assert states(setup(copy, itself)) == {"already"} and is_set_up(store)


def test_hooks_in_a_folder_of_the_repository_are_used(store: Store) -> None:
    """core.hooksPath inside the work tree: there they go."""
    path = hook(store, "pre-commit", MINE, "tools/hooks")
    git(store.root, "config", "core.hooksPath", "tools/hooks")
    setup(store, PROGRAM)
    broken(store)
    assert refuses(store) and "git pre-commit" in path.read_text()
    remove(store)
    assert path.read_text() == MINE


def test_hooks_that_other_repositories_share_are_left(store: Store, tmp_path: Path) -> None:
    """core.hooksPath outside, or in the user's own configuration: told, and not touched."""
    (tmp_path / "shared").mkdir()
    git(store.root, "config", "core.hooksPath", str(tmp_path / "shared"))
    left = [step for step in setup(store, PROGRAM) if step.state == "left"]
    assert len(left) == len(HOOKS) and "shared by other repositories" in left[0].what
    assert list((tmp_path / "shared").iterdir()) == []


def test_outside_of_git_there_is_nothing_to_set_up(tmp_path: Path) -> None:
    """A store that is in no repository is told so, and gets no file."""
    store = new_store(tmp_path / "s")
    before = everything(store)
    for act in (lambda: setup(store, PROGRAM), lambda: remove(store)):
        with pytest.raises(NotFound, match="in no git repository"):
            act()
    assert everything(store) == before


def test_two_stores_in_one_repository_have_hooks_beside_each_other(tmp_path: Path) -> None:
    """Each checks its own files; removing one leaves the other's."""
    top = tmp_path / "top"
    stores = [new_store(top / name) for name in ("one", "it's two")]
    git(top, "init", "-q", "-b", "main")
    for store in stores:
        setup(store, PROGRAM)
        commit(store)
    for store in stores:
        put(store, "broken", "x = \n")
        git(top, "add", "-A")
        assert tried(top, "commit", "-qm", "x").code == 1
        os.unlink(Path(store.root, "memories", "broken.toml"))
    remove(stores[0])
    for store, code in zip(stores, (0, 1), strict=True):
        put(store, "broken", "x = \n")
        git(top, "add", "-A")
        assert tried(top, "commit", "-qm", "x").code == code


def test_a_hook_without_memento_lets_commits_through(store: Store) -> None:
    """An uninstalled memento stops nobody's work."""
    setup(store, ["/gone/memento"])
    broken(store)
    git(store.root, "add", "-A")
    git(store.root, "commit", "-qm", "x")


def test_files_that_keep_folders_are_made_once(store: Store) -> None:
    """An older store, which lacks git's files, gets them; what stands in them stays."""
    for name in (".gitattributes", *KEEPERS):
        os.unlink(Path(store.root, name))
    ignore = Path(store.root, ".gitignore")
    ignore.write_text("mine")
    setup(store, PROGRAM)
    assert all(Path(store.root, name).exists() for name in KEEPERS)
    assert ignore.read_text().startswith("mine\n") and ".memento/" in ignore.read_text()
    assert git(store.root, "check-attr", "merge", "memories/x.toml").endswith("memento\n")
    assert git(store.root, "check-attr", "merge", "journal/2025-01/x.jsonl").endswith("union\n")


def test_doctor_notes_a_clone_that_was_not_set_up(store: Store) -> None:
    """Only where git keeps the store, and no setup has been run in this clone."""
    assert doctor(Store(store.root), NOW).notes == ()
    commit(store)
    (note,) = doctor(Store(store.root), NOW).notes
    assert "not set up" in note.problem and "memento store git" in note.advice
    setup(store, PROGRAM)
    assert doctor(Store(store.root), NOW).notes == ()


def test_the_command_says_what_it_did(
    run: Callable[..., Ran], store: Store, tmp_path: Path
) -> None:
    """A line a step with its sign; as JSON the steps; outside of git an error with code 3."""
    done = run("--store", store.root, "store", "git")
    assert done.code == 0 and "+ git config merge.memento.driver" in done.stdout
    done = run("--store", store.root, "store", "git", "--json")
    assert '"already"' in done.stdout and '"done"' not in done.stdout
    done = run("--store", store.root, "store", "git", "--remove")
    assert done.code == 0 and "pre-commit" in done.stdout and ".gitattributes stay" in done.stderr
    bare = new_store(tmp_path / "bare")
    done = run("--store", bare.root, "store", "git")
    assert done.code == 3 and "in no git repository" in done.stderr


def test_commits_and_merges_work_by_the_installed_command(store: Store) -> None:
    """What setup wrote is run by git as it stands, from any folder of the work tree."""
    setup(store, PROGRAM)
    recorded(store)
    inside = Path(store.root, "memories")
    git(inside, "add", "-A", ".")
    git(inside, "commit", "-qm", "x")
    broken(store)
    git(inside, "add", "-A", ".")
    assert tried(inside, "commit", "-qm", "x").code == 1
    assert subprocess.run(["sh", "-n", Path(store.root, ".git/hooks/pre-commit")]).returncode == 0
