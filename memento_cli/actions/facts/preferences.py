"""Preferences: like, dislike, confirm, revoke (document 003 §2.5).

Their rules are in `core/facts/preferences.py`.
"""

from __future__ import annotations

from memento_cli.actions.facts.records import create, revise
from memento_cli.actions.facts.trusted import trusted_preferences
from memento_cli.actions.memory.naming import checked_name
from memento_cli.actions.memory.reading import state_files
from memento_cli.core.facts.preferences import (
    DOMAINS,
    POLARITIES,
    Preference,
    Word,
    as_of,
    is_changed,
    opposite_polarity,
    phrase,
    preference_id,
    subject_key,
    with_confirmed,
    with_one_confirmed,
    with_revoked,
    with_suggested,
)
from memento_cli.core.journal.event_types import CREATED
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.memory.refs import person_key, person_ref, same_person
from memento_cli.core.security.trust import is_persons
from memento_cli.core.text.normal_forms import nearest, plain_key
from memento_cli.errors import Ambiguous, BadValue, Conflict, NotFound, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord


RULES: dict[str, Callable[[Preference, Word], Preference]] = {
    "suggest": with_suggested,
    "confirm": with_confirmed,
    "revoke": with_revoked,
}


class Subject(NamedTuple):
    """What a preference is of: a subject in a domain, and whose it is (the store's own if none)."""

    name: str
    domain: str
    person: str = ""


def preferences(
    store: Store,
    until: datetime | None = None,
    among: Sequence[LoadedRecord[Any]] | None = None,
    least: str | None = None,
) -> list[Preference]:
    """Every preference, by person, domain and subject; a file that cannot be read is named and
    skipped. With `until`, as they were then, as far as they and the journal tell.

    `among` is what `states/` has, if it was read already. Each like and dislike is as somebody so
    trusted has told it last (`least`), if anybody so trusted has.
    """
    found = state_files(store) if among is None else among
    rows = [one.value for one in found if isinstance(one.value, Preference)]
    if until is not None:
        entries = [one for one in store.journal.under(STATES).lines if one.act == CREATED]
        later = {one.memory for one in entries if one.at > until}
        later -= {one.memory for one in entries if one.at <= until}
        rows = [as_of(one, until) for one in rows if ref_of(STATES, one.id) not in later]
    rows = list(map(with_one_confirmed, rows))
    rows = rows if least is None else trusted_preferences(store, rows, least)
    return sorted(rows, key=lambda one: (one.person, one.domain, one.subject))


def stated_preference(store: Store, about: Subject, polarity: str) -> Preference:
    """What was said of a subject. NotFound if nobody ever said that it is liked, or disliked."""
    meant = _empty(store, about)
    own = [one for one in preferences(store) if same_person(one.person, meant.person)]
    for one in own:
        if _key(one) == _key(meant) and one.stance(polarity):
            return one
    raise _unsaid(own, meant.subject, polarity)


def with_domain(store: Store, about: Subject, polarity: str) -> Subject:
    """A subject in the one domain in which it was said to be liked, or disliked.

    NotFound if nobody said so, Ambiguous if it was said in several domains.
    """
    whose = person_ref(about.person or store.settings["person"])
    own = [one for one in preferences(store) if same_person(one.person, whose)]
    key = subject_key(about.name)
    domains = [one.domain for one in own if subject_key(one.subject) == key
               if one.stance(polarity)]  # fmt: skip
    if not domains:
        raise _unsaid(own, about.name, polarity)
    if len(domains) > 1:
        problem = f"{about.name[:60]} is {polarity}d in {len(domains)} domains"
        raise Ambiguous(problem, f"--domain {' or '.join(sorted(domains))}")
    return about._replace(domain=domains[0])


def _unsaid(own: list[Preference], subject: str, polarity: str) -> NotFound:
    """The error for a subject of which somebody's likes and dislikes (`own`) say no such thing."""
    hint = _hint(own, subject, polarity)
    return NotFound(f"nobody said that {subject[:60]} is {polarity}d", hint)


def _hint(own: list[Preference], subject: str, polarity: str) -> str:
    """What may be meant by a subject of which nothing was said."""
    told = {one.subject: one.domain for one in own if one.stance(polarity)}
    for near in nearest(subject, told):
        return f"did you mean {near} --domain {told[near]}?"
    key, other = subject_key(subject), opposite_polarity(polarity)
    if any(subject_key(one.subject) == key and one.stance(other) for one in own):
        return f"it is {other}d; --dislike is for what is disliked"
    return f"`memento fact {polarity} ... --confirmed` says so, and confirms it at once"


def set_preference(
    store: Store,
    about: Subject,
    polarity: str,
    provenance: Provenance,
    *,
    rule: str = "suggest",
    note: str = "",
) -> Preference:
    """Suggest, confirm or revoke (`rule`) that somebody likes or dislikes something.

    Answers what is said of it now, which is nothing if there was nothing to revoke. BadValue for
    an unknown domain; Unasked if an agent changes how something stands that a person said.
    """
    before = _empty(store, about)
    check_subject(store, about, rule)
    if polarity not in POLARITIES:
        raise unknown("polarity", polarity, POLARITIES)
    word = Word(provenance.signature.at, polarity, provenance.evidence, note, provenance.trust)
    ref = ref_of(STATES, before.id)

    def say(old: Preference) -> Preference:
        said = with_one_confirmed(_about(old, before))
        new = RULES[rule](said, word)
        _check_asked(said, new, provenance)
        return new

    with store.lock.held():
        if before.id in store.held(STATES):
            return revise(store, ref, say, provenance)[0]
        after = say(before)
        if after.stances:
            create(store, ref, after, provenance)
    return after


def _check_asked(old: Preference, new: Preference, provenance: Provenance) -> None:
    """Unasked if a like or a dislike is to stand otherwise that a person has told."""
    changed = [
        (polarity, stance)
        for polarity, stance in old.stances.items()
        if is_persons(stance.trust) and is_changed(stance, new.stances[polarity])
    ]
    for polarity, stance in changed:
        says = f"{phrase(polarity, stance.status, old.subject)} ({stance.status})"
        question = f"Change how a {polarity} stands that the user told?"
        provenance.check_asked(stance.trust, question, {"it says": says, "its note": stance.note})


def check_subject(store: Store, about: Subject, rule: str) -> None:
    """Look at what is said to be liked as at any name; what was filed before can be revoked."""
    if rule != "revoke":
        checked_name(store, "the subject", " ".join(about.name.split()))


def preference_of(store: Store, about: Subject) -> Preference:
    """What is said of a subject so far, if anything. BadValue for an unknown domain."""
    empty, folder = _empty(store, about), store.held(STATES)
    return _about(folder.read(empty.id).value, empty) if empty.id in folder else empty


def _about(found: Any, wanted: Preference) -> Preference:
    """What a file has; Conflict if that is about something else."""
    if not isinstance(found, Preference) or _key(found) != _key(wanted):
        ref = ref_of(STATES, wanted.id)
        raise Conflict(f"{ref} is not about {wanted.subject[:60]!r}", "rename that file")
    return found


def _empty(store: Store, about: Subject) -> Preference:
    """A preference of which nothing was said yet."""
    domain = plain_key(about.domain)
    if domain not in DOMAINS:
        raise unknown("domain", about.domain, DOMAINS)
    subject = " ".join(about.name.split())
    if not subject_key(subject):
        raise BadValue("a preference needs a subject", "as coffee")
    person = person_ref(about.person or store.settings["person"])
    return Preference(preference_id(person, domain, subject), person, domain, subject)


def _key(preference: Preference) -> tuple[str, str, str]:
    return person_key(preference.person), preference.domain, subject_key(preference.subject)
