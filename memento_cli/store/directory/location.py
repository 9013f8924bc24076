"""Where the store is, and whose. Every command asks, so it imports as little as possible."""

from __future__ import annotations

import os

from memento_cli.errors import Refused
from memento_cli.store.directory.platform_folders import DATA, memento_folder, user_file
from memento_cli.store.files.names import FILE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

VARIABLE = "MEMENTO_STORE"

LINK, KIND, WRITTEN_BY_OTHERS = 0o120000, 0o170000, 0o022


def store_location(named: str | None, environ: Mapping[str, str]) -> str:
    """The path of the store: --store, $MEMENTO_STORE, an enclosing folder, or the default place.

    In a linked work tree of git, the folders that enclose it in the main one count, too. Refused if
    the store in an enclosing folder is another user's.
    """
    if is_named(named, environ):
        return named or environ[VARIABLE]
    enclosing = _enclosing(current_folder()) or _in_main_tree()
    if enclosing and not is_own(os.path.realpath(enclosing)):
        raise other_users_store(enclosing)
    return enclosing or default_place()


def other_users_store(root: str) -> Refused:
    """The error for an enclosing store of another user.

    Whoever can create one in a folder above would get what is recorded below it, and would decide
    what is recalled there.
    """
    message = f"{root} belongs to another user, and is neither read nor written here"
    return Refused(message, f"`--store` or ${VARIABLE} names it, if it is the one you mean")


def is_named(named: str | None, environ: Mapping[str, str]) -> bool:
    """Whether the user has named the store."""
    return bool(named or environ.get(VARIABLE))


def _enclosing(folder: str) -> str | None:
    while not os.path.isfile(os.path.join(folder, FILE)):
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return None
    return folder


def _in_main_tree() -> str | None:
    from memento_cli.store.directory.worktrees import place_in_main_tree  # few commands come here

    folder = place_in_main_tree(current_folder())
    return folder and _enclosing(folder)


def current_folder() -> str:
    """The current folder; the root if it no longer exists."""
    try:
        return os.getcwd()
    except OSError:
        return os.sep


def default_place() -> str:
    """The store if none is named: that of the user's own settings, or memento's data folder."""
    if os.path.lexists(user_file()):
        from memento_cli.store.settings.user import configured_store  # most have no such file

        configured = configured_store()
        if configured:
            return configured
    folder = memento_folder(DATA, ".local/share")
    if folder is None:
        import platformdirs

        folder = platformdirs.user_data_dir("memento")
    return folder


def is_own(path: str) -> bool:
    """Whether this user owns the file or folder, and it is no link."""
    status = _status(path)
    return status is not None and _is_own(status)


def is_exclusively_own(path: str) -> bool:
    """Whether this user owns it, nobody else may write to it, and it is no link.

    Whoever else can write to a cache decides what is recalled.
    """
    status = _status(path)
    return status is not None and _is_own(status) and not status.st_mode & WRITTEN_BY_OTHERS


def _status(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except OSError:
        return None


def _is_own(status: os.stat_result) -> bool:
    mine = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return mine and status.st_mode & KIND != LINK
