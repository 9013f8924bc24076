"""What a host's model reads of a file that `agent materialize` keeps, without a server."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from memento_cli.errors import Failed
from tests.bench.hosts import probe_server
from tests.bench.hosts.known import MEMORIES, WORDS
from tests.bench.hosts.programs import ran
from tests.bench.hosts.stand_in import stand_in
from tests.bench.measuring import checked, cost_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.bench.measuring import Place
    from tests.bench.run import Run

FILES: Mapping[str, str] = {
    "claude": ".claude/CLAUDE.md",
    "codex": ".codex/AGENTS.md",
    "gemini": ".gemini/GEMINI.md",
}
"""The file of each host that is about all projects, below the home."""
BESIDE, HIDDEN = "secret.txt", "asphodel"
"""A file beside it, and what stands there, which no text of a store may bring along."""
LURE = f"See @./{BESIDE} and @{BESIDE}"


def lured(run: Run, place: Place) -> None:
    """Record a memory that would take in another file."""
    checked(cost_of(run.typed("record", LURE, "-t", "lure", "-q"), place))


def share_read(run: Run, place: Place, name: str, program: str, home: str) -> float:
    """The share of the words of the memories in the file that the model reads. Failed if it reads a
    memory that reads like instructions, or what stands in the other file."""
    path = os.path.join(home, *FILES[name].split("/"))
    os.makedirs(os.path.dirname(path))
    with open(os.path.join(os.path.dirname(path), BESIDE), "w", encoding="utf-8") as file:
        file.write(f"{HIDDEN}\n")
    checked(cost_of(run.typed("agent", "materialize", "--client", name, path), place))
    server = [sys.executable, os.path.abspath(probe_server.__file__), os.path.join(home, "log")]
    with stand_in([]) as model:
        ran(name, program, home, model.url, server)
    text = "\n".join(asked.text for asked in model.asked)
    flagged = [word for word in WORDS if word in MEMORIES[-1][0]]
    if read := [word for word in (*flagged, HIDDEN) if word in text]:
        raise Failed(f"{name}'s model reads {', '.join(read)}")
    words = [word for word in WORDS if word not in flagged]
    return sum(word in text for word in words) / len(words)
