"""Where the store is: as few imports as possible, for every command asks it."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "memento.toml"
VARIABLE = "MEMENTO_STORE"
DATA = "XDG_DATA_HOME"


def found_store(named: str | None, environ: Mapping[str, str]) -> str:
    """Where the store is: named, $MEMENTO_STORE, an enclosing folder's, or the platform's place."""
    if named or environ.get(VARIABLE):
        return named or environ[VARIABLE]
    folder = here()
    while True:
        if os.path.isfile(os.path.join(folder, FILE)):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return default_place()
        folder = parent


def here() -> str:
    """The current folder; the root where it is gone."""
    try:
        return os.getcwd()
    except OSError:
        return os.sep


def default_place() -> str:
    """The platform's data folder for memento, as platformdirs has it."""
    if sys.platform == "linux":  # platformdirs itself takes longer to import than Python to start
        data = os.environ.get(DATA) or os.path.join(os.environ.get("HOME", ""), ".local", "share")
        if os.path.isabs(data) and data == data.strip():
            return os.path.join(data, "memento")
    import platformdirs

    return platformdirs.user_data_dir("memento")
