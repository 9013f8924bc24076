"""How a command line is read: as click reads it, but that no text is cut and misfiled.

Click takes what stands behind the letter of a short option for its value: `-uhh, what?` would be
`-u` with `hh, what?`, and `-topic=vpn` the topic `opic=vpn`. It also takes an option for the value
of the one before: `-t --with ana` would be the topic `--with`.
"""

from __future__ import annotations

from typer._click.parser import _OptionParser

from memento_cli.cli.command_line.reader import AFTER, CLUSTER, CommandLine, is_option
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

VALUE = "a value that is called as an option is given"


class StrictParser(_OptionParser):
    """A parser of options that refuses what is plainly a text, or a long option."""

    def _process_opts(self, arg: str, state: Any) -> None:
        if not is_option(arg):
            state.largs.append(arg)
            return
        short = arg[:2] != "--"
        name, equals, _ = arg.partition("=")
        if any(map(str.isspace, arg if short else name)):
            takes = f"; a value goes after a space: {arg[:2]} TEXT" if self._takes(arg[:2]) else ""
            raise Usage(f"{arg!r} is no option", AFTER + takes)
        if short:
            if name not in self._short_opt and f"-{name}" in self._long_opt:
                raise Usage(f"no such option: {name}", f"did you mean -{name}? {AFTER}")
            if equals and name in self._short_opt and self._takes(name):
                raise Usage(f"{name} takes its value without =", f"{name} {arg[3:]}")
            self._note(arg)
        if state.rargs and self._value_follows(arg) and self._is_ours(state.rargs[0]):
            hint = f"{VALUE} as --option={state.rargs[0]}"
            raise Usage(f"{arg} needs a value, and {state.rargs[0]} is an option", hint)
        super()._process_opts(arg, state)

    def _takes(self, name: str) -> bool:
        option = self._short_opt.get(name) or self._long_opt.get(name)
        return bool(option and option.takes_value)

    def _value_follows(self, arg: str) -> bool:
        """Whether an option, or the last of several letters, takes the next word as its value."""
        names = [arg] if arg[:2] == "--" else [f"-{letter}" for letter in arg[1:]]
        return self._takes(names[-1]) and not any(map(self._takes, names[:-1]))

    def _is_ours(self, word: str) -> bool:
        name = word.partition("=")[0]
        return name == "--" or name in self._short_opt or name in self._long_opt

    def _note(self, arg: str) -> None:
        """Let an error that may come of it say that a word was read as options."""
        line = self.ctx.obj if self.ctx else None
        if isinstance(line, CommandLine) and len(arg) > CLUSTER and arg[1 : 1 + CLUSTER].isalpha():
            line.clusters.append(arg)


def parser_for(command: Any, ctx: Any) -> StrictParser:
    """The parser of a command's line."""
    parser = StrictParser(ctx)
    for param in command.get_params(ctx):
        param.add_to_parser(parser, ctx)
    return parser
