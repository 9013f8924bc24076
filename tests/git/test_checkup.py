"""What doctor says of files that git left behind, that git has, and that nobody may read."""

from __future__ import annotations

import os
import shlex
import subprocess
import unicodedata
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor, open_anyway
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.redaction.erase import erase
from memento_cli.store.directory.store import Store
from tests.faults.helpers import given_away, open_to_all, without_rights
from tests.git.helpers import cloned, commit, git, tried
from tests.store.helpers import NOW, new_store, put, recorded, whole

TEA = "alex-tea-2025-02"
SOUND = whole("x").replace('"one"', '"committed"')
MARKED = SOUND.replace("[memory]", "<<<<<<< ours\n[memory]")


def told(store: Store, path: str | Path, fix: bool = False) -> list[tuple[str, str, bool]]:
    """What is wrong with one file: the problem, the advice, and whether it was mended."""
    findings = doctor(open_anyway(store.root), NOW, fix).findings
    return [(f.problem, f.advice, f.fixed) for f in findings if f.where == str(path)]


# files with the words of another memory


def test_what_git_took_for_a_rename_keeps_its_name(clones: tuple[Store, Store]) -> None:
    """Of a memory deleted by hand and another alike, each gets its own words back, from git."""
    one, two = clones
    text = Path(one.memories.path(TEA)).read_text()
    os.unlink(one.memories.path(TEA))
    fresh = recorded(one, "other", "rome", detail="a\nb\nc\nd\n").id
    forget(two, [TEA], NOW)
    commit(one)
    commit(two)
    assert tried(two.root, "pull", "-q", "--no-rebase", one.root, "main").code == 1
    path = Path(two.archive.path(TEA))
    before = path.read_text()
    assert before != text and f'id = "{fresh}"' in before
    ((problem, _, fixed),) = told(two, path, fix=True)
    assert fresh in problem and fixed
    again = Store(two.root)
    assert again.archive.read(TEA).value.content.summary == "one"
    assert again.memories.read(fresh).value.content.detail == "a\nb\nc\nd\n"
    assert Path(f"{path}.orig").read_text() == before and not told(again, path)


@pytest.mark.parametrize("how", ["--rebase", "--no-rebase", "committed"])
@pytest.mark.parametrize("erased", [True, False])
def test_a_conflict_between_two_memories_is_none_of_one(
    repository: Store, tmp_path: Path, how: str, erased: bool
) -> None:
    """Where a clone was not set up, and git took the one for the other, each gets its own back.

    What was erased meanwhile gets nothing, and leaves nothing behind.
    """
    two = cloned(repository.root, tmp_path / "two", driver=False)
    if erased:
        erase(repository, [TEA], NOW)
    else:
        os.unlink(repository.memories.path(TEA))
    fresh = recorded(repository, "the boat is blue", "boat", detail="e\nf\n").id
    commit(repository)
    keys = {"memory.content.summary": "zanzibar", "memory.content.detail": "a\nb\nc\nx\n"}
    edit(two, TEA, keys, NOW)
    commit(two)
    here = two
    assert tried(two.root, "pull", "-q", how.replace("committed", "--no-rebase")).code == 1
    path = Path(two.memories.path(fresh))
    assert f":memories/{TEA}.toml" in path.read_text() and "zanzibar" in path.read_text()
    if how == "committed":
        commit(two)
        git(repository.root, "pull", "-q", two.root, "main")
        here, path = repository, Path(repository.memories.path(fresh))
    ((problem, advice, fixed),) = told(here, path, fix=True)
    assert problem == f"has git's conflict markers between it and {TEA}" and fixed
    again = Store(here.root)
    assert again.memories.read(fresh).value.content == ("the boat is blue", "e\nf\n", "medium")
    kept = (again.memories.path(TEA) if TEA in again.memories else "", Path(f"{path}.orig"))
    if erased:
        assert advice == "--fix gives it its own" and kept[0] == "" and not kept[1].exists()
    else:
        content = again.memories.read(TEA).value.content
        assert content == ("zanzibar", "a\nb\nc\nx\n", "medium") and kept[1].exists()
    assert not [f for f in doctor(again, NOW).findings if f.problem.startswith("has ")]
    commit(again)
    if how == "--rebase":
        git(two.root, "rebase", "--continue", GIT_EDITOR="true")
    assert not erased or tried(again.root, "grep", "zanzibar", "HEAD").code == 1


def test_the_subject_of_a_commit_is_no_file(repository: Store, tmp_path: Path) -> None:
    """Git's markers name it, too, and it may end in an id, as that of an autocommit does."""
    two = cloned(repository.root, tmp_path / "two", driver=False)
    for store, word in ((repository, "ours"), (two, "theirs")):
        edit(store, TEA, {"memory.content.summary": word}, NOW)
        commit(store, f"edited: memories/rome.toml, {TEA}")
    assert tried(two.root, "pull", "-q", "--rebase").code
    path = Path(two.memories.path(TEA))
    assert f"rome.toml, {TEA})" in path.read_text()
    ((problem, _, fixed),) = told(two, path, fix=True)
    assert "markers" in problem and "between" not in problem and fixed


def test_a_conflict_between_two_memories_that_git_does_not_have_is_left(repository: Store) -> None:
    """What nobody knows is not guessed: the file stays as it is."""
    text = whole("a").replace(
        'summary = "one"',
        '<<<<<<< HEAD:memories/a.toml\nsummary = "one"\n=======\nsummary = "b"\n'
        ">>>>>>> x:memories/b.toml",
    )
    path = put(repository, "a", text)
    ((problem, advice, fixed),) = told(repository, path, fix=True)
    assert problem == "has git's conflict markers between it and b" and not fixed
    assert "git log --full-history --all" in advice and path.read_text() == text


@pytest.mark.parametrize("journalled", [True, False])
def test_a_copy_of_another_file_is_not_given_a_new_id(repository: Store, journalled: bool) -> None:
    """Nobody knows whose words were meant: what --fix finds it leaves as it is."""
    put(repository, "a", whole("a"))
    said = TEA if journalled else "a"
    text = Path(repository.memories.path(said)).read_text()
    path = put(repository, "b", text)
    if journalled:
        os.unlink(repository.memories.path(TEA))
    for fix in (False, True):
        assert [(said in problem, fixed) for problem, _, fixed in told(repository, path, fix)] == [
            (True, False)
        ]
    assert path.read_text() == text


def test_a_copy_of_what_was_erased_is_named_as_that(repository: Store) -> None:
    """Its words are not given another memory's id; what to do is to remove it."""
    text = Path(repository.memories.path(TEA)).read_text().replace('"one"', '"edited since"')
    erase(repository, [TEA], NOW)
    path = put(repository, "b", text)
    ((problem, advice, fixed),) = told(repository, path, fix=True)
    assert problem == f"is a copy of {TEA}, which was erased" and "remove" in advice
    assert not fixed and path.read_text() == text


@pytest.mark.parametrize("said", ["nobody's", "../x", "B"])
def test_an_id_that_is_nobody_elses_is_a_slip(repository: Store, said: str) -> None:
    """Unknown, unsafe, or its own in other letters: --fix sets it to the file's name."""
    path = put(repository, "b", whole(said))
    ((_, _, fixed),) = told(repository, path, fix=True)
    assert fixed and path.read_text() == whole("b")


def test_an_id_in_another_normal_form_is_its_own(repository: Store) -> None:
    """é as one sign or two: the same id, and not another memory's."""
    id = "café"
    path = put(repository, id, whole(unicodedata.normalize("NFD", id)))
    assert told(repository, path, fix=True)[0][2] and path.read_text() == whole(id)


# files that git has


@pytest.mark.parametrize("id", ["x", "it's a day"])
@pytest.mark.parametrize("broken", ["", "[memory]\n", SOUND[:90], "x = \n"])
def test_a_broken_file_that_is_committed_can_be_taken_from_git(
    repository: Store, id: str, broken: str
) -> None:
    """The command that doctor names brings it back, even where the broken one is staged."""
    text = SOUND.replace('"x"', f'"{id}"')
    path = put(repository, id, text)
    commit(repository)
    path.write_text(broken)
    git(repository.root, "add", "-A")
    advices = {advice for _, advice, _ in told(repository, path)}
    (command,) = {advice.split("`")[3] for advice in advices}
    subprocess.run(shlex.split(command), cwd=repository.root, check=True, capture_output=True)
    assert path.read_text() == text and not told(repository, path)


@pytest.mark.parametrize(("committed", "text"), [(None, ""), ("x = \n", ""), (SOUND, MARKED)])
def test_git_is_not_named_where_it_has_nothing_better(
    repository: Store, committed: str | None, text: str
) -> None:
    """A file that is not committed, or broken there, too, or that a merge left with two sides."""
    if committed is not None:
        put(repository, "x", committed)
        commit(repository)
    path = put(repository, "x", text)
    found = told(repository, path)
    assert found and not any("git" in advice for _, advice, _ in found)


def test_git_is_not_named_outside_of_it(tmp_path: Path) -> None:
    """A store that is in no repository has an editor only."""
    store = new_store(tmp_path / "s")
    found = told(store, put(store, "x", ""))
    assert found and not any("git" in advice for _, advice, _ in found)


def test_a_store_inside_a_repository_is_found_in_it(tmp_path: Path) -> None:
    """The command is to be given where the store is, wherever that is in the repository."""
    store = new_store(tmp_path / "top" / "in here")
    git(tmp_path / "top", "init", "-q", "-b", "main")
    path = put(store, "x", SOUND)
    commit(store)
    path.write_text("")
    (advice,) = {advice for _, advice, _ in told(store, path)}
    subprocess.run(shlex.split(advice.split("`")[3]), cwd=store.root, check=True)
    assert path.read_text() == SOUND


# what nobody may read


@pytest.mark.parametrize("name", ["memento.toml", ".gitattributes", "memories/x.toml"])
def test_of_a_file_that_may_not_be_read_its_rights_are_asked(name: str) -> None:
    """Nobody is sent to an editor that cannot open it either; nothing else is wrong."""
    with open_to_all() as root:
        store = new_store(root / "s")
        put(store, "x", SOUND)
        given_away(root / "s")

        def look() -> None:
            os.chmod(root / "s" / name, 0)
            report = doctor(open_anyway(str(root / "s")), NOW)
            (finding,) = report.findings
            assert finding.where.endswith(name) and "Permission denied" in finding.problem
            assert finding.advice == "see who may read it: `ls -l`"

        without_rights(look)


@pytest.mark.parametrize("name", ["memories", "archive"])
def test_of_a_folder_that_may_not_be_read_nothing_is_said_to_be_gone(name: str) -> None:
    """The folder is what is wrong; what is in it, and waits in it, nobody knows."""
    with open_to_all() as root:
        store = new_store(root / "s")
        id = recorded(store).id
        forget(store, [id], NOW)
        recorded(store, "two", "rome")
        given_away(root / "s")

        def look() -> None:
            os.chmod(root / "s" / name, 0)
            report = doctor(open_anyway(str(root / "s")), NOW)
            assert [os.path.basename(finding.where) for finding in report.findings] == [name]
            assert not report.notes

        without_rights(look)
