"""Claims on one key of a subject, and what they come to (document 000, bi-temporal; 003 §2).

Claims are only ever added. Each says from when until when something is valid, and when it was
recorded. Of those recorded by a moment, the last that is valid at another decides what held then:
so there are two times, when it was true and when it was believed.
"""

from __future__ import annotations

from bisect import bisect_left
from datetime import UTC, datetime
from itertools import combinations

from memento_cli.core.security.trust import USER, is_trusted
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Value = str | int | float | bool
ALWAYS, FOREVER = (end.replace(tzinfo=UTC) for end in (datetime.min, datetime.max))


def value_text(value: Value) -> str:
    """A value in words: true and false as TOML and JSON have them."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Claim(NamedTuple):
    """What was said of a key: from `valid_from` on and before `valid_until`, if there is one.

    `value` holds then, in the place of all others or, with `beside`, together with them. Without
    one nothing holds or, with `ends`, that value alone does not. `turn` tells which is later of
    claims recorded at one moment. `confidence` is 0 to 1, `evidence` are ids of events,
    `trust` that of who says so (`core/security/trust.py`).
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
    trust: str = USER

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
    `believed_until` tells when they did. `contested`: another one that was recorded at the same
    moment says otherwise of the same time, and nobody knows which was later.
    """

    claim: Claim
    start: datetime
    end: datetime | None
    believed_until: datetime | None = None
    contested: bool = False

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
    return swept(in_order(claim for claim in claims if claim.recorded <= believed)).stretches()


def holding(claims: Iterable[Claim], at: datetime, believed: datetime) -> list[Stretch]:
    """What held at a moment, by what was believed at another; several values only by `beside`."""
    return [stretch for stretch in stretches(claims, believed) if stretch.covers(at)]


def in_order(claims: Iterable[Claim]) -> list[Claim]:
    """Claims as they were recorded, those of one moment by their turn; equal ones once."""
    said = {repr(claim): claim for claim in claims}  # not a set, in which 1 and true are one
    return [said[text] for text in sorted(said, key=lambda text: (*said[text].when, text))]


def next_turn(claims: Iterable[Claim], recorded: datetime) -> int:
    """The turn of a claim that is recorded now, after all that were recorded at this moment."""
    return max((claim.turn + 1 for claim in claims if claim.recorded == recorded), default=0)


def changes(claims: Sequence[Claim], claim: Claim) -> bool:
    """Whether a claim changes what holds at any moment; one that says it again does not."""
    known = in_order(one for one in claims if one.recorded <= claim.recorded)
    last = claim._replace(turn=next_turn(known, claim.recorded))  # the last of its moment, too
    before, after = swept(known), swept([*known, last])
    return before.values(claim) != after.values(claim)


def vouches(claims: Iterable[Claim], claim: Claim) -> bool:
    """Whether a claim says again what holds already, on the word of somebody more trusted."""
    return any(
        same(stretch.value, claim.value) and not is_trusted(stretch.claim.trust, claim.trust)
        for stretch in holding(claims, claim.valid_from, claim.recorded)
    )


def same(one: Value | None, other: Value | None) -> bool:
    """Whether two values are one: 1 is 1.0, but not true."""
    return _key(one) == _key(other)


def _key(value: Value | None) -> tuple[bool, Value | None]:
    return isinstance(value, bool), value


def contradicts(one: Claim, other: Claim) -> bool:
    """Whether of two claims of one moment, of which nobody knows the later, each would take the
    other's place."""
    told = one.value is not None and other.value is not None
    apart = one.when == other.when and not same(one.value, other.value)
    return told and apart and displaces(one, other) and displaces(other, one)


def displaces(other: Claim, claim: Claim) -> bool:
    """Whether a later claim takes the place of one, where both are valid."""
    if other.ends is not None:
        return same(other.ends, claim.value)
    return not other.beside or same(other.value, claim.value)


def swept(ordered: Sequence[Claim]) -> Sweep:
    """Claims, in the order in which they were recorded, laid over one another."""
    sweep = Sweep(ordered)
    for place in range(len(ordered)):
        sweep.lay(place)
    return sweep


class Sweep:
    """The line of time, cut where something begins or ends, and the claims that hold in each part.

    A claim is named by its place. Each is laid over the parts that it is about: most take the place
    of all there, so what was cut becomes one part again, and the whole takes little more than the
    claims themselves.
    """

    def __init__(self, ordered: Sequence[Claim]) -> None:
        self.ordered = ordered
        self.starts = [ALWAYS]
        self.parts: list[tuple[int, ...]] = [()]
        self._left = [0] * len(ordered)  # in how many parts each is still
        self._contradicted: set[int] = set()
        self._gone: dict[int, datetime] = {}

    def lay(self, place: int) -> None:
        """Lay one claim over those that are there."""
        claim = self.ordered[place]
        first, last = self._cut(claim.valid_from), self._cut(claim.valid_until or FOREVER)
        own = () if claim.value is None else (place,)
        made: list[tuple[datetime, tuple[int, ...]]] = []
        for nth in range(first, last):
            kept = tuple(one for one in self.parts[nth] if not self._gives_way(one, claim))
            self._count(kept + own, 1)
            if made and made[-1][1] == kept + own:
                self._count(kept + own, -1)
            else:
                made.append((self.starts[nth], kept + own))
        taken = [one for part in self.parts[first:last] for one in part]
        self.starts[first:last] = [start for start, _ in made]
        self.parts[first:last] = [part for _, part in made]
        self._count(taken, -1)
        for one in taken:
            if not self._left[one]:
                self._gone.setdefault(one, claim.recorded)

    def stretches(self) -> list[Stretch]:
        """From when until when each claim holds; one that holds nowhere, if it was contradicted."""
        runs: dict[int, list[tuple[datetime, datetime]]] = {}
        contested = set[int]()
        for nth, part in enumerate(self.parts):
            start, end = self.starts[nth], self._end(nth)
            contested |= self._contested(part)
            for one in part:
                its = runs.setdefault(one, [])
                if its and its[-1][1] == start:
                    its[-1] = its[-1][0], end
                else:
                    its.append((start, end))
        return [
            one._replace(contested=True) if place in contested else one
            for place in range(len(self.ordered))
            for one in self._told(place, runs)
        ]

    def values(self, over: Claim) -> list[tuple[datetime, frozenset[tuple[bool, Value | None]]]]:
        """What holds in the time of a claim: each change, and the values from then on."""
        told: list[tuple[datetime, frozenset[tuple[bool, Value | None]]]] = []
        for nth, part in enumerate(self.parts):
            start = max(self.starts[nth], over.valid_from)
            if start < min(self._end(nth), over.valid_until or FOREVER):
                held = frozenset(_key(self.ordered[one].value) for one in part)
                if not told or told[-1][1] != held:
                    told.append((start, held))
        return told

    def _told(
        self, place: int, runs: Mapping[int, list[tuple[datetime, datetime]]]
    ) -> Iterator[Stretch]:
        claim = self.ordered[place]
        if place in runs:
            for start, end in runs[place]:
                yield Stretch(claim, start, None if end == FOREVER else end)
        elif place in self._contradicted:
            yield Stretch(claim, claim.valid_from, claim.valid_from, self._gone[place])

    def _contested(self, part: Sequence[int]) -> set[int]:
        """The claims in a part of which nobody knows which is later."""
        pairs = combinations(part, 2)
        told = (pair for pair in pairs if contradicts(*(self.ordered[one] for one in pair)))
        return {one for pair in told for one in pair}

    def _gives_way(self, place: int, claim: Claim) -> bool:
        older = self.ordered[place]
        if not displaces(claim, older):
            return False
        if older.when == claim.when and not same(claim.value, older.value):
            return False  # of one moment: nobody knows which was later, so both stand
        if not same(claim.value, older.value):
            self._contradicted.add(place)
        return True

    def _cut(self, at: datetime) -> int:
        """The part that begins at a moment; the end of all where that never ends."""
        if at == FOREVER:
            return len(self.starts)
        nth = bisect_left(self.starts, at)
        if nth == len(self.starts) or self.starts[nth] != at:
            self.starts.insert(nth, at)
            self.parts.insert(nth, self.parts[nth - 1])
            self._count(self.parts[nth], 1)
        return nth

    def _end(self, nth: int) -> datetime:
        return self.starts[nth + 1] if nth + 1 < len(self.starts) else FOREVER

    def _count(self, part: Iterable[int], by: int) -> None:
        for one in part:
            self._left[one] += by
