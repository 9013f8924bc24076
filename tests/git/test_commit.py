"""git.autocommit: what was done is committed, and nothing else."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.git.commit import UNFINISHED, commit_done, message
from memento_cli.actions.git.setup import remove
from memento_cli.core.history import ADOPTION, Line
from memento_cli.store.store import Store
from tests.conftest import Ran
from tests.core.values import day
from tests.git.helpers import PROGRAM, commit, git
from tests.store.helpers import put, recorded, whole

TEA = "alex-tea-2025-02"
Run = Callable[..., Ran]


@pytest.fixture
def store(repository: Store) -> Store:
    """A store in which what is done is committed."""
    path = Path(repository.settings_file)
    path.write_text(path.read_text().replace("autocommit = false", "autocommit = true"))
    commit(repository)
    return Store(repository.root)


@pytest.fixture
def act(run: Run, store: Store) -> Run:
    """A command on it, by the front door if that takes it."""
    return lambda *words, **more: run("--store", store.root, *words, **more)


def last(store: Store) -> tuple[str, list[str]]:
    """The newest commit: its subject, and the files in it."""
    subject = git(store.root, "log", "-1", "--format=%s").strip()
    files = git(store.root, "show", "--format=", "--name-only", "--no-renames", "HEAD")
    return subject, sorted(name for name in files.split("\n") if "journal" not in name and name)


def count(store: Store) -> int:
    return int(git(store.root, "rev-list", "--count", "HEAD"))


MEMORY, ARCHIVED = f"memories/{TEA}.toml", f"archive/{TEA}.toml"
ACTS = [
    (["edit", TEA, "--summary", "secret words"], f"edited: {TEA}", [MEMORY]),
    (["pin", TEA], f"pinned: {TEA}", [MEMORY]),
    (["used", TEA], f"used: {TEA}", []),
    (["reinforce", TEA, "--now", "+9d"], f"reinforced: {TEA}", [MEMORY]),
    (["forget", TEA, "--yes"], f"forgotten: {TEA}", [ARCHIVED, MEMORY]),
]


@pytest.mark.parametrize(("words", "subject", "files"), ACTS)
def test_an_act_is_a_commit(
    act: Run, store: Store, words: list[str], subject: str, files: list[str]
) -> None:
    """With the act and the id in its message, none of the words, and only the files it touched."""
    before = count(store)
    done = act(*words)
    assert done.code == 0 and "Warning" not in done.stderr
    assert last(store) == (subject, sorted(files)) and count(store) == before + 1
    assert not git(store.root, "status", "--porcelain")
    assert act("undo").code == 0
    assert last(store)[0] == f"undone: {TEA}" and not git(store.root, "status", "--porcelain")


def test_a_new_memory_and_an_import_are_commits(act: Run, store: Store) -> None:
    """`record` by the front door and beside it; an import of several is one commit."""
    for words in (["record", "Two"], ["record", "Three", "--topic", "rome", "--quiet"]):
        id = act(*words).stdout.strip()
        assert last(store) == (f"recorded: {id}", [f"memories/{id}.toml"])
    lines = "".join(f'{{"summary": "line {nth}", "topics": ["t{nth}"]}}\n' for nth in range(5))
    assert act("import", "--from", "jsonl", "-", input=lines).code == 0
    assert last(store)[0] == "recorded: 5 memories" and len(last(store)[1]) == 5
    assert not git(store.root, "status", "--porcelain")


def test_what_nobody_asked_for_is_not_committed(act: Run, store: Store) -> None:
    """Reading, a dry run, a skipped or a failed act make no commit."""
    before = count(store)
    for words in (["recall", "one"], ["list"], ["forget", TEA, "--dry-run"], ["edit", "nothing"]):
        act(*words)
    act("reinforce", TEA, "--now", "2025-02-01T15:00:00Z")
    assert count(store) == before


def test_what_else_is_changed_or_staged_stays_so(act: Run, store: Store) -> None:
    """Dirty files stay dirty, staged ones staged, new ones new; also one with a tricky name."""
    for id in ("mine", "staged", ":(top)", "[a-z]*"):
        Path(store.root, "memories", f"{id}.md").write_text("x\n")
    put(store, "dirty", whole("dirty"))
    git(store.root, "add", "memories/dirty.toml")
    git(store.root, "commit", "-qm", "x", "--no-verify")
    put(store, "dirty", whole("dirty") + "# more\n")
    git(store.root, "--literal-pathspecs", "add", "memories/staged.md")
    before = git(store.root, "status", "--porcelain")
    assert act("pin", TEA).code == 0
    assert last(store) == (f"pinned: {TEA}", [MEMORY])
    assert git(store.root, "status", "--porcelain") == before


def test_without_setup_nothing_is_committed(act: Run, store: Store) -> None:
    """A clone that was not set up is asked nothing: settings alone start no git."""
    remove(store)
    before = count(store)
    assert act("pin", TEA).code == 0 and count(store) == before


@pytest.mark.parametrize("state", UNFINISHED)
def test_during_a_merge_or_a_rebase_nothing_is_committed(
    act: Run, store: Store, state: str
) -> None:
    """It is told, and the act is done all the same."""
    path = Path(store.root, ".git", state)
    if "rebase" in state:
        path.mkdir()
    else:
        path.write_text(git(store.root, "rev-parse", "HEAD"))
    before = count(store)
    done = act("pin", TEA)
    assert done.code == 0 and f"under way ({state})" in done.stderr
    assert count(store) == before and Store(store.root).memories.read(TEA).value.pinned


def nobody(store: Store) -> dict[str, str]:
    """A git that does not know who commits."""
    git(store.root, "config", "user.useConfigOnly", "true")
    return {
        f"GIT_{role}_{key}": "" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")
    }


def locked(store: Store) -> dict[str, str]:
    """Another git is at work."""
    Path(store.root, ".git", "index.lock").touch()
    return {}


def without_git(store: Store) -> dict[str, str]:
    return {"PATH": "/nowhere"}


@pytest.mark.parametrize("fault", [nobody, locked, without_git])
def test_a_commit_that_fails_is_a_warning(
    act: Run, store: Store, fault: Callable[[Store], dict[str, str]]
) -> None:
    """What was done stays done, the code is 0, and the next act commits it, too."""
    before = count(store)
    env = fault(store)
    done = act("pin", TEA, env=env)
    assert done.code == 0 and "not committed" in done.stderr.lower()
    assert count(store) == before and Store(store.root).memories.read(TEA).value.pinned
    Path(store.root, ".git", "index.lock").unlink(missing_ok=True)
    assert act("unpin", TEA).code == 0
    assert count(store) == before + 1 and not git(store.root, "status", "--porcelain")


def test_no_hook_runs(act: Run, store: Store) -> None:
    """Neither ours nor anyone's: what a hook would start holds nobody up."""
    for name in ("pre-commit", "post-commit", "commit-msg", "prepare-commit-msg"):
        path = Path(store.root, ".git", "hooks", name)
        path.write_text(f"#!/bin/sh\ntouch '{store.root}/ran'\nexit 1\n")
        path.chmod(0o755)
    assert act("pin", TEA).code == 0 and last(store)[0] == f"pinned: {TEA}"
    assert not os.path.exists(os.path.join(store.root, "ran"))


def test_two_at_once_are_both_committed(act: Run, store: Store) -> None:
    """Of processes that commit at one time, what each has done is committed in the end."""
    for topic in ("rome", "oauth", "milk", "salt"):
        recorded(store, topic, topic)
    commit(store)
    ids = store.memories.ids()
    command = [*PROGRAM, "--store", store.root, "pin"]
    children = [subprocess.Popen([*command, id], stderr=subprocess.PIPE) for id in ids]
    told = [child.communicate()[1].decode() for child in children]
    assert [child.returncode for child in children] == [0] * len(ids)
    assert all(Store(store.root).memories.read(id).value.pinned for id in ids)
    left = git(store.root, "status", "--porcelain").split("\n")
    assert len([line for line in left if line]) <= sum("not committed" in text for text in told) * 2
    git(store.root, "fsck", "--strict")


def line(act: str, memory: str, via: str = "cli") -> Line:
    return Line("", day(0), act, memory, "alex", via, text={"reason": "secret words"})


MESSAGES = [
    ([line("edited", "a")], "edited: a"),
    ([line("recorded", "a", ADOPTION), line("used", "a")], "used: a"),
    ([line("recorded", "a", ADOPTION)], "recorded: a"),
    ([line("edited", "a"), line("set", "a"), line("used", "b")], "edited, set, used: a, b"),
    ([line("pruned", id) for id in "abcd"], "pruned: 4 memories\n\na\nb\nc\nd"),
    ([], "settled"),
]


@pytest.mark.parametrize(("lines", "said"), MESSAGES)
def test_a_message_has_acts_and_ids_only(lines: list[Line], said: str) -> None:
    """So that what is erased from a store is not in git's messages."""
    assert message(lines) == said


def test_outside_of_git_it_is_told(tmp_path: Path, store: Store) -> None:
    """A store that was moved out of its repository loses no act by it."""
    os.rename(store.root, tmp_path / "moved")
    moved = Store(str(tmp_path / "moved"))
    os.rename(Path(moved.root, ".git"), tmp_path / "git")
    recorded(moved, "two", "rome")
    assert commit_done(moved).startswith("not committed:")


@pytest.mark.parametrize("trouble", ["index.lock", "MERGE_HEAD"])
def test_the_next_commit_takes_in_what_one_could_not(act: Run, store: Store, trouble: str) -> None:
    """No file is left behind, whatever kept git from committing it."""
    act("pin", TEA)  # commits what setting up has left
    git(store.root, "add", "-A")
    git(store.root, "commit", "-qm", "x", "--allow-empty", "--no-verify")
    before = count(store)
    block = Path(store.root, ".git", trouble)
    block.write_text(git(store.root, "rev-parse", "HEAD"))
    assert "not committed" in act("record", "The kettle whistles", "--topic", "kettle").stderr
    block.unlink()
    assert act("record", "Another thing", "--topic", "other").stderr == ""
    assert not git(store.root, "status", "--porcelain") and count(store) == before + 1


@pytest.mark.parametrize("what", ["git.privacy", "GitHub token"])
def test_what_a_hook_would_refuse_is_not_committed(act: Run, store: Store, what: str) -> None:
    """The act is done, and one line says why it is not committed."""
    settings, path = Path(store.settings_file), Path(store.memories.path(TEA))
    if what == "git.privacy":
        text = settings.read_text().replace('privacy = "private"', 'privacy = "team"')
        settings.write_text(text)
    else:
        path.write_text(path.read_text() + "# ghp_" + "a1B2" * 9 + "\n")
    before = count(store)
    done = act("pin", TEA)
    assert done.code == 0 and what in done.stderr and "not committed" in done.stderr
    assert count(store) == before
