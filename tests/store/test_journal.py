"""The journal: unique ordered ids, one line a line, and no line costs more than itself."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memento_cli.actions.memory.reading import memory_at
from memento_cli.actions.memory.reinforce import note_use, settle
from memento_cli.core.journal.event_types import UNDONE
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.line_ids import line_millis
from memento_cli.core.text.strict_json import loaded
from memento_cli.core.time.when import iso
from memento_cli.errors import BadData
from memento_cli.store.directory.store import Store
from memento_cli.store.journal.journal import recent_lines, stamp_of_newest
from memento_cli.store.journal.jsonl import entry_of, entry_text
from tests.conftest import examples
from tests.core.values import day, line
from tests.store.helpers import DAY, NOW, new_store, put, recorded, reopened, whole
from tests.store.values import texts

GOOD = (
    '{"id": "01m7xzzbbgx0geycjd9vfrfs1a", "at": "2025-02-01T14:30Z", "act": "used", "memory": "a"'
)
ACTS = st.sampled_from(["used", "viewed", UNDONE])


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s")


def act(memory: str = "a", **more: object) -> JournalEntry:
    return JournalEntry("", NOW, "used", memory, "me", **more)  # type: ignore[arg-type]


def own_file(store: Store) -> Path:
    (path,) = store.journal.files()
    return Path(path)


def test_ids_are_unique_and_in_order(store: Store) -> None:
    """Fifteen lines in five quick batches have fifteen ids, which rise as they were written."""
    for _ in range(5):
        store.journal.append([act(), act(), act()])
    ids = [line.id for line in store.journal.lines().lines]
    assert len(ids) == 15 and ids == sorted(set(ids))


def test_ids_never_decrease_when_the_clock_goes_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the clock went back, ids rise on from the last one, in the same log file."""
    for clock in (2_000_000_000.0, 1_000_000_000.0, 0.0, 1_500_000_000.0):
        monkeypatch.setattr("memento_cli.store.journal.journal.time.time", lambda now=clock: now)
        store.journal.append([act()])
    ids = [line.id for line in store.journal.lines().lines]
    assert ids == sorted(set(ids)) and line_millis(ids[0]) == 2_000_000_000_000
    assert len(store.journal.files()) == 1


def test_ids_go_on_after_a_long_run_of_lines_that_are_not_its_own(store: Store) -> None:
    """Behind 300 adoptions and a long broken line the writer finds its own last id and goes on."""
    (first,) = store.journal.append([act()])
    path = own_file(store)
    adopted = first._replace(id="0" * 26, via="adoption")
    with path.open("a") as file:
        file.write((entry_text(adopted) + "\n") * 300 + "x" * 21_000 + "\n")
    assert store.journal.newest_millis() == line_millis(first.id)
    ahead = first._replace(id="7" + first.id[1:])
    path.write_text(entry_text(ahead) + "\n" + path.read_text())
    (second,) = store.journal.append([act()])
    assert second.id > first.id


def test_an_adoption_goes_into_the_month_of_today(store: Store) -> None:
    """Memories of 1970 and 2999 are adopted in today's log file, where the next act goes, too."""
    for nth, year in enumerate(("1970", "2999")):
        put(store, f"m{nth}", whole(f"m{nth}").replace('"2025-', f'"{year}-'))
    settle(store, NOW, everything=True)
    store.journal.append([act()])
    assert len(store.journal.files()) == 1
    assert "2999" not in own_file(store).parent.name


def test_a_batch_has_one_name_and_a_single_act_none(store: Store) -> None:
    """Acts written together bear the first one's id as their batch; one alone has no batch."""
    one, two = store.journal.append([act(), act("b")])
    assert one.batch == two.batch == one.id
    assert store.journal.append([act()])[0].batch == ""


def test_a_torn_tail_is_healed_at_every_byte(store: Store) -> None:
    """Wherever a write was cut, the next act gets its own line and no byte before it changes."""
    store.journal.append([act()])
    path = own_file(store)
    first = path.read_bytes()
    store.journal.append([act("b", text={"reason": "é"})])
    both = path.read_bytes()
    for cut in range(len(first), len(both), 3):
        path.write_bytes(both[:cut])
        assert store.journal.lines().lines[0].memory == "a"
        store.journal.append([act("c")])
        read = store.journal.lines()
        kept = ["a", "c"] if cut < len(both) - 1 else ["a", "b", "c"]
        assert [line.memory for line in read.lines] == kept
        assert len(read.broken) == (len(first) < cut < len(both) - 1)
        assert path.read_bytes().startswith(both[:cut])


@settings(max_examples=examples(), deadline=None)
@given(texts, texts)
def test_any_words_stay_on_one_line(reason: str, more: str) -> None:
    """Any reason is one line without a raw control sign, and comes back as it was."""
    line = JournalEntry("i", NOW, "used", "a", "me", text={"reason": reason}, more={"later": more})
    text = entry_text(line)
    assert len(text.splitlines()) == 1
    assert not {sign for sign in text if ord(sign) < 32 or 0x7F <= ord(sign) < 0xA0}
    assert entry_of(text.encode()) == line


def test_half_a_character_can_be_said_in_a_reason() -> None:
    """A lone surrogate in a reason is escaped in the line and comes back from it."""
    line = JournalEntry("i", NOW, "used", "a", "me", text={"reason": "caf\udce9"})
    assert "\\udce9" in entry_text(line)
    assert entry_of(entry_text(line).encode()).text == {"reason": "caf\udce9"}


BAD = {
    "doubled key": '{"id": "i", "id": "j"}',
    "nan": GOOD + ', "x": NaN}',
    "infinity": GOOD + ', "x": -Infinity}',
    "endless float": GOOD + ', "x": 1e999}',
    "endless whole": GOOD + ', "x": ' + "9" * 5000 + "}",
    "nested": GOOD + ', "x": ' + "[" * 100_000 + "}",
    "nested and closed": GOOD + ', "x": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "a list": "[]",
    "a number": "7",
    "nothing": "{}",
    "no id": '{"at": "2025-02-01T14:30:00Z", "act": "used", "memory": "a"}',
    "id is a number": '{"id": 7, "at": "2025-02-01T14:30:00Z", "act": "used", "memory": "a"}',
    "at is a number": '{"id": "i", "at": 7, "act": "used", "memory": "a"}',
    "at is no time": '{"id": "i", "at": "soon", "act": "used", "memory": "a"}',
    "numbers without a clock": GOOD + ', "strength": {"initial": 1}}',
    "numbers without an initial": GOOD + ', "strength": {"last_reinforced": "2025-02-01"}}',
    "numbers are a list": GOOD + ', "strength": [1]}',
    "numbers out of range": GOOD
    + ', "strength": {"initial": 1e9, "last_reinforced": "2025-01-01"}}',
    "latin-1": GOOD + ', "x": "caf\xe9"}',
    "utf-16": GOOD + "}",
    "torn": GOOD,
    "a marker": "<<<<<<< HEAD",
    "long": GOOD + ', "x": "' + "y" * (1 << 22) + '"}',
}


def raw_of(name: str) -> bytes:
    encodings = {"latin-1": "latin-1", "utf-16": "utf-16"}
    return BAD[name].encode(encodings.get(name, "utf-8"))


@pytest.mark.parametrize("name", [name for name in BAD if name != "utf-16"])
def test_a_bad_line_is_one_named_error(name: str) -> None:
    """Whatever is wrong with a line, it is bad data: "not a journal line", never a traceback."""
    with pytest.raises(BadData, match="not a journal line"):
        entry_of(raw_of(name))


def test_a_bad_line_costs_only_itself(store: Store) -> None:
    """The lines before and after the bad ones are read, and each bad one is told with its place."""
    store.journal.append([act()])
    path = own_file(store)
    with path.open("ab") as file:
        file.write(b"".join(raw_of(name) + b"\n" for name in BAD if name != "utf-16"))
    store.journal.append([act("b")])
    read = store.journal.lines()
    assert [line.memory for line in read.lines] == ["a", "b"]
    assert len(read.broken) == len(BAD) - 1
    assert read.broken[0].where == f"{path}:2"


def test_what_a_newer_memento_wrote_is_kept() -> None:
    """Keys of a line that this memento does not know are written again as they were read."""
    line = entry_of(GOOD + ', "act2": {"x": [1, null]}, "mood": "calm"}')
    assert line.more == {"act2": {"x": [1, None]}, "mood": "calm"}
    assert entry_of(entry_text(line)) == line


def test_an_unknown_act_counts_for_nothing(store: Store) -> None:
    """A line with an act of a newer memento changes nothing in the memory that it is about."""
    memory = recorded(store)
    before = memory_at(store, memory.id, NOW + 9 * DAY)
    store.journal.append([JournalEntry("", NOW, "dreamt", memory.id, "me", undoes="x")])
    assert memory_at(store, memory.id, NOW + 9 * DAY) == before


def test_lines_of_one_memory_are_found_however_they_are_written(store: Store) -> None:
    """An id in which another writer escaped a letter is the same memory's id."""
    memory = recorded(store, topic="tea")
    note_use(store, [memory.id], NOW + DAY)
    path = own_file(store)
    path.write_text(path.read_text().replace("tea", "t\\u0065a"))
    assert len(store.journal.lines(memory.id).lines) == 2


def test_doubled_keys_and_nan_are_no_json() -> None:
    """What Python's json lets pass, NaN and a key that stands twice at any depth, is refused."""
    assert loaded('{"a": [1, 2.5, null, "x"]}') == {"a": [1, 2.5, None, "x"]}
    assert json.loads('{"a": NaN}')["a"] != 0
    for text in ('{"a": NaN}', '{"a": 1, "a": 2}', '{"b": {"a": 1, "a": 1}}'):
        with pytest.raises(ValueError):
            loaded(text)


def test_only_log_files_of_months_are_read(store: Store, tmp_path: Path) -> None:
    """Hidden files, backups, folders and links in the journal are passed over without a warning."""
    store.journal.append([act()])
    text = own_file(store).read_text()
    folder = own_file(store).parent
    for name in (".a.jsonl", "a.jsonl~", "a.jsonl.orig", "a.txt"):
        (folder / name).write_text(text)
    (folder / "d.jsonl").mkdir()
    outside = tmp_path / "outside.jsonl"
    outside.write_text(text)
    os.symlink(outside, folder / "link.jsonl")
    (Path(store.journal.folder) / "notes").mkdir()
    assert len(store.journal.lines().lines) == 1
    assert reopened(store)[1] == []


@pytest.mark.parametrize("key", ["id", "memory", "undoes", "act", "by"])
def test_half_a_character_is_no_line(key: str) -> None:
    """What no file and no index can keep is said to be no line, wherever it stands."""
    said = {"id": "01kwewejs00knnqt3an22k7ajq", "at": "2025-02-01T14:30:00Z", "act": "used",
            "memory": "a", "by": "t"}  # fmt: skip
    with pytest.raises(BadData, match="half a character"):
        entry_of(json.dumps(said | {key: "\ud800"}))


@pytest.mark.parametrize("moment", [{}, {"x": 1}, [], 5, True])
def test_a_moment_that_is_no_text_is_no_line(moment: object) -> None:
    """A table or a number in the place of a moment is an error of that line."""
    said = {"id": "b", "at": "2025-02-01T14:30:00Z", "act": "recorded", "memory": "a", "by": "t"}
    numbers = {"initial": 1.0, "last_reinforced": moment or "x", "reinforcement_count": 0}
    for bad in (said | {"at": moment}, said | {"strength": numbers}):
        with pytest.raises(BadData):
            entry_of(json.dumps(bad))


@given(st.lists(st.tuples(ACTS, st.integers(0, 30)), max_size=12), st.integers(1, 14))
def test_the_newest_lines_are_found_by_their_stamps(
    told: list[tuple[str, int]], count: int
) -> None:
    """They are the `count` newest of all logs, whatever the order in which they stand there, those
    of the same moment as the oldest of them, and every undo."""
    lines = [line(act, day(at), key + 1) for key, (act, at) in enumerate(told)]
    raws = [entry_text(one).encode() for one in lines]
    logs = [b"\n".join(raws[::2]) + b"\n", b"\n".join(raws[1::2]) + b"\n"]
    since = stamp_of_newest(logs, count)
    newest = sorted((one.at for one in lines), reverse=True)[:count]
    for one, raw in zip(lines, raws, strict=True):
        expected = one.at in newest or one.act == UNDONE or len(lines) < count
        assert bool(recent_lines(raw, since)) == expected
    assert since.decode() == (iso(newest[-1])[:19] if len(lines) >= count else "")


def test_a_line_that_another_program_wrote_may_be_recent() -> None:
    """Its moment stands elsewhere, so it is read whatever it says."""
    assert recent_lines(b'{"at": "1999-01-01T00:00:00Z", "id": "x"}', b"2025-01-01T00:00:00")
