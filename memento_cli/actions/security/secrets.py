"""secrets: find keys and passwords in what a store keeps, in what git is about to, and ever did."""

from __future__ import annotations

import os
from unicodedata import normalize

from memento_cli.actions.events.reading import readable_events
from memento_cli.core.journal.proposal_entries import proposal_in
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of, whole_ref
from memento_cli.core.memory.record_kinds import FOLDERS as HELD
from memento_cli.core.security.allowances import allowed_in
from memento_cli.core.security.escapes import unescaped
from memento_cli.core.security.secrets import secrets_in_file
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.files.files import read_regular
from memento_cli.store.files.names import CONFLICT
from memento_cli.store.files.names import SUFFIX as TOML
from memento_cli.store.files.strict_json import loaded
from memento_cli.store.git.versions import all_versions, blobs, staged_versions
from memento_cli.store.journal.logs import SUFFIX

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from memento_cli.store.directory.store import Store

KEPT = (TOML, SUFFIX)
FOLDERS = ("memories", "archive", "proposals")
PASSED_OVER = {".git", PRIVATE}


class KeptSecret(NamedTuple):
    """A secret that is kept: where, its kind, as much as may be shown, and if it was allowed.

    `path` is seen from the store, `commit` the first that has it, `memory` the one it belongs to.
    """

    path: str
    line: int
    kind: str
    shown: str
    memory: str = ""
    allowed: bool = False
    commit: str = ""

    @property
    def where(self) -> str:
        """The place, with the commit as git takes it: `1a2b3c4d5e6f:memories/x.toml:7`."""
        return ":".join(filter(None, (self.commit[:12], self.path, str(self.line))))


Value = tuple[KeptSecret, str]
"""What was found, and the secret itself, which is compared and never shown."""


def stored_secrets(store: Store, tick: Callable[[], None] = lambda: None) -> list[KeptSecret]:
    """The secrets in the files and logs that a store has now. `tick` is called once a file."""
    found = []
    for path in kept_files(store.root):
        raw = _read(store, path)
        found += [each for each, _ in _values(os.path.relpath(path, store.root), raw)]
        tick()
    return _judged(store, found)


def secrets_of(store: Store, paths: Iterable[str]) -> list[KeptSecret]:
    """The secrets in these files that nobody has allowed."""
    found = []
    for path in paths:
        raw = _read(store, path) if os.path.isfile(path) else b""
        found += [each for each, _ in _values(os.path.relpath(path, store.root), raw)]
    return [each for each in _judged(store, found) if not each.allowed]


def kept_files(root: str) -> Iterator[str]:
    """Every TOML file and log below a store's folder, and copies of them; no link is followed."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - PASSED_OVER)
        yield from (os.path.join(folder, name) for name in sorted(names) if _is_kept(name))


def _is_kept(name: str) -> bool:
    return any(suffix in name for suffix in KEPT)


def staged_secrets(store: Store) -> list[KeptSecret]:
    """The secrets that the next commit would add to what git has of a store, as they are staged.

    What stood in one of the files that it changes or removes is not added by it.
    """
    changed = staged_versions(store.root)
    with blobs(store.root, store.warn) as blob:
        old = (value for each in changed for value in _values(each.path, blob(each.before)))
        known = {secret for _, secret in old}
        new = [value for each in changed for value in _values(each.path, blob(each.after))]
    return _judged(store, [found for found, secret in new if secret not in known])


def history_secrets(store: Store, tick: Callable[[], None] = lambda: None) -> list[KeptSecret]:
    """The secrets in every version of every file that git has of a store, on any branch.

    Each once for its path, in the first commit that has it. `tick` is called once a version.
    """
    found, seen, read = list[KeptSecret](), set[tuple[str, str]](), set[bytes]()
    versions = all_versions(store.root)
    with blobs(store.root, store.warn) as blob:
        for path, _, after, commit in versions:
            tick()
            id = bytes.fromhex(after)
            values = () if id in read else _values(path, blob(after), commit)
            read.add(id)
            for each, secret in values:
                if (path, secret) not in seen:
                    seen.add((path, secret))
                    found.append(each)
    return _judged(store, found)


def _values(path: str, raw: bytes, commit: str = "") -> Iterator[Value]:
    """The secrets in a file's bytes, each with its line, and in a log with its memory."""
    text = raw.decode(errors="replace")
    entry, at, end, memory = 1, 0, -1, _memory_of(path)
    is_log = SUFFIX in path and not memory
    for secret in secrets_in_file(text):
        entry += text.count("\n", at, secret.start)
        at = secret.start
        if is_log and at >= end:
            end = text.find("\n", at) % (len(text) + 1)
            memory = _memory_in(text[text.rfind("\n", 0, at) + 1 : end])
        found = KeptSecret(path, entry, secret.kind, secret.shown, memory, commit=commit)
        yield found, unescaped(text[secret.start : secret.end])


def _memory_of(path: str) -> str:
    """Whose file it is, or a copy of that: `ID.toml.orig`; of what else holds, its reference."""
    folder, name = os.path.split(path)
    id = name.lstrip(".#").rpartition(TOML)[0].partition(CONFLICT)[0]
    id = normalize("NFC", id)
    if folder in HELD and id:
        return ref_of(folder, id)
    return id if folder in FOLDERS else ""


def _memory_in(entry: str) -> str:
    """What a line of a log is about: a memory, what else holds, or the event that it tells."""
    try:
        said = loaded(entry)
    except ValueError:
        return ""
    if not isinstance(said, dict):
        return ""
    return str(said.get("memory") or (ref_of(EVENTS, str(said.get("id"))) if "by" in said else ""))


def _judged(store: Store, found: list[KeptSecret]) -> list[KeptSecret]:
    """What was found, each once; what the journal says was allowed is marked."""
    if not found:
        return []
    entries = store.journal.lines().lines
    allowed = _allowed_events(store, [each.memory for each in found]) | {
        (id, kind)
        for entry in entries
        for kind in allowed_in([entry])
        for id in filter(None, (entry.memory, whole_ref(entry.memory), proposal_in(entry)))
    }
    return [
        each._replace(allowed=(each.memory, each.kind) in allowed) for each in dict.fromkeys(found)
    ]


def _allowed_events(store: Store, names: Iterable[str]) -> set[tuple[str, str]]:
    """The kinds of secrets that were allowed in events, which say so themselves."""
    ids = {id for name in names if (id := event_in(name))}
    events = readable_events(store) if ids else ()
    return {(event.ref, kind) for event in events if event.id in ids for kind in event.allowed}


def _read(store: Store, path: str) -> bytes:
    """The bytes of a file; one that cannot be read is named and passed over."""
    try:
        return read_regular(path)
    except FileNotFoundError:  # gone since it was listed
        return b""
    except OSError as problem:
        why = "a symbolic link" if os.path.islink(path) else problem.strerror
        store.warn(f"{path}: cannot be read: {why}; passed over")
    except BadData as problem:
        store.warn(f"{problem.message}; passed over")
    return b""
