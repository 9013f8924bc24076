"""What several episodes have in common (document 002 §4.3): what recurs, and what belongs together.

Episodes are quick to come and to fade; what they have in common is learnt slowly, as knowledge.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping

from memento_cli.core.memory.memory import Memory
from memento_cli.core.recall.similarity import Profile, profile_of, score_of
from memento_cli.core.text.words import STOP_WORDS
from memento_cli.core.tidy.clusters import MIN_SCORE, clusters
from memento_cli.core.tidy.conflicts import likely, says_otherwise, telling
from memento_cli.core.tidy.repeats import alike_in_words, score_of_words, wording, words_in
from memento_cli.core.tidy.supersession import DatedClaim, at_once, in_turn, true_at, written
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memento_cli.core.tidy.clusters import Cluster

RECURS = 0.6
"""So much of their words two episodes share which are one thing that happened again."""
COMMON_WORDS = 3
"""Of the words that half of them share, an episode that belongs to them has at least so many; and
so many telling words has what is to be a rule."""
MOST = 24
"""So many episodes at most become one memory: the likest."""
NEIGHBOURS = 64
"""So many of those that share a topic and a person are looked at, the nearest in time."""

Places = Callable[[Iterable[Memory]], Mapping[str, DatedClaim]]


class Episodes(NamedTuple):
    """Episodes of one person that belong together, the most typical first.

    `outdated` are those that a newer one among them contradicts (document 004: newer wins), and
    `undecided` those that contradict another one with neither newer.
    """

    members: tuple[Memory, ...]
    outdated: frozenset[str] = frozenset()
    undecided: frozenset[str] = frozenset()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all of them."""
        return tuple(memory.id for memory in self.members)

    @property
    def current(self) -> tuple[Memory, ...]:
        """Those that nothing newer contradicts."""
        return tuple(memory for memory in self.members if memory.id not in self.outdated)


def recurring(episodes: Iterable[Memory], support: int) -> Iterator[Episodes]:
    """What happened again and again: episodes of one person that say nearly the same of other days.

    Each is alike to the first, and denies what that denies; on `support` days at least. What says
    very little is no rule.
    """
    by_id, profiles = dict[str, Memory](), list[Profile]()
    for memory in episodes:
        words, denied = telling(memory.content.summary)
        if len(words) >= COMMON_WORDS:
            by_id[memory.id] = memory
            same = f"{memory.person}\n{memory.project}\n{sorted(denied)}"
            profiles.append(wording(memory.id, words, same))
    for cluster in alike_in_words(profiles, RECURS):
        members = [by_id[id] for id in _near(cluster, score_of_words(RECURS))]
        if days_of(members) >= support:
            yield Episodes(tuple(members[:MOST]))


def by_files(memories: Iterable[Memory]) -> dict[str, DatedClaim]:
    """Where memories stand in time, as far as their files tell."""
    return {memory.id: written(memory) for memory in memories}


def together(
    episodes: Iterable[Memory], support: int, places: Places = by_files
) -> Iterator[Episodes]:
    """What is about one thing: episodes whose tags and times are alike (document 001), and whose
    words have something in common. `places` tells where some of them stand in time."""
    owners = defaultdict[tuple[str, str | None], list[Memory]](list)
    for memory in episodes:
        owners[memory.person, memory.project].append(memory)
    for own in owners.values():
        by_id = {memory.id: memory for memory in own}
        profiles = {memory.id: _profile(memory) for memory in own}
        for cluster in clusters(profiles.values(), MIN_SCORE):
            for ids in _stars([profiles[id] for id in cluster.ids], support):
                members = _of_one_subject([by_id[id] for id in ids], support)
                if len(members) >= support:
                    yield Episodes(tuple(members), *contradicted(members, places))


def contradicted(
    members: Iterable[Memory], places: Places = by_files
) -> tuple[frozenset[str], frozenset[str]]:
    """Those of these episodes that another one of the same time seems to contradict, by its words,
    and that are older; and those of which neither is. What was at another time is no
    contradiction."""
    plainly = (one for one in likely(members) if says_otherwise(one.one, one.other))
    pairs = [pair for pair in plainly if at_once(pair.one, pair.other)]
    where = places([one for pair in pairs for one in (pair.one, pair.other)]) if pairs else {}
    turns = [in_turn(pair.one.id, pair.other.id, where) for pair in pairs]
    equal = (id for turn in turns if not turn.current for id in turn[:2])
    return frozenset(turn.older for turn in turns if turn.current), frozenset(equal)


def days_of(members: Iterable[Memory]) -> int:
    """On how many days it was."""
    return len({true_at(memory).date() for memory in members})


def outcome_of(members: Iterable[Memory]) -> str | None:
    """How it ended each time that it is told; None where these differ, or nobody tells."""
    outcomes = {memory.tags.outcome for memory in members} - {None}
    return outcomes.pop() if len(outcomes) == 1 else None


def common(values: Iterable[Iterable[str]], least: int) -> list[str]:
    """What at least so many of several have, the commonest first."""
    held = Counter(value for each in values for value in dict.fromkeys(each))
    return [value for value, count in held.most_common() if count >= least]


def _profile(memory: Memory) -> Profile:
    """Where nobody else is named, whose memory it is was alone: they are the people of it."""
    profile = profile_of(memory)
    return profile if profile.people else profile._replace(people=frozenset([memory.person]))


def _near(cluster: Cluster, min_score: float) -> list[str]:
    """The members that are alike to the representative itself, which comes first."""
    return [
        cluster.representative,
        *(id for id, score in cluster.others if score >= min_score),
    ]


def _stars(members: Sequence[Profile], support: int) -> Iterator[list[str]]:
    """A cluster, which may be a chain, in parts whose members are all alike to the part's first.

    A part begins with the newest that is in none yet.
    """
    ordered = sorted(members, key=lambda one: (-one.created, one.id))
    blocks = defaultdict[tuple[str, str], list[Profile]](list)
    for one in reversed(ordered):  # the newest are taken from the end
        for key in _keys(one):
            blocks[key].append(one)
    placed = set[str]()
    for first in ordered:
        if first.id in placed:
            continue
        near = {one.id: one for key in _keys(first) for one in _next(blocks[key], placed)}
        scored = ((-score_of(first, one), id) for id, one in near.items() if id != first.id)
        likest = sorted(pair for pair in scored if -pair[0] >= MIN_SCORE)[: MOST - 1]
        star = [first.id, *(id for _, id in likest)]
        placed.update(star)
        if len(star) >= support:
            yield star


def _next(block: list[Profile], placed: set[str]) -> list[Profile]:
    """The newest of a block that are in no part yet; the others are taken out of it."""
    while block and block[-1].id in placed:
        block.pop()
    return [one for one in block[-NEIGHBOURS:] if one.id not in placed]


def _keys(one: Profile) -> Iterator[tuple[str, str]]:
    """Two that are so alike share a topic and a person (`must_share`)."""
    return ((topic, person) for topic in one.topics for person in one.people)


def _of_one_subject(members: Sequence[Memory], support: int) -> list[Memory]:
    """Those that share words with at least half of the others."""
    words = [_telling_words(memory) for memory in members]
    subject = set(common(words, max(support, (len(members) + 1) // 2)))
    return [
        memory
        for memory, its in zip(members, words, strict=True)
        if len(its & subject) >= COMMON_WORDS
    ]


def _telling_words(memory: Memory) -> frozenset[str]:
    content = memory.content
    words = words_in(f"{content.summary} {content.detail}") - STOP_WORDS - {""}
    return frozenset(word for word in words if not any(map(str.isdigit, word)))
