"""import: folders of Markdown and of TOML, and the logs of git repositories."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store, forget, init, memory_at, reinforce, undo
from memento_cli.actions.exchange.imports import Imported, import_memories
from memento_cli.actions.exchange.sources.opened import source_of
from memento_cli.core.memory.memory import Memory, strength_from

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TYVI = """\
# kept by hand
[memory]
id = "{id}"
person = "ctx://person/alex"
created = "2025-02-01T14:30:00Z"
mood = "unknown key"

[memory.content]
summary = "Led OAuth2 design review"   # a comment

[memory.tags]
people = ["ctx://person/viktor"]

[memory.strength]
initial = 1.3
current = 0.9
last_reinforced = "2025-03-01T14:30:00Z"
reinforcement_count = 2

[memory.fade]
half_life_days = 45
"""


def taken(store: Store, path: Path, format: str | None = None, **how: Any) -> Imported:
    return import_memories(store, source_of(str(path), format=format).items, NOW, **how)


def notes(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (1.6e9, 1.6e9))
    return folder


def by_source(store: Store, done: Imported) -> dict[str, Memory]:
    found = [memory_at(store, id, NOW) for id in done.added]
    return {memory.source: memory for memory in found}


def test_a_folder_of_markdown(store: Store, tmp_path: Path) -> None:
    """Title, time and source of a note come from the best place that says them."""
    folder = notes(
        tmp_path / "notes",
        said='---\ntitle: "Said: so"\ntags: [walks, "a, b"]\ndate: 2021-05-06 07:08:09 +0900\n'
        "person: kim\ntype: daily\nsource: https://x.example/1\n---\n# Said: so\n\nText.\n",
        deep__headed="Intro\n\n```\n# not this\n```\n\n## This one ##\n\nMore.\n",
        plain="Only words.\n",
        hugo='+++\ntitle = "Hugo"\ndate = 2020-01-01T00:00:00Z\ntags = ["x"]\n+++\nBody',
        ruled="---\nJust a rule above\n---\nand below\n",
    )
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "x.md").write_text("no")
    found = by_source(store, taken(store, folder))
    assert sorted(found) == [
        f"file:notes/{name}.md" for name in ("deep/headed", "hugo", "plain", "ruled", "said")
    ]
    said = found["file:notes/said.md"]
    assert said.content[:2] == ("Said: so", "Text.")
    assert said.tags.topics == ("walks", "a, b") and said.person == "ctx://person/kim"
    assert said.created == datetime(2021, 5, 5, 22, 8, 9, tzinfo=UTC)
    assert said.more["memory.origin.url"] == "https://x.example/1"
    headed = found["file:notes/deep/headed.md"]
    assert headed.content.summary == "This one" and headed.content.detail.startswith("Intro")
    assert headed.created == datetime.fromtimestamp(1.6e9, UTC)
    plain = found["file:notes/plain.md"]
    assert plain.content[:2] == ("plain", "Only words.")
    hugo = found["file:notes/hugo.md"]
    assert (hugo.content.summary, hugo.created.year, hugo.tags.topics) == ("Hugo", 2020, ("x",))
    assert "Just a rule above" in found["file:notes/ruled.md"].content.detail


def test_markdown_twice(store: Store, tmp_path: Path) -> None:
    """Notes come in once, wherever their folder is now; a changed one is named."""
    taken(store, notes(tmp_path / "notes", a="One", b="Two"))
    shutil.move(tmp_path / "notes", tmp_path / "new" / "notes")
    (tmp_path / "new" / "notes" / "b.md").write_text("Two and more")
    done = taken(store, tmp_path / "new" / "notes")
    assert not done.added and done.already == 1
    assert done.skipped[0].reason == "file:notes/b.md is there already, with other content"


def test_one_note(store: Store, tmp_path: Path) -> None:
    """A single file is read by its name's ending, or as it is said to be."""
    folder = notes(tmp_path / "notes", a="One")
    (folder / "b.txt").write_text("Two")
    assert by_source(store, taken(store, folder / "a.md")).keys() == {"file:notes/a.md"}
    assert by_source(store, taken(store, folder / "b.txt", "markdown")).keys() == {
        "file:notes/b.txt"
    }


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_is_no_text(store: Store, tmp_path: Path) -> None:
    """A file's name in another encoding is shown by its bytes."""
    try:
        (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("Words")
    except OSError:
        pytest.skip("this file system takes no such names")
    memory = next(iter(by_source(store, taken(store, tmp_path)).values()))
    assert memory.content.summary == "caf\\xe9" and memory.source.endswith("/caf\\xe9.md")


def tyvi(folder: Path, *ids: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for id in ids:
        (folder / f"{id}.toml").write_text(TYVI.format(id=id))
    return folder


def test_a_folder_of_toml(store: Store, tmp_path: Path) -> None:
    """Known for one's own, files of document 001 come in byte for byte, and the journal opens with
    their numbers."""
    folder = tyvi(tmp_path / "data" / "memories", "alex-oauth-2025-02", "über-uns")
    done = taken(store, folder.parent, keep_trust=True)
    assert done.added == ("alex-oauth-2025-02", "über-uns") and done.batch
    raw = (folder / "alex-oauth-2025-02.toml").read_bytes()
    assert Path(store.memories.path("alex-oauth-2025-02")).read_bytes() == raw
    (line, _) = store.journal.lines().lines
    assert line.strength == strength_from(1.3, datetime(2025, 3, 1, 14, 30, tzinfo=UTC), 2)
    assert memory_at(store, "alex-oauth-2025-02", NOW).strength == line.strength
    undo(store, None, NOW)
    assert not store.memories.ids()
    assert "restore" in taken(store, folder).skipped[0].reason


def test_toml_twice(store: Store, tmp_path: Path) -> None:
    """The same file again adds nothing, also after it was reinforced here, or forgotten."""
    folder = tyvi(tmp_path / "m", "one", "two", "three")
    taken(store, folder)
    reinforce(store, "one", NOW)
    forget(store, ["two"], NOW)
    forget(store, ["three"], NOW)
    os.unlink(store.archive.path("three"))
    assert taken(store, folder)[:3] == ((), 3, ())


def test_toml_that_cannot_come_in(store: Store, tmp_path: Path) -> None:
    """Each file that is refused is named with its reason; what is there stays as it is."""
    taken(store, tyvi(tmp_path / "a", "one", "Two"))
    folder = tyvi(tmp_path / "b", "two", "four", "-bad")
    (folder / "one.toml").write_text(TYVI.format(id="one").replace("OAuth2", "OAuth3"))
    (folder / "five.toml").write_text(TYVI.format(id="six"))
    (folder / "seven.toml").write_text("x = ")
    (folder / "eight.toml").write_text("[other]")
    done = taken(store, folder)
    assert done.added == ("four",)
    assert {os.path.basename(bad.where): bad.reason for bad in done.skipped} == {
        "one.toml": "one is there already, with other content",
        "two.toml": "some file systems take its id for Two, which is there",
        "-bad.toml": "'-bad' can be no id",
        "five.toml": "its id is 'six', and its name says 'five'",
        "seven.toml": "not TOML: Invalid value (at end of document)",
        "eight.toml": "missing [memory]",
    }


def test_another_store(store: Store, tmp_path: Path) -> None:
    """A whole store can be imported: its memories, not its settings."""
    other = init(str(tmp_path / "other"), person="kim").store
    import_memories(other, source_of(str(notes(tmp_path / "n", a="One"))).items, NOW)
    done = taken(store, Path(other.root))
    assert len(done.added) == 1 and not done.skipped
    assert taken(store, tmp_path / "n").already == 1, "it is known by its source, too"


GIT = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def commit(folder: Path, message: str, *, author: str = "Kim Oh <k@x>", **env: str) -> None:
    subprocess.run(
        ["git", "-C", str(folder), "-c", "user.name=t", "-c", "user.email=t@x", "commit", "-q",
         "--allow-empty", "--allow-empty-message", "--cleanup=verbatim", "--author", author,
         "-m", message],
        check=True, env={**os.environ, **env},
    )  # fmt: skip


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a file in a folder, odd names, and one merge."""
    folder = tmp_path / "my project"
    folder.mkdir()
    git = ["git", "-C", str(folder)]
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
    (folder / "src").mkdir()
    (folder / "src" / 'od"d\nname.py').write_text("x")
    subprocess.run([*git, "add", "-A"], check=True)
    commit(folder, "First\n\nWhy: \x1e\x1f\n\nfiles", GIT_AUTHOR_DATE="2020-01-01T01:00:00+0900")
    subprocess.run([*git, "checkout", "-q", "-b", "side"], check=True)
    commit(folder, "On the side", author="山田 太郎 <y@x>")
    subprocess.run([*git, "checkout", "-q", "main"], check=True)
    commit(folder, "\x1b[31mRed", author='"q" / : <q@x>')
    who = ["-c", "user.name=t", "-c", "user.email=t@x"]
    subprocess.run([*git, *who, "merge", "-q", "-m", "Merged", "side"], check=True)
    return folder


@GIT
def test_git_log(store: Store, repository: Path) -> None:
    """Each commit that is no merge is a memory of its author, its day and its folders."""
    source = source_of(str(repository), format="git")
    done = import_memories(store, source.items, NOW)
    found = {m.content.summary: m for m in by_source(store, done).values()}
    assert source.total == 3 and sorted(found) == ["First", "On the side", "[31mRed"]
    first = found["First"]
    assert first.content.detail == "Why: \x1e\x1f\n\nfiles"
    assert first.created == datetime(2019, 12, 31, 16, tzinfo=UTC)
    assert first.source.startswith("git:my project@") and len(first.source) == 15 + 40
    assert (first.person, first.tags.topics) == ("ctx://person/kim-oh", ("src",))
    assert first.project == "my project"
    assert found["On the side"].person == "ctx://person/山田-太郎"
    assert found["[31mRed"].person == "ctx://person/q"


@GIT
def test_git_log_twice(store: Store, repository: Path, tmp_path: Path) -> None:
    """A commit comes in once, from whichever clone and in whichever format."""
    done = taken(store, repository, "git")
    subprocess.run(["git", "clone", "-q", "--bare", str(repository), str(tmp_path / "c.git")],
                   check=True)  # fmt: skip
    assert taken(store, tmp_path / "c.git", "git")[:3] == ((), 3, ())
    sha = memory_at(store, done.added[0], NOW).source.rpartition("@")[2]
    (tmp_path / "a.jsonl").write_text(f'{{"title": "A", "source": "github:x/y@{sha}"}}')
    assert taken(store, tmp_path / "a.jsonl").already == 1


@GIT
def test_nothing_of_the_repository_runs(
    store: Store, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs that a repository's settings name are not started, and the caller's are not used."""
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch '{tmp_path}/sprung'\n")
    trap.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "diff.external", "gpg.program", "diff.t.textconv"):
        subprocess.run(["git", "-C", str(repository), "config", key, str(trap)], check=True)
    for setting in ("log.showSignature true", "color.ui always", "log.showRoot false",
                    "diff.orderFile missing", "log.follow true", "diff.relative true"):  # fmt: skip
        subprocess.run(["git", "-C", str(repository), "config", *setting.split()], check=True)
    (repository / ".git" / "info" / "attributes").write_text("* diff=t\n")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    done = taken(store, repository, "git")
    assert len(done.added) == 3 and not (tmp_path / "sprung").exists()


@GIT
def test_commits_that_say_nothing(store: Store, repository: Path) -> None:
    """A commit without a message is named, and the others come in."""
    commit(repository, "")
    done = taken(store, repository / "src", "git")
    assert len(done.added) == 3 and done.skipped[0].reason == "the commit has no message"
