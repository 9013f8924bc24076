"""Kv values (document 004 §1): set, read, unset, purge.

The journal never contains a value, because values must not outlive their time to live. An entry
says when the old and the new value were set; an undo reads the old value from the file.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime

from memento_cli.actions.facts.records import after_erasure, place_of
from memento_cli.actions.memory.naming import checked_name, checked_person
from memento_cli.actions.memory.reading import readable_values
from memento_cli.core.facts.kv import (
    Slot,
    checked_key,
    is_of_side,
    is_side_over,
    is_swapped,
    kv_id,
    new_fact,
    next_turn,
    purged_slot,
    required_and_new,
    sides,
    slot_with,
)
from memento_cli.core.journal.event_types import CLI, DROPPED, KEPT, PURGED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.record_kinds import KV, ref_of
from memento_cli.core.memory.refs import name_of, same_person, stored_ref
from memento_cli.core.security.trust import TRUSTS, is_persons
from memento_cli.core.time.when import iso
from memento_cli.errors import Conflict, NotFound, Refused
from memento_cli.store.files.files import TEMPORARY, os_errors

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import timedelta
    from typing import Any

    from memento_cli.core.facts.kv import HardFact
    from memento_cli.core.journal.history import EntrySignature
    from memento_cli.store.directory.store import Store

Place = tuple[str, str | None]
"""A key and its owner; None is the store's own person."""


def set_kv(
    store: Store,
    key: str,
    value: Any,
    provenance: Provenance,
    *,
    ttl: timedelta | None = None,
    person: str = "",
    purges: bool = True,
) -> HardFact:
    """Set a person's key to a value, with or without a time to live, which starts anew if the key
    was set before. The default person is the store's own.

    Expired facts of all keys are purged at the same time, for which all files are read; without
    `purges` they wait for another act or the night. SecretFound for a secret in it. Unasked
    if a person has set the key to another value or time to live; if an agent repeats what a person
    has set, that fact is returned, and nothing is written.
    """
    whose = owner(store, person)
    fact = new_fact(key, value, provenance.signature.at, ttl, whose)._replace(
        trust=provenance.trust
    )
    checked_name(store, "the key", fact.key)
    kinds = provenance.kinds([{"key": fact.key, "person": whose or ""}, {fact.key: value}])
    with store.lock.held():
        if old := _same_by_person(store, fact, provenance):
            return old
        _replace(store, (fact.key, whose), fact, provenance, kinds, purges=purges)
    return fact


def owner(store: Store, person: str) -> str | None:
    """The owner of a person's facts as files have it: None for the store's own person."""
    ref = checked_person(store, person)
    return None if same_person(ref, stored_ref(store.settings["person"])) else ref


def get_kv(
    store: Store, key: str, now: datetime, *, until: datetime | None = None, person: str = ""
) -> HardFact:
    """The fact of a person's key; the default person is the store's own.

    NotFound if there is none, or it has expired, or was set after `until`.
    """
    key, whose = checked_key(key), owner(store, person)
    fact = _slot(store, key, whose).fact
    if fact is None:
        raise NotFound(f"kv has no {key!r}", _hint(store, key))
    if fact.set > (until or now) and (until or not fact.is_live(now)):
        raise NotFound(f"{key!r} was set later", f"on {iso(fact.set)}")
    if not fact.is_live(now):
        ended = f" on {iso(fact.expires)}" if fact.expires else ""
        raise NotFound(f"{key!r} expired{ended}", "set it again if it is still true")
    return fact


def find_kv(store: Store, key: str, now: datetime, *, person: str = "") -> HardFact | None:
    """The fact of a person's key, if there is one that has not expired: one file is read."""
    fact = _slot(store, checked_key(key), owner(store, person)).fact
    return fact if fact and fact.is_live(now) else None


def list_kv(
    store: Store,
    now: datetime,
    *,
    until: datetime | None = None,
    min_trust: str = TRUSTS[-1],
    person: str | None = None,
) -> list[HardFact]:
    """All live facts by key, or those of one person; "" is the store's own. A file that cannot be
    read is warned of and skipped.

    Facts set after `until` are left out. A value set with less trust than `min_trust` does not
    hide the one that it replaced.
    """
    whose = None if person is None else owner(store, person)
    facts = (slot.trusted(min_trust) for slot in _slots(store))
    live = (fact for fact in facts if fact and fact.is_live(now))
    theirs = (fact for fact in live if person is None or same_person(fact.person, whose))
    then = (fact for fact in theirs if until is None or fact.set <= until)
    return sorted(then, key=lambda fact: (fact.key, fact.person or ""))


def unset_kv(
    store: Store, key: str, provenance: Provenance, *, person: str = "", purges: bool = True
) -> HardFact:
    """Remove a fact before it expires. NotFound as in `get_kv`; Unasked if a person set it.
    `purges` as in `set_kv`."""
    with store.lock.held():
        fact = get_kv(store, key, provenance.signature.at, person=person)
        question = f"Take away what the user set as {fact.key}?"
        provenance.check_asked(fact.trust, question, {"it is": str(fact.value)})
        _replace(store, (fact.key, fact.person), None, provenance, [], purges=purges)
    return fact


def expired_keys(store: Store, now: datetime) -> list[str]:
    """The keys whose fact a purge would remove."""
    return keys_of(overdue(store, now), now)


def purge_kv(store: Store, provenance: Provenance) -> list[str]:
    """Remove expired facts, and replaced values that can no longer be restored, for good.

    Returns the keys of the facts. Temporary files of killed writes are removed, too.
    """
    with store.lock.held():
        over = overdue(store, provenance.signature.at)
        with store.all_or_nothing(refs_of(over)):
            store.journal.append(purge_slots(store, over, provenance.signature))
    return keys_of(over, provenance.signature.at)


def purge_expired(store: Store, now: datetime, via: str = CLI) -> list[str]:
    """Purge what has expired by `now` or by the clock, whichever is earlier."""
    return purge_kv(store, Provenance(store.signed(by_the_clock(now), via)))


def by_the_clock(now: datetime) -> datetime:
    """The time of an act that cannot be undone: never later than the clock."""
    return min(now, datetime.now(UTC))


def refs_of(slots: Iterable[Slot]) -> list[str]:
    """The journal's references of slots."""
    return [kv_ref(slot.key, slot.person) for slot in slots]


def keys_of(slots: Iterable[Slot], now: datetime) -> list[str]:
    """The keys whose current fact has expired, not only a replaced one; `port of herta` if it is
    not the store's own person's."""
    expired = (slot for slot in slots if slot.fact and slot.fact.is_over(now))
    return [slot.key + _whose(slot) for slot in expired]


def _whose(slot: Slot) -> str:
    """Whose a slot is, behind its key; nothing if it is the store's own person's."""
    return f" of {name_of(slot.person)}" if slot.person else ""


def kv_ref(key: str, person: str | None = None) -> str:
    """The journal's reference of a person's key; None is the store's own person."""
    return ref_of(KV, kv_id(key, person))


def check_swap(store: Store, entry: JournalEntry, forward: bool, now: datetime) -> None:
    """Check that a set or unset can be undone or redone (`forward`); Conflict or Refused if not."""
    if entry.act == PURGED:
        raise Refused(f"what {entry.memory} said was purged: its time was over")
    slot, (current, next_side) = _slot_of(store, entry), required_and_new(entry, forward)
    if is_swapped(slot, current, next_side):
        return
    if not (is_of_side(slot.fact, current) or (slot.fact is None and is_side_over(current, now))):
        hint = f"undo the later act first: `memento log {entry.memory}`"
        raise Conflict(f"{entry.memory} has changed since", hint)
    if next_side and not (is_of_side(slot.replaced, next_side) or is_side_over(next_side, now)):
        why = "only what was replaced last is kept, and without a ttl for a day"
        hint = "`memento log` shows other acts; `memento undo ACT` takes one back"
        raise Refused(f"what {entry.memory} said then is gone: {why}", hint)


def swap(store: Store, entry: JournalEntry, forward: bool, now: datetime) -> None:
    """Put back the fact before an entry, or the one after it (`forward`), unless it has expired."""
    slot, (current, next_side) = _slot_of(store, entry), required_and_new(entry, forward)
    if is_swapped(slot, current, next_side):
        return
    back = slot.replaced if next_side and is_of_side(slot.replaced, next_side) else None
    if next_side and not (back and back.is_live(now)):
        store.warn(f"what {entry.memory} said has expired: now it says nothing")
    if slot.fact or back:
        after = slot_with(slot, back, now)
        if not forward:  # nobody vouches any more for what is undone
            after = after._replace(vouched=slot.vouched)
        _write(store, purged_slot(after, now))


def _same_by_person(store: Store, new: HardFact, provenance: Provenance) -> HardFact | None:
    """The fact that a person has set, if an agent sets the same value; it keeps the person's trust.
    Unasked if the agent sets another value."""
    old = _slot(store, new.key, new.person).fact if provenance.must_ask else None
    if old is None or not old.is_live(provenance.signature.at) or not is_persons(old.trust):
        return None
    if old.ttl is new.ttl is None and repr(old.value) == repr(new.value):
        return old  # a time to live would start anew
    says = {"it is": _described(old), "it would be": _described(new)}
    provenance.check_asked(old.trust, f"Replace what the user set as {new.key}?", says)
    return None


def _described(fact: HardFact) -> str:
    """A fact as a question shows it: the end of its time first, as long values are cut."""
    return f"{f'until {iso(fact.expires)}' if fact.expires else 'without end'}: {fact.value}"


def _replace(
    store: Store,
    place: Place,
    fact: HardFact | None,
    provenance: Provenance,
    kinds: list[str],
    *,
    purges: bool,
) -> None:
    """Replace the fact of a key by another, or by none, and purge, in one act."""
    signature, ref = provenance.signature, kv_ref(*place)
    today = by_the_clock(signature.at)
    over = overdue(store, today) if purges else []
    with store.all_or_nothing([ref, *refs_of(over)]):
        entries = purge_slots(store, over, signature._replace(at=today))
        slot = _slot(store, *place)
        fact = fact and fact._replace(turn=next_turn(slot, fact.set))
        _write(store, slot_with(slot, fact, signature.at))
        more = sides(slot.fact, fact) | provenance.more(kinds) | after_erasure(store, ref)
        entries.append(signature.line(KEPT if fact else DROPPED, ref, more=more))
        store.journal.append(entries)


def purge_slots(store: Store, over: list[Slot], signature: EntrySignature) -> list[JournalEntry]:
    """Purge expired slots, and return the journal entries for it.

    The caller holds the lock, and puts the files back if the entries cannot be written.
    """
    _sweep(store)
    entries, unreasoned = list[JournalEntry](), signature._replace(reason="")
    for slot in over:
        left = purged_slot(slot, signature.at)
        _write(store, left)
        more = sides(slot.fact, left.fact)
        entries.append(unreasoned.line(PURGED, kv_ref(slot.key, slot.person), more=more))
    return entries


def _sweep(store: Store) -> None:
    """Remove the temporary files of killed writes, which may contain an expired value.

    The caller holds the lock, so nobody is writing.
    """
    from memento_cli.store.redaction.files import entries_of

    for entry in entries_of(store.held(KV).folder):
        if entry.name.startswith(TEMPORARY):
            with os_errors(entry.path):
                os.unlink(entry.path)


def _write(store: Store, slot: Slot) -> None:
    """Write the file of a slot, or remove it if the slot is empty."""
    folder, id = place_of(store, kv_ref(slot.key, slot.person))
    if slot.is_empty:
        folder.remove(id)
    elif id in folder:
        folder.set_keys(id, folder.codec.keys(slot))
    else:
        folder.create(id, slot)


def _slot(store: Store, key: str, person: str | None) -> Slot:
    """The slot of a person's key, empty without a file; Conflict if the file has another key."""
    ref = kv_ref(key, person)
    folder, id = place_of(store, ref)
    slot: Slot = folder.read(id).value if id in folder else Slot(key, person=person)
    if not slot.is_called(key, person):
        raise Conflict(f"{ref} has the key {slot.key!r}{_whose(slot)}", "choose another key")
    return slot


def _hint(store: Store, key: str) -> str:
    """A hint for a key that has no fact: another person's fact of that key."""
    others = [it.person for it in _slots(store) if it.fact and it.is_called(key, it.person)]
    if not others:
        return "`memento kv list` shows them"
    return f"there is one with --of {name_of(others[0] or store.settings['person'])}"


def _slot_of(store: Store, entry: JournalEntry) -> Slot:
    """The slot of the file that an entry is about; without a file, an empty slot."""
    folder, id = place_of(store, entry.memory)
    slot: Slot = folder.read(id).value if id in folder else Slot("")
    return slot


def _slots(store: Store) -> list[Slot]:
    return list(readable_values(store, store.held(KV).scan()))


def overdue(store: Store, now: datetime) -> list[Slot]:
    """The slots in which a fact or a replaced fact has expired, by key."""
    over = (slot for slot in _slots(store) if purged_slot(slot, now) != slot)
    return sorted(over, key=lambda slot: (slot.key, slot.person or ""))
