"""The replay of a store's own journal: which law would have kept strong what was used again.

Every use is judged by the order in which a law puts all memories just before it (`judging.py`).
Pins are ignored, and a law is taken to have held from the beginning. Only what was found could be
used, so the present law has an advantage where recall shows stronger memories first.

A change is proposed if it was the best of all in the older half of the uses, and better than the
present settings by more than 2.5 standard errors in the newer half, which did not influence the
choice. (With random uses about one replay in fifty proposes something.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from math import sqrt
from statistics import fmean, stdev

from memento_cli.actions.memory.reading import journal_entries, readable_values
from memento_cli.actions.replay.judging import (
    CONSTANT,
    MOST_STRENGTHS,
    PARTS,
    SIMPLE_ORDERS,
    Contender,
    JudgedUse,
    Moment,
    PastAct,
    figures,
    judge,
    strength,
    stride,
)
from memento_cli.actions.replay.proposals import (
    Proposal,
    contender_of,
    judge_mixes,
    law_proposals,
    mixes,
    scheme_with,
    settings_of,
)
from memento_cli.core.fading.reinforcement import Rules
from memento_cli.core.journal.event_types import ERASED, NOT_HELPFUL, RECORDED, SET, USES, WEAKENING
from memento_cli.core.journal.history import distinct, opening_of, score_of, undone_ids
from memento_cli.core.time.when import micros
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.journal import by_memory

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.replay.judging import Figures
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

    Progress = Callable[[str, int | None], AbstractContextManager[Callable[[], None]]]


NOW = "as now"
FEWEST = 30
SURE = 2.5
SUM = "sum"
RANKING_COST = 4  # a candidate of the ranking takes so many times as long as a strength
UsesByName = Mapping[str, Sequence[JudgedUse]]
"""The judged uses of a past by the name of the contender."""


class Standing(NamedTuple):
    """A law or a mix of weights, and its figures."""

    name: str
    figures: Figures


class Advice(NamedTuple):
    """A change to make: the gain of share in the newer half of the uses, and its standard error.

    `command` is "" if the settings are so already.
    """

    name: str
    gain: float
    error: float
    command: str


class Replayed(NamedTuple):
    """The result: the numbers of memories, uses and judged uses, the standings and the advice."""

    memories: int
    uses: int
    judged: int
    laws: tuple[Standing, ...]
    weights: tuple[Standing, ...]
    advice: tuple[Advice, ...]

    @property
    def few(self) -> bool:
        """Whether there are too few judged uses for any advice."""
        return self.judged < FEWEST


def replay(store: Store, now: datetime, progress: Progress) -> Replayed:
    """Judge the laws and the weights by the journal until now."""
    memories, past = past_of(store, now)
    laws, laws_advice = _judge_laws(store, memories, past, progress)
    weights, weights_advice = _judge_weights(store, memories, past, progress)
    return Replayed(
        len(memories),
        sum(act.act in USES for moment in past for act in moment.acts),
        len(laws[NOW]),
        tuple(Standing(name, figures(uses)) for name, uses in laws.items()),
        tuple(Standing(name, figures(uses)) for name, uses in weights.items()),
        (*laws_advice, *weights_advice),
    )


def _judge_laws(
    store: Store, memories: Sequence[Memory], past: Sequence[Moment], progress: Progress
) -> tuple[UsesByName, list[Advice]]:
    own = {memory.id: memory.fade for memory in memories}
    proposals = law_proposals(store.settings)
    others = [contender_of(proposal, memories, store.settings) for proposal in proposals]
    contenders = [Contender(NOW, own.__getitem__, strength), *others, *SIMPLE_ORDERS]
    step = stride(past, CONSTANT)
    uses = {}
    with progress("replaying the journal", len(contenders)) as tick:
        for contender in contenders:
            uses[contender.name] = list(judge(past, contender, store.settings.rules, step))
            tick()
    return uses, _advice_from(uses, proposals, store)


def _judge_weights(
    store: Store, memories: Sequence[Memory], past: Sequence[Moment], progress: Progress
) -> tuple[UsesByName, list[Advice]]:
    """The judged uses of mixes of weights, with advice; none if the profile's score is no sum."""
    scheme = store.settings.scheme
    if scheme.form != SUM:
        return {}, []
    proposals = [Proposal(mix.name, settings_of(mix)) for mix in mixes(scheme.weights)]
    schemes = {NOW: scheme} | {mix.name: scheme_with(scheme, mix) for mix in mixes(scheme.weights)}
    step = stride(past, CONSTANT, MOST_STRENGTHS // RANKING_COST)
    with progress("replaying the ranking", None) as tick:
        rules = store.settings.rules
        uses = judge_mixes(memories, past, schemes, rules, step, tick)
    return uses, _advice_from(uses, proposals, store)


def _advice_from(uses: UsesByName, proposals: Sequence[Proposal], store: Store) -> list[Advice]:
    if len(uses[NOW]) < FEWEST:
        return []
    chosen = better(
        {name: uses[name] for name in [NOW, *(proposal.name for proposal in proposals)]}
    )
    if chosen is None:
        return []
    name, gain, error = chosen
    proposal = next(proposal for proposal in proposals if proposal.name == name)
    return [Advice(name, gain, error, proposal.command(store.settings))]


def better(uses: UsesByName) -> tuple[str, float, float] | None:
    """The contender that is surely better than the present one, its gain and the standard error.

    It is chosen by the older half of the uses and judged by the newer half; None if none is better.
    """
    half = len(uses[NOW]) // 2
    best = max(uses, key=lambda name: fmean(use.share for use in uses[name][:half]))
    pairs = zip(uses[best][half:], uses[NOW][half:], strict=True)
    gains = [new.share - old.share for new, old in pairs]
    gain, error = fmean(gains), stdev(gains) / sqrt(len(gains))
    return (best, gain, error) if gain > SURE * error else None


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
    first = min(
        [opening.at if opening else numbers.last_reinforced, *(entry.at for entry in living)]
    )
    if first > now:
        return
    yield first, PastAct(RECORDED, memory.id, numbers)
    for entry in living:
        if entry.act != RECORDED:
            yield entry.at, _act(entry, rules)


def _act(entry: JournalEntry, rules: Rules) -> PastAct:
    if entry.act == SET and entry.strength:
        return PastAct(entry.act, entry.memory, entry.strength)
    if entry.act in WEAKENING:
        share = rules.not_helpful if entry.act == NOT_HELPFUL else rules.neglected
        return PastAct(entry.act, entry.memory, share=share * score_of(entry))
    return PastAct(entry.act, entry.memory)


COLUMNS = ("what", "name", "share", "after_a_day", "place", "uses")


def rows_of(replayed: Replayed) -> list[dict[str, Any]]:
    """A row for each law and each mix of weights, the best ones first."""
    standings_by_kind = {"law": replayed.laws, "weights": replayed.weights}
    return [
        {"what": kind, **_row(standing)}
        for kind, standings in standings_by_kind.items()
        for standing in sorted(standings, key=lambda standing: -(standing.figures.all.mean or 0.0))
    ]


def value_of(replayed: Replayed) -> dict[str, Any]:
    """The whole result for JSON."""
    counts = {key: getattr(replayed, key) for key in ("memories", "uses", "judged")}
    advice = [advice._asdict() for advice in replayed.advice]
    return counts | {"rows": rows_of(replayed), "advice": advice}


def notes_of(replayed: Replayed) -> Iterator[str]:
    """Notes on the uses that were judged, and on what to change."""
    yield (
        f"{replayed.uses:,} uses in the journal; {replayed.judged:,} judged by the order of all "
        f"memories just before, where these were {PARTS} or more"
    )
    yield "share: within the strongest tenth; place: 0 is the strongest memory, 1 the weakest"
    if replayed.few:
        yield f"Too few to tell: from {FEWEST} judged uses on, something may be proposed"
        return
    yield (
        "weights: the journal has no queries, so only strength, importance and usage are weighed "
        "against each other, not against the words"
        if replayed.weights
        else "This profile's score is no sum of weights, so there are none to judge"
    )
    if not replayed.advice:
        yield "Nothing was surely better than what holds now"
    for advice in replayed.advice:
        yield (
            f"{advice.name} would have been better: {advice.gain:+.3f} (± {advice.error:.3f}) in "
            f"the newer half of the uses, chosen by the older half"
        )
        yield advice.command or "The settings say so already, but memories here have other laws"
    if any(advice.command and "rank." not in advice.command for advice in replayed.advice):
        yield "That is for new memories; `memento fade set` gives another law to the others"


def _row(standing: Standing) -> dict[str, Any]:
    name, figures = standing
    return {
        "name": name,
        "share": figures.all.mean,
        "after_a_day": figures.long.mean,
        "place": figures.place,
        "uses": figures.all.uses,
    }
