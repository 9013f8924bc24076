"""Runs of the bench that are kept in a file, as JSON: the machine and the rows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from memento_cli.cli.output.out import SCHEMA
from memento_cli.errors import BadData, Failed, NotFound
from tests.bench.rows import value_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.bench.machine import Machine
    from tests.bench.rows import Row

MAKES = "`python -m tests.bench --save FILE` makes one"


def document_of(machine: Machine, rows: Sequence[Row]) -> dict[str, Any]:
    """A run as JSON has it."""
    return {"machine": machine._asdict(), "rows": [value_of(row) for row in rows]}


def save(path: str, document: Mapping[str, Any]) -> None:
    """Write a run to a file. Failed, if that cannot be written."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schema": SCHEMA, **document}, file, indent=1)
            file.write("\n")
    except OSError as problem:
        raise Failed(f"{path}: {problem.strerror}") from None


def rows_saved_in(path: str) -> list[Mapping[str, Any]]:
    """The rows of a saved run. NotFound without the file; BadData, if it is no saved run."""
    try:
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)["rows"]
        if not all(isinstance(row, dict) for row in rows):
            raise TypeError
        return list(rows)
    except FileNotFoundError:
        raise NotFound(f"no file {path}", MAKES) from None
    except OSError as problem:
        raise Failed(f"{path}: {problem.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise BadData(path, ["is no saved run"], MAKES) from None
