"""Preferences: what somebody likes and dislikes (document 003 §2.5).

Only what is confirmed may be stated as a fact; a candidate is something to ask about.
"""

from __future__ import annotations

from itertools import groupby

from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.memory.refs import PERSON, person_key
from memento_cli.core.security.trust import USER, least_of, raised_trust
from memento_cli.core.text.normal_forms import plain_key
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
    """A like or a dislike: its status, its times, and its evidence.

    `evidence` are the ids of the last 20 events; the journal has all. `trust` is that of who
    stated it (`core/security/trust.py`).
    """

    status: str
    confirmed_at: datetime | None = None
    revoked_at: datetime | None = None
    evidence: tuple[str, ...] = ()
    note: str = ""
    trust: str = USER


class Preference(NamedTuple):
    """A person's like and dislike of one subject; both may be candidates at once."""

    id: str
    person: str
    domain: str
    subject: str
    like: Stance | None = None
    dislike: Stance | None = None

    def stance(self, polarity: str) -> Stance | None:
        """The like or the dislike; None if it was never stated."""
        return self.like if polarity == LIKE else self.dislike

    @property
    def stances(self) -> dict[str, Stance]:
        """The stated likes and dislikes by polarity."""
        both = {LIKE: self.like, DISLIKE: self.dislike}
        return {polarity: stance for polarity, stance in both.items() if stance}


class Word(NamedTuple):
    """A statement about a preference: its time, polarity, evidence, note and trust."""

    at: datetime
    polarity: str
    evidence: tuple[str, ...] = ()
    note: str = ""
    trust: str = USER


class Row(NamedTuple):
    """One stance with its preference and polarity."""

    preference: Preference
    polarity: str
    stance: Stance


def subject_key(subject: str) -> str:
    """The key of a subject: its first 80 characters, without case, width and extra spaces."""
    return plain_key(subject)[:SUBJECT_SIGNS].rstrip()


def preference_id(person: str, domain: str, subject: str) -> str:
    """The id of the file of a person's preference for a subject."""
    return filed_name(f"{person.removeprefix(PERSON)}/{domain}/{subject_key(subject)}")


def may_state_as_fact(status: str) -> bool:
    """Whether a preference of this status may be stated, and not only asked about."""
    return status == CONFIRMED


def phrase(polarity: str, status: str, subject: str) -> str:
    """The predicate about a person: `likes tea`, or `may like tea` if it is not confirmed."""
    verb = f"{polarity}s" if may_state_as_fact(status) else f"may {polarity}"
    return f"{verb} {subject}"


def with_one_confirmed(preference: Preference) -> Preference:
    """The preference with at most one confirmed stance: the later one, which would have revoked the
    other; a merge may leave both. If both are of one moment, both stay."""
    like, dislike = preference.like, preference.dislike
    if not (like and dislike and like.status == dislike.status == CONFIRMED):
        return preference
    first, last = like.confirmed_at, dislike.confirmed_at
    if first is None or last is None or first == last:
        return preference
    if first < last:
        return preference._replace(like=like._replace(status=REVOKED, revoked_at=last))
    return preference._replace(dislike=dislike._replace(status=REVOKED, revoked_at=first))


def with_suggested(preference: Preference, word: Word) -> Preference:
    """The preference with a candidate; a confirmed stance stays so, a revoked one becomes a
    candidate."""
    former = preference.stance(word.polarity)
    stance = former or Stance(CANDIDATE)
    if stance.status != CONFIRMED:
        stance = stance._replace(status=CANDIDATE, confirmed_at=None, revoked_at=None)
    return _with_stance(preference, word.polarity, _with_word(former, stance, word))


def with_confirmed(preference: Preference, word: Word) -> Preference:
    """The preference with a confirmed stance. The opposite is revoked if it was confirmed; an
    opposite candidate stays."""
    former = preference.stance(word.polarity)
    stance = former or Stance(CONFIRMED)
    stance = stance._replace(status=CONFIRMED, confirmed_at=word.at, revoked_at=None)
    other = opposite_polarity(word.polarity)
    other_stance = preference.stance(other)
    if other_stance and other_stance.status == CONFIRMED:
        preference = with_revoked(preference, word._replace(polarity=other, note=""))
    return _with_stance(preference, word.polarity, _with_word(former, stance, word))


def with_revoked(preference: Preference, word: Word) -> Preference:
    """The preference with a revoked stance, which is kept; unchanged if there is none."""
    stance = preference.stance(word.polarity)
    if stance is None or stance.status == REVOKED:
        return preference
    revoked = stance._replace(status=REVOKED, revoked_at=word.at)
    return _with_stance(preference, word.polarity, _with_word(stance, revoked, word))


def as_of(preference: Preference, at: datetime) -> Preference:
    """A preference at a former moment, without later confirmations and revocations."""
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


def opposite_polarity(polarity: str) -> str:
    """The other polarity."""
    return DISLIKE if polarity == LIKE else LIKE


def preference_rows(preferences: Iterable[Preference]) -> list[Row]:
    """Every like and dislike, by person, domain and subject."""
    ordered = sorted(
        preferences,
        key=lambda preference: (preference.person, preference.domain, preference.subject),
    )
    return [Row(preference, *item) for preference in ordered for item in preference.stances.items()]


def confirmed_snapshot(preferences: Iterable[Preference]) -> list[Row]:
    """The rows to state as facts: the 8 last confirmed of each person, domain and polarity."""
    certain = [row for row in preference_rows(preferences) if may_state_as_fact(row.stance.status)]
    groups = groupby(sorted(certain, key=_group_key), key=_group_key)
    return [row for _, group in groups for row in sorted(group, key=_age_key)[:SNAPSHOT_LIMIT]]


def contradictions(preferences: Iterable[Preference]) -> list[Preference]:
    """The preferences with both a like and a dislike, neither revoked."""
    return [
        preference
        for preference in preferences
        if sum(stance.status != REVOKED for stance in preference.stances.values()) > 1
    ]


def _group_key(row: Row) -> tuple[str, str, str]:
    return person_key(row.preference.person), row.preference.domain, row.polarity


def _age_key(row: Row) -> tuple[bool, float]:
    """By the confirmation, the latest first, those without a time last."""
    at = row.stance.confirmed_at
    return at is None, -at.timestamp() if at else 0.0


def is_changed(old: Stance, new: Stance) -> bool:
    """Whether a stance has another status or another note."""
    return (old.status, old.note) != (new.status, new.note)


def _with_word(old: Stance | None, stance: Stance, word: Word) -> Stance:
    """A stance with the evidence, note and trust of a statement; at most the last 20 events.

    A new stance has the trust of the statement; a repetition may raise the trust; a change has the
    lower one of both.
    """
    evidence = dict.fromkeys((*stance.evidence, *word.evidence))
    note = word.note or stance.note
    stance = stance._replace(evidence=tuple(evidence)[-EVIDENCE_LIMIT:], note=note)
    if old is None:
        return stance._replace(trust=word.trust)
    trust = raised_trust(old.trust, word.trust)
    return stance._replace(
        trust=least_of((trust, word.trust)) if is_changed(old, stance) else trust
    )


def _with_stance(preference: Preference, polarity: str, stance: Stance) -> Preference:
    is_like = polarity == LIKE
    return preference._replace(like=stance) if is_like else preference._replace(dislike=stance)
