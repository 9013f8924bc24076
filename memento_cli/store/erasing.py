"""Erasure: what a memory said is taken out of files and logs, and does not come back by a merge.

An `erased` line tells every clone. These lines stand in logs of their own, under `journal/erased/`,
so that whoever writes next can see at a glance whether there is something to take out. The id
stays, as numbers and hashes do; a salted hash of the words tells them when they come back.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from memento_cli.core.acts import ERASED, RECORDED
from memento_cli.core.history import Line
from memento_cli.core.ids import is_safe_id
from memento_cli.core.parting import other_id
from memento_cli.core.when import iso, stored_moment
from memento_cli.errors import BadData, BadTime, Failed, MementoError
from memento_cli.store.blanking import PARTED, blanked, read_line, taken_back_of
from memento_cli.store.files import TEMPORARY, create, read_regular, replace, sync_folder, system
from memento_cli.store.journal import lines_in
from memento_cli.store.logs import folders_in, is_folder, is_log
from memento_cli.store.names import CONFLICT, SUFFIX, is_value, stem_of
from memento_cli.store.pending import come_back, erased_logs, keep_state, state_of
from memento_cli.store.settings import settings_of
from memento_cli.store.splice import edited
from memento_cli.store.toml import SIZE_LIMIT, parsed, value_at

if TYPE_CHECKING:
    from memento_cli.store.store import Store

HASHED, CREATED = "words", "created"
"""In a line's `more`: the salted hash of what was erased, and when that was created."""
SALT = "erasure.salt"
HASH_BYTES, KEY_BYTES = 16, 64


class Traces(NamedTuple):
    """Where something of erased memories is: files of theirs, and lines with words by log."""

    files: tuple[str, ...]
    lines: Mapping[str, int]


def erasures(store: Store, *, surely: bool = False) -> dict[str, Line]:
    """The erased memories: the line that says so, by id.

    A log that cannot be read is passed over, as others are; Failed if all is to be known `surely`.
    """
    found: dict[str, Line] = {}
    for path in erased_logs(store.root):
        for place, line in lines_in(path):
            if surely and not place:
                raise Failed(f"{path}: {line}")
            if not isinstance(line, str) and line.act == ERASED and is_safe_id(line.memory):
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
    store.changed.append(path)
    store.settings = settings_of(read_regular(path, SIZE_LIMIT), path)


def traces_of(store: Store, ids: Collection[str]) -> Traces:
    """What is left of these memories in the store. Failed if a log cannot be read."""
    problems = list[MementoError]()
    logs = _blank_logs(store, ids, erasures(store), problems)
    lines = {path: count for path, _, count in logs}
    if problems:
        raise problems[0]
    return Traces(tuple(_files(store, ids)), lines)


def finish(store: Store) -> Traces:
    """Take out what is left of all that was erased; the lock is held.

    What fails is told at the end: it keeps nothing else from being taken out. Git asks for no
    lock: what it brings meanwhile is seen by another look, before the end.
    """
    files, lines = list[str](), dict[str, int]()
    while True:
        problems = list[MementoError]()
        state, told = state_of(store.root), erasures(store, surely=True)
        ids = told.keys()
        for path in come_back(store.root, ids):
            _tried(problems, partial(_moved_aside, store, told), path)
        logs, paths = _blank_logs(store, ids, told, problems), _files(store, ids)
        for path, raw, count in logs:
            _tried(problems, replace, path, raw)
            lines[path] = count
        for path in paths:
            _tried(problems, os.unlink, path)
        for folder in filter(is_folder, _folders(store) if paths else ()):
            _tried(problems, sync_folder, folder)
        files += paths
        if problems:
            raise problems[0]
        if not (logs or paths):
            break
    keep_state(store.root, state, ids)
    store.changed += files
    store.changed += lines
    return Traces(tuple(files), lines)


def finish_if_possible(store: Store) -> None:
    """The same before any act, which it never fails."""
    try:
        found = finish(store)
    except (MementoError, OSError) as problem:
        store.warn(f"what was erased is still there: {problem}")
        return
    for path in found.files:
        store.warn(f"{path}: was erased; removed")


def _moved_aside(store: Store, told: Mapping[str, Line], path: str) -> None:
    """Give another memory, which a clone has recorded under an erased id, an id of its own."""
    id = stem_of(os.path.basename(path))
    document = parsed(read_regular(path, SIZE_LIMIT), path)
    created = value_at(document.data, ("memory", "created"))
    content = value_at(document.data, ("memory", "content")) or {}
    words = words_hash(store, str(content.get("summary")), str(content.get("detail", "")))
    if not is_other_than(told[id], created) or words == told[id].more.get(HASHED):
        return
    fresh = other_id(id, str(created))
    target = os.path.join(os.path.dirname(path), fresh + SUFFIX)
    with suppress(FileExistsError):
        create(target, edited(document, {("memory", "id"): fresh}).encode())
    os.unlink(path)
    store.changed += [path, target]
    store.warn(f"{path}: is another memory than the one that was erased; it is {fresh} now")


def is_other_than(erased: Line, created: object) -> bool:
    """Whether a memory that was created then is not the one that a line says was erased."""
    told = erased.more.get(CREATED)
    try:
        return bool(told) and stored_moment(str(told)) != stored_moment(str(created))
    except BadTime:
        return False


def _tried(problems: list[MementoError], act: Callable[..., None], *args: Any) -> None:
    try:
        with system(args[0]), suppress(FileNotFoundError):
            act(*args)
    except MementoError as problem:
        problems.append(problem)


def _folders(store: Store) -> tuple[str, str]:
    return store.memories.folder, store.archive.folder


def _files(store: Store, ids: Collection[str]) -> list[str]:
    found = [path for folder in _folders(store) for path in _files_of(folder, ids)]
    return [*found, *_beside_logs(store, ids)] if ids else []


def _files_of(folder: str, ids: Collection[str]) -> Iterator[str]:
    """The files of these memories in a folder, and what editors, merges and kills left of them."""
    for entry in _entries(folder):
        if is_value(entry.name):
            if stem_of(entry.name) in ids:
                yield entry.path
        elif entry.name.startswith(TEMPORARY):
            if _names_any(entry.path, ids):
                yield entry.path
        elif _is_copy(entry.name.lstrip(".#"), ids):
            yield entry.path


def _beside_logs(store: Store, ids: Collection[str]) -> Iterator[str]:
    """What kills, editors and merges left beside the logs, if it names one of these memories."""
    for folder in folders_in(store.journal.folder):
        for entry in _entries(os.path.join(store.journal.folder, folder)):
            if not is_log(entry.name) and _names_any(entry.path, ids):
                yield entry.path


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """What is in a folder and is no folder itself; Failed if it cannot be listed."""
    with system(folder), suppress(FileNotFoundError), os.scandir(folder) as entries:
        return [entry for entry in entries if not entry.is_dir(follow_symlinks=False)]
    return []


def _is_copy(name: str, ids: Collection[str]) -> bool:
    """Whether a file that is no memory's is a copy of one: `ID.toml.orig`, `ID.toml~`."""
    id, suffix, rest = name.rpartition(SUFFIX)
    id = unicodedata.normalize("NFC", id)
    return bool(suffix) and (id in ids or (not rest and id.partition(CONFLICT)[0] in ids))


def _names_any(path: str, ids: Collection[str]) -> bool:
    try:
        raw = read_regular(path)
    except (OSError, BadData):
        return False
    return any(id.encode() in raw for id in ids)


def _blank_logs(
    store: Store,
    ids: Collection[str],
    told: Mapping[str, Line],
    problems: list[MementoError],
) -> list[tuple[str, bytes, int]]:
    """The logs with words of these memories: how they are without, and how many lines had any."""
    logs: dict[str, bytes] = {}

    def keep(path: str) -> None:
        raw = read_regular(path)
        if any(id.encode() in raw for id in ids) or PARTED.encode() in raw:
            logs[path] = raw

    for path in store.journal.files() if ids else ():
        _tried(problems, keep, path)
    lines = taken_back_of(logs.values(), ids)
    found = ((path, *blanked(raw, _its(raw, ids, told), lines)) for path, raw in logs.items())
    return [(path, raw, count) for path, raw, count in found if count]


def _its(raw: bytes, ids: Collection[str], told: Mapping[str, Line]) -> set[str]:
    """Those of the ids under which the writer of a log has not recorded another memory."""
    lines = (read_line(row) for row in raw.split(b"\n") if RECORDED.encode() in row)
    others = {
        line.memory
        for line in lines
        if line and line.act == RECORDED and line.strength and line.memory in told
        if is_other_than(told[line.memory], iso(line.strength.last_reinforced))
    }
    return set(ids) - others
