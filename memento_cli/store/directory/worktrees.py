"""Work trees of git: the top of one, and the main one that a linked one belongs to."""

from __future__ import annotations

import os

GIT = ".git"
LIMIT = 4096
POINTER = "gitdir: "


def work_tree(folder: str) -> str | None:
    """The top of the work tree of git that a folder is in; None if it is in none."""
    while not os.path.lexists(os.path.join(folder, GIT)):
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return None
    return folder


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
            text = os.fsdecode(opened.read(LIMIT)).rstrip("\n")
    except OSError:
        return None
    if not text.startswith(prefix) or "\0" in text:
        return None
    return os.path.normpath(os.path.join(base, text.removeprefix(prefix)))
