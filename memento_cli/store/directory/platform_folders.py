"""Where the platform keeps a user's data and configuration, as platformdirs has it."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False


DATA, CONFIG = "XDG_DATA_HOME", "XDG_CONFIG_HOME"


def user_file() -> str:
    """Where the user's own settings are, as platformdirs has it; most have none."""
    folder = own_folder(CONFIG, ".config")
    if folder is None:
        import platformdirs

        folder = platformdirs.user_config_dir("memento")
    return os.path.join(folder, "config.toml")


def own_folder(variable: str, usual: str) -> str | None:
    """memento's folder in what a variable names, or in the usual place; None if platformdirs must
    tell: to import it alone takes longer than Python to start."""
    if sys.platform != "linux":
        return None
    base = os.environ.get(variable) or os.path.join(os.environ.get("HOME", ""), usual)
    is_plain = os.path.isabs(base) and base == base.strip()
    return os.path.join(base, "memento") if is_plain else None
