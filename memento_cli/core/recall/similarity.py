"""How alike two memories are: topics 40 %, people 30 %, outcome 15 %, time 15 % (document 001)."""

from __future__ import annotations

from bisect import bisect_left
from itertools import product
from math import inf

from memento_cli.core.fading.strength import DAY_MICROS
from memento_cli.core.time.when import days_between, micros
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory, Tags

TOPICS, PEOPLE, OUTCOME, TIME = 0.40, 0.30, 0.15, 0.15
TIME_HALF_LIFE_DAYS = 90.0
MIN_SCORE = 0.3
LIMIT = 10

CALENDAR = range(10_000 * 366 * DAY_MICROS)


class Similarity(NamedTuple):
    """The score, 0 to 1, and its parts."""

    topic_overlap: float
    people_overlap: float
    same_outcome: bool
    days_apart: float
    score: float


class Profile(NamedTuple):
    """What of a memory its similarity depends on; `created` in microseconds since 1970, UTC."""

    id: str
    topics: frozenset[str]
    people: frozenset[str]
    outcome: str | None
    created: int


class Way(NamedTuple):
    """One way to reach a score: to share at least one topic, at least one person and the outcome,
    each where it says so, and to be created at most `within_micros` microseconds apart (or inf)."""

    topic: bool
    person: bool
    outcome: bool
    within_micros: float


def overlap(shared: int, one: int, other: int) -> float:
    """Jaccard's index of two sets of these sizes, 0 to 1; two that share nothing are 0."""
    return shared / (one + other - shared) if shared else 0.0


def jaccard(one: Iterable[str], other: Iterable[str]) -> float:
    """Shared over all, 0 to 1; nothing on either side is 0. Repeats count once."""
    one, other = frozenset(one), frozenset(other)
    return overlap(len(one & other), len(one), len(other))


def tag_score(topic_overlap: float, people_overlap: float, same_outcome: bool) -> float:
    """What the tags give to the score, 0 to 0.85."""
    return TOPICS * topic_overlap + PEOPLE * people_overlap + OUTCOME * same_outcome


def time_score(days_apart: float) -> float:
    """What the time gives to the score, 0 to 0.15: half of it is gone every 90 days."""
    near: float = 0.5 ** (days_apart / TIME_HALF_LIFE_DAYS)
    return TIME * near


def similarity_of(
    one: Tags, one_created: datetime, other: Tags, other_created: datetime
) -> Similarity:
    """The likeness of two sets of tags at two moments."""
    topics = jaccard(one.topics, other.topics)
    people = jaccard(one.people, other.people)
    same = one.outcome is not None and one.outcome == other.outcome
    apart = abs(days_between(one_created, other_created))
    return Similarity(
        topics, people, same, apart, tag_score(topics, people, same) + time_score(apart)
    )


def calculate_similarity(one: Memory, other: Memory) -> Similarity:
    """The likeness of two memories."""
    return similarity_of(one.tags, one.created, other.tags, other.created)


def find_similar(
    target: Memory,
    memories: Iterable[Memory],
    min_score: float = MIN_SCORE,
    limit: int | None = LIMIT,
) -> list[tuple[Memory, Similarity]]:
    """The memories most like `target`, itself left out; equal scores in the order of their ids."""
    scored = [(m, calculate_similarity(target, m)) for m in memories if m.id != target.id]
    close = [(m, like) for m, like in scored if like.score >= min_score]
    close.sort(key=lambda pair: (-pair[1].score, pair[0].id))
    return close[:limit]


def profile_of(memory: Memory) -> Profile:
    """The profile of a memory."""
    topics, people, outcome = memory.tags
    return Profile(memory.id, frozenset(topics), frozenset(people), outcome, micros(memory.created))


def score_of(one: Profile, other: Profile) -> float:
    """The score of two profiles, 0 to 1: to the last bit `calculate_similarity` of the memories."""
    topics = overlap(len(one.topics & other.topics), len(one.topics), len(other.topics))
    people = overlap(len(one.people & other.people), len(one.people), len(other.people))
    same = one.outcome is not None and one.outcome == other.outcome
    return tag_score(topics, people, same) + time_score(
        abs(one.created - other.created) / DAY_MICROS
    )


def most_similar(
    target: Profile,
    candidates: Iterable[Profile],
    min_score: float = MIN_SCORE,
    limit: int | None = LIMIT,
) -> list[tuple[str, float]]:
    """`find_similar` over profiles: ids and scores, for candidates that `must_share` chose."""
    scored = ((score_of(target, one), one.id) for one in candidates if one.id != target.id)
    close = sorted((-score, id) for score, id in scored if score >= min_score)
    return [(id, -score) for score, id in close[:limit]]


def reach(tags: float, min_score: float) -> float:
    """The most microseconds apart at which memories whose tags give `tags` reach `min_score`.

    inf where the tags alone do; -1 where no nearness is enough. Found by bisection over the formula
    itself, so that no rounding of its inverse can part a pair that just reaches the score.
    """
    if tags >= min_score:
        return inf
    return (
        bisect_left(
            CALENDAR, True, key=lambda apart: tags + time_score(apart / DAY_MICROS) < min_score
        )
        - 1
    )


def must_share(min_score: float, target: Profile | None = None) -> list[Way]:
    """The ways in which two memories can reach `min_score`, none of them part of another.

    Every pair that reaches it goes one of them, so whoever looks for candidates (an index: by
    topic, by person, by outcome and span of time) looks along each way and scores what is found.
    By the weights, above 0.3 a topic or a person is shared, above 0.6 a topic, above 0.7 both,
    above 0.85 the outcome too and the time between is bounded; up to 0.3 the same outcome at
    nearly the same moment is enough, up to 0.15 one of the two; at 0 everything is. Above 1 there
    is no way. A `target` takes only the ways that its own tags leave open.

    To find the likest few, ask with a high score first: if enough reach it, they are the likest.
    """
    ways: list[Way] = []
    for topic, person, outcome in product((False, True), repeat=3):
        far = reach(tag_score(topic, person, outcome), min_score)
        way = Way(topic, person, outcome, far)
        if far >= 0 and _is_open(way, target) and not any(_part_of(way, one) for one in ways):
            ways.append(way)
    return ways


def _is_open(way: Way, target: Profile | None) -> bool:
    if target is None:
        return True
    topic, person, outcome = bool(target.topics), bool(target.people), target.outcome is not None
    return way.topic <= topic and way.person <= person and way.outcome <= outcome


def _part_of(way: Way, wider: Way) -> bool:
    """Whether all that goes one way goes the wider one too."""
    less = zip(wider[:3], way[:3], strict=True)
    return all(one <= other for one, other in less) and way.within_micros <= wider.within_micros
