"""Any text is a query: nothing that is typed is an error, and none of it is obeyed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from memento_cli import Draft, Store, Tags, record
from tests.conftest import Ran

Call = Callable[..., Ran]
NOW = datetime(2025, 2, 1, tzinfo=UTC)
QUERIES = [
    '"', "'", '""', '"unbalanced', 'un"balanced', '"a" "b', "`", "\\", "\\\\", "C:\\path\\",
    "AND", "OR", "NOT", "NEAR", "NEAR(lunch roma, 5)", "lunch AND", "NOT lunch", "lunch OR",
    "summary:lunch", "{summary}: lunch", "^lunch", "lunch*", "*", "lunch + roma", "(lunch", ")",
    "rowid:1", "text", "'; DROP TABLE memory; --", "%", "_", "?", "$1", ":key", "@",
    "foo-bar", "foo/bar", "http://x.y/z?a=b#c", "12:30", "a:b:c", "topic:", "since:notatime",
    "kind:nonsense", "strength:>x", "importance:2", "+", "--", "-- -", "-\"", '+"', "+-+",
    "🥬", "👩‍👩‍👧", "\u0301\u0301", "\u202eabc", "\ufeff", "\x1b[31m", "a\nb\tc", "日本",
    "の", "สวัสดี", "नमस्ते", "Ünïcödé", "ﬁ",
    "x" * 10_000, "lunch " * 2_000, '"' * 999, "topic:a " * 300,
]  # fmt: skip


@pytest.fixture
def lunch(store: Store) -> Store:
    """A store with one memory."""
    record(store, Draft("Lunch at Roma with pasta", "alex", tags=Tags(("lunch",))), NOW)
    return store


@pytest.mark.parametrize("query", QUERIES, ids=[ascii(query)[:24] for query in QUERIES])
def test_any_text_is_a_query(call: Call, lunch: Store, query: str) -> None:
    """It ends well, as a query and as plain words; stdout holds nothing but memories."""
    for options in ((), ("--literal",), ("--explain",)):
        done = call("recall", *options, "--", query)
        assert done.code == 0, done.stderr
        assert "Traceback" not in done.stderr and "Error" not in done.stderr
        assert "\x1b" not in done.stdout + done.stderr
    assert call("recall", "roma", "--format", "ids").stdout == "alex-lunch-2025-02\n"
