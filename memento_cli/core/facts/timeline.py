"""The facts of a subject in time: any key, what holds as it, and what did (document 000)."""

from __future__ import annotations

from itertools import combinations

from memento_cli.core.facts.claims import (
    FOREVER,
    Claim,
    contradicts,
    displaces,
    holding,
    is_empty,
    same,
    stretches,
)
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.memory.refs import PERSON
from memento_cli.core.security.trust import is_trusted
from memento_cli.errors import BadValue
from memento_cli.named_tuple import NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from memento_cli.core.facts.claims import (
        Stretch,
        Value,
    )


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
    """Two claims on a key that cannot both be true, and of which nobody knows the later."""

    key: str
    one: Claim
    other: Claim


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
    """What else holds at any of the time that a claim is about, and gives way to it there."""
    return [one for one in displaced(claims, claim) if not same(claim.value, one.value)]


def displaced(claims: Iterable[Claim], claim: Claim) -> list[Stretch]:
    """What gives way to a claim at any of the time that this is about, also if it says the same:
    then it is the later claim that says so, and for how long."""
    return [
        stretch
        for stretch in stretches(claims, claim.recorded)
        if stretch.believed_until is None
        and stretch.start < (claim.valid_until or FOREVER)
        and claim.valid_from < (stretch.end or FOREVER)
        and displaces(claim, stretch.claim)
    ]


def overridden(claims: Iterable[Claim], claim: Claim) -> list[Stretch]:
    """What had started later than a claim does, and yet gives way to it."""
    return [one for one in replaced(claims, claim) if claim.valid_from < one.start]


def overlapping(facts: Facts, now: datetime) -> Iterator[Overlap]:
    """What contradicts what: claims that were recorded at one moment, and hold at one time.

    Of those of two moments the later one decides about its time, and that is no contradiction.
    """
    for key in sorted(facts.claims):
        held = [one for one in stretches(facts.claims[key], now) if one.contested]
        pairs = dict[tuple[Claim, Claim], None]()
        for one, other in combinations(held, 2):
            meet = one.start < (other.end or FOREVER) and other.start < (one.end or FOREVER)
            if meet and contradicts(one.claim, other.claim):
                first, second = sorted((one.claim, other.claim), key=_in_time)
                pairs[first, second] = None
        yield from (Overlap(key, *pair) for pair in pairs)


def _in_time(claim: Claim) -> tuple[datetime, str]:
    return claim.valid_from, repr(claim)


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
