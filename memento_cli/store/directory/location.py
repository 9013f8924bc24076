"""Where the store is, whose, and in which work tree of git.

Every command asks, so it imports as little as possible.
"""

from __future__ import annotations

import os

from memento_cli.errors import Refused
from memento_cli.store.directory.platform_folders import DATA, memento_folder, user_file
from memento_cli.store.files.names import FILE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

VARIABLE = "MEMENTO_STORE"
HAS_OWNERS = hasattr(os, "geteuid")
"""Whether a status tells whose a file is, and who may write to it; on Windows other lists do."""
LINK, KIND, WRITTEN_BY_OTHERS = 0o120000, 0o170000, 0o022
GIT = ".git"
POINTER_LIMIT = 4096
POINTER = "gitdir: "


def store_location(named: str | None, environ: Mapping[str, str]) -> str:
    """The path of the store: --store, $MEMENTO_STORE, an enclosing folder, or the default place.

    In a linked work tree of git, the folders that enclose it in the main one count, too. Refused if
    the store in an enclosing folder is another user's.
    """
    if is_named(named, environ):
        return named or environ[VARIABLE]
    here = current_folder()
    found = enclosing(here) or enclosing(place_in_main_tree(here))
    if found and not is_own(os.path.realpath(found)):
        raise other_users_store(found)
    return found or default_place()


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


def enclosing(folder: str | None) -> str | None:
    """The store that a folder is, or is in; None if it is in none."""
    return folder and _upwards(folder, FILE, os.path.isfile)


def _upwards(folder: str, name: str, is_there: Callable[[str], bool]) -> str | None:
    """The folder, or the nearest above it, in which this name is; None if it is in none."""
    while not is_there(os.path.join(folder, name)):
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return None
    return folder


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
    is_open = status is not None and HAS_OWNERS and status.st_mode & WRITTEN_BY_OTHERS
    return status is not None and _is_own(status) and not is_open


def _status(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except OSError:
        return None


def _is_own(status: os.stat_result) -> bool:
    mine = not HAS_OWNERS or status.st_uid == os.geteuid()
    return mine and status.st_mode & KIND != LINK


def work_tree(folder: str) -> str | None:
    """The top of the work tree of git that a folder is in; None if it is in none."""
    return _upwards(folder, GIT, os.path.lexists)


def place_in_main_tree(folder: str) -> str | None:
    """The same folder in the repository's main work tree; None if this is in no linked work tree.

    The file `.git` of a linked work tree names its folder in the repository, which names that file
    in turn; one without the other is not believed (gitrepository-layout(5)).
    """
    top = work_tree(folder)
    if top is None:
        return None
    pointer = os.path.join(top, GIT)
    own = _path_in(pointer, POINTER, top)
    if not own or not _leads_back(own, pointer):
        return None
    common = common_folder(top)
    if os.path.basename(common) != GIT:
        return None
    return os.path.normpath(os.path.join(os.path.dirname(common), os.path.relpath(folder, top)))


def common_folder(top: str) -> str:
    """The folder with the configuration of git of the work tree at `top`."""
    place = os.path.join(top, GIT)
    own = _path_in(place, POINTER, top) or place
    return _path_in(os.path.join(own, "commondir"), "", own) or own


def _leads_back(own: str, pointer: str) -> bool:
    back = _path_in(os.path.join(own, "gitdir"), "", own)
    return back is not None and os.path.realpath(back) == os.path.realpath(pointer)


def _path_in(file: str, prefix: str, base: str) -> str | None:
    """The path that a file of git names after `prefix`, relative to `base`; None if it has none."""
    try:
        with open(file, "rb") as opened:
            text = os.fsdecode(opened.read(POINTER_LIMIT)).rstrip("\n")
    except OSError:
        return None
    if not text.startswith(prefix) or "\0" in text:
        return None
    return os.path.normpath(os.path.join(base, text.removeprefix(prefix)))
