"""extract: apply a write plan at once, or keep its steps as proposals (document 003)."""

from __future__ import annotations

from memento_cli.actions.events.plans import checked_steps, do_steps
from memento_cli.core.events.plans import suggestion
from memento_cli.core.security.trust import AGENT, least_of
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import BadItem
    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.events.plans import PlanStep
    from memento_cli.store.directory.store import Store


class Extracted(NamedTuple):
    """The steps applied, the reference that each made or changed, and the items skipped.

    `queued`: the steps were proposed instead, and `refs` are the ids of the proposals.
    """

    steps: tuple[PlanStep, ...]
    refs: tuple[str, ...]
    skipped: tuple[BadItem, ...]
    queued: bool


def extract(
    store: Store,
    items: Sequence[tuple[str, Any] | BadItem],
    provenance: Provenance,
    *,
    queue: bool | None = None,
    skip_bad: bool = False,
    dry: bool = False,
) -> Extracted:
    """Apply the items of a plan, or propose them (`queue`), all as one act.

    What a plan writes has at most the trust of an agent (`core/security/trust.py`) until a person
    applies its proposals. `queue` defaults to the setting `extract.queue`; queued by the setting,
    states become candidates. Unasked if an agent applies at once what changes a person's words.
    BadData with every problem, and nothing done; with `skip_bad` the sound items are applied.
    """
    provenance = provenance._replace(
        trust=least_of((provenance.trust, AGENT)), agreed=not provenance.must_ask
    )
    is_careful = store.settings["extract.queue"] and queue is not False
    queue = is_careful or bool(queue)
    if dry:
        steps, bad = _sound(store, items, provenance, skip_bad, is_careful)
        return Extracted(steps, ("",) * len(steps), bad, queue)
    from memento_cli.actions.events.planned import propose_steps  # loaded only where it is needed

    with store.lock.held():
        steps, bad = _sound(store, items, provenance, skip_bad, is_careful)
        do = propose_steps if queue else do_steps
        return Extracted(steps, tuple(do(store, steps, provenance)), bad, queue)


def _sound(
    store: Store,
    items: Sequence[tuple[str, Any] | BadItem],
    provenance: Provenance,
    skip_bad: bool,
    is_careful: bool,
) -> tuple[tuple[PlanStep, ...], tuple[BadItem, ...]]:
    steps, bad = checked_steps(store, items, provenance)
    if bad and not skip_bad:
        problems = [f"{item.where}: {item.reason}" for item in bad]
        raise BadData("the plan", problems, "nothing was done; --skip-bad does the rest")
    return tuple(suggestion(step) if is_careful else step for step in steps), tuple(bad)
