"""Checks of settings, of the folders in a store, and of the files that git wants beside them."""

from __future__ import annotations

import os
import shlex
import time
from functools import partial

from memento_cli.actions.checkup.findings import WHO_MAY, fault, fixable, note, usual_advice
from memento_cli.core.memory.record_kinds import FOLDERS
from memento_cli.core.memory.refs import person_ref
from memento_cli.errors import BadData, BadRef, NotFound
from memento_cli.store.directory.creation import (
    CLOSE,
    GIT_FILES,
    add_lines,
    exposure,
    missing_lines,
)
from memento_cli.store.directory.folders import PRIVATE, settings_in, zone_of
from memento_cli.store.files.files import TEMPORARY, os_errors
from memento_cli.store.files.names import SUFFIX
from memento_cli.store.settings.settings import near_setting
from memento_cli.store.settings.values import SCHEMA_VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memento_cli.actions.checkup.findings import Cases
    from memento_cli.store.directory.store import Store

HOUR = 3600

OUT = "is a link, which leads out of the store"


def settings_cases(store: Store) -> Cases:
    """Cases of memento.toml, .gitattributes and .gitignore."""
    path = store.settings_file
    try:
        settings = settings_in(store.root)
        zone_of(settings["timezone"], path)
    except BadData as problem:
        for text in problem.problems:
            advice = problem.hint or usual_advice(text)
            yield fault(path, f"{text}; the default settings were used here", advice)
    except NotFound:
        again = f"`memento init {shlex.quote(store.root)}`"
        yield fault(path, "is missing; the default settings were used here", again)
    else:
        try:
            person_ref(settings["person"])
        except BadRef as problem:
            yield fault(path, f"person: {problem.message}", "`memento config set person=NAME`")
        for key in settings.unknown:
            near = near_setting(key) or "; `memento help settings` lists them all"
            yield fault(path, f"unknown setting {key}", near.removeprefix("; "))
        if settings["schema_version"] > SCHEMA_VERSION:
            newer = f"has format {settings['schema_version']}, newer than this memento's"
            yield fault(path, newer, "upgrade memento; until then nothing is written here")
    for name in GIT_FILES:
        yield from _git_cases(store, name)


def _git_cases(store: Store, name: str) -> Cases:
    path = os.path.join(store.root, name)
    try:
        missing = missing_lines(store.root, name)
    except BadData:
        yield fault(path, "cannot be read", "git needs it to be a plain file")
        return
    except OSError as problem:
        yield fault(path, f"cannot be read: {problem.strerror}", WHO_MAY)
        return
    if missing:
        yield fixable(
            path,
            f"lacks {', '.join(missing)}",
            "--fix adds it: without it git merges logs badly or keeps what is private",
            lambda: add_lines(store.root, name),
        )


def folder_cases(store: Store) -> Cases:
    """Cases of folders: readable by others, links out of the store, temporary files that a killed
    write left, and entries that are not files of values."""
    if exposed := exposure(store.root):
        yield note(store.root, exposed, CLOSE)
    private = os.path.join(store.root, PRIVATE)
    if os.path.islink(private):
        yield fault(private, OUT, "make it a folder, not a link; until then nothing is written")
    values = (
        *(each.folder for each in (store.memories, store.archive, store.proposals)),
        *(os.path.join(store.root, folder) for folder in FOLDERS),
    )
    logs = [store.journal.folder, store.events.folder]
    logs += [entry.path for folder in logs for entry in entries_of(folder) if entry.is_dir()]
    for folder in (store.root, *values, private, *logs):
        for entry in entries_of(folder):
            if entry.name.startswith(TEMPORARY) and _age(entry) > HOUR:
                yield fixable(
                    entry.path,
                    "left by a write that was killed",
                    "--fix removes it: it was never part of the store",
                    partial(_remove, entry.path),
                )
            elif folder in values:
                yield from _entry_cases(entry)


def _entry_cases(entry: os.DirEntry[str]) -> Cases:
    if entry.name.endswith(SUFFIX) and entry.is_dir(follow_symlinks=False):
        kind = "a file" if os.path.basename(os.path.dirname(entry.path)) in FOLDERS else "a memory"
        problem = f"is a folder with the name of {kind}"
        yield fault(entry.path, problem, "rename it or move it away")
    elif entry.name.lower().endswith(SUFFIX) and not entry.name.endswith(SUFFIX):
        yield fault(entry.path, "is not read: its name does not end in .toml", "rename it")


def entries_of(folder: str) -> list[os.DirEntry[str]]:
    """The entries of a folder of the store by name; none of a link, or of an unreadable one."""
    if os.path.islink(folder):
        return []
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _age(entry: os.DirEntry[str]) -> float:
    try:
        return time.time() - entry.stat(follow_symlinks=False).st_mtime
    except FileNotFoundError:
        return 0.0


def _remove(path: str) -> None:
    with os_errors(path):
        os.unlink(path)
