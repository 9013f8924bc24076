"""Queries of ordinary people to whole stores: `query_stores/*.toml`.

Each file is a store seen at a moment, `now`, and what is asked of it. A case is a row of what is
typed and how the memories begin that must come first, in any order; a number after what is typed is
the number of places that they may take, where not just as many as they are. If no memory is named,
nothing may come. The rows of `fails` are not answered yet, and must fail.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Draft, Store, init, record
from tests.conftest import Ran

FOLDER = Path(__file__).with_name("query_stores")
FILES = {path.stem: tomllib.loads(path.read_text()) for path in sorted(FOLDER.glob("*.toml"))}


def rows() -> Iterator[Any]:
    """Every row of every file, named by the file and what is typed."""
    for name, read in FILES.items():
        for row in read["cases"]:
            yield pytest.param(name, row, id=f"{name}-{row[0][:40]}")
        fails = pytest.mark.xfail(reason="not answered yet", strict=True)
        for row in read.get("fails", ()):
            yield pytest.param(name, row, id=f"{name}-{row[0][:40]}", marks=[fails])


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Store]:
    """The store of a file, made when it is first asked for."""
    made: dict[str, Store] = {}

    def of(name: str) -> Store:
        if name not in made:
            made[name] = init(str(tmp_path_factory.mktemp(name) / "store"), person="alex").store
            for line in FILES[name]["memories"].strip().splitlines():
                day, _, summary = line.partition(" ")
                moment = datetime.fromisoformat(f"{day}T08:00").replace(tzinfo=UTC)
                record(made[name], Draft(summary), moment)
        return made[name]

    return of


@pytest.mark.parametrize(("name", "row"), [*rows()])
def test_what_a_person_types_finds_what_is_meant(
    stores: Callable[[str], Store], call: Callable[..., Ran], name: str, row: list[Any]
) -> None:
    """What a query of a row is about comes before all else; where nothing is, nothing comes."""
    typed, *wanted = row
    places = int(wanted.pop(0)) if wanted and isinstance(wanted[0], int) else len(wanted)
    now = FILES[name]["now"].isoformat()
    done = call("--store", stores(name).root, "recall", "--json", "--now", now, "--", typed)
    found = [hit["summary"] for hit in json.loads(done.stdout)["memories"]]
    if not wanted:
        assert not found
    for begin in wanted:
        assert any(one.startswith(begin) for one in found[:places]), found[:5]
