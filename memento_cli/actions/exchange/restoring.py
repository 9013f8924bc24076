"""Restores an export of memento: its files and logs, byte for byte.

An empty store gets all of it, with the settings. Into another store it is merged: missing files are
added, differing ones are skipped, and logs get the lines that they lack. The restore writes no
journal entry of its own, as the export has them. What was erased or removed here stays so.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property

from memento_cli.actions.exchange.sources.entry import NOT_AGAIN, BadItem, reason_of
from memento_cli.actions.memory.known import says_the_same
from memento_cli.actions.memory.reading import journal_entries
from memento_cli.core.journal.event_types import LEAVES, RECORDED, REMOVED, RESTORED
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.memory.record_kinds import ref_of
from memento_cli.errors import BadData, Refused
from memento_cli.store.directory.folders import collection_of
from memento_cli.store.exchange.export_rows import FILE_KINDS, LOG_KINDS, MEMORIES, SETTINGS
from memento_cli.store.files.files import create, os_errors, read_regular, refuse_link, replace
from memento_cli.store.files.names import names_in, stem_of
from memento_cli.store.files.system import sync_folder
from memento_cli.store.redaction.erasure import erasures, remove_erased_if_possible
from memento_cli.store.redaction.pending import nothing_pending
from memento_cli.store.settings.settings import settings_of
from memento_cli.store.settings.values import SCHEMA_VERSION
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from memento_cli.store.directory.store import Store
    from memento_cli.store.exchange.export_rows import Row
    from memento_cli.store.records.collection import Collection

CLAIMS = "says itself whose word it is"
ELSEWHERE = {"memories": "archive", "archive": "memories"}
"""The other folder in which a memory may be."""


class Restoring:
    """A restore under way, and its outcome. The caller holds the lock while it takes rows.

    Unless it `merges`, it can only fill an empty store, as an export claims trust for itself.
    """

    def __init__(self, store: Store, *, dry: bool = False, merges: bool = True) -> None:
        self.store, self.dry, self.merges = store, dry, merges
        holds_files = any(names_in(collection_of(store, kind).folder) for kind in FILE_KINDS)
        self.is_new = not (holds_files or store.journal.files() or store.events.files())
        self.added: dict[str, str] = {}  # the path of each file by its reference
        self.lines = self.already = 0  # lines added to logs, and items known already
        self.skipped: list[BadItem] = []
        self.log: list[Row] = []  # the rows of the current log so far

    def take(self, row: Row) -> None:
        """Write one row. A bad one is skipped."""
        if row.kind in LOG_KINDS:
            if self.log and self.log[0].path != row.path:
                self._keep_log()
            self.log.append(row)
            return
        try:
            self._settings(row) if row.kind == SETTINGS else self._file(row)
        except BadData as problem:
            self.skipped.append(BadItem(row.where, reason_of(problem)))

    def end(self) -> None:
        """Finish the restore, and remove what was erased here."""
        self._keep_log()
        if self.dry:
            return
        if not nothing_pending(self.store.root):
            remove_erased_if_possible(self.store)
        for name in [name for name, path in self.added.items() if not os.path.lexists(path)]:
            del self.added[name]
            self.skipped.append(BadItem(name, f"was erased here and {NOT_AGAIN}"))
        for folder in {os.path.dirname(path) for path in self.added.values()}:
            with os_errors(folder):
                sync_folder(folder)

    def _settings(self, row: Row) -> None:
        path = self.store.settings_file
        settings = settings_of(row.raw, row.path)
        if settings["schema_version"] > SCHEMA_VERSION:
            version = settings["schema_version"]
            raise Refused(f"the export is of format {version}", "upgrade memento")
        if row.raw == self.store.settings.raw:
            self.already += 1
        elif not self.is_new:
            self.store.warn("this store keeps its own settings, not those of the export")
        elif not self.dry:
            replace(path, row.raw)
            self.store.settings = settings
            self.store.changed.append(path)

    def _file(self, row: Row) -> None:
        folder, id = collection_of(self.store, row.kind), stem_of(row.path.partition("/")[2])
        name = id if row.kind in MEMORIES else ref_of(row.kind, id)
        path = folder.path(id)
        if name in self.added:
            raise BadData(row.where, [f"{name} stands twice in the export"])
        if os.path.lexists(path):
            self._compare(row, folder, id)
            return
        if not self.is_new:
            if self._is_gone(row, name):
                self.already += 1
                return
            folder.codec.value(id, parsed(row.raw, row.where).data)
        if not self.dry:
            self._check_may_add()
            try:
                folder.create_raw(id, row.raw, sync=False)
            except FileExistsError:
                raise BadData(row.where, [f"another program is writing {name}"]) from None
        self.added[name] = path

    def _check_may_add(self) -> None:
        """Raise Refused if the export would add to a store that is not empty."""
        if not (self.is_new or self.merges):
            raise Refused(
                f"this export {CLAIMS}",
                "if it is your own, --keep-trust merges it, or goes on where it was cut off; a new"
                " store takes it in whole",
            )

    def _compare(self, row: Row, folder: Collection[Any], id: str) -> None:
        """Count a file that exists already; BadData if it has other content."""
        same = read_regular(folder.path(id), SIZE_LIMIT) == row.raw
        if not same and row.kind in MEMORIES:
            with suppress(BadData):
                same = says_the_same(folder, id, parsed(row.raw, row.where).data)
        if not same:
            raise BadData(row.where, [f"{row.path} is there already, with other content"])
        self.already += 1

    def _is_gone(self, row: Row, name: str) -> bool:
        """Whether a file was removed here, or is in the other folder; BadData if it was erased."""
        other = ELSEWHERE.get(row.kind)
        if other and name in collection_of(self.store, other):
            return True
        if name in self.erased:
            raise BadData(row.where, [f"was erased here and {NOT_AGAIN}"])
        return self.last.get(name) in (*LEAVES, REMOVED)

    @cached_property
    def erased(self) -> Mapping[str, Any]:
        """The erased memories, without records, which may be stated again."""
        return {name: lines for name, lines in erasures(self.store).items() if "/" not in name}

    @cached_property
    def last(self) -> Mapping[str, str]:
        """The last act that made or removed each memory and record here."""
        entries = distinct(journal_entries(self.store))
        undone, moves = undone_ids(entries), (RECORDED, RESTORED, *LEAVES, REMOVED)
        in_force = (entry for entry in entries if entry.id not in undone and entry.act in moves)
        return {entry.memory: entry.act for entry in sorted(in_force, key=lambda entry: entry.id)}

    def _keep_log(self) -> None:
        rows, self.log = self.log, []
        if not rows:
            return
        try:
            self._merge(rows)
        except BadData as problem:
            self.skipped.append(BadItem(rows[0].where, reason_of(problem)))

    def _merge(self, rows: Sequence[Row]) -> None:
        """Write the rows of one log, or add those that the existing log lacks."""
        path = os.path.join(self.store.root, *rows[0].path.split("/"))
        folder = os.path.dirname(path)
        refuse_link(os.path.dirname(folder))
        refuse_link(folder)
        offered = b"".join(row.raw + b"\n" * (not row.torn) for row in rows)
        before = read_regular(path) if os.path.lexists(path) else None
        existing = set((before or b"").split(b"\n"))
        fresh = [row for row in rows if row.raw and row.raw not in existing]
        self.lines += len(fresh)
        self.already += sum(row.raw in existing for row in rows if row.raw)
        if self.dry or (before is not None and not fresh):
            return
        self._check_may_add()
        if before is None:
            create(path, offered)
        elif offered.startswith(before):
            replace(path, offered)
        else:  # added in front, so that the writer's newest line stays the last
            replace(path, b"".join(row.raw + b"\n" for row in fresh) + before)
        self.store.changed.append(path)
