"""What `VERB --help` prints: how a command is called, what it does, examples, and its options.

All but the examples is made from the Typer declarations; those are in `reference/examples.txt`.
"""

from __future__ import annotations

import os
from textwrap import wrap

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

CLI = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILE = os.path.join(CLI, "reference", "examples.txt")
WIDTH = 80
NAMES = 26
"""How wide the names of options are at most; the help of a wider one begins below it."""
PLAIN = "Options"
HEADINGS = (PLAIN, "Text", "About", "Fading", "Which", "Reach", "Show", "Also")
"""The order of what stands above the options of a command that has many."""
RECORD = {
    **dict.fromkeys(("detail", "editor"), "Text"),
    **dict.fromkeys(("person", "topic", "people", "outcome", "kind", "project"), "About"),
    **dict.fromkeys(("at", "about", "session", "source", "privacy"), "About"),
    **dict.fromkeys(("significance", "importance", "pin", "fade"), "Fading"),
}
RECALL = {
    **dict.fromkeys(("everything", "sources"), "Which"),
    **dict.fromkeys(("deep", "hops"), "Reach"),
    **dict.fromkeys(("explain", "full", "why_not"), "Show"),
    **dict.fromkeys(("literal", "fresh", "read_only"), "Also"),
}
HEADED: Mapping[str, Mapping[str, str]] = {"record": RECORD, "recall": RECALL}
"""The headings of the options of the commands that have many, by the option's name."""
EVERYWHERE = (
    "Everywhere: --store PATH  --now TIME  --json  --format F  --fields A,B  --utc\n"
    "            -q --quiet    --color WHEN          -h --help"
)


def option_of(command: Any, word: str) -> str:
    """The first option of a command that takes this word among others; "" if none does."""
    offered = ((p.opts[0], p.metavar or "") for p in command.params if p.opts[0][:1] == "-")
    return next((name for name, one in offered if "|" in one and word in one.split("|")), "")


def argument_name(param: Any) -> str:
    """What an argument is called, without the signs that say whether there may be several."""
    name: str = param.metavar or param.name.upper()
    return name if " " in name else name.strip("[].")  # else it stands for several: [ID] TEXT


def argument_text(name: str, several: bool, required: bool) -> str:
    """An argument as the line that tells how a command is called has it."""
    if " " in name:
        return name
    dots = "..." if several else ""
    return f"{name}{dots}" if required else f"[{name}{dots}]"


def examples() -> Mapping[str, tuple[str, ...]]:
    """The examples of each command, by its path."""
    rows_of: dict[str, list[str]] = {}
    with open(FILE, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("["):
                rows = rows_of[line.strip("[]")] = []
            elif line:
                rows.append(line)
    return {path: tuple(rows) for path, rows in rows_of.items()}


def usage_text(
    path: str, about: str, arguments: Sequence[str], options: Mapping[str, Sequence[Any]]
) -> str:
    """The help of a command. `about` is its docstring; `options` has, by heading, rows of names
    and text; those of every command are the last line."""
    parts = [" ".join(["memento", path, *arguments]), "\n\n".join(_paragraphs(about))]
    rows = examples().get(path, ())
    if rows:
        parts.append("\n".join(f"  {row}" for row in rows))
    records = [row for records_of in options.values() for row in records_of]
    width = min(NAMES, max((len(names) for names, _ in records), default=0))
    for title in (*HEADINGS, *(each for each in options if each not in HEADINGS)):
        records_of = options.get(title, ())
        if not records_of:
            continue
        lines = [line for names, text in records_of for line in _option_lines(names, text, width)]
        parts.append("\n".join([f"{title}:", *lines] if title != PLAIN else lines))
    return "\n\n".join([*parts, EVERYWHERE])


def group_text(path: str, about: str, rows: Sequence[tuple[str, str]]) -> str:
    """The help of a group: its commands, a line each."""
    width = max(len(name) for name, _ in rows)
    lines = [line for name, text in rows for line in _option_lines(name, text, width)]
    first = rows[0][0]
    end = f"memento {path} {first} --help tells of one, memento help {path} of all."
    return "\n\n".join(
        [f"memento {path} COMMAND", *_paragraphs(about), "\n".join(lines), *_paragraphs(end)]
    )


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        yield "\n".join(wrap(" ".join(paragraph.split()), WIDTH, break_on_hyphens=False))


def _option_lines(names: str, text: str, width: int) -> Iterator[str]:
    """An option's names and its help beside them, or below names that are wider."""
    room = WIDTH - width - 4
    lines = wrap(text, room, break_on_hyphens=False) or [""]
    if len(names) > width:
        yield from (f"  {part}" for part in _parts_of(names))
    else:
        yield f"  {names:<{width}}  {lines.pop(0)}".rstrip()
    yield from (f"  {'':<{width}}  {line}" for line in lines)


def _parts_of(names: str) -> Iterator[str]:
    """An option's names with its values, which are broken between two of them where they are too
    wide."""
    while len(names) > WIDTH - 2:
        end = names.rfind("|", 0, WIDTH - 2) + 1
        if not end:
            break
        yield names[:end]
        names = f"    {names[end:]}"
    yield names
