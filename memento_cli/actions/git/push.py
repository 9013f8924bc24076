"""What the pre-push hook asks: whether commits carry the words of what was erased to a remote."""

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

SHOWN = 12  # signs of a commit's id


def words_sent(store: Store, remote: str, refs: Iterable[str]) -> list[Objection]:
    """The files with words of erased memories in commits that a remote is about to get.

    `refs` are what git tells the hook: the local ref and its commit, the remote's and its commit.
    Each file once, in the first commit that has them.
    """
    told = erasures(store)
    if not told:
        return []
    ends = [end for ref in refs for end in _ends(store, ref, remote)]
    found: dict[str, Objection] = {}
    words = Words(store, told)
    with blobs(store.root, store.warn) as blob:
        for each in versions(store.root, *ends) if ends else ():
            if each.path not in found and each.after.strip("0"):
                for id in _its(words, each, blob(each.after)):
                    where = f"{each.commit[:SHOWN]}:{each.path}"
                    found[each.path] = Objection(where, f"has words of {id}, which was erased")
    return list(found.values())


def _ends(store: Store, ref: str, remote: str) -> Iterator[str]:
    """From what one ref of the remote has to what it is to have, as git takes it."""
    words = ref.split()
    if len(words) != 4 or not words[1].strip("0"):
        return
    yield words[1]
    known = words[3].strip("0") and not run_git(store.root, "cat-file", "-e", words[3]).code
    yield from [f"^{words[3]}"] if known else ["--not", f"--remotes={remote}", "--not"]


def _its(words: Words, version: Version, raw: bytes) -> list[str]:
    """The erased memories whose words a version of a file has."""
    folder, name = os.path.split(version.path)
    if name.endswith(LOG):
        return words.in_log(raw)
    id, suffix, _ = name.partition(SUFFIX)
    if not suffix or folder not in EVERY:
        return []
    id = ref_of(folder, id) if held(ref_of(folder, id)) else id
    its = words.in_proposal(raw) if folder == PROPOSALS else words.in_file(id, raw)
    return [its] if its else []
