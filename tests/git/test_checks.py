"""A store that git hides, in a submodule, in a bare clone: FAULTS U4."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran
from tests.git.helpers import git, tried

Run = Callable[..., Ran]
RULES = {
    "*.toml": True,
    "memories/": True,
    "*.jsonl": True,
    "journal": True,
    "store/": False,
    "store/*": False,
}
"""Rules of a repository, and whether they leave something of a store in its commits."""


def made(run: Run, top: Path, rule: str = "") -> tuple[str, Ran]:
    """A store in a repository with a rule, and what `init` said."""
    git(top.parent, "init", "-q", "-b", "main", str(top))
    (top / ".gitignore").write_text(f"# what nobody needs\n{rule}\n")
    place = str(top / "store")
    return place, run("init", place, "--person", "alex")


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("where", [".gitignore", ".git/info/exclude"])
def test_fault_u4_what_the_rules_of_a_repository_hide_is_named(
    run: Run, tmp_path: Path, rule: str, where: str
) -> None:
    """Init, store git, doctor and the hook name the rule that hides a part of the store, and no
    commit is made that has only the rest of it; what is hidden whole is only told."""
    top = tmp_path / "work"
    git(tmp_path, "init", "-q", "-b", "main", str(top))
    (top / where).write_text(f"# what nobody needs\n{rule}\n")
    place = str(top / "store")
    named = f"{where}:2 `{rule}`"
    assert named in run("init", place, "--person", "alex").stderr
    run("--store", place, "record", "Met Ana", "--topic", "ana")
    steps = run("--store", place, "store", "git").stdout
    assert any(line.startswith("! ") and named in line for line in steps.split("\n"))
    ran = run("--store", place, "doctor")
    assert ran.code == (4 if RULES[rule] else 0) and named in ran.stdout + ran.stderr
    (top / "other").touch()
    git(top, "add", "--all")
    done = tried(top, "commit", "-qm", "x")
    assert (done.code != 0) == RULES[rule] == (named in done.err)


def test_fault_u4_one_file_that_is_hidden_is_named(run: Run, tmp_path: Path) -> None:
    """Doctor asks for every file that is there; what is in git all the same is not hidden."""
    place, _ = made(run, tmp_path / "work", "alex-ana*")
    for topic in ("ana", "bob"):
        run("--store", place, "record", "Met", "--topic", topic)
    ran = run("--store", place, "doctor")
    assert ran.code == 4 and "memories/alex-ana-" in ran.stdout and "alex-bob" not in ran.stdout
    git(place, "add", "--force", "memories")
    assert run("--store", place, "doctor").code == 0


def test_fault_u4_a_commit_by_memento_lacks_nothing(run: Run, tmp_path: Path) -> None:
    """With `git.autocommit` nothing is committed while a part of the store is hidden; once the rule
    is lifted in the store's own .gitignore all is."""
    place, _ = made(run, tmp_path / "work", "*.toml")
    run("--store", place, "store", "git")
    settings = Path(place, "memento.toml")
    settings.write_text(settings.read_text().replace("autocommit = false", "autocommit = true"))
    ran = run("--store", place, "record", "Met Ana", "--topic", "ana")
    assert ran.code == 0 and "not committed" in ran.stderr and "`*.toml`" in ran.stderr
    assert tried(place, "log").code != 0
    with Path(place, ".gitignore").open("a") as file:
        file.write("!*.toml\n")
    assert "not committed" not in run("--store", place, "record", "Met Bob", "--topic", "b").stderr
    assert "memories/alex-ana" in git(place, "ls-files")
    assert run("--store", place, "doctor").code == 0


def test_fault_u4_a_submodule_is_told(run: Run, tmp_path: Path) -> None:
    """A store in a submodule works; setup and doctor say that the repository around it needs a
    commit, too, and the hook warns where the commit is on no branch."""
    source, _ = made(run, tmp_path / "source")
    git(source, "add", "--all")
    git(source, "commit", "-qm", "a store")
    top = tmp_path / "work"
    git(tmp_path, "init", "-q", "-b", "main", str(top))
    allowed = ("-c", "protocol.file.allow=always", "submodule", "add", "-q")
    git(top, *allowed, str(tmp_path / "source"), "own")
    place = str(top / "own" / "store")
    assert f"submodule of {top}" in run("--store", place, "store", "git").stdout
    ran = run("--store", place, "doctor")
    assert ran.code == 0 and f"submodule of {top}" in ran.stdout + ran.stderr
    run("--store", place, "record", "Met Ana", "--topic", "ana")
    git(place, "add", "--all")
    git(place, "commit", "-qm", "on a branch")
    git(place, "checkout", "-q", "--detach")
    run("--store", place, "record", "Met Bob", "--topic", "bob")
    git(place, "add", "--all")
    done = tried(place, "commit", "-qm", "on none")
    assert done.code == 0 and "on no branch" in done.err
    assert "on no branch" in run("--store", place, "doctor").stdout


def test_fault_u4_a_bare_clone_is_told(run: Run, tmp_path: Path) -> None:
    """A store made inside a bare clone is kept by no git: init and doctor say so, setup refuses."""
    top = tmp_path / "bare.git"
    git(tmp_path, "init", "-q", "--bare", str(top))
    assert "bare clone" in run("init", str(top), "--person", "alex").stderr
    ran = run("--store", str(top), "doctor")
    assert ran.code == 0 and "bare clone" in ran.stdout + ran.stderr
    ran = run("--store", str(top), "store", "git")
    assert ran.code == 3 and "no work tree" in ran.stderr


def test_a_store_that_git_keeps_whole_is_no_matter(run: Run, tmp_path: Path) -> None:
    """Where nothing is hidden nothing is said."""
    place, ran = made(run, tmp_path / "work")
    assert "ignore" not in ran.stderr
    steps = run("--store", place, "store", "git").stdout
    assert not any(line.startswith("!") for line in steps.split("\n"))
    assert "ignore" not in run("--store", place, "doctor").stdout
