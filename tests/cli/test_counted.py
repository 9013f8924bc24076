"""A recall that counts: one line of the journal, whoever reads it, and nothing in files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Store, init
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.journal.event_types import OTHERS
from memento_cli.core.journal.line_ids import line_id
from memento_cli.index.journal.lines import rows_of
from memento_cli.index.journal.plain_lines import plain_rows_of
from memento_cli.store.journal.jsonl import entries_of, entry_text
from tests.conftest import Ran
from tests.core.values import day, line, used

Run = Callable[..., Ran]
COUNTED = {"agent": ("viewed", 8), "ebbinghaus": ("used", 10)}
"""What counts, by the profile, and how many hits a page has."""
ODD = st.sampled_from([None, "b", 7, [], [""], ["a", "m"], ["b", 7], ["\ud800"], {"b": 1}])
ids = st.text("abcm-é", min_size=1, max_size=5)


@pytest.fixture(params=COUNTED)
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: Any, run: Run) -> Store:
    """A dozen memories under a profile in which recall counts."""
    place = str(tmp_path / "store")
    monkeypatch.setenv("MEMENTO_STORE", place)
    store = init(place, person="alex", profile=request.param).store
    rows = "".join(json.dumps({"summary": f"tea number {n}"}) + "\n" for n in range(12))
    (tmp_path / "in.jsonl").write_text(rows)
    assert run("import", str(tmp_path / "in.jsonl")).code == 0
    return store


def log_lines(store: Store) -> list[str]:
    return [
        line
        for path in sorted(Path(store.root, "journal").glob("*/*.jsonl"))
        for line in path.read_text().splitlines()
    ]


def counts(store: Store, act: str) -> dict[str, int]:
    """How often each memory was counted, by the index."""
    from datetime import UTC, datetime

    with open_index(store, datetime.now(UTC)) as here:
        column = {"viewed": "views", "used": "uses"}[act]
        return dict(here.database.execute(f"SELECT id, {column} FROM memory WHERE {column}"))


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["front", "typer"])
def test_a_recall_that_counts_is_one_short_line(
    store: Store, run: Run, options: tuple[str, ...]
) -> None:
    """The line names all that was shown, each is counted once a recall, and no file changes."""
    act, page = COUNTED[store.settings["profile"]]
    before = log_lines(store)
    files = {path: path.read_bytes() for path in Path(store.root, "memories").iterdir()}
    assert run("recall", "tea", *options).code == 0
    shown = run("recall", "tea", *options).stdout
    new = [json.loads(line) for line in log_lines(store)[len(before) :]]
    assert [line["act"] for line in new] == [act, act]
    assert all(len(json.dumps(line)) < 600 for line in new)
    named = [new[1]["memory"], *new[1][OTHERS]]
    assert len(named) == page and all(id in shown for id in named)
    assert sorted(counts(store, act).values()).count(2) >= 1
    assert sum(counts(store, act).values()) == 2 * page
    assert files == {path: path.read_bytes() for path in files}


def test_settle_tells_nothing_of_what_changed_nothing(store: Store, run: Run) -> None:
    """No entry of delta 0 comes into a file's log; under `agent` no file changes at all."""
    files = {path: path.read_bytes() for path in Path(store.root, "memories").iterdir()}
    for _ in range(3):
        assert run("recall", "tea").code == 0
    assert run("store", "settle").code == 0
    texts = {path: path.read_bytes() for path in files}
    if store.settings["profile"] == "agent":
        assert texts == files
    else:
        assert texts != files
    assert all(text.count(b"[[memory.log]]") == files[path].count(b"[[memory.log]]")
               for path, text in texts.items())  # fmt: skip


def test_what_a_recall_counted_is_undone_as_one(store: Store, run: Run) -> None:
    """`undo BATCH` takes all of it back, and the log tells it of each."""
    act, page = COUNTED[store.settings["profile"]]
    assert run("recall", "tea").code == 0
    batch = json.loads(log_lines(store)[-1])["id"]
    logged = json.loads(run("log", "--limit", "50", "--json").stdout)
    entries = next(value for value in logged.values() if isinstance(value, list))
    assert [entry["act"] for entry in entries].count(act) == page
    assert sum(counts(store, act).values()) == page
    assert run("undo", batch, "--yes").code == 0
    assert counts(store, act) == {}
    assert run("doctor").code == 0


def test_lines_of_one_memory_count_as_before(store: Store, run: Run) -> None:
    """A journal that has a line for each hit, as it was once, is read as it was."""
    act, _ = COUNTED[store.settings["profile"]]
    (log,) = Path(store.root, "journal").glob("*/*.jsonl")
    now = json.loads(log_lines(store)[-1])["at"]
    olds = [
        {"id": line_id(1_900_000_000_000, n), "at": now, "act": act, "memory": id, "by": "me"}
        for n, id in enumerate(store.memories.ids())
    ]
    with log.open("a") as file:
        file.writelines(json.dumps(old) + "\n" for old in olds)
    assert counts(store, act) == dict.fromkeys(store.memories.ids(), 1)
    assert run("doctor").code == 0


@given(st.lists(ids, max_size=6), st.sampled_from(["viewed", "used"]))
def test_a_line_stands_for_one_of_each_memory(others: list[str], act: str) -> None:
    """Whoever reads it, journal or index, finds the lines that would have told it one by one."""
    whole = line(act, day(3), 1 << 40)._replace(more={OTHERS: others})
    raw = entry_text(whole).encode()
    each = entries_of(raw)
    assert [one.memory for one in each] == list(dict.fromkeys(["m", *others]))
    assert sorted({one.id for one in each}) == [one.id for one in each]
    assert each[-1].id == whole.id
    rows = [row for one in each for row in rows_of(entry_text(one).encode(), 1)]
    assert rows_of(raw, 1) == plain_rows_of(raw, 1) == rows


@given(ODD)
def test_what_names_no_others_is_a_line_of_one(others: object) -> None:
    """Where the key says something else, the line is its own memory's, and is not refused."""
    raw = json.dumps(json.loads(entry_text(used(day(3)))) | {OTHERS: others}).encode()
    found = {one.memory for one in entries_of(raw)} - {"a"}
    assert found == {"m"}
    assert {row[0] for row in rows_of(raw, 1)} - {"a"} == {"m"}
