"""What git's history still has of erased memories, for the receipt of an erasure."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from memento_cli.actions.git.checks import FOLDERS
from memento_cli.core.erased import Erasures
from memento_cli.core.history import Line
from memento_cli.core.parting import PARTED
from memento_cli.errors import Failed
from memento_cli.store.erasing import Words
from memento_cli.store.git import asked
from memento_cli.store.names import SUFFIX
from memento_cli.store.store import Store
from memento_cli.store.versions import Version, blobs, versions

ORIGIN = "refs/remotes/origin"


class InGit(NamedTuple):
    """What git's history still holds: how many commits, of which paths, seen from the top.

    `prefix` is where the store is, seen from there; `branch` the one that is checked out, if any;
    `origin` whether it has been pushed, and `pushed` whether that branch has.
    """

    commits: int
    paths: tuple[str, ...]
    top: str
    prefix: str
    branch: str
    origin: bool
    pushed: bool


def in_git(store: Store, told: Erasures, journal: Sequence[Line]) -> InGit | None:
    """What the history of a repository has of them; None outside of one, or without git.

    Of its files every version counts, also under the id that one of them had before a merge gave
    it its own, and in copies; of logs those with their words.
    """
    try:
        shown = asked(store.root, "rev-parse", "--show-toplevel", "--show-prefix")
    except Failed:
        return None
    if shown.code:
        return None
    top, prefix = os.fsdecode(shown.out).split("\n")[:2]
    former = {line.memory for line in journal if line.more.get(PARTED) in told}
    found = list(_versions(store, told, sorted({*told, *former})))
    paths = sorted({prefix + each.path for each in found})
    branch = os.fsdecode(asked(store.root, "symbolic-ref", "--quiet", "--short", "HEAD").out)
    branch = branch.rstrip("\n")
    return InGit(
        len({each.commit for each in found}),
        tuple(paths),
        top,
        prefix,
        branch,
        _has_refs(store, ORIGIN),
        bool(branch) and _has_refs(store, f"{ORIGIN}/{branch}"),
    )


def _versions(store: Store, told: Erasures, ids: Iterable[str]) -> Iterator[Version]:
    """The versions of files with something of them; a merge may be the first to have one."""
    files = [f"{folder}/{id}{SUFFIX}*" for id in ids for folder in FOLDERS]
    yield from versions(store.root, "--all", paths=files)
    words = Words(store, told)
    logs = (versions(store.root, "--all", f"-S{id}", paths=["journal"]) for id in ids)
    with blobs(store.root, store.warn) as blob:
        for each in dict.fromkeys(chain.from_iterable(logs)):
            if each.after.strip("0") and words.in_log(blob(each.after)):
                yield each


def _has_refs(store: Store, pattern: str) -> bool:
    return bool(asked(store.root, "for-each-ref", "--count=1", pattern).out)
