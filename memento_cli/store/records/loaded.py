"""The results of reading a file of a collection: a value, or what is wrong with it."""

from __future__ import annotations

from memento_cli.named_tuple import Generic, NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    import os

    from memento_cli.errors import BadData
    from memento_cli.store.toml.parse import Document

T = TypeVar("T")


class LoadedRecord(NamedTuple, Generic[T]):
    """A value, the document that it was read from, and the file's name and status at that time."""

    id: str
    value: T
    document: Document
    name: str
    status: os.stat_result

    @property
    def stamp(self) -> bytes:
        """A hash of the document's text."""
        from hashlib import blake2b  # only edits need it

        return blake2b(self.document.text.encode(), digest_size=16).digest()


class LoadedValue(NamedTuple, Generic[T]):
    """A value with the bytes it was read from, and the file's name and status at that time."""

    id: str
    value: T
    raw: bytes
    name: str
    status: os.stat_result


class Broken(NamedTuple):
    """A file that could not be read as a value; without a status, it could not be opened."""

    id: str
    problem: BadData
    name: str
    status: os.stat_result | None = None
