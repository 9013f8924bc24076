"""The merge driver: what git asks for a TOML file that both sides of a merge changed.

It sees three files beside each other and nothing of the store: no lock is needed, and the journal,
which is in the middle of the same merge, is not read. See gitattributes(5), "Defining a custom
merge driver".
"""

from __future__ import annotations

import os

from memento_cli.actions.git.checks import FOLDERS
from memento_cli.core.git.id_conflict import other_id
from memento_cli.core.git.merging import CREATED, ID, comes_first, differs_in_words, is_another
from memento_cli.core.memory.ids import checked_id
from memento_cli.core.memory.record_kinds import FOLDERS as HELD
from memento_cli.errors import BadData, BadId
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import create, read_regular, replace
from memento_cli.store.files.names import SUFFIX, WAITING, stem_of
from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.toml.merge import SIGNS, key_names, merged_text, sides, undecided, waiting
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.splice import edited
from memento_cli.store.toml.writer import value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.store.toml.parse import Document


class Outcome(NamedTuple):
    """What a merge left: keys in markers, as people write them, and a second memory's id."""

    apart: str = ""
    other: str = ""


def merge_files(base: str, ours: str, theirs: str, path: str, size: int) -> Outcome:
    """Merge `theirs` into the file `ours`; `path` is where the file is in the work tree.

    BadData or BadId if a side is no TOML, or has no sensible id. Two memories become two files:
    the older of one id keeps it, and of two ids the one that `path` says. The other waits beside
    it for the end of the merge. Where `path` says neither, git takes both for one that was renamed
    twice, and gives both what comes of it: they are left apart, each whole. So is what holds
    beside memories, which has one file a key, where sides have two keys.
    """
    was, here, there = (_document(each) for each in (base, ours, theirs))
    if here is None or there is None or (_id(here) is None) != (_id(there) is None):
        raise BadData(path, ["is no TOML, or has no id, on one side"])
    if os.path.basename(os.path.dirname(path)) in HELD:
        return _merge_held(base, ours, here, there, size)
    id = stem_of(os.path.basename(path))
    if _id(here) != _id(there) and id not in (_id(here), _id(there)):
        _write(ours, undecided(_text(base), here.text, there.text, size))
        return Outcome(f"what it is ({_id(here)} and {_id(there)})")
    first, second = _in_order(id, here, there)
    if _id(first) != _id(second):  # git took one memory for another, renamed
        fresh = str(_id(second))
    elif _are_two(was, here, there):
        fresh = other_id(id, str(value_at(second.data, CREATED)))
    else:
        text, apart = merged_text(_text(base), here.text, there.text, size)
        _write(ours, text)
        return Outcome(key_names(apart))
    outcome = _put_beside(path, fresh, was, second, size)
    _write(ours, first.text)
    return outcome


def _merge_held(base: str, ours: str, here: Document, there: Document, size: int) -> Outcome:
    """Merge what holds beside memories."""
    keys = [ref_in_data(side.data) for side in (here, there)]
    if keys[0] != keys[1]:
        _write(ours, undecided(_text(base), here.text, there.text, size))
        return Outcome(f"what it is ({' and '.join(key or 'nothing' for key in keys)})")
    text, apart = merged_text(_text(base), here.text, there.text, size)
    _write(ours, text)
    return Outcome(key_names(apart))


def _in_order(id: str, here: Document, there: Document) -> tuple[Document, Document]:
    """Of two memories the one that keeps the place of this id, and the other."""
    if _id(here) == _id(there):
        swap = not comes_first(here.data, there.data)
    else:
        swap = _id(there) == id
    return (there, here) if swap else (here, there)


def _are_two(was: Document | None, here: Document, there: Document) -> bool:
    """Whether the sides are two memories, and not one of which each side changed another part."""
    if not all(value_at(side.data, CREATED) for side in (here, there)):
        return False
    if was is None or not was.data:
        return differs_in_words(here.data, there.data)
    edits = not any(is_another(was.data, it.data) for it in (here, there))
    return is_another(here.data, there.data) and not edits


def _put_beside(path: str, id: str, was: Document | None, second: Document, size: int) -> Outcome:
    """The memory that goes elsewhere waits beside `path`: git may be about to fill its place.

    Of a merge that comes commit by commit, the newer state is merged with the one that waits.
    """
    folder = os.path.dirname(path)
    if os.path.basename(folder) not in FOLDERS or _is_elsewhere(folder):
        raise BadData(path, ["is in no folder of a store"])
    place = os.path.join(folder, checked_id(id) + SUFFIX + WAITING)
    is_base = was is not None and _id(was) == _id(second) and not is_another(was.data, second.data)
    before = edited(was, {ID: id}) if was and is_base else None
    text = edited(second, {ID: id})
    try:
        create(place, waiting(before, text).encode())
        return Outcome(other=id)
    except FileExistsError:
        known = sides(read_regular(place, SIZE_LIMIT).decode())
    if known is None:
        raise BadData(place, ["is not as memento leaves it"])
    made = merged_text(before, known.ours, text, SIGNS + 1)  # longer than those around it
    replace(place, waiting(known.base, made.text).encode())
    return Outcome(key_names(made.apart), id)


def _is_elsewhere(folder: str) -> bool:
    """Whether a link leads from the work tree, where git starts the driver, to another place."""
    return os.path.realpath(folder) != os.path.join(os.path.realpath(os.curdir), folder)


def _id(document: Document) -> object:
    return value_at(document.data, ID)


def _document(path: str) -> Document | None:
    try:
        return parsed(read_regular(path, SIZE_LIMIT), path)
    except (BadData, BadId):
        return None


def _text(path: str) -> str:
    return read_regular(path, SIZE_LIMIT).decode(errors="replace")


def _write(path: str, text: str) -> None:
    with open(path, "wb") as file:  # git's own temporary file
        file.write(text.encode())
