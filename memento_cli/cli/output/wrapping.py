"""Text for a terminal: lines that are too long for it are broken between words.

A command is there to be copied, and not broken: one between backquotes, or a line behind four
blanks.
"""

from __future__ import annotations

import os
import sys

from memento_cli.pictures.canvas import cells, look_for

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from memento_cli.pictures.canvas import Style

CODE, FENCE, CELL, BULLET, COMMENT = "    ", "```", "|", "- ", "  # "
GAP = "  "
USUAL = 80  # the columns of a terminal that does not say
LEAST = 20  # signs that the last column of a table has, however narrow the terminal is


def columns_of(stream: TextIO | None) -> int:
    """How many columns the terminal has that a stream writes to, or as $COLUMNS says; else 80.

    `shutil.get_terminal_size` asks stdout alone, which may be a pipe where stderr is not.
    """
    named = os.environ.get("COLUMNS", "")
    try:
        columns = int(named) if named.isdecimal() else 0
        if not columns and stream is not None:
            columns = os.get_terminal_size(stream.fileno()).columns
        return columns or USUAL
    except (OSError, ValueError):
        return USUAL


def look_here(width: int, *, ascii: bool = False) -> Style:
    """How to draw on the terminal of stdout, which is so many columns wide."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    return look_for(width, encoding, os.environ.get("TERM", ""), ascii=ascii)


def wrapped(text: str, width: int) -> str:
    """Each line in lines of at most `width` signs; those that follow are indented as it is, and
    those of a row, which has gaps between its columns, further.

    Lines of code stay as they are.
    """
    lines = []
    for line in text.split("\n"):
        own = len(line) - len(line.lstrip())
        row = own + len(CODE) if GAP in line.strip() else 0
        lines.append(line if line.startswith(CODE) else _wrapped(line, width, row))
    return "\n".join(lines)


def reflowed(markdown: str, width: int) -> str:
    """A chapter of Markdown for a terminal of `width` signs: blocks that fit it stay as they are,
    tables are set in columns, and code keeps its lines, with a comment below if need be."""
    blocks, fenced = [], False
    for block in markdown.split("\n\n"):
        opens = block.count(FENCE) % 2 == 1
        is_code = fenced or opens or block.lstrip("\n").startswith(FENCE)
        fenced ^= opens
        is_table = block.lstrip("\n").startswith(CELL)
        fits = all(len(line) <= width for line in block.split("\n")) and not is_table
        blocks.append(block if is_code or fits else _reflowed(block, width))
    return "\n\n".join(blocks)


def _reflowed(block: str, width: int) -> str:
    lines = block.split("\n")
    if block.startswith(CELL):
        return "\n".join(_columns([_cells(line) for line in lines], width))
    if block.startswith(CODE):
        return "\n".join(_commented(line, width) for line in lines)
    return "\n".join(_wrapped(item, width, _hanging(item)) for item in _items(lines))


def _items(lines: list[str]) -> list[str]:
    """The paragraphs and list items of a block, each in one line."""
    items: list[str] = []
    for line in lines:
        if not items or _hanging(line) or not line:
            items.append(line)
        else:
            items[-1] += f" {line.strip()}"
    return items


def _hanging(line: str) -> int:
    """How far the lines of a list item are indented; 0 if this begins none."""
    text = line.lstrip()
    mark, blank, _ = text.partition(" ")
    is_item = text.startswith(BULLET) or (mark[:-1].isdigit() and mark.endswith("."))
    return len(line) - len(text) + len(mark + blank) if is_item else 0


def _cells(line: str) -> list[str]:
    """The cells of a row, also those that say nothing."""
    import re  # only the manual has tables

    inner = line.strip().removeprefix(CELL).removesuffix(CELL)
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<= )\|(?= )", inner)]


def _columns(rows: list[list[str]], width: int) -> Iterator[str]:
    """The rows of a table in columns, of which the last has the lines that it needs."""
    rows = [row for row in rows if not all(set(cell) <= set("-|:") for cell in row)]
    widths = [max(len(row[at]) if at < len(row) else 0 for row in rows)
              for at in range(max(map(len, rows)) - 1)]  # fmt: skip
    room = width - sum(widths) - len(GAP) * len(widths)
    least = min(LEAST, max(len(row[-1]) for row in rows))
    for *first, last in rows:
        start = "".join(f"{cell:<{size}}{GAP}" for cell, size in zip(first, widths, strict=False))
        if room < least:
            yield _wrapped(start.rstrip(), width)
            if last:
                yield _wrapped(f"{CODE}{last}", width)
        else:
            whole = start + _wrapped(last, room).replace("\n", "\n" + " " * len(start))
            yield whole.rstrip()


def _commented(line: str, width: int) -> str:
    """A line of code; if it is too long, its comment stands close to it, or below it."""
    command, mark, comment = line.partition(COMMENT)
    if len(line) <= width or not mark:
        return line
    close = f"{command.rstrip()}{COMMENT}{comment}"
    if len(close) <= width:
        return close
    return f"{command.rstrip()}\n{_wrapped(f'{CODE}{CODE}# {comment}', width)}"


def _wrapped(line: str, width: int, indent: int = 0) -> str:
    """A line in lines of at most `width` signs, where its words allow that. Those that follow begin
    after `indent` blanks, or as the line does."""
    if shown_cells(line) <= width:
        return line
    own = len(line) - len(line.lstrip())
    further = indent or own
    lines, current = [], line[:own]
    for word in _words(line[own:]):
        first, *others = _choices(word, width - further)
        longer = f"{current} {first}" if current.strip() else current + first
        if shown_cells(longer) > width and current.strip():
            lines.append(current.rstrip())
            longer = " " * further + first
        current = longer
        for other in others:
            lines.append(current)
            current = " " * further + other
    return "\n".join([*lines, current])


def _choices(word: str, room: int) -> list[str]:
    """A word, or what a line has room for of one that gives the values of an option to choose
    from: `--from jsonl|csv`."""
    pieces = list[str]()
    while shown_cells(word) > room and (end := word.rfind("|", 0, room) + 1):
        pieces.append(word[:end])
        word = word[end:]
    return [*pieces, word]


def _words(text: str) -> Iterator[str]:
    """What stands between blanks; a command between backquotes is one word."""
    pieces: list[str] = []
    for piece in text.split(" "):
        pieces.append(piece)
        if sum(each.count("`") for each in pieces) % 2 == 0:
            yield " ".join(pieces)
            pieces = []
    yield from pieces


def shown_cells(text: str) -> int:
    """How many cells a text takes on a terminal, without the signs that colour it."""
    first, *coloured = text.split("\x1b[")
    return cells(first + "".join(part.partition("m")[2] for part in coloured))
