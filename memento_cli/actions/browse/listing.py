"""A list or a search to look at: which memories there are, in order, and the rows of some of them.

A view is a text of the query language, so that a topic that is chosen is a filter in it. The ids
of all are read at once, which is quick, and their rows as they come into sight.
"""

from __future__ import annotations

import re
from itertools import islice

from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.recall.names import with_names_found
from memento_cli.actions.recall.recall import recall
from memento_cli.core.recall.query import Query, in_order, sort_of
from memento_cli.core.recall.query_parser import parsed_query
from memento_cli.core.text.highlighting import passage, sought_forms
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.errors import MementoError
from memento_cli.index.database.database import rows_among
from memento_cli.index.recall.finding import hits_with
from memento_cli.index.recall.search import where_of
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime, tzinfo

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Hit, Recalled
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store

STRENGTH, CREATED = "strength", "created"
NEWEST = "SELECT id FROM memory ORDER BY created DESC, id"
KEYS = "SELECT name.id, key FROM name JOIN memory USING (key) WHERE name.id IN"
"""The keys of ids in the index; a name alone may be that of a memory that is gone."""
MOST_FOUND = 500
"""So many of what has the words are ranked, as a recall does; nobody looks at more."""
NO_QUERY = Query()
LIKE_A_FILTER = re.compile(r"[a-z]+:[^/\s]\S*")
FILTERS = "topic: with: person: kind: tier: since: until: …"
"""The filters that are wanted most; manual/queries.md has all."""


class Listing(NamedTuple):
    """What a view shows: the ids of memories in order, and what there is to say about them.

    `total` counts all that match, of which `ids` may be the first; with `more` others match, which
    were not counted. `words` are what was looked for, to be marked in the rows; `notes` are
    sentences on how the text was read and what is hidden.
    """

    ids: Sequence[str] = ()
    total: int = 0
    more: bool = False
    words: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Row(NamedTuple):
    """A memory in a list, as a hit that was not ranked, and the passage that has the words.

    `newer` is the memory that supersedes it, or ""; `against` those that contradict it, with
    neither newer.
    """

    hit: Hit
    newer: str = ""
    against: tuple[str, ...] = ()
    passage: str = ""

    @property
    def memory(self) -> Memory:
        """The memory, with the fields that the index has."""
        return self.hit.memory

    @property
    def id(self) -> str:
        """The id of the memory."""
        return self.hit.memory.id


def listing(
    store: Store,
    text: str,
    now: datetime,
    zone: tzinfo,
    *,
    sort: str | None = None,
    order: str = "desc",
    most: int | None = None,
) -> Listing:
    """The memories that a text of the query language finds, the best first, at most MOST_FOUND; for
    no words all that pass its filters, the strongest first, or by `sort` (a name of SORTS) and
    `order` (of ORDERS).

    Nothing is hidden for being weak. With `most` no more than that are read; what is wrong with
    the text is a note.
    """
    notes: list[str] = []
    try:
        query = query_of(store, text, now, zone, notes)
    except MementoError as problem:
        return Listing(notes=(*notes, _sentence(problem)))
    query = query._replace(sort=sort, order=order)
    if query.sought or query.time:
        limit = min(most or MOST_FOUND, MOST_FOUND)
        return _found(store, query._replace(limit=limit), now, notes)
    with open_index(store, now) as index:
        ids, total = _ids(index, query)
        return Listing(list(islice(ids, most)), total, notes=tuple(notes))


def rows(store: Store, ids: Sequence[str], now: datetime, words: Sequence[str] = ()) -> list[Row]:
    """The memories of these ids in this order, without those that are gone; with the passage of
    each that has the words, if its summary has not."""
    with open_index(store, now) as index:
        keys = dict(rows_among(index.database, KEYS, ids))
        hits = hits_with(index, [keys[id] for id in ids if id in keys])
        standing = index.standing(ids)
    wanted = sought_forms(words) if words else {}
    return [Row(hit, *standing.of(hit.id), _passage(hit.memory, wanted)) for hit in hits]


def replaced(store: Store, ids: Sequence[str], now: datetime) -> Mapping[str, str]:
    """Those of these memories that a newer one supersedes, each with its id."""
    with open_index(store, now) as index:
        return index.standing(ids).history


def archived_rows(store: Store, text: str, now: datetime, zone: tzinfo) -> list[Row]:
    """The memories of the archive that a text finds, the strongest first; each of its files is
    read, as the index has none of them."""
    from memento_cli.actions.memory.list import list_memories  # few look there

    query = query_of(store, text, now, zone, [])
    found = list_memories(store, query, now, weak=True, archived=True)
    return [Row(hit) for hit in found.hits]


def query_of(store: Store, text: str, now: datetime, zone: tzinfo, notes: list[str]) -> Query:
    """The query in a text, with names as the store writes them; what is to be said of it goes into
    the notes."""

    def moment(typed: str, end: bool) -> datetime:
        return typed_moment(typed, now, zone, end=end)

    parsed = parsed_query(text, moment)
    notes += parsed.notes
    notes += (_no_filter(word) for word in parsed.query.words if LIKE_A_FILTER.fullmatch(word))
    return with_names_found((store,), parsed.query, now, notes.append)


def _no_filter(word: str) -> str:
    """What is said of a word that looks like a filter, and is none."""
    name = word.partition(":")[0]
    return f"{name}: is no filter, and is looked for as words; filters are {FILTERS}"


def _found(store: Store, query: Query, now: datetime, notes: Sequence[str]) -> Listing:
    found = recall(store, query, now)
    hits = found.hits
    words = found.meant or (*query.sought, *(word for _, some in found.partly for word in some))
    told = (*notes, *_notes(query, found))
    return Listing([hit.id for hit in hits], found.total, found.more, words, told)


def _notes(query: Query, found: Recalled) -> Iterator[str]:
    if query.time:
        yield query.time.note
    if found.unfit:
        yield f"Nothing fits: {found.unfit}"
    elif found.meant and not found.partly:
        yield f"Nothing has these words; looked for {' '.join(found.meant)}"
    if found.superseded:
        yield f"{found.superseded} hidden, as newer ones replace them"


def _ids(index: Strengths, query: Query) -> tuple[Iterator[str], int]:
    """The ids of the memories that pass the filters of a query, in its order, and their number."""
    is_plain = query._replace(sort=None) == NO_QUERY
    if is_plain and sort_of(query) == STRENGTH:
        return (id for _, _, id, _ in index.in_order()), index.count()
    if is_plain and sort_of(query) == CREATED:
        return (id for (id,) in index.database.execute(NEWEST)), index.count()
    passing = index.rows(*where_of(query))
    return (row.id for row in in_order(passing, query)), len(passing)


def _passage(memory: Memory, wanted: dict[str, list[str]]) -> str:
    content = memory.content
    return passage(content.detail, wanted, content.summary) if wanted else ""


def _sentence(problem: MementoError) -> str:
    return "; ".join(filter(None, (problem.message, problem.hint)))
