"""memento recall WORD...: the memories whose words fit best."""

from __future__ import annotations

from memento_cli.cli.front.cells import said
from memento_cli.cli.front.index import Here, from_index
from memento_cli.core.ranking import scheme_of
from memento_cli.core.words import terms
from memento_cli.index.moments import holds
from memento_cli.index.ranked import Asked, in_ranks, most_of
from memento_cli.index.search import ANY, any_of, best, unknown

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape


def answer(shape: Shape) -> Said | None:
    """A page of the best, and how many there are more; what was superseded is only counted."""
    return from_index(shape, _best)


def _best(here: Here, shape: Shape) -> Said | None:
    text = " ".join(" ".join(shape.words).split())
    asked = terms(text)
    limit = shape.values.get("limit", here.setting("recall.limit"))
    most = max(most_of(asked), limit)
    found = best(here.database, any_of(asked), most) if asked else []
    if len(asked) > 1 and unknown(here.database, asked):
        return None  # it may be misspelt
    if not found or not holds(here.database, here.now) or here.setting("recall.hide_tiers"):
        return None  # where nothing is found, the words may be misspelt
    ranks, _ = in_ranks(
        here.database,
        found,
        Asked(text, asked, here.now, scheme_of(here.setting), beside=(ANY, ())),
    )
    gone = _superseded(here).intersection(rank.key for rank in ranks)
    current = [rank.key for rank in ranks if rank.key not in gone]
    lines = here.rows(current[:limit], ids=shape.values.get("format") == "ids")
    if lines is None:
        return None
    notes = _notes(len(gone), min(limit, len(current)), len(current), len(found) == most)
    return said(lines, notes, shape)


def _notes(gone: int, shown: int, total: int, more: bool) -> Iterator[str]:
    """What is told beside the hits, as in `cli/recall.py`."""
    if not shown:
        yield "Nothing found"
    if gone:
        yield f"{gone} superseded, hidden; --all shows them"
    if more or shown < total:
        yield f"{shown} of {'more than ' if more else ''}{total} shown; --limit shows more"


def _superseded(here: Here) -> set[int]:
    """The memories that some other one says it supersedes."""
    query = (
        "SELECT name.key FROM link JOIN name ON name.id = link.target"
        " WHERE rel = 'supersedes' AND link.key <> name.key"
    )
    return {key for (key,) in here.database.execute(query)}
