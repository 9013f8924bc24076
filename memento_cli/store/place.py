"""Where the store is: as few imports as possible, for every command asks it."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "memento.toml"
VARIABLE = "MEMENTO_STORE"
DATA, CONFIG = "XDG_DATA_HOME", "XDG_CONFIG_HOME"


def found_store(named: str | None, environ: Mapping[str, str]) -> str:
    """Where the store is: named, $MEMENTO_STORE, an enclosing folder's, or the platform's place.

    From a linked work tree of git an enclosing folder's in the main one counts, too.
    """
    if is_named(named, environ):
        return named or environ[VARIABLE]
    return _enclosing(here()) or _in_main_tree() or default_place()


def is_named(named: str | None, environ: Mapping[str, str]) -> bool:
    """Whether the user has said which store it is."""
    return bool(named or environ.get(VARIABLE))


def _enclosing(folder: str) -> str | None:
    while not os.path.isfile(os.path.join(folder, FILE)):
        folder, before = os.path.dirname(folder), folder
        if folder == before:
            return None
    return folder


def _in_main_tree() -> str | None:
    from memento_cli.store.worktrees import in_main_tree  # few commands come here

    there = in_main_tree(here())
    return there and _enclosing(there)


def user_file() -> str:
    """Where the user's own settings are, as platformdirs has it; most have none."""
    if sys.platform == "linux":
        named = os.environ.get(CONFIG) or os.path.join(os.environ.get("HOME", ""), ".config")
        if os.path.isabs(named) and named == named.strip():
            return os.path.join(named, "memento", "config.toml")
    import platformdirs

    return os.path.join(platformdirs.user_config_dir("memento"), "config.toml")


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
