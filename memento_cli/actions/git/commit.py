"""Commits of memento's own changes, where the setting asks for them and the clone is set up."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import cache, partial
from itertools import chain

from memento_cli.actions.git.changes import changes_in, logs_in, own_changes, touched
from memento_cli.actions.git.checks import FOLDERS, problems_of, standings
from memento_cli.actions.security.secrets import secrets_of
from memento_cli.core.journal.event_types import ADOPTION, PASSED
from memento_cli.core.memory.record_kinds import is_reference
from memento_cli.core.redaction.erased import ALSO
from memento_cli.core.security.secrets import secrets_in_file
from memento_cli.errors import BadData, Failed, MementoError
from memento_cli.store.files.files import read_regular
from memento_cli.store.files.names import FILE
from memento_cli.store.git.git import DETACHED, blobs, command_to_finish, index_of_caller, run_git
from memento_cli.store.records.registry import paths_of
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.settings.fields import SETTINGS
from memento_cli.store.toml.changes import flat
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from memento_cli.actions.git.changes import FileChange, LogChange
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store
    from memento_cli.store.git.git import Blob

ADD = ("update-index", "--add", "--remove", "-z", "--stdin")
COMMIT = (
    "--literal-pathspecs", "commit", "--quiet", "--only",
    "--pathspec-from-file=-", "--pathspec-file-nul", "--message",
)  # fmt: skip
SHOWN, LISTED = 3, 100
LIMIT = 1 << 24
TRIES, WAIT = 10, 0.05  # seconds


def commit_done(store: Store) -> str:
    """Commit what memento changed in the store, and nothing else; a warning, or "".

    A failed commit is a warning and no error: the next commit includes what this one lacks.
    """
    problems, seen = dict[str, None](), dict[str, bytes]()
    try:
        for _ in range(TRIES):
            problems |= dict.fromkeys(_commit_own(store, seen))
            if not _have_grown(store, seen):
                break
    except (MementoError, OSError) as problem:
        problems[str(problem)] = None
    more = len(problems) - SHOWN
    shown = list(problems)[:SHOWN] + ([f"{more} more"] if more > 0 else [])
    return f"not committed: {'; '.join(shown)}" if problems else ""


def _commit_own(store: Store, seen: dict[str, bytes]) -> list[str]:
    """Commit what passes the checks; the problems of the rest, each with its path.

    `seen` has the bytes of the logs as they were read by earlier calls, and is brought up to date.
    """
    _check_time(store.root)
    changes, erased = changes_in(store), erasures(store)
    with blobs(store.root, store.warn) as blob:
        logs = logs_in(store, changes, blob, seen)
        seen |= {path: log.raw for path, log in logs.items()}
        ids = touched(line for log in logs.values() for line in log.lines)
        candidates = list(own_changes(store, changes, ids, erased, blob))
        refused = dict(_refused(store, candidates, logs, erased, blob))
        good = [change for change in candidates if change.path not in refused]
        keys = _settings_changed(store, good, blob)
    if good:
        _commit(store, good, message(_entries_of(good, logs), keys))
    return [f"{path}: {why}" for path, why in refused.items()]


def _check_time(root: str) -> None:
    """Raise Failed during a merge or another commit, on a detached HEAD, and where git ignores a
    part of the store."""
    ends = command_to_finish(root)
    if ends:
        raise Failed(f"git is in the middle of something, which `{ends}` ends")
    if index_of_caller(root):
        raise Failed("another commit is being made, which has called this")
    head = run_git(root, "symbolic-ref", "--quiet", "HEAD")
    if head.code == DETACHED:
        raise Failed("HEAD is on no branch: `git switch` to one, and the next act commits this")
    if head.code:
        raise Failed(head.complaint)
    losing = next((standing for standing in standings(root) if standing.loses), None)
    if losing:
        raise Failed(losing.problem)


def _have_grown(store: Store, seen: Mapping[str, bytes]) -> bool:
    """Whether another process has appended to a log since it was read.

    The commit may have included these lines without the files that belong to them, and the next
    comparison with HEAD would not show them as new.
    """
    with suppress(OSError):
        sizes = (os.stat(os.path.join(store.root, path)).st_size for path in seen)
        return list(sizes) != list(map(len, seen.values()))
    return False


def _refused(
    store: Store,
    changes: Sequence[FileChange],
    logs: Mapping[str, LogChange],
    erased: Erasures,
    blob: Blob,
) -> Iterator[tuple[str, str]]:
    """The files that the pre-commit hook would refuse, which does not run here, and why.

    Lines and secrets that HEAD has already are not refused.
    """
    known = cache(partial(_secrets_before, changes, blob))
    for path, _, _ in changes:
        whole = os.path.join(store.root, path)
        try:
            raw = logs[path].added if path in logs else read_regular(whole, LIMIT)
            problems = chain(
                problems_of(store, path, raw, erased), _new_secrets(store, whole, raw, known)
            )
            reason = next(problems, "")
        except FileNotFoundError:
            continue
        except OSError as problem:
            reason = f"cannot be read: {problem.strerror}"
        except BadData as problem:
            reason = problem.problems[0]
        if reason:
            yield path, reason


def _new_secrets(
    store: Store, path: str, raw: bytes, known: Callable[[], set[str]]
) -> Iterator[str]:
    """The problems of secrets that are not allowed and that HEAD has in none of these files."""
    text = raw.decode(errors="replace")
    new = {
        (text.count("\n", 0, each.start) + 1, each.kind)
        for each in secrets_in_file(text)
        if text[each.start : each.end] not in known()
    }
    for secret in secrets_of(store, [path]) if new else ():
        if (secret.line, secret.kind) in new:
            yield f"line {secret.line} looks like {secret.kind} ({secret.shown})"


def _secrets_before(changes: Iterable[FileChange], blob: Blob) -> set[str]:
    texts = (blob(change.before).decode(errors="replace") for change in changes)
    return {text[each.start : each.end] for text in texts for each in secrets_in_file(text)}


def _entries_of(changes: Iterable[FileChange], logs: Mapping[str, LogChange]) -> list[JournalEntry]:
    """The new entries about these files or in these logs, in the order of their ids."""
    paths = {change.path for change in changes}
    entries = (
        entry
        for path, log in logs.items()
        for entry in log.lines
        if path in paths or paths.intersection(paths_of(entry.memory, FOLDERS))
    )
    return sorted(entries, key=lambda entry: entry.id)


def _settings_changed(store: Store, changes: Iterable[FileChange], blob: Blob) -> list[str]:
    """The settings that say other than in HEAD, by name; none of a memento.toml that is new,
    or was broken."""
    before = next((blob(change.before) for change in changes if change.path == FILE), b"")
    if not before:
        return []
    after = read_regular(store.settings_file, SIZE_LIMIT)
    try:
        then, now = (flat(parsed(raw, FILE).data) for raw in (before, after))
    except BadData:
        return []
    return [one.path for one in SETTINGS if then.get(one.path) != now.get(one.path)]


def message(entries: Sequence[JournalEntry], keys: Sequence[str] = ()) -> str:
    """The message of a commit: the acts and the ids; many ids stand below the first line. Where
    nothing was journaled, the `keys` of the settings that were set.

    At most `LISTED` ids are listed, as the message is one argument of a command. It has no words of
    a memory, which would survive an erasure.
    """
    acts = [e for e in entries if e.via != ADOPTION and ALSO not in e.more] or list(entries)
    if not acts and keys:
        named = ", ".join(keys) if len(keys) <= SHOWN else f"{len(keys)} settings"
        return "\n".join([f"set: {named}", *(["", *keys] if len(keys) > SHOWN else [])])
    if not acts:
        return "settled"
    ids = list(dict.fromkeys(entry.memory for entry in acts if entry.act != PASSED))
    kinds = ", ".join(dict.fromkeys(entry.act for entry in acts))
    if len(ids) <= SHOWN:
        return ": ".join(filter(None, (kinds, ", ".join(ids))))
    rest = [f"and {len(ids) - LISTED} more"] if len(ids) > LISTED else []
    folders = (id.partition("/")[0] if is_reference(id) else "memories" for id in ids)
    nouns = " and ".join(dict.fromkeys(folders))
    return "\n".join([f"{kinds}: {len(ids)} {nouns}", "", *ids[:LISTED], *rest])


def _commit(store: Store, changes: Sequence[FileChange], text: str) -> None:
    """Commit these files; new ones must be added to git's index first.

    `git add` is not used, as it refuses files outside of a sparse checkout.
    """
    new = [change.path for change in changes if change.new]
    if new:
        _run_when_unlocked(store, new, *ADD)
    _run_when_unlocked(store, [change.path for change in changes], *COMMIT, text)


def _run_when_unlocked(store: Store, paths: Sequence[str], *command: str) -> None:
    """Run a git command on paths, and try again while another git process holds a lock."""
    names = b"".join(os.fsencode(path) + b"\0" for path in paths)
    answer = run_git(store.root, *command, input=names)
    for _ in range(TRIES):
        if not answer.code or "lock" not in answer.complaint:
            break
        time.sleep(WAIT)
        answer = run_git(store.root, *command, input=names)
    if answer.code and answer.complaint:  # without a complaint there was nothing to commit
        raise Failed(answer.complaint)
