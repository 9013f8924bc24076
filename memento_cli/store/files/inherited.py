"""What a new file or folder inherits from the folder that it is made in: its mode and its owner.

Root may write to another user's store, and that user must still be able to read it.
"""

from __future__ import annotations

import os
import stat

from memento_cli.store.directory.layout import FILE

ROOT = 0


def folder_mode(parent: str) -> int:
    """The mode of a new folder: that of memento.toml in a store, else that of the parent."""
    try:
        mode = os.stat(os.path.join(parent, FILE), follow_symlinks=False).st_mode
        entered = (mode & 0o444) >> 2  # who may read may enter
    except OSError:
        mode, entered = os.stat(parent).st_mode, 0
    return stat.S_IMODE(mode) & 0o777 | entered | stat.S_IRWXU


def mode_in(folder: str) -> int:
    """The mode of a new file, from its folder's."""
    return stat.S_IMODE(os.stat(folder).st_mode) & 0o666


def hand_over(handle: int, folder: str) -> None:
    """Give what root has just made in a folder to the owner of that folder.

    The owner may have put a hard link to another file of root's there meanwhile: so this changes
    the open handle alone, and only a file that has one name.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != ROOT:
        return
    owner, made = os.stat(folder), os.fstat(handle)
    has_one_name = made.st_nlink == 1 or stat.S_ISDIR(made.st_mode)
    if made.st_uid == ROOT != owner.st_uid and has_one_name:
        os.fchown(handle, owner.st_uid, owner.st_gid)


def make_folder(folder: str) -> None:
    """Make a folder; FileExistsError if there is one."""
    parent = os.path.dirname(folder)
    os.mkdir(folder, folder_mode(parent))
    if hasattr(os, "geteuid") and os.geteuid() == ROOT:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            hand_over(handle, parent)
        finally:
            os.close(handle)
