"""Makes every generated file of a checkout again: the reader's table, the completion scripts and
the man page.

`python -m memento_cli.cli.reference.generate`, after any change to a command or an option.
"""

from __future__ import annotations

import os

from memento_cli.cli.command_line.app import command_of
from memento_cli.cli.command_line.parameters import common, filters
from memento_cli.cli.command_line.surface import ENTRIES, GROUPS
from memento_cli.cli.commands.help.completion import FILES, FOLDER
from memento_cli.cli.output.out import FORMATS
from memento_cli.cli.reference import bash, fish, zsh
from memento_cli.cli.reference.man_page import man_page

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.cli.command_line.app import LeafCommand
    from memento_cli.cli.command_line.surface import Entry


PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = os.path.join("memento_cli", "cli", "command_line", "table.py")
MAN = os.path.join("memento_cli", "cli", "reference", "memento.1")
SCRIPTS = {"bash": bash.script, "zsh": zsh.script, "fish": fish.script}
"""What makes the completion script of each shell."""


KINDS = {"text": "str", "str": "str", "integer": "int", "int": "int", "float": "float"}
HEAD = '''"""Which options and arguments each command takes: made from the Typer app.

`python -m memento_cli.cli.reference.generate` makes it again. A command is a module, a function and
marks; then a row for each argument (its name, its kind, and whether it is required) and for each
option (its names, its kind, the name of its value, and the least and the most that it may
be). A `*` marks what there may be several of; behind `flag` may stand what it is called to undo it.
"""

'''


def table() -> str:
    """The text of `cli/command_line/table.py`."""
    parts = [
        HEAD + _rows("COMMON", common()),
        _rows("FILTERS", filters()),
        f"LAYERED = {_listed(path for path, entry in ENTRIES.items() if entry.layered)}\n",
        "COMMANDS = {\n" + "".join(map(_command, ENTRIES.values())),
        "".join(f'    "{path}": "",\n' for path in GROUPS) + "}\n",
    ]
    return "".join(parts)


def _rows(name: str, params: list[Any]) -> str:
    return f"{name} = {_listed(map(_row, params))}\n"


def _listed(lines: Any) -> str:
    return "(\n" + "".join(f'    "{line}",\n' for line in lines) + ")"


def _command(entry: Entry) -> str:
    command: LeafCommand = command_of(entry.path)
    own = [param for param in command.params if param.name != "help"]
    marks = [entry.module, entry.function]
    marks += ["filters"] * entry.filters + ["layered"] * entry.layered
    if entry.formats != FORMATS:
        marks.append("formats=" + ",".join(entry.formats))
    rows = "\n".join([" ".join(marks), *map(_row, own)])
    return f'    "{entry.path}": """{rows}""",\n'


def _row(param: Any) -> str:
    if param.param_type_name == "argument":
        several = "*" if param.nargs == -1 else ""
        return (
            f"{param.name} {_kind(param)}{several} {'required' if param.required else 'optional'}"
        )
    names = ",".join(param.opts)
    several = "*" if param.multiple else ""
    bounds = [getattr(param.type, name, None) for name in ("min", "max")]
    row = f"{names} {_kind(param)}{several} {param.name}"
    if bounds != [None, None]:
        row += " " + "..".join("" if bound is None else str(bound) for bound in bounds)
    return row


def _kind(param: Any) -> str:
    """`flag`, or what its text is read as: `str`, `int` or `float`."""
    if getattr(param, "is_flag", False):
        return "flag" if not param.secondary_opts else f"flag{param.secondary_opts[0]}"
    name = param.type.name
    assert param.nargs in (1, -1), param
    return KINDS[name.removesuffix(" range")]


def write_all(checkout: str) -> None:
    """Write every generated file below a checkout."""
    scripts = {os.path.join(FOLDER, FILES[shell]): made() for shell, made in SCRIPTS.items()}
    texts = {TABLE: table(), MAN: man_page()} | scripts
    for path, text in texts.items():
        with open(os.path.join(checkout, path), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    write_all(os.path.dirname(PACKAGE))
