"""The block of memento in a host's file: what stands between its two marks.

    <!-- memento:begin 3kq9ab … -->
    - Deploys go out on Tuesdays <!-- alex-deploy-2026-03 -->
    <!-- memento:end 7c2kq9a4mz1x -->

The first mark has the tag of the store, so that stores of several people have a block each. The end
mark tells what was written: for each memory its id and its text, as digests, and `~` if it was
noted as stale. So a reader sees what was edited, added and deleted since. Whoever puts two bare
marks around lines gives these to memento. What is outside of the marks is not touched.
"""

from __future__ import annotations

import re

from memento_cli.core.exchange.entries import (
    FENCES,
    INSIDE,
    ITEM,
    POINTER,
    RULE,
    entries_in,
    text_of,
)
from memento_cli.core.exchange.shown_text import (
    collapsed,
    digest,
    escaped,
    shown,
    unescaped,
    without_broken_notes,
    without_notes,
)
from memento_cli.core.memory.ids import MINTED, is_safe_id
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from memento_cli.core.exchange.shown_text import Notes
    from memento_cli.core.memory.memory import Content

BEGIN = re.compile(r"\s*<!--\s*memento:begin\b[ ]*(\w*).*-->\s*")
END = re.compile(r"\s*<!--\s*memento:end\b(.*)-->\s*")
COMMENT = re.compile(r"(?<!\s)\s*<!--\s*((?:(?!-->|<!--).)+?)\s*-->")
TAG_SIGNS, ID_SIGNS, TEXT_SIGNS = 6, 7, 5
STALE = "~"
ABOUT = "kept by memento; what is changed between the marks comes back to it"
INDENT = "  "
TITLE = "Memory"
"""The heading of a new block; whoever changes it keeps it."""


class Line(NamedTuple):
    """An entry of a block: the memory that it is of, or "", its text, its lines without the notes
    and the id, whether a note says that it is stale, and the headings above it in the block."""

    id: str
    text: str
    raw: tuple[str, ...]
    is_stale: bool = False
    headings: tuple[str, ...] = ()


class Written(NamedTuple):
    """What the end mark tells of a memory: the digest of its text, and whether it was stale."""

    text: str
    is_stale: bool


class Block(NamedTuple):
    """A file with a block: the lines above it, its entries with the lines between them, which are
    headings, comments or blank, what its end mark says by the digest of each id, and the lines
    below it. Without a block all lines are above."""

    above: tuple[str, ...]
    inside: tuple[Line | str, ...] = ()
    written: Mapping[str, Written] = {}
    below: tuple[str, ...] = ()
    is_there: bool = False

    @property
    def lines(self) -> list[Line]:
        """The entries of the block."""
        return [one for one in self.inside if isinstance(one, Line)]

    @property
    def outside(self) -> frozenset[str]:
        """What stands around the block: the texts of its entries, with single blanks, and the names
        of the files to which they point."""
        texts = [entry.text for lines in (self.above, self.below) for entry in entries_in(lines)]
        texts += [line.text for line in self.lines if POINTER.match(line.text)]
        files = (match[2] for text in texts if (match := POINTER.match(text)))
        return frozenset((*map(collapsed, texts), *files))

    def was_written(self, id: str) -> Written | None:
        """What the end mark tells of a memory; None if nothing."""
        return self.written.get(id_digest(id))


def id_digest(id: str) -> str:
    """The digest by which an end mark knows an id."""
    return digest(id, ID_SIGNS)


def text_digest(text: str) -> str:
    """The digest by which an end mark knows a text."""
    return digest(text, TEXT_SIGNS)


def block_in(lines: Sequence[str], tag: str, name: str) -> Block:
    """The block of the store with this tag in the lines of a file, whose name errors tell. BadData
    for marks that do not come in a pair, or stand twice."""
    begins, ends = _marks(lines, tag)
    if not begins:
        return Block(tuple(lines))
    if len(begins) > 1:
        numbers = " and ".join(str(number + 1) for number in begins[:2])
        raise BadData(name, [f"has the first mark of memento twice, in lines {numbers}"])
    begin = begins[0]
    end = next((number for number in ends if number > begin), None)
    if end is None:
        hint = "put <!-- memento:end --> below what memento is to keep"
        raise BadData(name, [f"lacks the end of the block that begins in line {begin + 1}"], hint)
    inside = lines[begin + 1 : end]
    match = END.fullmatch(lines[end])
    assert match
    written = _read_digests(match[1])
    return Block(
        tuple(lines[:begin]),
        tuple(_segments(inside, written)),
        written,
        tuple(lines[end + 1 :]),
        True,
    )


def without_blocks(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a file, with blank ones in place of what memento keeps there, of any store."""
    inside = False
    for line in lines:
        begins = BEGIN.fullmatch(line)
        inside = inside or bool(begins)
        yield "" if inside else line
        inside = inside and not END.fullmatch(line)


def _marks(lines: Sequence[str], tag: str) -> tuple[list[int], list[int]]:
    """The numbers of the first marks of this store, or bare ones, and of all end marks. Marks in a
    block of code are examples, outside of a block."""
    begins, ends, fence, inside = list[int](), list[int](), "", False
    for number, line in enumerate(lines):
        mark = line.strip()[:3]
        if not inside and mark in FENCES and fence in ("", mark):
            fence = "" if fence else mark
        if fence or "memento:" not in line:
            continue
        if match := BEGIN.fullmatch(line):
            inside = True
            begins += [number] if match[1] in ("", tag) else []
        elif END.fullmatch(line):
            inside = False
            ends.append(number)
    return begins, ends


def _segments(lines: Sequence[str], written: Mapping[str, Written]) -> Iterator[Line | str]:
    """The entries among the lines of a block, and each line between them."""
    place = 0
    for entry in entries_in(lines):
        yield from lines[place : entry.first]
        yield _line(entry.lines, entry.headings, written)
        place = entry.first + len(entry.lines)
    yield from lines[place:]


def _read_digests(text: str) -> dict[str, Written]:
    """What an end mark tells, by the digests of ids; words that are no digests are passed over."""
    digests = {}
    for word in text.split():
        bare = word.removesuffix(STALE)
        if len(bare) == ID_SIGNS + TEXT_SIGNS:
            digests[bare[:ID_SIGNS]] = Written(bare[ID_SIGNS:], bare != word)
    return digests


def _line(lines: Sequence[str], headings: tuple[str, ...], written: Mapping[str, Written]) -> Line:
    """An entry of a block. Its id and its notes may stand in any of its lines: programs that break
    lines anew move them."""
    id, joined = _without_id("\n".join(lines), written)
    raw, is_stale = list[str](), False
    for line in joined.split("\n"):
        bare, was_stale = without_notes(line)
        is_stale = is_stale or was_stale
        raw.append(bare.rstrip())
    text = text_of(raw)
    whole, is_broken = without_broken_notes(text)
    if is_broken:
        raw = _item(whole)
    return Line(id, unescaped(whole), tuple(raw), is_stale or is_broken, headings)


def _without_id(text: str, written: Mapping[str, Written]) -> tuple[str, str]:
    """The id that a comment in a text names, or "", and the text without it. A comment names an id
    if the end mark knows that, or it has the form of one that memento gives."""
    for match in COMMENT.finditer(text):
        id = match[1]
        if is_safe_id(id) and (id_digest(id) in written or re.fullmatch(MINTED, id)):
            return id, text[: match.start()] + text[match.end() :]
    return "", text


def _item(text: str) -> list[str]:
    """The lines of an item with this text, which is escaped."""
    first, *rest = text.split("\n")
    sign = "+" if RULE.fullmatch(f"- {first}") else "-"  # which would be one line with the text
    return [f"{sign} {first}", *(f"{INDENT}{line}".rstrip() for line in rest)]


def lines_of(content: Content) -> tuple[str, ...]:
    """The lines that show a memory, without notes and id."""
    return tuple(_item(escaped(shown(content))))


def text_in_file(content: Content) -> str:
    """The text of a memory as it is read back from the lines that show it."""
    return _line(lines_of(content), (), {}).text


class Kept(NamedTuple):
    """A memory in a new block: its id, its lines, what the notes say, and what the end mark tells
    of it; None leaves that as it was."""

    id: str
    raw: tuple[str, ...]
    notes: Notes
    written: Written | None


def kept_lines(kept: Kept) -> list[str]:
    """The lines of a memory in a block: the notes and the id stand below its first paragraph."""
    lines = list(kept.raw)
    if not ITEM.match(lines[0]):
        lines = _item("\n".join([lines[0].strip(), *lines[1:]]))
    name = f" <!-- {kept.id} -->" if kept.id else ""
    inner = (number for number, line in enumerate(lines[1:]) if not line or INSIDE.match(line))
    lines[next(inner, len(lines) - 1)] += kept.notes.text() + name
    return lines


def size_of(lines: Iterable[str]) -> int:
    """The bytes of lines in a file."""
    return sum(len(line.encode()) + 1 for line in lines)


def mark_lines(tag: str, digests: Iterable[tuple[str, Written]]) -> tuple[str, str]:
    """The two marks of a block."""
    words = (f"{id}{one.text}{STALE * one.is_stale}" for id, one in digests)
    return f"<!-- memento:begin {tag} ({ABOUT}) -->", " ".join(["<!-- memento:end", *words, "-->"])


def most_bytes_of_mark() -> int:
    """The bytes that a memory takes in the end mark, at the most."""
    return ID_SIGNS + TEXT_SIGNS + len(STALE) + 1


def with_block(block: Block, inside: Sequence[str], marks: tuple[str, str]) -> list[str]:
    """The lines of the file with a new block in place of the old one, or below all lines, under a
    heading."""
    if block.is_there:
        return [*block.above, marks[0], *inside, marks[1], *block.below]
    above = list(block.above)
    while above and not above[-1].strip():
        above.pop()
    head = ["", f"## {TITLE}"] if above else [f"# {TITLE}"]
    return [*above, *head, "", marks[0], *inside, marks[1], ""]
