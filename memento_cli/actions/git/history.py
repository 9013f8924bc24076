"""Searches git's history for erased memories, for the receipt of an erasure."""

from __future__ import annotations

import os
from itertools import chain

from memento_cli.actions.events.reading import readable_events
from memento_cli.actions.git.checks import FOLDERS, LOGS
from memento_cli.core.memory.record_kinds import EVENTS, event_in, held, is_reference, whole_ref
from memento_cli.core.redaction.erased import former_ids_of
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
    """What git's history still has: the number of commits, and the paths relative to the top.

    `prefix`: the store's path relative to the top; `branch`: the one checked out, if any; `origin`:
    whether anything was pushed, `pushed`: whether that branch was. `unmerged`: other branches that
    have lines of these logs which the store lacks.
    """

    commits: int
    paths: tuple[str, ...]
    top: str
    prefix: str
    branch: str
    origin: bool
    pushed: bool
    unmerged: tuple[str, ...]


def in_git(store: Store, erased: Erasures, journal: Sequence[JournalEntry]) -> InGit | None:
    """What the history has of erased things; None outside of a repository, or without git.

    Every version of a memory's file counts, also under its former ids and in copies; of logs only
    versions with erased words.
    """
    try:
        shown = run_git(store.root, "rev-parse", "--show-toplevel", "--show-prefix")
    except Failed:
        return None
    if shown.code:
        return None
    top, prefix = os.fsdecode(shown.out).split("\n")[:2]
    versions = list(_versions(store, erased, sorted({*erased, *former_ids_of(journal, erased)})))
    paths = sorted({each.path for each in versions})
    branch = os.fsdecode(run_git(store.root, "symbolic-ref", "--quiet", "--short", "HEAD").out)
    branch = branch.rstrip("\n")
    return InGit(
        len({each.commit for each in versions}),
        tuple(prefix + path for path in paths),
        top,
        prefix,
        branch,
        _has_refs(store, ORIGIN),
        bool(branch) and _has_refs(store, f"{ORIGIN}/{branch}"),
        tuple(_unmerged(store, [prefix + path for path in paths if path.endswith(LOG)], journal)),
    )


def _versions(store: Store, erased: Erasures, ids: Iterable[str]) -> Iterator[Version]:
    """The versions of files with something that was erased; a merge commit may be the first.

    Every version of a memory, and of a proposal about it, counts; of a record, which may have been
    stated again, only versions with what was erased.
    """
    words = Words(store, erased)
    named = [*(id for id in ids if not is_reference(id)), *words.proposals]
    refs = sorted({whole_ref(id) for id in ids if held(id)})
    files = [f"{path}*" for id in named for path in paths_of(id, FOLDERS)]
    yield from versions(store.root, "--all", paths=files) if files else ()
    others = [f"{path}*" for ref in refs for path in paths_of(ref, ())]
    records = versions(store.root, "--all", paths=others) if refs else ()
    events = [id for name in ids if (id := event_in(name))]
    sought = (*named, *refs, *events)
    logs = (versions(store.root, "--all", f"-S{id}", paths=LOGS) for id in sought)
    with blobs(store.root, store.warn) as blob:
        for each in records:
            ref = each.path.partition(SUFFIX)[0]
            if each.after.strip("0") and words.in_file(ref, blob(each.after)):
                yield each
        for each in dict.fromkeys(chain.from_iterable(logs)):
            if each.after.strip("0") and words.in_log(blob(each.after)):
                yield each


def _unmerged(store: Store, logs: Sequence[str], journal: Sequence[JournalEntry]) -> Iterator[str]:
    """The branches on which these logs, relative to the top, have lines that the store lacks."""
    branches = run_git(store.root, "for-each-ref", "--format=%(refname:short)", *BRANCHES)
    ids = {entry.id for entry in journal}
    if any(f"/{EVENTS}/" in f"/{log}" for log in logs):
        ids |= {event.id for event in readable_events(store)}
    with blobs(store.root, lambda _: None) as blob:
        for ref in os.fsdecode(branches.out).split("\n"):
            lines = (line for log in logs if ref for line in blob(f"{ref}:{log}").split(b"\n"))
            if any(line and (row := row_of_log(line)) and row.id not in ids for line in lines):
                yield ref


def _has_refs(store: Store, pattern: str) -> bool:
    return bool(run_git(store.root, "for-each-ref", "--count=1", pattern).out)
