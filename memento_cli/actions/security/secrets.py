"""secrets: find keys and passwords in a store's files, in git's staged files and its history."""

from __future__ import annotations

import os
import sys
from unicodedata import normalize

from memento_cli.actions.events.events import readable_events
from memento_cli.core.journal.proposal_entries import proposal_in
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of, whole_ref
from memento_cli.core.memory.record_kinds import FOLDERS as HELD
from memento_cli.core.security.disguises import unescaped
from memento_cli.core.security.secret_checks import allowed_in
from memento_cli.core.security.secrets import secrets_in_file
from memento_cli.core.text.strict_json import loaded
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.files.files import read_regular
from memento_cli.store.files.names import CONFLICT
from memento_cli.store.files.names import SUFFIX as TOML
from memento_cli.store.git.git import all_versions, blobs, staged_versions
from memento_cli.store.journal.logs import SUFFIX
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from memento_cli.store.directory.store import Store

FOLDERS = ("memories", "archive", "proposals")
SKIPPED = {".git", PRIVATE}


class KeptSecret(NamedTuple):
    """A secret in a file: where it is, its kind, what may be shown, and whether it was allowed.

    `path` is relative to the store, `commit` the first that has it, `memory` the id or reference of
    what it belongs to.
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
        """The place, with the commit as in git: `1a2b3c4d5e6f:memories/x.toml:7`."""
        return ":".join(filter(None, (self.commit[:12], self.path, str(self.line))))


Value = tuple[KeptSecret, str]
"""A located secret, and the secret itself, which is compared and never shown."""


def stored_secrets(store: Store, tick: Callable[[], None] = lambda: None) -> list[KeptSecret]:
    """The secrets in the present files and logs of a store. `tick` is called for each file."""
    secrets = []
    for path in searched_files(store.root):
        is_memory = path.endswith(TOML)  # no memory has more
        raw = _read(store, path, SIZE_LIMIT if is_memory else sys.maxsize)
        secrets += [secret for secret, _ in _values(os.path.relpath(path, store.root), raw)]
        tick()
    return _with_allowances(store, secrets)


def secrets_of(store: Store, paths: Iterable[str]) -> list[KeptSecret]:
    """The secrets in these files that nobody has allowed."""
    files = (path for path in paths if os.path.isfile(path))
    texts = ((os.path.relpath(path, store.root), _read(store, path)) for path in files)
    return secrets_among(store, texts)


def secrets_among(store: Store, texts: Iterable[tuple[str, bytes]]) -> list[KeptSecret]:
    """The secrets that nobody has allowed in texts, each with the path of its file in the store."""
    secrets = [secret for path, raw in texts for secret, _ in _values(path, raw)]
    return [secret for secret in _with_allowances(store, secrets) if not secret.allowed]


def searched_files(root: str) -> Iterator[str]:
    """Every TOML file and log below a store's folder, and their copies; links are not followed."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - SKIPPED)
        searched = (name for name in sorted(names) if TOML in name or SUFFIX in name)
        yield from (os.path.join(folder, name) for name in searched)


def staged_secrets(store: Store) -> list[KeptSecret]:
    """The secrets that the next commit would add to git's history, as they are staged.

    A secret in the old version of a changed or removed file is not new.
    """
    changed = staged_versions(store.root)
    with blobs(store.root, store.warn) as blob:
        old = {
            value for change in changed for _, value in _values(change.path, blob(change.before))
        }
        new = [pair for change in changed for pair in _values(change.path, blob(change.after))]
    return _with_allowances(store, [secret for secret, value in new if value not in old])


def history_secrets(store: Store, tick: Callable[[], None] = lambda: None) -> list[KeptSecret]:
    """The secrets in every version of a store's files in git, on any branch.

    Each is listed once for its path, in the first commit that has it. `tick` is called for each
    version.
    """
    secrets, listed, read_ids = list[KeptSecret](), set[tuple[str, str]](), set[bytes]()
    versions = all_versions(store.root)
    with blobs(store.root, store.warn) as blob:
        for path, _, after, commit in versions:
            tick()
            id = bytes.fromhex(after)
            values = () if id in read_ids else _values(path, blob(after), commit)
            read_ids.add(id)
            for secret, value in values:
                if (path, value) not in listed:
                    listed.add((path, value))
                    secrets.append(secret)
    return _with_allowances(store, secrets)


def _values(path: str, raw: bytes, commit: str = "") -> Iterator[Value]:
    """The secrets in a file's bytes, each with its line; in a log also with its memory."""
    text = raw.decode(errors="replace")
    line, place, end, memory = 1, 0, -1, _name_of(path)
    is_log = SUFFIX in path and not memory
    for secret in secrets_in_file(text):
        line += text.count("\n", place, secret.start)
        place = secret.start
        if is_log and place >= end:
            end = text.find("\n", place) % (len(text) + 1)
            memory = _name_in(text[text.rfind("\n", 0, place) + 1 : end])
        located = KeptSecret(path, line, secret.kind, secret.shown, memory, commit=commit)
        yield located, unescaped(text[secret.start : secret.end])


def _name_of(path: str) -> str:
    """The id or reference of a file or of its copy, such as `ID.toml.orig`; "" for others."""
    folder, name = os.path.split(path)
    id = name.lstrip(".#").rpartition(TOML)[0].partition(CONFLICT)[0]
    id = normalize("NFC", id)
    if folder in HELD and id:
        return ref_of(folder, id)
    return id if folder in FOLDERS else ""


def _name_in(entry: str) -> str:
    """The id or reference that a line of a log is about, or that of the event in it; "" if none."""
    try:
        data = loaded(entry)
    except ValueError:
        return ""
    if not isinstance(data, dict):
        return ""
    return str(data.get("memory") or (ref_of(EVENTS, str(data.get("id"))) if "by" in data else ""))


def _with_allowances(store: Store, secrets: list[KeptSecret]) -> list[KeptSecret]:
    """The secrets, each once, marked if the journal has an allowance for it."""
    if not secrets:
        return []
    entries = store.journal.lines().lines
    allowed = _allowed_events(store, [secret.memory for secret in secrets]) | {
        (id, kind)
        for entry in entries
        for kind in allowed_in([entry])
        for id in filter(None, (entry.memory, whole_ref(entry.memory), proposal_in(entry)))
    }
    return [
        secret._replace(allowed=(secret.memory, secret.kind) in allowed)
        for secret in dict.fromkeys(secrets)
    ]


def _allowed_events(store: Store, names: Iterable[str]) -> set[tuple[str, str]]:
    """The references of events with the kinds of secrets allowed in them, by the events alone."""
    ids = {id for name in names if (id := event_in(name))}
    events = readable_events(store) if ids else ()
    return {(event.ref, kind) for event in events if event.id in ids for kind in event.allowed}


def _read(store: Store, path: str, limit: int = sys.maxsize) -> bytes:
    """The bytes of a file; b"" with a warning if it cannot be read, or has more bytes than
    `limit`."""
    try:
        return read_regular(path, limit)
    except FileNotFoundError:  # gone since it was listed
        return b""
    except OSError as problem:
        why = "a symbolic link" if os.path.islink(path) else problem.strerror
        store.warn(f"{path}: cannot be read: {why}; passed over")
    except BadData as problem:
        store.warn(f"{problem.message}; passed over")
    return b""
