"""Every row of the table of faults has a test that is named by it: `test_fault_77_…`, `…_u1_…`."""

from __future__ import annotations

import ast
import os
import re
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.house.source import modules_of_tests, text_of, tree_of

ROWS: dict[str, tuple[int | str, ...]] = {
    "files and parsing": (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25),
    "file system objects": (26, 27, 29, 30, 31, 32, 34, 35, 36, 37, 39, 40, 41, 42),
    "ids, references, names": (44, 45, 46, 47, 49, 50, 51),
    "log": (52, 54, 55, 56, 57, 59),
    "concurrency and crash": (60, 61, 62, 64, 65, 66, 67, 69, 70, 71, 72),
    "clock": (74, 75, 76),
    "output, terminal, exports, secrets, MCP": (77, 79, 80, 81, 82, 84),
    "seen in use": ("U1", "U2", "U3", "U4", "U5", "U6", "U7", "U8", "U9", "U10", "U11", "U12"),
}
LATER: dict[str, str] = {}
"""Rows of what is still to come, each with what that is."""
REFERRED = {"33": "a full disk, which row 34 refers to"}
TABLE = ROOT.parent / "shared" / "FAULTS.md"
NAME = re.compile(r"test_fault_(u?\d+)_\w+")
ALL = [str(row) for rows in ROWS.values() for row in rows]


@cache
def named() -> tuple[tuple[str, ast.FunctionDef], ...]:
    """Every test that is named by a row, and its row."""
    return tuple(
        (found[1].lstrip("0").upper(), node)
        for path in modules_of_tests()
        if "def test_fault_" in text_of(path)
        for node in tree_of(path).body
        if isinstance(node, ast.FunctionDef) and (found := NAME.fullmatch(node.name))
    )


def is_run(test: ast.FunctionDef) -> bool:
    """Whether a test is not simply skipped: where something is missing it may be (`skipif`)."""
    marks = [ast.unparse(mark.func if isinstance(mark, ast.Call) else mark)
             for mark in test.decorator_list]  # fmt: skip
    return not {"pytest.mark.skip", "pytest.mark.xfail"} & set(marks)


def rows_tried() -> set[str]:
    """The rows that a test tries which runs."""
    return {row for row, test in named() if is_run(test)}


def test_every_row_has_a_test_by_its_name() -> None:
    """A fault of the table is tried by a test that runs, unless it belongs to what is to come."""
    assert [row for row in ALL if row not in rows_tried() and row not in LATER] == []


def test_no_row_is_put_off_that_has_a_test() -> None:
    """What is put off has no test yet; when it has one it is no longer put off."""
    assert not rows_tried() & LATER.keys()


def test_no_test_is_named_by_a_row_that_is_not_there() -> None:
    """A name with a number that no row has is a slip."""
    assert {row for row, _ in named()} <= {*ALL, *REFERRED}


@pytest.mark.skipif(not os.path.exists(TABLE), reason="the table is not here")
def test_the_rows_are_those_of_the_table() -> None:
    """No row of the table is left out here, and none is made up."""
    rows = re.findall(r"^\| (U?\d+) \|", Path(TABLE).read_text(), re.M)
    assert rows == ALL
