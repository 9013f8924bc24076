"""What a build is asked beyond `pyproject.toml`: how this system starts the command `memento`.

Where a script's first line names its Python, `launch.py` is the command as it stands, as it starts
in less time than what pip makes of an entry point. Windows reads no first line and needs an entry
point's `memento.exe`: so a wheel that is built there is for Windows alone.
"""

from __future__ import annotations

import sys
import sysconfig
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

COMMAND, SCRIPT, ENTRY = "memento", "memento_cli/launch.py", "memento_cli.__main__:main"
WINDOWS = sys.platform == "win32"


class EntryPoint(MetadataHookInterface):
    """Names the entry point in the metadata, on Windows."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Change the table `project` of `pyproject.toml` as it was read."""
        metadata["scripts"] = {COMMAND: ENTRY} if WINDOWS else {}


class Script(BuildHookInterface[Any]):
    """Puts the script into a wheel, or marks the wheel as one for this Windows."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Change what is built; `version` is `standard` or `editable`."""
        if not WINDOWS:
            build_data["shared_scripts"] = {SCRIPT: COMMAND}
        elif version == "standard":
            platform = sysconfig.get_platform().replace("-", "_")
            build_data["tag"] = f"py3-none-{platform}"
