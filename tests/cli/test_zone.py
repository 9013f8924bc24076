"""One zone on a terminal: what is typed, filtered and shown is of the same clocks."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from memento_cli.core.time.named_times import told_day
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.errors import BadTime
from tests.cli.test_output import on_a_terminal, shown_to
from tests.conftest import Ran

ZONES = [
    ("Asia/Tokyo", "2026-03-14T16:30:00Z", "2026-03-14T14:30:00Z", "01:30"),
    ("America/New_York", "2026-03-15T04:20:00Z", "2026-03-15T03:30:00Z", "00:20"),
]
"""A zone, a moment soon after midnight there, the half hour before that day, and its clock."""


@pytest.fixture
def seen(tmp_path: Path, call: Callable[..., Ran]) -> Callable[..., str]:
    """What a terminal shows of a command, in a zone at a moment."""
    place = tmp_path / "notes"
    assert call("init", str(place), "--person", "ana").code == 0

    def seen(zone: str, now: str, *args: str) -> str:
        env = {"TZ": zone, "MEMENTO_NOW": now, "NO_COLOR": "1", "COLUMNS": "120"}
        return on_a_terminal([*args], place, **env)

    return seen


@pytest.mark.parametrize(("zone", "now", "late", "clock"), ZONES)
def test_a_terminal_has_one_zone(
    seen: Callable[..., str], zone: str, now: str, late: str, clock: str
) -> None:
    """What is dated yesterday, at half past eleven at night, is of yesterday in every list, and in
    no list of today; JSON has UTC."""

    def told(*args: str) -> str:
        return seen(zone, now, *args)

    told("record", "Late tea", "-t", "tea", "--at", "yesterday 23:30")
    told("record", "Early tea", "-t", "cake")
    whole = told("list")
    assert "2026-03-14   Late tea" in whole and "2026-03-15   Early tea" in whole
    today = told("list", "--since", "today")
    assert "Early tea" in today and "Late tea" not in today
    day_before = told("list", "--since", "2026-03-14", "--until", "yesterday")
    assert "Late tea" in day_before and "Early tea" not in day_before
    assert "Late tea" in told("list", "--since", "yesterday 23:00", "--until", "yesterday 23:45")
    assert "2026-03-14 23:30\r\n" in told("show", "late")
    assert told("log").count(f"2026-03-15 {clock}") == 2
    (late_one,) = (
        one for one in json.loads(told("list", "--json"))["memories"] if "Late" in one["summary"]
    )
    assert late_one["created"] == late
    assert f"{late[:10]} {late[11:16]} UTC" in told("show", "late", "--utc")


@pytest.mark.parametrize(("zone", "now", "late", "clock"), ZONES[:1])
def test_utc_is_one_zone_too(
    seen: Callable[..., str], zone: str, now: str, late: str, clock: str
) -> None:
    """With --utc, what is typed is in UTC as well."""
    seen(zone, now, "record", "Late tea", "-t", "tea", "--at", "2026-03-14 23:30", "--utc")
    row = json.loads(seen(zone, now, "list", "--all", "--json"))["memories"][0]
    assert row["created"] == "2026-03-14T23:30:00Z"


NOW = datetime(2026, 3, 14, 12, 30, tzinfo=UTC)  # a Saturday


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("18:00", "2026-03-14T18:00"),
        ("9:05", "2026-03-14T09:05"),
        ("23:30:15", "2026-03-14T23:30:15"),
        ("yesterday 23:30", "2026-03-13T23:30"),
        ("Tomorrow  07:00", "2026-03-15T07:00"),
        ("monday 9:00", "2026-03-09T09:00"),
    ],
)
def test_a_clock_is_a_time(text: str, moment: str) -> None:
    """An hour and a minute are of today, or of the day that stands before them."""
    read = typed_moment(text, NOW, UTC)
    assert read == datetime.fromisoformat(moment).replace(tzinfo=UTC)
    assert typed_moment(text, NOW, UTC, end=True) == read


@pytest.mark.parametrize("text", ["25:00", "18:60", "yesterday 24:00", "soon 18:00", "18:", ":30"])
def test_what_no_clock_shows_is_no_time(text: str) -> None:
    """It is an error, and not another time."""
    with pytest.raises(BadTime):
        typed_moment(text, NOW, UTC)


def test_ahead_a_day_of_the_week_is_the_next() -> None:
    """What is due on monday at nine is due on the next one."""
    due = typed_moment("monday 9:00", NOW, UTC, ahead=True)
    assert due == datetime(2026, 3, 16, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("locale", "day"),
    [("de_DE.UTF-8", "2026-11-10"), ("en_US.UTF-8", "2026-10-11"), ("C.UTF-8", None)],
)
def test_the_locale_of_a_person_orders_a_date(
    tmp_path: Path,
    call: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch,
    locale: str,
    day: str | None,
) -> None:
    """At a terminal 10/11/2026 is read as the person writes it; in a script, and where the locale
    does not say, it is an error that names both days."""
    place = tmp_path / "notes"
    assert call("init", str(place), "--person", "ana").code == 0
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_TIME", locale)
    env = {"MEMENTO_NOW": "2026-11-20T12:00:00Z", "NO_COLOR": "1", "TZ": "UTC"}
    args = ["record", "Rent", "-t", "rent", "--at", "10/11/2026"]
    assert "10 November 2026 or 11 October 2026" in shown_to(args, place, env)
    told = shown_to(args, place, env, types=True)
    shown = shown_to(["list", "--all"], place, env)
    assert (day in shown) if day else "10 November 2026 or 11 October 2026" in told
    asked = shown_to(["recall", "rent 10/11/2026"], place, env, types=True)
    both = "10 November 2026 or 11 October 2026: write 2026-11-10 or 2026-10-11"
    assert (told_day(date.fromisoformat(day)) if day else both) in asked.splitlines()
    piped = call("--store", str(place), "list", "--since", "10/11/2026")
    assert piped.code == 2 and "10 November 2026 or 11 October 2026" in piped.stderr
