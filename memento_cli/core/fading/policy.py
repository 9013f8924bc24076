"""The retention policy of a store, from its settings: how long memories are kept, and which
always.

Document 002, 4.2: a time to live by tag and scope, and exemptions from it.
"""

from __future__ import annotations

from math import inf

from memento_cli.core.memory.memory import KINDS
from memento_cli.core.security.trust import PRIVACIES
from memento_cli.core.time.when import span_days
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
"""The days that memories are kept, by kind (document 002, 7)."""
REACHABLE_SCORE = 0.45
"""The default forget score of a candidate. A memory of importance 1 cannot reach it unless others
duplicate it; a less important one that is never used reaches it in time. Document 002's 0.6 is out
of reach for most memories."""
IDLE_DAYS = 30.0
ANY = "*"
CHOICES = {"kind": KINDS, "privacy": PRIVACIES}
EXEMPTABLE = ("tag", "project", *CHOICES)

T = TypeVar("T")


class Policy(NamedTuple):
    """The settings `retention.*`.

    There are two policies, each switched on by itself: a time to live (`by_time`), where `tags` are
    the days by pattern of a topic, and a forget score (`by_score`) of at least `score` for memories
    last used `idle_days` ago or more. `exempt` are patterns by field (`EXEMPTABLE`) of memories
    that neither policy lets go.
    """

    kinds: Mapping[str, float] = KEPT_DAYS
    tags: tuple[tuple[str, float], ...] = ()
    exempt: tuple[tuple[str, str], ...] = ()
    score: float = REACHABLE_SCORE
    idle_days: float = IDLE_DAYS
    by_time: bool = True
    by_score: bool = False


def matches(pattern: str, text: str) -> bool:
    """Whether a text equals a pattern; a `*` at the pattern's end stands for any rest."""
    return text.startswith(pattern[:-1]) if pattern.endswith(ANY) else text == pattern


def policy_of(values: Mapping[str, Any]) -> tuple[Policy, list[str]]:
    """The policy in a store's settings, and a sentence for each part of it that cannot be read."""
    problems: list[str] = []
    policy = Policy(
        {kind: values[f"retention.{kind}"] for kind in KEPT_DAYS},
        _readable("retention.tags", values, tag_term, problems),
        _readable("retention.exempt", values, exemption, problems),
        values["retention.score"],
        values["retention.idle"],
        values["retention.by_time"],
        values["retention.by_score"],
    )
    return policy, problems


def _readable(
    key: str, values: Mapping[str, Iterable[str]], read: Callable[[str], T], problems: list[str]
) -> tuple[T, ...]:
    values_read = []
    for text in values[key]:
        try:
            values_read.append(read(text))
        except ValueError as problem:
            problems.append(f"{key}: {problem}")
    return tuple(values_read)


def tag_term(text: str) -> tuple[str, float]:
    """The pattern of a topic and the days in a text such as `log:* 14d`; ValueError if it has
    none."""
    pattern, _, span = text.strip().rpartition(" ")
    if not pattern:
        raise ValueError(f"{text!r} is not a tag and a length of time, as 'scratch 7d'")
    days = span_days(span)
    if days <= 0:
        raise ValueError(f"{text!r}: the time must be longer than nothing")
    return _pattern(pattern.strip(), text), days


def exemption(text: str) -> tuple[str, str]:
    """The field and the pattern in a text such as `tag:keep` or `project:home-*`; ValueError if
    none."""
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
