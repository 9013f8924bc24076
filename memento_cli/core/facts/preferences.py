"""Preferences: what somebody likes and dislikes (document 003 §2.5).

Only what is confirmed may be stated as a fact; a candidate is something to ask about.
"""

from __future__ import annotations

from itertools import groupby

from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.memory.refs import PERSON, person_key
from memento_cli.core.security.trust import USER, least_of, raised_trust
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

DOMAINS = ("food", "topic", "style")
LIKE, DISLIKE = POLARITIES = ("like", "dislike")
CANDIDATE, CONFIRMED, REVOKED = STATUSES = ("candidate", "confirmed", "revoked")
SUBJECT_SIGNS = 80
EVIDENCE_LIMIT = 20
SNAPSHOT_LIMIT = 8


class Stance(NamedTuple):
    """How a like, or a dislike, stands: its status, since when, and the events behind it.

    `evidence` are the ids of the last 20 events; the journal has all. `trust` is that of who says
    how it stands (`core/security/trust.py`).
    """

    status: str
    confirmed_at: datetime | None = None
    revoked_at: datetime | None = None
    evidence: tuple[str, ...] = ()
    note: str = ""
    trust: str = USER


class Preference(NamedTuple):
    """What a person likes or dislikes of one subject; both may be candidates at once."""

    id: str
    person: str
    domain: str
    subject: str
    like: Stance | None = None
    dislike: Stance | None = None

    def stance(self, polarity: str) -> Stance | None:
        """How the like, or the dislike, stands; None if nobody ever said so."""
        return self.like if polarity == LIKE else self.dislike

    @property
    def stances(self) -> dict[str, Stance]:
        """What was said, by polarity."""
        both = {LIKE: self.like, DISLIKE: self.dislike}
        return {polarity: stance for polarity, stance in both.items() if stance}


class Word(NamedTuple):
    """What is said of a preference: when, which way, the events behind it, a note, and by whom."""

    at: datetime
    polarity: str
    evidence: tuple[str, ...] = ()
    note: str = ""
    trust: str = USER


class Row(NamedTuple):
    """One stance with whose it is and about what."""

    preference: Preference
    polarity: str
    stance: Stance


def subject_key(subject: str) -> str:
    """What two names of one subject share: width, spaces and capitals aside, 80 signs."""
    return plain_key(subject)[:SUBJECT_SIGNS].rstrip()


def preference_id(person: str, domain: str, subject: str) -> str:
    """The name of the file in which a person's preference for a subject stands."""
    return filed_name(f"{person.removeprefix(PERSON)}/{domain}/{subject_key(subject)}")


def may_state_as_fact(status: str) -> bool:
    """Whether what has this status may be said of a person, and not only asked."""
    return status == CONFIRMED


def phrase(polarity: str, status: str, subject: str) -> str:
    """What is said of somebody: `likes tea` or, of what may only be asked, `may like tea`."""
    said = f"{polarity}s" if may_state_as_fact(status) else f"may {polarity}"
    return f"{said} {subject}"


def standing(one: Preference) -> Preference:
    """As it stands: of a like and a dislike that are both confirmed, as a merge may leave them, the
    later; confirming that one would have revoked the other. Of one moment, both."""
    like, dislike = one.like, one.dislike
    if not (like and dislike and like.status == dislike.status == CONFIRMED):
        return one
    first, last = like.confirmed_at, dislike.confirmed_at
    if first is None or last is None or first == last:
        return one
    if first < last:
        return one._replace(like=like._replace(status=REVOKED, revoked_at=last))
    return one._replace(dislike=dislike._replace(status=REVOKED, revoked_at=first))


def suggested(preference: Preference, word: Word) -> Preference:
    """With a candidate; what was confirmed stays so, what was revoked may come back."""
    old = preference.stance(word.polarity)
    stance = old or Stance(CANDIDATE)
    if stance.status != CONFIRMED:
        stance = stance._replace(status=CANDIDATE, confirmed_at=None, revoked_at=None)
    return _with(preference, word.polarity, _told(old, stance, word))


def confirmed(preference: Preference, word: Word) -> Preference:
    """With a like or a dislike confirmed. The opposite is revoked if it was confirmed, too; an
    opposite candidate stays."""
    old = preference.stance(word.polarity)
    stance = old or Stance(CONFIRMED)
    stance = stance._replace(status=CONFIRMED, confirmed_at=word.at, revoked_at=None)
    other = opposite(word.polarity)
    against = preference.stance(other)
    if against and against.status == CONFIRMED:
        preference = revoked(preference, word._replace(polarity=other, note=""))
    return _with(preference, word.polarity, _told(old, stance, word))


def revoked(preference: Preference, word: Word) -> Preference:
    """With a like or a dislike taken back: it is kept, and holds no more. Nothing to take back is
    nothing done."""
    stance = preference.stance(word.polarity)
    if stance is None or stance.status == REVOKED:
        return preference
    fresh = stance._replace(status=REVOKED, revoked_at=word.at)
    return _with(preference, word.polarity, _told(stance, fresh, word))


def as_of(preference: Preference, at: datetime) -> Preference:
    """A preference as it was, as far as it tells: confirmed or revoked later, it was not yet so."""
    like, dislike = (_as_of(preference.stance(polarity), at) for polarity in POLARITIES)
    return preference._replace(like=like, dislike=dislike)


def _as_of(stance: Stance | None, at: datetime) -> Stance | None:
    if stance is None:
        return None
    if stance.confirmed_at and stance.confirmed_at > at:
        return stance._replace(status=CANDIDATE, confirmed_at=None, revoked_at=None)
    if stance.revoked_at and stance.revoked_at > at:
        status = CONFIRMED if stance.confirmed_at else CANDIDATE
        return stance._replace(status=status, revoked_at=None)
    return stance


def opposite(polarity: str) -> str:
    """Dislike of like, and like of dislike."""
    return DISLIKE if polarity == LIKE else LIKE


def rows(preferences: Iterable[Preference]) -> list[Row]:
    """Every like and dislike, by person, domain and subject."""
    ordered = sorted(preferences, key=lambda one: (one.person, one.domain, one.subject))
    return [Row(one, *said) for one in ordered for said in one.stances.items()]


def confirmed_snapshot(preferences: Iterable[Preference]) -> list[Row]:
    """What may be stated as fact: of each person, domain and polarity the 8 confirmed last."""
    certain = [row for row in rows(preferences) if may_state_as_fact(row.stance.status)]
    groups = groupby(sorted(certain, key=_group), key=_group)
    return [row for _, group in groups for row in _newest(list(group))[:SNAPSHOT_LIMIT]]


def contradictions(preferences: Iterable[Preference]) -> list[Preference]:
    """The preferences in which a like and a dislike stand against each other, none revoked."""
    return [
        one
        for one in preferences
        if sum(stance.status != REVOKED for stance in one.stances.values()) > 1
    ]


def _group(row: Row) -> tuple[str, str, str]:
    return person_key(row.preference.person), row.preference.domain, row.polarity


def _newest(group: list[Row]) -> list[Row]:
    """Those that were confirmed last come first; what does not say when comes last."""

    def age(row: Row) -> tuple[bool, float]:
        at = row.stance.confirmed_at
        return at is None, -at.timestamp() if at else 0.0

    return sorted(group, key=age)


def is_changed(old: Stance, new: Stance) -> bool:
    """Whether a like or a dislike stands otherwise, or with another note."""
    return (old.status, old.note) != (new.status, new.note)


def _told(old: Stance | None, stance: Stance, word: Word) -> Stance:
    """A stance with what was said of it: the newest events last, and no more of them than 20.

    Who vouches for it: who said it first; who says the same confirms it; for a change both do.
    """
    fresh = dict.fromkeys((*stance.evidence, *word.evidence))
    note = word.note or stance.note
    stance = stance._replace(evidence=tuple(fresh)[-EVIDENCE_LIMIT:], note=note)
    if old is None:
        return stance._replace(trust=word.trust)
    trust = raised_trust(old.trust, word.trust)
    return stance._replace(
        trust=least_of((trust, word.trust)) if is_changed(old, stance) else trust
    )


def _with(preference: Preference, polarity: str, stance: Stance) -> Preference:
    if polarity == LIKE:
        return preference._replace(like=stance)
    return preference._replace(dislike=stance)
