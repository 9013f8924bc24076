"""Checks for links to memories that do not exist."""

from __future__ import annotations

from memento_cli.actions.checkup.findings import fault, fixable
from memento_cli.actions.memory.links import take_out

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection

REASON = "what it led to was erased"


def link_cases(
    store: Store,
    folder: Collection[Memory],
    memory: Memory,
    paths: Mapping[str, str],
    erasures: Erasures,
    now: datetime,
) -> Iterator[Repairable]:
    """Links of a memory of this folder to no memory; `paths` has those of all memories by id.

    The repair removes links to what another clone has erased, as the erasure itself does here.
    """
    for link in memory.links:
        if link.target in paths:
            continue
        path, link_text = folder.path(memory.id), f"{link.rel} {link.target}"
        if link.target not in erasures:
            advice = "restore the memory, or remove the link"
            yield fault(path, f"{link_text}: no such memory", advice)
            continue
        erased = erasures[link.target][0]

        def repair(target: str = link.target, batch: str = erased.batch or erased.id) -> None:
            with store.lock.held():
                signature = store.signed(now, "cli", REASON)
                take_out(store, folder, memory.id, [target], signature, batch)

        yield fixable(path, f"{link_text}, which was erased", "--fix takes the link out", repair)
