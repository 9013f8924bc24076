"""When each line of a file was last changed, as git knows it. Nothing that a repository configures
runs: what is committed is asked for, and not the file, which filters could change."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from memento_cli.errors import Failed
from memento_cli.store.git.git import run_git

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BLAME = ("-c", "blame.ignoreRevsFile=", "blame", "--line-porcelain", "--no-textconv", "HEAD", "--")
AUTHORED = b"author-time "


def times_of_lines(path: str) -> Mapping[str, datetime]:
    """The time of the newest commit of each line in the committed file, by the line without blanks
    around it; empty for a file that git does not have."""
    folder, name = os.path.split(os.path.abspath(path))
    try:
        answer = run_git(folder, *BLAME, name)
    except Failed:  # there is no git
        return {}
    times: dict[str, datetime] = {}
    seconds = 0
    for line in answer.out.split(b"\n") if not answer.code else ():
        if line.startswith(AUTHORED):
            seconds = int(line.removeprefix(AUTHORED))
        elif line.startswith(b"\t"):
            text, at = _key(line.decode(errors="replace")), datetime.fromtimestamp(seconds, UTC)
            times[text] = max(at, times.get(text, at))
    return times


def newest(times: Mapping[str, datetime], lines: Sequence[str]) -> datetime | None:
    """When the newest of these lines was committed; None if one of them is not."""
    found = [times.get(_key(line)) for line in lines if line.strip()]
    known = [at for at in found if at is not None]
    return max(known) if known and len(known) == len(found) else None


def _key(line: str) -> str:
    return line.strip()
