"""Ninety days, nineteen conversations: what was corrected never comes back, nor is it forgotten."""

from __future__ import annotations

import json
import shlex
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from memento_cli.actions.facts.facts import facts_of
from memento_cli.cli.run import run
from memento_cli.core.facts.timeline import held_facts
from memento_cli.store.directory.store import Store
from tests.store.helpers import ALEX, changed_lines, new_store

START = datetime(2025, 1, 1, 9, tzinfo=UTC)
CLAIM_LINES = 6
Held = dict[str, list[str]]


class Talk(NamedTuple):
    """A conversation: on which day, what is done, what holds differently from then on."""

    day: int
    lines: tuple[str, ...]
    now: Held
    gone: str = ""
    """A value that must not be current any more."""


def on(day: float) -> str:
    """The moment so many days after the start."""
    return f"{START + timedelta(days=day):%Y-%m-%dT%H:%M:%SZ}"


TALKS = (
    Talk(0, ("fact set name=Alex city=Paris",), {"name": ["Alex"], "city": ["Paris"]}),
    Talk(3, ("fact set nickname Al",), {"nickname": ["Al"]}),
    Talk(7, ("fact set employer Acme --from 2020-03-01",), {"employer": ["Acme"]}),
    Talk(9, ("fact set city Rome",), {"city": ["Rome"]}, "Paris"),
    Talk(12, ("fact correct nickname Lex",), {"nickname": ["Lex"]}, "Al"),
    Talk(17, ("fact set 'favourite tea' sencha",), {"favourite tea": ["sencha"]}),
    Talk(20, ("fact set 'favourite tea' hojicha --beside",),
         {"favourite tea": ["sencha", "hojicha"]}),
    Talk(24, ("fact set employer Globex --from 2024-11-01",), {"employer": ["Globex"]}, "Acme"),
    Talk(27, ("fact set city Oslo", "undo --yes"), {"city": ["Rome"]}, "Oslo"),
    Talk(31, ("fact end 'favourite tea' sencha",), {"favourite tea": ["hojicha"]}, "sencha"),
    Talk(36, (f"fact set lodging Hotel --until {on(43)}",), {"lodging": ["Hotel"]}),
    Talk(40, (f"fact correct city Milan --at {on(20)}",), {"city": ["Milan"]}, "Rome"),
    Talk(45, ("fact set name Alexander",), {"lodging": [], "name": ["Alexander"]}, "Alex"),
    Talk(50, ("fact set name Alexander",), {}),
    Talk(58, ("fact end employer",), {"employer": []}, "Globex"),
    Talk(63, (f"fact set employer Initech --from {on(60)}",), {"employer": ["Initech"]}),
    Talk(70, ("fact correct employer Umbrella",), {"employer": ["Umbrella"]}, "Initech"),
    Talk(78, (f"fact set city Turin --from {on(66)}",), {"city": ["Turin"]}, "Milan"),
    Talk(85, ("fact set 'favourite tea' assam", "undo --yes"), {}, "assam"),
)  # fmt: skip
PASSED: tuple[tuple[str, float, list[str]], ...] = (
    ("city", -1, []), ("city", 0, ["Paris"]), ("city", 8.9, ["Paris"]), ("city", 9, ["Milan"]),
    ("city", 65.9, ["Milan"]), ("city", 66, ["Turin"]), ("city", 90, ["Turin"]),
    ("employer", -2000, []), ("employer", -365, ["Acme"]), ("employer", -10, ["Globex"]),
    ("employer", 57, ["Globex"]), ("employer", 59, []), ("employer", 60, ["Umbrella"]),
    ("name", 44, ["Alex"]), ("name", 45, ["Alexander"]), ("nickname", 2, []),
    ("nickname", 3, ["Lex"]), ("favourite tea", 17, ["sencha"]),
    ("favourite tea", 25, ["sencha", "hojicha"]), ("favourite tea", 31, ["hojicha"]),
    ("lodging", 42, ["Hotel"]), ("lodging", 43, []),
)  # fmt: skip
"""What held when, as it is believed on the ninetieth day."""
BELIEVED: tuple[tuple[str, float, float, list[str]], ...] = (
    ("nickname", 5, 11, ["Al"]), ("nickname", 5, 12, ["Lex"]),
    ("city", 20, 39, ["Rome"]), ("city", 20, 40, ["Milan"]), ("city", 70, 77, ["Milan"]),
    ("city", 70, 78, ["Turin"]), ("city", 28, 27, ["Rome"]), ("employer", -10, 20, ["Acme"]),
    ("employer", -10, 24, ["Globex"]), ("employer", 61, 62, []), ("employer", 61, 63, ["Initech"]),
    ("employer", 61, 70, ["Umbrella"]), ("favourite tea", 86, 86, ["hojicha"]),
)  # fmt: skip
"""What was believed on another day to have held then."""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "store", person=ALEX)


def told(store: Store, day: float, line: str) -> str:
    """What a command prints on a day; it must not fail."""
    args = ["--store", store.root, "--now", on(day), *shlex.split(line)]
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as talk:
        code = run(args)
    assert code == 0, (line, talk.getvalue())
    return out.getvalue()


def said(text: str) -> Held:
    """The values by key that a command prints as JSON."""
    held: Held = {}
    for row in json.loads(text)["facts"]:
        held.setdefault(row["key"], []).append(row["value"])
    return held


def held(store: Store, at: float, believed: float) -> Held:
    """What held on a day, by what was believed on another."""
    found: Held = {}
    times = (START + timedelta(days=day) for day in (at, believed))
    for key, one in held_facts(facts_of(store), *times):
        found.setdefault(key, []).append(str(one.value))
    return found


def expected(talks: tuple[Talk, ...], day: float) -> Held:
    """What was said last of each key, without what was to end before that day."""
    now: Held = {}
    for talk in talks:
        now |= talk.now
    if day >= 43:
        now.pop("lodging", None)
    return {key: values for key, values in now.items() if values}


def lived(store: Store, talks: tuple[Talk, ...] = TALKS) -> None:
    """Have conversations."""
    for talk in talks:
        for line in talk.lines:
            told(store, talk.day, line)


def test_there_are_nineteen_conversations_within_ninety_days() -> None:
    """In the order of time, and most of them correct something."""
    days = [talk.day for talk in TALKS]
    assert len(TALKS) == 19 and days == sorted(set(days)) and days[-1] < 90
    assert len([talk for talk in TALKS if talk.gone]) > 9


def test_the_old_value_never_comes_back(store: Store) -> None:
    """After each conversation, and on every day until the ninetieth, only what was said last."""
    for nth, talk in enumerate(TALKS, start=1):
        lived(store, (talk,))
        now = said(told(store, talk.day, "fact list --json"))
        assert now == expected(TALKS[:nth], talk.day)
        for key, values in talk.now.items():
            if values:
                line = f"fact get {shlex.quote(key)}"
                assert told(store, talk.day, line).splitlines() == values
        assert not talk.gone or talk.gone not in chain(*now.values())
        end = TALKS[nth].day if nth < len(TALKS) else 91
        for day in range(talk.day, end):
            assert held(store, day, day) == expected(TALKS[:nth], day)


def test_what_was_believed_after_each_is_told_after_all_others(store: Store) -> None:
    """As of the day of a conversation, on both axes, it is what held then."""
    for nth, talk in enumerate(TALKS, start=1):
        lived(store, (talk,))
        for before in range(1, nth + 1):
            day = TALKS[before - 1].day
            assert held(store, day, day) == expected(TALKS[:before], day), (talk, day)


@pytest.mark.parametrize("clock", [90, 400])
def test_as_of_shows_what_held_and_what_was_believed(store: Store, clock: float) -> None:
    """By what is known now, and by what was known then; by the command, as a person asks."""
    lived(store)
    for key, at, values in PASSED:
        text = told(store, clock, f"fact list --at {on(at)} --json")
        assert said(text).get(key, []) == values, (key, at)
    for key, at, believed, values in BELIEVED:
        line = f"fact list --at {on(at)} --as-of {on(believed)} --json"
        assert said(told(store, clock, line)).get(key, []) == values, (key, at, believed)


def test_every_value_but_what_was_undone_is_in_the_history(store: Store) -> None:
    """Those that held, and those that were believed wrongly; Oslo and assam were never said."""
    lived(store)
    rows = json.loads(told(store, 90, "fact history --json"))["facts"]
    assert {row["value"] for row in rows} >= {talk.gone for talk in TALKS} - {"", "Oslo", "assam"}
    assert not {"Oslo", "assam"} & {row["value"] for row in rows}
    wrong = {row["value"]: row["believed_until"] for row in rows if row["believed_until"]}
    assert wrong == {"Al": on(12), "Rome": on(40), "Initech": on(70)}
    current = {row["value"] for row in rows if row["is_current"]}
    assert current == set(chain(*expected(TALKS, 90).values()))


def test_a_changed_fact_is_a_few_lines_in_one_file(store: Store) -> None:
    """As git would show it: a claim is added, nothing else is touched; an undo leaves no trace."""
    path = Path(store.root, "states", "alex-facts.toml")
    lived(store, TALKS[:1])
    for talk in TALKS[1:]:
        before = path.read_text()
        lived(store, (talk,))
        changed = changed_lines(before, path.read_text())
        assert len(changed) <= CLAIM_LINES and all(line[0] == "+" for line in changed), talk
        undone = "undo --yes" in talk.lines
        assert bool(changed) != (undone or not talk.now)
    assert [one.name for one in path.parent.iterdir()] == [path.name]
