"""The log of a git repository: one memory a commit. Nothing that the repository configures runs."""

from __future__ import annotations

import os
import re
from datetime import UTC
from subprocess import DEVNULL

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    MemoryItem,
    Source,
    shown_path,
    topics_of_paths,
)
from memento_cli.actions.exchange.sources.keys import IMPORTED, words
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.core.memory.refs import LIMIT, PERSON
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadTime, NotFound
from memento_cli.store.git.git import git, run_git

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from memento_cli.actions.exchange.sources.entry import Item

LOG = (
    "log", "--no-merges", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-color",
    "--no-notes", "--no-renames", "--no-relative", "--name-only", "-O/dev/null", "-z",
)  # fmt: skip
FIELDS = ("%H", "%aI", "%aN", "%s", "%b")
CHUNK = 1 << 16


def from_repository(path: str) -> Source:
    """The commits reachable from HEAD, without merges, the newest first."""
    place = _answer(path, "no git repository at", "rev-parse", "--git-common-dir")
    count = _answer(path, "no commits in", "rev-list", "--count", "--no-merges", "HEAD")
    return Source(_items(path, repository_name(os.path.join(path, place))), int(count))


def repository_name(place: str) -> str:
    """The name of a repository, from the path of its `.git` folder."""
    head, tail = os.path.split(os.path.abspath(place))
    return shown_path(os.path.basename(head) if tail == ".git" else tail.removesuffix(".git"))


def _answer(path: str, problem: str, *command: str) -> str:
    answer = run_git(path, *command)
    if answer.code:
        raise NotFound(f"{problem} {shown_path(path)}", f"git says: {answer.complaint}")
    return os.fsdecode(answer.out.rstrip(b"\n"))


def _items(path: str, name: str) -> Iterator[Item]:
    mark = os.urandom(16).hex()  # no commit message can contain it
    form = f"--format=%x00{mark}%x00" + "".join(f"{field}%x00" for field in FIELDS)
    with git(path, *LOG, form, errors=DEVNULL) as process:
        assert process.stdout is not None
        for parts in _records(process.stdout, mark.encode()):
            yield _item([part.decode(errors="replace") for part in parts], name)
        if process.wait():
            yield BadItem(shown_path(path), f"git stopped with code {process.returncode}")


def _records(stream: IO[bytes], mark: bytes) -> Iterator[list[bytes]]:
    """The NUL-separated parts of each commit, without the mark before them."""
    rest, between = b"", b"\0" + mark + b"\0"
    while chunk := stream.read(CHUNK):
        *complete, rest = (rest + chunk).split(between)
        yield from (record.split(b"\0") for record in complete if record)
    if rest:
        yield rest.split(b"\0")


def _item(parts: list[str], name: str) -> Item:
    sha, at, author, subject, body = parts[: len(FIELDS)]
    paths = [path.lstrip("\n") for path in parts[len(FIELDS) :] if path.strip("\n")]
    source = f"git:{name}@{sha}"
    try:
        created = stored_moment(at, UTC)
    except BadTime as problem:
        return BadItem(source, f"created: {problem.message}")
    summary, detail = words(subject, body)
    if not summary:
        return BadItem(source, "the commit has no message")
    tags = Tags(topics_of_paths(paths))
    person = re.sub(r"[\W_]+", "-", author.casefold()).strip("-")[:LIMIT]
    person = PERSON + person if person else ""
    return MemoryItem(
        source,
        Draft(summary, person, detail, tags=tags, source=source, project=name,
              created=created, more=IMPORTED),
    )  # fmt: skip
