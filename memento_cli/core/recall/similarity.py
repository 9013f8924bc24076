"""The similarity of two memories: topics 40 %, people 30 %, outcome 15 %, time 15 % (document
001)."""

from __future__ import annotations

from bisect import bisect_left
from itertools import product
from math import inf

from memento_cli.core.fading.strength import DAY_MICROS
from memento_cli.core.recall.ranking import jaccard
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
    """The attributes of a memory that its similarity depends on; `created` is in microseconds
    since 1970, UTC."""

    id: str
    topics: frozenset[str]
    people: frozenset[str]
    outcome: str | None
    created: int


class Way(NamedTuple):
    """A set of conditions that suffices for a score: at least one topic, at least one person and
    the outcome are shared, where each is set, and the creations are at most `within_micros`
    apart (inf for any distance)."""

    topic: bool
    person: bool
    outcome: bool
    within_micros: float


def overlap(shared: int, one: int, other: int) -> float:
    """Jaccard's index of two sets of these sizes; 0 where they share nothing."""
    return shared / (one + other - shared) if shared else 0.0


def tag_score(topic_overlap: float, people_overlap: float, same_outcome: bool) -> float:
    """The tags' part of the score, 0 to 0.85."""
    return TOPICS * topic_overlap + PEOPLE * people_overlap + OUTCOME * same_outcome


def time_score(days_apart: float) -> float:
    """The time's part of the score, 0.15 down to 0: it halves every 90 days."""
    share: float = 0.5 ** (days_apart / TIME_HALF_LIFE_DAYS)
    return TIME * share


def similarity_of(
    one: Tags, one_created: datetime, other: Tags, other_created: datetime
) -> Similarity:
    """The similarity of two sets of tags and two creation times."""
    topics = jaccard(one.topics, other.topics)
    people = jaccard(one.people, other.people)
    same = one.outcome is not None and one.outcome == other.outcome
    apart = abs(days_between(one_created, other_created))
    return Similarity(
        topics, people, same, apart, tag_score(topics, people, same) + time_score(apart)
    )


def calculate_similarity(one: Memory, other: Memory) -> Similarity:
    """The similarity of two memories."""
    return similarity_of(one.tags, one.created, other.tags, other.created)


def find_similar(
    target: Memory,
    memories: Iterable[Memory],
    min_score: float = MIN_SCORE,
    limit: int | None = LIMIT,
) -> list[tuple[Memory, Similarity]]:
    """The memories most similar to `target`, without itself; ties in the order of their ids."""
    scored = [(m, calculate_similarity(target, m)) for m in memories if m.id != target.id]
    similar = [(m, similarity) for m, similarity in scored if similarity.score >= min_score]
    similar.sort(key=lambda pair: (-pair[1].score, pair[0].id))
    return similar[:limit]


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
    """The greatest distance in microseconds at which memories with this tag score reach
    `min_score`.

    inf where the tags alone suffice; -1 where no distance does. It is found by bisection over the
    formula itself, so no rounding of an inverse can exclude a pair that just reaches the score.
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
    """The minimal ways in which two memories can reach `min_score`; none is contained in another.

    Every pair that reaches the score fulfils one of them, so an index finds all candidates by
    looking along each way (by topic, by person, by outcome and time span), and scores them. By the
    weights, above 0.3 a topic or a person is shared, above 0.6 a topic, above 0.7 both, above 0.85
    also the outcome, within a bounded time; up to 0.3 the same outcome at nearly the same time is
    enough, up to 0.15 either of the two; at 0 everything is a candidate, above 1 nothing. With a
    `target` only the ways that its own tags allow are returned.

    To find the few most similar, ask for a high score first: if enough reach it, they are the ones.
    """
    ways: list[Way] = []
    for topic, person, outcome in product((False, True), repeat=3):
        within = reach(tag_score(topic, person, outcome), min_score)
        way = Way(topic, person, outcome, within)
        if within >= 0 and _is_open(way, target) and not any(_part_of(way, one) for one in ways):
            ways.append(way)
    return ways


def _is_open(way: Way, target: Profile | None) -> bool:
    if target is None:
        return True
    topic, person, outcome = bool(target.topics), bool(target.people), target.outcome is not None
    return way.topic <= topic and way.person <= person and way.outcome <= outcome


def _part_of(way: Way, wider: Way) -> bool:
    pairs = zip(wider[:3], way[:3], strict=True)
    return all(one <= other for one, other in pairs) and way.within_micros <= wider.within_micros
