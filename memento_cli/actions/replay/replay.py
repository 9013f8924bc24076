"""The replay of a store's own journal: which law would have kept strong what was used again.

Every use is judged by the order in which a law puts all memories just before it (`judging.py`).
Pins are ignored, and a law is taken to have held from the beginning. Only what was found could be
used, so the present law has an advantage where recall shows stronger memories first.

A change is proposed if it was the best of all in the older half of the uses, and better than the
present settings by more than 2.5 standard errors in the newer half, which did not influence the
choice. (With random uses about one replay in fifty proposes something.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev

from memento_cli.actions.replay.contenders import CONSTANT, SIMPLE_ORDERS, strength
from memento_cli.actions.replay.judging import (
    MOST_STRENGTHS,
    Contender,
    JudgedUse,
    figures,
    judge,
    stride,
)
from memento_cli.actions.replay.mixes import judge_mixes, mixes, scheme_with, settings_of
from memento_cli.actions.replay.past import past_of
from memento_cli.actions.replay.proposals import Proposal, contender_of, law_proposals
from memento_cli.core.journal.event_types import USES
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from datetime import datetime

    from memento_cli.actions.replay.judging import (
        Figures,
        Moment,
    )
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
    """The judged uses of each law and of the simple orders, with advice."""
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
