"""Reads a command line by a table made from the Typer app (`table.py`), without Typer.

Typer is the definition: what is read here, Typer reads alike, and a property test holds both to it.
What is no complete command line (a mistake, a question for help) is None here, and Typer's.
"""

from __future__ import annotations

from memento_cli.cli.command_line.table import COMMANDS, COMMON, FILTERS
from memento_cli.cli.output.out import FORMATS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

DIGITS = 18
"""The most digits of a whole number that every part of the system can hold."""
NEVER_VALUES = ("--", "--help", "-h")
"""What no option takes for its value, beside the other options of its command."""
AFTER = "text that begins with - goes after --"
OFF = "off"
FLAGS = ("flag", OFF)
CLUSTER = 3
"""So many letters behind one hyphen may be a text, of which an error then tells."""


class Unread(Exception):
    """Only Typer can answer this command line."""


class CommandLine:
    """A command line that was read.

    `path` names the command, `fact set`; `module` and `function` are where it is; it may read
    several stores (`layered`), and it prints in one of its `formats`. `values` are the arguments of
    that function, by name; `given` says which of them are options, and how these are called;
    `filters` are the options that choose memories; `before` and `common` those of every command,
    before its name and behind it. `clusters` are words that Typer read as several options each, and
    that may have been meant as text.
    """

    formats: tuple[str, ...] = FORMATS

    def __init__(self) -> None:
        self.path = self.module = self.function = ""
        self.layered = False
        self.values: dict[str, Any] = {}
        self.given: dict[str, str] = {}
        self.filters: dict[str, Any] = {}
        self.before: dict[str, Any] = {}
        self.common: dict[str, Any] = {}
        self.clusters: list[str] = []


def read(args: Sequence[str]) -> CommandLine | None:
    """The command that a line means, with its values; None where Typer has to answer."""
    try:
        return _read([*args])
    except (Unread, ValueError):
        return None


def _read(rest: list[str]) -> CommandLine:
    line, before = CommandLine(), _rows(COMMON, "before")
    while rest and is_option(rest[0]) and rest[0] != "--":
        _take_option(line, rest, before)
    line.path = _taken(rest)
    while COMMANDS.get(line.path) == "":  # a group
        line.path += " " + _taken(rest)
    if line.path not in COMMANDS:
        raise Unread
    head, *rows = COMMANDS[line.path].split("\n")
    line.module, line.function, *marks = head.split()
    options = _rows(COMMON, "common") | _rows(rows, "values")
    for mark in marks:
        name, _, values = mark.partition("=")
        match name:
            case "filters":
                options |= _rows(FILTERS, "filters")
            case "layered":
                line.layered = True
            case "formats":
                line.formats = tuple(values.split(","))
    words = list[str]()
    while rest:
        if rest[0] == "--":
            words += rest[1:]
            break
        if is_option(rest[0]):
            _take_option(line, rest, options)
        else:
            words.append(rest.pop(0))
    _take_words(line, words, [row.split() for row in rows if row[0] != "-"])
    return line


def is_option(word: str) -> bool:
    """Whether a word of a command line is an option, or several: -5 is text, as a number is."""
    return len(word) > 1 and word[0] == "-" and not word[1].isdigit()


def _taken(rest: list[str]) -> str:
    """Take the name of a command from the front of a line."""
    if rest[:1] == ["--"]:
        del rest[0]
    if not rest:
        raise Unread
    return rest.pop(0)


def _rows(rows: Iterable[str], bucket: str) -> dict[str, list[str]]:
    """The rows of options by each name: where a line keeps the value, the first name, kind, key."""
    options: dict[str, list[str]] = {}
    for row in rows:
        names, *rest = row.split()
        if names[0] != "-":
            continue
        first = names.partition(",")[0]
        options |= {name: [bucket, first, *rest] for name in names.split(",")}
        flag, dashes, opposite = rest[0].partition("--")
        if dashes:
            options |= {name: [bucket, first, flag, *rest[1:]] for name in names.split(",")}
            options[dashes + opposite] = [bucket, first, OFF, *rest[1:]]
    return options


def _take_option(line: CommandLine, rest: list[str], options: dict[str, list[str]]) -> None:
    """Take the option, or the cluster of short ones, from the front of a line, and its value."""
    word = rest.pop(0)
    if word[:2] == "--":
        name, equals, value = word.partition("=")
        row = _known(options, name)
        if equals:
            if row[2] in FLAGS:
                raise Unread
            rest.insert(0, value)
        else:
            _check_value(row, rest, options)
        _keep(line, row, rest)
        return
    letters = word[1:]
    if len(letters) >= CLUSTER or "=" in letters or any(map(str.isspace, letters)):
        raise Unread
    while letters:
        name, letters = f"-{letters[0]}", letters[1:]
        row = _known(options, name)
        if row[2] not in FLAGS and letters:
            rest.insert(0, letters)
            letters = ""
        elif not letters:
            _check_value(row, rest, options)
        _keep(line, row, rest)


def _known(options: dict[str, list[str]], name: str) -> list[str]:
    if name not in options:
        raise Unread
    return options[name]


def _check_value(row: list[str], rest: list[str], options: dict[str, list[str]]) -> None:
    """Unread if an option comes where the value of this one is to be."""
    if row[2] not in FLAGS and rest:
        name = rest[0].partition("=")[0]
        if name in options or name in NEVER_VALUES:
            raise Unread


def _keep(line: CommandLine, row: list[str], rest: list[str]) -> None:
    """Keep the value of one option, which is the next word unless it is a flag."""
    bucket, name, kind, key, *bounds = row
    values: dict[str, Any] = getattr(line, bucket)
    if kind in FLAGS:
        values[key] = kind != OFF
    else:
        if not rest:
            raise Unread
        value = _value(kind.rstrip("*"), rest.pop(0), *bounds)
        values[key] = [*values.get(key, ()), value] if kind[-1] == "*" else value
    if bucket == "values":
        line.given.setdefault(key, name)


def _value(kind: str, text: str, bounds: str = "..") -> Any:
    """The value of a text; Unread or ValueError if it is none of that kind."""
    if kind == "str":
        return text
    value = int(text) if kind == "int" else float(text)
    if kind == "int" and abs(value) >= 10**DIGITS:
        raise Unread
    least, _, most = bounds.partition("..")
    if not float(least or "-inf") <= value <= float(most or "inf"):
        raise Unread
    return value


def _take_words(line: CommandLine, words: list[str], arguments: list[list[str]]) -> None:
    """Give each argument its words: one each, and one argument, that is marked `*`, all others."""
    for place, (name, kind, need) in enumerate(arguments):
        if kind[-1] == "*":
            after = len(arguments) - place - 1
            end = max(len(words) - after, 0)
            several, words = words[:end], words[end:]
            value: Any = [_value(kind[:-1], word) for word in several] or None
        else:
            value = _value(kind, words.pop(0)) if words else None
        if value is None and need == "required":
            raise Unread
        if value is not None:
            line.values[name] = value
    if words:
        raise Unread
