"""What sleep finds among memories: copies, conflicts, what recurs, what belongs together."""

from __future__ import annotations

from memento_cli.actions.events.planned import Drafted, plan_of, step_draft
from memento_cli.actions.memory.prune import remaining_memories
from memento_cli.actions.memory.reading import readable_records
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.sessions.summarizing import summarized
from memento_cli.actions.tidy.sleep_laws import longer_lasting
from memento_cli.core.journal.event_types import CODES, RECORDED
from memento_cli.core.memory.memory import CONTRADICTS, SUPERSEDES
from memento_cli.core.text.digest import Source
from memento_cli.core.tidy.conflicts import likely_among, says_otherwise
from memento_cli.core.tidy.copies import copies
from memento_cli.core.tidy.episodes import by_files, recurring, together
from memento_cli.core.tidy.learning import DERIVED, because, learnt, rule_kind
from memento_cli.core.tidy.sleep_steps import (
    CONTRADICT,
    CONVERT,
    EXACT,
    KEEP,
    MAKING,
    MERGE,
    PROMOTE,
    RULE,
    SLEEP,
    SUPERSEDE,
    is_of_sleep,
    key_of,
    memories_named,
    said_hash,
    sleep_step,
    step_key,
)
from memento_cli.core.tidy.supersession import at_once, in_turn, true_at
from memento_cli.core.time.when import micros
from memento_cli.index.recall.mentions import links
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.events.plans import PlanStep
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.tidy.copies import Copies
    from memento_cli.core.tidy.episodes import Episodes
    from memento_cli.core.tidy.supersession import DatedClaim
    from memento_cli.store.directory.store import Store

BUDGET = 160
"""The most tokens that a promoted memory says."""
NEW = """
    SELECT DISTINCT name.id FROM line JOIN name ON name.key = line.memory
    WHERE line.act IN (?, ?) AND line.at >= ?
"""
"""What was recorded or edited since, whenever it was: an import may be of old times."""


class SleepInput(NamedTuple):
    """What sleep looks at: memories, those that are new, and what is known of them already.

    `linked` are pairs that supersede or contradict each other, or may: that waits. `merging` are
    those whose merging waits, `learnt` those that knowledge was derived from, or is to be. `known`
    are the keys of what was proposed.
    """

    memories: tuple[Memory, ...]
    recent: frozenset[str]
    linked: frozenset[frozenset[str]]
    merging: frozenset[str]
    learnt: frozenset[str]
    known: frozenset[str]

    def is_wanted(self, do: str, members: Sequence[Memory]) -> bool:
        """Whether something of it is recent, and it was never proposed."""
        ids = [one.id for one in members]
        key = key_of(do, ids, map(said_hash, members))
        return not self.recent.isdisjoint(ids) and key not in self.known

    def wants(self, step: PlanStep) -> bool:
        """The same of a step; nothing is merged again that waits for it. Any law may be looked at:
        what is used is seldom recent."""
        if step_key(step) in self.known:
            return False
        is_free = step.do != MERGE or self.merging.isdisjoint(step.evidence)
        is_recent = step.do == CONVERT or not self.recent.isdisjoint(step.evidence)
        return is_free and is_recent


def looked(store: Store, now: datetime, since: datetime, known: frozenset[str]) -> SleepInput:
    """The memories that there are at a moment, but for what sleep made, and what is history."""
    with open_index(store, now) as here:
        every = list(links(here.database))
        rows = here.database.execute("SELECT id FROM memory WHERE source = ?", (SLEEP,))
        made = {id for (id,) in rows} | here.superseded()
        found = here.memories("created <= ? AND kind <> 'working' ORDER BY id", (here.now,))
        memories = tuple(memory for memory in found if memory.id not in made)
        asked = CODES[RECORDED], CODES["edited"], micros(since)
        fresh = {id for (id,) in here.database.execute(NEW, asked)}
    opposed = {frozenset((one, two)) for one, rel, two in every if rel in (SUPERSEDES, CONTRADICTS)}
    merging, learnt = set[str](), {two for one, rel, two in every if rel == DERIVED and one in made}
    for proposal in readable_records(store, store.proposals.scan()):
        opposed.add(frozenset(link.target for link in proposal.value.links))
        plan = plan_of(proposal)
        if is_of_sleep(plan):
            step = plan["do"]
            told = merging if step == MERGE else learnt if step in MAKING else set[str]()
            told.update(memories_named(plan))
    recent = frozenset(fresh).union(memory.id for memory in memories if memory.created >= since)
    return SleepInput(
        memories, recent, frozenset(opposed), frozenset(merging), frozenset(learnt), known
    )


def found(store: Store, look: SleepInput, now: datetime) -> Iterator[Drafted]:
    """All that may be proposed, what is surest first.

    Of what is kept twice only what stays is looked at further; of what recurs nothing else is made.
    """
    support = store.settings["sleep.support"]
    copied = list(copies(look.memories))
    extra = {other.id for one in copied for other in one.others}
    single = [memory for memory in look.memories if memory.id not in extra]
    steps = (
        *map(_merging, copied),
        *_opposing(store, look, single, now),
        *longer_lasting(store, now),
    )
    yield from (Drafted(step_draft(store, step, SLEEP), step) for step in steps if look.wants(step))
    episodes = [one for one in single if one.kind == "episodic" and one.id not in look.learnt]
    again = set[str]()
    for group in recurring(episodes, support):
        again.update(group.ids)
        if look.is_wanted(RULE, group.members):
            yield _rule(_filed(store, group), support)
    left = [one for one in episodes if one.id not in again]
    for group in together(left, support, lambda some: _places(store, now, some)):
        if look.is_wanted(PROMOTE, group.members):
            yield _promotion(store, _filed(store, group))


def _merging(one: Copies) -> PlanStep:
    how = "say the same" if one.exact else "say nearly the same"
    said = {KEEP: one.kept.id, EXACT: one.exact}
    return sleep_step(MERGE, (one.kept, *one.others), f"{1 + len(one.others)} {how}", said)


def _opposing(
    store: Store, look: SleepInput, memories: Iterable[Memory], now: datetime
) -> Iterator[PlanStep]:
    """What becomes of two that cannot both be true: of knowledge the newer supersedes the older.

    What was said at once contradicts; episodes of other days are other episodes.
    """
    pairs = [pair for pair in likely_among(memories) if says_otherwise(pair.one, pair.other)]
    places = _places(store, now, [one for pair in pairs for one in (pair.one, pair.other)])
    for pair in pairs:
        by_id = {one.id: one for one in (pair.one, pair.other)}
        turn = in_turn(pair.one.id, pair.other.id, places)
        older, newer = by_id[turn.older], by_id[turn.newer]
        same_time = at_once(newer, older)
        if pair.ids not in look.linked and (same_time or newer.kind != "episodic"):
            do = CONTRADICT if same_time else SUPERSEDE
            yield sleep_step(do, (newer, older), f"apart in {', '.join(pair.apart)}")


def _places(store: Store, now: datetime, some: Iterable[Memory]) -> Mapping[str, DatedClaim]:
    """Where these memories stand in time, and in their writer's journal; those that went meanwhile
    as they were when they were looked at."""
    asked = list(some)
    with open_index(store, now) as here:
        return by_files(asked) | here.places(memory.id for memory in asked)


def _filed(store: Store, group: Episodes) -> Episodes:
    """The same with what only files tell, such as whom to trust."""
    filed = {memory.id: memory for memory in remaining_memories(store, group.ids)}
    return group._replace(members=tuple(filed.get(one.id, one) for one in group.members))


def _rule(group: Episodes, support: int) -> Drafted:
    """What several episodes say, in the words of the most typical one."""
    kind = rule_kind(group.members, support)
    draft = learnt(group, kind)
    return Drafted(draft, sleep_step(RULE, group.members, because(group)))


def _promotion(store: Store, group: Episodes) -> Drafted:
    """What several episodes are about, in their own sentences, each with the number of the one that
    it is from; not what is outdated of them. Or in the words of the user's own program."""
    in_time = sorted(group.current, key=lambda one: (true_at(one), one.id))
    told = summarized(store.warn, [_source(memory) for memory in in_time], BUDGET)
    numbers = {id: number for number, id in enumerate(group.ids, 1)}
    sentences = [(one.text, numbers[one.ref]) for one in told.digest.sentences]
    draft = learnt(group, "semantic", sentences, told.wrote)
    return Drafted(draft, sleep_step(PROMOTE, group.members, because(group)))


def _source(memory: Memory) -> Source:
    content = memory.content
    return Source(memory.id, "\n\n".join(filter(None, (content.summary, content.detail))))
