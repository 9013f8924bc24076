"""Where the platform keeps a user's data and configuration, as platformdirs has it."""

from __future__ import annotations

import os
import sys

DATA, CONFIG = "XDG_DATA_HOME", "XDG_CONFIG_HOME"


def user_file() -> str:
    """The path of the user's own settings; most users have no such file."""
    folder = memento_folder(CONFIG, ".config")
    if folder is None:
        import platformdirs

        folder = platformdirs.user_config_dir("memento")
    return os.path.join(folder, "config.toml")


def memento_folder(variable: str, usual: str) -> str | None:
    """memento's folder below that of an XDG variable, or of its usual value; None if only
    platformdirs can tell, whose import takes longer than Python's start."""
    if sys.platform != "linux":
        return None
    base = os.environ.get(variable) or os.path.join(os.environ.get("HOME", ""), usual)
    is_plain = os.path.isabs(base) and base == base.strip()
    return os.path.join(base, "memento") if is_plain else None
