"""The past of a store by its journal: when memories were recorded and used."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain

from memento_cli.actions.memory.reading import journal_entries, readable_values
from memento_cli.actions.replay.judging import Moment, PastAct
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
    """The memories with files, also archived ones, and the acts on them until now."""
    entries = by_memory(journal_entries(store))
    scanned = chain(store.archive.scan(), store.memories.scan())
    memories = {memory.id: memory for memory in readable_values(store, scanned)}
    at: defaultdict[int, list[PastAct]] = defaultdict(list)
    for memory in memories.values():
        for moment, act in past_acts(memory, entries.get(memory.id, ()), now, store.settings.rules):
            at[micros(moment)].append(act)
    return list(memories.values()), [Moment(moment, at[moment]) for moment in sorted(at)]


def past_acts(
    memory: Memory, entries: Iterable[JournalEntry], now: datetime, rules: Rules = Rules()
) -> Iterator[tuple[datetime, PastAct]]:
    """The acts on one memory, without undone and future entries; none if it was erased.

    Its recording is at its first entry, or, without any, at the time in its file.
    """
    ordered = distinct(entries)
    if any(entry.act == ERASED for entry in ordered):
        return
    undone, opening = undone_ids(ordered), opening_of(ordered)
    numbers = opening.strength if opening and opening.strength else memory.strength
    living = [entry for entry in ordered if entry.at <= now and entry.id not in undone]
    first = min([opening.at if opening else numbers.last_reinforced, *_times(living)])
    if first > now:
        return
    yield first, PastAct(RECORDED, memory.id, numbers)
    for entry in living:
        if entry.act != RECORDED:
            yield entry.at, _act(entry, rules)


def _times(entries: Sequence[JournalEntry]) -> list[datetime]:
    return [entry.at for entry in entries]


def _act(entry: JournalEntry, rules: Rules) -> PastAct:
    if entry.act == SET and entry.strength:
        return PastAct(entry.act, entry.memory, entry.strength)
    if entry.act in WEAKENING:
        share = rules.not_helpful if entry.act == NOT_HELPFUL else rules.neglected
        return PastAct(entry.act, entry.memory, share=share * score_of(entry))
    return PastAct(entry.act, entry.memory)
