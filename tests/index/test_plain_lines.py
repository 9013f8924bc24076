"""The pattern that reads memento's own lines says what the reader of any line says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.text.strict_json import LINE_LIMIT
from memento_cli.index.journal.lines import rows_of
from memento_cli.index.journal.plain_lines import LINE, plain_rows_of
from memento_cli.store.journal.jsonl import entry_text
from memento_cli.store.journal.line_parts import InvalidLine
from tests.conftest import examples
from tests.core.values import histories

PLAIN = (
    '{"id": "01kwewejs00knnqt3an22k7ajq", "at": "2026-07-01T13:03:48Z", "act": "recorded", '
    '"memory": "alex-lunch-2026-07", "by": "alex", "via": "cli", '
    '"batch": "01kwewejs00knnqt3an22k7ajq", "undoes": "01kwewejs00knnqt3an22k7ajr", '
    '"strength": {"initial": 1.0, "last_reinforced": "2026-07-01T13:03:48Z", '
    '"reinforcement_count": 12}, "text": {"reason": "it was told again"}}'
)
PIECES = [
    '"', "\\", "\n", "\t", "\x00", "\x7f", " ", ",", ":", "{", "}", "[", "0", "9", "-", ".", "e5",
    "null", "true", "é", "٣", "\u2028", "\\u0041", "Z", "T", "+01:00", "2026-02-30T00:00:00Z", "i",
    '"x": 1, ', '"text": {"after": {"a": 1}}', '"undoes": ""', '"memory": ""', "9" * 20,
]  # fmt: skip


def told(read: Any, raw: bytes) -> Any:
    """A row, or what is wrong with the line."""
    try:
        return read(raw, 7)
    except InvalidLine as problem:
        return str(problem)


def test_a_line_of_mementos_own_is_read_by_the_pattern() -> None:
    """A line with a batch, an undoing, numbers and a reason is matched, and read the same."""
    assert LINE.fullmatch(PLAIN)
    assert plain_rows_of(PLAIN.encode(), 7) == rows_of(PLAIN.encode(), 7)


@given(histories())
def test_of_any_history_the_pattern_says_the_same(lines: list[JournalEntry]) -> None:
    """Any line that memento writes gives one row, whichever way it is read."""
    for line in lines:
        raw = entry_text(line).encode()
        assert plain_rows_of(raw, 7) == rows_of(raw, 7)


@settings(max_examples=examples(600))
@given(st.integers(0, len(PLAIN)), st.integers(0, 9), st.sampled_from(PIECES))
def test_of_any_changed_line_the_pattern_says_the_same(start: int, cut: int, piece: str) -> None:
    """Wherever something else is put into a line, both ways say the same of it."""
    raw = (PLAIN[:start] + piece + PLAIN[start + cut :]).encode()
    assert told(plain_rows_of, raw) == told(rows_of, raw)


LONG = PLAIN.replace("told again", "told again " + "x" * LINE_LIMIT)


@pytest.mark.parametrize(
    "raw", [b"\xff", PLAIN.encode()[:-1] + b"\xff}", b"", b"null", LONG.encode()], ids=range(5)
)
def test_what_is_no_line_is_told_in_the_same_words(raw: bytes) -> None:
    """Bytes that are no text, and texts that are no line, have one description."""
    assert told(plain_rows_of, raw) == told(rows_of, raw)
