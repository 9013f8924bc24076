"""Proposals of threads, which `memento tidy apply` and `reject` decide."""

from __future__ import annotations

from memento_cli.actions.events.planned import plan_of, propose_steps
from memento_cli.actions.memory.reading import readable_records
from memento_cli.core.events.plans import THREAD, PlanStep, thread_title

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.events.proposed_threads import ProposedThread
    from memento_cli.store.directory.store import Store


def queue_threads(
    store: Store, proposed: Sequence[ProposedThread], provenance: Provenance
) -> list[str]:
    """Keep proposals of threads, each by itself, as one act; the ids of those that were not waiting
    already, by their titles."""
    with store.lock.held():
        return propose_steps(store, thread_steps(store, proposed), provenance)


def thread_steps(store: Store, proposed: Sequence[ProposedThread]) -> list[PlanStep]:
    """The steps that make proposed threads, without those whose title has a proposal already."""
    waiting = {
        thread_title(plan_of(thread)) for thread in readable_records(store, store.proposals.scan())
    }
    return [_step(thread) for thread in proposed if thread.title not in waiting]


def _step(thread: ProposedThread) -> PlanStep:
    keys = {"title": thread.title, "events": list(thread.events), "confidence": thread.confidence}
    return PlanStep(THREAD, keys, thread.events, thread.evidence)
