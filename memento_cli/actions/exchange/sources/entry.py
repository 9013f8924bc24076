"""What a source offers: drafts, whole files of memories, and what it could not read."""

from __future__ import annotations

import os

from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.exchange.export_rows import Row

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from memento_cli.core.events.events import Event
    from memento_cli.core.memory.memory import Draft, Memory

    Table = Mapping[str, Any]


UNSEEN = dict.fromkeys((*range(32), *range(127, 160)), " ")
OPEN = "-open"
"""So ends what a turn is known by that nobody had answered yet."""
NOT_AGAIN = "is not taken in again"
"""So ends the reason why what was erased is left out."""
NAME_SIGNS = 100
"""So long at most is the name of a session, in signs."""


class MemoryItem(NamedTuple):
    """A memory in words. The draft's person is empty where the source names nobody."""

    where: str
    draft: Draft


class MemoryFile(NamedTuple):
    """A memory's file, to be kept byte for byte under its own id."""

    where: str
    id: str
    raw: bytes
    data: dict[str, Any]
    memory: Memory


class RecordFile(NamedTuple):
    """The file of what holds beside memories, to be kept byte for byte, and its name: `kv/pin`."""

    where: str
    ref: str
    raw: bytes


class EntityItem(NamedTuple):
    """An entity of a graph, and which sort of thing it is."""

    where: str
    name: str
    kind: str


class EdgeItem(NamedTuple):
    """An edge of a graph: the names of the entities that it joins, and how."""

    where: str
    subject: str
    predicate: str
    object: str


class EventItem(NamedTuple):
    """An event, without an id."""

    where: str
    event: Event


class BadItem(NamedTuple):
    """What could not be read, as `path:line` or `path`, and why."""

    where: str
    reason: str

    @property
    def told(self) -> BadItem:
        """The same as a message may have it: no secret stands in the reason."""
        from memento_cli.core.text.quoting import masked  # which knows what a secret looks like

        return self._replace(reason=masked(self.reason))


Item = MemoryItem | MemoryFile | RecordFile | EntityItem | EdgeItem | EventItem | Row | BadItem


class Source(NamedTuple):
    """What there is to import, read as it is asked for, and how many items, if that is known."""

    items: Iterable[Item]
    total: int | None = None


def reason_of(problem: BadData) -> str:
    """Everything that is wrong, without the place."""
    return "; ".join(problem.problems)


def one_line(text: str) -> str:
    """The text on one line, with nothing in it that acts."""
    return " ".join(text.translate(UNSEEN).split())


def shown_path(path: str) -> str:
    """A path as text; bytes in it that are not UTF-8 are shown by their numbers."""
    return os.fsencode(path).decode(errors="backslashreplace")


def decoded(raw: bytes) -> str:
    """The text of these bytes, or BadData."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadData("text", [f"not UTF-8 at byte {problem.start}"]) from None


def heading_of(text: str) -> tuple[str, str]:
    """The heading that a text begins with, and what follows it; without one, all of the text."""
    line, _, rest = text.lstrip().partition("\n")
    heading = heading_in(line)
    under, _, below = rest.partition("\n")
    if not heading and set(under.strip()) == {"="}:
        heading, rest = line.strip(), below
    return (heading, rest) if heading else ("", text)


def heading_in(line: str) -> str:
    """The heading that a line is, `## One` or `## One ##`; empty if it is none."""
    words = line.lstrip("#")
    if not 0 < len(line) - len(words) <= 6 or words[:1] not in (" ", "\t"):
        return ""
    words = words.strip()
    bare = words.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else words


def topics_of_paths(paths: Sequence[str], most: int = 3) -> tuple[str, ...]:
    """The few places that most of the paths are in: their top folders, or else the files' stems."""
    from collections import Counter

    tops = Counter(_top(path) for path in paths)
    return tuple(top for top, _ in tops.most_common(most + 1) if top)[:most]


def _top(path: str) -> str:
    top, slash, _ = path.lstrip("/.").partition("/")
    return one_line(top if slash else os.path.splitext(top)[0]).lower()
