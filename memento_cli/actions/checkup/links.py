"""What `doctor` says of links that lead to no memory."""

from __future__ import annotations

from memento_cli.actions.checkup.findings import fixable, found
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
    ids: Mapping[str, str],
    told: Erasures,
    now: datetime,
) -> Iterator[Repairable]:
    """Links of a memory of this folder that lead nowhere. `ids` are the paths of all by id.

    Those to what another clone has erased meanwhile are taken out, as an erasure does.
    """
    for link in memory.links:
        if link.target in ids:
            continue
        path, said = folder.path(memory.id), f"{link.rel} {link.target}"
        if link.target not in told:
            advice = "restore the memory, or remove the link"
            yield found(path, f"{said}: no such memory", advice)
            continue
        erased = told[link.target][0]

        def repair(target: str = link.target, batch: str = erased.batch or erased.id) -> None:
            with store.lock.held():
                signature = store.signed(now, "cli", REASON)
                take_out(store, folder, memory.id, [target], signature, batch)

        yield fixable(path, f"{said}, which was erased", "--fix takes the link out", repair)
