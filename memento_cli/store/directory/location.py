"""Where the store is, and whose: as few imports as possible, for every command asks it."""

from __future__ import annotations

import os

from memento_cli.errors import Refused
from memento_cli.store.directory.layout import FILE
from memento_cli.store.directory.platform_folders import DATA, own_folder, user_file

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

VARIABLE = "MEMENTO_STORE"
LINK, KIND, WRITTEN_BY_OTHERS = 0o120000, 0o170000, 0o022


def found_store(named: str | None, environ: Mapping[str, str]) -> str:
    """Where the store is: named, $MEMENTO_STORE, an enclosing folder's, or the default place.

    From a linked work tree of git an enclosing folder's in the main one counts, too. Refused, if
    what was found on the way is another user's.
    """
    if is_named(named, environ):
        return named or environ[VARIABLE]
    on_the_way = _enclosing(here()) or _in_main_tree()
    if on_the_way and not is_own(os.path.realpath(on_the_way)):
        raise strangers(on_the_way)
    return on_the_way or default_place()


def strangers(root: str) -> Refused:
    """Why a store of another user is not believed: whoever may put one into a folder above would be
    told what is recorded below it, and would tell what is recalled there."""
    told = f"{root} belongs to another user, and is neither read nor written here"
    return Refused(told, f"`--store` or ${VARIABLE} names it, if it is the one you mean")


def is_named(named: str | None, environ: Mapping[str, str]) -> bool:
    """Whether the user has said which store it is."""
    return bool(named or environ.get(VARIABLE))


def _enclosing(folder: str) -> str | None:
    while not os.path.isfile(os.path.join(folder, FILE)):
        folder, before = os.path.dirname(folder), folder
        if folder == before:
            return None
    return folder


def _in_main_tree() -> str | None:
    from memento_cli.store.directory.worktrees import in_main_tree  # few commands come here

    there = in_main_tree(here())
    return there and _enclosing(there)


def here() -> str:
    """The current folder; the root where it is gone."""
    try:
        return os.getcwd()
    except OSError:
        return os.sep


def default_place() -> str:
    """The store of whoever names none: what the user's own settings say, or the platform's data
    folder for memento, as platformdirs has it."""
    if os.path.lexists(user_file()):
        from memento_cli.store.settings.user import own_store  # most have no such file

        named = own_store()
        if named:
            return named
    folder = own_folder(DATA, ".local/share")
    if folder is None:
        import platformdirs

        folder = platformdirs.user_data_dir("memento")
    return folder


def is_own(path: str) -> bool:
    """Whether this user owns what is there, and it is no link: it may be thrown away."""
    status = _status(path)
    return status is not None and _is_own(status)


def is_believed(path: str) -> bool:
    """Whether this user owns what is there, nobody else may write to it, and it is no link.

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
