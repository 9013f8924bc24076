"""Checks for what was erased and what a merge has brought back."""

from __future__ import annotations

from memento_cli.actions.checkup.findings import fixable
from memento_cli.store.redaction.erasure import erasures, remove_erased, traces_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.store.directory.store import Store

ADVICE = "--fix takes it out again, as the next act does"


def erased_cases(store: Store) -> Iterator[Repairable]:
    """Cases of files that were erased, and of files and logs with erased words."""
    erased = erasures(store)
    if not erased:
        return

    def repair() -> None:
        with store.lock.held():
            remove_erased(store)

    traces = traces_of(store, erased)
    for path in traces.files:
        yield fixable(path, "was erased, and came back", ADVICE, repair)
    for path in traces.trimmed:
        yield fixable(path, "has what was erased, which came back", ADVICE, repair)
    for path, count in traces.lines.items():
        problem = f"has words of what was erased ({count} lines)"
        yield fixable(path, problem, ADVICE, repair)
