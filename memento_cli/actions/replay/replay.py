"""The replay of a store's own journal: what would have kept at hand what was used again.

Every use is judged by the order in which a law puts all memories just before it (`judging.py`).
Pins are set aside, and a law is taken to have held from the beginning. What was used is what was
found, so what holds now is at an advantage where recall shows the stronger first.

A change is proposed if it was the best of all in the older half of the uses, and in the newer half,
of which it could not know, is better than what holds now by more than 2.5 standard errors. (Where
uses fall at random, about one replay in fifty proposes something all the same.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev

from memento_cli.actions.replay.contenders import CONSTANT, PLAINER, strength
from memento_cli.actions.replay.judging import (
    STRENGTHS,
    Contender,
    Judged,
    figures,
    judged,
    stride,
)
from memento_cli.actions.replay.mixes import judged_mixes, mixes, scheme_with, settings_of
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
FEWER = 4  # a candidate of the ranking takes so many times as long as a strength
Found = Mapping[str, Sequence[Judged]]
"""The uses of a past as each contender would have had them."""


class Standing(NamedTuple):
    """A law or a mix of weights, and how near the top it had what was used."""

    name: str
    figures: Figures


class Advice(NamedTuple):
    """What to change: by how much the share is better in the newer half, and how sure that is.

    `error` is the standard error of `gain`. `command` is empty if the settings say so already.
    """

    name: str
    gain: float
    error: float
    command: str


class Replayed(NamedTuple):
    """What came out: the uses in the journal, how many could be judged, and what they tell."""

    memories: int
    uses: int
    judged: int
    laws: tuple[Standing, ...]
    weights: tuple[Standing, ...]
    advice: tuple[Advice, ...]

    @property
    def few(self) -> bool:
        """Whether there are too few uses to tell anything by."""
        return self.judged < FEWEST


def replay(store: Store, now: datetime, progress: Progress) -> Replayed:
    """Judge the laws and the weights by the journal until now."""
    memories, past = past_of(store, now)
    laws, about_laws = _laws(store, memories, past, progress)
    weights, about_weights = _weights(store, memories, past, progress)
    return Replayed(
        len(memories),
        sum(act.act in USES for moment in past for act in moment.acts),
        len(laws[NOW]),
        tuple(Standing(name, figures(found)) for name, found in laws.items()),
        tuple(Standing(name, figures(found)) for name, found in weights.items()),
        (*about_laws, *about_weights),
    )


def _laws(
    store: Store, memories: Sequence[Memory], past: Sequence[Moment], progress: Progress
) -> tuple[Found, list[Advice]]:
    """The uses as each law would have had them, and as plainer orders would."""
    own = {memory.id: memory.fade for memory in memories}
    proposals = law_proposals(store.settings)
    others = [contender_of(proposal, memories, store.settings) for proposal in proposals]
    contenders = [Contender(NOW, own.__getitem__, strength), *others, *PLAINER]
    every = stride(past, CONSTANT)
    found = {}
    with progress("replaying the journal", len(contenders)) as tick:
        for one in contenders:
            found[one.name] = list(judged(past, one, store.settings.rules, every))
            tick()
    return found, _advice(found, proposals, store)


def _weights(
    store: Store, memories: Sequence[Memory], past: Sequence[Moment], progress: Progress
) -> tuple[Found, list[Advice]]:
    """The same of mixes of weights; none where the profile's score is no sum of weights."""
    scheme = store.settings.scheme
    if scheme.form != SUM:
        return {}, []
    proposals = [Proposal(mix.name, settings_of(mix)) for mix in mixes(scheme.weights)]
    schemes = {NOW: scheme} | {mix.name: scheme_with(scheme, mix) for mix in mixes(scheme.weights)}
    every = stride(past, CONSTANT, STRENGTHS // FEWER)
    with progress("replaying the ranking", None) as tick:
        rules = store.settings.rules
        found = judged_mixes(memories, past, schemes, rules, every, tick)
    return found, _advice(found, proposals, store)


def _advice(found: Found, proposals: Sequence[Proposal], store: Store) -> list[Advice]:
    if len(found[NOW]) < FEWEST:
        return []
    chosen = better({name: found[name] for name in [NOW, *(one.name for one in proposals)]})
    if chosen is None:
        return []
    name, gain, error = chosen
    proposal = next(one for one in proposals if one.name == name)
    return [Advice(name, gain, error, proposal.command(store.settings))]


def better(found: Found) -> tuple[str, float, float] | None:
    """What is surely better than what holds now, by how much, and its standard error.

    Chosen by the older half of the uses, and judged by the newer one.
    """
    half = len(found[NOW]) // 2
    best = max(found, key=lambda name: fmean(one.share for one in found[name][:half]))
    pairs = zip(found[best][half:], found[NOW][half:], strict=True)
    gains = [new.share - old.share for new, old in pairs]
    gain, error = fmean(gains), stdev(gains) / sqrt(len(gains))
    return (best, gain, error) if gain > SURE * error else None
