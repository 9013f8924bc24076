"""The stability in force, by document 000, wherever a memory's numbers are told."""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Callable
from math import exp
from pathlib import Path
from typing import Any

import pytest

from memento_cli.store.directory.store import Store
from tests.conftest import Ran

Run = Callable[..., Ran]
IN_FORCE = 10 * 1.5**3


@pytest.fixture
def id(store: Store, run: Run) -> str:
    """A memory of importance 0.6 that began with ten days and was used three times."""
    made = ("record", "Tea at four", "--fade", "ebbinghaus=10", "--importance", "0.6")
    id = said(run, "2025-01-01", *made).strip()
    for _ in range(3):
        said(run, "2025-01-11", "agent", "feedback", id, "used")
    return id


def said(run: Run, now: str, *args: str) -> str:
    done = run(*args, env={"MEMENTO_NOW": now})
    assert done.code == 0, done.stderr
    return done.stdout


def told(run: Run, *args: str) -> Any:
    return json.loads(said(run, "2025-01-21", *args, "--json"))


def test_the_stability_in_force_is_told_wherever_numbers_are(run: Run, id: str) -> None:
    """list, recall, show, why and exports tell the one that uses made, as retention has it."""
    found = told(run, "list")["memories"][0], told(run, "recall", "tea")["memories"][0]
    shown, why = told(run, "show", id), told(run, "fade", "why", id)
    rows = said(run, "2025-01-21", "export", "--kinds", "memories").splitlines()
    (memory,) = [row for row in map(json.loads, rows) if row["kind"] == "memories"]
    (cells,) = csv.DictReader(said(run, "2025-01-21", "export", "--format", "csv").splitlines())
    for one in (*found, shown, why, memory, cells):
        assert float(one["stability"]) == pytest.approx(IN_FORCE)
    assert why["retention"] == pytest.approx(exp(-10 / why["stability"]))
    assert shown["strength"] == pytest.approx(0.6 * why["retention"])


def test_another_law_has_no_stability(store: Store, run: Run) -> None:
    """It is null in JSON, empty in a table of cells, and absent in a row of an export."""
    id = said(run, "2025-01-01", "record", "Tea at four").strip()
    assert told(run, "show", id)["stability"] is told(run, "fade", "why", id)["stability"] is None
    assert told(run, "list")["memories"][0]["stability"] is None
    assert "stability" not in json.loads(
        said(run, "2025-01-21", "export", "--kinds", "memories").splitlines()[1]
    )
    (cells,) = csv.DictReader(said(run, "2025-01-21", "export", "--format", "csv").splitlines())
    assert cells["stability"] == ""


def test_the_strength_at_the_last_use_has_its_importance(store: Store, run: Run, id: str) -> None:
    """`strength.current` is that of `last_reinforced`: recorded, edited, or of another law."""

    def current() -> float:
        said = tomllib.loads(Path(store.memories.path(id)).read_text())
        return float(said["memory"]["strength"]["current"])

    assert current() == told(run, "show", id)["memory"]["strength"]["current"] == 0.6
    said(run, "2025-01-12", "edit", id, "--set", "importance=0.8")
    assert current() == told(run, "show", id)["memory"]["strength"]["current"] == 0.8
    said(run, "2025-01-13", "fade", "set", "half-life=90", id)
    assert current() == 1.0
    said(run, "2025-01-14", "fade", "set", "ebbinghaus=10", id)
    assert current() == 0.8
