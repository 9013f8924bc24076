"""What git's hooks call: checks before a commit and a push, and the work after a merge."""

from __future__ import annotations

import os

from memento_cli.actions.git.checks import (
    EVERY,
    FOLDERS,
    LOGS,
    PROPOSALS,
    erased_problems,
    problems_of,
    standings,
)
from memento_cli.actions.git.id_conflict import part, settle_in, waiting_files
from memento_cli.actions.security.secrets import staged_secrets
from memento_cli.core.memory.record_kinds import held, ref_of
from memento_cli.errors import BadData, BadId, MementoError, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import SUFFIX, stem_of
from memento_cli.store.git.git import blobs, run_git, staged_versions, versions
from memento_cli.store.journal.logs import SUFFIX as LOG
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.redaction.logs import row_of_log
from memento_cli.store.redaction.words import Words

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store
    from memento_cli.store.git.git import Blob, Version

SHOWN = 12  # characters of a commit's id
OTHER = "MERGE_HEAD"
AGAIN = "`git merge --abort`, and merge again"


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
    fresh = list[str]()
    for path in waiting_files(store):
        try:
            id = settle_in(store, path, now)
            fresh += [id] if id else []
        except (MementoError, OSError) as problem:
            store.warn(f"{path} waits for a place of its own: {problem}")
    for id in _arrived(store) if moved else ():
        try:
            fresh += [id] if part(store, id, now, first_seen=True) else []
        except (BadData, BadId, NotFound):
            continue
    if fresh:
        run_git(store.root, "--literal-pathspecs", "add", "--", *dict.fromkeys(store.changed))
    return fresh


def _arrived(store: Store) -> list[str]:
    added = run_git(
        store.root, "diff", "--name-only", "--diff-filter=A", "--no-renames", "--no-ext-diff",
        "--relative", "-z", "ORIG_HEAD", "HEAD", "--", *FOLDERS,
    )  # fmt: skip
    names = [os.path.basename(os.fsdecode(name)) for name in added.out.split(b"\0")]
    return [stem_of(name) for name in names if name.endswith(SUFFIX)]


def words_sent(store: Store, remote: str, refs: Iterable[str]) -> list[Objection]:
    """The files with erased words in commits that are about to be pushed to a remote.

    `refs` are the lines that git gives the hook: the local ref and its commit, the remote ref and
    its commit. Each file is named once, in the first commit that has such words.
    """
    erased = erasures(store)
    if not erased:
        return []
    revisions = [revision for ref in refs for revision in _revisions(store, ref, remote)]
    objections: dict[str, Objection] = {}
    words = Words(store, erased)
    with blobs(store.root, store.warn) as blob:
        for each in versions(store.root, *revisions) if revisions else ():
            if each.path not in objections and each.after.strip("0"):
                for id in _erased_ids(words, each, blob(each.after)):
                    where = f"{each.commit[:SHOWN]}:{each.path}"
                    problem = f"has words of {id}, which was erased"
                    objections[each.path] = Objection(where, problem)
    return list(objections.values())


def _revisions(store: Store, ref: str, remote: str) -> Iterator[str]:
    """The arguments of `git log` for the commits that a pushed ref adds to the remote."""
    words = ref.split()
    if len(words) != 4 or not words[1].strip("0"):
        return
    yield words[1]
    is_here = words[3].strip("0") and not run_git(store.root, "cat-file", "-e", words[3]).code
    yield from [f"^{words[3]}"] if is_here else ["--not", f"--remotes={remote}", "--not"]


def _erased_ids(words: Words, version: Version, raw: bytes) -> list[str]:
    """The erased memories and records whose words a version of a file has."""
    folder, name = os.path.split(version.path)
    if name.endswith(LOG):
        return words.in_log(raw)
    id, suffix, _ = name.partition(SUFFIX)
    if not suffix or folder not in EVERY:
        return []
    id = ref_of(folder, id) if held(ref_of(folder, id)) else id
    erased = words.in_proposal(raw) if folder == PROPOSALS else words.in_file(id, raw)
    return [erased] if erased else []


def objections_to_merge(store: Store, erased: Erasures) -> Iterator[tuple[str, str]]:
    """The reasons against committing a merge as staged, with the path of each.

    If another git process held a lock, git says "Automatic merge failed" and has merged nothing:
    committing that loses the other side. And an erased memory that our side still has differs only
    from the other side, so the checks of an ordinary commit do not see it.
    """
    changed = _changed(store)
    if not changed:
        return
    with blobs(store.root, store.warn) as blob:
        for each in changed:
            folder, name = os.path.split(each.path)
            lost = len(_lost_ids(each, blob))
            if lost:
                lines = "1 line" if lost == 1 else f"{lost} lines"
                yield each.path, f"lacks {lines} of the other side; {AGAIN}"
            if folder in EVERY and name.endswith(SUFFIX) and each.after.strip("0"):
                for problem in erased_problems(store, erased, each.path, blob(each.after)):
                    yield each.path, problem


def loses_lines(store: Store) -> bool:
    """Whether the merge under way would lose lines of logs."""
    with blobs(store.root, store.warn) as blob:
        return any(_lost_ids(each, blob) for each in _changed(store))


def _changed(store: Store) -> list[Version]:
    """The staged files that differ from the other side; none if no merge is under way."""
    merging = not run_git(store.root, "rev-parse", "--verify", "--quiet", OTHER).code
    return staged_versions(store.root, OTHER) if merging else []


def _lost_ids(version: Version, blob: Blob) -> set[str]:
    """The ids of lines that a log has lost; lines blanked by an erasure keep their ids."""
    if not (version.path.partition("/")[0] in LOGS and version.path.endswith(LOG)):
        return set()
    before, after = ({*blob(id).split(b"\n")} for id in (version.before, version.after))
    gone = _ids(before - after)
    return gone - _ids(after) if gone else gone


def _ids(rows: set[bytes]) -> set[str]:
    return {line.id for row in rows if row and (line := row_of_log(row))}
