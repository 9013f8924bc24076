"""The rows of a lossless export: each file of a store, and each line of its logs, as JSON.

A row carries the bytes themselves, as `text` or, where they are not UTF-8, as `base64`. `data` is
the parsed content, for other programs; it is not read back. Each line of a log is a row of its own,
so that a broken line costs only itself; `torn` marks a line that has no line end.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode

from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import EVENTS, FOLDERS
from memento_cli.core.text.strict_json import LINE_LIMIT, dumped
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import FILE, is_value_name, stem_of
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
FILE_KINDS = (*MEMORIES, *FOLDERS)
LOG_KINDS = (EVENTS, JOURNAL)
KINDS = (SETTINGS, *FILE_KINDS, *LOG_KINDS)
"""All kinds of rows, in the order of an export: settings first, logs last."""
ROW_LIMIT = 4 * LINE_LIMIT
"""The most bytes that a row may have."""
DATA_LIMIT = LINE_LIMIT // 4
"""A row of more bytes than this has no `data`."""


class Row(NamedTuple):
    """A file of a store, or a line of a log: its kind, its path in the store, and its bytes.

    `where` names it in messages, `data` is its parsed content, if it can be read, and `stability`
    that of a memory after its uses, in days, if its law has one.
    """

    kind: str
    path: str
    raw: bytes
    torn: bool = False
    where: str = ""
    data: Any = None
    stability: float | None = None


def header(kinds: Sequence[str]) -> str:
    """The first row of an export, which names the kinds in it."""
    return dumped({"schema": SCHEMA, "kind": EXPORT, "kinds": list(kinds)})


def exported_kinds(row: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The kinds that the first row of an export names; None if it is no such row, BadData if it is
    that of a newer export."""
    kinds = row.get("kinds")
    if row.get("kind") != EXPORT or "schema" not in row or not isinstance(kinds, list):
        return None
    if row["schema"] != SCHEMA:
        raise BadData("export", [f"of schema {str(row['schema'])[:20]}; this reads {SCHEMA}"])
    return tuple(kind for kind in kinds if isinstance(kind, str))


def row_text(row: Row) -> str:
    """A row as a line of JSON; BadData if it has more than ROW_LIMIT bytes."""
    fields: dict[str, Any] = {"schema": SCHEMA, "kind": row.kind, "path": row.path}
    if row.data is not None and len(row.raw) <= DATA_LIMIT:
        fields["data"] = plain(row.data)
    if row.stability is not None:
        fields["stability"] = row.stability
    if row.torn:
        fields["torn"] = True
    try:
        fields["text"] = row.raw.decode()
    except UnicodeDecodeError:
        fields["base64"] = b64encode(row.raw).decode()
    text = dumped(fields)
    if len(text) * 3 > ROW_LIMIT and len(text.encode()) > ROW_LIMIT:
        raise BadData(row.path, [f"would make a row of more than {ROW_LIMIT >> 20} MB"])
    return text


def row_of(fields: Mapping[str, Any], where: str) -> Row:
    """The row of a parsed line of an export; BadData says what is wrong with it."""
    kind, path, torn = fields.get("kind"), fields.get("path"), fields.get("torn", False)
    if fields.get("schema") != SCHEMA or kind not in KINDS:
        raise BadData(where, [f"no row of an export: kind {str(kind)[:40]!r}"])
    if not isinstance(path, str) or not is_store_path(kind, path):
        raise BadData(where, [f"{str(path)[:80]!r} is no place of {kind} in a store"])
    if not isinstance(torn, bool):
        raise BadData(where, ["torn: neither true nor false"])
    raw = _raw(fields, where)
    if kind in LOG_KINDS and b"\n" in raw:
        raise BadData(where, ["a line of a log has no second one in it"])
    return Row(kind, path, raw, torn, where)


def _raw(fields: Mapping[str, Any], where: str) -> bytes:
    text, base64 = fields.get("text"), fields.get("base64")
    try:
        if isinstance(text, str) and base64 is None:
            return text.encode()
        if isinstance(base64, str) and text is None:
            return b64decode(base64, validate=True)
    except ValueError:  # a lone surrogate, or invalid base64
        pass
    raise BadData(where, ["neither a text nor base64, or both"])


def is_store_path(kind: str, path: str) -> bool:
    """Whether a path is one that this kind may have in a store: no other is ever opened."""
    parts = path.split("/")
    if kind == SETTINGS:
        return path == FILE
    if kind in FILE_KINDS:
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
    return os.sep not in name and is_value_name(name) and is_safe_id(stem_of(name))
