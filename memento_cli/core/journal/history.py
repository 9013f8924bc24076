"""The entries of the journal: their values, which of them count, what led to a strength, and what
a memory's file shows of it.

How entries lead to a strength is decided in `core/fading/fold.py`.
"""

from __future__ import annotations

from memento_cli.core.fading.fold import changes, undone
from memento_cli.core.fading.fold import opening_of as place_of_opening
from memento_cli.core.fading.reinforcement import Rules
from memento_cli.core.journal.event_types import (
    ADOPTION,
    RECORDED,
    SCORE,
    SET,
    TAKEN_BACK,
    UNDONE,
    USES,
    WEAKENING,
    code_of,
    score_in,
)
from memento_cli.core.journal.line_ids import RANDOM_BITS, line_id
from memento_cli.core.memory.memory import LogEntry
from memento_cli.core.time.when import iso, micros
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.fading.fold import FoldRow
    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.fading.strength import Fade, Strength
    from memento_cli.core.memory.memory import Memory


MEMENTO = "memento"  # the author of adoptions


class JournalEntry(NamedTuple):
    """One act on one memory: who, when, why, and what it changed.

    `text` has all words and content, so that erasure can blank it: `reason`, and for an edit
    `before` and `after`. `more` keeps the keys of a newer memento.
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

    @property
    def act_id(self) -> str:
        """The id of the whole act that it is a part of: that of its batch, or else its own."""
        return self.batch or self.id

    def side(self, name: str) -> dict[str, Any]:
        """The changed keys of a file `before` or `after` the act, by path; {} if it has none."""
        keys = self.text.get(name)
        return dict(keys) if isinstance(keys, dict) else {}


class EntrySignature(NamedTuple):
    """When something is done, by whom, through which interface, and why: the head of
    every entry."""

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
        """The entry of an act on a memory; the journal gives it its id."""
        reason = {"reason": self.reason} if self.reason else {}
        entry = JournalEntry("", self.at, act, memory, self.by, self.via, undoes=undoes)
        return entry._replace(strength=strength, text=reason | dict(text), more=more)


class FoldStep(NamedTuple):
    """An entry in the order of the fold, with its effect on the numbers.

    `skip` says why a negative feedback took nothing; for a use, `use` says it.
    """

    line: JournalEntry
    strength: Strength
    use: Reinforced | None = None
    skip: str | None = None


class Folded(NamedTuple):
    """The numbers at a moment, the steps that led to them, and whether the journal opened the
    fold."""

    strength: Strength
    steps: tuple[FoldStep, ...]
    known: bool


def fold(
    entries: Iterable[JournalEntry],
    numbers: Strength,
    fade: Fade,
    now: datetime,
    rules: Rules = Rules(),
) -> Folded:
    """The numbers of one memory at `now`, from its journal entries, and what led to them.

    `numbers`, those in its file, open the fold only where the journal does not (DESIGN 2.4, 2.5).
    Entries later than `now` do not count yet.
    """
    ordered = distinct(entries)
    rows = [_fold_row(entry) for entry in ordered]
    steps = tuple(
        FoldStep(ordered[place], strength, use, skip)
        for place, strength, use, skip in changes(rows, numbers, fade, micros(now), rules)
    )
    strength = steps[-1].strength if steps else numbers
    return Folded(strength, steps, place_of_opening(rows) is not None)


def fold_rows(entries: Iterable[JournalEntry]) -> list[FoldRow]:
    """The columns that the fold reads, of distinct entries in the order of (at, id)."""
    return [_fold_row(entry) for entry in distinct(entries)]


def _fold_row(entry: JournalEntry) -> FoldRow:
    initial = last = count = None
    if entry.act in WEAKENING:  # whose lines set no numbers
        initial = score_of(entry)
    elif entry.strength:
        initial, last, count, _ = entry.strength
    code = code_of(entry.act, entry.via)
    return micros(entry.at), entry.id, code, entry.undoes, initial, last, count


def score_of(entry: JournalEntry) -> float:
    """The weight of a feedback, 0 to 1; 1 where its entry does not say."""
    return score_in(entry.more.get(SCORE))


def distinct(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Each entry once, in the order of (at, id)."""
    by_id: dict[str, JournalEntry] = {}
    for entry in entries:
        twin = by_id.get(entry.id)
        by_id[entry.id] = entry if twin is None or entry == twin else min(twin, entry, key=repr)
    return sorted(by_id.values(), key=lambda entry: (entry.at, entry.id))


def opening_of(entries: Sequence[JournalEntry]) -> JournalEntry | None:
    """The entry that opens the fold: the first `recorded` one, whatever its time; it cannot be
    undone.

    One that was taken back opened another memory.
    """
    place = place_of_opening([_fold_row(entry) for entry in entries])
    return None if place is None else entries[place]


def taken_back(entries: Iterable[JournalEntry]) -> set[str]:
    """The ids of the entries that were taken back because they belong to another memory."""
    return {entry.undoes for entry in entries if code_of(entry.act, entry.via) == TAKEN_BACK}


def undone_ids(entries: Iterable[JournalEntry]) -> frozenset[str]:
    """The ids of the entries that an undo in force undoes, whatever its time."""
    return undone({entry.id: entry.undoes for entry in entries if entry.act == UNDONE})


def original(
    entry: JournalEntry, by_id: Mapping[str, JournalEntry], forward: bool = True
) -> tuple[JournalEntry, bool]:
    """The entry at the end of a chain of undos, and whether that does its act (`forward`, if it is
    none) or undoes it."""
    passed = set[str]()
    while entry.act == UNDONE and entry.undoes in by_id and entry.id not in passed:
        passed.add(entry.id)
        entry, forward = by_id[entry.undoes], not forward
    return entry, forward


def adoption(memory: Memory) -> JournalEntry:
    """The `recorded` entry of a memory that the journal does not know.

    All of it, even its id, is derived from the numbers in the file, so that every clone that adopts
    the memory writes the same entry.
    """
    at = memory.strength.last_reinforced
    id = adoption_id(memory.id, memory.strength)
    return JournalEntry(
        id, at, RECORDED, memory.id, by=MEMENTO, via=ADOPTION, strength=memory.strength
    )


def adoption_id(memory: str, numbers: Strength) -> str:
    """The id of the entry that adopts a memory with these numbers."""
    from hashlib import blake2s

    at = numbers.last_reinforced
    stamp = f"{memory} {numbers.initial!r} {iso(at)} {numbers.reinforcement_count}"
    digest = blake2s(stamp.encode(), digest_size=RANDOM_BITS // 8).digest()
    return line_id(millis_of(at), int.from_bytes(digest))


def millis_of(moment: datetime) -> int:
    """Milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


SHOWN = 50
EVENTS = {"reinforced": "reinforced", "used": "used", SET: "set", "edited": "updated"}


def projected(memory: Memory, entries: Sequence[JournalEntry], folded: Folded) -> Memory:
    """The memory as its file should show it.

    Log entries that the journal does not know (older than its adoption, or of another tool) stay.
    Those of acts that are undone, still in the future, or not among the newest, go.
    """
    from collections import Counter  # its package takes a tenth of a start, and few ask for a log

    acts = [step for step in folded.steps if step.line.act in EVENTS]
    shown = [log_entry_of(step) for step in acts if _is_told(step)]
    known = {(entry.at, EVENTS.get(entry.act)) for entry in entries}
    foreign = [entry for entry in memory.log if (entry.timestamp, entry.event) not in known]
    room = max(0, SHOWN - len(foreign))
    shown = shown[max(0, len(shown) - room) :]
    own_entries = {(entry.timestamp, entry.event): entry for entry in memory.log}
    counts = Counter((entry.timestamp, entry.event) for entry in shown)
    merged = foreign + [
        own_entries.get(key, entry) if counts[key := (entry.timestamp, entry.event)] == 1 else entry
        for entry in shown
    ]
    log = sorted(merged, key=lambda entry: entry.timestamp)
    return memory._replace(strength=folded.strength.without_uses(), log=tuple(log))


def _is_told(step: FoldStep) -> bool:
    """Whether the file shows an act: `used` only if the memory gained by it."""
    use = step.use
    return use is None or (use.applied and (step.line.act != "used" or use.delta > 0))


def log_entry_of(step: FoldStep) -> LogEntry:
    """An act as an entry of the file's log."""
    entry, use = step.line, step.use
    note = str(entry.text.get("reason", ""))
    if entry.act in USES and use:
        return LogEntry(entry.at, EVENTS[entry.act], note, round(use.delta, 12))
    delta = entry.strength.initial if entry.strength else 0.0
    return LogEntry(entry.at, EVENTS[entry.act], note, delta)
