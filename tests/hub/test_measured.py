"""python -m tests.bench --hub: what a sync takes, measured in tenants of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench.__main__ import main
from tests.bench.conftest import LINES, written
from tests.hub.tenants import Database


@pytest.mark.longer
def test_a_sync_is_measured_beside_git_and_leaves_nothing(
    new_hub: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each row has a figure and what stands beside it; the tenants are gone afterwards."""
    turns = [
        {"id": f"0/{number}", "conv": 0, "session": 0, "created": "2023-05-01", "text": text}
        for number, text in enumerate(LINES)
    ]
    asked = [{"conv": 0, "query": LINES[0], "gold": ["0/0"]}]
    written(tmp_path / "data/locomo/memories_turns.jsonl", turns)
    written(tmp_path / "data/locomo/queries.jsonl", asked)
    monkeypatch.setenv("MEMENTO_BENCH_DATA", str(tmp_path / "data"))
    small = ("--size", "20", "--rounds", "1", "--keep", str(tmp_path / "keep"), "--json")
    assert main(["--hub", new_hub.url(), *small]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    assert rows.keys() == {
        *("hub.clone", "hub.nothing", "hub.push.1", "hub.pull.1", "hub.recall"),
        *("hub.quality.r5", "hub.quality.mrr"),
    }
    assert all(row["figure"] > 0 and row["baselines"] for row in rows.values())
    assert rows["hub.quality.r5"]["figure"] == 1
    with new_hub.connected() as connection:
        assert connection.execute("select count(*) from memento.tenant").fetchone() == (0,)
