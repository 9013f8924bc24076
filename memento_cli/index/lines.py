"""Journal lines as narrow rows: what a fold reads, and what tells one line from another."""

from __future__ import annotations

from memento_cli.core.acts import CODES as CODES
from memento_cli.core.acts import OTHERS, SCORE, WEAKENING
from memento_cli.core.line_ids import RANDOM_BITS, ids_until, line_id, line_number
from memento_cli.core.when import micros
from memento_cli.store.line_parts import others_in, parts_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from memento_cli.store.line_parts import Parts

COLUMNS = "at, id, act, undoes, initial, last, count"
UNKNOWN = -1  # an act of a newer memento: no fold has heard of it
ID_BYTES = 16


def rows_of(raw: bytes, log: int) -> list[tuple[Any, ...]]:
    """For each memory that a line of this log is about, that and its columns; NoLine if it is none.

    The ids of those that one line stands for are as in `store/jsonl.py`.
    """
    parts = parts_of(raw)
    row, (texts, _, numbers, said) = _row_of(parts, log), parts
    id, memory, undoes = texts[0], texts[2], texts[6]
    others = [] if numbers or undoes else others_in(said.get(OTHERS), memory)
    if not others:
        return [row]
    _, at, _, *rest = row
    pairs = zip([memory, *others], ids_until(id, 1 + len(others)), strict=True)
    return [(memory, at, packed(id), *rest) for memory, id in pairs]


def _row_of(parts: Parts, log: int) -> tuple[Any, ...]:
    texts, at, numbers, said = parts
    id, act, memory, _, _, _, undoes = texts
    code, target = CODES.get(act, UNKNOWN), packed(undoes) if undoes else None
    initial = last = count = None
    if numbers:
        initial, clock, count = numbers
        last = micros(clock)
    elif act in WEAKENING and SCORE in said:
        initial = score_in(said[SCORE])
    return memory, micros(at), packed(id), log, code, target, initial, last, count


def score_in(said: object) -> float:
    """How much a feedback counts, 0 to 1; wholly where that is not said in a number."""
    return min(1.0, max(0.0, said)) if isinstance(said, int | float) else 1.0


def packed(id: str) -> bytes | str:
    """A line's id in 16 bytes; as it is where it is not one of ours."""
    number = line_number(id)
    return number.to_bytes(ID_BYTES) if number and number >> 8 * ID_BYTES == 0 else id


def rank_of(id: bytes | str) -> bytes:
    """What rises as ids do that one writer gives: it orders what was recorded at one moment."""
    return id.encode(errors="surrogatepass") if isinstance(id, str) else id


def unpacked(id: bytes | str) -> str:
    """The id that was packed."""
    if isinstance(id, str):
        return id
    number = int.from_bytes(id)
    return line_id(number >> RANDOM_BITS, number)


def ambiguous(rows: Iterable[Sequence[Any]]) -> bool:
    """Whether one id stands for two different lines: only the whole lines can tell which counts."""
    seen: dict[Any, Sequence[Any]] = {}
    return any(seen.setdefault(row[1], row) != row for row in rows)
