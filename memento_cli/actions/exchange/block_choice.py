"""Which memories may stand in a host's file, where a model reads every text as an instruction.

Only what is trusted enough gets there, never a text that reads like instructions, hides signs or
has a secret. What a file has already may stay, while its memory says the same.
"""

from __future__ import annotations

from memento_cli.actions.memory.list import list_memories
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
from memento_cli.core.text.visible import is_visible
from memento_cli.core.tidy.conflicts import is_of_one_time, likely_pairs_of_many
from memento_cli.core.time.when import DAY_SECONDS, SECOND_MICROS, from_micros, micros

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.exchange.block import Line
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Hit
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store

PAGE = 300
DAY_MICROS = DAY_SECONDS * SECOND_MICROS
MOST_PAGES = 10
STALE_DAYS = 30
"""What was confirmed within so many days is not stale, however weak."""


def chosen_hits(
    store: Store, query: Query, now: datetime, inside: Sequence[str], but: Collection[str]
) -> list[Hit]:
    """The memories that may stand in a file, the strongest first: those of a query with a trust,
    and those of `inside`, whatever their trust; without those of `but`."""
    hits = {hit.id: hit for hit in _inside(store, query, now, inside)}
    for hit in _trusted(store, query, now):
        hits.setdefault(hit.id, hit)
    kept = [hit for id, hit in hits.items() if id not in but]
    return sorted(kept, key=lambda hit: (-hit.strength, -hit.bare, hit.id))


def _trusted(store: Store, query: Query, now: datetime) -> Iterator[Hit]:
    """The memories of a query that are fit for a file, a few hundred at the most."""
    bounds = Query(min_trust=query.min_trust)
    asked = query._replace(sort="strength", order="desc", limit=PAGE, within=bounds)
    count = 0
    for page in range(MOST_PAGES):
        recalled = list_memories(store, asked._replace(offset=page * PAGE), now)
        for hit in recalled.hits:
            if hit.id not in recalled.standing.history and is_fit(hit.memory, hit.flags):
                count += 1
                yield hit
        if count >= PAGE or len(recalled.hits) < PAGE:
            return


def _inside(store: Store, query: Query, now: datetime, ids: Sequence[str]) -> list[Hit]:
    """Those of the memories that are strong, current and within the query, but for its trust."""
    if not ids:
        return []

    def ask(index: Strengths) -> tuple[list[Memory], Mapping[str, str]]:
        return index.by_ids(ids), index.standing(ids).history

    memories, history = ask_index(store, now, False, ask, lambda _: ids)
    limit = 0.0 if query.tiers or query.max_strength is not None else _weakest(store)
    bare = query._replace(min_trust=None, trusts=(), limit=None)
    hits = [hit_of(memory, now) for memory in memories if memory.id not in history]
    live = [hit for hit in hits if hit.strength >= limit and not is_over(hit.memory, now)]
    return [hit for hit in live if not misses(hit, bare) and not _has_secret(hit.memory)]


def _weakest(store: Store) -> float:
    limit: float = store.settings["list.hide_below"]
    return limit


def is_fit(memory: Memory, flags: Sequence[str] | None = None) -> bool:
    """Whether a text may stand where a model takes it for an instruction: it does not read like one
    (`flags`, if they are known), and has neither hidden signs nor a secret."""
    is_flagged = flags_of(memory) if flags is None else flags
    content = memory.content
    texts = "\n".join((memory.id, content.summary, content.detail)).replace("\t", " ")
    return not is_flagged and all(map(is_visible, texts.split("\n"))) and not _has_secret(memory)


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
    for pair in likely_pairs_of_many(memories):
        if is_of_one_time(pair):
            against.setdefault(pair.one.id, pair.other.content.summary)
            against.setdefault(pair.other.id, pair.one.content.summary)
    return against
