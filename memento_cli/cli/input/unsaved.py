"""What a person has written, or a pipe has said, until it is in the store: it is not to be lost.

An editor's text, and standard input that was read whole (`cli/input/stdin.py`), or row by row
(`cli/input/piped.py`), are held here. A command that then fails, whatever the reason, leaves them
in a file, and its error names that.
"""

from __future__ import annotations

import os
import sys

from memento_cli.standard import suppress
from memento_cli.store.directory.location import is_own
from memento_cli.store.files.system import WINDOWS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

END = "Ctrl-Z and Enter" if WINDOWS else "Ctrl-D"
"""The keys that end what is typed."""
PREFIX = "memento-"
KEPT = rf"{PREFIX}[a-z0-9_]{{8}}\.[a-z]+"
"""The name of a file with a kept text, by whichever suffix."""
TEXT = ".txt"
SECRET = ", with the secret in it,"
_held: list[tuple[bytes, str, str, bool]] = []


def hold(
    raw: bytes, suffix: str = TEXT, what: str = "your text", *, is_piped: bool = False
) -> None:
    """Hold a text in the place of what was held before; white space alone is none. `what` it is to
    whoever is told of it. What `is_piped`, its sender still has."""
    if raw.strip():
        _held[:] = [(raw, suffix, what, is_piped)]


def is_holding() -> bool:
    """Whether a text is held."""
    return bool(_held)


def let_go() -> None:
    """It is in the store, or thrown away by whoever wrote it."""
    _held.clear()


def told(*, has_secret: bool = False) -> str:
    """Where the text is kept that is held, as a hint says it; nothing if none is.

    A text from a pipe that was refused for its secret is not kept.
    """
    if not _held:
        return ""
    raw, suffix, noun, is_piped = _held.pop()
    if has_secret and is_piped:
        return ""
    noun += SECRET if has_secret else ""
    path = _kept(raw, suffix)
    if path:
        return f"{noun} is kept in {path}"
    return f"{noun} could be kept in no file; it is:\n{raw.decode(errors='replace')}"


def _kept(raw: bytes, suffix: str) -> str:
    """Keep a text in the first folder that takes it; where. Only its owner may read it."""
    import tempfile  # few texts are kept so

    for folder in _folders():
        with suppress(OSError):
            handle, path = tempfile.mkstemp(suffix, PREFIX, folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(raw)
                    file.flush()
                    os.fsync(file.fileno())
                return path
            except OSError:
                os.unlink(path)
    return ""


def texts_kept(has_it: Callable[[str], bool]) -> list[str]:
    """The files of this user with texts that could not be kept, of those for which `has_it`."""
    import re  # few ask for them
    import stat

    paths = list[str]()
    for folder in dict.fromkeys(map(os.path.abspath, _folders())):
        with suppress(OSError):
            paths += [
                os.path.join(folder, name)
                for name in os.listdir(folder)
                if re.fullmatch(KEPT, name)
            ]
    found = list[str]()
    for path in paths:
        with suppress(OSError):
            if is_own(path) and stat.S_ISREG(os.lstat(path).st_mode):
                with open(path, encoding="utf-8", errors="replace") as file:
                    found += [path] if has_it(file.read()) else []
    return found


def drop_texts(paths: Iterable[str]) -> None:
    """Delete such files."""
    for path in paths:
        with suppress(OSError):
            os.unlink(path)


def _folders() -> Iterator[str]:
    """Where a text may be kept: a disk that is full may not be the only one."""
    import tempfile

    with suppress(OSError):
        yield tempfile.gettempdir()
    yield from (os.path.expanduser("~"), os.curdir)
    if sys.platform == "linux":
        yield "/dev/shm"
