"""What git's history still has of erased memories, for the receipt of an erasure."""

from __future__ import annotations

import os
from itertools import chain

from memento_cli.actions.events.reading import readable_events
from memento_cli.actions.git.checks import FOLDERS, LOGS
from memento_cli.core.memory.record_kinds import EVENTS, event_in, held, is_reference, whole_ref
from memento_cli.core.redaction.erased import formers
from memento_cli.errors import Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import SUFFIX
from memento_cli.store.git.git import run_git
from memento_cli.store.git.versions import blobs, versions
from memento_cli.store.journal.logs import SUFFIX as LOG
from memento_cli.store.records.registry import paths_of
from memento_cli.store.redaction.logs import row_of_log
from memento_cli.store.redaction.words import Words

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store
    from memento_cli.store.git.versions import Version

ORIGIN = "refs/remotes/origin"
BRANCHES = ("refs/heads", "refs/remotes")


class InGit(NamedTuple):
    """What git's history still holds: how many commits, of which paths, seen from the top.

    `prefix` is where the store is, seen from there; `branch` the one that is checked out, if any;
    `origin` whether it has been pushed, and `pushed` whether that branch has. `unmerged` are other
    branches with lines that are not here, in logs that are to go.
    """

    commits: int
    paths: tuple[str, ...]
    top: str
    prefix: str
    branch: str
    origin: bool
    pushed: bool
    unmerged: tuple[str, ...]


def in_git(store: Store, told: Erasures, journal: Sequence[JournalEntry]) -> InGit | None:
    """What the history of a repository has of them; None outside of one, or without git.

    Of its files every version counts, also under the id that one of them had before a merge gave
    it its own, and in copies; of logs those with their words.
    """
    try:
        shown = run_git(store.root, "rev-parse", "--show-toplevel", "--show-prefix")
    except Failed:
        return None
    if shown.code:
        return None
    top, prefix = os.fsdecode(shown.out).split("\n")[:2]
    found = list(_versions(store, told, sorted({*told, *formers(journal, told)})))
    paths = sorted({each.path for each in found})
    branch = os.fsdecode(run_git(store.root, "symbolic-ref", "--quiet", "--short", "HEAD").out)
    branch = branch.rstrip("\n")
    return InGit(
        len({each.commit for each in found}),
        tuple(prefix + path for path in paths),
        top,
        prefix,
        branch,
        _has_refs(store, ORIGIN),
        bool(branch) and _has_refs(store, f"{ORIGIN}/{branch}"),
        tuple(_unmerged(store, [prefix + path for path in paths if path.endswith(LOG)], journal)),
    )


def _versions(store: Store, told: Erasures, ids: Iterable[str]) -> Iterator[Version]:
    """The versions of files with something of them; a merge may be the first to have one.

    Of a proposal that was about one of them, or became one, every version is; of what else holds,
    which may have been stated again, only those with what was erased.
    """
    words = Words(store, told)
    named = [*(id for id in ids if not is_reference(id)), *words.proposals]
    refs = sorted({whole_ref(id) for id in ids if held(id)})
    files = [f"{path}*" for id in named for path in paths_of(id, FOLDERS)]
    yield from versions(store.root, "--all", paths=files) if files else ()
    others = [f"{path}*" for ref in refs for path in paths_of(ref, ())]
    found = versions(store.root, "--all", paths=others)
    events = [id for name in ids if (id := event_in(name))]
    sought = (*named, *refs, *events)
    logs = (versions(store.root, "--all", f"-S{id}", paths=LOGS) for id in sought)
    with blobs(store.root, store.warn) as blob:
        for each in found if refs else ():
            ref = each.path.partition(SUFFIX)[0]
            if each.after.strip("0") and words.in_file(ref, blob(each.after)):
                yield each
        for each in dict.fromkeys(chain.from_iterable(logs)):
            if each.after.strip("0") and words.in_log(blob(each.after)):
                yield each


def _unmerged(store: Store, logs: Sequence[str], journal: Sequence[JournalEntry]) -> Iterator[str]:
    """The branches on which these logs, seen from the top, have lines that the store has not."""
    listed = run_git(store.root, "for-each-ref", "--format=%(refname:short)", *BRANCHES)
    here = {line.id for line in journal}
    if any(f"/{EVENTS}/" in f"/{log}" for log in logs):
        here |= {event.id for event in readable_events(store)}
    with blobs(store.root, lambda _: None) as blob:
        for ref in os.fsdecode(listed.out).split("\n"):
            rows = (row for log in logs if ref for row in blob(f"{ref}:{log}").split(b"\n"))
            if any(row and (line := row_of_log(row)) and line.id not in here for row in rows):
                yield ref


def _has_refs(store: Store, pattern: str) -> bool:
    return bool(run_git(store.root, "for-each-ref", "--count=1", pattern).out)
