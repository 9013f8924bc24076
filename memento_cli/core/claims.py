"""Claims on one key of a subject, and what they come to (document 000, bi-temporal; 003 §2).

Claims are only ever added. Each says from when until when something is valid, and when it was
recorded. Of those recorded by a moment, the last that is valid at another decides what held then:
so there are two times, when it was true and when it was believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import NamedTuple

Value = str | int | float | bool
FOREVER = datetime.max.replace(tzinfo=UTC)
Piece = tuple[datetime, datetime]


class Claim(NamedTuple):
    """What was said of a key: from `valid_from` on and before `valid_until`, if there is one.

    `value` holds then, in the place of all others or, with `beside`, together with them. Without
    one nothing holds or, with `ends`, that value alone does not. `turn` tells which is later of
    claims recorded at one moment. `confidence` is 0 to 1, `evidence` are ids of events.
    """

    recorded: datetime
    valid_from: datetime
    valid_until: datetime | None = None
    value: Value | None = None
    ends: Value | None = None
    beside: bool = False
    turn: int = 0
    confidence: float | None = None
    evidence: tuple[str, ...] = ()

    @property
    def when(self) -> tuple[datetime, int]:
        """Its place among the claims on its key."""
        return self.recorded, self.turn

    def covers(self, at: datetime) -> bool:
        """Whether it says something of this moment."""
        return self.valid_from <= at < (self.valid_until or FOREVER)


class Stretch(NamedTuple):
    """From when until when the value of a claim holds, as far as later claims let it.

    Of one that holds nowhere, because others have taken its whole place, it ends where it starts;
    `believed_until` tells when they did.
    """

    claim: Claim
    start: datetime
    end: datetime | None
    believed_until: datetime | None = None

    @property
    def value(self) -> Value:
        """What holds."""
        value = self.claim.value
        assert value is not None
        return value

    def covers(self, at: datetime) -> bool:
        """Whether the value holds at this moment."""
        return self.start <= at < (self.end or FOREVER)


def faults(claim: Claim) -> list[str]:
    """What is wrong with a claim, in which one thing contradicts another."""
    found = []
    if claim.valid_until is not None and claim.valid_until <= claim.valid_from:
        found.append("until is not after from")
    if claim.value is not None and claim.ends is not None:
        found.append("has both value and ends")
    if claim.beside and claim.value is None:
        found.append("beside without a value")
    if any(value is not None and is_empty(value) for value in (claim.value, claim.ends)):
        found.append("the value is empty")
    if claim.confidence is not None and not 0 <= claim.confidence <= 1:
        found.append(f"confidence is from 0 to 1, not {claim.confidence:g}")
    return found


def is_empty(value: Value | None) -> bool:
    """Whether something is no value: null, and text without a sign to see."""
    return value is None or (isinstance(value, str) and not value.strip())


def stretches(claims: Iterable[Claim], believed: datetime) -> list[Stretch]:
    """What the claims recorded by `believed` come to, in the order in which they were recorded.

    It is the same for any order of the same claims, so clones that have met agree.
    """
    ordered = in_order(claim for claim in claims if claim.recorded <= believed)
    return [
        stretch
        for nth, claim in enumerate(ordered)
        if claim.value is not None
        for stretch in _left(claim, islice(ordered, nth + 1, None))
    ]


def holding(claims: Iterable[Claim], at: datetime, believed: datetime) -> list[Stretch]:
    """What held at a moment, by what was believed at another; several values only by `beside`."""
    ordered = in_order(claim for claim in claims if claim.recorded <= believed)
    return [
        stretch
        for nth in _places_holding(ordered, at)
        for stretch in _left(ordered[nth], islice(ordered, nth + 1, None))
        if stretch.covers(at)
    ]


def _places_holding(ordered: Sequence[Claim], at: datetime) -> list[int]:
    """Which of the claims, in their order, hold at a moment: no look at what held at others."""
    held: list[int] = []
    for nth, claim in enumerate(ordered):
        if claim.covers(at):
            held = [other for other in held if not _displaces(claim, ordered[other])]
            held += [nth] if claim.value is not None else []
    return held


def in_order(claims: Iterable[Claim]) -> list[Claim]:
    """Claims as they were recorded, those of one moment by their turn; equal ones once."""
    said = {repr(claim): claim for claim in claims}  # not a set, in which 1 and true are one
    return [said[text] for text in sorted(said, key=lambda text: (*said[text].when, text))]


def next_turn(claims: Iterable[Claim], recorded: datetime) -> int:
    """The turn of a claim that is recorded now, after all that were recorded at this moment."""
    return max((claim.turn + 1 for claim in claims if claim.recorded == recorded), default=0)


def changes(claims: Sequence[Claim], claim: Claim) -> bool:
    """Whether a claim changes what holds at any moment; one that says it again does not."""
    known = [one for one in claims if one.recorded <= claim.recorded]
    before, after = in_order(known), in_order([*known, claim])
    edges = {edge for one in before for edge in (one.valid_from, one.valid_until) if edge}
    moments = {claim.valid_from, *filter(claim.covers, edges)}
    return any(_values(before, at) != _values(after, at) for at in moments)


def overridden(claims: Iterable[Claim], claim: Claim) -> list[Stretch]:
    """What had started later than a claim does, and yet gives way to it."""
    known = list(claims)
    starts = {edge for one in known for edge in (one.valid_from, one.valid_until) if edge}
    later = sorted(at for at in starts if claim.valid_from < at and claim.covers(at))
    return [
        stretch
        for at in later
        for stretch in holding(known, at, claim.recorded)
        if stretch.start == at
        and _displaces(claim, stretch.claim)
        and not same(claim.value, stretch.value)
    ]


def same(one: Value | None, other: Value | None) -> bool:
    """Whether two values are one: 1 is 1.0, but not true."""
    return _key(one) == _key(other)


def _key(value: Value | None) -> tuple[bool, Value | None]:
    return isinstance(value, bool), value


def _values(ordered: Sequence[Claim], at: datetime) -> set[tuple[bool, Value | None]]:
    return {_key(ordered[nth].value) for nth in _places_holding(ordered, at)}


def _left(claim: Claim, later: Iterable[Claim]) -> list[Stretch]:
    """What later claims leave of one; of one that was only said again, nothing."""
    pieces, contradicted = [(claim.valid_from, claim.valid_until or FOREVER)], False
    for other in later:
        left = list(_without(pieces, other)) if _displaces(other, claim) else pieces
        contradicted |= left != pieces and not same(other.value, claim.value)
        pieces = left
        if not pieces:
            nowhere = Stretch(claim, claim.valid_from, claim.valid_from, other.recorded)
            return [nowhere] if contradicted else []
    return [Stretch(claim, start, None if end == FOREVER else end) for start, end in pieces]


def _displaces(other: Claim, claim: Claim) -> bool:
    """Whether a later claim takes the place of one, where both are valid."""
    if other.ends is not None:
        return same(other.ends, claim.value)
    return not other.beside or same(other.value, claim.value)


def _without(pieces: Iterable[Piece], other: Claim) -> Iterator[Piece]:
    since, until = other.valid_from, other.valid_until or FOREVER
    for start, end in pieces:
        if until <= start or end <= since:
            yield start, end
            continue
        if start < since:
            yield start, since
        if until < end:
            yield until, end
