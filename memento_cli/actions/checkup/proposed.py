"""What `doctor` looks at in proposals: each file as in the other folders, and whom it is about."""

from __future__ import annotations

from memento_cli.actions.checkup.files import broken_cases, file_cases
from memento_cli.actions.checkup.findings import fixable, found
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
    store: Store, this: LoadedRecord[Memory] | Broken, path: str, known: Mapping[str, str]
) -> Iterator[Repairable]:
    """One file of a proposal. `known` are the paths of memories by their ids."""
    if isinstance(this, Broken):
        merge = _merge_case(store, this.id, path, "; ".join(this.problem.problems))
        yield from [merge] if merge else broken_cases(this)
        return
    yield from file_cases(store, this, path)
    if START in this.document.text:
        merge = _merge_case(store, this.id, path, MARKED)
        yield from [merge] if merge else ()
    yield from _plan_cases(this, path)
    for link in this.value.links:
        if link.target not in known:
            problem = f"proposes what {link.rel} {link.target}: no such memory"
            yield found(path, problem, f"restore the memory, or `memento tidy reject {this.id}`")


def _plan_cases(this: LoadedRecord[Memory], path: str) -> Iterator[Repairable]:
    """A step of a plan that says nothing that can be done."""
    if not is_planned(this):
        return
    from memento_cli.actions.events.planned import any_step_of  # few proposals are one

    try:
        any_step_of(this)
    except BadData as problem:
        said = "; ".join(problem.problems)
        yield found(path, f"[plan]: {said}", f"`memento tidy reject {this.id}`")


def _merge_case(store: Store, id: str, path: str, problem: str) -> Repairable | None:
    """A file that a merge left half done, if it can be made whole."""
    try:
        raw = read_regular(path, SIZE_LIMIT)
        pair = sides(raw.decode("utf-8-sig"))
    except (OSError, ValueError):
        return None
    whole = made_whole(store.proposals, id, pair, ())
    if whole is None:
        return None
    if whole.other and bytes_of(store.proposals.path(whole.other[0])) == raw:
        whole = whole._replace(other=None)  # git has given both both: that is mended as this is

    def mend(made: MendedFile = whole) -> None:
        with store.lock.held():
            if made.other and not is_resolved(store.proposals, made):
                place_proposal(store, made.other[0], Sides(made.other[1], "", None))
            rewriting(store, path, raw, made.text.encode(), keep=True)()

    return fixable(path, problem, ADVICE, mend)
