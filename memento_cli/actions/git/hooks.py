"""What git's hooks call: the checks before a commit, and the work after a merge."""

from __future__ import annotations

import os

from memento_cli.actions.git.checks import FOLDERS, problems_of
from memento_cli.actions.git.id_conflict import part, settle_in, waiting_files
from memento_cli.actions.git.merging import objections_to_merge
from memento_cli.actions.git.standing import standings
from memento_cli.actions.security.secrets import staged_secrets
from memento_cli.errors import BadData, BadId, MementoError, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import SUFFIX, stem_of
from memento_cli.store.git.git import run_git
from memento_cli.store.git.versions import blobs, staged_versions
from memento_cli.store.redaction.erasure import erasures

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from memento_cli.store.directory.store import Store


class Objection(NamedTuple):
    """A reason against a commit: the place, the problem, and the command that tells more."""

    where: str
    problem: str
    told_by: str = "memento doctor"


def objections(store: Store) -> list[Objection]:
    """The reasons against committing what is staged: broken files, privacy, secrets, lost lines.

    A secret that was allowed when it was recorded is none.
    """
    erased = erasures(store)
    staged = list(staged_versions(store.root))
    with blobs(store.root, store.warn) as blob:
        broken = [
            Objection(path, problem)
            for path, _, after, _ in staged
            if after.strip("0")
            for problem in problems_of(store, path, blob(after), erased)
        ]
    paths = {each.where for each in broken}
    lost = [Objection(*each) for each in objections_to_merge(store, erased) if each[0] not in paths]
    secrets = [
        Objection(secret.where, f"{secret.kind}: {secret.shown}", "memento help secrets")
        for secret in staged_secrets(store)
        if not secret.allowed
    ]
    ignored = _ignored_parts(store) if staged else ()
    return [*ignored, *broken, *lost, *secrets]


def _ignored_parts(store: Store) -> Iterator[Objection]:
    """The objection that git ignores a part of the store; other standings are warned of."""
    for standing in standings(store.root):
        if standing.loses:
            yield Objection(store.root, standing.problem)
        else:
            store.warn(f"{store.root} {standing.problem}; {standing.advice}")


def merged(store: Store, now: datetime, *, moved: bool) -> list[str]:
    """Finish a merge: memories to which it gave a new id get their files and journal lines, which
    are staged; answers their ids.

    `moved`: the merge is committed as HEAD, and ORIG_HEAD is the commit before it.
    """
    with store.lock.held():
        pass  # taking the lock finishes erasures: of other clones, and of what the merge restored
    fresh = list(_placed(store, now))
    for id in _arrived(store) if moved else ():
        try:
            fresh += [id] if part(store, id, now, first_seen=True) else []
        except (BadData, BadId, NotFound):
            continue
    if fresh:
        run_git(store.root, "--literal-pathspecs", "add", "--", *dict.fromkeys(store.changed))
    return fresh


def _placed(store: Store, now: datetime) -> Iterator[str]:
    """Give waiting memories their files, and answer their ids; warn of one that fails."""
    for path in waiting_files(store):
        try:
            id = settle_in(store, path, now)
            if id:
                yield id
        except (MementoError, OSError) as problem:
            store.warn(f"{path} waits for a place of its own: {problem}")


def _arrived(store: Store) -> list[str]:
    """The ids of files that the merge added."""
    added = run_git(
        store.root, "diff", "--name-only", "--diff-filter=A", "--no-renames", "--no-ext-diff",
        "--relative", "-z", "ORIG_HEAD", "HEAD", "--", *FOLDERS,
    )  # fmt: skip
    names = [os.path.basename(os.fsdecode(name)) for name in added.out.split(b"\0")]
    return [stem_of(name) for name in names if name.endswith(SUFFIX)]
