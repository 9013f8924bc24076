"""Merging a file that both this clone and others have changed, as git's merge driver and
`doctor --fix` do it: key by key, and where both changed one, the later edit by the journal counts
and the other's words stay in the journal."""

from __future__ import annotations

import os

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
from memento_cli.actions.tidy.proposal_files import place_proposal
from memento_cli.core.memory.record_kinds import ref_of
from memento_cli.errors import BadData, BadId, Conflict
from memento_cli.hub.local import MEMORIES
from memento_cli.store.directory.folders import collection_of
from memento_cli.store.files.files import read_regular, replace
from memento_cli.store.files.names import FILE, stem_of
from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.settings.settings import settings_of
from memento_cli.store.toml.merge import Sides, document_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from memento_cli.actions.checkup.whole import MendedFile
    from memento_cli.core.memory.memory import Memory
    from memento_cli.hub.answers import HubFile
    from memento_cli.hub.remote import Remote
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection


class Merging:
    """Merges of one sync. The common versions come from the hub, which keeps the last few."""

    def __init__(self, store: Store, remote: Remote) -> None:
        self.store, self.remote = store, remote
        self.bases: dict[str, str] = {}

    def former(self, hashes: Mapping[str, bytes]) -> set[str]:
        """The paths of those of these files, by their hashes, that the hub had so before."""
        kept = self.remote.versions([(path, None) for path in hashes]) if hashes else {}
        return {path for path, hash in hashes.items() if (path, hash) in kept}

    def fetch_bases(self, ancestors: Mapping[str, Sequence[bytes]]) -> None:
        """Get the bases of merges from the hub, as far as it has them: of each path the first of
        these versions."""
        wanted = [(path, hash) for path, hashes in ancestors.items() for hash in hashes]
        kept = self.remote.versions(wanted) if wanted else {}
        for path, hashes in ancestors.items():
            base = next((kept[path, hash] for hash in hashes if (path, hash) in kept), None)
            if base is not None:
                self.bases[path] = base.decode(errors="replace")

    def merge(self, files: Sequence[HubFile], now: datetime) -> None:
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
            place_proposal(self.store, stem_of(name), Sides(text))
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
            pair, own_side = _ordered(own, text, base)
            twice = are_two(store, id, pair, entries)
            whole = made_whole(home, id, pair, entries, are_two=twice)
            if whole is None:
                self._keep_readable(home.path(id), folder, id, text)
            elif whole.other:
                self._part(
                    id,
                    (home, collection_of(store, folder)),
                    whole,
                    whole.other,
                    now,
                    is_ours=whole.kept == own_side,
                )
                return
            else:
                replace(home.path(id), whole.text.encode())
                store.changed.append(home.path(id))
                log_decision(store, id, whole, now)
                self._tell_what_both_changed(id, whole)
        move_to_own_folder(store, id)

    def _tell_what_both_changed(self, id: str, whole: MendedFile) -> None:
        if whole.decided.after:
            keys = ", ".join(key.removeprefix("memory.") for key in whole.decided.after)
            holds = f"the later edit holds, and `memento log {id} --changes` has both"
            self.store.warn(f"{id}: both had changed {keys}; {holds}")

    def _part(
        self,
        id: str,
        folders: tuple[Collection[Memory], Collection[Memory]],
        whole: MendedFile,
        other: tuple[str, str],
        now: datetime,
        *,
        is_ours: bool,
    ) -> None:
        """Give each of two memories of one id its own file, in the folder that it had: this clone's
        and the hub's, in this order. `is_ours`: this clone's keeps the id."""
        store, home = self.store, folders[0]
        stays, leaves = folders if is_ours else folders[::-1]
        fresh = put_in_place(store, leaves, other[0], Sides(other[1]), now)
        if stays is not home:
            home.move([id], stays)
        replace(stays.path(id), whole.text.encode())
        store.changed.append(stays.path(id))
        part(store, fresh, now, first_seen=not is_ours)
        log_decision(store, id, whole, now)

    def _keep_readable(self, path: str, folder: str, id: str, text: str) -> None:
        """Take the hub's text if it can be read, where this clone's cannot, which stays beside."""
        collection = collection_of(self.store, folder)
        try:
            collection.codec.value(id, document_of(text, id).data)
        except BadData:
            return
        rewrite(self.store, path, read_regular(path), text.encode(), keep=True)

    def _merge_record(
        self, folder: str, id: str, text: str, base: str | None, now: datetime
    ) -> None:
        store, ref = self.store, ref_of(folder, id)
        collection = collection_of(store, folder)
        path = collection.path(id)
        if not os.path.lexists(path):
            collection.create_raw(id, text.encode())
            return
        pair, _ = _ordered(_text_of(path), text, base)
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

    def _merge_settings(self, text: str, base: str | None) -> None:
        path = self.store.settings_file
        pair, _ = _ordered(_text_of(path), text, base)
        ours, theirs = (document_of(side, FILE) for side in (pair.ours, pair.theirs))
        whole = decided(pair, ours, theirs, ())
        self.store.settings = settings_of(whole.text.encode(), FILE)
        replace(path, whole.text.encode())
        self.store.changed.append(path)
        if whole.decided.after:
            keys = ", ".join(whole.decided.after)
            self.store.warn(f"memento.toml: both had changed {keys}; see what it says now")


def _ordered(own: str, other: str, base: str | None) -> tuple[Sides, str]:
    """Two texts as sides of a merge, and which of them is this clone's: in an order that is the
    same in every clone, so that all make the same of them."""
    if own < other:
        return Sides(own, other, base), "ours"
    return Sides(other, own, base), "theirs"


def _text_of(path: str) -> str:
    return read_regular(path).decode("utf-8-sig", "replace")
