"""extract: do what a plan says, at once, or let it wait as proposals (document 003, write plan)."""

from __future__ import annotations

from memento_cli.actions.events.plans import checked_steps, do_steps
from memento_cli.core.events.plans import (
    candidate,
)
from memento_cli.core.security.trust import AGENT, least_of
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import BadItem
    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.events.plans import (
        PlanStep,
    )
    from memento_cli.store.directory.store import Store


class Extracted(NamedTuple):
    """The steps that were done, what each made or changed, and what was left out.

    Of steps that wait for somebody to apply them (`queued`), the ids of their proposals.
    """

    steps: tuple[PlanStep, ...]
    refs: tuple[str, ...]
    skipped: tuple[BadItem, ...]
    queued: bool


def extract(
    store: Store,
    items: Sequence[tuple[str, Any] | BadItem],
    act: Provenance,
    *,
    queue: bool | None = None,
    skip_bad: bool = False,
    dry: bool = False,
) -> Extracted:
    """Do what the items of a plan say, or propose it (`queue`), all as one act.

    What a plan says is at most on an agent's word (`core/security/trust.py`); who applies what
    waits vouches for it. Whether it waits the setting `extract.queue` says, if nobody else does;
    then nothing is confirmed by it, only suggested. Unasked if an agent does at once what changes a
    person's words. BadData with everything that is wrong, and nothing done; with `skip_bad` the
    others are done.
    """
    act = act._replace(trust=least_of((act.trust, AGENT)), agreed=not act.must_ask)
    is_careful = store.settings["extract.queue"] and queue is not False
    queue = is_careful or bool(queue)
    if dry:
        steps, bad = _sound(store, items, act, skip_bad, is_careful)
        return Extracted(steps, ("",) * len(steps), bad, queue)
    from memento_cli.actions.events.planned import propose_steps  # which needs what is here

    with store.lock.held():
        steps, bad = _sound(store, items, act, skip_bad, is_careful)
        do = propose_steps if queue else do_steps
        return Extracted(steps, tuple(do(store, steps, act)), bad, queue)


def _sound(
    store: Store,
    items: Sequence[tuple[str, Any] | BadItem],
    act: Provenance,
    skip_bad: bool,
    is_careful: bool,
) -> tuple[tuple[PlanStep, ...], tuple[BadItem, ...]]:
    steps, bad = checked_steps(store, items, act)
    if bad and not skip_bad:
        problems = [f"{one.where}: {one.reason}" for one in bad]
        raise BadData("the plan", problems, "nothing was done; --skip-bad does the rest")
    return tuple(candidate(step) if is_careful else step for step in steps), tuple(bad)
