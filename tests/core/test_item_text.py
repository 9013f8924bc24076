"""How each thing of a context is told: times, sureness, what is due."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memento_cli.core.context import item_text
from memento_cli.core.facts.claims import Claim, Stretch, Value
from memento_cli.core.facts.kv import HardFact
from memento_cli.core.facts.states import State
from memento_cli.core.memory.memory import Content
from tests.core.values import START, day, memory

ALEX = "ctx://person/alex"
TOKYO = ZoneInfo("Asia/Tokyo")
LAST = datetime.max.replace(tzinfo=UTC)


def fact(value: Value, confidence: float | None, end: datetime | None, zone: tzinfo | None) -> str:
    claim = Claim(START, START, value=value, confidence=confidence)
    return item_text.fact_part(ALEX, "k", Stretch(claim, START, end), zone).text


@pytest.mark.parametrize(
    ("value", "confidence", "end", "zone", "text"),
    [
        ("Rome", None, None, None, "k = Rome (since 2025-01-01T00:00:00Z)"),
        (True, 1.0, None, None, "k = true (since 2025-01-01T00:00:00Z)"),
        (2.5, 0.25, None, None, "k = 2.5 (since 2025-01-01T00:00:00Z, confidence 0.25)"),
        ("a\n b", None, None, TOKYO, "k = a b (since 2025-01-01 09:00)"),
        ("x", None, day(1), TOKYO, "k = x (since 2025-01-01 09:00, until 2025-01-02 09:00)"),
        ("x", None, LAST, TOKYO,
         "k = x (since 2025-01-01 09:00, until 9999-12-31T23:59:59Z)"),
    ],
)  # fmt: skip
def test_a_fact_tells_since_when_and_how_sure(
    value: Value, confidence: float | None, end: datetime | None, zone: tzinfo | None, text: str
) -> None:
    """In one line; sureness only below 1; what no local calendar has stays in UTC."""
    assert fact(value, confidence, end, zone) == f"- alex: {text}"


@pytest.mark.parametrize(
    ("due", "told"),
    [
        (None, "- t: Call"),
        ("2024-12-31T00:00:00Z", "- t: Call (due 2024-12-31T00:00:00Z, overdue)"),
        ("2025-01-01T00:00:00Z", "- t: Call (due 2025-01-01T00:00:00Z)"),
        ("2025-01-02", "- t: Call (due 2025-01-02T00:00:00Z)"),
        ("soon", "- t: Call"),
        (["x"], "- t: Call"),
    ],
)
def test_a_task_tells_by_when(due: Any, told: str) -> None:
    """What is no time is none; a task is overdue once its time is over."""
    payload = {"status": "open"} | ({} if due is None else {"due": due})
    task = State("t", "task", ALEX, "Call", START, START, payload=payload)
    assert item_text.task_part(task, START, None).text == told


@pytest.mark.parametrize(
    ("value", "told"),
    [("8080", "8080"), (8080, "8080"), (True, "true"), ({"a": ["ä"]}, '{"a": ["ä"]}')],
)
def test_a_hard_fact_tells_its_value(value: Any, told: str) -> None:
    """A text as it is, all else as JSON; the row has the value itself."""
    part = item_text.kv_part(HardFact("k", value, START), None)
    assert part.text == f"- k = {told}" and part.row["value"] == value


def test_a_memory_tells_its_detail_line_by_line() -> None:
    """The detail stands apart, because it may be left out; short, the row has none."""
    one = memory("m", content=Content("Tea", "a\n\nb"))
    part = item_text.memory_part(one, None, "/s", None, several=False)
    assert part.text == "- 2025-01-01T00:00:00Z m: Tea"
    assert part.detail == "  > a\n  > \n  > b"
    assert part.row["detail"] == "a\n\nb" and part.short.row["detail"] is None
