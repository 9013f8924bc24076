"""The pattern that reads memento's own layout says what the reader of any TOML says, or nothing."""

from __future__ import annotations

from datetime import UTC

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_cli.core.memory import Memory
from memento_cli.errors import BadData
from memento_cli.store.memory_file import MemoryCodec
from memento_cli.store.toml import parsed, rendered
from tests.store.values import memories

CODEC = MemoryCodec(UTC)
many = settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])

PLAIN = """\
[memory]
id = "a"
person = "ctx://person/alex"
created = "2025-02-01T14:30:00Z"
kind = "episodic"
source = "cli"
privacy = "private"
pinned = false
importance = 0.5

[memory.content]
summary = "Lunch with Viktor"
detail = \"\"\"
He said "no".
Then we ate.\"\"\"
significance = "medium"

[memory.tags]
topics = ["lunch", "rome"]
people = []
outcome = "positive"

[memory.about]
year_start = 2018

[memory.strength]
initial = 1.0
current = 1.0
last_reinforced = "2025-02-01T14:30:00Z"
reinforcement_count = 0

[memory.fade]
half_life_days = 90
min_strength = 0.1

[memory.origin]
file = "a.md"

[[memory.log]]
timestamp = "2025-02-01T14:30:00Z"
event = "created"
note = "Memory created"
strength_delta = 1.0
"""
PIECES = [
    '"', '"""', "\\", "\n", "\r", "\t", "\x00", "\x7f", "\x85", " ", "#", "'", "[", "]", "{", ",",
    "=", "-", ".", "0", "9", "1e5", "00", "٣", "1_0", "999999999999999999", "true", "nan", "\ufeff",
    "é", "T", "Z", "+01:00", "2025-02-30T00:00:00Z", '""', '" "', '"\u2028"', "[]", '[""]',
    '["a","b"]', "x = 1\n", 'law = "never"\n', 'law = "half-life"\n', "[memory.mine]\n",
    "half_life_days = 0\n", "-0", "-0.0",
]  # fmt: skip


def told(text: str) -> Memory | None:
    """What the reader of any TOML says, without the log."""
    try:
        return CODEC.value("a", parsed(text.encode(), "a.toml").data)._replace(log=())
    except BadData:
        return None


def test_a_file_of_mementos_own_is_read_by_the_pattern() -> None:
    """A file with texts of several lines, lists, an about-time and an origin is matched."""
    assert CODEC.laid_out("a", PLAIN) == told(PLAIN) is not None


@many
@given(memories)
def test_of_any_memory_the_pattern_says_the_same_or_nothing(memory: Memory) -> None:
    """Whatever a memory holds, the pattern does not say anything else of its file."""
    text = rendered(CODEC.data(memory))
    assert CODEC.laid_out("a", text) in (None, told(text))


@settings(max_examples=600)
@given(st.integers(0, len(PLAIN)), st.integers(0, 12), st.sampled_from(PIECES))
def test_of_any_changed_file_the_pattern_says_the_same_or_nothing(
    start: int, length: int, piece: str
) -> None:
    """Wherever something else is put into such a file, the pattern agrees or leaves it alone."""
    text = PLAIN[:start] + piece + PLAIN[start + length :]
    assert CODEC.laid_out("a", text) in (None, told(text))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"2025-02-01T14:30:00Z"\nevent', '"2025-02-31T14:30:00Z"\nevent'),
        ("importance = 0.5", "importance = 1.5"),
        ("half_life_days = 90", "half_life_days = 0"),
        ('summary = "Lunch with Viktor"', 'summary = " "'),
        ('event = "created"', 'event = ""'),
        ("year_start = 2018", "year_start = 0"),
        ('kind = "episodic"', 'kind = "fleeting"'),
    ],
)
def test_a_file_with_a_problem_is_not_read_by_the_pattern(old: str, new: str) -> None:
    """What is wrong is left to the reader that can say so."""
    text = PLAIN.replace(old, new)
    assert text != PLAIN
    assert CODEC.laid_out("a", text) is told(text) is None
