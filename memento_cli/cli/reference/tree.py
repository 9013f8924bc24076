"""The command line as values: what the manual, the man page and the completions are made from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import typer

from memento_cli.cli.app import Verb, command_of, root
from memento_cli.cli.commands import PANELS, Entry
from memento_cli.cli.offered import PLACES
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.core.memory import KINDS, OUTCOMES, RELATIONS
from memento_cli.core.stages import STAGES
from memento_cli.core.states import KINDS as STATE_KINDS

LISTED = re.compile(r"[a-z_-]+(\|[a-z_-]+)+")
COMMON = "Common options"
ASKED = {"ids": "", "archived": "--archived", **{place: f"--in {place}" for place in PLACES}}
"""The kinds of names that a store is asked for, each with the options of `completion --ids`."""


class Value(NamedTuple):
    """What may stand at a place of the command line: a word of these, a name, a path, or any text.

    `kind` is one of words, folders, files, text, and those of ASKED.
    """

    name: str
    kind: str = "text"
    words: tuple[str, ...] = ()


class Offer(NamedTuple):
    """What a shell offers among the arguments: at one place, or from there on if `several`.

    The first place is 1. With `verbs` it is offered after one of these alone.
    """

    value: Value
    place: int = 1
    several: bool = False
    verbs: tuple[str, ...] = ()


def _after(verbs: str, value: Value, *, several: bool = False) -> Offer:
    return Offer(value, 2, several, tuple(verbs.split()))


# What the metavars stand for that do not list it themselves: at one place, or else at any.
TAKES: Mapping[str, tuple[Any, ...]] = {
    "HOW": ("words", OUTCOMES),
    "KIND": ("words", KINDS),
    "state --kind": ("words", STATE_KINDS),
    "REL:ID": ("words", tuple(f"{rel}:" for rel in RELATIONS)),
    "link RELATION": ("words", RELATIONS),
    "unlink RELATION": ("words", RELATIONS),
    "manual TOPIC": ("words", tuple(TOPICS)),
    "ID": ("ids",),
    "restore ID": ("archived",),
    "revisions ID": ("revised",),
    "relate SUBJECT": ("graph",),
    "relate OBJECT": ("graph",),
    "unrelate SUBJECT": ("graph",),
    "unrelate OBJECT": ("graph",),
    "EVENT": ("events",),
    "THREAD": ("threads",),
    "TIME|STAGE": ("words", STAGES),
    "STAGE": ("words", STAGES),
    "PATH": ("folders",),
    "import PATH": ("files",),
}
# What follows the verb of a noun, which its metavar does not tell.
AFTER_VERBS: Mapping[str, tuple[Offer, ...]] = {
    "fact": (_after("set get history correct end", Value("KEY", "facts")),),
    "state": (
        _after("add", Value("KIND", "words", STATE_KINDS)),
        _after("update", Value("ID", "states")),
        _after("show close confirm", Value("ID", "states"), several=True),
    ),
    "task": (
        _after("update", Value("ID", "tasks")),
        _after("done close", Value("ID", "tasks"), several=True),
    ),
    "block": (_after("write read delete", Value("NAME", "blocks")),),
    "kv": (_after("set get unset", Value("KEY", "kv")),),
    "graph": (
        _after("show neighbours add unalias forget", Value("NAME", "graph")),
        _after("path", Value("NAME", "graph"), several=True),
    ),
    "thread": (
        _after("show remove split", Value("THREAD", "threads")),
        _after("merge", Value("THREAD", "threads"), several=True),
        Offer(Value("EVENT", "events"), 3, True, ("add", "remove", "split")),
    ),
    "session": (_after("add show query summarize end", Value("ID", "sessions")),),
    "proposals": (_after("show apply reject", Value("ID", "proposals"), several=True),),
    "sleep": (_after("show apply reject", Value("ID", "proposals"), several=True),),
}


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
    def offers(self) -> tuple[Offer, ...]:
        """What is offered at its places, the first place first."""
        after = AFTER_VERBS.get(self.name)
        arguments = self.arguments if after is None else self.arguments[:1]
        numbered = enumerate(arguments, 1)
        placed = (Offer(one.value, place, one.several) for place, one in numbered)
        return (*placed, *(after or ()))

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
            _option(p, _section(p, command), entry.name)
            for p in params
            if p.param_type_name == "option" and not p.hidden
        ),
    )


def _argument(param: Any, command: str) -> Argument:
    name = (param.metavar or param.name.upper()).strip("[].")
    return Argument(
        _value(name, f"{command} {name}"), param.help or "", param.nargs == -1, param.required
    )


def _section(param: Any, command: Verb) -> str:
    if param in command.common or param.name == "help":
        return COMMON
    return "Filters" if param in command.filters else "Options"


def _option(param: Any, section: str, command: str = "") -> Option:
    names = tuple(sorted((*param.opts, *param.secondary_opts), key=len))
    flag = param.is_flag or param.count
    value = None if flag else _value(param.metavar or str(param.type), f"{command} {names[-1]}")
    return Option(names, param.help or "", value, param.multiple, section)


def _usage(argument: Argument) -> str:
    name = argument.value.name + ("..." if argument.several else "")
    return name if argument.required else f"[{name}]"


def _value(name: str, place: str) -> Value:
    """What a place with this metavar takes; it is an option or a metavar of a command."""
    if LISTED.fullmatch(name):
        return Value(name, "words", tuple(name.split("|")))
    return Value(name, *TAKES.get(place, TAKES.get(name, ())))
