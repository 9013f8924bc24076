"""A hit at a terminal shows the passage that matched, with its words marked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memento_cli import Store
from memento_cli.cli.output.out import Output
from tests.conftest import Ran

DETAIL = "She likes trains. The budget was discussed at length, and it slips."


@pytest.fixture
def kept(store: Store, call: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> Store:
    """Two memories that have a word, one of them only in its detail, on a wide terminal."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("PAGER", "cat")
    assert call("record", "Met Ana, budgets", "--topic", "money").code == 0
    assert call("record", "Café with Zoë", "--detail", DETAIL, "--topic", "coffee").code == 0
    return store


def test_words_are_marked_on_a_terminal(
    kept: Store, call: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the summary, or else in the sentence of the detail that has them."""
    monkeypatch.setattr(Output, "terminal", True)
    shown = call("recall", "budget", "--color", "always").stdout
    assert "Met Ana, \x1b[1mbudgets\x1b[0m" in shown
    assert "The \x1b[1mbudget\x1b[0m was discussed at length" in shown and "trains" not in shown
    assert "\x1b" not in call("recall", "budget", "--color", "never").stdout
    assert "discussed" not in call("list").stdout


def test_a_pipe_has_the_passage_in_a_column_of_its_own(
    kept: Store, call: Callable[..., Ran]
) -> None:
    """It is unmarked, and empty where the summary has the words; in JSON the key always stands."""
    piped = call("recall", "budget", "--color", "always").stdout
    rows = [line.split("\t") for line in piped.splitlines()]
    assert sorted(row[4] for row in rows) == ["", DETAIL.partition(". ")[2]]
    assert "\x1b" not in piped
    assert call("recall", "met").stdout.count("\t") == 3
    assert '"passage": ""' in call("recall", "met", "--json").stdout
    assert call("recall", "slips", "--fields", "passage").stdout.startswith("The budget")
    assert '"passage": ""' in call("recall", "topic:money", "--json").stdout


def test_whole_texts(
    kept: Store, call: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """--full: the detail below each summary, in a column of its own in a pipe, as a key in JSON."""
    assert call("recall", "budget", "--full").stdout.splitlines()[-1].endswith(f"\t{DETAIL}")
    assert f'"detail": "{DETAIL}"' in call("recall", "zoe", "--full", "--json").stdout
    monkeypatch.setattr(Output, "terminal", True)
    assert DETAIL in call("recall", "zoe", "--full").stdout


def test_why_not_takes_words(kept: Store, call: Callable[..., Ran]) -> None:
    """The memory that is no hit may be named by its words, as everywhere."""
    assert "is not in it" in call("recall", "trains", "--why-not", "met ana").stdout
    assert call("recall", "zoe", "--why-not", "nobody here").code == 3
