"""Restoring the files of memories after an act that failed."""

from __future__ import annotations

import os

from memento_cli.errors import MementoError
from memento_cli.standard import suppress
from memento_cli.store.files.files import bytes_or_none, create, replace

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping


def put_back(pair: tuple[str, str], before: Mapping[str, bytes | None]) -> None:
    """Restore the two paths that a memory may have, by renaming where that is enough."""
    for path, other in (pair, pair[::-1]):
        was, now = before[path], bytes_or_none(path)
        if was == now:
            continue
        with suppress(OSError, MementoError):
            if was is None:
                if before[other] == now and bytes_or_none(other) is None:
                    os.rename(path, other)
                else:
                    os.unlink(path)
            elif now is None and bytes_or_none(other) == was:
                os.rename(other, path)
            elif now is None:
                create(path, was)
            else:
                replace(path, was)
