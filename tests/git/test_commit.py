"""git.autocommit: what was done is committed, and nothing else."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import integers, lists, tuples

from memento_cli.actions.git.changes import changes_in, logs_in
from memento_cli.actions.git.checks import problems_of
from memento_cli.actions.git.commit import commit_done, message
from memento_cli.actions.git.setup import remove
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.prune import forget, restore
from memento_cli.actions.memory.reinforce import note_use, reinforce, settle
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.undo.undo import undo
from memento_cli.core.journal.event_types import ADOPTION
from memento_cli.core.journal.history import JournalEntry
from memento_cli.errors import MementoError
from memento_cli.store.directory.store import Store
from memento_cli.store.git.git import FINISHED_BY, blobs
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.redaction.files import add_salt
from tests.conftest import ROOT, Ran, examples
from tests.core.values import day
from tests.git.helpers import PROGRAM, commit, git
from tests.store.helpers import DAY, NOW, new_store, put, recorded, say, whole

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
    """A command on it, as a process."""
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
    (["agent", "feedback", TEA, "used"], f"used: {TEA}", []),
    (["reinforce", TEA, "--now", "+9d"], f"reinforced: {TEA}", [MEMORY]),
    (["forget", TEA, "--yes"], f"forgotten: {TEA}", [ARCHIVED, MEMORY]),
    (["config", "set", "recall.limit", "3"], "set: recall.limit", ["memento.toml"]),
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
    """Each `record` is a commit, whatever its options; an import of several is one."""
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


@pytest.mark.parametrize(("state", "ends"), FINISHED_BY.items())
def test_during_a_merge_or_a_rebase_nothing_is_committed(
    act: Run, store: Store, state: str, ends: str
) -> None:
    """It is told what ends it, and the act is done all the same."""
    path = Path(store.root, ".git", state)
    if "rebase" in state:
        path.mkdir()
    else:
        path.write_text(git(store.root, "rev-parse", "HEAD"))
    before = count(store)
    done = act("pin", TEA)
    assert done.code == 0 and f"in the middle of something, which `{ends}` ends" in done.stderr
    assert count(store) == before and Store(store.root).memories.read(TEA).value.pinned


def test_where_a_commit_would_be_lost_nothing_is_committed(act: Run, store: Store) -> None:
    """On no branch, as in a submodule or while bisecting, what was done stays in the work tree."""
    git(store.root, "checkout", "-q", "--detach")
    before = count(store)
    done = act("pin", TEA)
    assert done.code == 0 and "on no branch" in done.stderr and count(store) == before
    git(store.root, "switch", "-q", "main")
    assert act("reinforce", TEA).code == 0
    assert count(store) == before + 1 and not git(store.root, "status", "--porcelain")


@pytest.mark.parametrize("how", [["-a"], ["file"], []])
def test_a_hook_of_another_repository_commits_here(
    store: Store, tmp_path: Path, how: list[str]
) -> None:
    """Git tells a hook the index of its own repository: nothing is written to that."""
    other = tmp_path / "other"
    git(tmp_path, "init", "-q", str(other))
    Path(other, "file").write_text("one\n")
    git(other, "add", "file")
    git(other, "commit", "-qm", "one")
    command = [*map(shlex.quote, PROGRAM), "--store", shlex.quote(store.root), "pin", TEA]
    hook = Path(other, ".git", "hooks", "pre-commit")
    hook.write_text(f"#!/bin/sh\n{' '.join(command)}\n")
    hook.chmod(0o755)
    Path(other, "file").write_text("two\n")
    if not how:
        git(other, "add", "file")
    git(other, "commit", "-qm", "two", *how)
    assert git(other, "ls-files") == "file\n" and not git(other, "status", "--porcelain")
    git(other, "fsck", "--strict")
    assert last(store) == (f"pinned: {TEA}", [MEMORY])
    assert not git(store.root, "status", "--porcelain")


@pytest.mark.parametrize("how", [["-a"], []])
def test_what_is_done_while_a_commit_is_made_waits_for_the_next(
    store: Store, how: list[str]
) -> None:
    """The commit that a person makes is theirs; an act in its editor does not disturb it."""
    Path(store.root, "notes.txt").write_text("mine\n")
    git(store.root, "add", "notes.txt")
    command = [*map(shlex.quote, PROGRAM), "--store", shlex.quote(store.root), "pin", TEA]
    editor = f"sh -c '{' '.join(command)} && echo mine > \"$0\"'"
    git(store.root, "commit", *how, "--no-verify", GIT_EDITOR=editor)
    assert last(store) == ("mine", ["notes.txt"])
    reinforce(store, TEA, NOW + 9 * DAY)
    assert commit_done(store) == "" and not git(store.root, "status", "--porcelain")


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
    assert act("pin", TEA, "--remove").code == 0
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
    if any("not committed" in text for text in told):
        assert act("record", "The last").code == 0
    assert not git(store.root, "status", "--porcelain")
    git(store.root, "fsck", "--strict")


def line(act: str, memory: str, via: str = "cli") -> JournalEntry:
    return JournalEntry("", day(0), act, memory, "alex", via, text={"reason": "secret words"})


MESSAGES = [
    ([line("edited", "a")], "edited: a"),
    ([line("recorded", "a", ADOPTION), line("used", "a")], "used: a"),
    ([line("recorded", "a", ADOPTION)], "recorded: a"),
    ([line("edited", "a"), line("set", "a"), line("used", "b")], "edited, set, used: a, b"),
    ([line("pruned", id) for id in "abcd"], "pruned: 4 memories\n\na\nb\nc\nd"),
    (
        [line("observed", f"events/{id}") for id in "abcd"],
        "observed: 4 events\n\nevents/a\nevents/b\nevents/c\nevents/d",
    ),
    (
        [line("revised", id) for id in ("a", "states/b", "events/c", "d")],
        "revised: 4 memories and states and events\n\na\nstates/b\nevents/c\nd",
    ),
    ([], "settled"),
]


def test_a_message_of_settings_has_their_names_only() -> None:
    """Many stand below the first line; an act that was journaled says enough."""
    assert message([], ["a", "b"]) == "set: a, b"
    assert message([], list("abcd")) == "set: 4 settings\n\na\nb\nc\nd"
    assert message([line("edited", "a")], ["b"]) == "edited: a"


def test_a_broken_file_of_settings_that_is_mended_is_committed(act: Run, store: Store) -> None:
    """What the broken one said is not known, so nothing is named."""
    path = Path(store.settings_file)
    text = path.read_text()
    path.write_text("broken [")
    commit(store)
    path.write_text(text)
    assert act("config", "set", "recall.limit", "3").code == 0
    assert last(store) == ("settled", ["memento.toml"])


@pytest.mark.parametrize(("lines", "said"), MESSAGES)
def test_a_message_has_acts_and_ids_only(lines: list[JournalEntry], said: str) -> None:
    """So that what is erased from a store is not in git's messages."""
    assert message(lines) == said


def test_an_act_on_very_many_is_committed(act: Run, store: Store, tmp_path: Path) -> None:
    """However many it is about: git takes no message that names them all."""
    many = tmp_path / "many.jsonl"
    many.write_text('{"user": "a"}\n' * 5_000)
    done = act("event", "add", "--jsonl", str(many))
    assert done.code == 0 and "not committed" not in done.stderr
    assert not git(store.root, "status", "--porcelain")
    said = git(store.root, "log", "-1", "--format=%B").strip().splitlines()
    assert said[0] == "observed: 5000 events" and said[-1] == "and 4900 more"


def test_outside_of_git_it_is_told(tmp_path: Path, store: Store) -> None:
    """A store that was moved out of its repository loses no act by it."""
    os.rename(store.root, tmp_path / "moved")
    moved = Store(str(tmp_path / "moved"))
    os.rename(Path(moved.root, ".git"), tmp_path / "git")
    recorded(moved, "two", "rome")
    assert commit_done(moved).startswith("not committed:")


@pytest.mark.parametrize("trouble", ["index.lock", "MERGE_HEAD", "refs/heads/main.lock"])
@pytest.mark.parametrize("words", [["record", "The kettle"], ["forget", TEA, "--erase", "--yes"]])
def test_the_next_commit_takes_in_what_one_could_not(
    act: Run, store: Store, trouble: str, words: list[str]
) -> None:
    """No file is left behind, whatever kept git from committing it; nor is one that is gone."""
    before = count(store)
    block = Path(store.root, ".git", trouble)
    block.write_text(git(store.root, "rev-parse", "HEAD"))
    assert "not committed" in act(*words).stderr
    block.unlink()
    assert act("record", "Another thing", "--topic", "other").stderr == ""
    assert not git(store.root, "status", "--porcelain") and count(store) == before + 1
    files = git(store.root, "ls-tree", "-r", "--name-only", "HEAD").split()
    assert sorted(name for name in files if name.startswith("memories/") and "git" not in name) == [
        f"memories/{id}.toml" for id in sorted(store.memories.ids())
    ]


def dropped(store: Store) -> None:
    """What a person does to files by hand."""
    for id in ("edited", "remarked"):
        put(store, id, whole(id))
    log = Path(store.journal.folder, "2020-01", "other-clone.jsonl")
    log.parent.mkdir()
    log.touch()
    commit(store)
    log.unlink()
    put(store, "edited", whole("edited").replace('"one"', '"by hand"'))
    put(store, "remarked", whole("remarked") + "# by hand\n")
    put(store, "new", whole("new"))
    settings = Path(store.settings_file)
    settings.write_text(settings.read_text() + "# by hand\n")


KILLED: list[tuple[Callable[[Store], object], str]] = [
    (lambda store: recorded(store, "two", "rome"), "recorded: alex-rome-2025-02"),
    (lambda store: edit(store, TEA, {"memory.content.summary": "secret words"}, NOW), "edited"),
    (lambda store: reinforce(store, TEA, NOW + 9 * DAY), "reinforced"),
    (lambda store: note_use(store, ["edited"], NOW + 9 * DAY), "used"),
    (lambda store: forget(store, [TEA], NOW), "forgotten"),
    (lambda store: erase(store, [TEA], NOW), "erased"),
]


@pytest.mark.parametrize(("done", "told"), KILLED)
def test_what_a_killed_process_has_done_is_committed_by_the_next(
    store: Store, done: Callable[[Store], object], told: str
) -> None:
    """Nothing but git and the journal tells of it; what a person did by hand stays as it is."""
    dropped(store)
    before = git(store.root, "status", "--porcelain")
    done(Store(store.root))
    assert commit_done(Store(store.root)) == ""
    assert told in last(store)[0] and "secret" not in last(store)[0]
    assert git(store.root, "status", "--porcelain") == before


def test_numbers_that_settle_has_shown_are_committed_by_the_next(store: Store) -> None:
    """No line tells of them: a file is memento's that differs only in what memento alone writes."""
    note_use(store, [TEA], NOW + 9 * DAY)
    dropped(store)
    before = git(store.root, "status", "--porcelain")
    assert TEA in settle(Store(store.root), NOW + 40 * DAY)
    assert commit_done(Store(store.root)) == ""
    assert last(store) == ("recorded: new, edited, remarked", [MEMORY])
    assert git(store.root, "status", "--porcelain") == before
    note_use(store, [TEA], NOW + 11 * DAY)
    commit(store)
    assert settle(Store(store.root), NOW + 40 * DAY) == [TEA]
    assert commit_done(Store(store.root)) == "" and last(store) == ("settled", [MEMORY])


def test_a_salt_that_an_older_store_was_given_is_committed_by_the_next(store: Store) -> None:
    """It is in no line either, and without it the hashes of other clones would be others."""
    path = Path(store.settings_file)
    path.write_text(re.sub("(?m)^salt = .*", 'salt = ""', path.read_text()))
    commit(store)
    add_salt(Store(store.root))
    assert commit_done(Store(store.root)) == "" and last(store)[1] == ["memento.toml"]


ACTIONS: list[Callable[[Store, str], object]] = [
    lambda store, _: recorded(store, "more", "rome"),
    lambda store, id: edit(store, id, {"memory.content.summary": f"{id} now"}, NOW),
    lambda store, id: reinforce(store, id, NOW + 9 * DAY),
    lambda store, id: forget(store, [id], NOW),
    lambda store, id: restore(store, [id], NOW),
    lambda store, id: erase(store, [id], NOW),
    lambda store, _: settle(store, NOW + 40 * DAY),
    lambda store, _: undo(store, None, NOW),
    lambda store, _: git(store.root, "add", "--all", "memories", "archive"),
    lambda store, _: git(store.root, "reset", "--quiet"),
    lambda store, _: commit_done(store),
]


@settings(max_examples=examples(32), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(nths=lists(tuples(integers(0, len(ACTIONS) - 1), integers(0, 9)), min_size=2, max_size=9))
def test_whatever_was_not_committed_the_next_commit_takes_in(
    repository: Store, nths: list[tuple[int, int]]
) -> None:
    """Acts that no commit followed, staged or not, are in HEAD in the end, and nothing is left."""
    for nth, which in nths:
        store = Store(repository.root)
        ids = [*store.memories.ids(), *store.archive.ids(), "none"]
        with suppress(MementoError):
            ACTIONS[nth](store, ids[which % len(ids)])
    store = Store(repository.root)
    recorded(store, "the last", "end")
    assert commit_done(store) == ""
    assert not git(store.root, "status", "--porcelain", "memories", "archive", "journal")


def test_a_log_that_grew_meanwhile_is_read_on(store: Store) -> None:
    """HEAD may have lines of others already: whose files are to be committed they tell yet."""
    recorded(store, "one", "rome")
    with blobs(store.root, store.warn) as blob:
        [(path, seen)] = logs_in(store, changes_in(store), blob, {}).items()
        recorded(store, "two", "oauth")
        git(store.root, "commit", "-qm", "x", "--no-verify", "journal")
        assert [change.path for change in changes_in(store)] == [
            "memories/alex-oauth-2025-02.toml",
            "memories/alex-rome-2025-02.toml",
        ]
        since = logs_in(store, changes_in(store), blob, {path: seen.raw})
    assert [line.memory for line in seen.lines] == ["alex-rome-2025-02"]
    assert [line.memory for line in since[path].lines] == ["alex-oauth-2025-02"]


def test_files_of_others_whose_lines_a_commit_has_taken_in_are_taken_in_too(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git commits a log as it finds it; another process, kept from committing, may have been at it.

    Here git itself starts the other one, by a filter that the person has set up, in between.
    """
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    once = shlex.quote(str(tmp_path / "once"))
    other = shlex.join([*PROGRAM, "--store", store.root, "record", "Other", "--topic", "other"])
    script = f"[ -e {once} ] || {{ touch {once}; {other} >&2; }}; cat"
    git(store.root, "config", "filter.meanwhile.clean", script)
    attributes = Path(store.root, ".gitattributes")
    attributes.write_text(attributes.read_text() + "memories/*.toml filter=meanwhile\n")
    commit(store)
    (tmp_path / "once").unlink(missing_ok=True)
    recorded(store, "two", "rome")
    assert commit_done(store) == ""
    assert not git(store.root, "status", "--porcelain") and "alex-other" in last(store)[0]


def test_what_was_erased_goes_though_its_line_came_by_a_merge(store: Store) -> None:
    """A line that HEAD has tells of a file that is gone; only that it is gone is memento's."""
    erase(store, [TEA], NOW)
    git(store.root, "add", "journal")
    git(store.root, "commit", "-qm", "x", "--no-verify")
    assert commit_done(Store(store.root)) == ""
    assert not git(store.root, "status", "--porcelain")


TOKEN = "# ghp_" + "a1B2" * 9 + "\n"


def with_token(store: Store) -> None:
    path = Path(store.memories.path(TEA))
    path.write_text(path.read_text() + TOKEN)


def for_teams(store: Store) -> None:
    say(store.root, git__privacy="team")


@pytest.mark.parametrize(("spoil", "why"), [(for_teams, "private"), (with_token, "GitHub token")])
def test_what_a_hook_would_refuse_is_not_committed(
    act: Run, store: Store, spoil: Callable[[Store], None], why: str
) -> None:
    """The act is done, one line says why its file is not committed, and others are."""
    spoil(store)
    head = git(store.root, "rev-parse", f"HEAD:{MEMORY}")
    done = act("pin", TEA)
    assert done.code == 0 and f"not committed: {MEMORY}: " in done.stderr and why in done.stderr
    assert TOKEN[2:20] not in done.stderr
    id = act("record", "Another", "--topic", "other", "--privacy", "team").stdout.strip()
    assert last(store) == (f"recorded: {id}", [f"memories/{id}.toml"])
    assert git(store.root, "rev-parse", f"HEAD:{MEMORY}") == head


def test_a_secret_that_head_has_holds_nothing_up(act: Run, store: Store) -> None:
    """As with the hook, which judges what a commit adds; also where its file moves."""
    with_token(store)
    commit(store)
    for words in (["pin", TEA], ["pin", TEA, "--remove"], ["forget", TEA, "--yes"]):
        assert act(*words).stderr.count("not committed") == 0
        assert not git(store.root, "status", "--porcelain")


def test_a_line_that_cannot_be_read_holds_up_its_log_until_head_has_it(
    act: Run, store: Store
) -> None:
    """Its place is told; who commits it all the same has decided."""
    log = Path(store.journal.files()[-1])
    log.write_bytes(log.read_bytes() + b"{torn\n")
    before = log.read_bytes().count(b"\n")
    assert f"{log.name}: line {before}: " in act("pin", TEA).stderr
    assert last(store) == (f"pinned: {TEA}", [MEMORY])
    commit(store)
    assert act("pin", TEA, "--remove").stderr == "" and not git(store.root, "status", "--porcelain")


def test_files_outside_of_a_sparse_checkout_are_committed(act: Run, store: Store) -> None:
    """What memento wrote there is the store's, and holds nothing else up."""
    git(store.root, "sparse-checkout", "set", "memories", "journal")
    assert act("forget", TEA, "--yes").stderr.count("not committed") == 0
    assert last(store) == (f"forgotten: {TEA}", [ARCHIVED, MEMORY])
    assert act("record", "Another").code == 0 and not git(store.root, "status", "--porcelain")


@pytest.mark.parametrize("place", [".", "deep down/its own"])
def test_the_first_commit_has_what_memento_did_alone(tmp_path: Path, place: str) -> None:
    """Also where the store is a part of a repository; what is staged stays staged."""
    store = new_store(tmp_path / "top" / place)
    git(tmp_path / "top", "init", "-q", "-b", "main")
    (tmp_path / "top" / "mine").write_text("x\n")
    git(tmp_path / "top", "add", "mine")
    recorded(store)
    assert commit_done(store) == ""
    assert last(store)[0] == f"recorded: {TEA}"
    files = [name for name in last(store)[1] if "toml" in name]
    assert files == [os.path.normpath(os.path.join(place, MEMORY))]
    assert git(tmp_path / "top", "status", "--porcelain", "-uno") == "A  mine\n"
    edit(store, TEA, {"memory.content.summary": "two"}, NOW)
    assert commit_done(store) == "" and last(store)[0] == f"edited: {TEA}"


def test_many_that_are_refused_are_told_in_one_line(store: Store) -> None:
    """The first few by name."""
    for topic in ("a1", "b1", "c1", "d1", "e1"):
        id = recorded(store, topic, topic).id
        path = Path(store.memories.path(id))
        path.write_text(path.read_text() + TOKEN)
    told = commit_done(store)
    assert told.count("GitHub token") == 3 and told.endswith("; 2 more")


OBJECTIONS = [
    (f"memories/{TEA}.toml.parted", "waits for a place of its own; `memento doctor --fix`"),
    (MEMORY, "was erased on 2025-02-01; `memento doctor --fix` takes it out"),
    (ARCHIVED, "was erased on 2025-02-01"),
    ("memories/other.toml", ""),
    (f"notes/{TEA}.toml.parted", ""),
]


@pytest.mark.parametrize(("path", "told"), OBJECTIONS)
def test_what_waits_or_was_erased_should_not_be_committed(
    repository: Store, path: str, told: str
) -> None:
    """Both would come to other clones; the one that can do something about it is told how."""
    raw = Path(repository.memories.path(TEA)).read_bytes()
    if path.startswith("memories/other"):
        raw = raw.replace(TEA.encode(), b"other")
    erase(repository, [TEA], NOW)
    problems = list(problems_of(repository, path, raw, erasures(repository)))
    assert len(problems) == bool(told) and all(told in problem for problem in problems)


def test_one_that_a_merge_brings_back_is_not_committed(store: Store) -> None:
    """It is taken out by the next act, and no commit has it in between."""
    raw = Path(store.memories.path(TEA)).read_bytes()
    erase(store, [TEA], NOW)
    assert commit_done(store) == ""
    put(store, TEA, raw)
    commit_done(Store(store.root))
    assert MEMORY not in git(store.root, "ls-tree", "-r", "--name-only", "HEAD")
    recorded(store, "two", "rome")
    assert commit_done(store) == "" and not git(store.root, "status", "--porcelain")
