"""forecast and curve: when memories will fade, and the course of one memory's strength."""

from __future__ import annotations

from memento_cli.actions.memory.reading import history_of, journal_entries
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.fading.curve import POINTS, StrengthHistory, future, past, under_each_law
from memento_cli.core.fading.forecast import (
    LAST_MOMENT,
    PRUNABLE,
    WEAK,
    forecast_of,
    horizon_days,
    levels,
    moments,
    turn_by,
    use_now,
    with_policy_turns,
)
from memento_cli.core.fading.retention import goes_at
from memento_cli.core.fading.strength import BOUNDS, TIERS
from memento_cli.core.time.when import moment_after
from memento_cli.index.database.statistics import strength_counts
from memento_cli.index.fading.turning import may_fall_below, retention_candidates

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memento_cli.core.fading.forecast import Forecast
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


def forecast(store: Store, now: datetime, days: float = 30) -> Forecast:
    """Which memories become faded, ghost, prunable or expired within some days without any use.

    Prunable is what is weaker than `prune.below` or, with `maintain.candidates = "retention"`, what
    the retention policy archives.
    """
    settings = store.settings
    by_policy = settings["maintain.candidates"] == "retention"
    thresholds = levels(0.0 if by_policy else settings["prune.below"])
    until = moment_after(now, days) or LAST_MOMENT
    with open_index(store, now) as index:
        tiers = strength_counts(index, [BOUNDS[tier][0] for tier in TIERS])
        before = dict(zip(TIERS, tiers, strict=True))
        before[PRUNABLE] = index.count_below(thresholds.get(PRUNABLE, 0.0), exactly=True)
        memories = may_fall_below(index, until, thresholds.values())
        result = forecast_of(memories, before, now, days, thresholds, settings.rules)
    return _by_policy(store, result) if by_policy else result


def _by_policy(store: Store, plain: Forecast) -> Forecast:
    """The forecast with what the retention policy archives, now and at the end, as prunable."""
    policy, rules = store.settings.policy, store.settings.rules
    with open_index(store, plain.until) as index:
        candidates = list(retention_candidates(index, policy))
    ends = [at for memory, traces in candidates if (at := goes_at(memory, traces, policy))]
    span = plain.now, plain.until
    turns = (turn_by(policy, memory, traces, *span, rules) for memory, traces in candidates)
    let_go = [turn for turn in turns if turn]
    return with_policy_turns(plain, let_go, *(sum(at <= moment for at in ends) for moment in span))


def curve(
    store: Store, id: str, now: datetime, days: float | None = None, *, laws: bool = False
) -> StrengthHistory:
    """The course of a memory's strength, and with `laws` what it would be under every other law.

    Without `days` it ends when the own law changes nothing any more. `id` is the whole id of a
    memory, which may be in the archive.
    """
    memory = (store.memories if id in store.memories else store.archive).read(id).value
    return strength_history(store, memory, journal_entries(store, id), now, days, laws=laws)


def strength_history(
    store: Store,
    memory: Memory,
    entries: Sequence[JournalEntry],
    now: datetime,
    days: float | None = None,
    *,
    laws: bool = False,
    count: int = POINTS,
) -> StrengthHistory:
    """The course of a memory's strength (`curve`) from its file and its entries in the journal, in
    about so many points before `now` and after it."""
    settings = store.settings
    folded = history_of(store, memory, entries, now)
    own, thresholds = memory._replace(strength=folded.strength), levels(settings["prune.below"])
    weak = settings["list.hide_below"]
    told = thresholds | ({WEAK: weak} if weak else {})
    courses = [own]
    if laws:
        courses = under_each_law(memory, entries, now, settings.rules, settings.defaults)
    length = horizon_days(own, now, thresholds) if days is None else days
    until = moment_after(now, length) or LAST_MOMENT
    return StrengthHistory(
        now,
        until,
        tuple(past(memory, folded, now, count)),
        folded.steps,
        tuple(future(course, now, until, count) for course in courses),
        tuple(moments(course, now, told) for course in courses),
        thresholds,
        weak,
        use_now(own, now, told, settings.rules),
        archived=memory.id not in store.memories,
    )
