"""Journal lines as narrow rows, and the numbers that they fold to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from memento_cli.core.history import (
    ACTS,
    RANDOM_BITS,
    USES,
    Line,
    fold,
    line_id,
    line_number,
)
from memento_cli.core.memory import Fade, Strength
from memento_cli.core.reinforcement import Rules
from memento_cli.index.rows import Numbers, micros, moment
from memento_cli.store.store import Store

COLUMNS = "at, id, act, undoes, initial, last, count"
CODES = {act: code for code, act in enumerate(ACTS)}
UNKNOWN = -1  # an act of a newer memento: no fold has heard of it
ID_BYTES = 16


def line_row(line: Line, log: int) -> tuple[Any, ...]:
    """The columns of a line of this log that a fold reads, and those that tell it from others."""
    initial, last, count = line.strength or (None, None, None)
    return (
        micros(line.at),
        packed(line.id),
        log,
        CODES.get(line.act, UNKNOWN),
        packed(line.undoes) if line.undoes else None,
        initial,
        micros(last) if last else None,
        count,
    )


def line_of_row(row: Sequence[Any]) -> Line:
    """The line in such a row, without its words, its writer and its memory."""
    at, id, act, undoes, initial, last, count = row
    return Line(
        unpacked(id),
        moment(at),
        ACTS[act] if act != UNKNOWN else "",
        "",
        "",
        undoes=unpacked(undoes) if undoes is not None else "",
        strength=Strength(initial, moment(last), count) if last is not None else None,
    )


def packed(id: str) -> bytes | str:
    """A line's id in 16 bytes; as it is where it is not one of ours."""
    number = line_number(id)
    return number.to_bytes(ID_BYTES) if number and number >> 8 * ID_BYTES == 0 else id


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


def lines_in(store: Store, id: str, rows: Sequence[Sequence[Any]]) -> list[Line]:
    """The lines of a memory, from its rows; from the journal if these do not tell them apart."""
    if ambiguous(rows):
        return store.journal.lines(id).lines
    return [line_of_row(row) for row in rows]


def numbers_of(
    lines: Sequence[Line], own: Strength, fade: Fade, now: datetime, rules: Rules
) -> Numbers:
    """What the lines of a memory make of it at `now`; `own` are the numbers in its file."""
    folded = fold(lines, own, fade, now, rules)
    acts = [step.line.act for step in folded.steps]
    uses = max(sum(act in USES for act in acts), folded.strength.reinforcement_count)
    times = [micros(line.at) for line in lines]
    seen = micros(now)
    last = micros(folded.strength.last_reinforced)
    return Numbers(
        folded.strength.initial,
        last,
        folded.strength.reinforcement_count,
        folded.known,
        uses,
        acts.count("edited"),
        max([last, *(at for at in times if at <= seen)]),
        min((at for at in times if at > seen), default=None),
    )
