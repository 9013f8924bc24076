"""What was erased and is there again: a merge has brought it back."""

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
    """Files with what was erased, and lines with its words."""
    told = erasures(store)
    if not told:
        return

    def repair() -> None:
        with store.lock.held():
            remove_erased(store)

    found = traces_of(store, told)
    for path in found.files:
        yield fixable(path, "was erased, and came back", ADVICE, repair)
    for path in found.trimmed:
        yield fixable(path, "has what was erased, which came back", ADVICE, repair)
    for path, count in found.lines.items():
        problem = f"has words of what was erased ({count} lines)"
        yield fixable(path, problem, ADVICE, repair)
