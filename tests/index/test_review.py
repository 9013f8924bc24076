"""What once was wrong in the index's answers, each as it was found."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli import Draft, Query, Store, list_memories, note_use, recall, record, why_not
from memento_cli.actions.memory.edit import edit, pin
from memento_cli.actions.memory.reading import memories_at
from memento_cli.index.database import database
from memento_cli.index.database.place import FILE, index_folder
from memento_cli.index.refresh.freshness import SECOND, TICK
from tests.conftest import Ran
from tests.store.helpers import reopened

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def kept(store: Store, text: str, at: datetime = NOW, person: str = "alex") -> str:
    """The id of a new memory."""
    return record(store, Draft(text, person), at)[0].id


def git(store: Store, *args: str) -> None:
    """Run git in the store."""
    subprocess.run(["git", "-C", store.root, *args], check=True, capture_output=True)


def test_logs_of_one_length_are_told_apart(store: Store) -> None:
    """Two branches with uses at other times have logs of one size and end: strengths follow."""
    id = kept(store, "apple banana")
    git(store, "init", "-b", "main")
    git(store, "add", "-A")
    git(store, "commit", "-m", "base")
    strengths = {}
    for branch, month in (("one", 3), ("two", 9)):
        git(store, "checkout", "-b", branch, "main")
        note_use(store, [id], datetime(2026, month, 1, tzinfo=UTC))
        git(store, "add", "-A")
        git(store, "commit", "-m", branch)
    later = datetime(2026, 12, 1, tzinfo=UTC)
    for branch in ("one", "two", "one"):
        git(store, "checkout", branch)
        time.sleep(2 * TICK / SECOND)
        found = memories_at(store, later)[0].strength.last_reinforced.month
        assert found == {"one": 3, "two": 9}[branch]
        strengths[branch] = found


def test_a_log_rewritten_in_place_is_read_anew(store: Store) -> None:
    """A line far from the end that was edited to the same length counts as it stands now."""
    kept(store, "apple")
    kept(store, "banana", person="viktor")
    assert {m.strength.initial for m in memories_at(store, NOW)} == {1.0}
    log = Path(store.journal.files()[0])
    log.write_bytes(log.read_bytes().replace(b'"initial": 1.0', b'"initial": 0.5', 1))
    assert sorted(m.strength.initial for m in memories_at(store, NOW)) == [0.5, 1.0]


def test_pinned_ones_are_in_the_order_of_their_strength(store: Store) -> None:
    """What is pinned does not fade: when it was last used has no say in its place."""
    old, new = kept(store, "old strong", NOW - timedelta(days=365)), kept(store, "new weak")
    for id in (old, new):
        pin(store, id, NOW)
    edit(store, new, {"memory.strength.initial": 0.5}, NOW)
    for order, expected in (("desc", [old, new]), ("asc", [new, old])):
        for limit in (1, 2):
            hits = list_memories(store, Query(limit=limit, order=order), NOW).hits
            assert [hit.memory.id for hit in hits] == expected[:limit]


def test_a_changed_zone_moves_the_times_that_name_none(store: Store) -> None:
    """Times without a zone are read again when the store's zone changes."""
    path = Path(store.memories.path(kept(store, "zoned")))
    path.write_text(path.read_text().replace("2026-01-01T00:00:00Z", "2026-01-01T12:00:00"))
    settings = Path(store.settings_file)
    assert memories_at(store, NOW)[0].created.hour == 12
    text = settings.read_text()
    settings.write_text(text.replace('timezone = "UTC"', 'timezone = "America/New_York"'))
    opened, _ = reopened(store)
    assert memories_at(opened, NOW)[0].created.hour == 17


def test_settings_are_kept_with_what_they_were_read_from(store: Store) -> None:
    """A memento.toml that changes while a command waits is read by the next one."""
    kept(store, "alpha one")
    kept(store, "alpha two", person="viktor")
    path = Path(store.settings_file)
    path.write_text(path.read_text() + "\n")
    before, _ = reopened(store)
    path.write_text(path.read_text().replace("limit = 10", "limit = 1"))
    memories_at(before, NOW)
    done = subprocess.run(
        [sys.executable, "-m", "memento_cli", "recall", "alpha"],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("alpha") == 1


def test_more_hits_than_a_statement_has_places(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many match, they are fetched in parts."""
    monkeypatch.setattr(database, "MOST_VALUES", 2)
    for number in range(5):
        kept(store, f"common word {number}", person=f"p{number}")
    found = recall(store, Query(words=("common",), sort="created"), NOW)
    assert found.total == 5


def test_a_log_that_can_be_read_again_is_not_complained_of(store: Store) -> None:
    """A problem that is over is over."""
    kept(store, "alpha")
    path = Path(store.journal.files()[0])
    data = path.read_bytes()
    path.unlink()
    os.mkfifo(path)
    memories_at(store, NOW)
    path.unlink()
    path.write_bytes(data)
    opened, warnings = reopened(store)
    assert len(memories_at(opened, NOW)) == 1 and warnings == []


def test_usage_is_that_of_the_moment(store: Store) -> None:
    """A use that lies ahead of --now is no usage yet."""
    id = kept(store, "alpha one thing")
    kept(store, "alpha two other", person="viktor")
    note_use(store, [id], NOW + timedelta(days=200))
    for now, expected in ((NOW + timedelta(days=30), None), (NOW + timedelta(days=300), 1.0)):
        hits = {
            hit.memory.id: hit.parts for hit in recall(store, Query(words=("alpha",)), now).hits
        }
        parts = hits[id]
        assert parts is not None
        assert parts.usage == (expected and pytest.approx(expected, abs=1e-3))


def test_a_broken_page_costs_only_a_rebuild(store: Store) -> None:
    """A recall that meets nonsense in the index makes it again and answers."""
    kept(store, "alpha one")
    assert recall(store, Query(words=("alpha",)), NOW).total == 1
    path = Path(index_folder(store.root)) / FILE
    data = bytearray(path.read_bytes())
    data[12_288:] = os.urandom(len(data) - 12_288)
    path.write_bytes(data)
    assert recall(store, Query(words=("alpha",)), NOW).total == 1


def test_rebuild_without_room_says_so(
    store: Store, call: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`memento store rebuild` with a cache that cannot be written is an error in words."""
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    done = call("store", "rebuild")
    assert done.code == 1 and "cannot keep an index there" in done.stderr


def test_why_not_names_every_reason(store: Store) -> None:
    """A memory that is both filtered and superseded is told both; a misspelt word is no reason."""
    old = kept(store, "alpha old")
    new = kept(store, "alpha new", person="viktor")
    edit(store, new, {"memory.links": [{"rel": "supersedes", "target": old}]}, NOW)
    _, reasons = why_not(store, Query(words=("alpha",), topics=("t",)), old, NOW)
    assert len(reasons) == 2 and "supersedes" in reasons[1]
    _, reasons = why_not(store, Query(words=("alpah",)), old, NOW)
    assert reasons == ["another memory supersedes it (--all shows it)"]
