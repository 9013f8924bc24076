"""What hosts of agents keep in files of their own is taken in, with its times, once."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli import Store, import_memories, source_of, undo
from memento_cli.actions.exchange.imports import Imported
from memento_cli.actions.exchange.sources.host_places import host_format, project_of
from memento_cli.core.memory.memory import Memory
from memento_cli.core.security.trust import IMPORTED, trust_of
from memento_cli.errors import NotFound
from tests.conftest import ROOT

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
EARLY, LATE, LAST = "2026-03-01T10:00:00Z", "2026-06-01T10:00:00Z", "2026-09-01T10:00:00Z"
FEEDBACK = """---
name: no-mocks
description: "Integration tests use a real database"
metadata:
  node_type: memory
  type: feedback
  originSessionId: 3f9c0a52
  modified: 2026-04-02T07:30:00.120Z
---

A mocked test passed while the migration was broken.

**How to apply:** start the container first, see [[ports]]
"""
INDEX = """# Memory

## Testing
- [No mocks](no-mocks.md) — a real database, always
- [Gone](gone.md) — its file is no more

## Ports
- Staging listens on 8081, and it is the
  proxy that answers there
- Metrics are on 9100
"""
AGENTS = """# Shop

Run `make test` before a commit.

## Style
- Two spaces
  - not in Makefiles
1. No tabs
"""
CODEX = """# Task Group: shop / releases
scope: how releases are made
applies_to: cwd=/home/ann/shop

## Task 1: the release of May

### rollout_summary_files

- rollout_summaries/may.md (cwd=/home/ann/shop)

### keywords

- release, tag

## Reusable knowledge

- Tags are signed with the key of the build server
"""
GEMINI = """# Mine

- Answer in French

## Gemini Added Memories
- The user prefers pnpm
- Port 5432 is taken

## More of mine
- Never push
"""


def written(folder: Path, files: dict[str, str]) -> Path:
    """The folder with these files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def taken(store: Store, path: Path, format: str | None = None, *, dry: bool = False) -> Imported:
    """What an import of a path did."""
    items = source_of(str(path), format=format).items
    return import_memories(store, items, NOW, dry=dry)


def by_words(store: Store) -> dict[str, Memory]:
    """The store's memories by their summaries."""
    memories = (store.memories.read(id).value for id in store.memories.ids())
    return {memory.content.summary: memory for memory in memories}


def at(path: Path, time: str) -> None:
    """Set the time of a file."""
    os.utime(path, (datetime.fromisoformat(time).timestamp(),) * 2)


def committed(folder: Path, time: str) -> None:
    """Commit all that is in a folder, as of a time."""
    env = {**os.environ, "GIT_AUTHOR_DATE": time, "GIT_COMMITTER_DATE": time}
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"]):
        subprocess.run(["git", "-C", str(folder), *command], env=env, check=True)


def test_a_memory_folder_is_taken_in(store: Store, tmp_path: Path) -> None:
    """Each file and each line that is no pointer becomes a memory, with headings and type as
    topics; files are as old as their front matter, lines as the file."""
    folder = written(tmp_path / "memory", {"MEMORY.md": INDEX, "no-mocks.md": FEEDBACK})
    at(folder / "MEMORY.md", LATE)
    assert (host_format(str(folder)), len(taken(store, folder).added)) == ("claude-memory", 4)
    memories = by_words(store)
    mocks = memories["Integration tests use a real database"]
    assert (mocks.tags.topics, mocks.kind) == (("feedback", "Testing"), "procedural")
    assert f"{mocks.created:%Y-%m-%d}" == "2026-04-02" and "container" in mocks.content.detail
    staging = memories["Staging listens on 8081, and it is the proxy that answers there"]
    assert (staging.tags.topics, staging.kind) == (("Ports",), "semantic")
    assert staging.created == datetime.fromisoformat(LATE)
    assert {trust_of(memory) for memory in memories.values()} == {IMPORTED}
    assert any("gone.md" in summary for summary in memories)


def test_lines_have_the_times_of_their_commits(store: Store, tmp_path: Path) -> None:
    """A line is as old as its last commit; one that is not committed is as old as the file."""
    folder = written(tmp_path / "shop", {"AGENTS.md": AGENTS})
    committed(folder, EARLY)
    path = folder / "AGENTS.md"
    path.write_text(AGENTS.replace("Two spaces", "Four spaces"))
    committed(folder, LATE)
    path.write_text(path.read_text() + "- Newest\n")
    at(path, LAST)
    assert len(taken(store, path).added) == 4
    times = {words: memory.created for words, memory in by_words(store).items()}
    assert {words: f"{time:%m}" for words, time in times.items()} == {
        "Run `make test` before a commit.": "03",
        "Four spaces": "06",
        "No tabs": "03",
        "Newest": "09",
    }
    assert {memory.project for memory in by_words(store).values()} == {"shop"}


def test_nothing_that_a_repository_configures_runs(store: Store, tmp_path: Path) -> None:
    """A filter or a driver of a hostile repository is not started for the times of its lines."""
    folder = written(
        tmp_path / "shop", {"AGENTS.md": AGENTS, ".gitattributes": "* filter=x diff=x\n"}
    )
    committed(folder, EARLY)
    trap = f"touch {tmp_path}/ran; cat"
    for key in ("filter.x.clean", "filter.x.smudge", "diff.x.textconv", "core.fsmonitor"):
        subprocess.run(["git", "-C", str(folder), "config", key, trap], check=True)
    assert taken(store, folder, "agents-memory").added
    assert not (tmp_path / "ran").exists()


def test_again_adds_nothing_and_undo_takes_it_back(store: Store, tmp_path: Path) -> None:
    """The same import adds nothing, also in a file with another time; a new line alone is new."""
    path = written(tmp_path, {"AGENTS.md": AGENTS}) / "AGENTS.md"
    assert len(taken(store, path, dry=True).added) == 3 and not [*store.memories.ids()]
    first = taken(store, path)
    at(path, EARLY)
    assert (taken(store, path).added, taken(store, path).already) == ((), 3)
    path.write_text(AGENTS + "- Only this is new\n")
    assert len(taken(store, path).added) == 1
    undo(store, first.batch, NOW)
    assert [*by_words(store)] == ["Only this is new"]


def test_a_changed_file_supersedes_what_it_said(store: Store, tmp_path: Path) -> None:
    """A file of which an index tells is one memory: its new text takes the place of the old one."""
    folder = written(tmp_path / "memory", {"MEMORY.md": "", "no-mocks.md": FEEDBACK})
    old = taken(store, folder).added
    (folder / "no-mocks.md").write_text(FEEDBACK.replace("2026-04", "2026-05") + "\nOr a fake.\n")
    (new,) = taken(store, folder).added
    assert [link.target for link in store.memories.read(new).value.links] == [*old]
    assert taken(store, folder).added == ()


def test_codex_tells_what_can_be_used_again(store: Store, tmp_path: Path) -> None:
    """Of the memories of Codex its pointers and keywords are none."""
    files = {"MEMORY.md": CODEX, "memory_summary.md": "v1\n", "raw_memories.md": "x\n"}
    folder = written(tmp_path / "memories", files)
    assert host_format(str(folder)) == "codex-memory"
    taken(store, folder)
    (memory,) = by_words(store).values()
    assert memory.content.summary == "Tags are signed with the key of the build server"
    assert memory.tags.topics == ("Reusable knowledge", "shop / releases")


def test_a_section_of_memories_is_all_that_is_taken(store: Store, tmp_path: Path) -> None:
    """Where a file has a section of memories, the rest is a person's."""
    taken(store, written(tmp_path, {"GEMINI.md": GEMINI}) / "GEMINI.md")
    assert {*by_words(store)} == {"The user prefers pnpm", "Port 5432 is taken"}


@pytest.mark.parametrize("name", ["AGENTS.md", "GEMINI.md", "CLAUDE.md"])
def test_what_memento_says_of_itself_is_not_taken_in(
    name: str, store: Store, tmp_path: Path
) -> None:
    """The rule that `agent setup` writes, and the heading above a block, are no memories, and no
    section beside which the rest is a person's: what the person wrote is all that is taken in."""
    rule = (ROOT / "memento_cli/contrib/rule.md").read_text()
    block = "<!-- memento:begin abc (x) -->\n- Known <!-- x-2026-01 -->\n<!-- memento:end -->\n"
    for place, own in enumerate((f"\n{rule}", f"\n## Memory\n\n{block}", f"\n{rule}\n{block}")):
        said = f"Deploys of {place} go out on Tuesdays"
        folder = written(tmp_path / str(place), {name: f"- {said}\n{own}"})
        taken(store, folder / name)
        assert said in by_words(store) and len(by_words(store)) == place + 1


def test_a_project_is_taken_in_with_its_rules(store: Store, tmp_path: Path) -> None:
    """Of a project Claude Code reads CLAUDE.md and rules, which may begin with front matter; what
    memento keeps there is not taken in again."""
    block = "<!-- memento:begin abc (x) -->\n- Known <!-- x-2026-01 -->\n<!-- memento:end -->\n"
    rule = '---\npaths:\n  - "src/**/*.ts"\n---\n- Rules have no semicolons\n'
    files = {"CLAUDE.md": f"- Use uv\n{block}", ".claude/rules/ts.md": rule, "rules/x.md": "- No\n"}
    folder = written(tmp_path / "shop", files)
    taken(store, folder, "claude-memory")
    assert {*by_words(store)} == {"Use uv", "Rules have no semicolons"}


def test_a_project_is_known_by_its_folder(tmp_path: Path) -> None:
    """Claude Code names a memory folder by a path, in which other signs stand for several."""
    project = tmp_path / "my.shop-app"
    project.mkdir()
    slug = "".join(sign if sign.isalnum() else "-" for sign in str(project))
    memory = tmp_path / ".claude" / "projects" / slug / "memory" / "MEMORY.md"
    assert project_of(str(memory)) == "my.shop-app"
    project.rmdir()
    assert project_of(str(memory)) == ""


def test_a_folder_without_such_files_is_told(tmp_path: Path) -> None:
    """Nothing to take in is an error, and not an empty import."""
    with pytest.raises(NotFound):
        source_of(str(tmp_path), format="gemini-memory")


def test_among_notes_a_hosts_file_is_read_as_one(store: Store, tmp_path: Path) -> None:
    """A folder gives of a host's file what the file alone gives, and the same again adds nothing;
    with a format it is a note like the others. A link is no second file."""
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "AGENTS.md").write_text(AGENTS)
    (folder / "CLAUDE.md").symlink_to("AGENTS.md")
    (folder / "market.md").write_text("# Market\n\nOn Saturdays.\n")
    alone = import_memories(store, source_of(str(folder / "AGENTS.md")).items, NOW)
    done = import_memories(store, source_of(str(folder)).items, NOW)
    assert (len(alone.added), len(done.added), done.already) == (3, 1, 3)
    assert [bad.reason for bad in done.skipped] == ["cannot be read: a symbolic link"]
    notes = source_of(str(folder), format="markdown").items
    assert len(import_memories(store, notes, NOW).added) == 1  # as a whole
