"""Reading TOML text, with BadData as the only error."""

from __future__ import annotations

from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.reader import bad_utf16, quick

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

SIZE_LIMIT = 1 << 20


class Document(NamedTuple):
    """A file's text, without a byte order mark, and its data."""

    text: str
    data: dict[str, Any]


def parsed(raw: bytes, where: str) -> Document:
    """The document in these bytes; BadData names the file and the place."""
    if len(raw) > SIZE_LIMIT:
        raise BadData(where, [f"{len(raw)} bytes are more than the {SIZE_LIMIT} a file may have"])
    text = _decoded(raw, where)
    data = quick(text)
    if data is None:
        from memento_cli.store.toml.careful_reader import read

        data = read(text, where)
    return Document(text, data)


def _decoded(raw: bytes, where: str) -> str:
    try:
        return raw.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as problem:
        if raw[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in raw[:64]:
            raise bad_utf16(where) from None
        raise BadData(where, [f"not UTF-8 at byte {problem.start}"], "save it as UTF-8") from None
