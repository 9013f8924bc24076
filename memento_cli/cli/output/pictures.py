"""What the commands that draw share: the look of this terminal, and a page as a user's own file."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from memento_cli.cli.output.values import safe
from memento_cli.cli.output.wrapping import columns_of, look_here
from memento_cli.errors import Refused, Usage
from memento_cli.store.files.files import os_errors, replace
from memento_cli.store.files.system import BYTES

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call
    from memento_cli.pictures.canvas import Style

PRIVATE = 0o600  # it says what memories say
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
    with os_errors(path):
        if os.path.exists(path) and not os.path.isfile(path):
            raise Refused(f"{path} is no file", "give the name of a file")
        if os.path.exists(path) and not force:
            raise Refused(f"{path} is already there", "--force writes over it")
        _write(os.path.realpath(path), page.encode())
    call.out.note(f"Wrote {safe(path)}")


def _write(path: str, data: bytes) -> None:
    """A whole file or none; a new one is claimed first, as its owner's alone."""
    new = not os.path.lexists(path)
    if new:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BYTES, PRIVATE))
    try:
        replace(path, data)
    except BaseException:
        if new:
            with suppress(OSError):
                os.unlink(path)
        raise
