"""What a hub answers, as values. What answers otherwise, and may mean no good, is told from a hub
before anything is written here."""

from __future__ import annotations

from hashlib import sha256
from uuid import UUID

from memento_cli.core.text.strict_json import loaded
from memento_cli.errors import Failed, Refused
from memento_cli.hub.lines import HubLine
from memento_cli.hub.migrations import VERSION
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.hub.version_vectors import Vector

NO_HUB = "the hub does not answer as a hub does"


class Greeting(NamedTuple):
    """What the hub says of itself and of this clone: the version of its tables, its history, its
    snapshot, the number of erasures, and the token of this clone's last act, if it was here."""

    version: int
    epoch: str
    snapshot: str
    erasures: int
    token: str


class HubFile(NamedTuple):
    """A file of the hub with its version vector; a removed one has neither hash (SHA-256) nor
    content."""

    path: str
    hash: bytes | None
    content: bytes | None
    vector: Vector


def greeting_in(row: tuple[Any, ...] | None) -> Greeting:
    """What a hub says first; Refused if its schema is not of this memento's version."""
    match row:
        case (int(version), str(epoch), str(snapshot), int(erasures), (UUID() | None) as token, _):
            pass
        case _:
            raise Failed(NO_HUB)
    if version > VERSION:
        raise Refused(
            f"the hub has version {version} of its schema, and this memento knows {VERSION}",
            "upgrade memento",
        )
    if version < VERSION:
        raise Refused(
            f"the hub has version {version} of its schema, and this memento needs {VERSION}",
            "an administrator of the hub brings it there: `memento store hub init HUB`",
        )
    return Greeting(version, epoch, snapshot, erasures, str(token or ""))


def line_in(row: tuple[Any, ...]) -> HubLine:
    """A line in a row of a hub."""
    match row:
        case (str(id), str(log), bytes(head), (bytes() | None) as words):
            return HubLine(id, log, head, words)
    raise Failed(NO_HUB)


def file_in(row: tuple[Any, ...]) -> HubFile:
    """A file in a row of a hub."""
    match row:
        case (str(path), None, None, str(vector)):
            return HubFile(path, None, None, _vector_in(vector))
        case (str(path), bytes(hash), bytes(content), str(vector)):
            if len(content) <= SIZE_LIMIT and hash == sha256(content).digest():
                return HubFile(path, hash, content, _vector_in(vector))
    raise Failed(NO_HUB)


def _vector_in(text: str) -> Vector:
    try:
        vector = loaded(text)
    except ValueError:
        raise Failed(NO_HUB) from None
    if isinstance(vector, dict) and all(type(n) is int and n > 0 for n in vector.values()):
        return vector
    raise Failed(NO_HUB)
