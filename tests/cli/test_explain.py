"""Why a hit is one: what the match says, not what a second look at the text would."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memento_cli import Store
from tests.conftest import Ran

Call = Callable[..., Ran]


@pytest.fixture
def kept(call: Call, store: Store) -> None:
    """Memories with words that are parts, and forms, of others."""
    for args in (
        ("PostgreSQL tuning with Mei", "--topic", "tech:mariadb"),
        ("The release was deployed twice", "-d", "Nobody watched the postgres log", "-w", "mei"),
        ("東京都の天気", "--topic", "travel"),
    ):
        assert call("record", *args).code == 0


@pytest.mark.parametrize(
    ("query", "reasons"),
    [
        (
            "postgres mei",
            {"'postgres' in detail; 'mei' in people", "'postgres' in parts; 'mei' in summary"},
        ),
        ("deploying releases", {"'deploying' in summary; 'releases' in summary"}),
        ("mariadb", {"'mariadb' in topics"}),
        ("the log", {"'log' in detail"}),
        ("tuning-twice", {"'tuning' in summary", "'twice' in summary"}),
        ("東京", {"'東京' in summary"}),
        ("+postgres watched", {"'watched' in detail; 'postgres' in detail", "'postgres' in parts"}),
        ('"postgres log"', {"'postgres log' in detail"}),
        ("nobdy", {"'nobody' in detail"}),
        ("watched quetzalcoatl", {"'watched' in detail"}),
    ],
)
def test_reasons_come_from_the_match(call: Call, kept: None, query: str, reasons: set[str]) -> None:
    """Each hit tells the words of the query that the index matched in it, and where; no others."""
    told = call("recall", "--explain", "--", *query.split("  ")).stdout.splitlines()
    assert {line.strip() for line in told if " in " in line and line.startswith("   ")} == reasons


def test_passages_and_events_tell_their_words(call: Call, store: Store) -> None:
    """What holds, and what happened, says by which words it was found, as a memory does."""
    assert call("fact", "set", "database", "PostgreSQL").code == 0
    assert call("event", "add", "-u", "We moved to PostgreSQL in spring").code == 0
    told = call("recall", "postgresql", "--in", "states,events", "--explain").stdout
    assert told.count("'postgresql' in summary") == 2
    told = call("recall", "mysql spring", "--in", "states,events", "--explain").stdout
    assert "'spring' in summary" in told and "'mysql'" not in told
