"""A folder of typed TOML files, one value a file. Memories are one; other kinds share it."""

from __future__ import annotations

import os
import unicodedata
from codecs import BOM_UTF8

from memento_cli.core.memory.ids import checked_id, is_safe_id
from memento_cli.errors import BadData, BadId, Conflict, NotFound
from memento_cli.named_tuple import Generic, TypeVar
from memento_cli.store.files.files import (
    EXHAUSTED,
    create,
    is_there,
    move_all,
    read_stated,
    replace,
    sync_folder,
    system,
)
from memento_cli.store.files.names import (
    SUFFIX,
    ids_of,
    names_in,
    names_waiting,
    spellings,
    stem_of,
)
from memento_cli.store.records.found import Broken, LoadedRecord, LoadedValue
from memento_cli.store.toml.changes import (
    change_of,
    changed_keys,
    flat,
    plain,
    removals_first,
    same,
)
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.writer import encoded, path_of, rendered, value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from memento_cli.store.files.lock import Lock
    from memento_cli.store.records.codec import Codec
    from memento_cli.store.toml.changes import Change
    from memento_cli.store.toml.parse import (
        Document,
    )


T = TypeVar("T")
R = TypeVar("R")


class Collection(Generic[T]):
    """The values in one folder of the store, by id."""

    def __init__(self, folder: str, codec: Codec[T], lock: Lock, changed: list[str]) -> None:
        self.folder = folder
        self.codec = codec
        self._lock = lock
        self._changed = changed
        self._spelt: Mapping[str, str] = {}  # the names last seen of ids that are not ASCII

    def path(self, id: str) -> str:
        """Where the value with this id is, or would be."""
        id = checked_id(id)
        path = os.path.join(self.folder, id + SUFFIX)
        if id.isascii() or os.path.lexists(path):
            return path
        if id not in self._spelt or not os.path.lexists(self._seen(id)):
            self._spelt = spellings(names_in(self.folder))
        return self._seen(id)

    def _seen(self, id: str) -> str:
        return os.path.join(self.folder, self._spelt.get(id, id + SUFFIX))

    def ids(self) -> list[str]:
        """The ids of all files whose names can be one."""
        return ids_of(names_in(self.folder))

    def __contains__(self, id: str) -> bool:
        return is_there(self.path(id))

    def read(self, id: str) -> LoadedRecord[T]:
        """One value. NotFound if there is no such file, BadData if it says nothing sensible."""
        path = self.path(id)
        raw, status = self._raw(path)
        document = parsed(raw, path)
        value = self._value(id, path, document)
        return LoadedRecord(id, value, document, os.path.basename(path), status)

    def scan(self) -> Iterator[LoadedRecord[T] | Broken]:
        """Every file: its value, or what is wrong with it. One broken file hides no other."""
        names = names_in(self.folder)
        self._spelt = spellings(names)
        yield from self.read_names(names)
        yield from self.waiting()

    def waiting(self) -> Iterator[Broken]:
        """Those that are no value's yet: a merge has to give them their places."""
        for name in names_waiting(self.folder):
            yield Broken(name, BadData(self._path(name), ["waits for the end of a merge"]), name)

    def read_names(self, names: Iterable[str]) -> Iterator[LoadedRecord[T] | Broken]:
        """The same for the files with these names; one that is gone is passed over."""
        return filter(None, (self._unless_broken(name, self._found) for name in names))

    def tell_names(self, names: Iterable[str]) -> Iterator[LoadedValue[T] | Broken]:
        """The same without their documents, which only the writing of a file needs."""
        return filter(None, (self._unless_broken(name, self._told) for name in names))

    def _found(self, id: str, name: str, raw: bytes, status: os.stat_result) -> LoadedRecord[T]:
        path = self._path(name)
        document = parsed(raw, path)
        return LoadedRecord(id, self._value(id, path, document), document, name, status)

    def _told(self, id: str, name: str, raw: bytes, status: os.stat_result) -> LoadedValue[T]:
        path = self._path(name)
        return LoadedValue(id, self._value(id, path, parsed(raw, path)), raw, name, status)

    def _path(self, name: str) -> str:
        return f"{self.folder}{os.sep}{name}"

    def _unless_broken(
        self, name: str, read: Callable[[str, str, bytes, os.stat_result], R]
    ) -> R | Broken | None:
        id, path, status = stem_of(name), self._path(name), None
        try:
            self._check_name(name, id)
            raw, status = self._raw(path)
            return read(id, name, raw, status)
        except NotFound:
            return None  # gone since it was listed: a git checkout, another process
        except BadId as problem:
            return Broken(id, BadData(path, [problem.message]), name)
        except BadData as problem:
            return Broken(id, problem, name, status)

    def create(self, id: str, value: T, *, sync: bool = True) -> str:
        """A new file; FileExistsError when the id is taken. Answers its path."""
        return self.create_raw(id, self.raw_of(id, value), sync=sync)

    def raw_of(self, id: str, value: T) -> bytes:
        """The file that a value makes; BadData when it could not be read again."""
        path = os.path.join(self.folder, checked_id(id) + SUFFIX)
        raw = encoded(rendered(self.codec.data(value)))
        self._value(id, path, parsed(raw, path))
        return raw

    def create_raw(self, id: str, raw: bytes, *, sync: bool = True) -> str:
        """A new file with these bytes; the same otherwise."""
        path = os.path.join(self.folder, checked_id(id) + SUFFIX)
        create(path, raw, sync=sync)
        self._changed.append(path)
        return path

    def change(self, id: str, make: Callable[[T], T]) -> tuple[T, T, Change]:
        """Replace a value by what `make` makes of it: only the keys that differ are edited."""
        with self._lock.held():
            found = self._writable(id)
            after = make(found.value)
            keys = self._differences(found.value, after)
            return found.value, after, self._save(found, keys)

    def set_keys(self, id: str, keys: Mapping[str, Any]) -> tuple[T, T, Change]:
        """Set keys of the document by their paths; None removes one."""
        with self._lock.held():
            found = self._writable(id)
            change = self._save(found, keys)
            return found.value, self.read(id).value, change

    def write_text(self, id: str, text: str, stamp: bytes) -> tuple[T, T, Change]:
        """Put an edited text in place of the one with this stamp; Conflict if that has changed."""
        path = self.path(id)
        with self._lock.held():
            found = self.read(id)
            if found.stamp != stamp:
                raise Conflict(
                    f"{id} changed while it was being edited", "edit it again; nothing was written"
                )
            document = parsed(encoded(text), path)
            value = self._value(id, path, document)
            self._check_id(id, document)
            if text != found.document.text:
                replace(path, encoded(text))
                self._changed.append(path)
            return found.value, value, changed_keys(found.document.data, document.data)

    def move(self, ids: Sequence[str], other: Collection[T]) -> None:
        """Move files, as they are, to another collection; on disk when it returns."""
        with self._lock.held():
            pairs = [(self.path(id), os.path.join(other.folder, id + SUFFIX)) for id in ids]
            move_all(pairs)
            self._changed += [path for pair in pairs for path in pair]

    def remove(self, id: str) -> bytes:
        """Delete a file, for good; on disk when it returns. Answers what it said.

        If that fails the file may be gone all the same: who removes it puts it back.
        """
        path = self.path(id)
        with self._lock.held():
            raw = self._raw(path)[0]
            with system(path):
                os.unlink(path)
                sync_folder(self.folder)
            self._changed.append(path)
        return raw

    def _check_name(self, name: str, stem: str) -> None:
        """BadId or BadData if the file with this name is not the one that has its id."""
        if name.isascii():
            if not is_safe_id(stem):  # which is quicker for most
                checked_id(stem)
            return
        twin = os.path.basename(self.path(stem))
        if twin != name:
            raise BadData(os.path.join(self.folder, name), [f"has the id of {twin}, too"])

    def _raw(self, path: str) -> tuple[bytes, os.stat_result]:
        try:
            return read_stated(path, SIZE_LIMIT)
        except FileNotFoundError:
            id = os.path.basename(path).removesuffix(SUFFIX)
            raise NotFound(f"No {self.codec.noun} with id {id}") from None
        except OSError as problem:
            if problem.errno in EXHAUSTED:
                with system(path):
                    raise
            why = "a symbolic link" if os.path.islink(path) else problem.strerror
            raise BadData(path, [f"cannot be read: {why}"]) from None

    def _value(self, id: str, path: str, document: Document) -> T:
        try:
            return self.codec.value(id, document.data)
        except BadData as problem:
            raise BadData(path, problem.problems) from None

    def _writable(self, id: str) -> LoadedRecord[T]:
        found = self.read(id)
        self._check_id(id, found.document)
        return found

    def _check_id(self, id: str, document: Document) -> None:
        for record in self.codec.types:
            said = None if record.is_strict else value_at(document.data, record.key.split("."))
            if said is not None and unicodedata.normalize("NFC", str(said)) != id:
                raise Conflict(
                    f"{self.path(id)} says that its id is {said!r}",
                    "`memento doctor --fix` sets it, if no other memory has that id",
                )

    def _differences(self, before: T, after: T) -> dict[str, Any]:
        old, new = flat(self.codec.data(before)), flat(self.codec.data(after))
        return {key: new.get(key) for key in {**old, **new} if not same(old.get(key), new.get(key))}

    def _save(self, found: LoadedRecord[T], keys: Mapping[str, Any]) -> Change:
        from memento_cli.store.toml.splice import REMOVED, edited  # only writing needs it

        path, data = self.path(found.id), found.document.data
        before = {key: plain(value_at(data, path_of(key))) for key in keys}
        changes = {
            path_of(key): REMOVED if value is None else self._entries(found, key, value)
            for key, value in removals_first(keys)
            if not same(before[key], value)
        }
        if changes:
            text = edited(found.document, changes)
            self._value(found.id, path, parsed(encoded(text), path))
            if self._raw(path)[0].removeprefix(BOM_UTF8) != found.document.text.encode():
                raise Conflict(f"{found.id} is being changed by another program", "try again")
            replace(path, encoded(text))
            self._changed.append(path)
        return change_of(before, keys)

    def _entries(self, found: LoadedRecord[T], key: str, value: Any) -> Any:
        """A list of tables in which those that did not change stand as the file has them."""
        raw = value_at(found.document.data, path_of(key))
        if not isinstance(value, list | tuple) or not isinstance(raw, list):
            return value
        known = flat(self.codec.data(found.value)).get(key, [])
        pairs = list(zip(known, raw, strict=False)) if len(known) == len(raw) else []
        return [next((old for twin, old in pairs if same(twin, entry)), entry) for entry in value]
