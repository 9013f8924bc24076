"""The merge driver, which git runs for a TOML file that both sides of a merge changed.

It reads three files and nothing of the store: it needs no lock, and does not read the journal,
which is part of the same merge. See gitattributes(5), "Defining a custom merge driver".
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
    """The outcome of a merge: the keys left in conflict markers, for people to read, and the id of
    a second memory that waits for a file, if there is one."""

    apart: str = ""
    other: str = ""


def merge_files(base: str, ours: str, theirs: str, path: str, size: int) -> Outcome:
    """Merge `theirs` into the file `ours`; `path` is the file's in the work tree, `size` the
    length of conflict markers.

    BadData or BadId if a side is no TOML or has no valid id. Two memories become two files: the
    older of one id keeps it, and of two ids the one that `path` names. The other waits beside it
    for the end of the merge. If `path` names neither, git took both for one file renamed twice, and
    both stay whole between markers; so do two records with different keys.
    """
    common, mine, other = (_document(each) for each in (base, ours, theirs))
    if mine is None or other is None or (_id(mine) is None) != (_id(other) is None):
        raise BadData(path, ["is no TOML, or has no id, on one side"])
    id = stem_of(os.path.basename(path))
    is_record = os.path.basename(os.path.dirname(path)) in HELD
    names = [ref_in_data(side.data) if is_record else _id(side) for side in (mine, other)]
    is_same = names[0] == names[1]
    if not is_same and (is_record or id not in names):
        _write(ours, undecided(_text(base), mine.text, other.text, size))
        return Outcome(f"what it is ({' and '.join(str(name or 'nothing') for name in names)})")
    if is_record or (is_same and not _are_two(common, mine, other)):
        text, apart = merged_text(_text(base), mine.text, other.text, size)
        _write(ours, text)
        return Outcome(key_names(apart))
    mine_stays = comes_first(mine.data, other.data) if is_same else _id(mine) == id
    first, second = (mine, other) if mine_stays else (other, mine)
    fresh = str(_id(second))  # git took one memory for a renaming of the other
    if is_same:
        fresh = other_id(id, str(value_at(second.data, CREATED)))
    outcome = _put_beside(path, fresh, common, second, size)
    _write(ours, first.text)
    return outcome


def _are_two(base: Document | None, mine: Document, other: Document) -> bool:
    """Whether the sides are two memories, and not one of which each side changed another part."""
    if not all(value_at(side.data, CREATED) for side in (mine, other)):
        return False
    if base is None or not base.data:
        return differs_in_words(mine.data, other.data)
    are_edits = not any(is_another(base.data, side.data) for side in (mine, other))
    return is_another(mine.data, other.data) and not are_edits


def _put_beside(path: str, id: str, base: Document | None, second: Document, size: int) -> Outcome:
    """Write the second memory to a waiting file beside `path`, as git may yet write its own file.

    In a rebase, commit by commit, the newer state is merged with the one that waits.
    """
    folder, top = os.path.dirname(path), os.path.realpath(os.curdir)  # git runs this in the top
    is_within = os.path.realpath(folder) == os.path.join(top, folder)  # it may be a link
    if os.path.basename(folder) not in FOLDERS or not is_within:
        raise BadData(path, ["is in no folder of a store"])
    place = os.path.join(folder, checked_id(id) + SUFFIX + WAITING)
    is_base = base and _id(base) == _id(second) and not is_another(base.data, second.data)
    before = edited(base, {ID: id}) if base and is_base else None
    text = edited(second, {ID: id})
    try:
        create(place, waiting(before, text).encode())
        return Outcome(other=id)
    except FileExistsError:
        pair = sides(read_regular(place, SIZE_LIMIT).decode())
    if pair is None:
        raise BadData(place, ["is not as memento leaves it"])
    merged = merged_text(before, pair.ours, text, SIGNS + 1)  # longer than the markers around it
    replace(place, waiting(pair.base, merged.text).encode())
    return Outcome(key_names(merged.apart), id)


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
