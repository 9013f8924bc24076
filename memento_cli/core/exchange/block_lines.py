"""The new lines of a block: the strongest memories that fit, each where it stood."""

from __future__ import annotations

from memento_cli.core.exchange.block import (
    Line,
    id_digest,
    kept_lines,
    mark_lines,
    most_bytes_of_mark,
    size_of,
    with_block,
)
from memento_cli.core.exchange.entries import heading_in
from memento_cli.core.exchange.shown_text import collapsed
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from memento_cli.core.exchange.block import Block, Kept, Written


class Room(NamedTuple):
    """What a file has room for: lines and bytes in all, and memories in its block. If it is not
    `firm`, what has a place there already keeps it."""

    lines: int
    bytes: int
    most: int
    is_firm: bool = True


class Candidate(NamedTuple):
    """A memory that may stand in a block, and its topics, of which one may be a heading there."""

    kept: Kept
    topics: tuple[str, ...] = ()


class Layout(NamedTuple):
    """A new block: what stands at the place of each of its old entries that stays, and what is new.

    `waiting` are memories whose lines are gone, of which the end mark goes on telling, until
    somebody decides.
    """

    places: Mapping[int, Kept]
    fresh: Sequence[Candidate]
    waiting: Sequence[str] = ()


def fitting(
    block: Block, fixed: Sequence[Kept], candidates: Sequence[Candidate], tag: str, room: Room
) -> list[Candidate]:
    """The first of the candidates, the strongest first, that fit into the file beside what stays
    there: what is outside of the block, between its entries, and `fixed`."""
    between = [one for one in block.inside if isinstance(one, str)]
    stays = [*between, *(line for kept in fixed for line in kept_lines(kept))]
    bare = with_block(block, stays, mark_lines(tag, ()))
    lines = room.lines - len(bare) + (bare[-1] == "")
    bytes = room.bytes - size_of(bare) - len(fixed) * most_bytes_of_mark()
    chosen = list[Candidate]()
    for candidate in candidates:
        shown = kept_lines(candidate.kept)
        size = size_of(shown) + most_bytes_of_mark()
        if len(chosen) < room.most and len(shown) <= lines and size <= bytes:
            chosen.append(candidate)
            lines, bytes = lines - len(shown), bytes - size
    return chosen


def laid_out(block: Block, layout: Layout, tag: str) -> list[str]:
    """The lines of the file with its new block."""
    waiting = list(layout.fresh)
    kept = [one.kept for one in _under(block, "", waiting)]
    inside = [line for one in kept for line in kept_lines(one)]
    place = 0
    for one in block.inside:
        if isinstance(one, Line):
            here = [layout.places[place]] if place in layout.places else []
            place += 1
        else:
            inside.append(one)
            heading = heading_in(one)
            here = [one.kept for one in _under(block, heading, waiting)] if heading else []
        inside += (line for one in here for line in kept_lines(one))
        kept += here
    return with_block(block, inside, mark_lines(tag, _digests(block, kept, layout.waiting)))


def _digests(
    block: Block, kept: Iterable[Kept], waiting: Iterable[str]
) -> Iterator[tuple[str, Written]]:
    """What the end mark is to tell, by the digests of ids."""
    for one in kept:
        if one.id and one.written:
            yield id_digest(one.id), one.written
    for id in waiting:
        if written := block.was_written(id):
            yield id_digest(id), written


def _under(block: Block, heading: str, waiting: list[Candidate]) -> list[Candidate]:
    """The candidates that belong below a heading, taken from those that wait for a place; for ""
    those that belong below none."""
    between = (one for one in block.inside if isinstance(one, str))
    headings = {collapsed(heading_in(line)).casefold() for line in between}
    headings.discard("")
    wanted = collapsed(heading).casefold()

    def home(candidate: Candidate) -> str:
        topics = (collapsed(topic).casefold() for topic in candidate.topics)
        return next((topic for topic in topics if topic in headings), "")

    taken = [candidate for candidate in waiting if home(candidate) == wanted]
    waiting[:] = [candidate for candidate in waiting if home(candidate) != wanted]
    return taken
