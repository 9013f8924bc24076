"""Preferences: like, dislike, confirm, revoke (document 003 §2.5). Rules: `core/preferences.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from memento_cli.actions.holding import Act, create, revise
from memento_cli.actions.reading import readable
from memento_cli.core.held import STATES, ref_of
from memento_cli.core.preferences import (
    DOMAINS,
    POLARITIES,
    Preference,
    Word,
    confirmed,
    preference_id,
    revoked,
    subject_key,
    suggested,
)
from memento_cli.core.refs import person_ref
from memento_cli.errors import BadValue, Conflict
from memento_cli.store.store import Store

RULES: dict[str, Callable[[Preference, Word], Preference]] = {
    "suggest": suggested,
    "confirm": confirmed,
    "revoke": revoked,
}


class Subject(NamedTuple):
    """What a preference is of: a subject in a domain, and whose it is (the store's own if none)."""

    name: str
    domain: str
    person: str = ""


def preferences(store: Store) -> list[Preference]:
    """Every preference, by person, domain and subject; a file that cannot be read is named and
    skipped."""
    found = readable(store, store.held(STATES).scan())
    rows = [value for value in found if isinstance(value, Preference)]
    return sorted(rows, key=lambda one: (one.person, one.domain, one.subject))


def prefer(
    store: Store, about: Subject, polarity: str, act: Act, *, rule: str = "suggest", note: str = ""
) -> Preference:
    """Suggest, confirm or revoke (`rule`) that somebody likes or dislikes something.

    Answers what is said of it now, which is nothing if there was nothing to revoke. BadValue for
    an unknown domain.
    """
    before = _empty(store, about)
    if polarity not in POLARITIES:
        raise BadValue(f"no preference is a {polarity[:40]!r}", "one of: " + ", ".join(POLARITIES))
    word = Word(act.signature.at, polarity, act.evidence, note)
    ref = ref_of(STATES, before.id)

    def say(old: Preference) -> Preference:
        if not isinstance(old, Preference) or _key(old) != _key(before):
            raise Conflict(f"{ref} is not about {before.subject[:60]!r}", "rename that file")
        return RULES[rule](old, word)

    with store.lock.held():
        if before.id in store.held(STATES):
            after: Preference = revise(store, ref, say, act)[1]
            return after
        after = say(before)
        if after.stances:
            create(store, ref, after, act)
    return after


def _empty(store: Store, about: Subject) -> Preference:
    """A preference of which nothing was said yet."""
    if about.domain not in DOMAINS:
        raise BadValue(
            f"no domain is called {about.domain[:40]!r}", "one of: " + ", ".join(DOMAINS)
        )
    subject = " ".join(about.name.split())
    if not subject_key(subject):
        raise BadValue("what is liked or disliked?", "a subject, as coffee")
    person = person_ref(about.person or store.settings["person"])
    return Preference(preference_id(person, about.domain, subject), person, about.domain, subject)


def _key(preference: Preference) -> tuple[str, str]:
    return preference.domain, subject_key(preference.subject)
