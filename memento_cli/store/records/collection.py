"""A folder of typed TOML files, one value a file: memories, and every kind of record."""

from __future__ import annotations

import os
from codecs import BOM_UTF8

from memento_cli.core.memory.ids import checked_id, is_safe_id, nfc
from memento_cli.errors import BadData, BadId, Conflict, NotFound
from memento_cli.named_tuple import Generic, TypeVar
from memento_cli.standard import cached_property
from memento_cli.store.files.files import (
    EXHAUSTED,
    create,
    is_there,
    move_all,
    os_errors,
    read_with_status,
    replace,
)
from memento_cli.store.files.names import (
    SUFFIX,
    ids_of,
    names_in,
    parted_names,
    spellings,
    stem_of,
)
from memento_cli.store.files.system import sync_folder
from memento_cli.store.records.loaded import Broken, LoadedRecord, LoadedValue
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
        self._names: Mapping[str, str] = {}  # the last listed file names of ids that are not ASCII

    def path(self, id: str) -> str:
        """The path of the file with this id, whether there is one or not."""
        id = checked_id(id)
        path = os.path.join(self.folder, id + SUFFIX)
        if id.isascii() or os.path.lexists(path):
            return path
        if id not in self._names or not os.path.lexists(self._listed_path(id)):
            self._names = spellings(names_in(self.folder))
        return self._listed_path(id)

    def _listed_path(self, id: str) -> str:
        return os.path.join(self.folder, self._names.get(id, id + SUFFIX))

    def ids(self) -> list[str]:
        """The ids of all files whose names are valid ids."""
        return ids_of(names_in(self.folder))

    def __contains__(self, id: str) -> bool:
        return is_there(self.path(id)) and not self._is_anothers(id)

    def _is_anothers(self, id: str) -> bool:
        """Whether a file system that ignores case has the file of another id under this one: who
        types capitals means that, and no act may be journaled under both."""
        if id == id.lower() or not self._ignores_case:
            return False
        return id not in self.ids()

    @cached_property
    def _ignores_case(self) -> bool:
        above, name = os.path.split(self.folder)
        return os.path.lexists(os.path.join(above, name.upper()))

    def read(self, id: str) -> LoadedRecord[T]:
        """One value; NotFound if there is no such file, BadData if it is not valid."""
        path = self.path(id)
        if self._is_anothers(id):
            raise NotFound(f"No {self.codec.noun} with id {id}")
        raw, status = self._raw(path)
        document = parsed(raw, path)
        value = self._value(id, path, document)
        return LoadedRecord(id, value, document, os.path.basename(path), status)

    def scan(self) -> Iterator[LoadedRecord[T] | Broken]:
        """Every file: its value, or what is wrong with it."""
        names = names_in(self.folder)
        self._names = spellings(names)
        yield from self.read_names(names)
        yield from self.waiting()

    def waiting(self) -> Iterator[Broken]:
        """The files that wait for the end of a merge, which gives them their ids."""
        for name in parted_names(self.folder):
            yield Broken(name, BadData(self._path(name), ["waits for the end of a merge"]), name)

    def read_names(self, names: Iterable[str]) -> Iterator[LoadedRecord[T] | Broken]:
        """The files of these names: their values, or what is wrong; one that is gone is skipped."""
        return filter(None, (self._unless_broken(name, self._loaded_record) for name in names))

    def read_values(self, names: Iterable[str]) -> Iterator[LoadedValue[T] | Broken]:
        """As `read_names`, without documents, which only a change of a file needs."""
        return filter(None, (self._unless_broken(name, self._loaded_value) for name in names))

    def _loaded_record(
        self, id: str, name: str, raw: bytes, status: os.stat_result
    ) -> LoadedRecord[T]:
        path = self._path(name)
        document = parsed(raw, path)
        return LoadedRecord(id, self._value(id, path, document), document, name, status)

    def _loaded_value(
        self, id: str, name: str, raw: bytes, status: os.stat_result
    ) -> LoadedValue[T]:
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
            return None  # removed since it was listed, by git or another process
        except BadId as problem:
            return Broken(id, BadData(path, [problem.message]), name)
        except BadData as problem:
            return Broken(id, problem, name, status)

    def create(self, id: str, value: T, *, sync: bool = True) -> str:
        """Create the file of a value, and return its path; FileExistsError if the id is taken."""
        return self.create_raw(id, self.raw_of(id, value), sync=sync)

    def raw_of(self, id: str, value: T) -> bytes:
        """The bytes of the file of a value; BadData if it could not be read again."""
        path = os.path.join(self.folder, checked_id(id) + SUFFIX)
        raw = encoded(rendered(self.codec.data(value)))
        self._value(id, path, parsed(raw, path))
        return raw

    def create_raw(self, id: str, raw: bytes, *, sync: bool = True) -> str:
        """Create a file of these bytes, and return its path; FileExistsError if the id is taken."""
        path = os.path.join(self.folder, checked_id(id) + SUFFIX)
        create(path, raw, sync=sync)
        self._changed.append(path)
        return path

    def change(self, id: str, make: Callable[[T], T]) -> tuple[T, T, Change]:
        """Replace a value by what `make` makes of it; only the keys that differ are edited.

        Returns the values before and after, and the change of keys.
        """
        with self._lock.held():
            record = self._writable(id)
            after = make(record.value)
            keys = self._differences(record.value, after)
            return record.value, after, self._save(record, keys)

    def set_keys(self, id: str, keys: Mapping[str, Any]) -> tuple[T, T, Change]:
        """Set keys of the document by their paths; None removes one. Returns as `change` does."""
        with self._lock.held():
            record = self._writable(id)
            change = self._save(record, keys)
            return record.value, self.read(id).value, change

    def write_text(self, id: str, text: str, stamp: bytes) -> tuple[T, T, Change]:
        """Replace the text that has this stamp; Conflict if it has changed since."""
        path = self.path(id)
        with self._lock.held():
            record = self.read(id)
            if record.stamp != stamp:
                raise Conflict(
                    f"{id} changed while it was being edited", "edit it again; nothing was written"
                )
            document = parsed(encoded(text), path)
            value = self._value(id, path, document)
            self._check_id(id, document)
            if text != record.document.text:
                replace(path, encoded(text))
                self._changed.append(path)
            return record.value, value, changed_keys(record.document.data, document.data)

    def move(self, ids: Sequence[str], other: Collection[T]) -> None:
        """Move files, as they are, to another collection, synced to disk."""
        with self._lock.held():
            pairs = [(self.path(id), os.path.join(other.folder, id + SUFFIX)) for id in ids]
            move_all(pairs)
            self._changed += [path for pair in pairs for path in pair]

    def remove(self, id: str) -> bytes:
        """Delete a file, synced to disk, and return its bytes.

        After an error the file may be gone: the caller restores it.
        """
        path = self.path(id)
        with self._lock.held():
            raw = self._raw(path)[0]
            with os_errors(path):
                os.unlink(path)
                sync_folder(self.folder)
            self._changed.append(path)
        return raw

    def _check_name(self, name: str, stem: str) -> None:
        """BadId or BadData if the file of this name is not the one that has its id."""
        if name.isascii():
            if not is_safe_id(stem):  # quicker than checked_id, which words the error
                checked_id(stem)
            return
        other = os.path.basename(self.path(stem))
        if other != name:
            raise BadData(os.path.join(self.folder, name), [f"has the id of {other}, too"])

    def _raw(self, path: str) -> tuple[bytes, os.stat_result]:
        try:
            return read_with_status(path, SIZE_LIMIT)
        except FileNotFoundError:
            id = os.path.basename(path).removesuffix(SUFFIX)
            raise NotFound(f"No {self.codec.noun} with id {id}") from None
        except OSError as problem:
            if problem.errno in EXHAUSTED:
                with os_errors(path):
                    raise
            why = "a symbolic link" if os.path.islink(path) else problem.strerror
            raise BadData(path, [f"cannot be read: {why}"]) from None

    def _value(self, id: str, path: str, document: Document) -> T:
        try:
            return self.codec.value(id, document.data)
        except BadData as problem:
            raise BadData(path, problem.problems) from None

    def _writable(self, id: str) -> LoadedRecord[T]:
        record = self.read(id)
        self._check_id(id, record.document)
        return record

    def _check_id(self, id: str, document: Document) -> None:
        for record in self.codec.types:
            own = None if record.is_strict else value_at(document.data, record.key.split("."))
            if own is not None and nfc(str(own)) != id:
                raise Conflict(
                    f"{self.path(id)} says that its id is {own!r}",
                    "`memento doctor --fix` sets it, if no other memory has that id",
                )

    def _differences(self, before: T, after: T) -> dict[str, Any]:
        old, new = flat(self.codec.data(before)), flat(self.codec.data(after))
        return {key: new.get(key) for key in {**old, **new} if not same(old.get(key), new.get(key))}

    def _save(self, record: LoadedRecord[T], keys: Mapping[str, Any]) -> Change:
        from memento_cli.store.toml.splice import REMOVED, edited  # only writing needs it

        path, data = self.path(record.id), record.document.data
        before = {key: plain(value_at(data, path_of(key))) for key in keys}
        changes = {
            path_of(key): REMOVED if value is None else self._entries(record, key, value)
            for key, value in removals_first(keys)
            if not same(before[key], value)
        }
        if changes:
            text = edited(record.document, changes)
            self._value(record.id, path, parsed(encoded(text), path))
            if self._raw(path)[0].removeprefix(BOM_UTF8) != record.document.text.encode():
                raise Conflict(f"{record.id} is being changed by another program", "try again")
            replace(path, encoded(text))
            self._changed.append(path)
        return change_of(before, keys)

    def _entries(self, record: LoadedRecord[T], key: str, value: Any) -> Any:
        """A list of tables in which the unchanged ones are as the file has them."""
        raw = value_at(record.document.data, path_of(key))
        if not isinstance(value, list | tuple) or not isinstance(raw, list):
            return value
        before = flat(self.codec.data(record.value)).get(key, [])
        pairs = list(zip(before, raw, strict=False)) if len(before) == len(raw) else []
        return [next((old for it, old in pairs if same(it, entry)), entry) for entry in value]
