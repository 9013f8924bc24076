"""What was changed in a block since it was written, in the file and in the store, and what follows.

Words that stand in one place alone are kept: where both sides changed a text, both stay.
"""

from __future__ import annotations

from memento_cli.core.exchange.block import id_digest, text_digest
from memento_cli.core.exchange.shown_text import collapsed
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memento_cli.core.exchange.block import Block, Line

HELD, GONE = "held", "gone"
"""A memory that the store does not have now: of the first its line stays as it is, as another clone
may know it, or its taking in was undone; of the second the store has put it away."""


class Changes(NamedTuple):
    """What a block says that the store does not: by the place of an entry among the block's
    entries.

    `edits` and `confirmed` are of memories that the store has, `added` are texts without one; of
    `doubled` both sides changed the text, so that the file's becomes another memory. `same` show
    what their memory says, `older` what it said before. `held` stay as they are, `dropped` are put
    away in the store. `deleted` are ids whose lines are gone.
    """

    edits: tuple[int, ...] = ()
    added: tuple[int, ...] = ()
    doubled: tuple[int, ...] = ()
    confirmed: tuple[int, ...] = ()
    same: tuple[int, ...] = ()
    older: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    deleted: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether the store has nothing to take in."""
        return not (self.edits or self.added or self.doubled or self.confirmed or self.deleted)


def changes_in(
    block: Block,
    texts: Mapping[str, str],
    away: Mapping[str, str],
    ids: Callable[[], Iterable[str]],
) -> Changes:
    """The changes of a block: `texts` are those of the memories that the store has, by the ids in
    the block; `away` says of the others HELD or GONE; `ids` lists all of the store, which
    takes a while in a large one."""
    places: dict[str, list[int]] = {name: [] for name in Changes._fields}
    met = set[str]()
    for place, line in enumerate(block.lines):
        kind = _kind(block, line, texts, away, met)
        met.add(line.id)
        places[kind].append(place)
        written = block.was_written(line.id)
        if kind in ("same", "edits") and written and written.is_stale and not line.is_stale:
            places["confirmed"].append(place)
    deleted = _deleted(block, texts, met, ids)
    numbers = {name: tuple(found) for name, found in places.items() if name != "deleted"}
    return Changes(**numbers, deleted=deleted)


def _kind(
    block: Block, line: Line, texts: Mapping[str, str], away: Mapping[str, str], met: set[str]
) -> str:
    """The field of `Changes` that an entry belongs to."""
    written = block.was_written(line.id)
    is_as_written = written is not None and written.text == text_digest(line.text)
    if not line.id:
        return "added"
    if line.id not in texts:
        if away.get(line.id) == HELD:
            return "held"
        return "dropped" if is_as_written else "added"
    text = texts[line.id]
    if line.id in met:  # the line was copied
        return "dropped" if collapsed(text) == collapsed(line.text) else "added"
    if collapsed(text) == collapsed(line.text):
        return "same"
    if is_as_written:
        return "older"
    return "edits" if written and written.text == text_digest(text) else "doubled"


def _deleted(
    block: Block, texts: Mapping[str, str], met: set[str], ids: Callable[[], Iterable[str]]
) -> tuple[str, ...]:
    """The memories whose lines were deleted: written, and no more there. One whose text the store
    has changed since is not: it is shown again."""
    gone = block.written.keys() - {id_digest(id) for id in met}
    if not gone:
        return ()
    return tuple(id for id in ids() if id_digest(id) in gone)


def unchanged_since(block: Block, id: str, text: str) -> bool:
    """Whether a memory says what it said when the block was written."""
    written = block.was_written(id)
    return written is not None and written.text == text_digest(text)
