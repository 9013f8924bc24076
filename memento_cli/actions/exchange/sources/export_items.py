"""The rows of memento's own export, after its first row."""

from __future__ import annotations

from memento_cli.actions.exchange.sources.entry import BadItem, RecordFile, reason_of
from memento_cli.actions.exchange.sources.json_rows import rows_of
from memento_cli.actions.exchange.sources.toml_files import whole_of
from memento_cli.core.memory.record_kinds import FOLDERS as HELD
from memento_cli.core.memory.record_kinds import ref_of
from memento_cli.errors import BadData, BadId
from memento_cli.store.exchange.export_rows import JOURNAL, MEMORIES, ROW_LIMIT, row_of
from memento_cli.store.files.names import stem_of
from memento_cli.store.records.memories import memory_codec

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import tzinfo
    from typing import BinaryIO

    from memento_cli.actions.exchange.sources.entry import Item
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.exchange.export_rows import Row
    from memento_cli.store.records.codec import Codec


def items_of_export(
    file: BinaryIO, name: str, kinds: Collection[str], zone: tzinfo
) -> Iterator[Item]:
    """The items of the rows. Without a journal in the export, files are items that get new journal
    entries here."""
    codec = memory_codec(zone)
    for where, value in rows_of(file, name, start=1, most=ROW_LIMIT):
        if isinstance(value, str):
            yield BadItem(where, value)
            continue
        try:
            row = row_of(value, where)
            yield row if JOURNAL in kinds else _new_item(row, codec)
        except BadData as problem:
            yield BadItem(where, reason_of(problem))
        except BadId as problem:
            yield BadItem(where, problem.message)


def _new_item(row: Row, codec: Codec[Memory]) -> Item:
    """The item of a row whose journal entries are not in the export."""
    id = stem_of(row.path.rpartition("/")[2])
    if row.kind in HELD:
        return RecordFile(row.where, ref_of(row.kind, id), row.raw)
    return whole_of(row.where, id, row.raw, codec) if row.kind == MEMORIES[0] else row
