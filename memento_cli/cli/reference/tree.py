"""The command line as values: what the manual, the man page and the completions are made from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import typer

from memento_cli.cli.command_line.app import command_of, root
from memento_cli.cli.command_line.surface import GROUPS, NAMES, PANELS, Entry
from memento_cli.cli.command_line.usage import argument_name, argument_text
from memento_cli.cli.input.offered import PLACES
from memento_cli.cli.reference.pages import PAGES
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.core.events.threads import LABELS
from memento_cli.core.facts.states import KINDS as STATE_KINDS
from memento_cli.core.memory.memory import KINDS, OUTCOMES, RELATIONS
from memento_cli.core.recall.life_stages import STAGES
from memento_cli.core.recall.query_parser import FILTERS
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.schema import KINDS as SCHEMAS
from memento_cli.tools.toolsets import tool_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memento_cli.cli.command_line.app import LeafCommand

LISTED = re.compile(r"[a-z0-9_-]+(\|[a-z0-9_-]+)+")
COMMON = "Common options"
ASKED = {"ids": "", "archived": "--archived", **{place: f"--in {place}" for place in PLACES}}
"""The kinds of names that a store is asked for, each with the options of `_complete`."""


class Value(NamedTuple):
    """What may stand at a place of the command line: a word of these, a name, a path, or any text.

    `kind` is one of words, folders, files, text, and those of ASKED.
    """

    name: str
    kind: str = "text"
    words: tuple[str, ...] = ()


class Offer(NamedTuple):
    """What a shell offers among the arguments: at one place, or from there on if `several`.

    The first place is 1.
    """

    value: Value
    place: int = 1
    several: bool = False


ENDS = ("SUBJECT", "OBJECT")
HELPED = tuple(dict.fromkeys(("topics", *PAGES, *TOPICS, *sorted(NAMES))))
"""What `help` explains: pages, chapters, and commands."""

# What the metavars stand for that do not list it themselves: at one place, or else at any.
TAKES: Mapping[str, tuple[Any, ...]] = {
    "HOW": ("words", OUTCOMES),
    "KIND": ("words", KINDS),
    "state list --kind": ("words", STATE_KINDS),
    "state add KIND": ("words", STATE_KINDS),
    **{f"state {verb} STATE": ("states",) for verb in ("update", "close", "confirm")},
    "state done STATE": ("tasks",),
    "REL:ID": ("words", tuple(f"{rel}:" for rel in RELATIONS)),
    "help TOPIC|VERB": ("words", HELPED),
    **{f"fact {verb} KEY": ("facts",) for verb in ("set", "get", "history", "correct", "end")},
    **{f"block {verb} NAME": ("blocks",) for verb in ("set", "get", "delete")},
    **{f"kv {verb} KEY": ("kv",) for verb in ("set", "get", "unset")},
    "PROPOSAL": ("proposals",),
    "recall --like": ("ids",),
    "FIELD:VALUE": ("words", tuple(f"{name}:" for name in FILTERS)),
    "ID": ("ids",),
    "MEMORY": ("ids",),
    "restore MEMORY": ("archived",),
    "log MEMORY": ("revised",),
    **{f"graph {verb} {end}": ("graph",) for verb in ("add", "remove") for end in ENDS},
    **{f"graph path {end}": ("graph",) for end in ("FROM", "TO")},
    **{f"graph {verb} NAME": ("graph",) for verb in ("show", "name", "delete")},
    **{f"session {verb} [ID] TEXT": ("sessions",) for verb in ("add", "query")},
    **{f"session {verb} ID": ("sessions",) for verb in ("show", "summarize", "end")},
    "event link REL": ("words", LABELS),
    "agent call NAME": ("words", tuple(tool_names())),
    "EVENT": ("events",),
    "THREAD": ("threads",),
    "TIME|STAGE": ("words", STAGES),
    "STAGE": ("words", STAGES),
    "store schema KIND": ("words", SCHEMAS),
    "PATH": ("folders",),
    "import PATH": ("files",),
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
        return tuple(
            Offer(one.value, place, one.several and " " not in one.value.name)
            for place, one in enumerate(self.arguments, 1)
        )

    @property
    def usage(self) -> str:
        """How it is called, as the help has it."""
        arguments = (
            argument_text(one.value.name, one.several, one.required) for one in self.arguments
        )
        return " ".join([f"memento {self.name} [OPTIONS]", *arguments])

    @property
    def own(self) -> tuple[Option, ...]:
        """The options that are not those of every command."""
        return tuple(option for option in self.options if option.section != COMMON)


def commands(within: str = "") -> list[Command]:
    """Every command, or those of one group, or one by its name, in the order of the help."""
    return [
        _command(entry, panel)
        for panel, entries in PANELS.items()
        for entry in entries
        if isinstance(entry, Entry)
        and not entry.hidden
        and (not within or f"{entry.path} ".startswith(f"{within} "))
    ]


def groups() -> dict[str, tuple[tuple[str, str], ...]]:
    """The names that stand in each group, with their lines; the group "" has those at the top."""
    members_of: dict[str, list[tuple[str, str]]] = {"": [], **{path: [] for path in GROUPS}}
    for panel in PANELS.values():
        for one in panel:
            group, _, name = one.path.rpartition(" ")
            if not one.hidden:
                members_of[group].append((name, one.help))
    return {group: tuple(rows) for group, rows in members_of.items()}


def common_options() -> tuple[Option, ...]:
    """The options of `memento` itself; those of the section COMMON are every command's as well."""
    group = root()
    return tuple(
        _option(param, "Options" if param.name == "version" else COMMON)
        for param in group.get_params(_context(group))
    )


def unlike(command: Command, shared: Iterable[Option]) -> tuple[Option, ...]:
    """Those of the options of every command that take other values here than elsewhere."""
    usual = {option.names: option.value for option in shared}
    common = (option for option in command.options if option.section == COMMON)
    return tuple(one for one in common if usual.get(one.names, one.value) != one.value)


def _context(command: Any, parent: Any = None) -> Any:
    return typer.Context(command, info_name=command.name, parent=parent, **command.context_settings)


def _command(entry: Entry, panel: str) -> Command:
    command: LeafCommand = command_of(entry.path)
    context = _context(command, _context(root()))
    params = command.get_params(context)
    return Command(
        entry.path,
        panel,
        entry.help,
        " ".join((command.help or "").split()),
        tuple(
            _argument(p, entry.path)
            for p in params
            if p.param_type_name == "argument" and not p.hidden
        ),
        tuple(
            _option(p, _section(p, command), entry.path)
            for p in params
            if p.param_type_name == "option" and not p.hidden
        ),
    )


def _argument(param: Any, command: str) -> Argument:
    name = argument_name(param)
    return Argument(
        _value(name, f"{command} {name}"), param.help or "", param.nargs == -1, param.required
    )


def _section(param: Any, command: LeafCommand) -> str:
    if param in command.common or param.name == "help":
        return COMMON
    return "Filters" if param in command.filters else "Options"


def _option(param: Any, section: str, command: str = "") -> Option:
    names = tuple(sorted((*param.opts, *param.secondary_opts), key=len))
    flag = param.is_flag or param.count
    value = None if flag else _value(param.metavar or str(param.type), f"{command} {names[-1]}")
    return Option(names, param.help or "", value, param.multiple, section)


def _value(name: str, place: str) -> Value:
    """What a place with this metavar takes; it is an option or a metavar of a command."""
    if LISTED.fullmatch(name):
        return Value(name, "words", tuple(name.split("|")))
    return Value(name, *TAKES.get(place, TAKES.get(name, ())))
