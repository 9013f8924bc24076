"""forecast and curve: what will fade when, and the course of one memory's strength."""

from __future__ import annotations

from memento_cli.actions.memory.reading import history_of, journal_entries
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.fading.curve import future, past, under_each_law
from memento_cli.core.fading.forecast import (
    LAST_MOMENT,
    PRUNABLE,
    forecast_of,
    horizon_days,
    levels,
    moments,
    turn_by,
    with_policy_turns,
)
from memento_cli.core.fading.retention import goes_at
from memento_cli.core.fading.tiers import BOUNDS, TIERS
from memento_cli.core.time.when import later
from memento_cli.index.database.counts import strength_counts
from memento_cli.index.fading.retained import retention_candidates
from memento_cli.index.fading.turning import may_fall_below
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from memento_cli.core.fading.curve import Point, StrengthCurve
    from memento_cli.core.fading.forecast import (
        Forecast,
    )
    from memento_cli.core.journal.history import FoldStep
    from memento_cli.store.directory.store import Store


class StrengthHistory(NamedTuple):
    """One memory's past from its journal, and its future: under its own law first.

    `falls` says for each course when it reaches which threshold; what never comes is absent.
    """

    now: datetime
    until: datetime
    past: tuple[Point, ...]
    steps: tuple[FoldStep, ...]
    courses: tuple[StrengthCurve, ...]
    falls: tuple[Mapping[str, datetime], ...]
    thresholds: Mapping[str, float]


def forecast(store: Store, now: datetime, days: float = 30) -> Forecast:
    """What turns faded, ghost, prunable or expired within so many days, if nothing is done.

    Prunable is what is weaker than `prune.below`, or, where the settings have `maintain` look for
    that, what the policy of retention lets go.
    """
    settings = store.settings
    by_policy = settings["maintain.candidates"] == "retention"
    thresholds = levels(0.0 if by_policy else settings["prune.below"])
    until = later(now, days) or LAST_MOMENT
    with open_index(store, now) as index:
        tiers = strength_counts(index, [BOUNDS[tier][0] for tier in TIERS])
        before = dict(zip(TIERS, tiers, strict=True))
        before[PRUNABLE] = index.count_below(thresholds.get(PRUNABLE, 0.0), exactly=True)
        memories = may_fall_below(index, until, thresholds.values())
        found = forecast_of(memories, before, now, days, thresholds, settings.rules)
    return _by_policy(store, found) if by_policy else found


def _by_policy(store: Store, found: Forecast) -> Forecast:
    """The same where the policy says what is prunable, now and by the end."""
    policy, rules = store.settings.policy, store.settings.rules
    with open_index(store, found.until) as then:
        doubted = list(retention_candidates(then, policy))
    ends = [at for memory, traces in doubted if (at := goes_at(memory, traces, policy))]
    span = found.now, found.until
    turns = (turn_by(policy, memory, traces, *span, rules) for memory, traces in doubted)
    let_go = [turn for turn in turns if turn]
    return with_policy_turns(found, let_go, *(sum(at <= moment for at in ends) for moment in span))


def curve(store: Store, id: str, now: datetime, days: float | None = None) -> StrengthHistory:
    """The course of a memory's strength, and what it would be under every other law.

    Without `days`, as far as its own law still changes anything. `id` is a whole one, of a memory
    or of one in the archive.
    """
    memory = (store.memories if id in store.memories else store.archive).read(id).value
    entries, settings = journal_entries(store, id), store.settings
    folded = history_of(store, memory, entries, now)
    thresholds = levels(settings["prune.below"])
    found = under_each_law(memory, entries, now, settings.rules, settings.defaults)
    length = horizon_days(found[0], now, thresholds) if days is None else days
    until = later(now, length) or LAST_MOMENT
    return StrengthHistory(
        now,
        until,
        tuple(past(memory, folded, now)),
        folded.steps,
        tuple(future(one, now, until) for one in found),
        tuple(moments(one, now, thresholds) for one in found),
        thresholds,
    )
