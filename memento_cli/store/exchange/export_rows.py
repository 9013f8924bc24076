"""The rows of a lossless export: each file of a store, and each line of its logs, as JSON.

A row carries the bytes themselves: as `text`, or as `base64` where they are not UTF-8. What a file
or line says stands beside it under `data`, for other programs; it is not read back. Of a log, each
line is a row, so that one that is torn costs only itself; `torn` is one without its end.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode

from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import EVENTS, FOLDERS
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.layout import FILE
from memento_cli.store.files.names import is_value, stem_of
from memento_cli.store.files.strict_json import LINE_LIMIT, dumped
from memento_cli.store.journal.logs import ERASED, is_log, is_month
from memento_cli.store.journal.logs import SUFFIX as LOG
from memento_cli.store.toml.changes import plain

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


SCHEMA = 1
EXPORT, SETTINGS, JOURNAL = "export", "settings", "journal"
MEMORIES = ("memories", "archive", "proposals")
"""The folders whose files are memories."""
FILED = (*MEMORIES, *FOLDERS)
LOGGED = (EVENTS, JOURNAL)
KINDS = (SETTINGS, *FILED, *LOGGED)
"""What a store has, in the order in which it is exported: settings first, what happened last."""
ROW_LIMIT = 4 * LINE_LIMIT
"""So many bytes a row may have."""
SAID_LIMIT = LINE_LIMIT // 4
"""Of more bytes than these a row does not say beside them what they say."""


class Row(NamedTuple):
    """A file of a store, or a line of a log: its kind, its path in the store, and its bytes.

    `where` is where it was read, `data` what it says, if it can be read; `stability` is the one in
    force, which its uses make, of a memory that has any.
    """

    kind: str
    path: str
    raw: bytes
    torn: bool = False
    where: str = ""
    data: Any = None
    stability: float | None = None


def header(kinds: Sequence[str]) -> str:
    """The row that an export begins with, by which it is known: of which kinds it is."""
    return dumped({"schema": SCHEMA, "kind": EXPORT, "kinds": list(kinds)})


def kinds_of(said: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The kinds that the first row of an export names; None if it is no such row, BadData if it is
    that of a newer export."""
    kinds = said.get("kinds")
    if said.get("kind") != EXPORT or "schema" not in said or not isinstance(kinds, list):
        return None
    if said["schema"] != SCHEMA:
        raise BadData("export", [f"of schema {str(said['schema'])[:20]}; this reads {SCHEMA}"])
    return tuple(kind for kind in kinds if isinstance(kind, str))


def row_text(row: Row) -> str:
    """A row as a line of JSON; BadData if it would be too long for one."""
    said: dict[str, Any] = {"schema": SCHEMA, "kind": row.kind, "path": row.path}
    if row.data is not None and len(row.raw) <= SAID_LIMIT:
        said["data"] = plain(row.data)
    if row.stability is not None:
        said["stability"] = row.stability
    if row.torn:
        said["torn"] = True
    try:
        said["text"] = row.raw.decode()
    except UnicodeDecodeError:
        said["base64"] = b64encode(row.raw).decode()
    text = dumped(said)
    if len(text) * 3 > ROW_LIMIT and len(text.encode()) > ROW_LIMIT:
        raise BadData(row.path, [f"would make a row of more than {ROW_LIMIT >> 20} MB"])
    return text


def row_of(said: Mapping[str, Any], where: str) -> Row:
    """The row that a line of an export is, or BadData that says what is wrong with it."""
    kind, path, torn = said.get("kind"), said.get("path"), said.get("torn", False)
    if said.get("schema") != SCHEMA or kind not in KINDS:
        raise BadData(where, [f"no row of an export: kind {str(kind)[:40]!r}"])
    if not isinstance(path, str) or not is_place(kind, path):
        raise BadData(where, [f"{str(path)[:80]!r} is no place of {kind} in a store"])
    if not isinstance(torn, bool):
        raise BadData(where, ["torn: neither true nor false"])
    raw = _raw(said, where)
    if kind in LOGGED and b"\n" in raw:
        raise BadData(where, ["a line of a log has no second one in it"])
    return Row(kind, path, raw, torn, where)


def _raw(said: Mapping[str, Any], where: str) -> bytes:
    text, base64 = said.get("text"), said.get("base64")
    try:
        if isinstance(text, str) and base64 is None:
            return text.encode()
        if isinstance(base64, str) and text is None:
            return b64decode(base64, validate=True)
    except ValueError:  # half a sign, or no base64
        pass
    raise BadData(where, ["neither a text nor base64, or both"])


def is_place(kind: str, path: str) -> bool:
    """Whether a path is one that this kind has in a store: no other is ever opened."""
    parts = path.split("/")
    if kind == SETTINGS:
        return path == FILE
    if kind in FILED:
        return len(parts) == 2 and parts[0] == kind and _is_file(parts[1])
    erased = kind == JOURNAL and parts[1:2] == [ERASED]
    return (
        len(parts) == 3
        and parts[0] == kind
        and (erased or is_month(parts[1]))
        and is_log(parts[2])
        and is_safe_id(parts[2].removesuffix(LOG))
    )


def _is_file(name: str) -> bool:
    return os.sep not in name and is_value(name) and is_safe_id(stem_of(name))
