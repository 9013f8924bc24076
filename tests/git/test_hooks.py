"""What the hooks refuse, and what they let through."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.git.setup import setup
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import note_use
from memento_cli.actions.redaction.erase import erase
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.store.directory.store import Store
from tests.git.helpers import PROGRAM, Answer, cloned, commit, git, tried, unmerged
from tests.store.helpers import ALEX, DAY, NOW, new_store, put, recorded, say, whole

TEA = "alex-tea-2025-02"
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
MARKED = 'detail = """\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n"""'
DETAIL = "memory.content.detail"


def staged(store: Store, *paths: str) -> Answer:
    git(store.root, "add", *(paths or ("-A",)))
    return tried(store.root, "commit", "-qm", "x")


def torn(store: Store) -> None:
    (path,) = store.journal.files()
    Path(path).write_text(Path(path).read_text() + '{"id": "01')


def public_only(store: Store) -> None:
    say(store.root, git__privacy="team")
    recorded(store, "more", "rome")


def settings(store: Store) -> None:
    say(store.root, git__privacy="any")


def text(id: str, old: str, new: str) -> Callable[[Store], object]:
    return lambda store: put(store, id, whole("x").replace(old, new))


REFUSED: list[tuple[Callable[[Store], object], str, str]] = [
    (lambda store: put(store, "x", "x = \n"), "memories/x.toml", "Invalid value"),
    (lambda store: put(store, "x", "[memory]\n", "archive"), "archive/x.toml", "missing"),
    (text("x", 'summary = "one"', ""), "memories/x.toml", "summary"),
    (text("y", "", ""), "memories/y.toml", "its id is 'x'"),
    (text("x", "[memory]", "<<<<<<< HEAD\n[memory]"), "memories/x.toml", "conflict marker"),
    (text("x", 'summary = "one"', f'summary = "one"\n{MARKED}'), "memories/x.toml", "markers"),
    (text("x", "one", f"token {TOKEN}"), "memories/x.toml", "ghp_"),
    (text("x", "[memory]", f"# {TOKEN}\n[memory]"), "memories/x.toml:1", "GitHub"),
    (torn, "journal/", "line 2"),
    (public_only, "memories/alex-rome-2025-02.toml", "is private; only what is team"),
    (settings, "memento.toml", "git.privacy"),
]


@pytest.mark.parametrize(("act", "where", "problem"), REFUSED)
def test_what_is_broken_or_private_is_not_committed(
    repository: Store, act: Callable[[Store], object], where: str, problem: str
) -> None:
    """The commit is refused with the file and what is wrong, and how to commit all the same."""
    act(repository)
    done = staged(repository)
    assert done.code == 1 and where in done.err and problem in done.err
    assert TOKEN not in done.err and "--no-verify" in done.err
    git(repository.root, "commit", "-qm", "x", "--no-verify")


def test_what_was_there_before_is_refused_only_when_it_changes(repository: Store) -> None:
    """A broken file that is committed already stops no other commit."""
    put(repository, "x", "x = \n")
    commit(repository)
    recorded(repository, "two", "rome")
    assert staged(repository).code == 0
    put(repository, "x", "y = \n")
    assert staged(repository).code == 1


def gone(store: Store) -> None:
    """Deleted, moved, and put back as something else."""
    put(store, "x", "x = \n")
    commit(store)
    os.unlink(Path(store.root, "memories", "x.toml"))
    forget(store, [TEA], NOW)


def foreign(store: Store) -> None:
    """Files that are no memories: notes, other folders, other endings, links."""
    for name in ("notes.toml", "memories/x.md", "memories/deep/x.toml", "journal/x.txt", "a b.py"):
        path = Path(store.root, name)
        path.parent.mkdir(exist_ok=True)
        path.write_text("<<<<<<< x = \n")
    os.symlink("../notes.toml", Path(store.root, "memories", "link.toml"))


@pytest.mark.parametrize("act", [gone, foreign, lambda store: recorded(store, "two", "rome")])
def test_everything_else_is_let_through(repository: Store, act: Callable[[Store], object]) -> None:
    """Deletions, moves, files of others and good memories."""
    act(repository)
    done = staged(repository)
    assert (done.code, done.err) == (0, "")


def test_a_first_commit_is_checked_too(tmp_path: Path) -> None:
    """Where nothing is committed yet, all that is staged is looked at."""
    store = new_store(tmp_path / "s")
    git(store.root, "init", "-q", "-b", "main")
    setup(store, PROGRAM)
    put(store, "x", "x = \n")
    assert staged(store).code == 1
    os.unlink(Path(store.root, "memories", "x.toml"))
    recorded(store)
    assert staged(store).code == 0


@pytest.mark.parametrize("place", [".", "deep/in"])
def test_only_what_is_committed_is_looked_at(tmp_path: Path, place: str) -> None:
    """`git commit -- path` and `git commit -a` have an index of their own, and that is asked."""
    store = new_store(tmp_path / "top" / place)
    top = tmp_path / "top"
    git(top, "init", "-q", "-b", "main")
    recorded(store)
    setup(store, PROGRAM)
    commit(store)
    bad, good = put(store, "x", "x = \n"), put(store, "y", whole("y"))
    git(top, "add", "-A")
    assert tried(top, "commit", "-qm", "x", "--", str(bad)).code == 1
    assert tried(top, "commit", "-qm", "x", "--", str(good)).code == 0
    assert tried(top, "commit", "-qm", "x").code == 1
    git(top, "reset", "-q", "--", str(bad))
    os.unlink(bad)
    good.write_text("y = \n")
    assert tried(top, "commit", "-qam", "x").code == 1
    assert tried(top, "commit", "-qm", "x", "--allow-empty").code == 0  # nothing is staged


def test_a_secret_that_was_allowed_is_committed(repository: Store) -> None:
    """Who said so when it was recorded is not asked again."""
    draft = Draft(f"token {TOKEN}", ALEX, tags=Tags(("keys",)))
    record(repository, draft, NOW, allow_secret=True)
    assert staged(repository).code == 0


def test_what_is_staged_counts_and_not_what_stands_in_the_file(repository: Store) -> None:
    """A file repaired after `git add` is still staged broken."""
    path = put(repository, "x", "x = \n")
    git(repository.root, "add", "-A")
    path.write_text(whole("x"))
    assert tried(repository.root, "commit", "-qm", "x").code == 1
    assert staged(repository).code == 0


def test_after_a_merge_what_is_wrong_is_told(clones: tuple[Store, Store]) -> None:
    """A pull that brings a broken file succeeds, and says so."""
    one, two = clones
    put(two, "x", "x = \n")
    commit(two)
    done = tried(one.root, "pull", "-q", "--no-rebase", two.root, "main")
    assert done.code == 0 and "memories/x.toml" in done.err


def test_an_amended_commit_moves_no_acts(clones: tuple[Store, Store]) -> None:
    """`git commit --amend` is a rewrite, too, but nothing has come with it."""
    one, two = clones
    recorded(one, "older", "lunch")
    record(two, Draft("newer", ALEX, tags=Tags(("lunch",))), NOW + DAY)
    commit(one)
    commit(two)
    git(two.root, "pull", "-q", "--no-rebase", "--no-edit")
    commit(two)
    edit(two, "alex-lunch-2025-02", {"memory.content.summary": "older yet"}, NOW)
    commit(two)
    before = len(two.journal.lines().lines)
    git(two.root, "commit", "-q", "--amend", "-m", "y")
    assert len(two.journal.lines().lines) == before
    assert not git(two.root, "status", "--porcelain")


def test_a_squashed_merge_places_what_it_brings(clones: tuple[Store, Store]) -> None:
    """`git merge --squash` leaves HEAD where it was; two memories of one id are two."""
    one, two = clones
    recorded(one, "older", "lunch")
    record(two, Draft("newer", ALEX, tags=Tags(("lunch",))), NOW + DAY)
    commit(one)
    commit(two)
    git(one.root, "fetch", "-q", two.root, "main")
    git(one.root, "merge", "-q", "--squash", "FETCH_HEAD")
    commit(one)
    assert len(one.memories.ids()) == 3 and not git(one.root, "status", "--porcelain")


@pytest.mark.parametrize("place", [".git/other-index", "outside"])
def test_the_index_that_a_commit_takes_is_checked(
    repository: Store, tmp_path: Path, place: str
) -> None:
    """Also one that a person or a program has made elsewhere for this commit."""
    index = tmp_path / place if place == "outside" else Path(repository.root, place)
    index.write_bytes(Path(repository.root, ".git", "index").read_bytes())
    put(repository, "x", f"{whole('x')}# {TOKEN}\n")
    env = {"GIT_INDEX_FILE": str(index)}
    git(repository.root, "add", "memories", **env)
    done = tried(repository.root, "commit", "-qm", "x", **env)
    assert done.code == 1 and "GitHub" in done.err


def test_a_merge_that_git_did_not_do_is_not_committed(clones: tuple[Store, Store]) -> None:
    """Where another git was at work, git merges nothing and leaves it to be committed as done."""
    one, two = clones
    recorded(one, "other", "rome")
    note_use(one, [TEA], NOW)
    commit(one)
    recorded(two, "two", "oslo")
    commit(two)
    git(two.root, "fetch", "-q")
    lock = Path(two.root, ".git", "index.lock")
    lock.touch()
    stopped = tried(two.root, "merge", "-q", "origin/main")
    lock.unlink()
    if not Path(two.root, ".git", "MERGE_HEAD").exists():
        pytest.skip("this git does not begin a merge then")
    assert stopped.code and not unmerged(two)
    (note,) = doctor(two, NOW).notes
    assert "`git merge --abort`" in note.advice
    done = staged(two)
    assert done.code == 1 and "lacks 2 lines of the other side" in done.err
    assert "`git merge --abort`" in done.err
    git(two.root, "merge", "--abort")
    git(two.root, "merge", "-q", "origin/main")
    assert "alex-rome-2025-02" in Store(two.root).memories


def test_lines_that_one_side_threw_away_are_missed(clones: tuple[Store, Store]) -> None:
    """A merge is committed with the lines of both sides, or not at all; but for what was erased."""
    one, two = clones
    note_use(one, [TEA], NOW)
    commit(one)
    edit(two, TEA, {"memory.content.summary": "two"}, NOW)
    commit(two)
    git(two.root, "fetch", "-q")
    git(two.root, "merge", "-q", "--no-commit", "origin/main")
    assert staged(two).code == 0
    git(two.root, "reset", "-q", "--hard", "HEAD~")
    git(two.root, "merge", "-q", "--no-commit", "origin/main")
    (log,) = one.journal.files()
    path = os.path.relpath(log, one.root)
    Path(two.root, path).write_text(Path(one.root, path).read_text().split("\n", 1)[0] + "\n")
    done = staged(two)
    assert done.code == 1 and f"{path}: lacks 1 line of the other side" in done.err
    git(two.root, "merge", "--abort")
    erase(two, [TEA], NOW)
    commit(two)
    git(two.root, "merge", "-q", "--no-commit", "origin/main")
    doctor(two, NOW, fix=True)
    assert staged(two).code == 0


def test_an_erased_memory_that_our_side_has_is_not_committed_with_a_merge(
    clones: tuple[Store, Store],
) -> None:
    """Where git leaves the file of the side that changed it, until `doctor --fix` takes it out."""
    one, two = clones
    erase(one, [TEA], NOW)
    commit(one)
    edit(two, TEA, {"memory.content.summary": "two"}, NOW)
    commit(two)
    assert tried(two.root, "pull", "-q", "--no-rebase").code == 1 and unmerged(two)
    done = staged(two)
    assert done.code == 1 and f"memories/{TEA}.toml: was erased on 2025-02-01" in done.err
    doctor(two, NOW, fix=True)
    assert staged(two).code == 0
    assert TEA not in git(two.root, "ls-tree", "-r", "--name-only", "HEAD")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with a remote that has its first commit."""
    store = new_store(tmp_path / "s")
    git(store.root, "init", "-q", "-b", "main")
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "hub.git")
    git(store.root, "remote", "add", "origin", str(tmp_path / "hub.git"))
    setup(store, PROGRAM)
    recorded(store)
    commit(store)
    git(store.root, "push", "-q", "-u", "origin", "main")
    return store


def told(store: Store) -> str:
    return record(Store(store.root), Draft("Xylophone", ALEX), NOW).memory.id


def pushed(store: Store) -> str:
    """What a push says that is refused; nothing of one that is not."""
    done = tried(store.root, "push", "-q", "origin", "main")
    return done.err if done.code else ""


def test_promise_11_words_that_are_not_pushed_yet_stay_here(store: Store) -> None:
    """A file and a line of a log; the way that the hook names takes them out, and it passes."""
    id = told(store)
    commit(store)
    edit(store, id, {DETAIL: "Xylophone too"}, NOW)
    commit(store)
    erase(Store(store.root), [id], NOW)
    commit(store)
    said = pushed(store)
    assert f"memories/{id}.toml: has words of {id}" in said and "jsonl: has words" in said
    assert "Xylophone" not in said and "git reset --soft" in said
    git(store.root, "reset", "-q", "--soft", "@{upstream}")
    git(store.root, "add", "--all")
    git(store.root, "commit", "-qm", "without")
    assert pushed(store) == ""
    assert "Xylophone" not in git(store.root, "log", "-p", "--all")


def test_an_erasure_of_what_the_remote_has_is_pushed(store: Store) -> None:
    """Its words are there already: the commit that takes them out brings none."""
    id = told(store)
    commit(store)
    assert pushed(store) == ""
    erase(Store(store.root), [id], NOW)
    commit(store)
    assert pushed(store) == ""


def test_an_old_clone_does_not_bring_them_to_a_cleaned_remote(store: Store, tmp_path: Path) -> None:
    """Its history has them still; the remote was made anew without."""
    id = told(store)
    commit(store)
    assert pushed(store) == ""
    other = cloned(tmp_path / "hub.git", tmp_path / "other")
    erase(Store(store.root), [id], NOW)
    git(store.root, "checkout", "-q", "--orphan", "clean")
    commit(store)
    git(store.root, "push", "-q", "--force", "origin", "clean:main")
    git(other.root, "pull", "-q", "--no-rebase", "--no-edit", "--allow-unrelated-histories")
    assert "Xylophone" not in "".join(map(str, Store(other.root).memories.scan()))
    assert f"has words of {id}" in pushed(other)


def test_a_new_branch_and_a_gone_one_are_looked_at(store: Store) -> None:
    """Of a branch that the remote does not know, only what no other branch of it has."""
    id = told(store)
    git(store.root, "checkout", "-q", "-b", "new")
    commit(store)
    erase(Store(store.root), [id], NOW)
    commit(store)
    assert tried(store.root, "push", "-q", "origin", "new").code == 1
    git(store.root, "push", "-q", "origin", "main:copy")
    git(store.root, "push", "-q", "origin", "--delete", "copy")


def test_words_under_the_id_that_a_memory_had_stay_here(store: Store, tmp_path: Path) -> None:
    """Its file and its lines were committed under an id that a merge gave to another."""
    other = cloned(tmp_path / "hub.git", tmp_path / "other")
    tags = Tags(("one",))
    record(other, Draft("Older", ALEX, tags=tags), NOW)
    commit(other)
    git(other.root, "push", "-q", "origin", "main")
    id = record(Store(store.root), Draft("Xylophone", ALEX, tags=tags), NOW + 3 * DAY).memory.id
    edit(store, id, {DETAIL: "Xylophone too"}, NOW + 3 * DAY)
    commit(store)
    git(store.root, "pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    commit(store)
    fresh = next(each for each in Store(store.root).memories.ids() if each.startswith(f"{id}-"))
    erase(Store(store.root), [fresh], NOW + 4 * DAY)
    commit(store)
    said = pushed(store)
    assert f"memories/{id}.toml: has words of {fresh}" in said and "jsonl" in said


def test_another_hook_after_ours_reads_the_same(store: Store, tmp_path: Path) -> None:
    """Git tells a hook the refs once; what a person has written there gets them, too."""
    hook = Path(store.root, ".git", "hooks", "pre-push")
    hook.write_text(hook.read_text() + f"cat > {tmp_path}/heard\n")
    recorded(store, "two")
    commit(store)
    assert pushed(store) == ""
    assert (tmp_path / "heard").read_text().startswith("refs/heads/main ")
    assert pushed(store) == "" == (tmp_path / "heard").read_text()  # everything is up to date
