"""Journal lines as narrow rows: what a fold reads, and what tells one line from another."""

from __future__ import annotations

from memento_cli.core.journal.event_types import OTHERS, SCORE, WEAKENING, code_of, score_in
from memento_cli.core.journal.line_ids import RANDOM_BITS, ids_until, line_id, line_number
from memento_cli.core.time.when import micros
from memento_cli.store.journal.line_parts import other_memories, parsed_parts

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from memento_cli.store.journal.line_parts import Parts

ID_BYTES = 16


def rows_of(raw: bytes, log: int) -> list[tuple[Any, ...]]:
    """For each memory that a line of this log is about, that and its columns; NoLine if it is none.

    The ids of those that one line stands for are as in `store/journal/jsonl.py`.
    """
    parts = parsed_parts(raw)
    row, (texts, _, numbers, said) = _row_of(parts, log), parts
    id, memory, undoes = texts[0], texts[2], texts[6]
    others = [] if numbers or undoes else other_memories(said.get(OTHERS), memory)
    if not others:
        return [row]
    _, at, _, *rest = row
    pairs = zip([memory, *others], ids_until(id, 1 + len(others)), strict=True)
    return [(memory, at, packed(id), *rest) for memory, id in pairs]


def _row_of(parts: Parts, log: int) -> tuple[Any, ...]:
    texts, at, numbers, said = parts
    id, act, memory, _, via, _, undoes = texts
    target = packed(undoes) if undoes else None
    initial = last = count = None
    if act in WEAKENING:
        initial = score_in(said[SCORE]) if SCORE in said else None
    elif numbers:
        initial, clock, count = numbers
        last = micros(clock)
    code = code_of(act, via)
    return memory, micros(at), packed(id), log, code, target, initial, last, count


def packed(id: str) -> bytes | str:
    """A line's id in 16 bytes; as it is where it is not one of ours."""
    number = line_number(id)
    return number.to_bytes(ID_BYTES) if number and number >> 8 * ID_BYTES == 0 else id


def rank_of(id: bytes | str) -> bytes:
    """What rises as the ids do that one writer gives: it orders what was recorded at one moment."""
    known = packed(id) if isinstance(id, str) else id
    return known.encode(errors="surrogatepass") if isinstance(known, str) else known


def unpacked(id: bytes | str) -> str:
    """The id that was packed."""
    if isinstance(id, str):
        return id
    number = int.from_bytes(id)
    return line_id(number >> RANDOM_BITS, number)


def are_in_order(rows: Sequence[Sequence[Any]]) -> bool:
    """Whether rows in SQLite's order of (at, id) are each there once, and in that of a fold.

    Bytes and texts among the ids of one memory are not in the order of the texts that they mean.
    """
    if len(rows) < 2:
        return True
    ids = [row[1] for row in rows]
    return len(set(map(type, ids))) == 1 and len(set(ids)) == len(ids)


def ambiguous(rows: Iterable[Sequence[Any]]) -> bool:
    """Whether one id stands for two different lines: only the whole lines can tell which counts."""
    seen: dict[Any, Sequence[Any]] = {}
    return any(seen.setdefault(row[1], row) != row for row in rows)
