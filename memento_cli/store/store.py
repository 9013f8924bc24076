"""A store: its folders, settings, journal and lock; how it is found, and how it is made."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping
from datetime import UTC, tzinfo
from typing import Any

from memento_cli.core.memory import Memory
from memento_cli.errors import BadData, Conflict, NotFound, Refused
from memento_cli.store.clone import actor, clone_id
from memento_cli.store.collection import Collection
from memento_cli.store.files import create, read_regular, replace, system
from memento_cli.store.journal import Journal
from memento_cli.store.lock import Lock
from memento_cli.store.memory_file import MemoryCodec
from memento_cli.store.settings import (
    DEFAULTS,
    FILE,
    SCHEMA_VERSION,
    Settings,
    settings_of,
    settings_text,
)
from memento_cli.store.toml import SIZE_LIMIT

VARIABLE = "MEMENTO_STORE"
PRIVATE = ".memento"
IGNORED = (".memento/", ".tmp-*", "*~", "*.swp")
ATTRIBUTES = ("journal/** text eol=lf merge=union", "events/** text eol=lf merge=union")
GIT_FILES = {".gitattributes": ATTRIBUTES, ".gitignore": IGNORED}


def silent(message: str) -> None:
    """Nobody asked to hear of what was skipped."""


class Store:
    """An open store. `warn` hears once of each file or line that had to be skipped."""

    def __init__(
        self,
        root: str,
        warn: Callable[[str], None] = silent,
        settings: Settings | None = None,
    ) -> None:
        self.root = os.path.realpath(root)
        self.warn = warn
        self.settings = settings or settings_in(self.root)
        for key in self.settings.unknown:
            warn(f"{self.settings_file}: unknown setting {key}{near_setting(key)}")
        self.zone = zone_of(self.settings["timezone"], self.settings_file)
        timeout = self.settings["lock.timeout_seconds"]
        self.lock = Lock(os.path.join(self.root, PRIVATE, "lock"), timeout, self._refusal())
        codec = MemoryCodec(self.zone)
        self.memories = Collection[Memory](self._folder("memories"), codec, self.lock)
        self.archive = Collection[Memory](self._folder("archive"), codec, self.lock)
        self.journal = Journal(self._folder("journal"), self.lock, self.writer)

    @property
    def settings_file(self) -> str:
        """Where the settings are."""
        return os.path.join(self.root, FILE)

    def writer(self) -> tuple[str, str]:
        """Who writes: the actor and this clone's id."""
        return actor(), clone_id(os.path.join(self.root, PRIVATE))

    def _folder(self, name: str) -> str:
        folder = os.path.join(self.root, name)
        if os.path.realpath(folder) != folder:
            raise BadData(folder, ["leads out of the store"], "make it a folder, not a link")
        return folder

    def _refusal(self) -> Refused | None:
        version = self.settings["schema_version"]
        if version > SCHEMA_VERSION:
            return Refused(
                f"{self.root} has format {version}; this memento writes {SCHEMA_VERSION}",
                "upgrade memento; reading works",
            )
        return None


def settings_in(root: str) -> Settings:
    """The settings of the store in this folder; NotFound if it is none."""
    path = os.path.join(root, FILE)
    try:
        return settings_of(read_regular(path, SIZE_LIMIT), path)
    except (FileNotFoundError, NotADirectoryError):
        raise no_store(root) from None
    except OSError as problem:
        raise BadData(path, [f"cannot be read: {problem.strerror}"]) from None


def no_store(place: str) -> NotFound:
    """The error of a place that is no store."""
    here = os.path.abspath(place) == os.getcwd()
    command = "memento init" if here else f"memento init {shlex.quote(place)}"
    return NotFound(f"no memento store at {place}", f"`{command}` makes one")


def found_store(named: str | None, environ: Mapping[str, str], here: str) -> str:
    """Where the store is: named, $MEMENTO_STORE, an enclosing folder's, or the platform's place."""
    if named or environ.get(VARIABLE):
        return named or environ[VARIABLE]
    folder = os.path.abspath(here)
    while True:
        if os.path.isfile(os.path.join(folder, FILE)):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return default_place()
        folder = parent


def default_place() -> str:
    """The platform's data folder for memento."""
    import platformdirs

    return platformdirs.user_data_dir("memento")


def made_store(root: str, values: Mapping[str, Any]) -> list[str]:
    """Make a store, also in a folder with files and a git repository. Answers what it wrote."""
    with system(root):
        os.makedirs(root, exist_ok=True)
    root = os.path.realpath(root)
    if os.path.lexists(os.path.join(root, FILE)):
        raise Conflict(f"{root} is a store already", "`memento stats` shows what is in it")
    text = settings_text({**DEFAULTS.values, **values})
    with system(root):
        os.makedirs(os.path.join(root, "memories"), exist_ok=True)
    written = [name for name in GIT_FILES if add_lines(root, name)]
    create(os.path.join(root, FILE), text.encode())
    return [FILE, *written, "memories/"]


def missing_lines(root: str, name: str) -> list[str]:
    """The lines that a store's .gitattributes or .gitignore lacks."""
    try:
        raw = read_regular(os.path.join(root, name), SIZE_LIMIT)
    except FileNotFoundError:
        return list(GIT_FILES[name])
    here = {line.strip() for line in raw.split(b"\n")}
    return [line for line in GIT_FILES[name] if line.encode() not in here]


def add_lines(root: str, name: str) -> bool:
    """Add the lines that it lacks; whether any was missing."""
    path, missing = os.path.join(root, name), missing_lines(root, name)
    added = "".join(f"{line}\n" for line in missing).encode()
    if missing and not os.path.lexists(path):
        create(path, added)
    elif missing:
        raw = read_regular(path, SIZE_LIMIT)
        replace(path, raw + (b"\n" if raw and not raw.endswith(b"\n") else b"") + added)
    return bool(missing)


def zone_of(name: str, where: str) -> tzinfo:
    """The zone with this name."""
    if name == "UTC":
        return UTC
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        raise BadData(where, [f"timezone: no zone is called {name!r}"]) from None


def near_setting(key: str) -> str:
    """A word on what an unknown setting may have been meant to be."""
    from rapidfuzz import process

    near = process.extractOne(key, list(DEFAULTS.values), score_cutoff=70)
    return f"; did you mean {near[0]}?" if near else ""
