"""What a new file takes over from the folder that it is made in: its mode, and whose it is.

Root may write to the store of somebody else, who is to read it still.
"""

from __future__ import annotations

import os
import stat

from memento_cli.store.directory.layout import FILE

ROOT = 0


def folder_mode(parent: str) -> int:
    """What a new folder here allows: in a store what memento.toml does, else what this does."""
    try:
        mode = os.stat(os.path.join(parent, FILE), follow_symlinks=False).st_mode
        entered = (mode & 0o444) >> 2  # who may read may enter
    except OSError:
        mode, entered = os.stat(parent).st_mode, 0
    return stat.S_IMODE(mode) & 0o777 | entered | stat.S_IRWXU


def mode_in(folder: str) -> int:
    """The mode of a new file follows its folder's."""
    return stat.S_IMODE(os.stat(folder).st_mode) & 0o666


def hand_over(handle: int, folder: str) -> None:
    """Let what root has just made in a folder belong to whoever owns that.

    Whoever does may have put something else of root's there meanwhile, by a link: so it goes by the
    handle alone, and only what has this one name is handed over.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != ROOT:
        return
    owner, made = os.stat(folder), os.fstat(handle)
    has_one_name = made.st_nlink == 1 or stat.S_ISDIR(made.st_mode)
    if made.st_uid == ROOT != owner.st_uid and has_one_name:
        os.fchown(handle, owner.st_uid, owner.st_gid)


def make_folder(folder: str) -> None:
    """A folder that is not there yet; FileExistsError if it is."""
    parent = os.path.dirname(folder)
    os.mkdir(folder, folder_mode(parent))
    if hasattr(os, "geteuid") and os.geteuid() == ROOT:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            hand_over(handle, parent)
        finally:
            os.close(handle)
