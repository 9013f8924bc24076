"""A calendar of how many memories turn on each day, week or month: a grid, and the grid as text."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from math import ceil

from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.canvas import flowed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from memento_cli.pictures.canvas import Style

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SHADES, PLAIN_SHADES = "░▒▓█", ":+*#"
NONE, PLAIN_NONE = "·", "."
WEEKS = 53
DAY_SIGNS = 2
STEPS = len(SHADES)


class Grid(NamedTuple):
    """A calendar: how many in each field, by row and column, and what stands beside and above.

    Each field is a `unit`: a day, a week or a month. `days` has the first
    day of each field, `begins` the day of the month with which a column of days begins.
    """

    unit: str
    fields: Mapping[tuple[int, int], int]
    labels: Sequence[str]
    heads: Mapping[int, str]
    columns: int
    days: Mapping[tuple[int, int], date]
    begins: Mapping[int, str] = {}

    @property
    def most(self) -> int:
        """The most in one field."""
        return max(self.fields.values(), default=0)

    def step(self, count: int) -> int:
        """How dark a field with so many is: 0 for none, 1 to 4."""
        return ceil(count * STEPS / max(STEPS, self.most))

    def steps(self) -> list[tuple[int, int, int]]:
        """Each shade that there is, with the least and the most that it stands for."""
        by_step: dict[int, list[int]] = {}
        for count in range(1, self.most + 1):
            by_step.setdefault(self.step(count), []).append(count)
        return [(step, counts[0], counts[-1]) for step, counts in by_step.items()]


def grid_for(counts: Mapping[date, int], first: date, last: date, width: int) -> Grid:
    """The calendar from `first` to `last` that fits: of days, else of weeks, else of months."""
    days = by_day(counts, first, last)
    if days.columns + _margin(days) <= width:
        return days
    weeks = by_week(counts, first, last)
    if weeks.columns + _margin(weeks) <= width:
        return weeks
    heads = {month - 1: f"{month:>2}" for month in range(1, 13)}
    return _by_year("month", counts, first, last, heads, len(MONTHS))


def by_day(counts: Mapping[date, int], first: date, last: date) -> Grid:
    """A row for each weekday, a column for each week."""
    monday = first - timedelta(days=first.weekday())
    fields, days, heads = {}, {}, {0: MONTHS[first.month - 1]}
    for day in _days(first, last):
        column = (day - monday).days // 7
        fields[day.weekday(), column] = counts.get(day, 0)
        days[day.weekday(), column] = day
        if day.day == 1:
            heads[column] = MONTHS[day.month - 1]
    columns = max(column for _, column in fields) + 1
    begins = {column: f"{(monday + timedelta(weeks=column)).day}" for column in range(columns)}
    return Grid("day", fields, WEEKDAYS, heads, columns, days, begins)


def by_week(counts: Mapping[date, int], first: date, last: date) -> Grid:
    """A row for each year, a column for each seven days of it."""
    heads = {_week(date(2001, month, 1)): name for month, name in enumerate(MONTHS, 1)}
    return _by_year("week", counts, first, last, heads, WEEKS)


def _by_year(
    unit: str,
    counts: Mapping[date, int],
    first: date,
    last: date,
    heads: Mapping[int, str],
    columns: int,
) -> Grid:
    fields, days = Counter[tuple[int, int]](), dict[tuple[int, int], date]()
    for day in _days(first, last):
        column = _week(day) if unit == "week" else day.month - 1
        fields[day.year - first.year, column] += counts.get(day, 0)
        days.setdefault((day.year - first.year, column), day)
    labels = [f"{year:04d}" for year in range(first.year, last.year + 1)]
    return Grid(unit, fields, labels, heads, columns, days)


def _week(day: date) -> int:
    return (day.timetuple().tm_yday - 1) // 7


def _days(first: date, last: date) -> Iterator[date]:
    for shift in range((last - first).days + 1):
        yield first + timedelta(days=shift)


def _margin(grid: Grid) -> int:
    return max(map(len, grid.labels)) + 1


def heat_lines(grid: Grid, look: Style) -> list[str]:
    """The calendar as lines of text, its legend last; none is wider than the look allows."""
    margin = _margin(grid)
    cell = max(1, min(_told_cell(grid), (look.width - margin) // grid.columns))
    shades = (PLAIN_NONE + PLAIN_SHADES) if look.plain else (NONE + SHADES)
    heads = [grid.heads, grid.begins] if grid.begins and cell > DAY_SIGNS else [grid.heads]
    lines = [look.paint(_head(head, margin, cell, look.width), "dim") for head in heads]
    for row, label in enumerate(grid.labels):
        signs = [
            _field(shades, grid, grid.fields.get((row, column)), cell)
            for column in range(grid.columns)
        ]
        lines.append(look.paint(f"{label:<{margin}}", "dim") + "".join(signs).rstrip())
    body = [
        f"{shades[step]} {low}" + (f" to {high}" if high > low else "")
        for step, low, high in grid.steps()
    ]
    legend = flowed([f"{shades[0]} none a {grid.unit}", *body], look, margin)
    return [*(line.rstrip() for line in lines), "", *legend]


def _head(heads: Mapping[int, str], margin: int, cell: int, width: int) -> str:
    line = " " * margin
    for column, head in sorted(heads.items()):
        place = margin + column * cell
        fits = len(line) <= place and place + len(head) <= width
        if fits or column == 0:
            line = f"{line:<{place}}{head} "
    return line.rstrip()


def _field(shades: str, grid: Grid, count: int | None, cell: int) -> str:
    if count is None:
        return " " * cell
    step = grid.step(count)
    if not step or cell == 1:
        return f"{shades[step]:<{cell}}"
    shade = shades[step] * min(2, cell - 1)
    number = str(count) if cell >= _told_cell(grid) else ""
    return f"{shade}{number:<{cell - len(shade)}}"


def _told_cell(grid: Grid) -> int:
    """How wide a field is with its number: two signs, the longest number, and a gap."""
    return len("██") + len(f"{grid.most}") + 1
