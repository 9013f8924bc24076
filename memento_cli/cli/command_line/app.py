"""The command line as Typer has it: for help, for mistakes, and as the definition that
`cli/command_line/table.py` is made from. Each command is imported when it is called."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Annotated, Any, TypeVar

import typer
from typer._click.exceptions import (
    ClickException,
    NoSuchOption,
)  # typer <0.29 keeps its own click there
from typer._click.globals import get_current_context
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from memento_cli.cli.call import Call
from memento_cli.cli.command_line import hub_parameters, parameters
from memento_cli.cli.command_line.meant import MEANT, option_now, takers
from memento_cli.cli.command_line.options import check_number
from memento_cli.cli.command_line.parameters import common, filters, is_given
from memento_cli.cli.command_line.reader import AFTER
from memento_cli.cli.command_line.strict_parser import parser_for
from memento_cli.cli.command_line.surface import ENTRIES, GROUPS, members
from memento_cli.cli.output.out import FORMATS, standard_output
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.core.text.normal_forms import nearest
from memento_cli.errors import Ended, Usage
from memento_cli.interrupts import CODE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memento_cli.cli.command_line.reader import CommandLine
    from memento_cli.cli.command_line.surface import Entry
    from memento_cli.errors import MementoError

HELP = """Long-term memory in plain files: memories fade, grow stronger when they are used, and are
pruned when they have faded."""
PLAIN = tuple(
    (re.compile(said, re.DOTALL), plain)
    for said, plain in (
        (r"^Invalid value for '([^']+)'( / '[^']+')*: ", r"\1: "),
        (r"is not a valid int\w*( range)?", "is not a whole number"),
        (r"is not a valid float( range)?", "is not a number"),
        (r"(?<!\S)(\S+) is not in the range (\S+)<=x<=(\S+)", r"must be from \2 to \3, not \1"),
        (r"(?<!\S)(\S+) is not in the range x>=(\S+)", r"must be \2 or more, not \1"),
        (r"^Option '(.+)' requires an argument", r"\1 needs a value"),
        (r"^Option '(.+)' does not take a value", r"\1 takes no value"),
        (r"^Missing argument '(.+?)(\.\.\.)?'", r"\1 is missing"),
        (r"^Got unexpected extra argument\S* \((.*)\)", r"not understood: \1"),
    )
)
"""What Click says of a mistake, and how it is told."""
NEAR = 3
"""So many commands are told that a misspelt one may mean."""
WHICH = "Which"
"""The heading of the options that choose memories."""
HELP_NAMES = ["--help", "-h"]
ROOT = "memento"
START = "`memento init` makes a store; `memento help` explains the rest."


class LeafCommand(TyperCommand):
    """A command that also takes the common options, listed apart."""

    path = ""
    common: Sequence[TyperOption] = ()
    filters: Sequence[TyperOption] = ()

    def get_params(self, ctx: Any) -> list[Any]:
        return [*super().get_params(ctx), *self.filters, *self.common]

    def make_parser(self, ctx: Any) -> Any:
        return parser_for(self, ctx)

    def get_help(self, ctx: Any) -> str:
        from memento_cli.cli.command_line.usage import argument_name, argument_text, usage_text

        params = self.get_params(ctx)
        sections: dict[str, list[Any]] = {}
        for param in params:
            record = param.get_help_record(ctx)
            if record is not None and self._is_own(param):
                sections.setdefault(self._section(param), []).append(record)
        arguments = [
            argument_text(argument_name(param), param.nargs == -1, param.required)
            for param in params
            if param.param_type_name == "argument" and not param.hidden
        ]
        return usage_text(self.path, self.help or "", arguments, sections)

    def _is_own(self, param: Any) -> bool:
        """Whether an option is not one of every command, or has formats of its own."""
        formats = param.name == "format" and param.metavar != "|".join(FORMATS)
        return formats or not (param in self.common or param.name == "help")

    def _section(self, param: Any) -> str:
        from memento_cli.cli.command_line.usage import HEADED, PLAIN

        heading = HEADED.get(self.path, {}).get(param.name)
        if self.path == "record" and param.param_type_name == "option":
            return heading or "Also"
        panel: str | None = heading or getattr(param, "rich_help_panel", None)
        return panel or (WHICH if param in self.filters else PLAIN)


class GroupCommand(TyperGroup):
    """A group, which knows its commands by name and imports the one that is called."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return command_of(f"{self.path} {cmd_name}" if self.path else cmd_name)

    @property
    def path(self) -> str:
        """What it is called; the root has no name here."""
        return "" if self.name == ROOT else self.name or ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])

    def list_commands(self, ctx: Any) -> list[str]:
        return [one.name for one in members(self.path).values() if not one.hidden]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        command = self.get_command(ctx, args[0])
        if command is None:
            raise unknown(args[0], self.path, self.list_commands(ctx))
        return args[0], command, args[1:]

    def make_parser(self, ctx: Any) -> Any:
        return parser_for(self, ctx)

    def get_help(self, ctx: Any) -> str:
        from memento_cli.cli.command_line.usage import group_text

        rows = [(one.name, one.help) for one in members(self.path).values() if not one.hidden]
        return group_text(self.path, self.help or "", rows)


N = TypeVar("N", bound=GroupCommand)


class RootCommand(GroupCommand):
    """The command line's root."""

    def get_help(self, ctx: Any) -> str:
        from memento_cli.cli.reference.pages import first_page, settings_here

        return first_page(settings_here(Call()))


def unknown(word: str, group: str, names: Sequence[str]) -> Usage:
    """The error for a word that is no command: an older or a usual word for one is answered with
    the line that does it, a misspelt one with what is near."""
    place = f"{ROOT} {group}".rstrip()
    is_topic = not group and word in TOPICS
    line = MEANT.get(f"{group} {word}".lstrip(), f"help {word}" if is_topic else "")
    if line:
        return Usage(f"there is no `{place} {word}`", f"`{ROOT} {line}`")
    near = nearest(word, names, NEAR)
    suggestion = f"did you mean {' or '.join(near)}? " if near else ""
    return Usage(f"there is no command {word!r}", f"{suggestion}`{place} --help` lists them")


def command_of(path: str) -> Any:
    """The command or the group that a path names, imported now; None if there is none."""
    if path in GROUPS:
        return _noun(path, GroupCommand, help=GROUPS[path].help)
    if path not in ENTRIES:
        return None
    entry = ENTRIES[path]
    module = import_module(f"memento_cli.cli.{entry.module}")
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    settings = {"help_option_names": HELP_NAMES}
    register = app.command(entry.name, cls=LeafCommand, context_settings=settings)
    register(_for_typer(entry, getattr(module, entry.function)))
    command: LeafCommand = get_command(app)  # type: ignore[assignment]
    command.name, command.path = entry.name, entry.path
    command.common = common(entry.formats)
    command.filters = filters() if entry.filters else ()
    return command


def _noun(name: str, cls: type[N], params: Sequence[Any] = (), **settings: Any) -> N:
    return cls(
        name=name,
        commands={},
        params=[*params],
        rich_markup_mode=None,
        context_settings={"help_option_names": HELP_NAMES},
        **settings,
    )


def _for_typer(entry: Entry, function: Callable[..., None]) -> Callable[..., None]:
    """A command's function as Typer is to call it: with all but the call, which its context has.

    Its annotations name what its module imports for type checkers alone.
    """
    declared = vars(parameters) | vars(hub_parameters)
    named = {"typer": typer, "Annotated": Annotated, "Call": Call, **declared}
    for name, value in named.items():
        function.__globals__.setdefault(name, value)
    signature = inspect.signature(function, eval_str=True)
    _, *others = signature.parameters.values()

    def for_typer(**values: Any) -> None:
        context = get_current_context()
        line: CommandLine = context.obj
        line.path, line.module, line.function = entry.path, entry.module, entry.function
        line.layered, line.formats, line.values = entry.layered, entry.formats, values
        for param in context.command.params:
            if param.param_type_name == "option" and is_given(context, param.name or ""):
                check_number(param.opts[0], values[param.name or ""])
                _check_range(param, values[param.name or ""])
                line.given[param.name or ""] = param.opts[0]

    for_typer.__doc__ = function.__doc__
    for_typer.__annotations__ = {each.name: each.annotation for each in others}
    for_typer.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
    return for_typer


def _check_range(param: Any, value: object) -> None:
    """Usage for nan where a number has bounds: Click asks whether it is outside of them."""
    if value != value and hasattr(param.type, "max"):
        told = f"must be from {param.type.min} to {param.type.max}, not nan"
        raise Usage(f"{param.opts[0]}: {told}")


def root() -> RootCommand:
    """The whole command line."""
    return _noun(ROOT, RootCommand, [*common(), _version()], help=HELP, epilog=START)


def _version() -> Any:
    def show(context: Any, param: Any, value: bool) -> None:
        if value:
            from memento_cli.cli.commands.help.version import facts, text

            print(text(facts()))
            raise typer.Exit()

    return TyperOption(
        param_decls=["--version"],
        callback=show,
        expose_value=False,
        is_flag=True,
        is_eager=True,
        default=False,
        help="Print the version, and what is installed.",
    )


def read_by_typer(args: list[str], line: CommandLine) -> None:
    """Fill a line with what Typer reads in a command line; `reader.read` is held to that.

    Usage for a mistake; Ended where help was asked for, and given.
    """
    try:
        # Not Typer's main(): it takes a reader that has seen enough (`| head`) for a failure.
        with root().make_context(ROOT, args, obj=line) as context:
            context.command.invoke(context)
    except typer.Exit as done:
        standard_output()  # Typer writes help to a closed stdout without an error
        raise Ended(done.exit_code) from None
    except typer.Abort:
        raise Ended(CODE) from None
    except ClickException as problem:
        raise _usage(problem, _command_in(args)) from None


def _command_in(args: Sequence[str]) -> str:
    """The command that a line names, also where Typer could not read its options."""
    path = ""
    for word in args:
        longer = f"{path} {word}".lstrip()
        if longer in GROUPS or longer in ENTRIES:
            path = longer
    return f"{ROOT} {path}".rstrip()


def _usage(problem: Any, typed: str) -> MementoError:
    """A mistake on the command line, in the same form as every other error; `typed` is the command
    of a mistake that does not know its own."""
    context = getattr(problem, "ctx", None)
    command = context.command_path if context else typed
    path = command.removeprefix(ROOT).lstrip()
    message = problem.format_message().rstrip(".")
    for said, plain in PLAIN:
        message = said.sub(plain, message)
    if context and message.endswith(" is missing"):
        return Usage(message, f"`{_shape(context)}`; --help explains it")
    if context and message.startswith("not understood: "):
        if command == f"{ROOT} list":
            return Usage("list takes no words", f"`{ROOT} recall WORDS` finds by words")
        if meant := MEANT.get(f"{path} {message.partition(': ')[2]}") or MEANT.get(path):
            return Usage(message, f"`{ROOT} {meant}`")
        from memento_cli.cli.command_line.usage import option_of

        word = message.partition(": ")[2]
        if name := option_of(context.command, word):
            return Usage(message, f"`{command} {name} {word}`")
        option = next((p.opts[0] for p in context.command.params if p.metavar == "TEXT"), "")
        text = f"{option} takes a text; one" if option.startswith("-") else "a text"
        return Usage(message, f"`{_shape(context)}`; {text} of several words stands in quotes")
    hint = f"`{command} --help` explains it"
    if not isinstance(problem, NoSuchOption):
        return Usage(message, hint)
    if now := option_now(path, problem.option_name):
        return Usage(f"no such option: {problem.option_name}", now)
    if others := takers(path, problem.option_name):
        named = " and ".join(f"`{ROOT} {other}`" for other in others)
        return Usage(f"no such option: {problem.option_name}", f"it is for {named}; {hint}")
    near = nearest(problem.option_name, problem.possibilities or [])
    suggestion = f"did you mean {near[0]}? " if near else ""
    return Usage(f"no such option: {problem.option_name}", f"{suggestion}{hint}; {AFTER}")


def _shape(context: Any) -> str:
    """A command with its arguments, as it is to be typed."""
    arguments = [
        param.make_metavar(context)
        for param in context.command.params
        if param.param_type_name == "argument"
    ]
    return " ".join([context.command_path, *arguments])
