"""Kv values (document 004 §1): a key has a value that is true and current, or none.

Nothing fades here. A value with a time to live is gone as soon as that has passed, also on reading;
reading does not prolong it, setting it again does.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.memory.refs import PERSON, same_person
from memento_cli.core.security.trust import USER, is_trusted
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.core.time.when import iso, stored_moment
from memento_cli.errors import BadTime, BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry


KEY_LIMIT = 200
TTL_DAYS_LIMIT = 100_000
REPLACED_FOR = timedelta(days=1)
"""How long a replaced value without a time to live is kept for an undo."""


class HardFact(NamedTuple):
    """A value, when it was set, and its time to live; without a ttl it stays.

    The value is any JSON value except null. `turn` distinguishes facts set at one moment, `trust`
    is that of who set it (`core/security/trust.py`). `person` is the owner's reference; None is the
    store's own person.
    """

    key: str
    value: Any
    set: datetime
    ttl: timedelta | None = None
    turn: int = 0
    trust: str = USER
    person: str | None = None

    def is_live(self, now: datetime) -> bool:
        """Whether the value is current; one set in the future by a wrong clock expires as well."""
        return lives(abs(now - self.set), self.ttl)

    def is_over(self, now: datetime) -> bool:
        """Whether the value has expired."""
        return not lives(now - self.set, self.ttl)

    @property
    def expires(self) -> datetime | None:
        """The moment at which it expires; None if never, or beyond the calendar."""
        try:
            return None if self.ttl is None else self.set + self.ttl
        except OverflowError:
            return None


def value_words(value: Any) -> str:
    """A value as text: text as it is, any other value as JSON."""
    if isinstance(value, str):
        return value
    from json import dumps  # most values are text

    return dumps(value, ensure_ascii=False)


class Slot(NamedTuple):
    """The slot of a person's key: its fact, if any, and the one before it, for an undo.

    `until` is when the former fact was replaced or unset. `vouched` is the last fact set with a
    higher trust, for readers that require it.
    """

    key: str
    fact: HardFact | None = None
    replaced: HardFact | None = None
    until: datetime | None = None
    vouched: HardFact | None = None
    person: str | None = None

    def is_called(self, key: str, person: str | None) -> bool:
        """Whether this is the slot of a person's key, ignoring case, width and spaces."""
        return plain_key(self.key) == plain_key(key) and same_person(self.person, person)

    @property
    def is_empty(self) -> bool:
        """Whether the slot has no fact at all."""
        return self.fact is None and self.replaced is None and self.vouched is None

    def trusted(self, least: str) -> HardFact | None:
        """The last fact set with at least this trust, if any."""
        for fact in (self.fact, self.vouched):
            if fact and is_trusted(fact.trust, least):
                return fact
        return None


def kv_id(key: str, person: str | None = None) -> str:
    """The id of the file of a person's key; for the store's own person (None), of the key."""
    return filed_name(f"{person.removeprefix(PERSON)} {key}" if person else key)


def lives(age: timedelta, ttl: timedelta | None) -> bool:
    """Whether a value of this age has not expired; without a ttl it never does.

    BadValue for a ttl below 0.
    """
    if ttl is not None and ttl < timedelta(0):
        raise BadValue(f"a ttl must be 0 or more, not {ttl.total_seconds():g} s")
    return ttl is None or age < ttl


def next_turn(slot: Slot, at: datetime) -> int:
    """The turn of a new fact, after those of the slot set at the same moment."""
    facts = (fact for fact in (slot.fact, slot.replaced) if fact and fact.set == at)
    return max((fact.turn + 1 for fact in facts), default=0)


def slot_with(slot: Slot, fact: HardFact | None, now: datetime) -> Slot:
    """The slot after a fact, or none, has replaced its fact."""
    until, vouched = now if slot.fact else None, None
    for former in (slot.fact, slot.vouched) if fact else ():
        if former and fact and not is_trusted(fact.trust, former.trust):
            vouched = former
    return slot._replace(fact=fact, replaced=slot.fact, until=until, vouched=vouched)


def purged_slot(slot: Slot, now: datetime) -> Slot:
    """The slot without expired facts, and without a fact replaced too long ago for an undo."""
    fact = slot.fact if slot.fact and not slot.fact.is_over(now) else None
    before = slot.replaced if _is_undoable(slot, now) else None
    vouched = slot.vouched if slot.vouched and not slot.vouched.is_over(now) else None
    until = slot.until if before else None
    return slot._replace(fact=fact, replaced=before, until=until, vouched=vouched)


def _is_undoable(slot: Slot, now: datetime) -> bool:
    """Whether the replaced fact is kept for an undo: until it expires, or else for a day."""
    before = slot.replaced
    if before is None or before.is_over(now):
        return False
    return before.ttl is not None or slot.until is None or now - slot.until < REPLACED_FOR


def new_fact(
    key: str, value: Any, now: datetime, ttl: timedelta | None = None, person: str | None = None
) -> HardFact:
    """A new fact. BadValue if it has no value, or would expire at once."""
    key = checked_key(key)
    if value is None:
        raise BadValue("null is no value", "`memento kv unset KEY` takes a fact away")
    if ttl is not None and not lives(timedelta(0), ttl):
        raise BadValue("with a ttl of 0 it would be gone at once", "without a ttl it stays")
    if ttl is not None and ttl > timedelta(days=TTL_DAYS_LIMIT):
        raise BadValue(f"a ttl of {ttl.days} days is too long", "without a ttl it stays")
    return HardFact(key, value, now, ttl, person=person)


def checked_key(text: str) -> str:
    """A key without outer white space. BadValue if it is not valid."""
    key = text.strip()
    if not key:
        raise BadValue("a kv value needs a key", "`memento kv set port 8080`")
    if len(key) > KEY_LIMIT:
        raise BadValue(f"a key of {len(key)} signs; {KEY_LIMIT} are the most")
    return key


BEFORE, AFTER = "before", "after"
Side = Mapping[str, object]
"""A fact in an entry: when it was `set`, its `ttl` in seconds and its `turn`, if any."""


def sides(before: HardFact | None, after: HardFact | None) -> dict[str, object]:
    """The facts before and after an act, as in an entry's `more`."""
    return {name: _side(fact) for name, fact in ((BEFORE, before), (AFTER, after)) if fact}


def _side(fact: HardFact) -> Side:
    ttl = {} if fact.ttl is None else {"ttl": fact.ttl.total_seconds()}
    return {"set": iso(fact.set)} | ttl | ({"turn": fact.turn} if fact.turn else {})


def required_and_new(entry: JournalEntry, forward: bool) -> tuple[Side, Side]:
    """The fact that the file must have, and the new one, to do an entry's act or to undo it; {} for
    no fact."""
    before, after = (entry.more.get(name) for name in (BEFORE, AFTER))
    sides = [side if isinstance(side, dict) else {} for side in (before, after)]
    return (sides[0], sides[1]) if forward else (sides[1], sides[0])


def is_swapped(slot: Slot, before: Side, after: Side) -> bool:
    """Whether a swap was already done by a process that was killed before it wrote its entry."""
    if after:
        return is_of_side(slot.fact, after)
    return slot.fact is None and slot.replaced is not None and is_of_side(slot.replaced, before)


def is_of_side(fact: HardFact | None, side: Side) -> bool:
    """Whether a side of an entry means this fact."""
    if fact is None:
        return not side
    return (side.get("set"), side.get("turn", 0)) == (iso(fact.set), fact.turn)


def is_side_over(side: Side, now: datetime) -> bool:
    """Whether the fact of a side has expired."""
    at, ttl = side.get("set"), side.get("ttl")
    if not isinstance(at, str) or not isinstance(ttl, int | float):
        return False
    try:
        return (now - stored_moment(at)).total_seconds() >= ttl
    except BadTime:
        return False
