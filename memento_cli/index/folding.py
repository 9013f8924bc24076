"""The numbers of a memory, from the rows of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memento_cli.core.acts import ACTS, EDITS, SCORE, USES, VIEWED
from memento_cli.core.history import Line, fold
from memento_cli.core.memory import Fade, Strength
from memento_cli.core.reinforcement import Rules
from memento_cli.core.when import from_micros, micros
from memento_cli.index.lines import UNKNOWN, ambiguous, packed, rank_of, unpacked
from memento_cli.index.plain_fold import WEAKER, Numbers, plain_fold
from memento_cli.index.rows import law_in
from memento_cli.index.rows import numbers_of as plain
from memento_cli.store.store import Store

if TYPE_CHECKING:
    from memento_cli.core.curves import Fading


def numbers_of(
    store: Store,
    id: str,
    rows: Sequence[Sequence[Any]],
    own: Sequence[Any],
    fading: Fading,
    now: int,
) -> Numbers:
    """What the lines of a memory make of it at `now`; the arguments are those of `plain_fold`."""
    rules = store.settings.rules
    found = plain_fold(rows, own, fading, now, rules)
    if found:
        return found
    initial, last, count = own
    law, parameter, weight, floor = fading
    strength = Strength(initial, from_micros(last), count)
    fade = Fade(law_in(law, parameter), floor, weight)
    return folded(_lines_in(store, id, rows), strength, fade, now, rules)


def folded(lines: Sequence[Line], own: Strength, fade: Fade, now: int, rules: Rules) -> Numbers:
    """The same by the fold of the core."""
    found = fold(lines, own, fade, from_micros(now), rules)
    acts = [step.line.act for step in found.steps]
    numbers = plain(found.strength)
    told = [micros(line.at) for line in lines]
    return Numbers(
        *numbers,
        rank_of(packed(found.steps[0].line.id)) if found.known else None,
        max(sum(act in USES for act in acts), numbers[2]),
        sum(act in EDITS for act in acts),
        acts.count(VIEWED),
        max([numbers[1], *(at for at in told if at <= now)]),
        min((at for at in told if at > now), default=None),
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
        more={SCORE: initial} if act in WEAKER and initial is not None else {},
    )
