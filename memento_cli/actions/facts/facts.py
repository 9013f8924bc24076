"""Facts in time: claiming what holds of a subject, correcting it, ending it, and looking back.

Nothing is ever overwritten: each verb adds claims to the one file of a subject, all of an act in
one replacement of it, and what was believed before can still be asked for (document 000).
"""

from __future__ import annotations

from memento_cli.actions.facts.records import TableEntry, add_entries
from memento_cli.actions.memory.naming import checked_name, checked_person
from memento_cli.actions.memory.reading import state_files
from memento_cli.core.facts.claims import (
    Claim,
    changes,
    faults,
    holding,
    is_empty,
    next_turn,
    raises_trust,
    same_value,
    value_text,
)
from memento_cli.core.facts.timeline import (
    Facts,
    checked_key,
    checked_value,
    displaced,
    facts_id,
    overridden,
    persona_values,
    replaced,
)
from memento_cli.core.journal.event_types import STATED
from memento_cli.core.memory.ids import checked_id
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.memory.refs import name_of, same_person
from memento_cli.core.security.trust import TRUSTS, is_persons, least_of
from memento_cli.core.text.normal_forms import nearest
from memento_cli.core.time.when import iso
from memento_cli.errors import Ambiguous, BadValue, Conflict, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.states import SUBJECT, claim_row, claims_path

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.facts.claims import Stretch, Value
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord


class Terms(NamedTuple):
    """How a value is to hold: from now, if not said otherwise, without end, in place of others."""

    valid_from: datetime | None = None
    valid_until: datetime | None = None
    confidence: float | None = None
    beside: bool = False


class Stated(NamedTuple):
    """What was to be claimed on a key; if it changed nothing, it was not added.

    `overridden` is what had started later and does not hold any more.
    """

    key: str
    claim: Claim
    added: bool
    overridden: tuple[Stretch, ...] = ()


class Updated(NamedTuple):
    """What a persona was told, and the keys that it does not keep."""

    stated: list[Stated]
    ignored: tuple[str, ...] = ()


def facts_of(store: Store, subject: str = "") -> Facts:
    """All that was ever claimed of a subject (the store's own person if none is given).

    Its name is as it was first written; capitals, width and spaces make no other subject.
    Conflict if the file that its facts belong in says something else.
    """
    subject = checked_person(store, subject)
    folder, id = store.held(STATES), facts_id(subject)
    if id not in folder:
        return Facts(subject)
    facts = folder.read(id).value
    if not isinstance(facts, Facts) or not same_person(facts.subject, subject):
        whose = f"of {facts.subject}" if isinstance(facts, Facts) else "no facts"
        raise Conflict(f"{folder.path(id)} is {whose}, not of {subject}", "see what it says")
    return facts


def every_facts(store: Store, among: Sequence[LoadedRecord[Any]] | None = None) -> list[Facts]:
    """The facts of each subject; a file that cannot be read, or is in no place, is named.

    `among` is what `states/` has, if it was read already.
    """
    found = []
    for one in state_files(store) if among is None else among:
        if not isinstance(one.value, Facts):
            continue
        if facts_id(one.value.subject) == one.id:
            found.append(one.value)
        else:
            store.warn(f"{one.id}: the facts of {one.value.subject} have another file; skipped")
    return sorted(found, key=lambda facts: facts.subject)


def set_facts(
    store: Store,
    subject: str,
    values: Mapping[str, Value | None],
    provenance: Provenance,
    terms: Terms = Terms(),
) -> list[Stated]:
    """Claim values of a subject by their keys, all or none; null or empty ones are no values.

    BadValue for a key or a value that cannot be one; SecretFound for a key or password in it.
    """
    now = provenance.signature.at
    plain = Claim(
        now,
        terms.valid_from or now,
        terms.valid_until,
        beside=terms.beside,
        confidence=terms.confidence,
    )
    claims = {
        checked_name(store, "the key", checked_key(key)): plain._replace(
            value=checked_value(value, key)
        )
        for key, value in values.items()
        if not is_empty(value)
    }
    return _added(store, subject, lambda facts: claims, provenance)


def update_context(
    store: Store,
    persona: str,
    user_info: Mapping[str, Value | None],
    provenance: Provenance,
    terms: Terms = Terms(),
) -> Updated:
    """Tell a persona of its user: name, nickname, preferred address, all or none (document 000).

    Other keys are told as ignored; BadValue if there is no other.
    """
    kept, ignored = persona_values(user_info)
    return Updated(set_facts(store, persona, kept, provenance, terms), ignored)


def correct_fact(
    store: Store, subject: str, key: str, value: Value, provenance: Provenance,
    *, at: datetime | None = None, confidence: float | None = None,
) -> Stated:  # fmt: skip
    """Claim that another value held, just as long as the one that is believed to hold at `at`.

    NotFound if none does, Ambiguous if several do.
    """
    name, now = checked_key(key), provenance.signature.at
    new = checked_value(value, name)

    def corrected(facts: Facts) -> dict[str, Claim]:
        found = holding(facts.of(name), at or now, now)
        if not found:
            then = " then" if at else ""
            hint = near_fact(facts, name, subject, adding=True)
            raise NotFound(f"nothing holds as {name}{then}", hint)
        if len(found) > 1:
            told = ", ".join(value_text(stretch.value) for stretch in found)
            hint = "`fact end KEY VALUE` takes one out, `fact set --beside` adds another"
            raise Ambiguous(f"several hold as {name}: {told}", hint)
        return {name: Claim(now, found[0].start, found[0].end, new, confidence=confidence)}

    return _added(store, subject, corrected, provenance)[0]


def end_fact(
    store: Store, subject: str, key: str, provenance: Provenance,
    *, value: Value | None = None, at: datetime | None = None, until: datetime | None = None,
    least: str | None = None,
) -> Stated:  # fmt: skip
    """Claim that from `at` on, or until another moment, nothing holds as a key, or one value not.

    NotFound if it would change nothing, or nothing that somebody so trusted has said (`least`);
    BadValue if all of it that it would end begins later.
    """
    name, now = checked_key(key), provenance.signature.at

    def ended(facts: Facts) -> dict[str, Claim]:
        claim, what = (
            Claim(now, at or now, until, ends=value),
            f"{name} of {name_of(facts.subject)}",
        )
        if not changes(facts.of(name), claim):
            told = f"nothing holds as {what}"
            if value is not None:
                told = f"{what} is not {value_text(value)}"
            raise NotFound(told, near_fact(facts, name, subject))
        if until is None:
            _check_begun(facts.of(name), name, claim, what, subject)
        return {name: claim}

    return _added(store, subject, ended, provenance, least)[0]


def near_fact(facts: Facts, key: str, subject: str = "", *, adding: bool = False) -> str:
    """What may be meant by a key as which nothing holds, of whom somebody named: as a hint."""
    from shlex import quote

    whose, said = f" --of {quote(subject)}" if subject else "", quote(key)
    if facts.of(key):
        return f"`memento fact history {said}{whose}` shows what did"
    for near in nearest(key, facts.claims):
        return f"did you mean {near}?"
    if adding:
        return f"`memento fact set {said} VALUE{whose}` adds it"
    return f"`memento fact list{whose}` shows what is known"


def _check_begun(known: Sequence[Claim], key: str, claim: Claim, what: str, subject: str) -> None:
    """BadValue if what a claim ends had not begun then: to be ended is not to have never been."""
    ended = replaced(known, claim)
    if not ended or any(one.start <= claim.valid_from for one in ended):
        return
    from shlex import quote

    first = min(ended, key=lambda one: one.start)
    since = iso(first.start)
    value = f" {quote(value_text(claim.ends))}" if claim.ends is not None else ""
    whose = f" --of {quote(subject)}" if subject else ""
    raise BadValue(
        f"{what} is {value_text(first.value)} only from {since} on",
        f"`memento fact end {quote(key)}{value} --at {since}{whose}` takes that out altogether",
    )


def _added(
    store: Store,
    subject: str,
    claims_on: Callable[[Facts], Mapping[str, Claim]],
    provenance: Provenance,
    least: str | None = None,
) -> list[Stated]:
    """Add to the facts of a subject the claims that change anything, in one replacement.

    Unasked if one takes the place of what a person said, or, to who sees only what is so trusted
    (`least`), seems to.
    """
    evidence = tuple(map(checked_id, provenance.evidence))
    with store.lock.held():
        facts = facts_of(store, subject)
        seen = facts.trusted(least or TRUSTS[-1])
        stated = [
            _stated(key, facts.of(key), claim._replace(evidence=evidence, trust=provenance.trust))
            for key, claim in claims_on(seen).items()
        ]
        for view in (facts, seen) if provenance.must_ask else ():
            _check_asked(view, [one for one in stated if one.added], provenance)
        ref, head = ref_of(STATES, facts_id(facts.subject)), {SUBJECT: facts.subject}
        entries = [
            (ref, TableEntry(claims_path(one.key), claim_row(one.claim), head))
            for one in stated
            if one.added
        ]
        if entries:
            add_entries(store, STATED, entries, provenance)
    return stated


def _check_asked(facts: Facts, stated: Iterable[Stated], provenance: Provenance) -> None:
    """Unasked if a claim takes the place of what a person said, or ends it; also one that says the
    same of another time, which would be the agent's word from then on."""
    keys, trusts, before, after = list[str](), list[str](), list[str](), list[str]()
    for key, claim, *_ in stated:
        taken = [one for one in displaced(facts.of(key), claim) if is_persons(one.claim.trust)]
        if taken:
            keys.append(key)
            trusts += [one.claim.trust for one in taken]
            timed = any(same_value(one.value, claim.value) for one in taken)
            before += [_said(key, one.value, one.start, one.end, timed) for one in taken]
            if claim.value is not None:
                after.append(_said(key, claim.value, claim.valid_from, claim.valid_until, timed))
    if keys:
        question = f"{'Replace' if after else 'End'} what the user said of {', '.join(keys)}?"
        says = {"it says": "; ".join(before), "it would say": "; ".join(after)}
        provenance.check_asked(least_of(trusts), question, says)


def _said(key: str, value: Value, start: datetime, end: datetime | None, timed: bool) -> str:
    """A fact as a question tells it; with its time, if that is what changes."""
    told = f"{key} = {value_text(value)}"
    if not timed:
        return told
    return f"{told} from {iso(start)}" + (f" until {iso(end)}" if end else "")


def _stated(key: str, known: tuple[Claim, ...], claim: Claim) -> Stated:
    claim = claim._replace(turn=next_turn(known, claim.recorded))
    problems = faults(claim)
    if problems:
        raise BadValue(f"{key}: {'; '.join(problems)}")
    added = changes(known, claim) or raises_trust(known, claim)
    return Stated(key, claim, added, tuple(overridden(known, claim)))
