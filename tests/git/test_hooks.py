"""The hooks: what may not be committed, and what a merge leaves to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.git.setup import setup
from memento_cli.actions.record import record
from memento_cli.core.memory import Draft
from memento_cli.store.store import Store
from tests.git.helpers import PROGRAM, commit, git, tried
from tests.store.helpers import ALEX, NOW, new_store, put, whole

TOKEN = "ghp_" + "a1B2" * 9
MARKED = (
    'detail = """\nx\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"""\n'  # a text that can be read
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store in the subfolder of a repository, with one memory; committed and set up."""
    git(tmp_path, "init", "-q", "-b", "main")
    store = new_store(tmp_path / "my notes")
    record(store, Draft("one", ALEX), NOW)
    setup(store, PROGRAM)
    commit(store)
    return store


def log_of(store: Store) -> Path:
    return Path(store.journal.files()[0])


BROKEN: dict[str, tuple[Callable[[Store], object], str]] = {
    "no toml": (lambda store: put(store, "a", "x = \n"), "memories/a.toml: not TOML"),
    "no memory": (lambda store: put(store, "a", "x = 1\n"), "memories/a.toml: missing [memory]"),
    "another id": (lambda store: put(store, "a", whole("b")), "its id is 'b'"),
    "in the archive": (lambda store: put(store, "a", "x", "archive"), "archive/a.toml"),
    "conflict": (lambda store: put(store, "a", "<<<<<<< ours\n"), "conflict"),
    "conflict in a text": (
        lambda store: put(store, "a", whole().replace('"one"\n', f'"one"\n{MARKED}')),
        "conflict",
    ),
    "torn line": (lambda store: log_of(store).open("a").write('{"id": "01'), "line 2"),
    "settings": (
        lambda store: Path(store.settings_file).write_text("person = 3\n"),
        "memento.toml: missing schema_version",
    ),
    "secret": (
        lambda store: put(store, "a", whole().replace("one", f"deploy with {TOKEN}")),
        "GitHub token",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_what_should_not_be_committed_is_refused(store: Store, what: str) -> None:
    """The place and the reason are told, nothing is committed, and --no-verify is the way round."""
    spoil, said = BROKEN[what]
    head = git(store.root, "rev-parse", "HEAD")
    spoil(store)
    git(store.root, "add", "-A")
    done = tried(store.root, "commit", "-qm", "x")
    assert done.code and said in done.err and "--no-verify" in done.err
    assert TOKEN not in done.err
    assert git(store.root, "rev-parse", "HEAD") == head
    git(store.root, "commit", "-qm", "x", "--no-verify")


def test_only_what_is_staged_counts(store: Store, tmp_path: Path) -> None:
    """A broken file that is not part of the commit does not hold it up, nor does a mended one."""
    put(store, "a", "x = \n")
    put(store, "b", whole("b"))
    git(store.root, "add", "memories/b.toml")
    git(store.root, "commit", "-qm", "b")
    git(store.root, "add", "-A")
    put(store, "a", whole())
    assert tried(store.root, "commit", "-qm", "x").code
    git(store.root, "add", "-A")
    git(store.root, "commit", "-qm", "x")
    put(store, "a", "x = \n")
    git(store.root, "add", "-A")
    put(store, "b", whole("b") + "# more\n")
    git(store.root, "commit", "-qm", "only b", "--", "memories/b.toml")
    (tmp_path / "elsewhere.toml").write_text("x = \n")
    git(store.root, "reset", "-q")
    git(tmp_path, "add", "elsewhere.toml")
    git(tmp_path, "commit", "-qm", "not of the store")


def test_deleting_renaming_and_the_first_commit(store: Store, tmp_path: Path) -> None:
    """What is gone is no problem; a repository without a commit has its hook, too."""
    put(store, "a", whole())
    git(store.root, "add", "-A")
    git(store.root, "commit", "-qm", "a")
    Path(store.root, "archive").mkdir(exist_ok=True)
    git(store.root, "mv", "memories/a.toml", "archive/a.toml")
    git(store.root, "commit", "-qm", "moved")
    git(store.root, "rm", "-q", "archive/a.toml")
    git(store.root, "commit", "-qm", "gone")
    fresh = new_store(tmp_path / "fresh")
    git(fresh.root, "init", "-q", "-b", "main")
    setup(fresh, PROGRAM)
    put(fresh, "a", "x = \n")
    git(fresh.root, "add", "-A")
    assert "memories/a.toml" in tried(fresh.root, "commit", "-qm", "x").err
    put(fresh, "a", whole())
    git(fresh.root, "add", "-A")
    git(fresh.root, "commit", "-qm", "x")


@pytest.mark.parametrize("least", ["private", "team", "public"])
@pytest.mark.parametrize("label", ["private", "team", "public"])
def test_privacy_decides_what_may_go_in(tmp_path: Path, least: str, label: str) -> None:
    """git.privacy is the least public that a memory may be; the default lets everything in."""
    store = new_store(tmp_path / "s", git__privacy=least)
    git(store.root, "init", "-q", "-b", "main")
    setup(store, PROGRAM)
    record(store, Draft("one", ALEX, privacy=label), NOW)
    git(store.root, "add", "-A")
    order = ["private", "team", "public"]
    done = tried(store.root, "commit", "-qm", "x")
    assert bool(done.code) == (order.index(label) < order.index(least))
    assert not done.code or "git.privacy" in done.err


def test_an_allowed_secret_does_not_hold_up_a_commit(store: Store) -> None:
    """Who has allowed it has said so already."""
    record(store, Draft(f"deploy with {TOKEN}", ALEX), NOW, allow_secret=True)
    git(store.root, "add", "-A")
    git(store.root, "commit", "-qm", "x")


def test_after_a_merge_what_is_wrong_is_told(store: Store, tmp_path: Path) -> None:
    """post-merge checks at a glance: a broken file that came in is named, and the merge stands."""
    git(store.root, "checkout", "-qb", "other")
    put(store, "a", "x = \n")
    git(store.root, "add", "-A")
    git(store.root, "commit", "-qm", "x", "--no-verify")
    git(store.root, "checkout", "-q", "main")
    done = tried(store.root, "merge", "-q", "other")
    assert done.code == 0 and "memories/a.toml: not TOML" in done.err
