"""The items of a source: drafts, whole files, entities, edges, events, and what is bad."""

from __future__ import annotations

import os

from memento_cli.core.exchange.entries import heading_in
from memento_cli.errors import BadData, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import suppress
from memento_cli.store.exchange.export_rows import Row

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from memento_cli.core.events.events import Event
    from memento_cli.core.memory.memory import Draft, Memory
    from memento_cli.errors import MementoError

    Table = Mapping[str, Any]

UNSEEN = dict.fromkeys((*range(32), *range(127, 160)), " ")
OPEN = "-open"
"""The suffix of the `came` of a turn without an answer."""
NOT_AGAIN = "is not taken in again"
"""The end of the reason to skip what was erased."""
NAME_SIGNS = 100
"""The maximum length of the name of a session, in characters."""


class MemoryItem(NamedTuple):
    """The draft of a memory. Its person is empty where the source names none.

    With `replaces` it supersedes what was imported from the same place before, in other words: its
    source is that place, `#` and a digest of the words.
    """

    where: str
    draft: Draft
    replaces: bool = False


class MemoryFile(NamedTuple):
    """A memory's file, to be written byte for byte under its own id."""

    where: str
    id: str
    raw: bytes
    data: dict[str, Any]
    memory: Memory


class RecordFile(NamedTuple):
    """The file of a record, to be written byte for byte, and its reference, such as `kv/pin`."""

    where: str
    ref: str
    raw: bytes


class EntityItem(NamedTuple):
    """An entity of a graph, and its kind."""

    where: str
    name: str
    kind: str


class EdgeItem(NamedTuple):
    """An edge of a graph, with the names of its entities."""

    where: str
    subject: str
    predicate: str
    object: str


class EventItem(NamedTuple):
    """An event, without an id."""

    where: str
    event: Event


class BadItem(NamedTuple):
    """What could not be imported, as `path:line` or `path`, and the reason."""

    where: str
    reason: str

    @property
    def told(self) -> BadItem:
        """The item for a message, with secrets in the reason masked."""
        from memento_cli.core.text.quoting import masked  # loads the patterns of secrets

        return self._replace(reason=masked(self.reason))


Item = MemoryItem | MemoryFile | RecordFile | EntityItem | EdgeItem | EventItem | Row | BadItem


class Source(NamedTuple):
    """The items to import, read lazily, and their number if it is known."""

    items: Iterable[Item]
    total: int | None = None


def reason_of(problem: MementoError) -> str:
    """The message of an error; of bad data all problems, without the place."""
    return "; ".join(problem.problems) if isinstance(problem, BadData) else problem.message


def one_line(text: str) -> str:
    """The text on one line, without control characters."""
    return " ".join(text.translate(UNSEEN).split())


def shown_path(path: str) -> str:
    """A path as text; bytes that are not UTF-8 are escaped."""
    return os.fsencode(path).decode(errors="backslashreplace")


def nothing_at(path: str) -> NotFound:
    """The error for a path where nothing is, with the name in its folder that it is like."""
    from memento_cli.core.text.normal_forms import nearest  # only a mistake comes here

    folder, name = os.path.split(path)
    near = list[str]()
    with suppress(OSError, ValueError):
        near = nearest(name, os.listdir(folder or os.curdir))
    hint = f"did you mean {shown_path(os.path.join(folder, near[0]))}?" if near else ""
    return NotFound(f"nothing at {shown_path(path)}", hint)


def decoded(raw: bytes) -> str:
    """The text of UTF-8 bytes, or BadData."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadData("text", [f"not UTF-8 at byte {problem.start}"]) from None


def heading_of(text: str) -> tuple[str, str]:
    """The heading at the beginning of a text, or "", and the text after it."""
    line, _, rest = text.lstrip().partition("\n")
    heading = heading_in(line)
    under, _, below = rest.partition("\n")
    if not heading and set(under.strip()) == {"="}:
        heading, rest = line.strip(), below
    return (heading, rest) if heading else ("", text)


def topics_of_paths(paths: Sequence[str], most: int = 3) -> tuple[str, ...]:
    """The top folders, or else the stems of files, that occur most often among paths."""
    from collections import Counter

    tops = Counter(_top(path) for path in paths)
    return tuple(top for top, _ in tops.most_common(most + 1) if top)[:most]


def _top(path: str) -> str:
    top, slash, _ = path.lstrip("/.").partition("/")
    return one_line(top if slash else os.path.splitext(top)[0]).lower()
