"""The facts of a subject in time: the present and former values of its keys (document 000)."""

from __future__ import annotations

from itertools import combinations

from memento_cli.core.facts.claims import (
    FOREVER,
    Claim,
    contradicts,
    displaces,
    holding,
    is_empty,
    same_value,
    stretches,
)
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.memory.refs import PERSON
from memento_cli.core.security.trust import is_trusted
from memento_cli.core.text.visible import half_character
from memento_cli.errors import BadValue
from memento_cli.named_tuple import NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from memento_cli.core.facts.claims import Stretch, Value


PERSONA_KEYS = ("name", "nickname", "preferred_address")
"""The keys of a user that a persona takes (document 000, `update_context`)."""
KEY_SIGNS, VALUE_SIGNS = 80, 10_000
T = TypeVar("T")


class Facts(NamedTuple):
    """All claims on a subject by key, those of a key in any order."""

    subject: str
    claims: Mapping[str, tuple[Claim, ...]] = {}

    def of(self, key: str) -> tuple[Claim, ...]:
        """The claims on a key."""
        return self.claims.get(key, ())

    def trusted(self, least: str) -> Facts:
        """The claims of at least this trust, so that less trusted ones displace nothing."""
        trusted_claims = {
            key: tuple(claim for claim in claims if is_trusted(claim.trust, least))
            for key, claims in self.claims.items()
        }
        return Facts(
            self.subject, {key: claims for key, claims in trusted_claims.items() if claims}
        )


class Overlap(NamedTuple):
    """Two contradicting claims on a key whose order is unknown."""

    key: str
    one: Claim
    other: Claim


def facts_id(subject: str) -> str:
    """The id of the file that has the facts of a subject: alex-facts for ctx://person/alex."""
    if subject.startswith(PERSON):
        return filed_name(f"{subject.removeprefix(PERSON)}-facts")
    return f"{filed_name(subject)}-facts"


def held_facts(facts: Facts, at: datetime, believed: datetime) -> list[tuple[str, Stretch]]:
    """The keys and stretches of a subject at a moment, by the beliefs of another, sorted by key."""
    return [
        (key, stretch)
        for key in sorted(facts.claims)
        for stretch in holding(facts.claims[key], at, believed)
    ]


def past_of(facts: Facts, key: str, believed: datetime) -> list[Stretch]:
    """Every former and present value of a key, also wrongly believed ones, the newest first."""
    return sorted(
        stretches(facts.of(key), believed),
        key=lambda stretch: (stretch.start, stretch.claim.when),
        reverse=True,
    )


def replaced(claims: Iterable[Claim], claim: Claim) -> list[Stretch]:
    """The stretches with another value that a claim displaces in its time."""
    return [one for one in displaced(claims, claim) if not same_value(claim.value, one.value)]


def displaced(claims: Iterable[Claim], claim: Claim) -> list[Stretch]:
    """The stretches that a claim displaces in its time, also with the same value: then the later
    claim decides how long it holds."""
    return [
        stretch
        for stretch in stretches(claims, claim.recorded)
        if stretch.believed_until is None
        and stretch.start < (claim.valid_until or FOREVER)
        and claim.valid_from < (stretch.end or FOREVER)
        and displaces(claim, stretch.claim)
    ]


def overridden(claims: Iterable[Claim], claim: Claim) -> list[Stretch]:
    """The stretches that a claim displaces although they start later."""
    return [one for one in replaced(claims, claim) if claim.valid_from < one.start]


def overlapping(facts: Facts, now: datetime) -> Iterator[Overlap]:
    """The contradictions: claims that were recorded at one moment and hold at one time.

    Of claims recorded at two moments the later decides, which is no contradiction.
    """
    for key in sorted(facts.claims):
        contested = [one for one in stretches(facts.claims[key], now) if one.contested]
        pairs = dict[tuple[Claim, Claim], None]()
        for one, other in combinations(contested, 2):
            meet = one.start < (other.end or FOREVER) and other.start < (one.end or FOREVER)
            if meet and contradicts(one.claim, other.claim):
                first, second = sorted(
                    (one.claim, other.claim), key=lambda claim: (claim.valid_from, repr(claim))
                )
                pairs[first, second] = None
        yield from (Overlap(key, *pair) for pair in pairs)


def checked_key(key: str) -> str:
    """A key with normalized spaces; BadValue if it is empty or too long."""
    import unicodedata

    plain = " ".join(unicodedata.normalize("NFC", key).split())
    if not plain:
        raise BadValue("a fact needs a key", "as in `memento fact set city Paris`")
    if len(plain) > KEY_SIGNS:
        raise BadValue(f"a key of {len(plain)} signs; {KEY_SIGNS} are the most")
    return plain


def checked_value(value: Value | None, key: str) -> Value:
    """The value; BadValue if it is empty, too long or not valid text."""
    if value is None or is_empty(value):
        raise BadValue(f"{key} needs a value", f"`memento fact end {key}` says that none holds")
    if isinstance(value, str) and len(value) > VALUE_SIGNS:
        raise BadValue(f"{key}: a value of {len(value)} signs; {VALUE_SIGNS} are the most")
    if isinstance(value, str) and half_character(value):
        raise BadValue(f"{key}: half a character, which no file can keep")
    return value


def persona_values(values: Mapping[str, T]) -> tuple[dict[str, T], tuple[str, ...]]:
    """The values that a persona takes, and the unknown keys. BadValue if all keys are unknown."""
    accepted = {key: value for key, value in values.items() if key in PERSONA_KEYS}
    others = tuple(key for key in values if key not in accepted)
    if others and not accepted:
        raise BadValue(
            f"unknown key {others[0]!r}: a persona has {', '.join(PERSONA_KEYS)}",
            "`memento fact set KEY VALUE` takes any key",
        )
    return accepted, others
