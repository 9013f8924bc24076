"""What programs for notes write between the words: `#tags`, `@people`, `[[links]]`; and the dates
in the names of files and folders. Code, headings and addresses have none of them.
"""

from __future__ import annotations

from datetime import datetime

from memento_cli.core.text.normal_forms import plain_key
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import tzinfo

OPENING = "([{\"'“‘«*_~"
INSIDE, CLOSING = "-_/:.", ",;!?)]}>\"'”’»*~…、。，！？；：」』）"
"""Signs that a tag may have between its letters, and those that may end it, beside these."""
LONGEST, MOST = 100, 100
"""The most signs of a tag, a name or the target of a link, and the most of each in a note."""
EARLIEST, LATEST = 1900, 2199
SEPARATORS = "-_."
CODE_FENCES = ("```", "~~~")


class Marks(NamedTuple):
    """The tags, the names of people and the targets of links in a text, each once, in order."""

    tags: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


def marks_in(lines: Sequence[str]) -> Marks:
    """The marks in the lines of a note, of which one that begins with a fence is code."""
    tags, people, links = dict[str, str](), dict[str, str](), dict[str, str]()
    for line in lines:
        if line.lstrip().startswith(CODE_FENCES):
            continue
        prose, *linked = "".join(_prose(line)).split("[[")
        for piece in linked:
            target, rest = _target(piece)
            mark = target[:1] if target[:1] == "@" else prose[-1:]
            found = {"@": people, "#": tags}.get(mark, links)
            if text := target.removeprefix("@"):
                found.setdefault(plain_key(text), text)
            prose += f" {rest}"
        for tag in _marked(prose, "#"):
            if not tag.isdecimal():  # an issue has a number
                tags.setdefault(plain_key(tag), tag)
        for name in _marked(prose, "@"):
            if "/" not in name and ":" not in name:
                people.setdefault(plain_key(name), name)
    first = (tuple(found.values())[:MOST] for found in (tags, people, links))
    return Marks(*first)


def _prose(line: str) -> Iterator[str]:
    """A line without the code between backquotes."""
    pieces = line.replace("```", "`").replace("``", "`").split("`")
    odd = len(pieces) % 2 == 0
    for number, piece in enumerate(pieces):
        is_code = number % 2 == 1 and not (odd and number == len(pieces) - 1)
        yield " ` " if is_code else piece


def _target(piece: str) -> tuple[str, str]:
    """The target of a link like `[[folder/Note#heading|alias]]`, from after its brackets on, or "";
    and the text after it."""
    inside, closed, rest = piece.partition("]]")
    target = inside.partition("|")[0].partition("#")[0].strip().removesuffix("\\")
    return (target, rest) if closed and len(target) <= LONGEST else ("", piece)


def _marked(text: str, mark: str) -> Iterator[str]:
    """The words that begin with a mark: `#tag`, `(#tag)`, `#tag.`"""
    if mark not in text:
        return
    for word in text.split():
        word = word.lstrip(OPENING)
        if word[:1] != mark or word[1:2] == mark:
            continue
        end = 1
        while end < len(word) and (word[end].isalnum() or word[end] in INSIDE):
            end += 1
        name = word[1:end].rstrip(INSIDE)
        is_whole = word[end : end + 1] in CLOSING and mark not in word[end:]
        if 0 < len(name) <= LONGEST and is_whole and name[0].isalnum():
            yield name


def dated_name(parts: Sequence[str], zone: tzinfo) -> tuple[datetime | None, str]:
    """The moment in the path of a note, whose last part is the name without its suffix, and the
    rest of that name, which is a title.

    `2026-10-03 title`, `2026_10_03`, `20261003`, `202610030915-title`, `daily.2026.10.03`, or
    `2026/10/03`: year, month and day, which may be followed by an hour and a minute.
    """
    name = parts[-1]
    start = next((at for at, sign in enumerate(name) if sign.isdecimal()), len(name))
    digits, end = _digits(name, start)
    moment = _moment(digits, zone)
    if moment and not name[end : end + 1].isalnum() and not name[start - 1 : start].isalnum():
        outside = name[end:] if start == 0 else name[:start] if end == len(name) else name
        return moment, _title(outside)
    folders = "".join(part[:4] if len(part) == 4 else part[:2] for part in parts[-3:])
    if len(parts) >= 3 and len(name) == 2 and len(folders) == 8:
        moment = _moment(folders, zone)
        return moment, "" if moment else name
    return None, name


def _digits(name: str, start: int) -> tuple[str, int]:
    """The digits of a date, and of a time after it, from a place on; and where they end."""
    end = _digits_end(name, start)
    if end - start != 4:
        last = _digits_end(name, end + 1)
        has_time = name[end : end + 1] == "T" and last - end in (5, 7)
        return name[start:end] + name[end + 1 : last] * has_time, last if has_time else end
    separator, day = name[end : end + 1], name[start : start + 10]
    parts = day.split(separator) if separator and separator in SEPARATORS else []
    if [len(part) for part in parts] != [4, 2, 2] or name[start + 10 : start + 11].isdecimal():
        return "", end
    time = name[start + 11 : start + 16]
    has_time = name[start + 10 : start + 11] in ("T", " ", "_") and len(time) == 5
    if has_time and time[2] in "-.:h" and not name[start + 16 : start + 17].isalnum():
        return "".join(parts) + time[:2] + time[3:], start + 16
    return "".join(parts), start + 10


def _digits_end(name: str, end: int) -> int:
    while end < len(name) and name[end].isdecimal():
        end += 1
    return end


def _moment(digits: str, zone: tzinfo) -> datetime | None:
    """The moment of 8, 12 or 14 digits; None if they are no date of our times."""
    if len(digits) not in (8, 12, 14) or not (digits.isascii() and digits.isdecimal()):
        return None
    if not EARLIEST <= int(digits[:4]) <= LATEST:
        return None
    form = "%Y%m%d%H%M%S"[: len(digits) - 2]  # a year has four digits
    try:
        return datetime.strptime(digits, form).replace(tzinfo=zone)
    except ValueError:
        return None


def _title(text: str) -> str:
    """The rest of a file's name as a title: with spaces, if it has none."""
    text = text.strip(f"{SEPARATORS} ")
    return text if " " in text else text.translate(dict.fromkeys(map(ord, "-_"), " "))


def titles_by_name(paths: Sequence[str], title_of: Callable[[str], str]) -> Callable[[str], str]:
    """A function from the target of a link to the title of the note of these files that it means;
    "" if it means none, or several."""
    from os.path import basename, splitext

    by_stem: dict[str, list[str]] = {}
    for path in paths:
        by_stem.setdefault(plain_key(splitext(basename(path))[0]), []).append(path)

    def title(target: str) -> str:
        names = [plain_key(part) for part in target.removesuffix(".md").split("/")]
        stems = by_stem.get(names[-1], [])
        ends = [path for path in stems if _folders(path)[-len(names) + 1 :] == names[:-1]]
        chosen = stems if len(names) == 1 else ends
        return title_of(chosen[0]) if len(chosen) == 1 else ""

    return title


def _folders(path: str) -> list[str]:
    from os import sep

    return [plain_key(part) for part in path.split(sep)[:-1]]
