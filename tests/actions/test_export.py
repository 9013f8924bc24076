"""export: what goes out whole comes back the same, what is a note or a table says the same."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Draft, Query, Store, erase, forget, init, pin, record, undo
from memento_cli.actions.exchange.export import (
    Left,
    What,
    export,
    exported_memories,
    has_secret,
    kinds_in,
)
from memento_cli.actions.exchange.imports import Imported, import_memories
from memento_cli.actions.exchange.sources.opened import source_of, source_of_stream
from memento_cli.core.memory.memory import Memory, Tags
from memento_cli.core.memory.record_kinds import FOLDERS
from memento_cli.core.security.trust import trust_of
from memento_cli.errors import Refused, Usage
from memento_cli.store.exchange.export_rows import KINDS, ROW_LIMIT, Row, header, row_text
from memento_cli.store.exchange.memory_formats import (
    COLUMNS,
    csv_head,
    csv_row,
    note_data,
    note_text,
)
from memento_cli.store.records.memories import memory_codec
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.writer import rendered
from tests.conftest import ROOT
from tests.store.values import NASTY, memories

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
WHOLE = Query()
LINE = '{"id": "01m7", "at": "2026-01-01T00:00:00Z", "act": "used", "memory": "m", "by": "x"}'


def rows_of(store: Store, what: What = What()) -> list[Row]:
    """What goes out."""
    return [row for row in export(store, what, NOW) if isinstance(row, Row)]


def ndjson(store: Store, what: What = What()) -> str:
    """An export as it is written."""
    texts = (row_text(row) + "\n" for row in rows_of(store, what))
    return header(what.kinds) + "\n" + "".join(texts)


def taken(store: Store, text: str, **how: Any) -> Imported:
    """What an import of one's own export did."""
    source = source_of_stream(io.BytesIO(text.encode(errors="surrogatepass")), "all.ndjson")
    return import_memories(store, source.items, NOW, **{"keep_trust": True} | how)


def files(store: Store) -> dict[str, bytes]:
    """Every file of a store but for git's and the clone's own."""
    root = Path(store.root)
    paths = (path for path in root.rglob("*") if path.is_file())
    named = {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
    return {name: raw for name, raw in named.items() if not name.split("/")[-1].startswith(".git")
            and not name.startswith(".memento")}  # fmt: skip


@pytest.fixture
def sample(tmp_path: Path) -> Store:
    """A copy of the store that has every kind in it."""
    return Store(str(copytree(ROOT / "sample-data", tmp_path / "sample")))


@pytest.fixture
def fresh(tmp_path: Path) -> Store:
    """A store that was only just made."""
    return init(str(tmp_path / "fresh")).store


def test_a_whole_store_comes_back_file_by_file(sample: Store, fresh: Store) -> None:
    """Settings, files, logs of every kind: byte for byte."""
    done = taken(fresh, ndjson(sample))
    assert not done.skipped
    assert files(fresh) == files(sample)
    assert {row.kind for row in rows_of(sample)} >= {"settings", "events", "journal", "graph"}


def test_odd_bytes_come_back(sample: Store, fresh: Store) -> None:
    """Comments, line ends, unknown keys, broken files, torn lines, blank lines, no text at all."""
    odd = {
        "memories/crlf.toml": b"# one\r\n[memory]\r\nid = 'crlf'\r\nstrange = nan\r\n",
        "memories/utf16.toml": "[memory]\n".encode("utf-16"),
        "memories/bom.toml": b"\xef\xbb\xbf[memory]\n",
        "archive/empty.toml": b"",
        "states/broken.toml": b"<<<<<<< HEAD\n[state]\n",
        "graph/made-of-dates.toml": b"[entity]\nwhen = 2020-01-01\nat = inf\n",
        "journal/2020-01/x-aaaa.jsonl": b'{"id": 1}\n\n  \n{"torn": "\xff',
        "journal/2020-02/empty-aaaa.jsonl": b"",
        "journal/erased/x-bbbb.jsonl": b'{"act": "erased"\n',
        "events/2020-03/x-aaaa.jsonl": b'{"text": "\\ud83d"}\r\n\xc3\x28\n',
    }
    for name, raw in odd.items():
        path = Path(sample.root, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    done = taken(fresh, ndjson(sample))
    assert not done.skipped
    assert files(fresh) == files(sample)


@given(st.data())
def test_what_was_generated_comes_back(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    """Any memory, any bytes in files, any lines in logs."""
    root = tmp_path_factory.mktemp("made")
    store, other = init(str(root / "a")).store, init(str(root / "b")).store
    codec = memory_codec(UTC)
    for number, memory in enumerate(data.draw(st.lists(memories, max_size=3))):
        named = memory._replace(id=f"memory-{number}")
        Path(store.root, f"memories/memory-{number}.toml").write_text(
            rendered(codec.data(named)), newline=""
        )
    for folder in ("archive", *FOLDERS):
        raw = data.draw(st.one_of(st.none(), st.binary(max_size=60)))
        if raw is not None:
            Path(store.root, folder).mkdir(exist_ok=True)
            Path(store.root, folder, "thing-number-one.toml").write_bytes(raw)
    for folder in ("events/2026-01", "journal/2026-01", "journal/erased"):
        raw = data.draw(st.one_of(st.none(), st.binary(max_size=60)))
        if raw is not None:
            Path(store.root, folder).mkdir(parents=True)
            Path(store.root, folder, "alex-abcd.jsonl").write_bytes(raw)
    done = taken(other, ndjson(store))
    assert not done.skipped
    assert files(other) == files(store)


def test_what_vouches_for_itself_is_merged_only_if_it_is_known(sample: Store, fresh: Store) -> None:
    """An export says itself whose word it is: of others it fills an empty store, and no other."""
    record(fresh, Draft("A memory that is here", "alex"), NOW)
    before = files(fresh)
    with pytest.raises(Refused, match="whose word"):
        taken(fresh, ndjson(sample), keep_trust=False)
    assert files(fresh) == before
    blocks = taken(fresh, ndjson(sample, What(kinds=("blocks",))), keep_trust=False)
    assert blocks.skipped and not blocks.added
    memories = taken(fresh, ndjson(sample, What(kinds=("memories",))), keep_trust=False)
    trusts = {trust_of(fresh.memories.read(id).value) for id in memories.added}
    assert trusts == {"imported"}


def test_the_same_again_adds_nothing(sample: Store, fresh: Store) -> None:
    """Neither where it came from nor where it went; a dry run writes nothing either."""
    text = ndjson(sample)
    before = files(fresh)
    dry = taken(fresh, text, dry=True)
    assert dry.added and dry.lines and files(fresh) == before
    assert taken(fresh, text)[:2] == dry[:2]
    for store in (sample, fresh):
        before = files(store)
        done = taken(store, text)
        assert not done.added and not done.lines and not done.skipped
        assert files(store) == before


def test_a_merge_adds_what_is_not_there(sample: Store, fresh: Store) -> None:
    """Logs come under their own names; this store's own settings and files stay."""
    mine = record(fresh, Draft("Mine", "alex", tags=Tags(("own",))), NOW).memory.id
    own = files(fresh)
    done = taken(fresh, ndjson(sample))
    there = files(fresh)
    assert not done.skipped and mine in fresh.memories
    assert {**files(sample), **own} == there
    warned = list[str]()
    again = Store(fresh.root, warned.append)
    taken(again, ndjson(sample))
    assert any("keeps its own settings" in text for text in warned)


def test_what_differs_is_told_and_left(sample: Store, fresh: Store) -> None:
    """A memory, or a state, that says something else here is named by its line."""
    text = ndjson(sample)
    taken(fresh, text)
    for path in (fresh.memories.path("alex-api-2025-02"), fresh.held("kv").path(
        fresh.held("kv").ids()[0])):  # fmt: skip
        Path(path).write_text(Path(path).read_text().replace("a", "o"))
    before = files(fresh)
    done = taken(fresh, text)
    assert [bad.where.split(":")[0] for bad in done.skipped] == ["all.ndjson"] * 2
    assert all("other content" in bad.reason for bad in done.skipped)
    assert files(fresh) == before


def test_logs_are_united_line_by_line(store: Store, fresh: Store) -> None:
    """A log that lacks lines gets them; what stands in it stays, and its newest line last."""
    name = "journal/2026-01/alex-abcd.jsonl"
    path, other = Path(store.root, name), Path(fresh.root, name)
    for each in (path, other):
        each.parent.mkdir(parents=True)
    lines = [LINE.replace("01m7", f"01m{number}") + "\n" for number in range(4)]
    path.write_text("".join(lines[:3]))
    other.write_text(lines[1] + lines[3])
    assert taken(fresh, ndjson(store)).lines == 2
    assert other.read_text() == lines[0] + lines[2] + lines[1] + lines[3]
    other.write_text(lines[0])  # as an import that was cut off leaves it
    taken(fresh, ndjson(store))
    assert other.read_text() == path.read_text()


def test_what_was_erased_does_not_come_back(sample: Store, tmp_path: Path) -> None:
    """Its file is refused, its words in logs are blanked again, and no export has any."""
    text, id = ndjson(sample), "alex-oauth-2025-06"
    words = sample.memories.read(id).value.content.summary
    assert words in text
    erase(sample, [id], NOW)
    assert words not in ndjson(sample)
    done = taken(sample, text)
    assert id not in sample.memories
    assert done.skipped[0].reason == "was erased here and is not taken in again"
    assert {bad.reason.split()[0] for bad in done.skipped[1:]} <= {
        "memories/alex-talk-2025-11.toml"
    }
    assert not [name for name, raw in files(sample).items() if words.encode() in raw]


def test_nothing_goes_out_while_something_erased_is_there(sample: Store) -> None:
    """What a merge has brought back is refused, until whoever writes has taken it out."""
    id = "alex-oauth-2025-06"
    path = Path(sample.memories.path(id))
    raw = path.read_bytes()
    erase(sample, [id], NOW)
    path.write_bytes(raw)
    with pytest.raises(Refused):
        rows_of(sample)
    pin(sample, "alex-api-2025-02", NOW, True)
    assert rows_of(sample)


def test_what_was_let_go_stays_so(store: Store) -> None:
    """What is in the archive here by now, or was emptied out of it, is there already."""
    ids = [record(store, Draft(text, "alex"), NOW).memory.id for text in ("one", "two", "three")]
    text = ndjson(store)
    for id in ids[:2]:
        forget(store, [id], NOW)
    os.unlink(store.archive.path(ids[1]))
    os.unlink(store.memories.path(ids[2]))  # lost, not let go
    done = taken(store, text)
    assert done.added == (ids[2],)
    assert ids[0] not in store.memories and ids[1] not in store.memories


@pytest.mark.parametrize(
    "row",
    [
        {"kind": "memories", "path": "../x.toml", "text": ""},
        {"kind": "memories", "path": "memories/../../x.toml", "text": ""},
        {"kind": "memories", "path": "/etc/x.toml", "text": ""},
        {"kind": "memories", "path": "memories/..toml", "text": ""},
        {"kind": "memories", "path": "memories/con.toml", "text": ""},
        {"kind": "memories", "path": "memories/a\\b.toml", "text": ""},
        {"kind": "memories", "path": "memories/a\u0000.toml", "text": ""},
        {"kind": "memories", "path": "memories/x.txt", "text": ""},
        {"kind": "memories", "path": "states/x.toml", "text": ""},
        {"kind": "memories", "path": ["memories", "x.toml"], "text": ""},
        {"kind": "memories", "path": "memories/x.toml"},
        {"kind": "memories", "path": "memories/x.toml", "text": 1},
        {"kind": "memories", "path": "memories/x.toml", "text": "\ud800"},
        {"kind": "memories", "path": "memories/x.toml", "text": "", "base64": ""},
        {"kind": "memories", "path": "memories/x.toml", "base64": "*"},
        {"kind": "settings", "path": "memories/memento.toml", "text": ""},
        {"kind": "settings", "path": "memento.toml", "text": "fade = 1"},
        {"kind": ".git", "path": ".git/config", "text": ""},
        {"kind": "journal", "path": "journal/2026-01/../../x.jsonl", "text": ""},
        {"kind": "journal", "path": "journal/../x.jsonl", "text": ""},
        {"kind": "journal", "path": "journal/2026-1/x.jsonl", "text": ""},
        {"kind": "events", "path": "events/erased/x.jsonl", "text": ""},
        {"kind": "events", "path": "events/2026-01/.x.jsonl", "text": ""},
        {"kind": "events", "path": "events/2026-01/x.jsonl", "text": "a\nb"},
        {"kind": "events", "path": "events/2026-01/x.jsonl", "text": "a", "torn": "yes"},
        {"kind": ["events"], "path": "events/2026-01/x.jsonl", "text": "a"},
        {"kind": "memories", "schema": 2, "path": "memories/x.toml", "text": ""},
        {"kind": "memories", "path": "memories/x.toml", "text": "", "data": float("nan")},
        {"kind": "memories", "path": "memories/x.toml", "text": "x" * ROW_LIMIT},
    ],
)
def test_hostile_rows_are_refused_by_name(fresh: Store, tmp_path: Path, row: Any) -> None:
    """No path but one of a store's own, no type but the right one; the rest goes in."""
    before = sorted(map(str, tmp_path.rglob("*")))
    text = json.dumps({"schema": 1, **row})
    good = json.dumps({"schema": 1, "kind": "blocks", "path": "blocks/good.toml", "text": ""})
    done = taken(fresh, f"{header(KINDS)}\n{text}\n{good}\n")
    assert [bad.where for bad in done.skipped] == ["all.ndjson:2"]
    assert done.added == ("blocks/good",)
    after = {*map(str, tmp_path.rglob("*"))} - {*before}
    assert {Path(path).name for path in after} <= {"blocks", "good.toml", "lock", "clone"}


def test_a_newer_export_is_refused(fresh: Store) -> None:
    """What a later memento has written is not guessed at."""
    done = taken(fresh, header(KINDS).replace('"schema": 1', '"schema": 9') + "\n")
    assert "reads 1" in done.skipped[0].reason


def test_a_folder_that_leads_out_is_not_written_to(fresh: Store, tmp_path: Path) -> None:
    """Neither a month nor a folder of files, though the path is a good one."""
    outside = tmp_path / "outside"
    outside.mkdir()
    Path(fresh.root, "journal").mkdir(exist_ok=True)
    Path(fresh.root, "journal/2026-01").symlink_to(outside)
    row = Row("journal", "journal/2026-01/x-aaaa.jsonl", LINE.encode())
    done = taken(fresh, f"{header(KINDS)}\n{row_text(row)}\n")
    assert "leads out" in done.skipped[0].reason
    assert not list(outside.iterdir())


def test_memories_alone_are_an_act_that_can_be_undone(sample: Store, fresh: Store) -> None:
    """What comes without its journal is recorded here, what holds beside it, too."""
    done = taken(fresh, ndjson(sample, What(kinds=kinds_in("memories,states,graph"))))
    assert not done.skipped and len(done.added) == len(done.added)
    name = "memories/alex-api-2025-02.toml"
    assert files(fresh)[name] == files(sample)[name]
    undo(fresh, done.batch, NOW)
    assert not fresh.memories.ids() and not fresh.held("states").ids()


def test_a_query_limits_memories(sample: Store) -> None:
    """By words, by filters, and by how many; the weak ones are there, too."""
    topic = What(Query(topics=("oauth",)), ("memories",))
    ids = {Path(row.path).stem for row in rows_of(sample, topic)}
    every = (sample.memories.read(id).value for id in sample.memories.ids())
    assert ids == {memory.id for memory in every if "oauth" in memory.tags.topics}
    assert len(rows_of(sample, What(Query(words=("pkce",), limit=1), ("memories",)))) == 1


def test_labels_keep_what_is_not_public(store: Store) -> None:
    """Memories by their own label; what has none is private, so all logs are."""
    for privacy in ("private", "team", "public"):
        record(store, Draft(f"It is {privacy}", "alex", privacy=privacy), NOW)
    for least, count in (("private", 3), ("team", 2), ("public", 1)):
        what = What(privacy=least)
        out = [row for row in rows_of(store, what) if row.kind == "memories"]
        left = [one for one in export(store, what, NOW) if isinstance(one, Left)]
        assert len(out) == count
        assert sum(one.rows for one in left) == (0 if least == "private" else 3 - count + 1 + 3)
        notes = [m for m in exported_memories(store, what, NOW) if isinstance(m, Memory)]
        assert len(notes) == count


def test_trust_keeps_what_nobody_vouches_for(store: Store) -> None:
    """What an import brought is left out where a person's word is asked for."""
    mine = record(store, Draft("Mine", "alex"), NOW).memory.id
    theirs = record(store, Draft("Theirs", "alex", source="import"), NOW).memory.id
    what = What(kinds=("memories",), min_trust="agent")
    assert [Path(row.path).stem for row in rows_of(store, what)] == [mine] != [theirs]


def test_secrets_are_seen(store: Store) -> None:
    """What goes out with a key in it can be told from what has none."""
    key = "AKIA" + "QRSTUVWX" + "YZ234567"
    record(store, Draft(f"The key is {key}", "alex"), NOW, allow_secret=True)
    assert any(map(has_secret, rows_of(store)))
    assert not has_secret(rows_of(store, What(kinds=("settings",)))[0])


def test_kinds_that_there_are_not(store: Store) -> None:
    """A kind that nobody knows is a mistake that names the others."""
    for text in ("memory", "", "memories,../x"):
        with pytest.raises(Usage):
            kinds_in(text)


def numbers_aside(memory: Memory) -> Memory:
    return memory._replace(log=())


@given(memories)
def test_notes_say_the_same(memory: Memory) -> None:
    """Whatever stands in a memory, its note says it again, and no line of it ends the front."""
    codec = memory_codec(UTC)
    text = note_text(memory).encode().decode()
    again = codec.value(memory.id, note_data(text, "x.md"))
    assert numbers_aside(again) == numbers_aside(codec.value(memory.id, codec.data(memory)))


@pytest.mark.parametrize(
    "detail", ["---", "---\nid: x\n---", "```\n---", "\n", "a\n\n\n", "# x\n", *NASTY]
)
def test_no_text_of_a_note_is_front_matter(detail: str, tmp_path: Path, store: Store) -> None:
    """Rules, fences and headings in a detail are words of it, on disk and back."""
    made = record(store, Draft("One", "alex", detail=detail), NOW).memory
    path = tmp_path / "notes" / f"{made.id}.md"
    path.parent.mkdir()
    path.write_text(note_text(made), newline="")
    other = init(str(tmp_path / "other")).store
    done = import_memories(other, source_of(str(path.parent)).items, NOW)
    assert done.added == (made.id,)
    assert other.memories.read(made.id).value.content == made.content


@given(memories, st.booleans())
def test_tables_say_the_same(memory: Memory, raw: bool) -> None:
    """A row says it again; no cell of it is computed, unless it is to be raw."""
    from memento_cli.store.exchange.memory_formats import csv_data

    codec = memory_codec(UTC)
    text = csv_head() + csv_row(memory, NOW, raw=raw)
    (row,) = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    assert tuple(row) == COLUMNS
    if not raw:
        numbers = ("affect.", "strength.", "fade.", "review.")
        texts = (cell for name, cell in row.items() if not name.startswith(numbers))
        assert not [cell for cell in texts if cell[:1] in ("=", "+", "-", "@", "\t", "\r", "\n")]
        again = codec.value(memory.id, csv_data(row, "t.csv"))
        assert numbers_aside(again) == numbers_aside(codec.value(memory.id, codec.data(memory)))


def exported(store: Store) -> Iterator[Memory]:
    return (m for m in exported_memories(store, What(), NOW) if isinstance(m, Memory))


def test_notes_and_tables_come_back_from_files(sample: Store, fresh: Store, tmp_path: Path) -> None:
    """Under their own ids, with the numbers that they had; here they are there already."""
    table, notes = tmp_path / "all.csv", tmp_path / "notes"
    notes.mkdir()
    for memory in exported(sample):
        (notes / f"{memory.id}.md").write_text(note_text(memory), newline="")
    table.write_text(csv_head() + "".join(csv_row(m, NOW) for m in exported(sample)), newline="")
    for source in (notes, table):
        target = fresh if source is notes else init(str(tmp_path / "third")).store
        done = import_memories(target, source_of(str(source)).items, NOW, keep_trust=True)
        assert not done.skipped
        told = {m.id: numbers_aside(m) for m in exported(target)}
        assert told == {m.id: numbers_aside(m) for m in exported(sample)}
        here = import_memories(sample, source_of(str(source)).items, NOW)
        assert not here.added and not here.skipped


def test_a_bad_row_of_a_table_stops_no_other(fresh: Store, tmp_path: Path, sample: Store) -> None:
    """What is no number, no id, or too short is named by its line; columns may be anybody's."""
    one, two = list(exported(sample))[:2]
    rows = [csv_row(one, NOW), csv_row(two, NOW)]
    bad = rows[0].replace(one.id, "../x"), rows[0].replace("0.5", "half"), "1,2\r\n"
    path = tmp_path / "t.csv"
    path.write_text(csv_head() + "".join([*bad, *rows]), newline="")
    done = import_memories(fresh, source_of(str(path)).items, NOW)
    assert set(done.added) == {one.id, two.id} and len(done.skipped) == 3
    path.write_text('title,tags,date\nTide tables,"sea,harbour",2026-08-10\n')
    (id,) = import_memories(fresh, source_of(str(path)).items, NOW).added
    assert fresh.memories.read(id).value.tags.topics == ("sea", "harbour")
    assert parsed(Path(fresh.memories.path(id)).read_bytes(), "").data["memory"]["origin"]


def test_what_says_nothing_is_an_empty_cell(store: Store) -> None:
    """A detail without words has no apostrophe, which is for what a spreadsheet would compute."""
    memory = record(store, Draft("Likes tea", "ctx://person/alex"), NOW).memory
    (row,) = csv.DictReader(io.StringIO(csv_head() + csv_row(memory, NOW), newline=""))
    assert row["detail"] == "" and "'" not in row.values()
