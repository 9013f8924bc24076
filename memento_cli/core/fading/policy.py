"""How long a store keeps memories, and which it never lets go: its policy, as its settings say it.

Document 002, 4.2: a time to live by tag and scope, and what the policy keeps.
"""

from __future__ import annotations

from math import inf

from memento_cli.core.memory.memory import KINDS
from memento_cli.core.security.trust import PRIVACIES
from memento_cli.core.time.spans import span_days
from memento_cli.named_tuple import NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any


KEPT_DAYS: Mapping[str, float] = {
    "working": 2.0,
    "episodic": 90.0,
    "semantic": inf,
    "procedural": inf,
}
"""How long memories are kept, by kind (document 002, 7)."""
REACHABLE_SCORE = 0.45
"""What a memory of importance 1 cannot pass unless others are like it: one that is less important,
and never used, comes to it in time. Document 002's 0.6 is out of reach for most."""
IDLE_DAYS = 30.0
ANY = "*"
CHOICES = {"kind": KINDS, "privacy": PRIVACIES}
EXEMPTABLE = ("tag", "project", *CHOICES)

T = TypeVar("T")


class Policy(NamedTuple):
    """The settings `retention.*`.

    It is two policies, each switched by itself: a time to live, of which `tags` are the days by
    pattern of a topic, and a forget score of `score` at least of what was last used `idle_days` ago
    or more. `exempt` are patterns by field (`EXEMPTABLE`) of what neither lets go.
    """

    kinds: Mapping[str, float] = KEPT_DAYS
    tags: tuple[tuple[str, float], ...] = ()
    exempt: tuple[tuple[str, str], ...] = ()
    score: float = REACHABLE_SCORE
    idle_days: float = IDLE_DAYS
    by_time: bool = True
    by_score: bool = False


def matches(pattern: str, text: str) -> bool:
    """Whether a text is as a pattern says, to the letter; a `*` at its end is any rest."""
    return text.startswith(pattern[:-1]) if pattern.endswith(ANY) else text == pattern


def policy_of(values: Mapping[str, Any]) -> tuple[Policy, list[str]]:
    """The policy in a store's settings, and a sentence for everything in it that cannot be read."""
    problems: list[str] = []
    policy = Policy(
        {kind: values[f"retention.{kind}"] for kind in KEPT_DAYS},
        _each("retention.tags", values, tag_term, problems),
        _each("retention.exempt", values, exemption, problems),
        values["retention.score"],
        values["retention.idle"],
        values["retention.by_time"],
        values["retention.by_score"],
    )
    return policy, problems


def _each(
    key: str, values: Mapping[str, Iterable[str]], read: Callable[[str], T], problems: list[str]
) -> tuple[T, ...]:
    found = []
    for text in values[key]:
        try:
            found.append(read(text))
        except ValueError as problem:
            problems.append(f"{key}: {problem}")
    return tuple(found)


def tag_term(text: str) -> tuple[str, float]:
    """The topic, or its beginning and `*`, and the days in a text such as `log:* 14d`.

    ValueError if it says no such thing.
    """
    pattern, _, span = text.strip().rpartition(" ")
    if not pattern:
        raise ValueError(f"{text!r} is not a tag and a length of time, as 'scratch 7d'")
    days = span_days(span)
    if days <= 0:
        raise ValueError(f"{text!r}: the time must be longer than nothing")
    return _pattern(pattern.strip(), text), days


def exemption(text: str) -> tuple[str, str]:
    """The field and the pattern in a text such as `tag:keep` or `project:home-*`.

    ValueError if it says no such thing.
    """
    field, _, pattern = text.strip().partition(":")
    if field not in EXEMPTABLE or not pattern.strip():
        known = ", ".join(f"{field}:…" for field in EXEMPTABLE)
        raise ValueError(f"{text!r} is not one of {known}")
    choices = CHOICES.get(field)
    if choices and pattern.strip() not in choices:
        raise ValueError(f"{text!r}: {field} is one of {', '.join(choices)}")
    return field, _pattern(pattern.strip(), text)


def _pattern(pattern: str, text: str) -> str:
    if ANY in pattern[:-1]:
        raise ValueError(f"{text!r}: a {ANY} can stand at the end only")
    return pattern
