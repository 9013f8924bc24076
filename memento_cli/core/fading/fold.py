"""The fold: the numbers to which the lines of a memory's journal lead (DESIGN 2.4, 2.5).

It is the same for any order and multiplicity of the same lines, so clones that have met agree,
whoever merged and whichever file won. It is the one place where strength is decided: the index
folds its rows by it, and `core/journal/history.py` the lines of a journal.
"""

from __future__ import annotations

from memento_cli.core.fading.laws import BASE_LEVEL
from memento_cli.core.fading.reinforcement import (
    TOO_RECENT,
    Rules,
    reinforced,
    weakened,
    weakens,
)
from memento_cli.core.fading.strength import Strength
from memento_cli.core.journal.event_types import (
    CODES,
    EDITS,
    NOT_HELPFUL,
    PRESENTED,
    RECORDED,
    SET,
    TAKEN_BACK,
    UNDONE,
    USES,
    VIEWED,
    WEAKENING,
)
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    from memento_cli.core.fading.reinforcement import (
        Reinforced,
    )
    from memento_cli.core.fading.strength import Fade

    Entry = Sequence[Any]
    """What a line of a journal says, in the order of `ENTRY`."""
    Change = tuple[int, Strength, Reinforced | None, str | None]
    """The place of a line among the entries, the numbers after it, what a use did, and why a
    feedback took nothing; the last two are None of all other lines."""
    Id = TypeVar("Id", bound=Hashable)

OPENING, SETTING, VIEWING, UNHELPFUL = (CODES[act] for act in (RECORDED, SET, VIEWED, NOT_HELPFUL))
USING, EDITING, PRESENTING, WEAKENINGS = (
    frozenset([CODES[act] for act in acts]) for acts in (USES, EDITS, PRESENTED, WEAKENING)
)
UNDOINGS = (CODES[UNDONE], TAKEN_BACK)


class State(NamedTuple):
    """What the lines of a memory make of it, and between which moments that holds.

    `opening` is the id of the line that opens the fold, None where none does. The memory was used,
    edited and viewed so often. All of it holds from `since` (its newest line, or its clock) until
    `until` (its first line that is still to come, None if none is): microseconds since 1970.
    """

    strength: Strength
    opening: Any
    uses: int
    edits: int
    views: int
    since: int
    until: int | None


def fold(
    entries: Sequence[Entry], own: Strength, fade: Fade, now: int, rules: Rules = Rules()
) -> State:
    """What lines make of a memory at `now`; they are each there once, in the order of (at, id).

    `own`, the numbers in its file, open the fold only where no line does. Lines later than `now`
    do not count yet.
    """
    opening = opening_of(entries)
    strength, uses, edits, views = own, 0, 0, 0
    for place, strength, _, _ in _changes_from(opening, entries, own, fade, now, rules):  # noqa: B007
        act = entries[place][2]
        uses += act in USING
        edits += act in EDITING
        views += act == VIEWING
    since, until = strength.last, None
    for at, _, _, _, _, _, _ in entries:
        if at > now:
            until = at
            break
        since = max(since, at)
    return State(
        strength,
        None if opening is None else entries[opening][1],
        max(uses, strength.reinforcement_count),
        edits,
        views,
        since,
        until,
    )


def changes(
    entries: Sequence[Entry], own: Strength, fade: Fade, now: int, rules: Rules = Rules()
) -> Iterator[Change]:
    """The lines that count at `now`, the opening one first, each with the numbers after it.

    The arguments are those of `fold`. A use counts at the later of its own time and the clock that
    it finds, so only a `set` line puts a clock back, and no use of a slow clock weakens.
    """
    return _changes_from(opening_of(entries), entries, own, fade, now, rules)


def _changes_from(
    opening: int | None,
    entries: Sequence[Entry],
    own: Strength,
    fade: Fade,
    now: int,
    rules: Rules,
) -> Iterator[Change]:
    strength = own
    if opening is not None:
        _, _, _, _, initial, last, count = entries[opening]
        strength = Strength(initial, last, count)
        yield opening, strength, None, None
    dead = _undone_in(entries)
    using = PRESENTING if fade.law.code == BASE_LEVEL else USING
    weakened_at: dict[int, int] = {}
    for place, (at, id, act, _, initial, last, count) in enumerate(entries):
        if at > now or place == opening or id in dead:
            continue
        use = skip = None
        if act in using:
            use = reinforced(strength, fade, at, rules)
            strength = use.strength
        elif act == SETTING and last is not None:
            strength = Strength(initial, last, count)
        elif act in WEAKENINGS:
            share = rules.not_helpful if act == UNHELPFUL else rules.neglected
            share *= 1.0 if initial is None else initial
            if weakens(fade.law, weakened_at.get(act), at, rules):
                strength = weakened(strength, share)
                if share:  # one that takes nothing is none
                    weakened_at[act] = at
            else:
                skip = TOO_RECENT
        yield place, strength, use, skip


def opening_of(entries: Sequence[Entry]) -> int | None:
    """The place of the line that opens the fold: the first `recorded` one, whatever its time.

    It cannot be undone; one that a parting took back opened another memory.
    """
    for place, (_, id, act, _, _, last, _) in enumerate(entries):
        if act == OPENING and last is not None and id not in _taken_back_in(entries):
            return place
    return None


def _taken_back_in(entries: Sequence[Entry]) -> list[object]:
    return [undoes for _, _, act, undoes, _, _, _ in entries if act == TAKEN_BACK]


def _undone_in(entries: Iterable[Entry]) -> frozenset[object]:
    undos = {id: undoes for _, id, act, undoes, _, _, _ in entries if act in UNDOINGS}
    return undone(undos) if undos else frozenset()


def undone(undos: Mapping[Id, Id]) -> frozenset[Id]:
    """The ids of lines that an undo in force undoes, whatever its time.

    `undos` has the id that each undo undoes, by its own id. Undone undos do nothing; nor do those
    that undo each other in a circle, which no memento writes.
    """
    against: dict[Id, int] = {}  # how many undos of it are not themselves undone
    for target in undos.values():
        against[target] = against.get(target, 0) + 1
    acting = [id for id in undos if id not in against]
    dead: set[Id] = set()
    while acting:
        target = undos[acting.pop()]
        if target in dead:
            continue
        dead.add(target)
        if target in undos:
            freed = undos[target]
            against[freed] -= 1
            if freed in undos and not against[freed]:
                acting.append(freed)
    return frozenset(dead)
