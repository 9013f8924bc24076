"""How the tests run the bench, and the small data that they run it on."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bench.__main__ import main
from tests.conftest import Ran

Call = Callable[..., Ran]
LINES = (
    "Melanie paints horses at the lake",
    "Caroline adopts two kittens in May",
    "Oscar repairs violins for schools",
    "Nadia climbs volcanoes with Jun",
)

if engines := os.environ.get("MEMENTO_BENCH_ENGINES"):
    sys.path.append(engines)  # where plain engines are installed, beside the environment


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs `python -m tests.bench` with some words, in this process."""

    def typed(*args: str) -> Ran:
        capsys.readouterr()
        code = main(args)
        done = capsys.readouterr()
        return Ran(code, done.out, done.err)

    return typed


@pytest.fixture
def bench(typed: Call, tmp_path: Path) -> Call:
    """Runs the bench once, on a small store."""

    def bench(*args: str) -> Ran:
        keep = str(tmp_path / "keep")
        return typed("--size", "20", "--rounds", "1", "--keep", keep, *args)

    return bench


def rows_of(done: Ran) -> dict[str, Any]:
    """The rows that were printed as JSON, by name."""
    assert done.code == 0, done.stderr + done.stdout
    return {row["name"]: row for row in json.loads(done.stdout)["rows"]}


def written(path: Path, rows: list[dict[str, Any]]) -> None:
    """A file of JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder in which every question has one right answer, and no folder of notes."""
    folder = tmp_path / "data"
    turns: list[dict[str, Any]] = [
        {"id": f"{number % 2}/{number}", "conv": number % 2, "session": number // 2,
         "created": f"2023-05-0{number + 1}T13:56:00Z", "text": text}
        for number, text in enumerate(LINES)
    ]  # fmt: skip
    asked = [
        {"conv": turn["conv"], "query": turn["text"].rpartition(" ")[0], "gold": [turn["id"]]}
        for turn in turns
    ]
    written(folder / "locomo/memories_turns.jsonl", turns)
    written(folder / "locomo/queries.jsonl", asked)
    texts = [{"id": number, "text": text} for number, text in enumerate(LINES)]
    questions = [{"query": text, "gold": [number]} for number, text in enumerate(LINES)]
    for name in ("en.para", "xx.sent"):
        written(folder / f"multilingual/{name}.documents.jsonl", texts)
        written(folder / f"multilingual/{name}.queries.jsonl", questions)
    told = [{"id": number, "text": f"Bart: {text}"} for number, text in enumerate(LINES)]
    said = [{"query": f'<Bart>: "{text}"', "gold": [number]} for number, text in enumerate(LINES)]
    written(folder / "madial/en.memories.jsonl", told)
    written(folder / "madial/en.queries.jsonl", said)
    monkeypatch.setenv("MEMENTO_BENCH_DATA", str(folder))
    return folder
