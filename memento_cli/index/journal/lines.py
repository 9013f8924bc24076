"""Journal lines as narrow rows of the index: the columns of a fold, and an id."""

from __future__ import annotations

from memento_cli.core.journal.event_types import OTHERS, SCORE, WEAKENING, code_of, score_in
from memento_cli.core.journal.line_ids import RANDOM_BITS, ids_until, line_id, line_number
from memento_cli.core.time.when import micros
from memento_cli.store.journal.line_parts import other_memories, parsed_parts

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any


ID_BYTES = 16


def rows_of(raw: bytes, log: int) -> list[tuple[Any, ...]]:
    """The rows of a line of this log, one for each memory that it is about; InvalidLine if it is
    none.

    The rows have the ids that `store/journal/jsonl.py` gives the entries of one line.
    """
    texts, at, numbers, fields = parsed_parts(raw)
    id, act, memory, _, via, _, undoes = texts
    initial = last = count = None
    if act in WEAKENING:
        initial = score_in(fields[SCORE]) if SCORE in fields else None
    elif numbers:
        initial, last_moment, count = numbers
        last = micros(last_moment)
    target = packed(undoes) if undoes else None
    columns = log, code_of(act, via), target, initial, last, count
    others = [] if numbers or undoes else other_memories(fields.get(OTHERS), memory)
    ids = ids_until(id, 1 + len(others)) if others else [id]
    moment = micros(at)
    pairs = zip([memory, *others], ids, strict=True)
    return [(memory, moment, packed(id), *columns) for memory, id in pairs]


def packed(id: str) -> bytes | str:
    """A line's id in 16 bytes; unchanged if memento has not made it."""
    number = line_number(id)
    return number.to_bytes(ID_BYTES) if number and number >> 8 * ID_BYTES == 0 else id


def rank_of(id: bytes | str) -> bytes:
    """A value that rises with the ids of one writer, by which records of one time are ordered."""
    key = packed(id) if isinstance(id, str) else id
    return key.encode(errors="surrogatepass") if isinstance(key, str) else key


def unpacked(id: bytes | str) -> str:
    """The id of a packed one."""
    if isinstance(id, str):
        return id
    number = int.from_bytes(id)
    return line_id(number >> RANDOM_BITS, number)


def are_in_order(rows: Sequence[Sequence[Any]]) -> bool:
    """Whether rows in SQLite's order of (at, id) have distinct ids, and the order of a fold.

    If some ids are bytes and some are texts, SQLite's order is not that of the ids.
    """
    if len(rows) < 2:
        return True
    ids = [row[1] for row in rows]
    return len(set(map(type, ids))) == 1 and len(set(ids)) == len(ids)


def has_ambiguous_ids(rows: Iterable[Sequence[Any]]) -> bool:
    """Whether two different lines have one id: only the whole lines tell which counts."""
    seen: dict[Any, Sequence[Any]] = {}
    return any(seen.setdefault(row[1], row) != row for row in rows)
