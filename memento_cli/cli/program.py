"""Where this command is, for whatever starts it without a login: cron, hooks, hosts of servers."""

from __future__ import annotations

import os
import shutil
import sys


def program() -> str:
    """The absolute path of `memento`, so that it is found without a login's PATH."""
    called = sys.argv[0] if os.path.basename(sys.argv[0]) == "memento" else ""
    return os.path.abspath(called or shutil.which("memento") or "memento")
