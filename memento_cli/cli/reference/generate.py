"""Makes every generated file of a checkout again: the reader's table, and the completion scripts.

`python -m memento_cli.cli.reference.generate`, after any change to a command or an option.
"""

from __future__ import annotations

import os

from memento_cli.cli.commands.help.completion import FILES, FOLDER
from memento_cli.cli.reference import bash, fish, zsh
from memento_cli.cli.reference.table import table

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = os.path.join("memento_cli", "cli", "command_line", "table.py")
SCRIPTS = {"bash": bash.script, "zsh": zsh.script, "fish": fish.script}
"""What makes the completion script of each shell."""


def write_all(checkout: str) -> None:
    """Write every generated file below a checkout."""
    scripts = {os.path.join(FOLDER, FILES[shell]): made() for shell, made in SCRIPTS.items()}
    texts = {TABLE: table()} | scripts
    for path, text in texts.items():
        with open(os.path.join(checkout, path), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    write_all(os.path.dirname(PACKAGE))
