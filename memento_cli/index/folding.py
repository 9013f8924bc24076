"""The numbers of a memory, from the rows of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memento_cli.core.acts import ACTS, USES
from memento_cli.core.history import Line, fold
from memento_cli.core.memory import Fade, Strength
from memento_cli.core.reinforcement import Rules
from memento_cli.core.when import from_micros, micros
from memento_cli.index.lines import UNKNOWN, ambiguous, unpacked
from memento_cli.index.plain_fold import Numbers, plain_fold
from memento_cli.index.rows import law_in
from memento_cli.store.store import Store


def numbers_of(
    store: Store,
    id: str,
    rows: Sequence[Sequence[Any]],
    own: Sequence[Any],
    half_life: float | None,
    floor: float,
    now: int,
) -> Numbers:
    """What the lines of a memory make of it at `now`; the arguments are those of `plain_fold`."""
    rules = store.settings.rules
    plain = plain_fold(rows, own, half_life, floor, now, rules)
    if plain:
        return plain
    initial, last, count = own
    strength, fade = Strength(initial, from_micros(last), count), Fade(law_in(half_life), floor)
    return folded(_lines_in(store, id, rows), strength, fade, now, rules)


def folded(lines: Sequence[Line], own: Strength, fade: Fade, now: int, rules: Rules) -> Numbers:
    """The same by the fold of the core."""
    found = fold(lines, own, fade, from_micros(now), rules)
    acts = [step.line.act for step in found.steps]
    initial, clock, count = found.strength
    last = micros(clock)
    times = [micros(line.at) for line in lines]
    return Numbers(
        initial,
        last,
        count,
        found.known,
        max(sum(act in USES for act in acts), count),
        acts.count("edited"),
        max([last, *(at for at in times if at <= now)]),
        min((at for at in times if at > now), default=None),
    )


def _lines_in(store: Store, id: str, rows: Sequence[Sequence[Any]]) -> list[Line]:
    """The lines of a memory, from its rows; from the journal if these do not tell them apart."""
    if ambiguous(rows):
        return store.journal.lines(id).lines
    return [line_of_row(row) for row in rows]


def line_of_row(row: Sequence[Any]) -> Line:
    """The line in such a row, without its words, its writer and its memory."""
    at, id, act, undoes, initial, last, count = row
    return Line(
        unpacked(id),
        from_micros(at),
        ACTS[act] if act != UNKNOWN else "",
        "",
        "",
        undoes=unpacked(undoes) if undoes is not None else "",
        strength=Strength(initial, from_micros(last), count) if last is not None else None,
    )
