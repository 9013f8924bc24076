"""What the manual promises is numbered, and each promise names the tests that try it."""

from __future__ import annotations

import re
from pathlib import Path

from memento_cli.cli.reference.topics import FOLDER
from tests.conftest import ROOT

TEXT = Path(FOLDER, "promises.md").read_text()
PROMISE = re.compile(r"^(\d+)\. \*\*(.+?)\*\*(.*?)(?=^\d+\. |^## )", re.M | re.S)
TRIED = re.compile(r"`(tests/[\w/]+\.py)`")


def test_there_are_twelve_promises_in_their_order() -> None:
    """None is lost, none is added without a number."""
    assert [int(number) for number, _, _ in PROMISE.findall(TEXT)] == list(range(1, 13))


def test_each_is_tried_by_tests_that_there_are() -> None:
    """Every promise names files of tests, and these have tests in them."""
    for number, name, rest in PROMISE.findall(TEXT):
        tried = TRIED.findall(rest.partition("Tried by")[2])
        assert tried, f"nothing tries promise {number}: {name}"
        for path in tried:
            assert re.search(r"^def test_|TestCase$", (ROOT / path).read_text(), re.M), path
