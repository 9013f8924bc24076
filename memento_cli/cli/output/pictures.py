"""What the commands that draw share: the look of this terminal, and a page as a user's own file."""

from __future__ import annotations

import os
import sys

from memento_cli.cli.output.values import safe
from memento_cli.cli.output.wrapping import columns_of, look_here
from memento_cli.errors import Refused, Usage
from memento_cli.store.files.atomic_export import atomic_file, check_outside

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call
    from memento_cli.pictures.canvas import Style

STDOUT = "-"


def look_of(call: Call, ascii: bool) -> Style:
    """How to draw for whoever reads stdout."""
    look = look_here(columns(), ascii=ascii)

    def paint(text: str, style: str) -> str:
        return call.out.style(text, style) if style else text

    return look._replace(paint=paint)


def columns() -> int:
    """How many cells the terminal of stdout is wide; where there is none, $COLUMNS, or 80."""
    return columns_of(sys.stdout)


def hand_over(call: Call, page: str, path: str, force: bool) -> None:
    """Write a page into a file of the user's, readable by them alone; or print it.

    What is there is only written over with `force`, and only if it is a file.
    """
    if call.out.format is not None or call.out.fields:
        raise Usage("--html is a page of its own", "leave out --format, --json and --fields")
    if path == STDOUT:
        call.out.say(page.rstrip("\n"))
        return
    if not path:
        raise Usage("--html needs a file", "--html forecast.html")
    check_outside(path)
    if os.path.lexists(path) and not os.path.isfile(path):
        raise Refused(f"{path} is no file", "give the name of a file")
    if os.path.lexists(path) and not force:
        raise Refused(f"{path} is already there", "--force writes over it")
    with atomic_file(path) as file:
        file.write(page.encode())
    call.out.note(f"Wrote {safe(path)}")
