"""recall: finding memories by what they say. Reading writes nothing."""

from __future__ import annotations

import os

from memento_cli.actions.recall.index_session import ask_index
from memento_cli.core.fading.strength import shown
from memento_cli.core.recall.query import Recalled, ids_of, sort_of
from memento_cli.index.recall.finding import hits_of, matching
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import contextmanager
from memento_cli.store.directory.platform_folders import user_file

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from memento_cli.actions.recall.past import Past
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Query
    from memento_cli.index.fading.numbers import Row
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.finding import Finding
    from memento_cli.index.recall.meaning import Meaning
    from memento_cli.store.directory.store import Store

MOST_COMPARED = 50
"""The number of best hits of a deep recall that may stand for each other."""


class Search(NamedTuple):
    """The result of a recall in one source of one store."""

    store: Store
    source: str
    found: Recalled


def recall(
    store: Store,
    query: Query,
    now: datetime,
    *,
    everything: bool = False,
    deep: bool = False,
    fresh: bool = False,
    past: Past | None = None,
    hops: int = 0,
    places: bool = False,
    answers: bool = False,
    once: bool = False,
) -> Recalled:
    """The memories that match a query, the best first, with the fields that the index has.

    `memory_at` reads one with all its fields: links, log, origin.

    A memory that is superseded, or whose time to live has ended, is a hit only with `everything`. A
    `deep` recall ignores the tiers and their weights, and returns superseded memories as history.
    Of what says the same its newer one comes first, and what was concluded from episodes before
    them.
    `fresh` compares the stamps of all files first. With `past` the memories are those of the moment
    `now`. With `hops`, 1 to 3, what the graph links to the hits is added. With `places` each hit
    says which words matched, and where. With `answers` who is asked about comes before others who
    speak, and a question is followed by its answer; `once` leaves out for what others stand
    (`core/recall/stand_ins.py`). Where the user has a provider of vectors, what means the same is
    found beside what has the words.
    """

    def ask(index: Strengths) -> Recalled:
        gains = None
        if hops:
            from memento_cli.actions.recall.elsewhere import gains_of  # few recalls need it

            gains = gains_of(store, index, query, hops, deep=deep)
        scheme = store.settings.scheme
        finding = matching(index, query, scheme, deep=deep, gains=gains, meaning=meaning)
        if answers:
            from memento_cli.index.recall.answers import with_answers  # only contexts want them
            from memento_cli.index.recall.speakers import with_speakers

            finding = with_speakers(index, finding, query, scheme)
            finding = with_answers(index, finding, query)
        page = _current(store, index, finding, query, everything=everything, deep=deep, once=once)
        if places:
            from memento_cli.index.recall.places import with_places  # few recalls need it

            hits = with_places(index.database, page.hits, query, finding)
            page = page._replace(hits=hits)
        return page

    with _meaning_of(store, query) as (meaning, is_missing):
        if past:
            from memento_cli.actions.recall.past import ask_past_index

            answer = ask_past_index(store, now, past, fresh, ask)
        else:
            answer = ask_index(store, now, fresh, ask, ids_of)
    return answer._replace(words_alone=True) if is_missing else answer


@contextmanager
def _meaning_of(store: Store, query: Query) -> Iterator[tuple[Meaning | None, bool]]:
    """What a query means to the store, if the user has a provider of vectors, and whether that is
    missing."""
    if query.words_only or not query.sought or not os.path.lexists(user_file()):
        yield None, False
        return
    from memento_cli.actions.vectors.asking import meaning_of  # few users have one

    with meaning_of(store, query) as asked:
        yield asked


def _current(
    store: Store,
    index: Strengths,
    finding: Finding,
    query: Query,
    *,
    everything: bool,
    deep: bool,
    once: bool = False,
) -> Recalled:
    """The page of the rows found, without those superseded, over, or hidden by the tiers."""
    superseded = frozenset[str]() if everything or deep else index.superseded(query)
    live = [row for row in finding.rows if everything or not row.is_over]
    found = [row for row in live if row.id not in superseded]
    current = [row for row in found if finding.reaches(row, query.min_score)]
    hide = store.settings["recall.hide_tiers"] and not (deep or everything or query.tiers)
    visible = shown(current, hide=hide)
    rows = visible.hits
    if deep or once:
        rows = _with_stand_ins(index, rows, query, once=once)
    page = rows[query.offset : query.end]
    return Recalled(
        tuple(hits_of(index, finding, page)),
        len(visible.hits),
        superseded=len(live) - len(found),
        over=len(finding.rows) - len(live),
        more=finding.more,
        tiers=visible.hidden,
        meant=finding.meant,
        missing=finding.missing,
        standing=index.standing((row.id for row in page), query.within),
        best=finding.best,
        partly=finding.partly,
        coverage=finding.coverage,
        unfit=finding.unfit,
        low=len(found) - len(current),
    )


def _with_stand_ins(
    index: Strengths, rows: Sequence[Row], query: Query, *, once: bool
) -> list[Row]:
    """The rows, the best of which stand behind those that say the same and are newer, or that were
    concluded from them; with `once` they are left out."""
    if sort_of(query) != "score":
        return list(rows)
    from memento_cli.core.recall.stand_ins import put_first, stand_ins

    most = (query.end or MOST_COMPARED) if once else MOST_COMPARED
    by_id = {row.id: row for row in rows[:most]}
    memories = index.by_keys(row.key for row in by_id.values())
    stand_for = stand_ins(memories, index.derived(by_id))
    ids = put_first(list(by_id), stand_for)
    return [by_id[id] for id in ids if not (once and id in stand_for)] + list(rows[most:])


def why_not(
    store: Store,
    query: Query,
    text: str,
    now: datetime,
    *,
    everything: bool = False,
    deep: bool = False,
    past: Past | None = None,
) -> tuple[Memory, list[str]]:
    """Every reason why a memory is not among the hits of `recall`; none if it is."""
    with (
        _meaning_of(store, query) as (meaning, _),
        _among(store, text, now, past) as (memory, index),
    ):
        finding = matching(index, query, store.settings.scheme, deep=deep, meaning=meaning)
        unpaged = query._replace(limit=None, offset=0)
        current = _current(store, index, finding, unpaged, everything=everything, deep=deep)
        shown_ids = ids_of(current)
        if memory.id in shown_ids:
            return memory, _off_the_page(shown_ids, memory.id, query)
        row = next((row for row in finding.rows if row.id == memory.id), None)
        reasons = [] if row else _not_found(index, finding, query, memory, now)
        if meaning and not row:
            from memento_cli.index.recall.meaning import why_not_near

            reasons += why_not_near(index.database, memory.id, meaning)
        if memory.id in index.superseded(query) and not everything:
            reasons.append("another memory supersedes it (--all shows it)")
        elif row:
            reasons.append(_left_out(finding, query, memory, row, now, everything=everything))
    return memory, reasons or ["the index does not have it as it is; --fresh looks again"]


def _not_found(
    index: Strengths, finding: Finding, query: Query, memory: Memory, now: datetime
) -> list[str]:
    """Why a memory does not match a query."""
    from memento_cli.core.recall.explanation import misses
    from memento_cli.core.recall.query import hit_of
    from memento_cli.index.recall.places import has_word

    if finding.unfit:
        return [f"nothing fits: {finding.unfit}"]
    has = has_word(index.database, memory.id)
    return misses(hit_of(memory, now), query, has) or _not_ranked(index, query, memory.id)


def _left_out(
    finding: Finding, query: Query, memory: Memory, row: Row, now: datetime, *, everything: bool
) -> str:
    """Why a memory that matches is not shown."""
    from memento_cli.core.fading.strength import tier_of
    from memento_cli.core.memory.memory import is_over
    from memento_cli.core.recall.query import hit_of

    if is_over(memory, now) and not everything:
        return "its time to live has ended (--all shows it)"
    if not finding.reaches(row, query.min_score):
        score = finding.ranks[row.key].score * (finding.coverage or 0.0)
        return f"its score {score:.3f} is below {query.min_score:g}"
    return f"it is {tier_of(hit_of(memory, now).strength)}, and hidden as such (--deep shows it)"


def _not_ranked(index: Strengths, query: Query, id: str) -> list[str]:
    """Why a memory that passes a query's filters was not ranked: its text score is too low."""
    from memento_cli.index.recall.finding import place_by_words

    place, ranked = place_by_words(index, query, id)
    if not ranked < place:
        return []
    more = f"--limit {place} looks at it, too"
    return [f"by its words it is number {place}; the best {ranked} are ranked ({more})"]


@contextmanager
def _among(
    store: Store, text: str, now: datetime, past: Past | None
) -> Iterator[tuple[Memory, Strengths]]:
    """The memory that `text` means, and the index of the same moment."""
    if past:
        from memento_cli.actions.recall.past import memory_among_past

        with memory_among_past(store, text, now, past) as pair:
            yield pair
    else:
        from memento_cli.actions.memory.reading import memory_at, resolve_id
        from memento_cli.actions.recall.index_session import open_index

        memory = memory_at(store, resolve_id(store, text), now)
        with open_index(store, now) as index:
            yield memory, index


def _off_the_page(ids: Sequence[str], id: str, query: Query) -> list[str]:
    """Why a hit is not shown: which page it is on; nothing if it is on this one."""
    place = ids.index(id) + 1
    end = len(ids) if query.end is None else query.end
    if query.offset < place <= end:
        return []
    page = f"hits {query.offset + 1} to {end} are shown" if end > query.offset else "none is shown"
    return [f"it is hit {place} of {len(ids)}; {page}"]
