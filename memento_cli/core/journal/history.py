"""The lines of the journal: what each says, which of them count, and what led to a strength.

How lines lead to a strength is decided in `core/fading/fold.py`.
"""

from __future__ import annotations

from memento_cli.core.fading.fold import changes, undone
from memento_cli.core.fading.fold import opening_of as place_of_opening
from memento_cli.core.fading.reinforcement import Rules
from memento_cli.core.journal.event_types import (
    ADOPTION,
    RECORDED,
    SCORE,
    TAKEN_BACK,
    UNDONE,
    WEAKENING,
    code_of,
    score_in,
)
from memento_cli.core.journal.line_ids import RANDOM_BITS, line_id
from memento_cli.core.time.when import iso, micros
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.fading.fold import Entry
    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.fading.strength import Fade, Strength
    from memento_cli.core.memory.memory import Memory

MEMENTO = "memento"  # who adopts


class JournalEntry(NamedTuple):
    """One act on one memory: who, when, why, and what it changed.

    `text` alone holds words and content, so that erasure can blank it: `reason`, and for an edit
    what stood `before` and `after`. `more` keeps what a newer memento wrote.
    """

    id: str
    at: datetime
    act: str
    memory: str
    by: str
    via: str = "cli"
    batch: str = ""
    undoes: str = ""
    strength: Strength | None = None
    text: Mapping[str, object] = {}
    more: Mapping[str, object] = {}


class EntrySignature(NamedTuple):
    """When something is done, by whom, through which door, and why: what every line says."""

    at: datetime
    by: str
    via: str = "cli"
    reason: str = ""

    def line(
        self,
        act: str,
        memory: str,
        *,
        strength: Strength | None = None,
        undoes: str = "",
        text: Mapping[str, object] = {},
        more: Mapping[str, object] = {},
    ) -> JournalEntry:
        """The line of an act on a memory; the journal gives it its id."""
        said = {"reason": self.reason} if self.reason else {}
        head = JournalEntry("", self.at, act, memory, self.by, self.via, undoes=undoes)
        return head._replace(strength=strength, text=said | dict(text), more=more)


class FoldStep(NamedTuple):
    """A line in the order of the fold, with what it did to the numbers.

    `skip` says why what was of no help took nothing; a use says so itself.
    """

    line: JournalEntry
    strength: Strength
    use: Reinforced | None = None
    skip: str | None = None


class Folded(NamedTuple):
    """The numbers at a moment, the steps that led there, and whether the journal opened them."""

    strength: Strength
    steps: tuple[FoldStep, ...]
    known: bool


def fold(
    lines: Iterable[JournalEntry],
    numbers: Strength,
    fade: Fade,
    now: datetime,
    rules: Rules = Rules(),
) -> Folded:
    """The strength numbers of one memory at `now`, from its journal lines, and what led to them.

    `numbers`, those in its file, open the fold only where the journal does not (DESIGN 2.4, 2.5).
    Lines later than `now` do not count yet.
    """
    ordered = distinct(lines)
    entries = [_entry_of(line) for line in ordered]
    steps = tuple(
        FoldStep(ordered[place], strength, use, skip)
        for place, strength, use, skip in changes(entries, numbers, fade, micros(now), rules)
    )
    strength = steps[-1].strength if steps else numbers
    return Folded(strength, steps, place_of_opening(entries) is not None)


def entries_of(lines: Iterable[JournalEntry]) -> list[Entry]:
    """What a fold reads of lines: each once, in the order of (at, id)."""
    return [_entry_of(line) for line in distinct(lines)]


def _entry_of(line: JournalEntry) -> Entry:
    initial = last = count = None
    if line.act in WEAKENING:  # whose lines set no numbers
        initial = score_of(line)
    elif line.strength:
        initial, last, count, _ = line.strength
    code = code_of(line.act, line.via)
    return micros(line.at), line.id, code, line.undoes, initial, last, count


def score_of(line: JournalEntry) -> float:
    """How much a feedback counts, 0 to 1; wholly where its line does not say."""
    return score_in(line.more.get(SCORE))


def distinct(lines: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Each line once, in the order of (at, id)."""
    found: dict[str, JournalEntry] = {}
    for line in lines:
        twin = found.get(line.id)
        found[line.id] = line if twin is None or line == twin else min(twin, line, key=repr)
    return sorted(found.values(), key=lambda line: (line.at, line.id))


def opening_of(ordered: Sequence[JournalEntry]) -> JournalEntry | None:
    """The line that opens the fold: the first `recorded` one, whatever its time; never undone.

    One that a parting took back opened another memory.
    """
    place = place_of_opening([_entry_of(line) for line in ordered])
    return None if place is None else ordered[place]


def taken_back(lines: Iterable[JournalEntry]) -> set[str]:
    """The ids of the lines that a parting took back, because they are another memory's."""
    return {line.undoes for line in lines if code_of(line.act, line.via) == TAKEN_BACK}


def undone_ids(lines: Iterable[JournalEntry]) -> frozenset[str]:
    """The ids of the lines that an undo in force undoes, whatever its time."""
    return undone({line.id: line.undoes for line in lines if line.act == UNDONE})


def adoption(memory: Memory) -> JournalEntry:
    """The `recorded` line of a memory that the journal does not know.

    Everything in it, its id too, is derived from the numbers in the file, so that every clone that
    adopts the memory writes the same line.
    """
    at = memory.strength.last_reinforced
    id = adoption_id(memory.id, memory.strength)
    return JournalEntry(
        id, at, RECORDED, memory.id, by=MEMENTO, via=ADOPTION, strength=memory.strength
    )


def adoption_id(memory: str, numbers: Strength) -> str:
    """The id of the line by which a memory with these numbers is adopted."""
    from hashlib import blake2s

    at = numbers.last_reinforced
    stamp = f"{memory} {numbers.initial!r} {iso(at)} {numbers.reinforcement_count}"
    digest = blake2s(stamp.encode(), digest_size=RANDOM_BITS // 8).digest()
    return line_id(millis_of(at), int.from_bytes(digest))


def millis_of(moment: datetime) -> int:
    """Milliseconds since 1970."""
    return int(moment.timestamp() * 1000)
