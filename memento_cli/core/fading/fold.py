"""The fold: the numbers to which the entries of a memory's journal lead (DESIGN 2.4, 2.5).

It gives the same result for any order and multiplicity of the same entries, so clones that have
merged agree, whichever file won. This is the one place where strength is decided: the index folds
its rows by it, and `core/journal/history.py` the entries of a journal.
"""

from __future__ import annotations

from memento_cli.core.fading.laws import BASE_LEVEL
from memento_cli.core.fading.reinforcement import TOO_RECENT, Rules, reinforced, weakened, weakens
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
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.fading.strength import Fade

    FoldRow = Sequence[Any]
    """The columns of a journal entry that the fold reads, in the order of `ENTRY`."""
    Change = tuple[int, Strength, Reinforced | None, str | None]
    """The place of an entry, the numbers after it, the effect of a use, and why a feedback took
    nothing; the last two are None for all other entries."""
    Id = TypeVar("Id", bound=Hashable)

OPENING, SETTING, VIEWING, UNHELPFUL = (CODES[act] for act in (RECORDED, SET, VIEWED, NOT_HELPFUL))
USING, EDITING, PRESENTING, WEAKENINGS = (
    frozenset([CODES[act] for act in acts]) for acts in (USES, EDITS, PRESENTED, WEAKENING)
)
UNDOINGS = (CODES[UNDONE], TAKEN_BACK)


class State(NamedTuple):
    """What the entries of a memory add up to, and between which moments that holds.

    `opening` is the id of the entry that opens the fold, None where none does. `uses`, `edits` and
    `views` are counts. The state holds from `since` (the newest entry, or `last`) until `until`
    (the first entry that is still in the future, None if there is none): microseconds since 1970.
    """

    strength: Strength
    opening: Any
    uses: int
    edits: int
    views: int
    since: int
    until: int | None


def fold(
    entries: Sequence[FoldRow], own: Strength, fade: Fade, now: int, rules: Rules = Rules()
) -> State:
    """The state of a memory at `now`; `entries` are distinct and in the order of (at, id).

    `own`, the numbers in the memory's file, open the fold only where no entry does. Entries later
    than `now` do not count yet.
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
    entries: Sequence[FoldRow], own: Strength, fade: Fade, now: int, rules: Rules = Rules()
) -> Iterator[Change]:
    """The entries that count at `now`, the opening one first, each with the numbers after it.

    The arguments are those of `fold`. A use counts at the later of its own time and `last`, so only
    a `set` entry sets a clock back, and a use by a slow clock weakens nothing.
    """
    return _changes_from(opening_of(entries), entries, own, fade, now, rules)


def _changes_from(
    opening: int | None,
    entries: Sequence[FoldRow],
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
    undos = {id: undoes for _, id, act, undoes, _, _, _ in entries if act in UNDOINGS}
    undone_ids = undone(undos) if undos else ()
    using = PRESENTING if fade.law.code == BASE_LEVEL else USING
    weakened_at: dict[int, int] = {}
    for place, (at, id, act, _, initial, last, count) in enumerate(entries):
        if at > now or place == opening or id in undone_ids:
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
                if share:  # a feedback that takes nothing starts no rest
                    weakened_at[act] = at
            else:
                skip = TOO_RECENT
        yield place, strength, use, skip


def opening_of(entries: Sequence[FoldRow]) -> int | None:
    """The place of the entry that opens the fold: the first `recorded` one, whatever its time.

    It cannot be undone. One that was taken back when an id was parted opened another memory.
    """
    for place, (_, id, act, _, _, last, _) in enumerate(entries):
        if act != OPENING or last is None:
            continue
        if all(row[3] != id for row in entries if row[2] == TAKEN_BACK):
            return place
    return None


def undone(undos: Mapping[Id, Id]) -> frozenset[Id]:
    """The ids of the entries that an undo in force undoes, whatever its time.

    `undos` maps the id of each undo to the id that it undoes. An undone undo has no effect; nor
    have undos that undo each other in a circle, which memento never writes.
    """
    against: dict[Id, int] = {}  # by target: how many undos of it may be in force
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
