"""Erasure: what a memory said is taken out of files and logs, and does not come back by a merge.

An `erased` line tells every clone. These lines stand in logs of their own, under `journal/erased/`,
so that whoever writes next can see at a glance whether there is something to take out. The id
stays, as numbers and hashes do; a salted hash of the words tells them when they come back.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from memento_cli.core.acts import ERASED
from memento_cli.core.erased import HASHED, Erasures, is_its_file, lines_of
from memento_cli.core.history import Line
from memento_cli.core.ids import is_safe_id
from memento_cli.core.parting import PARTED, other_id
from memento_cli.core.when import iso, stored_moment
from memento_cli.errors import BadData, BadTime, Failed, MementoError
from memento_cli.store.blanking import blanked, lines_about, lines_parted, names_any
from memento_cli.store.files import create, read_regular, replace, sync_folder, system
from memento_cli.store.journal import lines_in
from memento_cli.store.kept import kept_lines, put_back
from memento_cli.store.merge import sides
from memento_cli.store.names import SUFFIX, WAITING, stem_of
from memento_cli.store.pending import come_back, erased_logs, keep_state, noted_at, state_of
from memento_cli.store.remains import bytes_of, remains_beside_logs, remains_in
from memento_cli.store.settings import settings_of
from memento_cli.store.splice import edited
from memento_cli.store.toml import SIZE_LIMIT, parsed, value_at

if TYPE_CHECKING:
    from memento_cli.store.store import Store

SALT = "erasure.salt"
HASH_BYTES, KEY_BYTES = 16, 64


class Traces(NamedTuple):
    """Where something of erased memories is: files of theirs, and lines with words by log."""

    files: tuple[str, ...]
    lines: Mapping[str, int]


class Logs(NamedTuple):
    """What the logs have of erased memories: their bytes by path, and the lines with who wrote."""

    raw: Mapping[str, bytes]
    lines: list[Line]
    writers: Mapping[str, str]


def erasures(store: Store, *, surely: bool = False) -> dict[str, list[Line]]:
    """The erased memories: the lines that say so, by id.

    A log that cannot be read is passed over, as others are; Failed if all is to be known `surely`.
    """
    found: dict[str, list[Line]] = {}
    told = {line.id: line for line in kept_lines(store.root)}
    for path in erased_logs(store.root):
        for place, line in lines_in(path):
            if surely and not place:
                raise Failed(f"{path}: {line}")
            if not isinstance(line, str) and line.act == ERASED:
                told[line.id] = line
    for line in told.values():
        if is_safe_id(line.memory):
            found.setdefault(line.memory, []).append(line)
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


def traces_of(store: Store, told: Erasures) -> Traces:
    """What is left of these memories in the store. Failed if a log cannot be read."""
    problems = list[MementoError]()
    logs = _logs(store, told, problems)
    lines = {path: count for path, _, count in _blanked(logs, told)}
    if problems:
        raise problems[0]
    return Traces(tuple(_files(store, told, logs)), lines)


def finish(store: Store) -> Traces:
    """Take out what is left of all that was erased; the lock is held.

    What fails is told at the end: it keeps nothing else from being taken out. Git asks for no
    lock: what it brings meanwhile is seen by another look, before the end.
    """
    files, lines = list[str](), dict[str, int]()
    put_back(store)
    while True:
        problems = list[MementoError]()
        state, told = state_of(store.root), erasures(store, surely=True)
        since = noted_at(store.root, told)
        logs = _logs(store, told, problems)
        for path in come_back(store.root, told):
            _tried(problems, partial(_moved_aside, store, told, logs), path)
        changed, paths = _blanked(logs, told), _files(store, told, logs, since)
        for path, raw, count in changed:
            _tried(problems, replace, path, raw)
            lines[path] = count
        for path in paths:
            _tried(problems, os.unlink, path)
        for folder in dict.fromkeys(map(os.path.dirname, paths)):
            _tried(problems, sync_folder, folder)
        files += paths
        if problems:
            raise problems[0]
        if not (changed or paths):
            break
    keep_state(store.root, state, told)
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


def is_erased(store: Store, told: Erasures, id: str, raw: bytes) -> bool:
    """Whether the bytes of a memory's file are of one that was erased."""
    return id in told and bool(Words(store, told).in_file(id, raw))


class Words:
    """The words of erased memories, to be looked for in versions of files that git has."""

    def __init__(self, store: Store, told: Erasures) -> None:
        self._store, self._told = store, told
        self._logs = _logs(store, told, [])
        self._formers = _formers(self._logs, told)
        lines = lines_of(self._logs.lines, self._logs.writers, told)
        self._lines = {line.id: line.memory for line in lines}

    def in_file(self, id: str, raw: bytes) -> str:
        """The erased memory that a version of the file of `id` has the words of, if any."""
        if id in self._told:
            return id if _is_its(self._store, self._told, self._logs, id, raw) else ""
        words = _hash_of(self._store, raw)
        later = self._formers.get(id, set())
        lines = (line for each in later for line in self._told[each])
        hashed = (line.memory for line in lines if line.more.get(HASHED) == words)
        return next(hashed, "")

    def in_log(self, raw: bytes) -> list[str]:
        """The erased memories whose words a version of a log has."""
        if not names_any(raw, {*self._told, *self._formers}):
            return []
        told = (line for line in lines_about(raw, self._lines.values()) if line.text)
        return list(dict.fromkeys(self._lines[line.id] for line in told if line.id in self._lines))


def _moved_aside(store: Store, told: Erasures, logs: Logs, path: str) -> None:
    """Give another memory, which a clone has recorded under an erased id, an id of its own."""
    id, raw = stem_of(os.path.basename(path)), read_regular(path, SIZE_LIMIT)
    if _is_its(store, told, logs, id, raw):
        return
    document = parsed(raw, path)
    created, fresh, placed = str(value_at(document.data, ("memory", "created"))), id, False
    while not placed:  # another of the same moment may have the place
        fresh = other_id(fresh, created)
        target = os.path.join(os.path.dirname(path), fresh + SUFFIX)
        placed = _is_placed(target, edited(document, {("memory", "id"): fresh}).encode())
    os.unlink(path)
    store.changed += [path, target]
    store.warn(f"{path}: is another memory than the one that was erased; it is {fresh} now")


def _is_placed(path: str, data: bytes) -> bool:
    """Make a file, or find that it is there already; False where another is."""
    try:
        create(path, data)
    except FileExistsError:
        return read_regular(path, SIZE_LIMIT) == data
    return True


def _is_its(store: Store, told: Erasures, logs: Logs, id: str, raw: bytes) -> bool:
    try:
        text = str(value_at(parsed(raw, id).data, ("memory", "created")))
        created = iso(stored_moment(text, store.zone))
    except (BadData, BadTime):
        created = ""
    return is_its_file(created, _hash_of(store, raw), told[id], logs.lines)


def _tried(problems: list[MementoError], act: Callable[..., None], *args: Any) -> None:
    try:
        with system(args[0]), suppress(FileNotFoundError):
            act(*args)
    except MementoError as problem:
        problems.append(problem)


def _files(store: Store, told: Erasures, logs: Logs, since: float = 0) -> list[str]:
    """The files with something of these memories; of others' files those that changed `since`."""
    former = _formers(logs, told)
    found = []
    for folder in (store.memories.folder, store.archive.folder) if told else ():
        for path, said in remains_in(folder, told, former, since):
            if path.endswith(WAITING):
                its = all(_is_waiting_its(store, told, logs, path, id) for id in said)
            else:
                words = _hash_of(store, bytes_of(path)) if said else ""
                hashes = [line.more.get(HASHED) for id in said for line in told[id]]
                its = not said or words in hashes
            found += [path] if its else []
    return [*found, *remains_beside_logs(store.journal.folder, told)]


def _formers(logs: Logs, told: Erasures) -> dict[str, set[str]]:
    """The ids that erased memories had before merges gave them theirs, each with those."""
    found: dict[str, set[str]] = {}
    for line in logs.lines:
        fresh = line.more.get(PARTED)
        if isinstance(fresh, str) and fresh in told:
            found.setdefault(line.memory, set()).add(fresh)
    return found


def _is_waiting_its(store: Store, told: Erasures, logs: Logs, path: str, id: str) -> bool:
    """Whether a memory that waits for the place of an erased one is that."""
    pair = sides(bytes_of(path).decode(errors="replace"))
    return pair is None or _is_its(store, told, logs, id, pair.ours.encode())


def _hash_of(store: Store, raw: bytes) -> str:
    """The hash of the words in a memory's file; of one that cannot be read, nothing."""
    try:
        content = value_at(parsed(raw, "").data, ("memory", "content")) or {}
        return words_hash(store, str(content.get("summary")), str(content.get("detail", "")))
    except (BadData, AttributeError):
        return ""


def _logs(store: Store, ids: Collection[str], problems: list[MementoError]) -> Logs:
    """What the logs have of these memories; of one that cannot be read, a problem."""
    raw: dict[str, bytes] = {}

    def read(path: str) -> None:
        raw[path] = read_regular(path)

    for path in store.journal.files() if ids else ():
        _tried(problems, read, path)
    partings = (line for each in raw.values() for line in lines_parted(each))
    named = {*ids, *(line.memory for line in partings if line.more[PARTED] in ids)}
    told = [(line, path) for path, each in raw.items() for line in lines_about(each, named)]
    writers = {line.id: os.path.basename(path) for line, path in told}
    return Logs(raw, [line for line, _ in told], writers)


def _blanked(logs: Logs, told: Erasures) -> list[tuple[str, bytes, int]]:
    """The logs with words of erased memories: how they are without, and how many lines had any."""
    doomed = lines_of(logs.lines, logs.writers, told)
    found = ((path, *blanked(raw, told.keys(), doomed)) for path, raw in logs.raw.items())
    return [(path, raw, count) for path, raw, count in found if count]
