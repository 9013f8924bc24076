"""The bytes of a host's file with its new block: which memories it has, and in which places."""

from __future__ import annotations

from memento_cli.actions.exchange.block_choice import candidates, chosen_hits, is_fit
from memento_cli.actions.exchange.block_reading import SOURCE, tag_of
from memento_cli.actions.exchange.memory_files import bytes_of
from memento_cli.core.exchange.block import Kept, text_in_file
from memento_cli.core.exchange.block_lines import Layout, fitting, laid_out
from memento_cli.core.exchange.shown_text import Notes, collapsed
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.actions.exchange.block_acts import TakenIn
    from memento_cli.actions.exchange.block_reading import Reading
    from memento_cli.actions.exchange.targets import Target
    from memento_cli.core.exchange.block import Block, Line
    from memento_cli.core.recall.query import Hit
    from memento_cli.store.directory.store import Store

FILE = "file:"
"""How the source of a memory begins that was imported from a file."""


class NewContent(NamedTuple):
    """The bytes of a file with its new block, how many memories are in that, and how many stand
    around it already."""

    content: bytes
    kept: int
    outside: int


def new_content(
    store: Store, target: Target, reading: Reading, taken: TakenIn, now: datetime
) -> NewContent:
    """The file as it is to be, after what it said was taken in."""
    block, room, tag = reading.block, target.room, tag_of(store)
    fixed = {place: _as_it_is(block, block.lines[place]) for place in taken.held}
    places = _places(reading, taken)
    held = (block.lines[place].id for place in taken.held)
    but = {*reading.changes.deleted, *taken.waiting, *held}  # a dry run has forgotten nothing yet
    says = [id for id, place in places.items() if _may_stay(reading, id, place)]
    query = target.query._replace(limit=room.most + len(block.outside))
    found = chosen_hits(store, query, now, says, but)
    hits = [hit for hit in found if hit.id in places or not _is_outside(block, hit)]
    stays = [] if room.is_firm else [hit for hit in hits if hit.id in places]
    others = [hit for hit in hits if hit not in stays][: max(0, room.most - len(stays))]
    inside = {id: block.lines[place] for id, place in places.items()}
    wanted = candidates(store, [*stays, *others], inside, now)
    chosen, wanted = wanted[: len(stays)], wanted[len(stays) :]
    there = [*fixed.values(), *(one.kept for one in chosen)]
    chosen += fitting(block, there, wanted, tag, room)
    old = {places[one.kept.id]: one.kept for one in chosen if one.kept.id in places}
    fresh = [one for one in chosen if one.kept.id not in places]
    gone = [id for id in taken.waiting if id in reading.changes.deleted]
    lines = laid_out(block, Layout({**fixed, **old}, fresh, gone), tag)
    content = bytes_of(reading.file, lines)
    return NewContent(content, len(chosen) + len(fixed), len(found) - len(hits))


def _as_it_is(block: Block, line: Line) -> Kept:
    """An entry that stays as it is."""
    return Kept(line.id, line.raw, Notes(), block.was_written(line.id))


def _places(reading: Reading, taken: TakenIn) -> dict[str, int]:
    """The place in the block of each memory that has an entry there. Of a text that both sides have
    changed, the file's has it, and the store's is shown anew."""
    lines, changes, places = reading.block.lines, reading.changes, dict[str, int]()
    for place, line in enumerate(lines):
        id = taken.ids.get(place) or line.id
        if id and place not in taken.held and place not in changes.dropped:
            places.setdefault(id, place)
    for place in changes.doubled:
        places.pop(lines[place].id, None)
    return places


def _may_stay(reading: Reading, id: str, place: int) -> bool:
    """Whether a memory stays in the file whatever its trust: it says what the file says, or was
    first written in a file, and is fit for one as it is now."""
    if place not in reading.changes.older:
        return True
    memory = reading.memories[id]
    return memory.source == SOURCE and is_fit(memory)


def _is_outside(block: Block, hit: Hit) -> bool:
    """Whether a memory stands in the file already, around the block, or the host is pointed there
    to its own file."""
    place = hit.memory.source.partition("#")[0].rpartition("/")[2]
    is_pointed = hit.memory.source.startswith(FILE) and place in block.outside
    return is_pointed or collapsed(text_in_file(hit.memory.content)) in block.outside
