"""Merging a file that both this clone and others have changed, as git's merge driver and
`doctor --fix` do it: key by key, and where both changed one, the later edit by the journal counts
and the other's words stay in the journal."""

from __future__ import annotations

import os
from hashlib import sha256

from memento_cli.actions.checkup.findings import rewrite
from memento_cli.actions.checkup.whole import decided, made_whole
from memento_cli.actions.git.id_conflict import (
    are_two,
    home_of,
    log_decision,
    move_to_own_folder,
    part,
    put_in_place,
)
from memento_cli.core.memory.record_kinds import ref_of
from memento_cli.errors import BadData, BadId, Conflict
from memento_cli.store.directory.folders import collection_of
from memento_cli.store.files.files import replace
from memento_cli.store.files.names import FILE, stem_of
from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.settings.settings import settings_of
from memento_cli.store.toml.merge import Sides, document_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from memento_cli.actions.checkup.whole import MendedFile
    from memento_cli.hub.local import LocalFile
    from memento_cli.hub.notes import FileNote
    from memento_cli.hub.remote import HubFile, Remote
    from memento_cli.store.directory.store import Store

MEMORIES = ("memories", "archive")


class Merging:
    """Merges of one sync. The common versions come from the hub, which keeps the last few."""

    def __init__(self, store: Store, remote: Remote, known: Mapping[str, FileNote]) -> None:
        self.store, self.remote, self.known = store, remote, known
        self.bases: dict[str, str] = {}

    def outdated(
        self, units: Mapping[str, Sequence[HubFile]], changed: Mapping[str, LocalFile]
    ) -> set[str]:
        """The units that this clone has only in a version which the hub had before, without any
        note of it: as a folder that was copied, or whose notes were lost."""
        unknown = {
            path: sha256(own.content).digest()
            for files in units.values()
            for path in [file.path for file in files]
            if (own := changed.get(path)) and own.expected is None and own.content is not None
        }
        former = self.remote.versions([(path, None) for path in unknown]) if unknown else {}
        behind = {path for path, hash in unknown.items() if (path, hash) in former}
        return {
            unit
            for unit, files in units.items()
            if all(file.path in behind or file.path not in changed for file in files)
        }

    def fetch_bases(
        self, units: Sequence[Sequence[HubFile]], changed: Mapping[str, LocalFile]
    ) -> None:
        """Get the common versions of files from the hub, as far as it has them."""
        wanted: list[tuple[str, bytes | None]] = []
        for file in (file for unit in units for file in unit):
            note = self.known.get(file.path)
            if note and note.hash == file.hash and file.content is not None:
                self.bases[file.path] = file.content.decode(errors="replace")
            elif note:
                wanted.append((file.path, note.hash))
        for (path, _), content in (self.remote.versions(wanted) if wanted else {}).items():
            self.bases[path] = content.decode(errors="replace")

    def merge(
        self, files: Sequence[HubFile], changed: Mapping[str, LocalFile], now: datetime
    ) -> None:
        """Merge the hub's version of one memory or record into this clone's; the lock is held.

        Where one side removed what the other changed, the change stays.
        """
        incoming = next((file for file in files if file.content is not None), None)
        if incoming is None or incoming.content is None:
            return
        folder, _, name = incoming.path.rpartition("/")
        text = incoming.content.decode("utf-8-sig", "replace")
        base = next((self.bases[f.path] for f in files if f.path in self.bases), None)
        if not folder:
            self._merge_settings(text, base)
        elif folder in MEMORIES:
            self._merge_memory(stem_of(name), folder, text, base, now)
        elif folder == "proposals":
            self._merge_plain(folder, stem_of(name), text)
        else:
            self._merge_record(folder, stem_of(name), text, base, now)

    def _merge_memory(
        self, id: str, folder: str, text: str, base: str | None, now: datetime
    ) -> None:
        store = self.store
        if not store.has_memory(id):
            collection_of(store, folder).create_raw(id, text.encode())
            return
        home = home_of(store, id)
        own = _text_of(home.path(id))
        if own != text:
            entries = store.journal.lines(id).lines
            pair = Sides(own, text, base)
            twice = are_two(store, id, pair, entries)
            whole = made_whole(home, id, pair, entries, are_two=twice)
            if whole is None:
                self._keep_readable(home.path(id), folder, id, text)
            else:
                self._settle(id, home.path(id), whole, now)
        move_to_own_folder(store, id)

    def _settle(self, id: str, path: str, whole: MendedFile, now: datetime) -> None:
        store, other = self.store, ""
        if whole.other:
            home = home_of(store, id)
            other = put_in_place(store, home, whole.other[0], Sides(whole.other[1]), now)
        replace(path, whole.text.encode())
        store.changed.append(path)
        if other:
            part(store, other, now, first_seen=whole.kept == "theirs")
        log_decision(store, id, whole, now)

    def _keep_readable(self, path: str, folder: str, id: str, text: str) -> None:
        """Take the hub's text if it can be read, where this clone's cannot, which stays beside."""
        collection = collection_of(self.store, folder)
        try:
            collection.codec.value(id, document_of(text, id).data)
        except BadData:
            return
        with open(path, "rb") as file:
            rewrite(self.store, path, file.read(), text.encode(), keep=True)

    def _merge_record(
        self, folder: str, id: str, text: str, base: str | None, now: datetime
    ) -> None:
        store, ref = self.store, ref_of(folder, id)
        collection = collection_of(store, folder)
        path = collection.path(id)
        if not os.path.lexists(path):
            collection.create_raw(id, text.encode())
            return
        pair = Sides(_text_of(path), text, base)
        try:
            ours, theirs = (document_of(side, ref) for side in (pair.ours, pair.theirs))
            if ref_in_data(ours.data) != ref_in_data(theirs.data):
                raise Conflict(f"{path} is another record than the hub's", "rename one of them")
            whole = decided(pair, ours, theirs, store.journal.lines(ref).lines)
            collection.codec.value(id, document_of(whole.text, ref).data)
        except (BadData, BadId):
            self._keep_readable(path, folder, id, text)
            return
        replace(path, whole.text.encode())
        store.changed.append(path)
        log_decision(store, ref, whole, now)

    def _merge_plain(self, folder: str, id: str, text: str) -> None:
        from memento_cli.actions.tidy.proposal_files import place_proposal  # few are merged

        place_proposal(self.store, id, Sides(text))

    def _merge_settings(self, text: str, base: str | None) -> None:
        path = self.store.settings_file
        pair = Sides(_text_of(path), text, base)
        ours, theirs = (document_of(side, FILE) for side in (pair.ours, pair.theirs))
        whole = decided(pair, ours, theirs, ())
        self.store.settings = settings_of(whole.text.encode(), FILE)
        replace(path, whole.text.encode())
        self.store.changed.append(path)
        if whole.decided.after:
            keys = ", ".join(whole.decided.after)
            self.store.warn(f"memento.toml: both had changed {keys}; see what it says now")


def _text_of(path: str) -> str:
    with open(path, "rb") as file:
        return file.read().decode("utf-8-sig", "replace")
