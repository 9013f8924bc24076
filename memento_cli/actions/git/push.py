"""The check of the pre-push hook: whether commits carry erased words to a remote."""

from __future__ import annotations

import os

from memento_cli.actions.git.checks import EVERY, PROPOSALS
from memento_cli.actions.git.hooks import Objection
from memento_cli.core.memory.record_kinds import held, ref_of
from memento_cli.store.files.names import SUFFIX
from memento_cli.store.git.git import run_git
from memento_cli.store.git.versions import blobs, versions
from memento_cli.store.journal.logs import SUFFIX as LOG
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.redaction.words import Words

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memento_cli.store.directory.store import Store
    from memento_cli.store.git.versions import Version

SHOWN = 12  # characters of a commit's id


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
