"""The past of a store as its journal tells it: when memories were recorded, and when used."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain

from memento_cli.actions.memory.reading import journal_entries, readable_values
from memento_cli.actions.replay.judging import JudgedAct, Moment
from memento_cli.core.fading.reinforcement import Rules
from memento_cli.core.journal.event_types import ERASED, NOT_HELPFUL, RECORDED, SET, WEAKENING
from memento_cli.core.journal.history import distinct, opening_of, score_of, undone_ids
from memento_cli.core.time.when import micros
from memento_cli.store.journal.journal import by_memory

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


def past_of(store: Store, now: datetime) -> tuple[list[Memory], list[Moment]]:
    """The memories whose files are here, archived ones too, and what was done to them until now."""
    entries = by_memory(journal_entries(store))
    scanned = chain(store.archive.scan(), store.memories.scan())
    memories = {memory.id: memory for memory in readable_values(store, scanned)}
    at: defaultdict[int, list[JudgedAct]] = defaultdict(list)
    for memory in memories.values():
        for moment, act in acts_of(memory, entries.get(memory.id, ()), now, store.settings.rules):
            at[micros(moment)].append(act)
    return list(memories.values()), [Moment(moment, at[moment]) for moment in sorted(at)]


def acts_of(
    memory: Memory, entries: Iterable[JournalEntry], now: datetime, rules: Rules = Rules()
) -> Iterator[tuple[datetime, JudgedAct]]:
    """What was done to one memory, as the fold takes it: undone lines, and those to come, are none.

    It is known from its first line on, and one that the journal does not know from the clock in its
    file; an erased one is not.
    """
    ordered = distinct(entries)
    if any(entry.act == ERASED for entry in ordered):
        return
    dead, opening = undone_ids(ordered), opening_of(ordered)
    numbers = opening.strength if opening and opening.strength else memory.strength
    living = [entry for entry in ordered if entry.at <= now and entry.id not in dead]
    first = min([opening.at if opening else numbers.last_reinforced, *_times(living)])
    if first > now:
        return
    yield first, JudgedAct(RECORDED, memory.id, numbers)
    for entry in living:
        if entry.act != RECORDED:
            yield entry.at, _act(entry, rules)


def _times(entries: Sequence[JournalEntry]) -> list[datetime]:
    return [entry.at for entry in entries]


def _act(entry: JournalEntry, rules: Rules) -> JudgedAct:
    if entry.act == SET and entry.strength:
        return JudgedAct(entry.act, entry.memory, entry.strength)
    if entry.act in WEAKENING:
        share = rules.not_helpful if entry.act == NOT_HELPFUL else rules.neglected
        return JudgedAct(entry.act, entry.memory, share=share * score_of(entry))
    return JudgedAct(entry.act, entry.memory)
