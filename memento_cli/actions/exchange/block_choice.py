"""Which memories may stand in a host's file, where a model reads every text as an instruction.

Only what is trusted enough gets there, never a text that reads like instructions, hides signs or
has a secret. What a file has already may stay, while its memory says the same.
"""

from __future__ import annotations

from memento_cli.actions.exchange.block_reading import SOURCE
from memento_cli.actions.memory.list import list_memories
from memento_cli.actions.memory.reading import standing
from memento_cli.actions.recall.index_session import ask_index, open_index
from memento_cli.core.exchange.block import Kept, Written, lines_of, text_digest, text_in_file
from memento_cli.core.exchange.block_lines import Candidate
from memento_cli.core.exchange.shown_text import Notes, collapsed
from memento_cli.core.fading.strength import TIERS, tier_of
from memento_cli.core.memory.memory import is_over
from memento_cli.core.recall.explanation import misses
from memento_cli.core.recall.query import Query, hit_of
from memento_cli.core.security.instructions import flags_of
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.trust import is_trusted, trust_of
from memento_cli.core.text.visible import visible
from memento_cli.core.tidy.conflicts import is_of_one_time, likely_pairs_of_many
from memento_cli.core.time.when import DAY_SECONDS, SECOND_MICROS, from_micros, micros

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.exchange.block import Line
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Hit
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store

FEW = 40
"""The fewest memories that are looked at at once."""
DAY_MICROS = DAY_SECONDS * SECOND_MICROS
MOST_PAGES = 10
STALE_DAYS = 30
"""What was confirmed within so many days is not stale, however weak."""


def chosen_hits(
    store: Store, query: Query, now: datetime, inside: Sequence[str], but: Collection[str]
) -> list[Hit]:
    """The memories that may stand in a file, the strongest first, as many as the query's limit if
    there are: those of a query with a trust, and those of `inside`, whatever their trust; without
    those of `but`."""
    hits = {hit.id: hit for hit in _inside(store, query, now, inside)}
    for hit in _trusted(store, query, now, (query.limit or 0) + len(but)):
        hits.setdefault(hit.id, hit)
    kept = [hit for id, hit in hits.items() if id not in but]
    return sorted(kept, key=lambda hit: (-hit.strength, -hit.bare, hit.id))


def _trusted(store: Store, query: Query, now: datetime, enough: int) -> list[Hit]:
    """The memories of a query that are fit for a file, the strongest first; `enough` if there are.

    The strongest of all are looked at first, whatever their trust: the index has them in order, and
    in most stores enough of them are trusted.
    """
    page = max(FEW, 2 * enough)
    asked = query._replace(sort=None, order="desc", limit=page, offset=0)
    if not query.trusts:
        hits = list_memories(store, asked._replace(min_trust=None), now).hits
        found = _fit(store, hits, now, query.min_trust)
        if len(found) >= enough or len(hits) < page:
            return found
    found = []
    for number in range(MOST_PAGES):
        hits = list_memories(store, asked._replace(offset=number * page), now).hits
        found += _fit(store, hits, now, query.min_trust)
        if len(found) >= enough or len(hits) < page:
            break
    return found


def _fit(store: Store, hits: Sequence[Hit], now: datetime, trust: str | None) -> list[Hit]:
    """The hits that are trusted enough, not history, and fit for a file."""
    trusted = [hit for hit in hits if not trust or is_trusted(trust_of(hit.memory), trust)]
    bounds = Query(min_trust=trust)
    history = standing(store, [hit.id for hit in trusted], now, bounds).history
    return [hit for hit in trusted if hit.id not in history and is_fit(hit.memory, hit.flags)]


def _inside(store: Store, query: Query, now: datetime, ids: Sequence[str]) -> list[Hit]:
    """Those of the memories that are strong, current and within the query, but for its trust; what
    was first written in a file is of any query there."""
    if not ids:
        return []

    def ask(index: Strengths) -> tuple[list[Memory], Mapping[str, str]]:
        return index.by_ids(ids), index.standing(ids).history

    memories, history = ask_index(store, now, False, ask, lambda _: ids)
    limit = 0.0 if query.tiers or query.max_strength is not None else weakest(store)
    bare = query._replace(min_trust=None, trusts=(), limit=None)
    hits = [hit_of(memory, now) for memory in memories if memory.id not in history]
    live = [hit for hit in hits if hit.strength >= limit and not is_over(hit.memory, now)]
    own = [hit for hit in live if hit.memory.source == SOURCE or not misses(hit, bare)]
    return [hit for hit in own if not _has_secret(hit.memory)]


def weakest(store: Store) -> float:
    """The strength below which a memory stands in no file, as in no list."""
    limit: float = store.settings["list.hide_below"]
    return limit


def is_fit(memory: Memory, flags: Sequence[str] | None = None) -> bool:
    """Whether a text may stand where a model takes it for an instruction: it does not read like one
    (`flags`, if they are known), and has neither hidden signs nor a secret."""
    is_flagged = flags_of(memory) if flags is None else flags
    content = memory.content
    texts = "\n".join((memory.id, content.summary, content.detail))
    return not is_flagged and visible(texts, lines=True) == texts and not _has_secret(memory)


def _has_secret(memory: Memory) -> bool:
    return bool(allowed_kinds([memory.content.summary, memory.content.detail], allow=True))


def candidates(
    store: Store, hits: Sequence[Hit], inside: Mapping[str, Line], now: datetime
) -> list[Candidate]:
    """The hits as they are shown in a file: lines that say the same there stay as they are."""
    against = _opponents(store, [hit.memory for hit in hits], now)
    return [
        _candidate(hit, inside.get(hit.id), against.get(hit.id, ""), micros(now)) for hit in hits
    ]


def _candidate(hit: Hit, line: Line | None, against: str, now: int) -> Candidate:
    memory, text = hit.memory, text_in_file(hit.memory.content)
    last = hit.last_reinforced
    is_stale = tier_of(hit.strength) != TIERS[0] and now - last > STALE_DAYS * DAY_MICROS
    since = from_micros(last).date().isoformat() if is_stale and not memory.pinned else ""
    says_it = line is not None and collapsed(line.text) == collapsed(text)
    raw = line.raw if line and says_it else lines_of(memory.content)
    kept = Kept(memory.id, raw, Notes(since, against), Written(text_digest(text), bool(since)))
    return Candidate(kept, memory.tags.topics)


def _opponents(store: Store, memories: Sequence[Memory], now: datetime) -> dict[str, str]:
    """By the id of a memory the summary of another one among them that contradicts it, and is not
    known to be older or newer."""
    by_id = {memory.id: memory for memory in memories}
    against = dict[str, str]()
    with open_index(store, now) as index:
        conflicts = index.standing(by_id).conflicts
    for id, others in conflicts.items():
        for other in filter(by_id.__contains__, others):
            against.setdefault(id, by_id[other].content.summary)
    for pair in likely_pairs_of_many(memories, _shares_half):
        if is_of_one_time(pair):
            against.setdefault(pair.one.id, pair.other.content.summary)
            against.setdefault(pair.other.id, pair.one.content.summary)
    return against


def _shares_half(one: Memory, other: Memory) -> bool:
    """Whether two summaries share half of the words of the shorter one, as what says the opposite
    of a text does. Without blanks signs stand for words."""
    words, others = (
        frozenset(text.split() if " " in text else text)
        for text in (one.content.summary.casefold(), other.content.summary.casefold())
    )
    return 2 * len(words & others) >= min(len(words), len(others))
