"""Queries as people type them, and what they expect to find: `query_cases/*.toml`.

The cases were written before the code that answers them, from what an honest user expects. One
that is not answered yet says `fails = true`, and must fail: who makes it pass removes the mark. A
case is

    ask      what is typed, as one argument
    first    what must come before all else, in any order
    within   how many places `first` may take, where not just as many as it has
    others   what else is remembered, and may come after it
    never    what may not come at all

A memory is its summary, with `DAY | ` before it where it matters when it was recorded, or a table
of `summary` and `detail`. `{name}` stands for one of the file's `texts`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Draft, Store, record
from tests.conftest import Ran

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
USUAL = NOW - timedelta(days=40)
FOLDER = Path(__file__).with_name("query_cases")

Case = Mapping[str, Any]
Kept = str | Mapping[str, str]


def cases() -> Iterator[Any]:
    """Every case of every file, named by the file and what is typed."""
    for path in sorted(FOLDER.glob("*.toml")):
        read = tomllib.loads(path.read_text())
        texts = read.get("texts", {})
        for number, case in enumerate(read["case"], 1):
            fails = pytest.mark.xfail(reason="not answered yet", strict=True)
            name = f"{path.stem}-{number}-{case['ask'][:30]}"
            yield pytest.param(case, texts, id=name, marks=[fails] if case.get("fails") else [])


def filled(text: str, texts: Mapping[str, str]) -> str:
    """The text with what the names in it stand for."""
    for name, said in texts.items():
        text = text.replace("{" + name + "}", said.strip())
    return text


def draft_of(kept: Kept, texts: Mapping[str, str]) -> tuple[Draft, datetime]:
    """A memory as it was recorded, and when."""
    if not isinstance(kept, str):
        return Draft(kept["summary"], detail=filled(kept["detail"], texts)), USUAL
    day, bar, summary = kept.partition(" | ")
    if not bar:
        return Draft(kept), USUAL
    at = datetime.fromisoformat(day if "T" in day else f"{day}T10:00")
    return Draft(summary), at.replace(tzinfo=UTC)


def wrong_with(found: list[str], first: set[str], never: set[str], within: int) -> list[str]:
    """What is not as expected, each in a sentence."""
    missing = [f"not found first: {one}" for one in first - set(found[:within])]
    return missing + [f"should not come: {one}" for one in found if one in never]


@pytest.mark.parametrize(("case", "texts"), [*cases()])
def test_what_is_asked_for_comes_first(
    store: Store, call: Callable[..., Ran], case: Case, texts: Mapping[str, str]
) -> None:
    """A query as it is typed finds what it is about before all else, or nothing."""
    summaries: dict[str, list[str]] = {}
    for key in ("others", "never", "first"):
        drafts = [draft_of(kept, texts) for kept in case.get(key, ())]
        for draft, at in drafts:
            record(store, draft, at)
        summaries[key] = [draft.summary for draft, _ in drafts]
    typed = ("recall", "--json", "--now", NOW.isoformat(), "--", filled(case["ask"], texts))
    done = call("--store", store.root, *typed)
    found = [hit["summary"] for hit in json.loads(done.stdout)["memories"]]
    first = set(summaries["first"])
    within = case.get("within", len(first))
    assert not wrong_with(found, first, set(summaries["never"]), within), found
