"""The command line as values: what the manual, the man page and the completions are made from."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import typer

from memento_cli.cli.app import PANELS, Entry, Verb, command_of, root
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.core.memory import KINDS, OUTCOMES, RELATIONS

# What the metavars of options stand for, where they do not list it themselves.
CHOICES = {"HOW": OUTCOMES, "KIND": KINDS, "REL:ID": tuple(f"{rel}:" for rel in RELATIONS)}
LISTED = re.compile(r"[a-z_-]+(\|[a-z_-]+)+")
TAKES_FILES = ("import",)
COMMON = "Common options"
FROM_ARCHIVE = ("restore",)


class Value(NamedTuple):
    """What may stand at a place of the command line: a word of these, an id, a path, or any text.

    `kind` is one of words, ids, archived, folders, files and text.
    """

    name: str
    kind: str = "text"
    words: tuple[str, ...] = ()


class Option(NamedTuple):
    """An option: its names, what it takes (None: it is a flag), and its line in the help."""

    names: tuple[str, ...]
    help: str
    value: Value | None
    repeats: bool
    section: str


class Argument(NamedTuple):
    """An argument, and whether there may be several."""

    value: Value
    help: str
    several: bool
    required: bool


class Command(NamedTuple):
    """A command; the root is one, too, without arguments."""

    name: str
    panel: str
    line: str
    help: str
    arguments: tuple[Argument, ...]
    options: tuple[Option, ...]

    @property
    def usage(self) -> str:
        """How it is called, as the help has it."""
        return " ".join([f"memento {self.name} [OPTIONS]", *map(_usage, self.arguments)])

    @property
    def own(self) -> tuple[Option, ...]:
        """The options that are not those of every command."""
        return tuple(option for option in self.options if option.section != COMMON)


def commands() -> list[Command]:
    """Every command, in the order of the help."""
    return [_command(entry, panel) for panel, entries in PANELS.items() for entry in entries]


def common_options() -> tuple[Option, ...]:
    """The options of `memento` itself; those of the section COMMON are every command's as well."""
    group = root()
    return tuple(
        _option(param, "Options" if param.name == "version" else COMMON)
        for param in group.get_params(_context(group))
    )


def _context(command: Any, parent: Any = None) -> Any:
    return typer.Context(command, info_name=command.name, parent=parent, **command.context_settings)


def _command(entry: Entry, panel: str) -> Command:
    command: Verb = command_of(entry)
    context = _context(command, _context(root()))
    params = command.get_params(context)
    return Command(
        entry.name,
        panel,
        entry.help,
        " ".join((command.help or "").split()),
        tuple(
            _argument(p, entry.name)
            for p in params
            if p.param_type_name == "argument" and not p.hidden
        ),
        tuple(
            _option(p, _section(p, command))
            for p in params
            if p.param_type_name == "option" and not p.hidden
        ),
    )


def _argument(param: Any, command: str) -> Argument:
    name = (param.metavar or param.name.upper()).strip("[].")
    return Argument(_value(name, command), param.help or "", param.nargs == -1, param.required)


def _section(param: Any, command: Verb) -> str:
    if param in command.common or param.name == "help":
        return COMMON
    return "Filters" if param in command.filters else "Options"


def _option(param: Any, section: str) -> Option:
    names = tuple(sorted((*param.opts, *param.secondary_opts), key=len))
    flag = param.is_flag or param.count
    value = None if flag else _value(param.metavar or str(param.type), "")
    return Option(names, param.help or "", value, param.multiple, section)


def _usage(argument: Argument) -> str:
    name = argument.value.name + ("..." if argument.several else "")
    return name if argument.required else f"[{name}]"


def _value(name: str, command: str) -> Value:
    """What a place with this metavar takes; an argument's command tells its own words apart."""
    if LISTED.fullmatch(name):
        return Value(name, "words", tuple(name.split("|")))
    if command == "manual":
        return Value(name, "words", tuple(TOPICS))
    if not command and name in CHOICES:
        return Value(name, "words", CHOICES[name])
    if name == "ID":
        return Value(name, "archived" if command in FROM_ARCHIVE else "ids")
    if name == "PATH":
        return Value(name, "files" if command in TAKES_FILES else "folders")
    return Value(name)
