"""Committing what was done, where the store's settings ask for it and this clone was set up."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import cache, partial
from itertools import chain

from memento_cli.actions.git.changes import changes_in, logs_in, own, touched
from memento_cli.actions.git.checks import FOLDERS, problems_of
from memento_cli.actions.git.standing import standings
from memento_cli.actions.security.secrets import secrets_of
from memento_cli.core.journal.event_types import ADOPTION, PASSED
from memento_cli.core.memory.record_kinds import is_reference
from memento_cli.core.redaction.erased import ALSO
from memento_cli.core.security.secrets import secrets_in_file
from memento_cli.errors import BadData, Failed, MementoError
from memento_cli.store.files.files import read_regular
from memento_cli.store.git.git import DETACHED, command_to_finish, index_of_caller, run_git
from memento_cli.store.git.versions import blobs
from memento_cli.store.records.registry import paths_of
from memento_cli.store.redaction.erasure import erasures

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from memento_cli.actions.git.changes import FileChange, LogChange
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store
    from memento_cli.store.git.versions import Blob

ADD = ("update-index", "--add", "--remove", "-z", "--stdin")
COMMIT = (
    "--literal-pathspecs", "commit", "--quiet", "--only",
    "--pathspec-from-file=-", "--pathspec-file-nul", "--message",
)  # fmt: skip
SHOWN, LISTED = 3, 100
LIMIT = 1 << 24
TRIES, WAIT = 10, 0.05  # seconds


def commit_done(store: Store) -> str:
    """Commit what memento changed in the store, and nothing else; what could not be, and why.

    What was done stays done: a commit that fails is told and is no error. The next one takes it in.
    """
    told, seen = dict[str, None](), dict[str, bytes]()
    try:
        for _ in range(TRIES):
            told |= dict.fromkeys(_committed(store, seen))
            if not _have_grown(store, seen):
                break
    except (MementoError, OSError) as problem:
        told[str(problem)] = None
    shown = list(told)[:SHOWN] + ([f"{len(told) - SHOWN} more"] if len(told) > SHOWN else [])
    return f"not committed: {'; '.join(shown)}" if told else ""


def _committed(store: Store, seen: dict[str, bytes]) -> list[str]:
    """Commit what is to be; the paths of the rest, with what speaks against them.

    `seen` are the logs as they were when this was done before; it has them afterwards, too.
    """
    _check_time(store.root)
    changes, erased = changes_in(store), erasures(store)
    with blobs(store.root, store.warn) as blob:
        logs = logs_in(store, changes, blob, seen)
        seen |= {path: log.raw for path, log in logs.items()}
        ids = touched(line for log in logs.values() for line in log.lines)
        candidates = list(own(store, changes, ids, erased, blob))
        refused = dict(_refused(store, candidates, logs, erased, blob))
    good = [change for change in candidates if change.path not in refused]
    if good:
        _commit(store, good, message(_taken_in(good, logs)))
    return [f"{path}: {why}" for path, why in refused.items()]


def _check_time(root: str) -> None:
    """Failed while git is at work on a commit of its own, or where one would be lost again, or lack
    a part of the store."""
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
    lacking = [each.problem for each in standings(root) if each.loses]
    if lacking:
        raise Failed(lacking[0])


def _have_grown(store: Store, seen: Mapping[str, bytes]) -> bool:
    """Whether others have added to a log since it was read.

    Git may have committed that, too, but not their files; and HEAD would not tell whose these are.
    """
    with suppress(OSError):
        sizes = {path: os.stat(os.path.join(store.root, path)).st_size for path in seen}
        return any(size != len(seen[path]) for path, size in sizes.items())
    return False


def _refused(
    store: Store,
    changes: Sequence[FileChange],
    logs: Mapping[str, LogChange],
    erased: Erasures,
    blob: Blob,
) -> Iterator[tuple[str, str]]:
    """What a hook would say against these files, of which none runs here: each path, and why.

    What HEAD has already, of lines and of secrets, is not what this commit adds.
    """
    known = cache(partial(_secrets_before, changes, blob))
    for path, _, _ in changes:
        whole = os.path.join(store.root, path)
        try:
            raw = logs[path].added if path in logs else read_regular(whole, LIMIT)
            problems = chain(
                problems_of(store, path, raw, erased), _new_secrets(store, whole, raw, known)
            )
            why = next(problems, "")
        except FileNotFoundError:
            continue
        except OSError as problem:
            why = f"cannot be read: {problem.strerror}"
        except BadData as problem:
            why = problem.problems[0]
        if why:
            yield path, why


def _new_secrets(
    store: Store, path: str, raw: bytes, known: Callable[[], set[str]]
) -> Iterator[str]:
    """The secrets that nobody has allowed, and that HEAD has in none of these files."""
    text = raw.decode(errors="replace")
    new = {
        (text.count("\n", 0, each.start) + 1, each.kind)
        for each in secrets_in_file(text)
        if text[each.start : each.end] not in known()
    }
    for found in secrets_of(store, [path]) if new else ():
        if (found.line, found.kind) in new:
            yield f"line {found.line} looks like {found.kind} ({found.shown})"


def _secrets_before(changes: Iterable[FileChange], blob: Blob) -> set[str]:
    """The secrets that HEAD has in these files."""
    texts = (blob(change.before).decode(errors="replace") for change in changes)
    return {text[each.start : each.end] for text in texts for each in secrets_in_file(text)}


def _taken_in(changes: Iterable[FileChange], logs: Mapping[str, LogChange]) -> list[JournalEntry]:
    """The lines of the acts that a commit of these files is about, in the order of their ids."""
    paths = {change.path for change in changes}
    lines = (
        line
        for path, log in logs.items()
        for line in log.lines
        if path in paths or paths.intersection(paths_of(line.memory, FOLDERS))
    )
    return sorted(lines, key=lambda line: line.id)


def message(lines: Sequence[JournalEntry]) -> str:
    """The acts and the ids, as the first line of a commit; ids below it where they are many, and of
    very many the first: git is given a message as one argument, which has a limit.

    No words of a memory: what is erased from a store should not stay in messages.
    """
    acts = [line for line in lines if line.via != ADOPTION and ALSO not in line.more] or list(lines)
    if not acts:
        return "settled"
    ids = list(dict.fromkeys(line.memory for line in acts if line.act != PASSED))
    kinds = ", ".join(dict.fromkeys(line.act for line in acts))
    if len(ids) <= SHOWN:
        return ": ".join(filter(None, (kinds, ", ".join(ids))))
    rest = [f"and {len(ids) - LISTED} more"] if len(ids) > LISTED else []
    return "\n".join([f"{kinds}: {len(ids)} {_nouns(ids)}", "", *ids[:LISTED], *rest])


def _nouns(ids: Iterable[str]) -> str:
    """What has these ids: memories, events, or what else holds by its folder."""
    folders = (id.partition("/")[0] if is_reference(id) else "memories" for id in ids)
    return " and ".join(dict.fromkeys(folders))


def _commit(store: Store, changes: Sequence[FileChange], said: str) -> None:
    """Make the commit. What is gone git knows; what is new must be in its index first.

    Plain `git add` would refuse what is outside of a sparse checkout.
    """
    new = [change.path for change in changes if change.new]
    if new:
        _in_turn(store, new, *ADD)
    _in_turn(store, [change.path for change in changes], *COMMIT, said)


def _in_turn(store: Store, paths: Sequence[str], *command: str) -> None:
    """Let git do this when no other git is at work: its locks are held for moments."""
    names = b"".join(os.fsencode(path) + b"\0" for path in paths)
    answer = run_git(store.root, *command, input=names)
    for _ in range(TRIES):
        if not answer.code or "lock" not in answer.complaint:
            break
        time.sleep(WAIT)
        answer = run_git(store.root, *command, input=names)
    if answer.code and answer.complaint:  # else another process has committed the same
        raise Failed(answer.complaint)
