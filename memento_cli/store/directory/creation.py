"""Making a store: its settings, and the files that git wants beside them."""

from __future__ import annotations

import os

from memento_cli.core.memory.record_kinds import FOLDERS
from memento_cli.core.security.secret_checks import refuse_secret
from memento_cli.errors import Conflict, Refused
from memento_cli.store.directory.location import (
    HAS_OWNERS,
    WRITTEN_BY_OTHERS,
    enclosing,
    is_own,
    work_tree,
)
from memento_cli.store.files.files import create, make_folders, os_errors, read_regular, replace
from memento_cli.store.files.names import FILE
from memento_cli.store.settings.fields import PROFILES
from memento_cli.store.settings.settings import DEFAULTS, fresh_settings_text
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


SALT_BYTES = 16
PRIVATE = 0o700
READ_BY_OTHERS, WRITTEN_BY_ALL = 0o044, 0o002
CLOSE = "`chmod 700` closes it; `chmod -R` opens all of it to those who share it"
IGNORED = (".memento/", ".tmp-*", "*~", "*.swp", "*.orig")
ATTRIBUTES = (
    "journal/** text eol=lf merge=union",
    "events/** text eol=lf merge=union",
    "memento.toml merge=memento",
    "memories/*.toml merge=memento",
    "archive/*.toml merge=memento",
    "proposals/*.toml merge=memento",
    *(f"{folder}/*.toml merge=memento" for folder in FOLDERS),
)
GIT_FILES = {".gitattributes": ATTRIBUTES, ".gitignore": IGNORED}
KEEPERS = {
    f"{folder}/.gitkeep": ("# Git would take a folder that was emptied for one that was renamed.",)
    for folder in ("memories", "archive", "proposals")
}
"""Files that keep git's guess at renamed folders from merging memories into the wrong one."""
OWN = ("memories", "archive", "proposals", "journal", "events", ".memento", *FOLDERS)
"""The folders in which a store keeps its files."""


def make_store(root: str, values: Mapping[str, Any]) -> list[str]:
    """Make a store, also in a folder with files and a git repository; the names that it wrote.

    A new or empty folder is closed to other users. Refused if one of the settings is a secret, or
    if another store keeps its own files there.
    """
    refuse_secret(values)
    root = os.path.realpath(root)
    outer = enclosing(os.path.dirname(root))
    if outer and os.path.relpath(root, outer).split(os.sep)[0] in OWN:
        raise Refused(f"{root} is a folder of the store {outer}", "another folder")
    with os_errors(root):
        make_folders(root)
        is_empty = is_own(root) and not os.listdir(root)
    if os.path.lexists(os.path.join(root, FILE)):
        from shlex import quote  # only a mistake comes here

        line = f"memento --store {quote(root)} status --full"
        raise Conflict(f"{root} is a store already", f"`{line}` shows what is in it")
    salt = {"erasure.salt": os.urandom(SALT_BYTES).hex()}
    profile = PROFILES[values.get("profile", DEFAULTS["profile"])]
    text = fresh_settings_text({**DEFAULTS.values, **profile, **salt, **values}, values.keys())
    file_mode = None
    with os_errors(root):
        if work_tree(root) is None:  # in a work tree of git, the store is as open as that
            file_mode = PRIVATE & 0o666
            _close(root, ["."] * is_empty + list(map(os.path.dirname, KEEPERS)))
        make_folders(os.path.join(root, "memories"))
    written = [name for name in GIT_FILES if add_lines(root, name)]
    for name in KEEPERS:
        add_lines(root, name)
    create(os.path.join(root, FILE), text.encode(), mode=file_mode)
    return [FILE, *written, "memories/"]


def _close(root: str, names: list[str]) -> None:
    """Make these folders of a store, readable by their owner alone."""
    for name in names:
        folder = os.path.join(root, name)
        make_folders(folder)
        os.chmod(folder, PRIVATE)


def exposure(root: str) -> str:
    """What other users can do in a store's folder though its settings file is closed to them.

    Empty if there is nothing to tell, and in a work tree of git: a store is as open as that.
    """
    with os_errors(root):
        folder, settings = (os.stat(path).st_mode for path in (root, os.path.join(root, FILE)))
    if not HAS_OWNERS or work_tree(root) is not None:
        return ""
    beyond = folder & ~settings
    if beyond & WRITTEN_BY_OTHERS or folder & WRITTEN_BY_ALL:
        return "others can write to it, and so put their own words in the place of yours"
    return "others can see its files' names" if beyond & READ_BY_OTHERS else ""


def missing_lines(root: str, name: str) -> list[str]:
    """The lines that a store's .gitattributes, .gitignore or .gitkeep lacks."""
    try:
        raw = read_regular(os.path.join(root, name), SIZE_LIMIT)
    except FileNotFoundError:
        raw = b""
    present = {line.strip() for line in raw.split(b"\n")}
    return [line for line in (GIT_FILES | KEEPERS)[name] if line.encode() not in present]


def add_lines(root: str, name: str) -> bool:
    """Add the lines that such a file lacks; whether any was missing."""
    path, missing = os.path.join(root, name), missing_lines(root, name)
    added = "".join(f"{line}\n" for line in missing).encode()
    if missing and not os.path.lexists(path):
        create(path, added)
    elif missing:
        raw = read_regular(path, SIZE_LIMIT)
        replace(path, raw + (b"\n" if raw and not raw.endswith(b"\n") else b"") + added)
    return bool(missing)
