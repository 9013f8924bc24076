"""The proposals of sleep about memories: copies, conflicts, recurring and related episodes, and
other laws for memories that are used often and lost soon.
"""

from __future__ import annotations

from memento_cli.actions.events.planned import Drafted, plan_of, step_draft
from memento_cli.actions.fading.law import parsed_law
from memento_cli.actions.memory.prune import remaining_memories
from memento_cli.actions.memory.reading import entries_by_id, history_of, readable_records
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.vectors.neighbours import neighbours_in
from memento_cli.core.fading.forecast import (
    OFTEN,
    is_lost_soon,
    is_used_often,
    lasting,
    laws_to_try,
)
from memento_cli.core.fading.laws import BASE_LEVEL
from memento_cli.core.journal.event_types import CODES, RECORDED
from memento_cli.core.memory.memory import CONTRADICTS, DERIVED, SUPERSEDES, fade_of
from memento_cli.core.text.digest import Source, digest
from memento_cli.core.tidy.conflicts import is_of_one_time, likely_pairs_of_many
from memento_cli.core.tidy.copies import copies
from memento_cli.core.tidy.episodes import (
    evidence_text,
    knowledge_draft,
    places_of,
    recurring,
    recurring_in_meaning,
    related,
    rule_kind,
)
from memento_cli.core.tidy.other_words import SAME_MEANING
from memento_cli.core.tidy.sleep_steps import (
    CONTRADICT,
    CONVERT,
    EXACT,
    KEEP,
    LAW,
    MAKING,
    MERGE,
    PROMOTE,
    RULE,
    SLEEP,
    SUPERSEDE,
    is_of_sleep,
    key_of,
    memories_named,
    memory_hash,
    sleep_step,
    step_key,
)
from memento_cli.core.tidy.supersession import at_once, ordered_pair, true_at
from memento_cli.core.time.when import micros
from memento_cli.index.recall.links import links
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.events.plans import PlanStep
    from memento_cli.core.fading.forecast import Lasting
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.tidy.copies import Copies
    from memento_cli.core.tidy.episodes import Episodes
    from memento_cli.core.tidy.supersession import DatedClaim
    from memento_cli.store.directory.store import Store

BUDGET = 160
"""The limit of tokens of the summary in a promoted memory."""
MOST_ASKED = 1_000
"""The number of newest episodes whose neighbours by meaning are looked for."""
RECENT = """
    SELECT DISTINCT name.id FROM line JOIN name ON name.key = line.memory
    WHERE line.act IN (?, ?) AND line.at >= ?
"""
"""The memories recorded or edited since a moment; an import may be about older times."""

USED = "count >= ? AND NOT pinned ORDER BY id"


class SleepInput(NamedTuple):
    """The memories that sleep looks at, the recent ones, and what was proposed about them already.

    `linked` are pairs that supersede or contradict each other, also as a pending proposal.
    `merging` are those with a pending merge, `derived` those that knowledge was derived from, also
    as a pending proposal. `proposed_keys` has the keys of all former proposals.
    """

    memories: tuple[Memory, ...]
    recent: frozenset[str]
    linked: frozenset[frozenset[str]]
    merging: frozenset[str]
    derived: frozenset[str]
    proposed_keys: frozenset[str]

    def is_wanted(self, do: str, members: Sequence[Memory]) -> bool:
        """Whether a member is recent, and the act was never proposed for them."""
        ids = [one.id for one in members]
        key = key_of(do, ids, map(memory_hash, members))
        return not self.recent.isdisjoint(ids) and key not in self.proposed_keys

    def wants(self, step: PlanStep) -> bool:
        """Whether a step was never proposed and has recent evidence; no member of a merge may have
        a pending one. Another law is proposed for old memories as well."""
        if step_key(step) in self.proposed_keys:
            return False
        is_free = step.do != MERGE or self.merging.isdisjoint(step.evidence)
        is_recent = step.do == CONVERT or not self.recent.isdisjoint(step.evidence)
        return is_free and is_recent


def sleep_input(
    store: Store, now: datetime, since: datetime, proposed_keys: frozenset[str]
) -> SleepInput:
    """The memories of a moment, except those that sleep made and superseded ones."""
    with open_index(store, now) as index:
        all_links = list(links(index.database))
        rows = index.database.execute("SELECT id FROM memory WHERE source = ?", (SLEEP,))
        excluded = {id for (id,) in rows} | index.superseded()
        candidates = index.memories("created <= ? AND kind <> 'working' ORDER BY id", (index.now,))
        memories = tuple(memory for memory in candidates if memory.id not in excluded)
        parameters = CODES[RECORDED], CODES["edited"], micros(since)
        recent_ids = {id for (id,) in index.database.execute(RECENT, parameters)}
    opposed = {
        frozenset((from_id, to_id))
        for from_id, rel, to_id in all_links
        if rel in (SUPERSEDES, CONTRADICTS)
    }
    merging = set[str]()
    derived = {to_id for from_id, rel, to_id in all_links if rel == DERIVED and from_id in excluded}
    for proposal in readable_records(store, store.proposals.scan()):
        opposed.add(frozenset(link.target for link in proposal.value.links))
        plan = plan_of(proposal)
        if is_of_sleep(plan):
            step = plan["do"]
            ids = merging if step == MERGE else derived if step in MAKING else set[str]()
            ids.update(memories_named(plan))
    recent = frozenset(recent_ids).union(
        memory.id for memory in memories if memory.created >= since
    )
    return SleepInput(
        memories, recent, frozenset(opposed), frozenset(merging), frozenset(derived), proposed_keys
    )


def sleep_drafts(store: Store, input: SleepInput, now: datetime) -> Iterator[Drafted]:
    """All that may be proposed, the most certain first.

    Redundant copies are not looked at further, and recurring episodes are not promoted as well.
    """
    support = store.settings["sleep.support"]
    duplicates = list(copies(input.memories))
    redundant = {other.id for one in duplicates for other in one.others}
    unique = [memory for memory in input.memories if memory.id not in redundant]
    steps = (
        *map(_merge_step, duplicates),
        *_opposing_steps(store, input, unique, now),
        *_longer_lasting(store, now),
    )
    yield from (
        Drafted(step_draft(store, step, SLEEP), step) for step in steps if input.wants(step)
    )
    episodes = [one for one in unique if one.kind == "episodic" and one.id not in input.derived]
    recurring_ids = set[str]()
    for group in (*recurring(episodes, support), *_in_meaning(store, input, episodes, now)):
        if not recurring_ids.isdisjoint(group.ids):
            continue
        recurring_ids.update(group.ids)
        if input.is_wanted(RULE, group.members):
            rule = _with_file_values(store, group)
            draft = knowledge_draft(rule, rule_kind(rule.members, support))
            yield Drafted(draft, sleep_step(RULE, rule.members, evidence_text(rule)))
    others = [one for one in episodes if one.id not in recurring_ids]
    for group in related(others, support, lambda some: _places(store, now, some)):
        if input.is_wanted(PROMOTE, group.members):
            yield _promotion_draft(_with_file_values(store, group))


def _in_meaning(
    store: Store, input: SleepInput, episodes: Sequence[Memory], now: datetime
) -> list[Episodes]:
    """The recent episodes that recur in other words, if there are vectors to tell that by."""
    recent = [one for one in episodes if one.id in input.recent][-MOST_ASKED:]
    with open_index(store, now) as index, neighbours_in(store, index.database) as neighbours:
        if neighbours is None:
            return []
        near = {one.id: [id for id, _ in neighbours.of(one.id, SAME_MEANING)] for one in recent}
    return list(
        recurring_in_meaning(episodes, lambda id: near.get(id, ()), store.settings["sleep.support"])
    )


def _merge_step(group: Copies) -> PlanStep:
    how = "say the same" if group.exact else "say nearly the same"
    values = {KEEP: group.kept.id, EXACT: group.exact}
    return sleep_step(MERGE, (group.kept, *group.others), f"{1 + len(group.others)} {how}", values)


def _opposing_steps(
    store: Store, input: SleepInput, memories: Iterable[Memory], now: datetime
) -> Iterator[PlanStep]:
    """The steps for two memories that cannot both be true: the newer supersedes the older.

    Memories of one time contradict each other; episodes of other days are other episodes, unless
    they tell of what lasts.
    """
    likely = likely_pairs_of_many(memories)
    pairs = [pair for pair in likely if pair.ids not in input.linked and is_of_one_time(pair)]
    places = _places(store, now, [one for pair in pairs for one in (pair.one, pair.other)])
    for pair in pairs:
        by_id = {one.id: one for one in (pair.one, pair.other)}
        order = ordered_pair(pair.one.id, pair.other.id, places)
        older, newer = by_id[order.older], by_id[order.newer]
        act = CONTRADICT if at_once(newer, older) else SUPERSEDE
        yield sleep_step(act, (newer, older), f"apart in {', '.join(pair.apart)}")


def _places(store: Store, now: datetime, memories: Iterable[Memory]) -> Mapping[str, DatedClaim]:
    """The times of the memories and their places in the writers' journals; those that were removed
    meanwhile have the times that were read before."""
    listed = list(memories)
    with open_index(store, now) as index:
        return places_of(listed) | index.places(memory.id for memory in listed)


def _with_file_values(store: Store, group: Episodes) -> Episodes:
    """The episodes with the values that only files have, such as the trust."""
    by_id = {memory.id: memory for memory in remaining_memories(store, group.ids)}
    return group._replace(members=tuple(by_id.get(one.id, one) for one in group.members))


def _promotion_draft(group: Episodes) -> Drafted:
    """The knowledge in several episodes, without outdated ones: their own sentences, each with the
    number of its episode."""
    ordered = sorted(group.current, key=lambda one: (true_at(one), one.id))
    summary = digest([source_of(memory) for memory in ordered], BUDGET)
    numbers = {id: number for number, id in enumerate(group.ids, 1)}
    sentences = [(one.text, numbers[one.ref]) for one in summary.sentences]
    draft = knowledge_draft(group, "semantic", sentences)
    return Drafted(draft, sleep_step(PROMOTE, group.members, evidence_text(group)))


def source_of(memory: Memory) -> Source:
    """The words of a memory, to be summarised."""
    content = memory.content
    return Source(memory.id, "\n\n".join(filter(None, (content.summary, content.detail))))


def _longer_lasting(store: Store, now: datetime) -> Iterator[PlanStep]:
    """A step with another law for each memory that is used often and lost soon by its own law: the
    first law by which it lasts longer."""
    below = store.settings["prune.below"]
    with open_index(store, now) as index:
        used = list(index.memories(USED, (OFTEN,)))
    endangered = [memory for memory in used if is_lost_soon(memory, below, now)]
    entries = entries_by_id(store, [memory.id for memory in endangered])
    for memory in endangered:
        candidates = (
            _lasting_by(store, memory, law, entries.get(memory.id, []), now)
            for law in laws_to_try(memory.fade.law)
        )
        best = next(filter(None, candidates), None)
        if best:
            yield sleep_step(CONVERT, [memory], _reason(memory, best), {LAW: best.law})


def _lasting_by(
    store: Store, memory: Memory, law: str, entries: list[JournalEntry], now: datetime
) -> Lasting | None:
    fade = fade_of(parsed_law(store, memory, law), memory.fade.min_strength, memory.importance)
    converted = memory._replace(fade=fade)
    folded = history_of(store, converted, entries, now)
    if fade.law.code == BASE_LEVEL and not is_used_often(folded.strength.uses):
        return None
    converted = converted._replace(strength=folded.strength)
    return lasting(memory, law, converted, store.settings["prune.below"])


def _reason(memory: Memory, best: Lasting) -> str:
    lost = f"on {best.then:%Y-%m-%d}" if best.then else "never"
    times = memory.strength.reinforcement_count
    return f"used {times} times; lost on {best.lost:%Y-%m-%d}, by {best.law} {lost}"
