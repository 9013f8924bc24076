"""What a list shows: the keys of its lines in order, and the lines of memories."""

from __future__ import annotations

from memento_cli.actions.browse.listing import archived_rows, listing, rows
from memento_cli.core.fading.strength import tier_of
from memento_cli.core.memory.refs import name_of
from memento_cli.core.security.trust import marks, trust_of
from memento_cli.core.text.normal_forms import folded
from memento_cli.named_tuple import NamedTuple
from memento_cli.tui.cells import age
from memento_cli.tui.listing import WINDOW, Line

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime, tzinfo

    from memento_cli.actions.browse.listing import Row
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


class Results(NamedTuple):
    """What a text has found: keys in order, the lines that were read with them, and notes.

    With `more` others match. `words` were looked for, and are marked where they are seen.
    """

    keys: Sequence[str]
    lines: Mapping[str, Line]
    more: bool = False
    words: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def only(self, allowed: Collection[str]) -> Results:
        """Those of them that are `allowed`."""
        keys = [key for key in self.keys if key in allowed]
        return self._replace(keys=keys, more=self.more and len(keys) == len(self.keys))


def found_memories(
    store: Store, text: str, now: datetime, zone: tzinfo, sort: str | None = None
) -> Results:
    """What a query in its language finds; all memories, the strongest first, for none."""
    found = listing(store, text, now, zone, sort=sort)
    lines = memory_lines(store, found.ids[:WINDOW], now, found.words)
    return Results(found.ids, lines, found.more, found.words, found.notes)


def first_memories(store: Store, now: datetime, zone: tzinfo) -> Results:
    """The strongest memories, which are read at once where there are very many."""
    found = listing(store, "", now, zone, most=WINDOW)
    return Results(found.ids, memory_lines(store, found.ids, now), len(found.ids) == WINDOW)


def found_in_archive(store: Store, text: str, now: datetime, zone: tzinfo) -> Results:
    """What a query finds in the archive."""
    lines = {row.id: _line_of(row, now) for row in archived_rows(store, text, now, zone)}
    return Results(tuple(lines), lines)


def memory_lines(
    store: Store, ids: Sequence[str], now: datetime, words: Sequence[str] = ()
) -> dict[str, Line]:
    """The lines of these memories."""
    return {row.id: _line_of(row, now) for row in rows(store, ids, now, words)}


def _line_of(row: Row, now: datetime) -> Line:
    """The line of a memory, with what is to be known before its words are believed."""
    line = memory_line(row.memory, row.hit.strength, now)
    signs = ["replaced"] if row.newer else []
    signs += ["contradicted"] if row.against else []
    signs += marks(trust_of(row.memory), row.hit.flags or ())
    before = f"({', '.join(signs)}) " if signs else ""
    passage = f" … {row.passage}" if row.passage else ""
    return line._replace(text=f"{before}{line.text}{passage}", faint=bool(row.newer))


def memory_line(memory: Memory, strength: float, now: datetime) -> Line:
    """The line of a memory of this strength."""
    names = [*memory.tags.topics, *(f"@{name_of(ref)}" for ref in memory.tags.people)]
    return Line(
        memory.content.summary,
        age(memory.created, now),
        " ".join(names),
        strength,
        tier_of(strength),
        memory.pinned,
    )


def found_among(lines: Mapping[str, Line], text: str, seen: Mapping[str, str] = {}) -> Results:
    """Those of the lines that have all words of a text, in any case; or what is `seen` of them."""
    words = folded(text).split()
    kept = {
        key: line
        for key, line in lines.items()
        if not words or _has(f"{line.text} {line.aside} {seen.get(key, '')}", words)
    }
    return Results(tuple(kept), kept)


def _has(text: str, words: Sequence[str]) -> bool:
    text = folded(text)
    return all(word in text for word in words)
