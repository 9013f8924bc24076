"""The facts of a subject in time: any key, what holds as it, and what did (document 000)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import combinations
from typing import NamedTuple, TypeVar

from memento_cli.core.claims import (
    FOREVER,
    Claim,
    Stretch,
    Value,
    contradicts,
    displaces,
    holding,
    is_empty,
    same,
    stretches,
)
from memento_cli.core.held import filed_name
from memento_cli.core.refs import PERSON
from memento_cli.core.trust import is_trusted
from memento_cli.errors import BadValue

PERSONA_KEYS = ("name", "nickname", "preferred_address")
"""What a persona is told of a user (document 000, `update_context`)."""
KEY_SIGNS, VALUE_SIGNS = 80, 10_000
T = TypeVar("T")


class Facts(NamedTuple):
    """All that was ever claimed of a subject, by key; the claims of a key in any order."""

    subject: str
    claims: Mapping[str, tuple[Claim, ...]] = {}

    def of(self, key: str) -> tuple[Claim, ...]:
        """The claims on a key."""
        return self.claims.get(key, ())

    def trusted(self, least: str) -> Facts:
        """Those that are vouched for so at least: what is less trusted takes no other's place."""
        kept = {
            key: tuple(one for one in claims if is_trusted(one.trust, least))
            for key, claims in self.claims.items()
        }
        return Facts(self.subject, {key: claims for key, claims in kept.items() if claims})


class Overlap(NamedTuple):
    """Two claims on a key that cannot both be true; by document 004 the newer wins, unless both are
    of one moment (`contested`)."""

    key: str
    older: Claim
    newer: Claim
    contested: bool = False


def facts_id(subject: str) -> str:
    """The id of the file that has the facts of a subject: alex-facts for ctx://person/alex."""
    if subject.startswith(PERSON):
        return filed_name(f"{subject.removeprefix(PERSON)}-facts")
    return f"{filed_name(subject)}-facts"


def known(facts: Facts, at: datetime, believed: datetime) -> list[tuple[str, Stretch]]:
    """What held of a subject at a moment, by what was believed at another; in the order of keys."""
    return [
        (key, stretch)
        for key in sorted(facts.claims)
        for stretch in holding(facts.claims[key], at, believed)
    ]


def past_of(facts: Facts, key: str, believed: datetime) -> list[Stretch]:
    """Every value that a key has had, and those that were believed wrongly; the newest first."""
    return sorted(
        stretches(facts.of(key), believed),
        key=lambda stretch: (stretch.start, stretch.claim.when),
        reverse=True,
    )


def replaced(claims: Iterable[Claim], claim: Claim) -> list[Stretch]:
    """What holds at any of the time that a claim is about, and gives way to it there."""
    return [
        stretch
        for stretch in stretches(claims, claim.recorded)
        if stretch.believed_until is None
        and stretch.start < (claim.valid_until or FOREVER)
        and claim.valid_from < (stretch.end or FOREVER)
        and displaces(claim, stretch.claim)
        and not same(claim.value, stretch.value)
    ]


def overridden(claims: Iterable[Claim], claim: Claim) -> list[Stretch]:
    """What had started later than a claim does, and yet gives way to it."""
    return [one for one in replaced(claims, claim) if claim.valid_from < one.start]


def overlapping(facts: Facts, now: datetime) -> Iterator[Overlap]:
    """What contradicts what: a value that was to last, and another that started before its end.

    Neither is `beside`, and both are believed at `now`, if not for all of their time. A value
    whose end nobody told is only followed by the next, and one that starts when the other does
    corrects it. Or two that were recorded at one moment, and hold at one time.
    """
    for key in sorted(facts.claims):
        believed = {
            stretch.claim
            for stretch in stretches(facts.claims[key], now)
            if stretch.believed_until is None and not stretch.claim.beside
        }
        ordered = sorted(believed, key=lambda claim: (claim.valid_from, repr(claim)))
        for nth, older in enumerate(ordered):
            if older.valid_until:
                yield from _within(key, older, ordered, nth + 1)
        yield from _of_one_moment(key, ordered)


def _within(key: str, older: Claim, ordered: Sequence[Claim], nth: int) -> Iterator[Overlap]:
    """What started later than a claim, and before its end; the others come from this place on."""
    while nth < len(ordered) and ordered[nth].valid_from < (older.valid_until or FOREVER):
        newer, nth = ordered[nth], nth + 1
        is_later = older.valid_from < newer.valid_from and not contradicts(older, newer)
        if is_later and not same(older.value, newer.value):
            yield Overlap(key, older, newer)


def _of_one_moment(key: str, ordered: Iterable[Claim]) -> Iterator[Overlap]:
    """What was recorded at one moment, and holds at one time."""
    groups = dict[tuple[datetime, int], list[Claim]]()
    for claim in ordered:
        groups.setdefault(claim.when, []).append(claim)
    for group in groups.values():
        for one, other in combinations(group, 2):
            if contradicts(one, other) and other.valid_from < (one.valid_until or FOREVER):
                yield Overlap(key, one, other, contested=True)


def checked_key(key: str) -> str:
    """A key with its spaces made one each; BadValue for one that is empty or long."""
    import unicodedata

    plain = " ".join(unicodedata.normalize("NFC", key).split())
    if not plain:
        raise BadValue("a fact needs a key", "as in `memento fact set city Paris`")
    if len(plain) > KEY_SIGNS:
        raise BadValue(f"a key of {len(plain)} signs; {KEY_SIGNS} are the most")
    return plain


def checked_value(value: Value | None, key: str) -> Value:
    """The value; BadValue if it is none, or too long to be a fact."""
    if value is None or is_empty(value):
        raise BadValue(f"{key} needs a value", f"`memento fact end {key}` says that none holds")
    if isinstance(value, str) and len(value) > VALUE_SIGNS:
        raise BadValue(f"{key}: a value of {len(value)} signs; {VALUE_SIGNS} are the most")
    if isinstance(value, str) and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise BadValue(f"{key}: half a character, which no file can keep")
    return value


def of_persona(values: Mapping[str, T]) -> tuple[dict[str, T], tuple[str, ...]]:
    """Of what a persona is told, what it keeps, and the keys that it does not know.

    BadValue if it knows none of them.
    """
    kept = {key: value for key, value in values.items() if key in PERSONA_KEYS}
    others = tuple(key for key in values if key not in kept)
    if others and not kept:
        raise BadValue(
            f"unknown key {others[0]!r}: a persona has {', '.join(PERSONA_KEYS)}",
            "`memento fact set KEY VALUE` takes any key",
        )
    return kept, others
