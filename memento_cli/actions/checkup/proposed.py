"""Checks of proposals: their files, their plans, and the memories that they are about."""

from __future__ import annotations

from memento_cli.actions.checkup.files import broken_cases, file_cases
from memento_cli.actions.checkup.findings import fault, fixable
from memento_cli.actions.checkup.merges import ADVICE, MARKED
from memento_cli.actions.checkup.repair import rewriting
from memento_cli.actions.checkup.whole import is_resolved, made_whole
from memento_cli.actions.tidy.proposal_files import is_planned, place_proposal
from memento_cli.errors import BadData
from memento_cli.store.files.files import read_regular
from memento_cli.store.records.loaded import Broken
from memento_cli.store.redaction.files import bytes_of
from memento_cli.store.toml.merge import Sides, sides
from memento_cli.store.toml.parse import SIZE_LIMIT
from memento_cli.store.toml.reader import START

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.actions.checkup.whole import MendedFile
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord


def proposal_cases(
    store: Store, record: LoadedRecord[Memory] | Broken, path: str, paths: Mapping[str, str]
) -> Iterator[Repairable]:
    """Cases of one proposal. `paths` are those of memories by id."""
    if isinstance(record, Broken):
        merge = _merge_case(store, record.id, path, "; ".join(record.problem.problems))
        yield from [merge] if merge else broken_cases(record)
        return
    yield from file_cases(store, record, path)
    if START in record.document.text:
        merge = _merge_case(store, record.id, path, MARKED)
        yield from [merge] if merge else ()
    yield from _plan_cases(record, path)
    for link in record.value.links:
        if link.target not in paths:
            problem = f"proposes what {link.rel} {link.target}: no such memory"
            yield fault(path, problem, f"restore the memory, or `memento tidy reject {record.id}`")


def _plan_cases(record: LoadedRecord[Memory], path: str) -> Iterator[Repairable]:
    """The case of a planned step that is invalid."""
    if not is_planned(record):
        return
    from memento_cli.actions.events.planned import any_step_of  # few proposals are planned steps

    try:
        any_step_of(record)
    except BadData as problem:
        problems = "; ".join(problem.problems)
        yield fault(path, f"[plan]: {problems}", f"`memento tidy reject {record.id}`")


def _merge_case(store: Store, id: str, path: str, problem: str) -> Repairable | None:
    """The case of a file that a merge left in conflict, if it can be made whole."""
    try:
        raw = read_regular(path, SIZE_LIMIT)
        pair = sides(raw.decode("utf-8-sig"))
    except (OSError, ValueError):
        return None
    whole = made_whole(store.proposals, id, pair, ())
    if whole is None:
        return None
    if whole.other and bytes_of(store.proposals.path(whole.other[0])) == raw:
        whole = whole._replace(other=None)  # both files have the same conflict; each is mended

    def mend(whole: MendedFile = whole) -> None:
        with store.lock.held():
            if whole.other and not is_resolved(store.proposals, whole):
                place_proposal(store, whole.other[0], Sides(whole.other[1], "", None))
            rewriting(store, path, raw, whole.text.encode(), keep=True)()

    return fixable(path, problem, ADVICE, mend)
