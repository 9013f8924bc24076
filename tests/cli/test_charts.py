"""Pictures in the terminal: never wider than asked, readable without colour, ASCII where needed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from memento_cli.pictures.canvas import (
    Canvas,
    Stroke,
    Style,
    cells,
    fitted,
    flowed,
    height_at,
    look_for,
)
from memento_cli.pictures.charts import Chart, Curve, chart_lines, height_for, legend_lines
from memento_cli.pictures.heat import by_day, grid_for, heat_lines

START = datetime(2026, 11, 21, 12, tzinfo=UTC)
TODAY = START.date()
LEVELS = {"faded": 0.7, "ghost": 0.3, "prunable": 0.15}
LONGEST_DAYS = 3650

widths = st.integers(40, 200)
looks = st.tuples(widths, st.booleans()).map(lambda asked: Style(*asked))
HARD = ("設計レビュー" * 9, "👩\u200d👧" * 20, "e\u0301" * 70, "❤\ufe0f" * 40)
texts = st.text(max_size=60) | st.sampled_from(HARD)
signs = st.lists(st.tuples(st.sampled_from("*abc"), st.booleans()), max_size=4)
shares = st.lists(st.floats(-0.2, 1.2), max_size=6).map(sorted)


@st.composite
def charts(draw: st.DrawFn) -> Chart:
    """Any curves over any time, from moments before it until moments after it."""
    days = draw(st.floats(0.001, 9000))
    curves = []
    for sign, own in draw(signs):
        points = [(_at(days * share), draw(st.floats(0, 3))) for share in draw(shares)]
        curves.append(Curve(sign, draw(texts), points, own))
    now = draw(st.none() | st.floats(0, 1).map(lambda share: _at(days * share)))
    marks = [_at(days * share) for share in draw(shares)]
    levels = draw(st.sampled_from([LEVELS, {}, {"prunable": 90.0}, {"faded": 0.7, "ghost": 0.7}]))
    return Chart(START, _at(days), curves, levels, now, marks)


def _at(days: float) -> datetime:
    return START + timedelta(days=days)


def falling(sign: str, half_life: float, **more: bool) -> Curve:
    """A curve of a year, from 1 down."""
    points = [(_at(day), 0.5 ** (day / half_life)) for day in range(366)]
    return Curve(sign, f"half-life {half_life:g} days", points, **more)


def is_within(lines: list[str], look: Style) -> bool:
    """Whether no line is wider than asked, by rich's measure and by our own."""
    return all(max(cell_len(line), cells(line)) <= look.width for line in lines)


@given(charts(), looks, st.integers(1, 30))
def test_a_chart_is_never_wider_than_asked(chart: Chart, look: Style, height: int) -> None:
    """Whatever is drawn, no line is too wide, and there are as many rows as were asked for."""
    lines = chart_lines(chart, look, height)
    assert is_within([*lines, *legend_lines(chart, look)], look)
    assert len(lines) == height + 2 + (chart.now is not None)


@given(charts(), looks)
def test_dates_stand_apart(chart: Chart, look: Style) -> None:
    """Below the axis every date is whole, and none runs into another."""
    date = r"(\d+-\d\d-\d\d|\d\d-\d\d \d\d:\d\d)"
    below = re.sub("\x1b\\[[0-9;]*m", "", chart_lines(chart, look)[-1])
    assert re.fullmatch(f" *{date}( +{date})*", below)


@given(charts(), widths)
def test_ascii_is_ascii(chart: Chart, width: int) -> None:
    """A plain picture has no sign beyond ASCII, whatever names are in it."""
    look = Style(width, plain=True)
    text = "".join([*chart_lines(chart, look), *legend_lines(chart, look)])
    assert text.isascii() and text.isprintable()


counts = st.dictionaries(
    st.integers(0, LONGEST_DAYS).map(lambda day: TODAY + timedelta(days=day)),
    st.integers(0, 20_000),
    max_size=12,
)


@given(counts, st.integers(0, LONGEST_DAYS), looks)
@example({}, 345, Style(55, False))  # a month that begins in the last week
def test_a_calendar_is_never_wider_than_asked(
    counted: Mapping[date, int], days: int, look: Style
) -> None:
    """For any number of days and any counts; a plain one is ASCII."""
    lines = heat_lines(grid_for(counted, TODAY, TODAY + timedelta(days=days), look.width), look)
    assert is_within(lines, look)
    assert not look.plain or "".join(lines).isascii()


@given(counts, st.integers(0, LONGEST_DAYS), widths)
def test_a_calendar_counts_all(counted: Mapping[date, int], days: int, width: int) -> None:
    """Every day of the time is in one field, and no other day."""
    last = TODAY + timedelta(days=days)
    grid = grid_for(counted, TODAY, last, width)
    expected = sum(count for day, count in counted.items() if day <= last)
    assert sum(grid.fields.values()) == expected
    assert min(grid.days.values()) == TODAY and max(grid.days.values()) <= last
    assert all((count > 0) == (grid.step(count) > 0) for count in grid.fields.values())


@given(texts, st.integers(0, 80), st.booleans())
def test_a_text_is_fitted(text: str, width: int, plain: bool) -> None:
    """It takes no more cells than there are, and nothing in it acts on a terminal."""
    found = fitted(text, width, plain=plain)
    assert max(cells(found), cell_len(found)) <= width
    assert not plain or found.isascii()
    assert "\x1b" not in found and "\n" not in found


@given(st.lists(texts, max_size=6), looks, st.integers(0, 9))
def test_parts_flow_within_the_width(parts: list[str], look: Style, indent: int) -> None:
    """Parts side by side go on to another line before they are too wide."""
    assert is_within(flowed(parts, look, indent), look)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("oauth", 5),
        ("設計", 4),
        ("ｱｲ", 2),
        ("é", 1),
        ("e\u0301", 1),
        ("한국", 4),
        ("🥬", 2),
        ("", 0),
    ],
)
def test_cells(text: str, width: int) -> None:
    """A wide sign takes two cells, what stands over another none."""
    assert cells(text) == width


def test_what_does_not_fit_is_cut() -> None:
    """A text that is too long ends with a mark, and a wide sign is never cut in two."""
    assert fitted("設計レビュー", 7) == "設計レ…"
    assert fitted("設計レビュー", 6) == "設計…"
    assert fitted("design review", 9, plain=True) == "design.."
    assert fitted("é", 9, plain=True) == r"\xe9"
    assert fitted("a\x1b[31mb", 20) == r"a\u001b[31mb"


@pytest.mark.parametrize(
    ("encoding", "term", "ascii", "plain"),
    [
        ("utf-8", "xterm", False, False),
        ("utf-8", "xterm", True, True),
        ("utf-8", "dumb", False, True),
        ("utf-8", "linux", False, True),
        ("ascii", "xterm", False, True),
        ("latin-1", "xterm", False, True),
        ("cp437", "xterm", False, True),
        ("no such encoding", "xterm", False, True),
    ],
)
def test_where_ascii_is_drawn(encoding: str, term: str, ascii: bool, plain: bool) -> None:
    """ASCII where the terminal can do no other, or where it is asked for."""
    assert look_for(80, encoding, term, ascii=ascii).plain == plain


@pytest.mark.parametrize(("asked", "width"), [(0, 40), (39, 40), (80, 80), (200, 200), (999, 200)])
def test_the_width_of_a_picture(asked: int, width: int) -> None:
    """A picture is from 40 to 200 cells wide, and its curves have some rows."""
    look = look_for(asked, "utf-8", "xterm")
    assert look.width == width
    assert 8 <= height_for(look) <= 18


def test_a_plain_chart() -> None:
    """Curves, thresholds, axes and dates stand where they should."""
    chart = Chart(START, _at(365), [falling("*", 90, own=True), falling("b", 30)], LEVELS)
    assert chart_lines(chart, Style(60, plain=True), 9) == [
        "            1 +**",
        "              | ***",
        "    faded 0.7 +- b**** - - - - - - - - - - - - - - - - - - -",
        "              |   b  ****",
        "              |    b    *****",
        "              |     b       ******",
        "    ghost 0.3 +- - - b b - - - - ********* - - - - - - - - -",
        "prunable 0.15 +- - - - -b-b-b- - - - - - ******************-",
        "            0 +              b b b b b b b b b b b b b b b**",
        "              ++---------------------+---------------------+",
        "          2026-11-21            2027-05-23        2027-11-21",
    ]


def test_curves_are_told_apart_without_colour() -> None:
    """Every curve has its sign on it somewhere, in braille and in ASCII."""
    half_lives = {"a": 9, "b": 20, "c": 40, "d": 80, "e": 160, "f": 320}
    curves = [falling(sign, days) for sign, days in half_lives.items()]
    for plain in (False, True):
        text = "".join(chart_lines(Chart(START, _at(365), curves, {}), Style(80, plain)))
        assert set(half_lives) <= set(text)


def test_painting_changes_no_sign() -> None:
    """Colours are laid around the signs, which stay where they are."""
    chart = Chart(START, _at(365), [falling("*", 90, own=True), falling("b", 30)], LEVELS, _at(9))
    painted = chart_lines(chart, Style(80, paint=lambda text, style: f"<{style}>{text}</>"))
    bare = [re.sub("<.*?>", "", line).rstrip() for line in painted]
    assert bare == [line.rstrip() for line in chart_lines(chart, Style(80))]


def test_a_line_passes_through_its_points() -> None:
    """A braille cell has eight dots: the corners of a canvas are those of its first and last."""
    canvas = Canvas(2, 1)
    canvas.line([(0, 0), (1, 1)], Stroke("a"))
    assert list(canvas.rows()) == ["⡠⠊"]
    assert height_at([(0, 0), (1, 1)], 0.25) == 0.25
    assert height_at([(0.5, 1), (1, 0)], 0.25) is None


def test_a_jump_is_an_upright_line() -> None:
    """Two points of one moment are joined."""
    canvas = Canvas(3, 3, plain=True)
    canvas.line([(0, 0), (0.5, 0), (0.5, 1), (1, 1)], Stroke("a"))
    assert list(canvas.rows()) == [" aa", " a", "aa"]


def test_a_calendar_of_days() -> None:
    """Weeks stand beside each other, with the day on which each begins; a shade has its number."""
    counted = {date(2026, 11, 21): 1, date(2026, 11, 24): 4, date(2026, 12, 1): 2}
    grid = by_day(counted, TODAY, date(2026, 12, 2))
    assert heat_lines(grid, Style(40)) == [
        "    Nov     Dec",
        "    16  23  30",
        "Mon     ·   ·",
        "Tue     ██4 ▒▒2",
        "Wed     ·   ·",
        "Thu     ·",
        "Fri     ·",
        "Sat ░░1 ·",
        "Sun ·   ·",
        "",
        "    · none a day   ░ 1   ▒ 2   ▓ 3   █ 4",
    ]
    assert heat_lines(grid, Style(40, plain=True))[3] == "Tue     ##4 ++2"
