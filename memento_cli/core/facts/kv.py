"""Hard facts (document 004 §1): under a key a value that is true and current, or is gone.

Nothing fades here. A value with a time to live is gone the moment that this has passed, on reading
too, and however deep the recall; reading does not prolong it, setting it again does.
"""

from __future__ import annotations

from datetime import timedelta

from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.memory.refs import PERSON, same_person
from memento_cli.core.security.trust import USER, is_trusted
from memento_cli.errors import BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any


KEY_LIMIT = 200
TTL_DAYS_LIMIT = 100_000
REPLACED_FOR = timedelta(days=1)
"""How long a value without a time to live is kept for an undo, once another has its place."""


class HardFact(NamedTuple):
    """A value, when it was set, and how long it lives from then on; without a ttl it stays.

    The value is what JSON can say, but for null. `turn` tells those apart that were set at one
    moment, `trust` is that of who set it (`core/security/trust.py`). `person` is whose it is, as a
    reference; None of the store's own person.
    """

    key: str
    value: Any
    set: datetime
    ttl: timedelta | None = None
    turn: int = 0
    trust: str = USER
    person: str | None = None

    def is_live(self, now: datetime) -> bool:
        """Whether it is true now: what a clock that was ahead has set, is not for years."""
        return lives(abs(now - self.set), self.ttl)

    def is_over(self, now: datetime) -> bool:
        """Whether its time is over for good."""
        return not lives(now - self.set, self.ttl)

    @property
    def expires(self) -> datetime | None:
        """The first moment at which it is gone; None if it stays, or beyond the calendar."""
        try:
            return None if self.ttl is None else self.set + self.ttl
        except OverflowError:
            return None


class Slot(NamedTuple):
    """The place of a person's key: its fact, if it has one, and what stood there before, for an
    undo.

    `until` is when that was replaced, or unset. `vouched` is what somebody more trusted has set and
    has not changed since: for whom asks for that trust.
    """

    key: str
    fact: HardFact | None = None
    replaced: HardFact | None = None
    until: datetime | None = None
    vouched: HardFact | None = None
    person: str | None = None

    def is_called(self, key: str, person: str | None) -> bool:
        """Whether this is the place of that person's key; capitals, width and spaces aside."""
        return plain_key(self.key) == plain_key(key) and same_person(self.person, person)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing left to keep."""
        return self.fact is None and self.replaced is None and self.vouched is None

    def trusted(self, least: str) -> HardFact | None:
        """The fact as somebody so trusted has set it last, if anybody has."""
        for fact in (self.fact, self.vouched):
            if fact and is_trusted(fact.trust, least):
                return fact
        return None


def kv_id(key: str, person: str | None = None) -> str:
    """The id of the file that a person's key has; of the store's own person (None), the key's."""
    return filed_name(f"{person.removeprefix(PERSON)} {key}" if person else key)


def lives(age: timedelta, ttl: timedelta | None) -> bool:
    """Whether a value is still there at this age: up to its time to live, without one for ever.

    BadValue for a ttl below 0.
    """
    if ttl is not None and ttl < timedelta(0):
        raise BadValue(f"a ttl must be 0 or more, not {ttl.total_seconds():g} s")
    return ttl is None or age < ttl


def next_turn(slot: Slot, at: datetime) -> int:
    """Which a fact is that is set now, of those that the place of its key has of that moment."""
    known = (one for one in (slot.fact, slot.replaced) if one and one.set == at)
    return max((one.turn + 1 for one in known), default=0)


def succession(slot: Slot, fact: HardFact | None, now: datetime) -> Slot:
    """The place of a key once a fact, or none, has taken the place of the one that is there."""
    until = now if slot.fact else None
    return slot._replace(fact=fact, replaced=slot.fact, until=until, vouched=_vouched(slot, fact))


def _vouched(slot: Slot, fact: HardFact | None) -> HardFact | None:
    """What stays for whom asks for more trust than that of the fact which is set now."""
    known = (slot.vouched, slot.fact) if fact else ()
    return next(
        (one for one in known if one and fact and not is_trusted(fact.trust, one.trust)), None
    )


def purged(slot: Slot, now: datetime) -> Slot:
    """The place of a key without what has expired, or was replaced too long ago for an undo."""
    fact = slot.fact if slot.fact and not slot.fact.is_over(now) else None
    before = slot.replaced if _is_kept(slot, now) else None
    vouched = slot.vouched if slot.vouched and not slot.vouched.is_over(now) else None
    until = slot.until if before else None
    return slot._replace(fact=fact, replaced=before, until=until, vouched=vouched)


def _is_kept(slot: Slot, now: datetime) -> bool:
    """Whether what stood there before is still of use: its own time lasts, or else a day."""
    before = slot.replaced
    if before is None or before.is_over(now):
        return False
    return before.ttl is not None or slot.until is None or now - slot.until < REPLACED_FOR


def fresh(
    key: str,
    value: Any,
    now: datetime,
    ttl: timedelta | None = None,
    person: str | None = None,
) -> HardFact:
    """A fact that is set now. BadValue if it has no value, or would be gone at once."""
    key = checked_key(key)
    if value is None:
        raise BadValue("null is no value", "`memento kv unset KEY` takes a fact away")
    if ttl is not None and not lives(timedelta(0), ttl):
        raise BadValue("with a ttl of 0 it would be gone at once", "without a ttl it stays")
    if ttl is not None and ttl > timedelta(days=TTL_DAYS_LIMIT):
        raise BadValue(f"a ttl of {ttl.days} days is too long", "without a ttl it stays")
    return HardFact(key, value, now, ttl, person=person)


def checked_key(text: str) -> str:
    """A key as it was given, without space around it. BadValue if it can be none."""
    key = text.strip()
    if not key:
        raise BadValue("a hard fact needs a key", "`memento kv set port 8080`")
    if len(key) > KEY_LIMIT:
        raise BadValue(f"a key of {len(key)} signs; {KEY_LIMIT} are the most")
    return key
