"""Runs a command line: reads it, runs its command, and makes an exit code of what ends that."""

from __future__ import annotations

import gc
import os
import sys

from memento_cli.cli.call import Call
from memento_cli.cli.command_line.options import keep_common
from memento_cli.cli.command_line.reader import AFTER, CommandLine, read
from memento_cli.cli.command_line.table import LAYERED
from memento_cli.cli.input.unsaved import let_go, told
from memento_cli.cli.output.out import FORMATS
from memento_cli.errors import PARTLY, Ended, Failed, MementoError, SecretFound, Usage
from memento_cli.interrupts import tidy_first

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


RARELY = 50_000
"""After so many new objects garbage is looked for: a recall makes some thousands, and no cycles."""
DONE = "what was asked is done, and only its answer could not be written"
BARE: tuple[list[str], ...] = ([], ["--help"], ["-h"])
"""The command lines that ask for the first page."""
VERSION, JSON = "--version", "--json"
VERSIONS = frozenset((VERSION, JSON))


def run(args: list[str]) -> int:
    """Run one command line; answers its exit code."""
    call = Call()
    if args in BARE:
        args = ["help"]
    let_go()
    try:
        code = _run(call, args)
        if sys.stdout is not None:
            sys.stdout.flush()  # here it is known what was done
        return code
    except OSError as problem:
        _note_if_done(call, problem)
        call.warn_kept()
        raise
    except BaseException:  # Ctrl-C, SIGTERM, a closed stdout, or a fault of ours
        call.warn_kept()
        raise


def _note_if_done(call: Call, problem: OSError) -> None:
    """Where the act is done although its answer could not be written, let the error say so, with
    the answer, lest somebody repeats it; and commit it where the settings ask for that. What a
    recall counts is no such change."""
    store = call.opened_store
    if store is None or not store.changed:
        return
    logs = os.path.join(store.journal.folder, "")
    if call.out.answer or not all(path.startswith(logs) for path in store.changed):
        let_go()
        words = " ".join(call.out.answer.split())
        problem.add_note(f"{DONE}: {words}" if words else DONE)
        call.commit()


def _run(call: Call, args: list[str]) -> int:
    try:
        check_arguments(args)
        if VERSION in args and VERSIONS.issuperset(args):
            from memento_cli.cli.commands.help.version import version

            call.out.format = "json" if JSON in args else None
            version(call)
            return 0
        line = read(args)
        if line is None:
            from memento_cli.cli.command_line.app import read_by_typer  # for help and mistakes

            line = CommandLine()
            call.read_as_options = line.clusters
            read_by_typer(args, line)
        _run_line(call, line)
        call.commit()
        return 0
    except Ended as done:
        call.commit()
        if done.code not in (0, PARTLY):
            call.warn_kept()
        return done.code
    except OSError as problem:
        if isinstance(problem, FileNotFoundError) and problem.filename is None:
            gone = Failed("the folder in which this was started is gone", "go to another one")
            return _tell(call, gone, args)
        if problem.filename is None:
            raise  # of stdout, which has no name
        return _tell(call, Failed(f"{problem.filename}: {problem.strerror}"), args)
    except MementoError as problem:
        return _tell(call, problem, args)


def _run_line(call: Call, line: CommandLine) -> None:
    for options, formats in ((line.before, FORMATS), (line.common, line.formats)):
        for key, value in options.items():
            keep_common(call, key, value, formats)
    call.filters, call.given, call.layered = line.filters, line.given, line.layered
    module = __import__(f"memento_cli.cli.{line.module}", fromlist=[line.function])
    function = getattr(module, line.function)
    call.params = defaults_of(function) | line.values
    tidy_first()
    _check(call, line)
    if line.given or line.path.startswith("graph "):
        from memento_cli.cli.input.typed_names import with_names_meant

        line.values = with_names_meant(call, line.path, line.values)
        call.params |= line.values
    gc.freeze()  # what the start has made stays
    gc.set_threshold(RARELY)
    gc.enable()
    function(call, **line.values)


def _check(call: Call, line: CommandLine) -> None:
    """Usage for what concerns the answer alone, before anything is done."""
    if call.out.fields:
        from memento_cli.cli.output.answered import fields_of

        fields = fields_of(line.path, line.given.values())
        if fields is not None:
            call.out.offer(fields)
    if call.now_text:
        _ = call.now  # read before the act, as it may be none
    if len(call.store_paths) > 1 and not line.layered:
        several = [f"`memento {path}`" for path in LAYERED]
        hint = f"{', '.join(several[:-1])} and {several[-1]} read several"
        raise Usage("this command takes one --store", hint)


def defaults_of(function: Callable[..., None]) -> dict[str, Any]:
    """The arguments that a function may be called without, each with what it is then."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    defaults = function.__defaults__ or ()
    return dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))


def _tell(call: Call, problem: MementoError, args: list[str]) -> int:
    """Tell of an error, and where the text is kept that it would have lost; answers its code."""
    from memento_cli.cli.input.stdin import hold_unread

    typed = [text for arg in args for text in (arg, arg.partition("=")[2])]
    hold_unread(args)
    if problem.code == Usage.code and call.read_as_options and AFTER not in problem.hint:
        words = ", ".join(call.read_as_options)
        hint = f"options were read in {words}: {AFTER}"
        problem.hint = "; ".join(filter(None, (problem.hint, hint)))
    kept = told(has_secret=isinstance(problem, SecretFound))
    problem.hint = "; ".join(filter(None, (problem.hint, kept)))
    call.out.error(problem, typed)
    return problem.code


def check_arguments(args: Sequence[str]) -> None:
    """Usage, if an argument is not UTF-8: half characters can be kept nowhere. Nor has a name of a
    file the sign NUL, which only a program that calls this one can put into an argument."""
    for arg in args:
        if "\0" in arg:
            raise Usage(f"the argument {arg[:60]!r} has the sign NUL")
        if not arg.isascii():
            from memento_cli.core.text.visible import half_character  # ASCII needs no look

            if half_character(arg):
                raise Usage(f"the argument {arg[:60]!r} is not UTF-8")
