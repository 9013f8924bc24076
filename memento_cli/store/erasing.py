"""Erasure: what a memory said is taken out of files and logs, and does not come back by a merge.

An `erased` line tells every clone. These lines stand in logs of their own, under `journal/erased/`,
so that whoever writes next can see at a glance whether there is something to take out. The id
stays, as numbers and hashes do; a salted hash of the words tells them when they come back.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from memento_cli.core.acts import ERASED
from memento_cli.core.history import Line
from memento_cli.errors import BadData, MementoError
from memento_cli.store.erased import erased_logs, keep_finished
from memento_cli.store.files import TEMPORARY, read_regular, replace, sync_folder, system
from memento_cli.store.journal import lines_in
from memento_cli.store.jsonl import line_of, line_text
from memento_cli.store.names import CONFLICT, SUFFIX, is_value, stem_of
from memento_cli.store.settings import settings_of
from memento_cli.store.splice import edited
from memento_cli.store.toml import SIZE_LIMIT, parsed

if TYPE_CHECKING:
    from memento_cli.store.store import Store

HASHED, FROM = "words", "from"
"""In a line's `more`: the salted hash of what was erased; and where an import took it from."""
SALT = "erasure.salt"
HASH_BYTES, KEY_BYTES = 16, 64


class Traces(NamedTuple):
    """Where something of erased memories is: files of theirs, and lines with words by log."""

    files: tuple[str, ...]
    lines: Mapping[str, int]


def erasures(store: Store) -> dict[str, Line]:
    """The erased memories: the line that says so, by id."""
    found: dict[str, Line] = {}
    for path in erased_logs(store.root):
        for _, line in lines_in(path):
            if not isinstance(line, str) and line.act == ERASED:
                found.setdefault(line.memory, line)
    return found


def words_hash(store: Store, summary: str, detail: str) -> str:
    """The salted hash of what a memory says, whatever its case, its spaces and its line ends."""
    plain = unicodedata.normalize("NFKC", f"{summary} {detail}").casefold()
    text = " ".join(plain.split()).encode(errors="surrogatepass")
    salt = store.settings[SALT].encode()[:KEY_BYTES]
    return blake2b(text, digest_size=HASH_BYTES, key=salt).hexdigest()


def with_salt(store: Store) -> None:
    """Give a store that was made without one its salt; the lock is held."""
    if store.settings[SALT]:
        return
    path = store.settings_file
    document = parsed(read_regular(path, SIZE_LIMIT), path)
    salt = os.urandom(HASH_BYTES).hex()
    replace(path, edited(document, {tuple(SALT.split(".")): salt}).encode())
    store.memories.changed.append(path)
    store.settings = settings_of(read_regular(path, SIZE_LIMIT), path)


def traces_of(store: Store, ids: Collection[str]) -> Traces:
    """What is left of these memories in the store."""
    files = [path for folder in _folders(store) for path in _files_of(folder, ids)]
    lines = {path: _blanked(path, ids)[1] for path in store.journal.files()}
    return Traces(tuple(files), {path: count for path, count in lines.items() if count})


def finish(store: Store) -> Traces:
    """Take out what is left of all that was erased; the lock is held."""
    ids = erasures(store).keys()
    found = traces_of(store, ids)
    for path in found.files:
        with system(path), suppress(FileNotFoundError):
            os.unlink(path)
    for folder in _folders(store):
        if os.path.isdir(folder):
            sync_folder(folder)
    for path in found.lines:
        replace(path, _blanked(path, ids)[0])
    keep_finished(store.root, ids)
    store.memories.changed += found.files
    store.journal.changed += found.lines
    return found


def finish_if_possible(store: Store) -> None:
    """The same before any act, which it never fails."""
    try:
        found = finish(store)
    except (MementoError, OSError) as problem:
        store.warn(f"what was erased is still there: {problem}")
        return
    for path in found.files:
        store.warn(f"{path}: was erased; removed")


def _folders(store: Store) -> tuple[str, str]:
    return store.memories.folder, store.archive.folder


def _files_of(folder: str, ids: Collection[str]) -> Iterator[str]:
    """The files of these memories in a folder, and what editors, merges and kills left of them."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if is_value(entry.name):
                if stem_of(entry.name) in ids:
                    yield entry.path
            elif entry.name.startswith(TEMPORARY):
                raw = _bytes(entry.path)
                if any(f'id = "{id}"'.encode() in raw for id in ids):
                    yield entry.path
            elif _is_copy(entry.name.removeprefix("."), ids):
                yield entry.path


def _is_copy(name: str, ids: Collection[str]) -> bool:
    """Whether a file that is no memory's is a copy of one: `ID.toml.orig`, `ID.toml~`."""
    id, suffix, rest = name.rpartition(SUFFIX)
    return (bool(suffix) and id in ids) or (
        suffix == SUFFIX and not rest and id.partition(CONFLICT)[0] in ids
    )


def _bytes(path: str) -> bytes:
    try:
        return read_regular(path)
    except (OSError, BadData):
        return b""


def _blanked(path: str, ids: Collection[str]) -> tuple[bytes, int]:
    """A log without the words of these memories, and how many lines had any."""
    raw = _bytes(path)
    if not any(id.encode() in raw for id in ids):
        return raw, 0
    rows, count = raw.split(b"\n"), 0
    for place, row in enumerate(rows):
        try:
            line = line_of(row)
        except BadData:
            continue
        if line.memory in ids and line.act != ERASED and has_words(line):
            rows[place] = line_text(without_words(line)).encode()
            count += 1
    return b"\n".join(rows), count


def has_words(line: Line) -> bool:
    """Whether a line tells something of what its memory says."""
    return bool(line.text) or FROM in line.more


def without_words(line: Line) -> Line:
    """The line, blanked."""
    more = {key: value for key, value in line.more.items() if key != FROM}
    return line._replace(text={}, more=more)
