"""What git's history has of a memory: its commits, as rows of its log, and what was erased."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC
from itertools import chain

from memento_cli.actions.events.events import readable_events
from memento_cli.actions.fading.explain import LogRow
from memento_cli.actions.git.checks import FOLDERS, LOGS
from memento_cli.core.memory.record_kinds import EVENTS, event_in, held, is_reference, whole_ref
from memento_cli.core.redaction.erased import former_ids_of
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadTime, Failed, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import SUFFIX
from memento_cli.store.git.git import blobs, run_git, versions
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
    from memento_cli.store.git.git import Version

ORIGIN = "refs/remotes/origin"
BRANCHES = ("refs/heads", "refs/remotes")
FORMAT = "--format=%x00%H%x00%aI%x00%an%x00%s%x00"
COMMITS = (
    "--literal-pathspecs", "log", "--no-show-signature", "--no-ext-diff", "--no-textconv",
    "--no-color", "--no-notes", "--no-renames", "--name-status", FORMAT, "--",
)  # fmt: skip
HASH_SIGNS = 10  # characters of a commit's hash
COMMITTED = "committed"


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


def with_commits(store: Store, id: str, entries: Iterable[LogRow]) -> list[LogRow]:
    """A memory's acts and the commits of its file, the newest first; NotFound outside of git.

    A commit of the same second as an act is the newer: it contains the act.
    """
    acts = sorted(entries, key=lambda row: (row.at, row.id), reverse=True)
    # commits of one second stay in git's order
    return sorted([*commits_of(store, id), *acts], key=lambda row: row.at, reverse=True)


def commits_of(store: Store, id: str) -> list[LogRow]:
    """The commits that changed a memory's file, wherever it was; NotFound outside of git."""
    answer = run_git(store.root, *COMMITS, *paths_of(id, ("memories", "archive")))
    if answer.code:
        raise NotFound(f"{store.root} has no history in git", f"git says: {answer.complaint}")
    rows, parts = list[LogRow](), os.fsdecode(answer.out).split("\0")[1:]
    for hash, at, author, subject, files in zip(*(parts[n::5] for n in range(5)), strict=False):
        with suppress(BadTime):
            when = stored_moment(at, UTC)
            more = tuple(dict.fromkeys(_status_text(line) for line in files.split("\n") if line))
            short = hash[:HASH_SIGNS]
            rows.append(LogRow(when, COMMITTED, id, author, subject, hash, short, more=more))
    return rows


def _status_text(line: str) -> str:
    letter, _, path = line.partition("\t")
    folder = path.rstrip('"').split("/")[-2:][0].lstrip('"')
    word = {"A": "added to", "D": "gone from", "M": "changed in"}.get(letter[:1], "in")
    return f"{word} {folder}"
