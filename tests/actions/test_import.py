"""import: what comes in, what does not come in twice, and how it is taken back."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Draft, Store, forget, log_of, memory_at, pin, record, restore, undo
from memento_cli.actions.exchange.imports import TOGETHER, Imported, import_memories
from memento_cli.actions.exchange.sources.entry import Item, MemoryItem
from memento_cli.actions.exchange.sources.opened import source_of, source_of_stream
from memento_cli.core.fading.laws import HALF_LIFE, Law
from memento_cli.core.memory.memory import Memory, strength_at
from memento_cli.core.time.when import iso
from memento_cli.errors import Failed
from tests.conftest import ROOT

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
DATA = Path(os.environ.get("MEMENTO_BENCH_DATA", ROOT.parent / "shared" / "data"))
CORPORA = DATA / "corpora"
TIL = {
    "source": "github:simonw/til@8d908b6:github-actions/only-master.md",
    "title": "Only run on main",
    "body": "# Only run on main\n\nSpotted in an example.\n",
    "tags": ["github-actions", "ci"],
    "created": "2020-04-18T19:44:09-07:00",
    "edits": 3,
}


def lines(*entries: Any) -> Iterator[Item]:
    """What a file of JSON lines with these entries offers."""
    text = "".join(e if isinstance(e, str) else json.dumps(e) + "\n" for e in entries)
    yield from source_of_stream(io.BytesIO(text.encode()), "notes.jsonl").items


def imported(store: Store, *entries: Any, **how: Any) -> Imported:
    """What an import of these entries did."""
    return import_memories(store, lines(*entries), NOW, **how)


def only(store: Store, done: Imported) -> Memory:
    """The one memory that an import added."""
    (id,) = done.added
    return memory_at(store, id, NOW)


def names(store: Store) -> list[str]:
    return sorted(memory_at(store, id, NOW).content.summary for id in store.memories.ids())


def test_a_text_beside_a_summary_is_the_detail(store: Store) -> None:
    """Nothing of a row with `summary` and `text` is lost; alone, a text is split as any content."""
    content = only(store, imported(store, {"summary": "Keys", "text": "Two spare ones."})).content
    assert (content.summary, content.detail) == ("Keys", "Two spare ones.")
    content = only(store, imported(store, {"text": "Rain in Porto. Ann laughed."})).content
    assert (content.summary, content.detail) == ("Rain in Porto.", "Ann laughed.")
    said = {"summary": "Tea", "detail": "Sencha.", "text": "Tea. Sencha."}
    assert only(store, imported(store, said)).content.detail == "Sencha."


def test_a_text_beside_a_detail_is_its_head(store: Store) -> None:
    """None of two texts is dropped, with a title and without one; one that is in the other is told
    once."""
    rows = (
        {"text": "The gate broke. Twice", "detail": "Mei mended it"},
        {"title": "The gate", "content": "It broke", "detail": "Mei mended it"},
        {"title": "The door", "text": "Mei mended it", "detail": "Mei mended it, too"},
    )
    read = [memory_at(store, id, NOW).content for id in imported(store, *rows).added]
    assert {(content.summary, content.detail) for content in read} == {
        ("The gate broke.", "Twice\nMei mended it"),
        ("The gate", "It broke\nMei mended it"),
        ("The door", "Mei mended it, too"),
    }


def test_keys_of_notes(store: Store) -> None:
    """Title, body, tags, created and source become the memory; its own time starts the clock."""
    memory = only(store, imported(store, TIL))
    assert memory.content.summary == "Only run on main"
    assert memory.content.detail == "Spotted in an example."
    assert memory.tags.topics == ("github-actions", "ci")
    assert memory.created == datetime(2020, 4, 19, 2, 44, 9, tzinfo=UTC)
    assert memory.strength.last_reinforced == memory.created
    assert memory.source == TIL["source"]
    assert memory.person == "ctx://person/alex"
    assert memory.id == "alex-github-actions-2020-04"
    assert memory.more["memory.origin.trust"] == "imported"


def test_own_keys(store: Store) -> None:
    """Memento's own names mean what they mean in a file."""
    said = {
        "summary": "Talked it over", "detail": "At length.", "person": "viktor",
        "people": ["ctx://person/alex", "kim", "kim"], "topics": "plans, money",
        "outcome": "mixed", "significance": "high", "importance": 0.9, "pinned": True,
        "kind": "semantic", "project": "p", "agent": "a", "session": "s", "privacy": "team",
        "about": {"year_start": 2018}, "origin": {"line": 7, "trust": "user"}, "source": "chat",
    }  # fmt: skip
    memory = only(store, imported(store, said))
    assert memory.person == "ctx://person/viktor" and memory.id == "viktor-plans-2026-03"
    assert memory.tags == (("plans", "money"), ("ctx://person/alex", "ctx://person/kim"), "mixed")
    assert memory.content == ("Talked it over", "At length.", "high")
    assert memory.fade.law == Law(HALF_LIFE, 180.0)
    assert (memory.pinned, memory.importance, memory.kind) == (True, 0.9, "semantic")
    assert (memory.project, memory.agent, memory.session) == ("p", "a", "s")
    assert (memory.privacy, memory.source, memory.created) == ("team", "chat", NOW)
    assert memory.more["memory.about.year_start"] == 2018
    assert memory.more["memory.origin.line"] == 7
    assert memory.more["memory.origin.trust"] == "imported", "a source cannot vouch for itself"


def test_keys_of_document_002(store: Store) -> None:
    """Content given whole is split, and the names of document 002 are known."""
    said = {
        "content": "We chose Postgres. It was a close call.", "type": "procedural",
        "user_id": "kim", "project_id": "db", "privacy_scope": "public", "agent_id": "bot",
        "created_at": "2025-06-01T00:00:00Z", "origin_trace": {"tool": "slack"},
    }  # fmt: skip
    memory = only(store, imported(store, said))
    assert memory.content[:2] == ("We chose Postgres.", "It was a close call.")
    assert memory.person == "ctx://person/kim"
    assert (memory.kind, memory.project, memory.privacy) == ("procedural", "db", "public")
    assert memory.created == datetime(2025, 6, 1, tzinfo=UTC)
    assert memory.more["memory.origin.tool"] == "slack"


def test_nested_as_document_001(store: Store) -> None:
    """The tables of document 001 may be nested in JSON, too."""
    said = {"content": {"summary": "One", "detail": "Two"}, "tags": {"topics": ["a"]}}
    memory = only(store, imported(store, said))
    assert memory.content[:2] == ("One", "Two") and memory.tags.topics == ("a",)


@pytest.mark.parametrize("stamp", [1735689600, 1735689600.0, 1735689600000])
def test_unix_times(store: Store, stamp: float) -> None:
    """A time as Unix seconds or milliseconds is that time."""
    memory = only(store, imported(store, {"title": "A", "created": stamp}))
    assert memory.created == datetime(2025, 1, 1, tzinfo=UTC)


def test_commits(store: Store) -> None:
    """A commit's files give it a few topics: the folders that most of them are in."""
    files = [".github/w/t.yml", "docs/a.rst", "docs/b.rst", "pyproject.toml", "src/x.py", "z/y"]
    said = {"title": "Release", "body": "Refs #1", "kind": "episodic", "files": files}
    assert only(store, imported(store, said)).tags.topics == ("docs", "github", "pyproject")


@pytest.mark.parametrize(
    ("title", "body", "summary", "detail"),
    [
        ("A\nB\x1b[31m\u2028C", "x", "A B [31m C", "x"),
        ("C#", "# C#\n\nsharp", "C#", "sharp"),
        ("C", "# C #\nx", "C", "x"),
        ("C", "C\n===\nx", "C", "x"),
        ("C", "# D\nx", "C", "# D\nx"),
        ("", "First. Second.", "First.", "Second."),
        ("T", "a\r\nb  \n\n", "T", "a\nb"),
        ("word " * 60, "x", ("word " * 40).strip() + " …", ("word " * 60).strip() + "\n\nx"),
    ],
)
def test_summary_and_detail(store: Store, title: str, body: str, summary: str, detail: str) -> None:
    """A summary is one line of sensible length, and the detail does not repeat it as a heading."""
    memory = only(store, imported(store, {"title": title, "body": body}))
    assert (memory.content.summary, memory.content.detail) == (summary, detail)


def test_twice_adds_nothing(store: Store) -> None:
    """The same import again adds nothing, also of entries that say neither source nor time."""
    entries = [TIL, {"title": "A"}, {"title": "A"}, {"title": "A", "person": "kim"}]
    entries += [{"title": "A", "created": f"2020-01-0{day}"} for day in (1, 2)]
    first = imported(store, *entries)
    assert (len(first.added), first.already) == (5, 1)
    assert imported(store, *entries)[:3] == ((), 6, ())


def test_changed_since_does_not_come_twice(store: Store) -> None:
    """What was edited, forgotten, or forgotten and removed from the archive does not come back."""
    from memento_cli import edit

    entries = [{"title": title} for title in "ABC"] + [TIL]
    done = imported(store, *entries)
    edit(store, done.added[0], {"memory.content.summary": "Other"}, NOW)
    forget(store, [done.added[1]], NOW)
    forget(store, [done.added[2]], NOW)
    os.unlink(store.archive.path(done.added[2]))
    edit(store, done.added[3], {"memory.content.detail": "Other", "memory.source": "chat"}, NOW)
    assert imported(store, *entries)[:3] == ((), 4, ())


def test_other_words_from_the_same_place(store: Store) -> None:
    """A source whose words have changed is named and kept as it is."""
    imported(store, TIL)
    (bad,) = imported(store, TIL | {"body": "New"}).skipped
    assert bad == ("notes.jsonl:1", f"{TIL['source']} is there already, with other content")
    assert len(store.memories.ids()) == 1


def test_a_source_of_several(store: Store) -> None:
    """Several memories may come from one address, and later one more."""
    said = [{"title": title, "source": "https://chat.example/7"} for title in "ABA"]
    first = imported(store, *said)
    assert (len(first.added), first.already) == (2, 1)
    again = imported(store, *said, {"title": "C", "source": "https://chat.example/7"})
    assert (len(again.added), again.already, again.skipped) == (1, 3, ())


def test_a_source_that_grew(store: Store) -> None:
    """Where the words that came from an address are still there, what stands beside them is new."""
    imported(store, TIL)
    assert len(imported(store, TIL, TIL | {"title": "More"}).added) == 1


def test_recorded_by_hand_with_its_source(store: Store) -> None:
    """A memory that was recorded with the address of an entry is that entry."""
    record(store, Draft("A", "ctx://person/alex", "b", source="https://x.example/a"), NOW)
    assert imported(store, {"title": "A", "body": "b", "source": "https://x.example/a"}).already


def test_cut_off_before_the_journal(store: Store) -> None:
    """After a kill between the files and their lines, the same import goes on without doubles."""
    entries = [TIL, {"title": "A"}, {"title": "A", "created": "2020-01-01", "person": "kim"}]
    imported(store, *entries)
    for path in store.journal.files():
        os.unlink(path)
    assert imported(store, *entries)[:3] == ((), 3, ())


def test_undo_takes_all_of_it_back(store: Store) -> None:
    """One undo takes an import of several batches back, and the same import brings it again."""
    entries = [{"title": f"Note {n}"} for n in range(2 * TOGETHER + 1)]
    done = imported(store, *entries)
    assert len(done.added) == len(entries)
    assert len(undo(store, None, NOW).lines) == len(entries) and not store.memories.ids()
    again = imported(store, *entries)
    assert len(again.added) == len(entries) and not set(again.added) & set(done.added)
    undo(store, again.batch, NOW)
    assert not store.memories.ids()


def test_a_batch_that_begins_with_one(store: Store) -> None:
    """All lines are of one batch, also where the first write is of a single line."""
    ticks = [{"title": "A"}] + ["nope\n"] * (TOGETHER - 1) + [{"title": "B"}]
    done = imported(store, *ticks)
    assert len(done.added) == 2 and len(done.skipped) == TOGETHER - 1
    assert len(undo(store, done.batch, NOW).lines) == 2


def test_restored_after_undo_counts(store: Store) -> None:
    """What was taken back with the import and restored by hand is there."""
    done = imported(store, TIL)
    undo(store, None, NOW)
    restore(store, done.added, NOW)
    assert imported(store, TIL).already == 1


def test_journal_line(store: Store) -> None:
    """Each memory's line opens it with its numbers and holds none of its words."""
    done = imported(store, TIL, via="mcp")
    (line,) = store.journal.lines().lines
    assert (line.act, line.memory, line.via, line.at) == ("recorded", done.added[0], "mcp", NOW)
    assert line.strength is not None and line.strength.initial == 1.0 and not line.text
    assert "main" not in repr(line.more)
    assert [entry.act for entry in log_of(store, done.added[0])] == ["recorded"]


def test_dry_run(store: Store) -> None:
    """A dry run says what would come in, under which ids, and writes nothing."""
    entries = [TIL, TIL, TIL | {"title": "B", "source": "x:y"}, "nope\n"]
    before = sorted(os.walk(store.root))
    dry = imported(store, *entries, dry=True)
    assert sorted(os.walk(store.root)) == before
    done = imported(store, *entries)
    assert dry[:3] == done[:3] and dry.batch == "" != done.batch


def test_ids_are_the_same_on_every_clone(store: Store, tmp_path: Path) -> None:
    """Clones that import the same give it the same ids, also where they need a suffix."""
    from memento_cli import init

    other = init(str(tmp_path / "other"), person="alex").store
    entries = [TIL | {"title": f"T{n}", "source": f"x:{n}"} for n in range(20)]
    assert set(imported(store, *entries).added) == set(imported(other, *entries).added)


def test_person(store: Store) -> None:
    """Whose it is can be said for all that name nobody."""
    done = imported(store, {"title": "A"}, {"title": "B", "person": "kim"}, person="viktor")
    people = [memory_at(store, id, NOW).person for id in done.added]
    assert people == ["ctx://person/viktor", "ctx://person/kim"]


def test_ticks(store: Store) -> None:
    """Every entry ticks, whatever becomes of it, and blank lines are none."""
    count = []
    imported(store, {"title": "A"}, "\n", "nope\n", {"title": "A"}, tick=lambda: count.append(1))
    assert len(count) == 3


def test_another_writer_between_two_batches(store: Store) -> None:
    """What others record and import meanwhile is neither overwritten nor doubled."""
    mine = [{"title": f"T{n}", "source": "s:1", "tags": ["x"]} for n in range(TOGETHER + 2)]

    def items() -> Iterator[Item]:
        for place, item in enumerate(lines(*mine)):
            if place == TOGETHER:
                imported(Store(store.root), mine[-1], {"title": "Other", "tags": ["y"]})
            yield item

    done = import_memories(store, items(), NOW)
    assert (len(done.added), done.already, done.skipped) == (TOGETHER + 1, 1, ())
    assert len(names(store)) == len(set(names(store))) == TOGETHER + 3


def test_a_drafts_own_limits(store: Store) -> None:
    """An entry that would make no good file is named, and nothing is left of it."""
    draft = Draft("A", "", "x" * (1 << 20), created=NOW)
    done = import_memories(store, [MemoryItem("here:1", draft)], NOW)
    assert not done.added and "more than" in done.skipped[0].reason
    assert not store.memories.ids() and not store.journal.files()


def test_a_full_disk(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk is full, what was written is journalled, and the same import goes on later."""
    entries = [{"title": title} for title in "ABC"]
    create = store.memories.create_raw

    def full(id: str, raw: bytes, **how: Any) -> str:
        if b'"C"' in raw:
            raise Failed("no space left")
        return create(id, raw, **how)

    with monkeypatch.context() as patch:
        patch.setattr(store.memories, "create_raw", full)
        with pytest.raises(Failed):
            imported(store, *entries)
    assert names(store) == ["A", "B"] and len(store.journal.lines().lines) == 2
    assert imported(store, *entries).already == 2 and names(store) == ["A", "B", "C"]


def test_strengths_are_those_of_their_time(store: Store) -> None:
    """An old entry is as faded as if it had been recorded then; a pinned one is not."""
    id = imported(store, TIL).added[0]
    assert strength_at(memory_at(store, id, NOW), NOW) == pytest.approx(0.1)
    pin(store, id, NOW)
    assert strength_at(memory_at(store, id, NOW), NOW) == 1.0


@pytest.mark.longer
@pytest.mark.skipif(not CORPORA.is_dir(), reason=f"no corpora in {CORPORA}")
def test_the_corpora(store: Store) -> None:
    """Real notes and commits come in whole, once, with their own times, and go as one."""
    source = source_of(str(CORPORA))
    done = import_memories(store, source.items, NOW, allow_secret=True)
    assert len(done.added) == source.total == 1993 and not done.skipped
    said = [json.loads(line) for path in CORPORA.glob("*.jsonl") for line in path.open()]
    found = {memory.value.source: memory.value for memory in map(store.memories.read, done.added)}
    for entry in said:
        memory = found[entry["source"]]
        assert memory.content.summary == " ".join(entry["title"].split())
        assert memory.created == datetime.fromisoformat(entry["created"]).astimezone(UTC)
    assert import_memories(store, source_of(str(CORPORA)).items, NOW)[:2] == ((), 1993)
    assert len(undo(store, None, NOW).lines) == 1993 and not store.memories.ids()


@pytest.mark.parametrize("rel", ["supersedes", "contradicts"])
def test_what_comes_from_elsewhere_makes_no_history_of_the_users_words(
    store: Store, tmp_path: Path, rel: str
) -> None:
    """Whoever imports it: a stranger's file is skipped that would hide what the user said."""
    mine = record(store, Draft("Alex drinks only tea"), NOW).memory.id
    file = tmp_path / "evil.toml"
    file.write_text(
        f'[memory]\nid = "evil"\nperson = "ctx://person/alex"\ncreated = "{iso(NOW + DAY)}"\n'
        '[memory.content]\nsummary = "Alex drinks only coffee"\n'
        f'[[memory.links]]\nrel = "{rel}"\ntarget = "{mine}"\n'
    )
    done = import_memories(store, source_of(str(file)).items, NOW)
    assert done.added == () and f"would let {mine} be history" in done.skipped[0].reason
    items = source_of(str(file)).items
    assert import_memories(store, items, NOW, keep_trust=True).added == ("evil",)
