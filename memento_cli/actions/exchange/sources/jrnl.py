"""The journal of jrnl (jrnl.sh), a text file or a folder `2026/10/03.txt`: one memory an entry.

An entry begins with its time, `[2026-10-03 09:15]` or, until jrnl 2, `2026-10-03 09:15`, with
seconds and AM or PM as jrnl writes them; other settings of `timeformat` are not known. A title that
ends with a star is important. A tag `@word` may be a person or a topic to jrnl, so it is both here.
"""

from __future__ import annotations

from datetime import datetime

from memento_cli.actions.exchange.sources.entry import BadItem, MemoryItem, reason_of
from memento_cli.actions.exchange.sources.keys import draft_of
from memento_cli.actions.exchange.sources.note_marks import marks_in
from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo

    from memento_cli.actions.exchange.sources.entry import Item

STAR = "*"
STARRED = 0.8
"""The importance of an entry with a star."""
TIME_SIGNS = 24
HALVES = {"": 0, "AM": 0, "PM": 12}
"""The hours before the first of each half of a day."""
LOOKED_AT = 1 << 12
"""The bytes of a file that are examined to tell whether it is a journal."""


def is_jrnl(path: str) -> bool:
    """Whether a file begins with an entry of a journal."""
    try:
        with open(path, "rb") as file:
            head = file.read(LOOKED_AT).decode("utf-8-sig", errors="replace")
    except OSError:
        return False
    return entry_start(head.lstrip().partition("\n")[0]) is not None


def jrnl_items(text: str, where: str, source: str, zone: tzinfo) -> Iterator[Item]:
    """The entries of a journal. `source` is that of the file; an entry adds its time."""
    times: dict[str, int] = {}
    for line, at, words in _entries(text):
        stamp = f"{at:%Y-%m-%dT%H:%M:%S}"
        times[stamp] = nth = times.get(stamp, 0) + 1
        marks = marks_in(words.split("\n"))
        title, _, rest = words.partition("\n")
        is_starred = title.rstrip().endswith(f" {STAR}")
        bare = title.rstrip().removesuffix(STAR).rstrip() if is_starred else title
        row = {
            "body": f"{bare}\n{rest}".strip(),
            "created": at.replace(tzinfo=zone),
            "topics": [*marks.tags, *marks.people],
            "people": [*marks.people],
            "source": f"{source}#{stamp}" + (f"-{nth}" if nth > 1 else ""),
        }
        row |= {"importance": STARRED} if is_starred else {}
        try:
            yield MemoryItem(f"{where}:{line}", draft_of(row, zone))
        except BadData as problem:
            yield BadItem(f"{where}:{line}", reason_of(problem))


def _entries(text: str) -> Iterator[tuple[int, datetime, str]]:
    """The line, the time and the words of each entry. Lines before the first one are left out."""
    begun, at, lines = 0, None, list[str]()
    for number, line in enumerate(text.split("\n"), 1):
        start = entry_start(line)
        if start is None:
            lines.append(line)
            continue
        if at is not None:
            yield begun, at, "\n".join(lines).strip()
        begun, (at, first) = number, start
        lines = [first]
    if at is not None:
        yield begun, at, "\n".join(lines).strip()


def entry_start(line: str) -> tuple[datetime, str] | None:
    """The time, without a zone, and the words of a line that begins an entry; None if none does."""
    if line[:1] == "[":
        time, closed, _ = line[1 : TIME_SIGNS + 2].partition("]")
        at = _time(time) if closed else None
        return None if at is None else (at, line[len(time) + 2 :].strip())
    if not line[:4].isdecimal():
        return None
    parts = line.split(" ", 3)
    for count in (3, 2):
        at = _time(" ".join(parts[:count]))
        if at is not None and len(parts) > count:
            return at, " ".join(parts[count:]).strip()
    return None


def _time(text: str) -> datetime | None:
    """The time `2026-10-03 09:15`, with seconds and AM or PM or without; None for another text.

    Read by hand: `strptime` takes half a second for the text of a journal of ten thousand lines.
    """
    day, _, clock = text.strip().partition(" ")
    clock, _, half = clock.strip().upper().partition(" ")
    year, *parts = day.split("-")
    hours, half = clock.split(":"), half.strip()
    if len(parts) != 2 or not 2 <= len(hours) <= 3 or half not in HALVES:
        return None
    if len(year) != 4 or not all(map(_is_number, (year, *parts, *hours))):
        return None
    hour, minute, second = (*map(int, hours), 0)[:3]
    if half and not 1 <= hour <= 12:
        return None
    hour = hour % 12 + HALVES[half] if half else hour
    try:
        return datetime(int(year), int(parts[0]), int(parts[1]), hour, minute, second)
    except ValueError:  # no calendar or clock has it
        return None


def _is_number(part: str) -> bool:
    return len(part) in (1, 2, 4) and part.isascii() and part.isdecimal()
