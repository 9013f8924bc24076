"""Moments and lengths of time: aware UTC datetimes, and days as floats."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import inf

from memento_cli.errors import BadTime

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import tzinfo

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
DAY_MILLIS = 86_400_000
SECOND_MICROS = 1_000_000


def utc(moment: datetime) -> datetime:
    """The moment in UTC; BadTime for one outside of the calendar."""
    if moment.tzinfo is UTC:
        return moment
    try:
        return moment.astimezone(UTC)
    except (OverflowError, ValueError):
        raise BadTime(f"bad timestamp {moment.isoformat()}: outside the calendar") from None


def aware(moment: datetime) -> datetime:
    """The moment; BadTime if it has no time zone."""
    if moment.tzinfo is None:
        raise BadTime(f"{moment.isoformat()} names no time zone", "datetime.now(UTC) does")
    return moment


def iso(moment: datetime) -> str:
    """The stored form of a moment: ISO 8601 in UTC with `Z`."""
    return utc(moment).isoformat().replace("+00:00", "Z")


def in_zone(moment: datetime, zone: tzinfo) -> datetime:
    """The moment in a zone; at the edge of the calendar unchanged."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment


def local_iso(moment: datetime, zone: tzinfo) -> str:
    """The local time in a zone: ISO 8601 to the second, without an offset (003 §6-2).

    A moment outside of the local calendar stays in UTC, with `Z`.
    """
    try:
        return moment.astimezone(zone).replace(tzinfo=None).isoformat(timespec="seconds")
    except OverflowError:
        return iso(moment.replace(microsecond=0))


def micros(moment: datetime) -> int:
    """Microseconds since 1970."""
    since = moment - EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def from_micros(count: int) -> datetime:
    """The moment so many microseconds after 1970."""
    return EPOCH + timedelta(microseconds=count)


def later(moment: datetime, days: float) -> datetime | None:
    """The moment exactly so many days later; None if outside of the calendar."""
    try:
        return moment + timedelta(days=days)
    except OverflowError:  # infinite, or beyond the calendar
        return None


def moment_after(moment: datetime, days: float) -> datetime | None:
    """The moment so many days later, rounded up to a second; None if outside of the calendar."""
    try:
        exact = moment + timedelta(days=days)
        exact += ((exact - moment) / DAY < days) * exact.resolution  # timedelta may round down
        return exact + timedelta(microseconds=-exact.microsecond % SECOND_MICROS)
    except OverflowError:
        return None


def stored_moment(text: str, zone: tzinfo = UTC) -> datetime:
    """The moment in a file; one without an offset is in the store's `zone`."""
    try:  # `has_day`, as every moment in a store comes through here
        has_day = text[4:5] == "-" == text[7:8] and text[10:11] in "Tt "
        moment = datetime.fromisoformat(text if has_day else "")
    except ValueError:
        raise BadTime(f"bad timestamp {text[:40]!r}", "write it as 2025-02-01T14:30:00Z") from None
    if moment.tzinfo is UTC:
        return moment
    return utc(moment if moment.tzinfo else moment.replace(tzinfo=zone))


def has_day(text: str) -> bool:
    """Whether a text begins with a year, a month and a day as 2025-02-01, alone or with a time."""
    return text[4:5] == "-" == text[7:8] and text[10:11] in "Tt "


def whole_moment(text: str) -> datetime | None:
    """The moment of a time in ISO 8601 that names its zone, as `typed_moment` reads it, which needs
    a clock and a zone for all else; None for any other text."""
    try:
        is_iso = text[:4].isdecimal() and has_day(text)
        moment = datetime.fromisoformat(text) if is_iso else None
        return utc(moment) if moment and moment.tzinfo else None
    except (ValueError, OverflowError):  # told by `typed_moment`
        return None


def days_between(earlier: datetime, later: datetime) -> float:
    """Days from `earlier` to `later`; negative in the other order."""
    return (later - earlier) / DAY


def elapsed_days(since: datetime, now: datetime) -> float:
    """Days since a moment; 0 before it."""
    return max(0.0, days_between(since, now))


SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
DAY_SECONDS = 86_400
NEVER = "never"
EXAMPLE = "a length is a number and one of s, m, h, d, w: 90m, 48h, 30d"


def span_days(text: str) -> float:
    """The days that a length means; infinite for `never`. ValueError if it is none."""
    text = text.strip()
    if text == NEVER:
        return inf
    number, unit = text[:-1], text[-1:]
    if unit not in SECONDS or not number.isascii() or not number.replace(".", "", 1).isdigit():
        raise ValueError(f"{text!r} is no length of time; {EXAMPLE}")
    return float(number) * SECONDS[unit] / DAY_SECONDS


def span_text(days: float) -> str:
    """The length in the largest unit, up to days, of which it is a whole number."""
    if days == inf:
        return NEVER
    seconds = round(days * DAY_SECONDS, 6)
    for unit in ("d", "h", "m"):
        if seconds % SECONDS[unit] == 0:
            return f"{int(seconds // SECONDS[unit])}{unit}"
    return f"{seconds:.6f}".rstrip("0").rstrip(".") + "s"


def told_time(moment: datetime | None, zone: tzinfo | None) -> str | None:
    """A moment as rows have it: local with a zone, else in UTC to the second."""
    if moment is None:
        return None
    return local_iso(moment, zone) if zone else iso(moment.replace(microsecond=0))
