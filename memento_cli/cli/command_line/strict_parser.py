"""How a command line is read: as click reads it, but that no text is cut and misfiled.

Click takes what stands behind the letter of a short option for its value: `-uhh, what?` would be
`-u` with `hh, what?`, and `-topic=vpn` the topic `opic=vpn`.
"""

from __future__ import annotations

from typer._click.parser import _OptionParser

from memento_cli.cli.command_line.reader import AFTER, CLUSTER, CommandLine, is_option
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any


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
        super()._process_opts(arg, state)

    def _takes(self, name: str) -> bool:
        option = self._short_opt.get(name)
        return bool(option and option.takes_value)

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
