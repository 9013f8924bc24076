"""Recall elsewhere than in memories: of what holds beside them, and of what happened."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack

from memento_cli.actions.memory.feedback import events_aside
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.recall.passages import PASSAGES, PassageQuery
from memento_cli.actions.recall.recalled import Recalled
from memento_cli.core.fading.tiers import Shown, shown, tier_of
from memento_cli.core.memory.record_kinds import EVENTS, GRAPH
from memento_cli.core.recall.passages import as_shown, current_of
from memento_cli.core.recall.query import Hit
from memento_cli.core.recall.standing import Standing
from memento_cli.core.security.trust import TRUSTS
from memento_cli.core.text.words import terms
from memento_cli.index.events.event_index import event_index
from memento_cli.index.recall.filters import seen_of
from memento_cli.index.recall.finding import Finding, hits_of, matching
from memento_cli.index.recall.matched import with_places
from memento_cli.index.recall.temporary import score_among, temporary_index
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Query
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store


class SourceHits(NamedTuple):
    """What one collection of texts answered, the index that it was found in, and how many events
    somebody had set aside. `hits` are those of `found` that are not, all of them read."""

    database: sqlite3.Connection
    hits: Sequence[Hit]
    found: Finding = Finding(())
    aside: int = 0


class PassageResults(NamedTuple):
    """What was found in each source and, beside it, the text score of the best memory: scores of
    several collections can be compared only if words are as rare for all."""

    found: Mapping[str, Recalled]
    best: float


class _PassageHits(NamedTuple):
    """How answers are told: the passages by id, each with its source, the best score of the
    collection, whether what has faded is shown, and whether each hit says which words are in it."""

    told: Mapping[str, tuple[str, Memory]]
    best: float
    lifted: bool
    places: bool


def search(
    store: Store,
    sources: Sequence[str],
    query: Query,
    now: datetime,
    *,
    everything: bool = False,
    deep: bool = False,
    until: datetime | None = None,
    beside: Sequence[Hit] = (),
    places: bool = False,
    placeless: bool = True,
) -> PassageResults:
    """What answers a query in each of these sources; with `everything` also what held before.

    Edges fade: they are hidden as memories are, ghosts always, but with `everything`, and in a
    `deep` recall, which lifts their weights for this turn. What was recorded after `until` is left
    out. `beside` are the memories that are hits. With `places` each hit says which words are in it.
    What is nobody's is only looked through if `placeless` things are.
    """
    asked = PassageQuery(now, everything, until, placeless, query.min_trust or TRUSTS[-1])
    told = {
        one.id: (source, one)
        for source in sources
        if source in PASSAGES
        for one in PASSAGES[source](store, asked)
    }
    with ExitStack() as stack:
        answers = list[SourceHits]()
        if told:
            here = stack.enter_context(
                temporary_index(store, [one for _, one in told.values()], now)
            )
            answers.append(_answer(here, query._replace(limit=None, offset=0), deep))
        if EVENTS in sources:
            here = stack.enter_context(event_index(store, now))
            events = _answer(here, _until(query, until))
            answers.append(events if everything else _searched(store, events, until))
        if beside:
            here = stack.enter_context(open_index(store, now))
            answers.append(SourceHits(here.database, beside))
        bests = list(_bests(answers, query))
        lifted = everything or deep or bool(query.tiers)
        found = dict.fromkeys(sources, Recalled((), 0))
        for answer, best in zip(answers[: -1 if beside else None], bests, strict=False):
            told_by = _PassageHits(told, best, lifted, places)
            found |= _pages(store, answer, query, beside, told_by)
    return PassageResults(found, bests[-1] if beside else 0.0)


def _pages(
    store: Store, answer: SourceHits, query: Query, beside: Sequence[Hit], how: _PassageHits
) -> dict[str, Recalled]:
    """What an answer has of each source."""
    kept, pages = answer.found, dict[str, Recalled]()
    newer = {id: current_of(one) for id, (_, one) in how.told.items()}
    standing = Standing({id: ref for id, ref in newer.items() if ref in how.told})
    kinds = {id: source for id, (source, _) in how.told.items()}
    for source, all_its in _by_source(answer.hits, kinds):
        shows_all = source != GRAPH or how.lifted
        its, tiers = (all_its, {}) if shows_all else _in_tiers(store, all_its, beside)
        page = tuple(its[: query.limit])
        if how.places:
            page = with_places(answer.database, page, query, kept.instead)
        page = tuple(_as_shown(hit, how.told) for hit in page)
        pages[source] = Recalled(
            page,
            len(its),
            aside=answer.aside if source == EVENTS else 0,
            tiers=tiers,
            more=kept.more,
            meant=kept.meant,
            missing=kept.missing,
            standing=standing,
            best=how.best,
        )
    return pages


def _as_shown(hit: Hit, told: Mapping[str, tuple[str, Memory]]) -> Hit:
    """A hit with what is shown of it beside what it says; an event as it was found."""
    memory = hit.memory
    if memory.id not in told:
        return hit
    return hit._replace(memory=as_shown(memory, told[memory.id][1]), flags=None)


def _searched(store: Store, events: SourceHits, until: datetime | None) -> SourceHits:
    """What a search answered of events, without those that somebody had set aside by then."""
    aside = events_aside(store, until) if events.hits else ()
    kept = [hit for hit in events.hits if hit.memory.id not in aside]
    return events._replace(hits=kept, aside=len(events.hits) - len(kept))


def _in_tiers(store: Store, edges: Sequence[Hit], beside: Sequence[Hit]) -> Shown[Hit]:
    """The edges that are no ghosts; where tiers hide, the active ones, and the faded only if no
    memory `beside` them is active either. How many of each tier are hidden."""
    if store.settings["recall.hide_tiers"]:
        ids = {edge.memory.id for edge in edges}
        kept = [hit for hit in shown([*beside, *edges], hide=True).hits if hit.memory.id in ids]
    else:
        kept = [edge for edge in edges if tier_of(edge.strength) != "ghost"]
    tiers = Counter(tier_of(edge.strength) for edge in edges)
    tiers.subtract(tier_of(edge.strength) for edge in kept)
    return Shown(kept, +tiers)


def _answer(index: Strengths, query: Query, deep: bool = False) -> SourceHits:
    """What a collection answers. Nothing in it fades but edges, so it is as recent as when it was
    recorded, or last confirmed (003 §6-1), where the strength counts as a part of a sum."""
    scheme = index.store.settings.scheme
    if scheme.form == "sum":
        scheme = scheme._replace(recency="kind")
    found = matching(index, query, scheme, deep=deep)
    return SourceHits(index.database, hits_of(index, found, found.rows), found)


def _until(query: Query, until: datetime | None) -> Query:
    """A query for what was recorded by then."""
    if until is None:
        return query
    return query._replace(until=min(query.until or until, until))


def _bests(answers: Sequence[SourceHits], query: Query) -> Iterator[float]:
    """The text score of the best hit of each collection, as it would be among all of them."""
    asked = terms(" ".join(query.sought))
    all, seen = [answer.database for answer in answers], seen_of(query)
    return (score_among(answer.database, all, answer.hits, asked, seen) for answer in answers)


def _by_source(hits: Sequence[Hit], places: Mapping[str, str]) -> Collection[tuple[str, list[Hit]]]:
    """The hits of each source; of what is nowhere told, events."""
    found = dict[str, list[Hit]]()
    for hit in hits:
        found.setdefault(places.get(hit.memory.id, EVENTS), []).append(hit)
    return found.items()
