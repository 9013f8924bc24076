"""The entries of a Markdown file in which a host keeps what it remembers: the items of its lists,
and its paragraphs, with the headings above each.

What is indented below an item belongs to it, as a list in it does; so does a block of code that
follows an entry. Comments and rules are no entries.
"""

from __future__ import annotations

import re

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ITEM = re.compile(r" {0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+(?=\S)")
INSIDE = re.compile(r"\s*(?:[-*+] |\d{1,3}[.)] |[|>#]|```|~~~)")
"""How a line begins that is none of a running text."""
RULE = re.compile(r"\s{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
FENCES = ("```", "~~~")
COMMENT, COMMENT_END = "<!--", "-->"
HARD = ("  ", "\\")
"""How a line ends after which the next one is to begin anew."""
MARKUP = "*_`"
GENERAL = ("memory", "memories", "gemini added memories", "index", "notes")
"""Headings that are no topics."""
POINTER = re.compile(r"\[([^\]]+)\]\(<?([^)>#?]+\.md)>?\)\s*(?:[-—–:]\s*)?(.*)", re.S)
"""A line of an index: the title of a file, the file, and what is in it."""


class Entry(NamedTuple):
    """An entry: its lines as they stand in the file, the number of the first, counted from 0, the
    headings above it, the outermost first, and its text without the mark of an item."""

    lines: tuple[str, ...]
    first: int
    headings: tuple[str, ...]
    text: str


def heading_in(line: str) -> str:
    """The text of a heading line, `## One` or `## One ##`; "" if it is none."""
    words = line.lstrip("#")
    if not 0 < len(line) - len(words) <= 6 or words[:1] not in (" ", "\t"):
        return ""
    words = words.strip()
    bare = words.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else words


def entries_in(lines: Sequence[str]) -> list[Entry]:
    """The entries of the lines of a file, in their order."""
    reader = _Reader()
    for number, line in enumerate(lines):
        reader.read(number, line)
    reader.close()
    return reader.entries


class _Reader:
    """The entries read so far, and the one that is being read."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.headings: list[tuple[int, str]] = []
        self.lines: list[str] = []
        self.first = 0
        self.blanks = 0
        self.fence = ""
        self.in_comment = False
        self.is_own = False  # whether the comment is of the entry that is being read

    def read(self, number: int, line: str) -> None:
        """Take the next line."""
        bare = line.strip()
        if self.fence or (not self.in_comment and bare[:3] in FENCES):
            self._take_code(number, line, bare)
        elif self.in_comment or bare.startswith(COMMENT):
            self._take_comment(line, bare)
        elif not bare:
            self.blanks += bool(self.lines)
        elif heading := heading_in(line):
            self._turn_to(len(line) - len(line.lstrip("#")), heading)
        elif RULE.fullmatch(line) and not self._is_inside(line):
            self.close()
        elif self._goes_on(line):
            self._add(line)
        else:
            self.close()
            self.first, self.lines = number, [line]

    def close(self) -> None:
        """End the entry that is being read."""
        if self.lines:
            above = tuple(text for _, text in self.headings)
            text = text_of(self.lines)
            if text:
                self.entries.append(Entry(tuple(self.lines), self.first, above, text))
        self.lines, self.blanks = [], 0

    def _goes_on(self, line: str) -> bool:
        """Whether a line belongs to the entry that is being read."""
        if not self.lines:
            return False
        first = self.lines[0]
        if ITEM.match(line) and indentation(line) <= max(1, indentation(first)):
            return False
        if ITEM.match(line) and not ITEM.match(first):
            return False
        return self._is_inside(line) or not self.blanks

    def _is_inside(self, line: str) -> bool:
        """Whether a line stands below an item, by its indentation."""
        return bool(self.lines) and indentation(line) > 0 and bool(ITEM.match(self.lines[0]))

    def _take_comment(self, line: str, bare: str) -> None:
        """Take a line of a comment: below an item it is of that, else it ends what was before."""
        if self.is_own if self.in_comment else self._is_inside(line):
            self._add(line)
            self.is_own = True
        else:
            self.close()
            self.is_own = False
        self.in_comment = COMMENT_END not in bare

    def _add(self, line: str) -> None:
        self.lines += [""] * self.blanks + [line]
        self.blanks = 0

    def _take_code(self, number: int, line: str, bare: str) -> None:
        """Take a line of a block of code, or its fence."""
        if not self.lines:
            self.first = number
        self._add(line)
        if not self.fence:
            self.fence = bare[:3]
        elif bare.startswith(self.fence) and not bare.strip(self.fence[0]):
            self.fence = ""

    def _turn_to(self, level: int, heading: str) -> None:
        self.close()
        self.headings = [pair for pair in self.headings if pair[0] < level]
        self.headings.append((level, heading.strip(MARKUP).strip()))


def indentation(line: str) -> int:
    """The number of blanks at the beginning of a line."""
    return len(line) - len(line.lstrip())


def text_of(lines: Sequence[str]) -> str:
    """The text of the lines of an entry: without the mark of an item, and what is below it without
    the indentation that this gives it."""
    mark = ITEM.match(lines[0])
    width = mark.end() if mark else 0
    rest = (line[min(width, indentation(line)) :] for line in lines[1:])
    return "\n".join([lines[0][width:], *rest]).strip()


def unwrapped(text: str) -> str:
    """The text with the lines of a paragraph joined, as Markdown reads them."""
    lines: list[str] = []
    fence, before = "", ""
    for line in text.split("\n"):
        mark = line.lstrip()[:3]
        joins = not fence and before.strip() and line.strip() and not INSIDE.match(line)
        if joins and not (before.lstrip().startswith(("|", "#", *FENCES)) or before.endswith(HARD)):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
        if mark in FENCES and fence in ("", mark):
            fence = "" if fence else mark
        before = line
    return "\n".join(lines)


def section_of(lines: Sequence[str]) -> tuple[int, int] | None:
    """The lines of the section in which memories are kept, below the first heading "Memory", or one
    that ends in "memories": the number of the first, and the one after the last. None if no heading
    is so, or nothing stands below it."""
    sections = _sections(lines)
    return next((one for one in sections if any(map(str.strip, lines[slice(*one)]))), None)


def _sections(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The sections with such a heading, one after the other."""
    fence, start, level = "", -1, 0
    for number, line in enumerate(lines):
        mark = line.strip()[:3]
        if mark in FENCES and fence in ("", mark):
            fence = "" if fence else mark
        heading = "" if fence else heading_in(line)
        depth = len(line) - len(line.lstrip("#"))
        if start >= 0 and heading and depth <= level:
            yield start, number
            start = -1
        if start < 0 and (heading.lower() == "memory" or heading.lower().endswith("memories")):
            start, level = number + 1, depth
    if start >= 0:
        yield start, len(lines)
