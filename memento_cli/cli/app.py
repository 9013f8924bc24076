"""The command line. Each command is imported when it is called."""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import Any

import typer
from typer._click.exceptions import ClickException  # typer <0.29 keeps its own click there
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from memento_cli import __version__
from memento_cli.cli.answered import fields_of
from memento_cli.cli.call import Call
from memento_cli.cli.commands import ENTRIES, PANELS, Entry
from memento_cli.cli.options import check_number, common, filters
from memento_cli.cli.reader import AFTER, hinted, parser_for
from memento_cli.cli.stdin import hold_unread
from memento_cli.cli.undelivered import note_if_done
from memento_cli.cli.unsaved import let_go, told
from memento_cli.cli.verbs import given
from memento_cli.errors import PARTLY, Failed, MementoError, Usage
from memento_cli.interrupts import CODE, tidy_first

HELP = """Long-term memory in plain files: memories fade, grow stronger when they are used, and are
pruned when they have faded."""
START = "`memento init` makes a store; `memento manual` explains the rest."


class Verb(TyperCommand):
    """A command that also takes the common options, listed apart."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entry = ENTRIES[self.name or ""]
        self.common = common(entry.formats)
        self.filters = filters() if entry.filters else []
        self.layered = entry.layered

    def get_params(self, ctx: Any) -> list[Any]:
        return [*super().get_params(ctx), *self.filters, *self.common]

    def make_parser(self, ctx: Any) -> Any:
        return parser_for(self, ctx)

    def invoke(self, ctx: Any) -> Any:
        tidy_first()
        for param in self.params:
            check_number(param.opts[0], ctx.params.get(param.name))
        _check_output(ctx, ctx.obj)
        gc.freeze()  # what the start has made stays
        gc.enable()
        if len(ctx.obj.store_paths) > 1 and not self.layered:
            several = [f"`memento {name}`" for name, entry in ENTRIES.items() if entry.layered]
            hint = f"{', '.join(several[:-1])} and {several[-1]} read several"
            raise Usage("this command takes one --store", hint)
        return super().invoke(ctx)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[Any]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                sections.setdefault(self._section(param), []).append(record)
        _sections(formatter, sections)

    def _section(self, param: Any) -> str:
        if param in self.common:
            return "Common options"
        if param in self.filters:
            return "Filters"
        return "Arguments" if param.param_type_name == "argument" else "Options"


class Memento(TyperGroup):
    """The command line's root: it knows its commands by name and imports the one that is called."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        entry = ENTRIES.get(cmd_name)
        return command_of(entry) if entry else None

    def make_parser(self, ctx: Any) -> Any:
        return parser_for(self, ctx)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        for panel, entries in PANELS.items():
            with formatter.section(panel):
                formatter.write_dl([(entry.name, entry.help) for entry in entries])
        options = [param.get_help_record(ctx) for param in self.get_params(ctx)]
        _sections(formatter, {"Options, before or after the command": [o for o in options if o]})


def _check_output(ctx: Any, call: Call) -> None:
    """Usage for what only concerns the answer, before anything is done: its fields, its moment."""
    verb = ctx.params.get("verb") or ctx.params.get("action") or ""
    fields = fields_of(ctx.command.name, verb, given(ctx)) if call.out.fields else None
    if fields is not None:
        call.out.offer(fields)
    if call.now_text:
        _ = call.now  # read before the act, as it may be none


def _sections(formatter: Any, records: dict[str, list[Any]]) -> None:
    for title, rows in records.items():
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows)


def command_of(entry: Entry) -> Any:
    """The command behind an entry, imported now."""
    module = import_module(f"memento_cli.cli.{entry.module}")
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    settings = {"help_option_names": ["--help", "-h"]}
    app.command(entry.name, cls=Verb, context_settings=settings)(getattr(module, entry.function))
    command = get_command(app)
    command.name = entry.name
    return command


def root() -> Memento:
    """The whole command line."""
    names: dict[str, Any] = dict.fromkeys(ENTRIES)
    return Memento(
        name="memento",
        commands=names,
        params=[*common(), _version()],
        help=HELP,
        epilog=START,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["--help", "-h"]},
    )


def _version() -> Any:
    def show(context: Any, param: Any, value: bool) -> None:
        if value:
            print(f"memento {__version__}")
            raise typer.Exit()

    return TyperOption(
        param_decls=["--version"],
        callback=show,
        expose_value=False,
        is_flag=True,
        is_eager=True,
        default=False,
        help="Print the version.",
    )


def run(args: list[str]) -> int:
    """Run one command line; answers its exit code."""
    call = Call()
    if args[:1] == ["help"]:
        args = [*args[1:2], "--help"]
    let_go()
    try:
        code = _run(call, args)
        if sys.stdout is not None:
            sys.stdout.flush()  # here it is known what was done
        return code
    except OSError as problem:
        note_if_done(problem, call)
        call.warn_kept()
        raise
    except BaseException:  # Ctrl-C, SIGTERM, a closed stdout, or a fault of ours
        call.warn_kept()
        raise


def _run(call: Call, args: list[str]) -> int:
    try:
        checked_arguments(args)
        # Not Typer's main(): it takes a reader that has seen enough (`| head`) for a failure.
        with root().make_context("memento", args or ["--help"], obj=call) as context:
            context.command.invoke(context)
        call.commit()
        return 0
    except typer.Exit as done:
        call.commit()
        if done.exit_code not in (0, PARTLY):
            call.warn_kept()
        return done.exit_code
    except OSError as problem:
        if problem.filename is None:
            raise  # of stdout, which has no name
        return _told(call, Failed(f"{problem.filename}: {problem.strerror}"), args)
    except MementoError as problem:
        return _told(call, problem, args)
    except ClickException as problem:
        _told(call, _usage(problem), args)
        return problem.exit_code
    except typer.Abort:
        call.warn_kept()
        return CODE


def _told(call: Call, problem: MementoError, args: list[str]) -> int:
    """Tell of an error, and where the text is kept that it would have lost; answers its code."""
    given = [text for arg in args for text in (arg, arg.partition("=")[2])]
    hold_unread(args)
    if problem.code == Usage.code:
        hinted(problem, call)
    problem.hint = "; ".join(filter(None, (problem.hint, told())))
    call.out.error(problem, given)
    return problem.code


def checked_arguments(args: list[str]) -> None:
    """Usage, if an argument is not UTF-8: half characters can be kept nowhere. Nor has a name of a
    file the sign NUL, which only a program that calls this one can put into an argument."""
    for arg in args:
        if "\0" in arg:
            raise Usage(f"the argument {arg[:60]!r} has the sign NUL")
        if not arg.isascii() and any("\ud800" <= sign <= "\udfff" for sign in arg):
            raise Usage(f"the argument {arg[:60]!r} is not UTF-8")


def _usage(problem: Any) -> MementoError:
    """A mistake on the command line, in the same form as every other error."""
    command = problem.ctx.command_path if getattr(problem, "ctx", None) else "memento"
    said = problem.format_message().rstrip(".")
    head, _, option = said.partition(": ")
    alone = head == "No such option" and " " not in option  # else it says which are near
    text = f"; {AFTER}" if alone else ""
    return Usage(said, f"`{command} --help` explains it{text}")
