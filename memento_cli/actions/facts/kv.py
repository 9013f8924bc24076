"""Hard facts (document 004 §1): set, read, unset, purged.

The journal never has a value, which must not outlive its time. Its lines name the file, and when
the value before and the value after were set; an undo takes the value before from the file.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime

from memento_cli.actions.facts.records import Provenance, after_erasure, place_of
from memento_cli.actions.memory.naming import checked_name, checked_person
from memento_cli.actions.memory.reading import readable_values
from memento_cli.core.facts.kv import (
    Slot,
    checked_key,
    fresh,
    kv_id,
    next_turn,
    purged,
    succession,
)
from memento_cli.core.facts.kv_lines import is_of_side, is_side_over, is_swapped, sides, ways
from memento_cli.core.journal.event_types import CLI, DROPPED, KEPT, PURGED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.memory.record_kinds import KV, ref_of
from memento_cli.core.memory.refs import name_of, same_person, stored_ref
from memento_cli.core.security.trust import TRUSTS, is_persons
from memento_cli.core.time.when import iso
from memento_cli.errors import Conflict, NotFound, Refused
from memento_cli.store.files.files import TEMPORARY, os_errors
from memento_cli.store.redaction.files import entries_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import timedelta
    from typing import Any

    from memento_cli.core.facts.kv import (
        HardFact,
    )
    from memento_cli.core.journal.history import EntrySignature
    from memento_cli.store.directory.store import Store

Place = tuple[str, str | None]
"""A key, and whose it is."""


def set_hard_fact(
    store: Store,
    key: str,
    value: Any,
    act: Provenance,
    *,
    ttl: timedelta | None = None,
    person: str = "",
) -> HardFact:
    """Set a person's key to a value, for a time or without end; if it was set before, that begins
    anew. Without a person it is of the store's own.

    What has expired, of any key, leaves the store with it. SecretFound for a secret in it, Unasked
    where a person has set the key to anything else, or for another time. What an agent says as the
    person does already is answered, and nothing is set.
    """
    whose = owner(store, person)
    fact = fresh(key, value, act.signature.at, ttl, whose)._replace(trust=act.trust)
    checked_name(store, "the key", fact.key)
    kinds = act.kinds([{"key": fact.key, "person": whose or ""}, {fact.key: value}])
    with store.lock.held():
        if old := _theirs(store, fact, act):
            return old
        _succeed(store, (fact.key, whose), fact, act, kinds)
    return fact


def owner(store: Store, person: str) -> str | None:
    """Whose the facts of a person are, as files have it: a reference; None of the store's own
    person, and of nobody in particular."""
    ref = checked_person(store, person)
    return None if same_person(ref, stored_ref(store.settings["person"])) else ref


def hard_fact(
    store: Store, key: str, now: datetime, *, until: datetime | None = None, person: str = ""
) -> HardFact:
    """The fact of a person's key; without a person of the store's own.

    NotFound if there is none, it has expired, or was set after `until`.
    """
    key, whose = checked_key(key), owner(store, person)
    fact = _slot(store, key, whose).fact
    if fact is None:
        raise NotFound(f"no hard fact {key!r}", _hint(store, key))
    if fact.set > (until or now) and (until or not fact.is_live(now)):
        raise NotFound(f"{key!r} was set later", f"on {iso(fact.set)}")
    if not fact.is_live(now):
        ended = f" on {iso(fact.expires)}" if fact.expires else ""
        raise NotFound(f"{key!r} expired{ended}", "set it again if it is still true")
    return fact


def hard_facts(
    store: Store,
    now: datetime,
    *,
    until: datetime | None = None,
    min_trust: str = TRUSTS[-1],
    person: str | None = None,
) -> list[HardFact]:
    """All facts that are there now, by key, or those of one person; "" is the store's own. A file
    that cannot be read is named and skipped.

    What was set after `until` is left out. What somebody less trusted than `min_trust` has set
    takes no other's place.
    """
    whose = None if person is None else owner(store, person)
    facts = (slot.trusted(min_trust) for slot in _slots(store))
    live = (fact for fact in facts if fact and fact.is_live(now))
    theirs = (fact for fact in live if person is None or same_person(fact.person, whose))
    found = [fact for fact in theirs if until is None or fact.set <= until]
    return sorted(found, key=lambda fact: (fact.key, fact.person or ""))


def unset_hard_fact(store: Store, key: str, act: Provenance, *, person: str = "") -> HardFact:
    """Take a fact away before its time. NotFound as when it is read; Unasked if a person set it."""
    with store.lock.held():
        fact = hard_fact(store, key, act.signature.at, person=person)
        question = f"Take away what the user set as {fact.key}?"
        act.check_asked(fact.trust, question, {"it is": str(fact.value)})
        _succeed(store, (fact.key, fact.person), None, act, [])
    return fact


def expired_keys(store: Store, now: datetime) -> list[str]:
    """The keys whose fact a purge would take out."""
    return keys_of(overdue(store, now), now)


def purge_hard_facts(store: Store, act: Provenance) -> list[str]:
    """Take out of the store what has expired, and what no undo asks for any more; for good.

    Answers the keys whose fact went. What a killed write has left goes, too.
    """
    with store.lock.held():
        over = overdue(store, act.signature.at)
        with store.all_or_nothing(refs_of(over)):
            store.journal.append(take_out(store, over, act.signature))
    return keys_of(over, act.signature.at)


def purge_expired(store: Store, now: datetime, via: str = CLI) -> list[str]:
    """Purge what has expired by now; an act that is dated ahead ends nothing for good."""
    return purge_hard_facts(store, Provenance(store.signed(by_the_clock(now), via)))


def by_the_clock(now: datetime) -> datetime:
    """The moment of an act that ends something for good: one that is dated ahead is not yet."""
    return min(now, datetime.now(UTC))


def refs_of(slots: Iterable[Slot]) -> list[str]:
    """How the journal names these places."""
    return [kv_ref(slot.key, slot.person) for slot in slots]


def keys_of(slots: Iterable[Slot], now: datetime) -> list[str]:
    """The keys of places that lose their fact, and not only one that stood there before."""
    return [slot.key for slot in slots if slot.fact and slot.fact.is_over(now)]


def kv_ref(key: str, person: str | None = None) -> str:
    """How the journal names the fact of a person's key; None is the store's own person."""
    return ref_of(KV, kv_id(key, person))


def check_swap(store: Store, line: JournalEntry, forward: bool, now: datetime) -> None:
    """See that what was set or unset can be taken back, or done again."""
    if line.act == PURGED:
        raise Refused(f"what {line.memory} said was purged: its time was over")
    slot, (here, there) = _slot_of(store, line), ways(line, forward)
    if is_swapped(slot, here, there):
        return
    if not (is_of_side(slot.fact, here) or (slot.fact is None and is_side_over(here, now))):
        hint = f"undo the later act first: `memento log {line.memory}`"
        raise Conflict(f"{line.memory} has changed since", hint)
    if there and not (is_of_side(slot.replaced, there) or is_side_over(there, now)):
        why = "only what was replaced last is kept, and without a ttl for a day"
        hint = "`memento log` shows other acts; `memento undo ACT` takes one back"
        raise Refused(f"what {line.memory} said then is gone: {why}", hint)


def swap(store: Store, line: JournalEntry, forward: bool, now: datetime) -> None:
    """Put what stood before, or after, in the place of what stands there; unless it has expired."""
    slot, (here, there) = _slot_of(store, line), ways(line, forward)
    if is_swapped(slot, here, there):
        return
    back = slot.replaced if there and is_of_side(slot.replaced, there) else None
    if there and not (back and back.is_live(now)):
        store.warn(f"what {line.memory} said has expired: now it says nothing")
    if slot.fact or back:
        after = succession(slot, back, now)
        if not forward:  # what is taken back is nobody's word any more
            after = after._replace(vouched=slot.vouched)
        _write(store, purged(after, now))


def _theirs(store: Store, new: HardFact, act: Provenance) -> HardFact | None:
    """The fact that a person has set, if an agent says the same: it stays their word. Unasked if it
    says anything else."""
    old = _slot(store, new.key, new.person).fact if act.must_ask else None
    if old is None or not old.is_live(act.signature.at) or not is_persons(old.trust):
        return None
    if old.ttl is new.ttl is None and repr(old.value) == repr(new.value):
        return old  # of one that has a time, that would begin anew
    says = {"it is": _told(old), "it would be": _told(new)}
    act.check_asked(old.trust, f"Replace what the user set as {new.key}?", says)
    return None


def _told(fact: HardFact) -> str:
    """A fact as a question tells it: first how long it is, of a long value only the beginning."""
    return f"{f'until {iso(fact.expires)}' if fact.expires else 'without end'}: {fact.value}"


def _succeed(
    store: Store, place: Place, fact: HardFact | None, act: Provenance, kinds: list[str]
) -> None:
    """Replace what a person has under a key by a fact, or by none, and purge, in one act."""
    signature, ref = act.signature, kv_ref(*place)
    today = by_the_clock(signature.at)
    over = overdue(store, today)
    with store.all_or_nothing([ref, *refs_of(over)]):
        lines = take_out(store, over, signature._replace(at=today))
        slot = _slot(store, *place)
        fact = fact and fact._replace(turn=next_turn(slot, fact.set))
        _write(store, succession(slot, fact, signature.at))
        more = sides(slot.fact, fact) | act.more(kinds) | after_erasure(store, ref)
        lines.append(signature.line(KEPT if fact else DROPPED, ref, more=more))
        store.journal.append(lines)


def take_out(store: Store, over: list[Slot], signature: EntrySignature) -> list[JournalEntry]:
    """Purge the places in which something's time is over; the lines that are to tell of it.

    The lock is held, and who calls it puts the files back if the lines cannot be written.
    """
    _sweep(store)
    lines, unreasoned = list[JournalEntry](), signature._replace(reason="")
    for slot in over:
        left = purged(slot, signature.at)
        _write(store, left)
        more = sides(slot.fact, left.fact)
        lines.append(unreasoned.line(PURGED, kv_ref(slot.key, slot.person), more=more))
    return lines


def _sweep(store: Store) -> None:
    """Take away what killed writes have left: it may hold a value that is to be gone in time.

    Who holds the lock knows that nobody is writing.
    """
    for entry in entries_of(store.held(KV).folder):
        if entry.name.startswith(TEMPORARY):
            with os_errors(entry.path):
                os.unlink(entry.path)


def _write(store: Store, slot: Slot) -> None:
    """Make the file of a key say this; if that is nothing, there is no file."""
    folder, id = place_of(store, kv_ref(slot.key, slot.person))
    if slot.is_empty:
        folder.remove(id)
    elif id in folder:
        folder.set_keys(id, folder.codec.keys(slot))
    else:
        folder.create(id, slot)


def _slot(store: Store, key: str, person: str | None) -> Slot:
    """What the file of a person's key says; Conflict if it is another's."""
    empty = Slot(key, person=person)
    folder, id = place_of(store, kv_ref(key, person))
    slot: Slot = folder.read(id).value if id in folder else empty
    if not slot.is_called(key, person):
        whose = f" of {name_of(slot.person)}" if slot.person else ""
        raise Conflict(
            f"{kv_ref(key, person)} has the key {slot.key!r}{whose}", "choose another key"
        )
    return slot


def _hint(store: Store, key: str) -> str:
    """What may have been meant by a key under which nothing is."""
    others = [one.person for one in _slots(store) if one.fact and one.is_called(key, one.person)]
    if not others:
        return "`memento kv list` shows them"
    return f"there is one with --of {name_of(others[0] or store.settings['person'])}"


def _slot_of(store: Store, line: JournalEntry) -> Slot:
    """What the file says that a line is about; without one, an empty place."""
    folder, id = place_of(store, line.memory)
    slot: Slot = folder.read(id).value if id in folder else Slot("")
    return slot


def _slots(store: Store) -> list[Slot]:
    return list(readable_values(store, store.held(KV).scan()))


def overdue(store: Store, now: datetime) -> list[Slot]:
    """The places in which something's time is over, by key."""
    over = (slot for slot in _slots(store) if purged(slot, now) != slot)
    return sorted(over, key=lambda slot: (slot.key, slot.person or ""))
