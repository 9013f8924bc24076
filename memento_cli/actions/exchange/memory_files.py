"""The file in which a host keeps its memory: read as lines, and written again if it has changed.

A link is followed, so that what it leads to is written; a file keeps its mode and its line ends. A
project that was cloned may have a link to whatever its user owns, such as the settings of a shell,
where a memory's text would be run. So it is followed only to a file of the same sort.
"""

from __future__ import annotations

import os

from memento_cli.errors import BadData, Conflict, Failed, NotFound, Refused
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import read_regular, write

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST = 1 << 20
"""The most bytes of such a file."""
HOST_MAKES = "a host makes it in its first session there; or name the file"


class MemoryFile(NamedTuple):
    """A file as it was read: its path without links, its name for messages, its bytes, or None
    where there is none yet, its lines, and whether these end in CR LF."""

    path: str
    name: str
    raw: bytes | None
    lines: tuple[str, ...]
    is_crlf: bool


def read_file(path: str) -> MemoryFile:
    """The file at a path; BadData for one that is no text in UTF-8, Refused for a link to a file
    of another sort."""
    real, name = os.path.realpath(path), os.path.basename(path)
    if _suffix(real) != _suffix(path):
        raise Refused(f"{path} is a link to {real}, a file of another sort", f"name {real} itself")
    try:
        raw = read_regular(real, LARGEST)
    except FileNotFoundError:
        return MemoryFile(real, name, None, (), False)
    except OSError as problem:
        raise Failed(f"{path}: {problem.strerror}") from problem
    try:
        text = raw.decode()
    except UnicodeDecodeError as problem:
        raise BadData(path, [f"not UTF-8 at byte {problem.start}"]) from None
    lines = text.split("\n")
    ends = sum(line.endswith("\r") for line in lines)
    return MemoryFile(real, name, raw, tuple(lines), ends * 2 >= len(lines) > 1)


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def bytes_of(file: MemoryFile, lines: Sequence[str]) -> bytes:
    """The bytes of a file with these lines; new ones end as the others do."""
    old = set(file.lines)
    if file.is_crlf:
        lines = [
            line if line in old or line.endswith("\r") else f"{line}\r" for line in lines[:-1]
        ] + [lines[-1]]
    return "\n".join(lines).encode()


def check_place(file: MemoryFile) -> None:
    """NotFound for a file whose folder is not there, nor the one around it: some hosts make the
    innermost late. Failed for one that may not be written."""
    around = os.path.dirname(os.path.dirname(file.path))
    if not os.path.isdir(around):
        raise NotFound(f"no folder {around}", HOST_MAKES)
    if file.raw is not None and not os.access(file.path, os.W_OK):
        raise Failed(f"{file.path}: may not be written", "check its permissions")


def replace_file(file: MemoryFile, content: bytes) -> None:
    """Write a file; Conflict if it is no more what was read."""
    check_place(file)
    if read_file(file.path).raw != file.raw:
        raise Conflict(f"{file.name} was changed meanwhile", "run it again")
    write(file.path, content)
