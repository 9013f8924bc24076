"""Claims on one key of a subject, and the values that follow (document 000, bi-temporal; 003 §2).

Claims are only ever added. Each has the time for which it is valid, and the time when it was
recorded. Of the claims recorded by a moment, the last one valid at another moment decides the value
then: there are two times, when a value was true and when it was believed.
"""

from __future__ import annotations

from bisect import bisect_left
from datetime import UTC, datetime
from itertools import combinations

from memento_cli.core.security.trust import USER, is_trusted
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Value = str | int | float | bool
ALWAYS, FOREVER = (end.replace(tzinfo=UTC) for end in (datetime.min, datetime.max))


def value_text(value: Value) -> str:
    """A value as text: booleans as in TOML and JSON."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Claim(NamedTuple):
    """A claim on a key, valid from `valid_from` to before `valid_until`, if given.

    `value` holds then, instead of all others or, with `beside`, together with them. Without a
    `value` none holds, or, with `ends`, only that value ends. `turn` orders claims recorded at one
    moment. `confidence` is 0 to 1, `evidence` are ids of events, `trust` is that of the claim's
    author (`core/security/trust.py`).
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
        """The claim's position among the claims on its key."""
        return self.recorded, self.turn

    def covers(self, at: datetime) -> bool:
        """Whether the claim is valid at a moment."""
        return self.valid_from <= at < (self.valid_until or FOREVER)


class Stretch(NamedTuple):
    """A time in which the value of a claim holds, as far as later claims do not displace it.

    The stretch of a claim that was displaced completely ends where it starts, and
    `believed_until` is when it was displaced. `contested`: a claim of the same recording moment
    contradicts it in the same time, and their order is unknown.
    """

    claim: Claim
    start: datetime
    end: datetime | None
    believed_until: datetime | None = None
    contested: bool = False

    @property
    def value(self) -> Value:
        """The value that holds."""
        value = self.claim.value
        assert value is not None
        return value

    def covers(self, at: datetime) -> bool:
        """Whether the value holds at this moment."""
        return self.start <= at < (self.end or FOREVER)


def faults(claim: Claim) -> list[str]:
    """The contradictions within a claim."""
    problems = []
    if claim.valid_until is not None and claim.valid_until <= claim.valid_from:
        problems.append("until is not after from")
    if claim.value is not None and claim.ends is not None:
        problems.append("has both value and ends")
    if claim.beside and claim.value is None:
        problems.append("beside without a value")
    if any(value is not None and is_empty(value) for value in (claim.value, claim.ends)):
        problems.append("the value is empty")
    if claim.confidence is not None and not 0 <= claim.confidence <= 1:
        problems.append(f"confidence is from 0 to 1, not {claim.confidence:g}")
    return problems


def is_empty(value: Value | None) -> bool:
    """Whether a value is None or blank text."""
    return value is None or (isinstance(value, str) and not value.strip())


def stretches(claims: Iterable[Claim], believed: datetime) -> list[Stretch]:
    """The stretches that follow from the claims recorded by `believed`, in the order of recording.

    The result does not depend on the order of the claims, so merged clones agree.
    """
    return Sweep(in_order(claim for claim in claims if claim.recorded <= believed)).stretches()


def holding(claims: Iterable[Claim], at: datetime, believed: datetime) -> list[Stretch]:
    """The stretches at a moment, by the beliefs of another; several only by `beside`."""
    return [stretch for stretch in stretches(claims, believed) if stretch.covers(at)]


def in_order(claims: Iterable[Claim]) -> list[Claim]:
    """The claims in the order of recording, then of turn; equal ones once."""
    by_text = {repr(claim): claim for claim in claims}  # not a set, in which 1 and true are one
    return [by_text[text] for text in sorted(by_text, key=lambda text: (*by_text[text].when, text))]


def next_turn(claims: Iterable[Claim], recorded: datetime) -> int:
    """The turn of a new claim, after all claims recorded at the same moment."""
    return max((claim.turn + 1 for claim in claims if claim.recorded == recorded), default=0)


def changes(claims: Sequence[Claim], claim: Claim) -> bool:
    """Whether a claim changes the values at any moment; repeating one does not."""
    earlier = in_order(other for other in claims if other.recorded <= claim.recorded)
    last = claim._replace(turn=next_turn(earlier, claim.recorded))  # the last of its moment, too
    return Sweep(earlier).values(claim) != Sweep([*earlier, last]).values(claim)


def raises_trust(claims: Iterable[Claim], claim: Claim) -> bool:
    """Whether a claim repeats a current value with a higher trust."""
    return any(
        same_value(stretch.value, claim.value) and not is_trusted(stretch.claim.trust, claim.trust)
        for stretch in holding(claims, claim.valid_from, claim.recorded)
    )


def same_value(one: Value | None, other: Value | None) -> bool:
    """Whether two values are equal: 1 equals 1.0, but not true."""
    return _key(one) == _key(other)


def _key(value: Value | None) -> tuple[bool, Value | None]:
    return isinstance(value, bool), value


def contradicts(one: Claim, other: Claim) -> bool:
    """Whether two claims of the same moment and turn would displace each other."""
    have_values = one.value is not None and other.value is not None
    are_simultaneous = one.when == other.when and not same_value(one.value, other.value)
    return have_values and are_simultaneous and displaces(one, other) and displaces(other, one)


def displaces(other: Claim, claim: Claim) -> bool:
    """Whether a later claim (`other`) displaces a claim where both are valid."""
    if other.ends is not None:
        return same_value(other.ends, claim.value)
    return not other.beside or same_value(other.value, claim.value)


class Sweep:
    """The timeline, cut where a claim begins or ends, with the claims that hold in each part.

    The claims are in the order of recording, and each is identified by its place. It is laid over
    the parts in which it is valid. Most displace all others there, so the parts are joined again,
    and their number stays small.
    """

    def __init__(self, ordered: Sequence[Claim]) -> None:
        self.ordered = ordered
        self.starts = [ALWAYS]
        self.parts: list[tuple[int, ...]] = [()]
        self._left = [0] * len(ordered)  # the number of parts in which each still holds
        self._contradicted: set[int] = set()
        self._gone: dict[int, datetime] = {}
        for place in range(len(ordered)):
            self._lay(place)

    def _lay(self, place: int) -> None:
        """Lay one claim over the earlier ones."""
        claim = self.ordered[place]
        first, last = self._cut(claim.valid_from), self._cut(claim.valid_until or FOREVER)
        own = () if claim.value is None else (place,)
        new_parts: list[tuple[datetime, tuple[int, ...]]] = []
        for index in range(first, last):
            remaining = tuple(
                one for one in self.parts[index] if not self._is_displaced(one, claim)
            )
            self._count(remaining + own, 1)
            if new_parts and new_parts[-1][1] == remaining + own:
                self._count(remaining + own, -1)
            else:
                new_parts.append((self.starts[index], remaining + own))
        replaced = [one for part in self.parts[first:last] for one in part]
        self.starts[first:last] = [start for start, _ in new_parts]
        self.parts[first:last] = [part for _, part in new_parts]
        self._count(replaced, -1)
        for one in replaced:
            if not self._left[one]:
                self._gone.setdefault(one, claim.recorded)

    def stretches(self) -> list[Stretch]:
        """The stretches of each claim; those without any part only if they were contradicted."""
        runs: dict[int, list[tuple[datetime, datetime]]] = {}
        contested = set[int]()
        for nth, part in enumerate(self.parts):
            start, end = self.starts[nth], self._end(nth)
            for pair in combinations(part, 2):
                if contradicts(*(self.ordered[one] for one in pair)):
                    contested.update(pair)
            for one in part:
                its = runs.setdefault(one, [])
                if its and its[-1][1] == start:
                    its[-1] = its[-1][0], end
                else:
                    its.append((start, end))
        found = list[Stretch]()
        for place, claim in enumerate(self.ordered):
            is_contested = place in contested
            for start, end in runs.get(place, ()):
                until = None if end == FOREVER else end
                found.append(Stretch(claim, start, until, contested=is_contested))
            if place not in runs and place in self._contradicted:
                start, gone = claim.valid_from, self._gone[place]
                found.append(Stretch(claim, start, start, gone, is_contested))
        return found

    def values(self, over: Claim) -> list[tuple[datetime, frozenset[tuple[bool, Value | None]]]]:
        """The values in the time of a claim: the moment of each change, and the values then."""
        changes: list[tuple[datetime, frozenset[tuple[bool, Value | None]]]] = []
        for index, part in enumerate(self.parts):
            start = max(self.starts[index], over.valid_from)
            if start < min(self._end(index), over.valid_until or FOREVER):
                values = frozenset(_key(self.ordered[place].value) for place in part)
                if not changes or changes[-1][1] != values:
                    changes.append((start, values))
        return changes

    def _is_displaced(self, place: int, claim: Claim) -> bool:
        older = self.ordered[place]
        if not displaces(claim, older):
            return False
        if older.when == claim.when and not same_value(claim.value, older.value):
            return False  # of one moment and turn: the order is unknown, so both hold
        if not same_value(claim.value, older.value):
            self._contradicted.add(place)
        return True

    def _cut(self, at: datetime) -> int:
        """The index of the part that begins at a moment, which is cut if needed; for FOREVER the
        number of parts."""
        if at == FOREVER:
            return len(self.starts)
        index = bisect_left(self.starts, at)
        if index == len(self.starts) or self.starts[index] != at:
            self.starts.insert(index, at)
            self.parts.insert(index, self.parts[index - 1])
            self._count(self.parts[index], 1)
        return index

    def _end(self, index: int) -> datetime:
        return self.starts[index + 1] if index + 1 < len(self.starts) else FOREVER

    def _count(self, part: Iterable[int], by: int) -> None:
        for place in part:
            self._left[place] += by
