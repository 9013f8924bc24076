"""Moments: what a file says, what a person types, and what is refused rather than guessed."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta, timezone
from math import inf
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.time.counted_times import is_bare_length
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.core.time.when import (
    days_between,
    elapsed_days,
    iso,
    span_days,
    span_text,
    stored_moment,
    utc,
    whole_moment,
)
from memento_cli.errors import BadTime
from tests.core.values import day

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2025, 6, 15, 12, 0, tzinfo=UTC)  # a Sunday, 14:00 in Berlin


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2025-02-01T14:30:00Z", "2025-02-01T14:30:00Z"),
        ("2025-02-01T14:30:00+02:00", "2025-02-01T12:30:00Z"),
        ("2025-02-01T14:30:00.123456Z", "2025-02-01T14:30:00.123456Z"),
        ("2025-02-01 14:30:00Z", "2025-02-01T14:30:00Z"),
        ("2025-02-01T14:30", "2025-02-01T13:30:00Z"),
        ("2025-07-01T14:30", "2025-07-01T12:30:00Z"),
        ("2025-02-01", "2025-01-31T23:00:00Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ],
)
def test_stored_moment(text: str, meant: str) -> None:
    """A file's time means its offset, or the store's zone where it has none."""
    assert iso(stored_moment(text, BERLIN)) == meant


@pytest.mark.parametrize(
    "text",
    [
        "", "not-a-date", "2025", "20250201", "2025-02", "2025-02-30T00:00:00Z", "01/02/2025",
        "2025-02-01T25:00:00Z", "2025-02-01114:30", "2025-W05-1", "yesterday", "3d", "1738368000",
        "0001-01-01T00:00:00+02:00", "9999-12-31T23:59:59-02:00", "٢٠٢٥-02-01", "2025-02-01T",
    ],
)  # fmt: skip
def test_stored_moment_refuses(text: str) -> None:
    """What is no ISO time with day, month and year, or outside the calendar, is a bad timestamp."""
    with pytest.raises(BadTime, match="bad timestamp"):
        stored_moment(text)


@given(st.datetimes(timezones=st.just(UTC)))
def test_stored_form_is_read_back(moment: datetime) -> None:
    """Every moment of the calendar is written and read back as it is."""
    assert stored_moment(iso(moment)) == moment


OFFSETS = st.timedeltas(timedelta(hours=-23), timedelta(hours=23)).map(
    lambda offset: timezone(timedelta(minutes=offset // timedelta(minutes=1)))
)


@given(st.datetimes(timezones=OFFSETS), st.sampled_from("Tt "))
def test_a_time_that_names_its_zone_needs_no_other(moment: datetime, between: str) -> None:
    """It is read alike with and without the clock and the zone of a person."""
    text = moment.isoformat(between)
    if (whole := whole_moment(text)) is not None:
        assert whole == typed_moment(text, NOW, BERLIN) == moment
        assert whole.tzinfo is UTC


@pytest.mark.parametrize("text", ["2025-02-01", "2025-02-01 10:00", "now", "", "20250201T10Z"])
def test_other_times_need_a_zone(text: str) -> None:
    """What does not name its zone, or is in another form, is left to who knows them."""
    assert whole_moment(text) is None


@given(st.text(max_size=30))
def test_any_text_is_a_moment_or_a_bad_time(text: str) -> None:
    """No text in a file or on a command line is a traceback."""
    for read in (stored_moment, lambda text: typed_moment(text, NOW, BERLIN)):
        with contextlib.suppress(BadTime):
            assert read(text).tzinfo is UTC


@given(
    st.text("0123456789 :-/+.,TZdwmoyhsap", max_size=14)
    | st.lists(
        st.sampled_from(["5", "12", "2025", "march", "mon", "10am", "utc", "last", "in", "-3", "d",
                         "10:30", "99", "of", "31", "feb", "year", "W5", "+0200", "0"]), max_size=6
    ).map(" ".join)
)  # fmt: skip
def test_nearly_times_are_no_traceback(text: str) -> None:
    """Text that looks like a time is one, or is refused in words."""
    try:
        typed_moment(text, NOW, BERLIN)
    except BadTime as problem:
        assert problem.message


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("now", "2025-06-15T12:00:00Z"),
        ("  NOW ", "2025-06-15T12:00:00Z"),
        ("today", "2025-06-14T22:00:00Z"),
        ("yesterday", "2025-06-13T22:00:00Z"),
        ("tomorrow", "2025-06-15T22:00:00Z"),
        ("3d", "2025-06-12T12:00:00Z"),
        ("-3d", "2025-06-12T12:00:00Z"),
        ("3 days ago", "2025-06-12T12:00:00Z"),
        ("+3d", "2025-06-18T12:00:00Z"),
        ("in 3 days", "2025-06-18T12:00:00Z"),
        ("2w", "2025-06-01T12:00:00Z"),
        ("6mo", "2024-12-15T13:00:00Z"),
        ("+6mo", "2025-12-15T13:00:00Z"),
        ("1y", "2024-06-15T12:00:00Z"),
        ("90min", "2025-06-15T10:30:00Z"),
        ("friday", "2025-06-12T22:00:00Z"),
        ("Sunday", "2025-06-07T22:00:00Z"),
        ("last week", "2025-06-01T22:00:00Z"),
        ("last month", "2025-04-30T22:00:00Z"),
        ("next year", "2025-12-31T23:00:00Z"),
        ("2025-02-01", "2025-01-31T23:00:00Z"),
        ("2025-02", "2025-01-31T23:00:00Z"),
        ("2025", "2024-12-31T23:00:00Z"),
        ("1985", "1984-12-31T23:00:00Z"),
        ("2025-02-01T14:30", "2025-02-01T13:30:00Z"),
        ("2025-02-01T14:30Z", "2025-02-01T14:30:00Z"),
        ("5 March 2025", "2025-03-04T23:00:00Z"),
        ("March 5th, 2025", "2025-03-04T23:00:00Z"),
        ("5 March 2025 10am", "2025-03-05T09:00:00Z"),
        ("5 march 2025 10:30", "2025-03-05T09:30:00Z"),
        ("5 March 2025 10:00 UTC", "2025-03-05T10:00:00Z"),
        ("Wed, 05 Mar 2025 10:11:12 GMT", "2025-03-05T10:11:12Z"),
    ],
)
def test_typed_moment(text: str, meant: str) -> None:
    """A typed time is the typist's own: ISO, a length from now, or a date in words."""
    assert iso(typed_moment(text, NOW, BERLIN)) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("today", "2025-06-15T21:59:59.999999Z"),
        ("2025-02-01", "2025-02-01T22:59:59.999999Z"),
        ("2025-02", "2025-02-28T22:59:59.999999Z"),
        ("2025", "2025-12-31T22:59:59.999999Z"),
        ("9999-12", "9999-12-31T22:59:59.999999Z"),
        ("5 March 2025", "2025-03-05T22:59:59.999999Z"),
        ("5 March 2025 10am", "2025-03-05T09:00:00Z"),
        ("2025-02-01T14:30", "2025-02-01T13:30:00Z"),
        ("3d", "2025-06-12T12:00:00Z"),
    ],
)
def test_typed_end(text: str, meant: str) -> None:
    """As the end of a range, a date without a time is its last instant, and a time is itself."""
    assert iso(typed_moment(text, NOW, BERLIN, end=True)) == meant


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "5", "12", "1430", "2130", "20٢٥", "20250201", "1738368000",
        "01/02/2025", "1.2.2025", "10:3x",
        "on 01/02/2025", "01/02/2025 at 10am", "5 mar 25", "13am", "2025-13", "2025-02-30",
        "2025-W05-1", "5 March 2025 10:00 PST", "3", "3m", "d",
        "soon", "last weekday", "99999y", "+99999mo", "0000-01-01", "31 feb 2025", "2025-ab-01",
        f"{'9' * 400}:{'9' * 400} may",
        f"3 November{' ' * 100}2026",
    ],
)  # fmt: skip
def test_nothing_is_guessed(text: str) -> None:
    """Bare numbers, dates without a year or in an unsaid order, unknown zones, and texts that are
    longer than any time are refused."""
    with pytest.raises(BadTime):
        typed_moment(text, NOW, BERLIN)


def test_a_day_of_the_week_is_the_nearest_on_its_side() -> None:
    """Who looks back means the last one, who says by when the next one; today is neither."""
    for name, next_one in (("friday", "2025-06-19T22:00:00Z"), ("sunday", "2025-06-21T22:00:00Z")):
        assert iso(typed_moment(name, NOW, BERLIN, ahead=True)) == next_one


def test_days_keep_the_wall_clock_and_hours_do_not() -> None:
    """Over a change of the clocks a day is the same time of day, and an hour is an hour."""
    after = datetime(2025, 3, 30, 10, 0, tzinfo=UTC)  # 12:00 in Berlin; 2:00 to 3:00 did not exist
    assert iso(typed_moment("1d", after, BERLIN)) == "2025-03-29T11:00:00Z"
    assert iso(typed_moment("24h", after, BERLIN)) == "2025-03-29T10:00:00Z"
    assert iso(typed_moment("10h", after, BERLIN)) == "2025-03-30T00:00:00Z"
    assert iso(typed_moment("yesterday", after, BERLIN)) == "2025-03-28T23:00:00Z"
    assert iso(typed_moment("today", after, BERLIN, end=True)) == "2025-03-30T21:59:59.999999Z"


@pytest.mark.parametrize("text", ["tomorrow", "+1y", "next month", "+3d", "+5h", "today"])
@pytest.mark.parametrize("hours", [-14, 0, 14])
def test_the_edges_of_the_calendar_are_errors(text: str, hours: int) -> None:
    """Past the year 9999 or before the year 1 there is an error, in every zone, or a moment."""
    zone = timezone(timedelta(hours=hours))
    for now in (datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC)):
        for end in (False, True):
            try:
                assert typed_moment(text, now, zone, end=end).tzinfo is UTC
            except BadTime as problem:
                assert "outside the calendar" in problem.message


@given(st.integers(1, 400), st.sampled_from(["d", "w", "mo", "y"]))
def test_ago_is_before_and_ahead_is_after(count: int, unit: str) -> None:
    """A bare length is ago, one with a plus is ahead."""
    assert typed_moment(f"{count}{unit}", NOW, BERLIN) < NOW
    assert typed_moment(f"+{count}{unit}", NOW, BERLIN) > NOW


def test_days_are_floats_and_elapsed_time_is_never_negative() -> None:
    """Days between two moments have a sign; elapsed days have none."""
    assert days_between(day(1), day(2.5)) == 1.5
    assert days_between(day(2.5), day(1)) == -1.5
    assert elapsed_days(day(2.5), day(1)) == 0
    assert utc(datetime(2025, 6, 1, 2, tzinfo=BERLIN)) == datetime(2025, 6, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "back"),
    [("3d", True), (" 3  DAYS ", True), ("+3d", False), ("-3d", False), ("3d ago", False),
     ("in 3 days", False), ("tomorrow", False), ("2025-02-01", False)],
)  # fmt: skip
def test_a_bare_length_counts_back(text: str, back: bool) -> None:
    """Which is not what is meant by who says when something is to end."""
    assert is_bare_length(text) is back
    assert not back or typed_moment(text, NOW, BERLIN) < NOW


@pytest.mark.parametrize(
    ("text", "days", "told"),
    [
        ("48h", 2.0, "2d"),
        ("30d", 30.0, "30d"),
        ("2w", 14.0, "14d"),
        ("90m", 0.0625, "90m"),
        ("36h", 1.5, "36h"),
        ("1.5d", 1.5, "36h"),
        ("never", inf, "never"),
        ("7s", 7 / 86_400, "7s"),
    ],
)
def test_lengths(text: str, days: float, told: str) -> None:
    """A number and a unit are days, and come back in the largest unit that is whole."""
    assert span_days(text) == days
    assert span_text(days) == told


@pytest.mark.parametrize("text", ["", "d", "48", "-1d", "1e3d", "1 day", "٣d", "1.2.3d", "nan"])
def test_what_is_no_length(text: str) -> None:
    """A text without a number or a unit is an error that shows how it is written."""
    with pytest.raises(ValueError, match="no length of time; a length is"):
        span_days(text)


@given(st.integers(1, 10**13))
def test_whole_seconds_come_back(seconds: int) -> None:
    """A length of whole seconds is the same after it was written and read."""
    assert span_days(span_text(seconds / 86_400)) == seconds / 86_400
