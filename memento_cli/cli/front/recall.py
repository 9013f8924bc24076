"""memento recall WORD...: the memories whose words fit best."""

from __future__ import annotations

from collections import namedtuple

from memento_cli.cli.front.answer import Tried
from memento_cli.cli.front.cells import said
from memento_cli.cli.front.index import Here, from_index, has_layers
from memento_cli.core.acts import VIEWED
from memento_cli.core.curves import strength_now
from memento_cli.core.ranking import scheme_of
from memento_cli.core.words import terms
from memento_cli.index.moments import holds
from memento_cli.index.numbers import OVER, STRENGTH, both_of
from memento_cli.index.ranked import Asked, in_ranks, most_of
from memento_cli.index.search import ANY, any_of, best, rows_of, unknown

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape

ACTS = {"no": "", "view": VIEWED, "use": "used"}
"""What a recall notes of its hits, by the setting `recall.counts`."""
ONLY_MEMORIES = repr(("memories",))
Strong = namedtuple("Strong", "key strength")


def answer(shape: Shape) -> Said | None:
    """A page of the best, and how many there are more; what was superseded is only counted."""
    return None if has_layers(shape) else from_index(shape, _best)


def _best(here: Here, shape: Shape) -> Said | None:
    if here.setting("recall.in") != ONLY_MEMORIES or here.setting("recall.spread"):
        return None
    text = " ".join(" ".join(shape.words).split())
    asked = terms(text)
    limit = shape.values.get("limit", here.setting("recall.limit"))
    most = max(most_of(asked), limit)
    found, more = best(here.database, any_of(asked), most) if asked else ([], False)
    if len(asked) > 1 and unknown(here.database, asked):
        return None  # it may be misspelt
    if not found or not holds(here.database, here.now):
        return None  # where nothing is found, the words may be misspelt
    question = Asked(text, asked, here.now, scheme_of(here.setting), beside=(ANY, ()), most=most)
    hits = [rank.key for rank in in_ranks(here.database, found, question)[0]]
    over = rows_of(here.database, hits, "id", OVER, (here.now,))
    newer, older = _superseding(here)
    if not newer.isdisjoint(older):
        return None  # it takes a look at their times, if they go round in a circle
    gone = older.intersection(hits).difference(over)
    current = [key for key in hits if key not in over and key not in gone]
    tiers: Mapping[str, int] = {}
    if here.setting("recall.hide_tiers"):
        current, tiers = _in_tiers(here, current)
    page = current[:limit]
    lines = here.rows(page, ids=shape.values.get("format") == "ids")
    counted = None if lines is None else _counted(here, page)
    if lines is None or counted is None:
        return None
    hidden = {"expired": len(over), "superseded": len(gone)}
    notes = _notes(hidden, tiers, len(page), len(current), more)
    return [*said(lines, notes, shape), *counted]


def _in_tiers(here: Here, keys: Sequence[int]) -> tuple[list[int], Mapping[str, int]]:
    """Those that the tiers leave, and how many of each tier they hide."""
    from memento_cli.core.tiers import shown

    rows = rows_of(here.database, keys, f"pinned, {STRENGTH}")
    strengths = [strength_now(*both_of(rows[key][1:]), rows[key][0], here.now) for key in keys]
    left, hidden = shown([*map(Strong, keys, strengths)], hide=True)
    return [one.key for one in left], hidden


def _counted(here: Here, keys: Sequence[int]) -> Said | None:
    """Note what is shown, where that counts; None if that is Typer's.

    What the system refuses is not tried again: it is told, and what was found is shown.
    """
    act = ACTS[here.setting("recall.counts")]
    if not (act and keys):
        return []
    from memento_cli.cli.front.used import noted

    try:
        return None if noted(here, act, keys, together=True) is None else []
    except Tried as refused:
        from memento_cli.cli.out import Out

        return [(2, Out().warning(f"not counted: {refused.problem}") + "\n")]


def _notes(
    hidden: Mapping[str, int], tiers: Mapping[str, int], shown: int, total: int, more: bool
) -> Iterator[str]:
    """What is told beside the hits, as in `cli/recall.py`."""
    if not shown:
        yield "Nothing found"
    for lifting, counts in (("--all", hidden), ("--deep", tiers)):
        for name, count in counts.items():
            if count:
                yield f"{count} {name}, hidden; {lifting} shows them"
    if more or shown < total:
        yield f"{shown} of {'more than ' if more else ''}{total} shown; --limit shows more"


def _superseding(here: Here) -> tuple[set[int], set[int]]:
    """The memories that supersede some other one, and those that are superseded."""
    query = (
        "SELECT link.key, name.key FROM link JOIN name ON name.id = link.target"
        " WHERE rel = 'supersedes' AND link.key <> name.key"
    )
    pairs = here.database.execute(query).fetchall()
    return {one for one, _ in pairs}, {other for _, other in pairs}
