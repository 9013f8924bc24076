"""export: the contents of a store, for other programs, other stores, and people.

Rows (`export`) are complete: imported again they make the same files byte for byte. Memories
(`exported_memories`) are what a note or a table has room for. Reading writes nothing.
"""

from __future__ import annotations

import os
from itertools import islice

from memento_cli.actions.memory.list import list_memories
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.recall.recall import recall
from memento_cli.core.memory.memory import stability_of
from memento_cli.core.recall.explanation import misses
from memento_cli.core.recall.query import Query, hit_of, sort_of
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.trust import (
    IMPORTED,
    PRIVACIES,
    TRUSTS,
    UNLABELLED,
    USER,
    is_open,
    is_trusted,
    trust_of,
)
from memento_cli.core.text.strict_json import loaded
from memento_cli.errors import BadData, MementoError, Refused, Usage
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.folders import collection_of
from memento_cli.store.exchange.export_rows import (
    FILE_KINDS,
    JOURNAL,
    KINDS,
    LOG_KINDS,
    MEMORIES,
    SETTINGS,
    Row,
    is_store_path,
)
from memento_cli.store.files.files import read_regular
from memento_cli.store.files.names import FILE, WAITING, names_in, parted_names, stem_of
from memento_cli.store.journal.logs import folders_in, logs_in, months_in, read_log
from memento_cli.store.records.loaded import Broken
from memento_cli.store.redaction.erasure import erasures, traces_of
from memento_cli.store.redaction.pending import nothing_pending
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.splice import REMOVED, edited

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.memory.memory import Link, Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.toml.splice import Changes

TOGETHER = 500  # memories that are read from the index at once
UNMARKED = "not marked as public enough"
DOUBTFUL = "less trusted"
UNNAMED = "has a name that no store takes"


class What(NamedTuple):
    """What is to be exported: the query of memories, and the kinds of files and logs.

    `privacy` and `min_trust`: only what is labelled at least so public and so trusted. What has no
    label is private, and as trusted as a person.
    """

    query: Query = Query()
    kinds: tuple[str, ...] = KINDS
    privacy: str = PRIVACIES[0]
    min_trust: str = TRUSTS[-1]


class Left(NamedTuple):
    """What is left out: its path in the store, the reason, and how many rows it would be."""

    path: str
    reason: str
    rows: int = 1


def export(store: Store, what: What, now: datetime) -> Iterator[Row | Left]:
    """The files and log lines of a store, byte for byte, and what is left out.

    A query limits memories only. Refused while a merge has brought back what was erased.
    """
    _refuse_erased(store)
    for kind in what.kinds:
        if kind == SETTINGS and _asks_labels(what):
            yield Left(FILE, UNMARKED)
        elif kind == SETTINGS:
            raw = store.settings.raw or read_regular(store.settings_file, SIZE_LIMIT)
            yield Row(SETTINGS, FILE, raw, data=_toml_data(raw))
        elif kind in LOG_KINDS:
            yield from _log_rows(store, kind, what)
        elif kind in FILE_KINDS:
            rows = _files(store, kind, what, now)
            yield from _with_stability(store, rows, now) if kind == MEMORIES[0] else rows


def exported_memories(store: Store, what: What, now: datetime) -> Iterator[Memory | Left]:
    """Memories as in their files, with their strength at `now`, and what is left out."""
    _refuse_erased(store)
    names = iter(_names(store, what.query, now))
    with open_index(store, now, streaming=True) as index:
        while batch := list(islice(names, TOGETHER)):
            records = list(store.memories.read_values(batch))
            ids = [record.id for record in records if not isinstance(record, Broken)]
            strengths = {memory.id: memory.strength for memory in index.by_ids(ids)}
            for record in records:
                if isinstance(record, Broken):
                    yield Left(f"{MEMORIES[0]}/{record.name}", "; ".join(record.problem.problems))
                elif why := _reason_left(record.value.privacy, trust_of(record.value), what):
                    yield Left(f"{MEMORIES[0]}/{record.name}", why)
                else:
                    strength = strengths.get(record.id, record.value.strength)
                    links = _links_out(store, record.value, what)
                    yield record.value._replace(strength=strength, links=links)


def kinds_sent(what: What) -> tuple[str, ...]:
    """The kinds of which anything can be exported: settings and logs have no labels."""
    return tuple(kind for kind in what.kinds if not (_asks_labels(what) and kind not in FILE_KINDS))


def size_of(store: Store, what: What) -> int:
    """The number of files of these kinds, for a progress bar."""
    return sum(len(names_in(os.path.join(store.root, kind))) for kind in what.kinds)


def has_secret(item: object) -> bool:
    """Whether an exported row or memory has a key or a password in it."""
    value = item.raw.decode(errors="replace") if isinstance(item, Row) else item
    return bool(allowed_kinds(value, allow=True))


def kinds_in(text: str) -> tuple[str, ...]:
    """The kinds named in a text such as `memories,graph`, in the order of an export; Usage for
    unknown ones."""
    names = {name.strip() for name in text.split(",") if name.strip()}
    unknown = sorted(names - set(KINDS))
    if unknown or not names:
        problem = f"no kind is called {unknown[0]!r}" if unknown else "export of which kinds?"
        raise Usage(problem, "the kinds are " + ", ".join(KINDS))
    return tuple(kind for kind in KINDS if kind in names)


def is_limited(query: Query) -> bool:
    """Whether a query filters memories; its order does not count."""
    return query._replace(sort=None, order="desc") != Query()


def _refuse_erased(store: Store) -> None:
    """Raise Refused if a merge has brought back what was erased and nothing has removed it yet."""
    if not nothing_pending(store.root) and any(traces_of(store, erasures(store))):
        what = "what was erased has come back with a merge"
        raise Refused(what, "`memento store settle`, or whatever writes, takes it out first")


def _files(store: Store, kind: str, what: What, now: datetime) -> Iterator[Row | Left]:
    folder = collection_of(store, kind)
    names = _names(store, what.query, now) if kind == MEMORIES[0] else names_in(folder.folder)
    for name in names:
        path = f"{kind}/{name}"
        if not is_store_path(kind, path):
            yield Left(path, UNNAMED)
            continue
        try:
            raw = read_regular(os.path.join(folder.folder, name), SIZE_LIMIT)
        except FileNotFoundError:  # gone since it was listed
            continue
        except (OSError, BadData) as problem:
            why = problem.strerror if isinstance(problem, OSError) else "; ".join(problem.problems)
            yield Left(path, f"cannot be read: {why}")
            continue
        row = Row(kind, path, raw, data=_toml_data(raw))
        why = _held_back(folder, row, what)
        yield Left(path, why) if why else _without_hidden(store, row, what)
    for name in parted_names(folder.folder):
        yield Left(f"{kind}/{name}", f"waits for the end of a merge ({WAITING})")


def _names(store: Store, query: Query, now: datetime) -> Sequence[str]:
    """The names of the files of the memories that match; without filters also of broken files."""
    if not is_limited(query):
        return names_in(store.memories.folder)
    if sort_of(query) == "score":
        by_words = query._replace(words_only=True)  # what is taken away depends on no server
        matches = recall(store, by_words, now, everything=True, deep=True)
    else:
        matches = list_memories(store, query, now, weak=True)
    return [os.path.basename(store.memories.path(hit.memory.id)) for hit in matches.hits]


def _held_back(folder: Collection[Any], row: Row, what: What) -> str:
    """The reason to leave a file out because of its labels or their lack, or ""."""
    if not _asks_labels(what):
        return ""
    if row.kind not in MEMORIES:
        tables = list(row.data.values())[:1] if isinstance(row.data, dict) else []
        table = tables[0] if tables and isinstance(tables[0], dict) else {}
        privacy = _choice(table.get("privacy"), PRIVACIES, UNLABELLED)
        trust = _choice(table.get("trust", USER), TRUSTS, IMPORTED)
        return _reason_left(privacy, trust, what)
    try:
        memory = folder.codec.value(row.path, row.data or {})
    except BadData as problem:
        return "; ".join(problem.problems)
    return _reason_left(memory.privacy, trust_of(memory), what)


def _without_hidden(store: Store, row: Row, what: What) -> Row:
    """A memory's row without links to memories that are left out, as an id has their person and
    topic, and without the reasons of acts, which may quote anything."""
    if row.kind not in MEMORIES or not (_asks_labels(what) or what.query.within):
        return row
    codec = store.memories.codec
    memory = codec.value(row.path, row.data or {})
    log = tuple(entry._replace(note="") for entry in memory.log)
    reduced = memory._replace(links=_links_out(store, memory, what), log=log)
    table, parts = codec.data(reduced)["memory"], ("links", "log")
    differing = [name for name in parts if getattr(reduced, name) != getattr(memory, name)]
    changes: Changes = {("memory", name): table.get(name) or REMOVED for name in differing}
    raw = edited(parsed(row.raw, row.path), changes).encode() if differing else row.raw
    return row._replace(raw=raw, data=_toml_data(raw))


def _links_out(store: Store, memory: Memory, what: What) -> tuple[Link, ...]:
    """The links of a memory to memories that may be exported, too."""
    if not (_asks_labels(what) or what.query.within):
        return memory.links
    return tuple(link for link in memory.links if _is_exportable(store, link.target, what))


def _is_exportable(store: Store, id: str, what: What) -> bool:
    """Whether the memory with this id may be exported; False if it cannot be read."""
    try:
        memory = store.memories.read(id).value
    except MementoError:
        return False
    if misses(hit_of(memory, memory.created), what.query.within or Query()):
        return False
    return not _reason_left(memory.privacy, trust_of(memory), what)


def _asks_labels(what: What) -> bool:
    return what.privacy != PRIVACIES[0] or what.min_trust != TRUSTS[-1]


def _reason_left(privacy: str, trust: str, what: What) -> str:
    """The reason to leave out something with these labels, or ""."""
    if not is_open(privacy, what.privacy):
        return UNMARKED
    return "" if is_trusted(trust, what.min_trust) else DOUBTFUL


def _choice(value: Any, choices: Sequence[str], default: str) -> str:
    return value if isinstance(value, str) and value in choices else default


def _log_rows(store: Store, kind: str, what: What) -> Iterator[Row | Left]:
    """The lines of all logs of a kind. They have no labels, and may have words of any memory."""
    root = os.path.join(store.root, kind)
    for part in folders_in(root) if kind == JOURNAL else months_in(root):
        for entry in logs_in(os.path.join(root, part)):
            path = f"{kind}/{part}/{entry.name}"
            if not is_store_path(kind, path):
                yield Left(path, UNNAMED)
                continue
            try:
                data = read_log(entry.path)
            except (OSError, BadData) as problem:
                yield Left(path, f"cannot be read: {problem}")
                continue
            if _asks_labels(what):
                yield Left(path, UNMARKED, data.count(b"\n"))
            else:
                yield from _lines(kind, path, data)


def _lines(kind: str, path: str, data: bytes) -> Iterator[Row]:
    """Each line of a log; of an empty log one torn, empty line."""
    *whole, torn = data.split(b"\n")
    yield from (Row(kind, path, raw, data=_json_object(raw)) for raw in whole)
    if torn or not data:
        yield Row(kind, path, torn, torn=True, data=_json_object(torn))


def _toml_data(raw: bytes) -> dict[str, Any] | None:
    try:
        return parsed(raw, "").data
    except BadData:
        return None


def _json_object(raw: bytes) -> dict[str, Any] | None:
    try:
        value = loaded(raw)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _with_stability(
    store: Store, rows: Iterable[Row | Left], now: datetime
) -> Iterator[Row | Left]:
    """The rows of memories' files, each with the stability in force, if its law has one."""
    with open_index(store, now, streaming=True) as index:
        for row in rows:
            if isinstance(row, Row):
                memories = index.by_ids([stem_of(row.path.rpartition("/")[2])])
                stability = next(map(stability_of, memories), None)
                yield row._replace(stability=stability)
            else:
                yield row
