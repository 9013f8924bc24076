"""Restoring the files of memories after an act that failed."""

from __future__ import annotations

import os

from memento_cli.errors import BadData, MementoError
from memento_cli.standard import suppress
from memento_cli.store.files.files import create, read_regular, replace
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping


def bytes_of(path: str) -> bytes | None:
    """The bytes of a file; None if there is none, or it cannot be read."""
    try:
        return read_regular(path, SIZE_LIMIT)
    except (OSError, BadData):
        return None


def put_back(pair: tuple[str, str], before: Mapping[str, bytes | None]) -> None:
    """Restore the two paths that a memory may have, by renaming where that is enough."""
    for path, other in (pair, pair[::-1]):
        was, now = before[path], bytes_of(path)
        if was == now:
            continue
        with suppress(OSError, MementoError):
            if was is None:
                if before[other] == now and bytes_of(other) is None:
                    os.rename(path, other)
                else:
                    os.unlink(path)
            elif now is None and bytes_of(other) == was:
                os.rename(other, path)
            elif now is None:
                create(path, was)
            else:
                replace(path, was)
