"""Clusters of similar memories: exact, without comparing each memory with every other.

Memories are gathered in blocks, each of those that share certain tags, and a block is divided
further by one more shared tag, the rarest first (Zaki, TKDE 2000). A memory goes only into blocks
in which the tags that it leaves out cost it no more than it can spare: the prefix filter of set
similarity joins (Chaudhuri, Ganti and Kaushik, ICDE 2006; Bayardo, Ma and Srikant, WWW 2007; Xiao,
Wang, Lin and Yu, WWW 2008), here with one budget for topics and people together. Within a block
the numbers of tags alone say how far apart in time a pair may be, so that one walk through time
joins all of it. What every memory shares therefore costs no more than what few do.
"""

from __future__ import annotations

from collections import Counter

from memento_cli.core.recall.ranking import word_set
from memento_cli.core.recall.similarity import (
    PEOPLE,
    TIME,
    TOPICS,
    Profile,
    overlap,
    reach,
    score_of,
    tag_score,
)
from memento_cli.core.text.normal_forms import MARKS
from memento_cli.core.text.words import indexed
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MIN_SCORE = 0.75
FEW, MANY = 16, 256
ROUNDING = 1e-9

# How many topics, how many people, and the outcome.
Shape = tuple[int, int, str | None]
# A place in time, the position of the next of its tags, and what it can spare of its best score.
Member = tuple[int, int, float]


class Cluster(NamedTuple):
    """A connected component of similar memories: each is similar to at least one other.

    The representative is the most typical member (`representative`); the others follow with their
    scores to it, 0 to 1, the most similar first.
    """

    representative: str
    others: tuple[tuple[str, float], ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """All members, the representative first."""
        return (self.representative, *(id for id, _ in self.others))

    @property
    def weakest(self) -> float:
        """The least score of a member to the representative.

        If it is below the least score of a pair, the cluster is a chain.
        """
        return self.others[-1][1]


def clusters(profiles: Iterable[Profile], min_score: float = MIN_SCORE) -> list[Cluster]:
    """The connected components of all pairs whose score is at least `min_score`, of two or more.

    The largest first, equal ones by the representative's id. For 100,000 memories with up to five
    topics and three people it takes seconds at 0.75; lower scores and more tags take longer.
    """
    by_time = sorted(profiles, key=lambda profile: (profile.created, profile.id))
    found = list[Cluster]()
    for group in _components(by_time, min_score):
        if len(group) > 1:
            first = representative(group)
            others = ((-score_of(first, one), one.id) for one in group if one is not first)
            found.append(Cluster(first.id, tuple((id, -score) for score, id in sorted(others))))
    return sorted(found, key=lambda cluster: (-len(cluster.others), cluster.representative))


def representative(members: Sequence[Profile]) -> Profile:
    """The most typical member; of equal ones the first by id.

    Typical are the topics and people that at least half have, the most frequent outcome, and the
    median moment. `members` are in order of time.
    """
    typical = Profile(
        "",
        _shared_by_half([profile.topics for profile in members]),
        _shared_by_half([profile.people for profile in members]),
        Counter(profile.outcome for profile in members).most_common(1)[0][0],
        members[len(members) // 2].created,
    )
    return min(members, key=lambda profile: (-score_of(typical, profile), profile.id))


def _shared_by_half(sets: Sequence[frozenset[str]]) -> frozenset[str]:
    counts = Counter(tag for tags in sets for tag in tags)
    return frozenset(tag for tag, count in counts.items() if 2 * count >= len(sets))


def _components(by_time: Sequence[Profile], min_score: float) -> Iterable[list[Profile]]:
    forest = Forest(len(by_time))
    search = Search(by_time, min_score)
    blocks = [search.whole()]
    while blocks:
        block = blocks.pop()
        if forest.is_one(block.members):
            continue
        if search.is_small(block):
            search.join_pairs(block, forest)
        else:
            search.join_through_time(block, forest)
            if not forest.is_one(block.members):
                blocks.extend(search.divided(block))
    groups: dict[int, list[Profile]] = {}
    for place, profile in enumerate(by_time):
        groups.setdefault(forest.root(place), []).append(profile)
    return groups.values()


class Forest:
    """Disjoint sets of places (union and find by path halving: Tarjan and van Leeuwen, 1984)."""

    def __init__(self, size: int) -> None:
        self.parent = list(range(size))

    def root(self, place: int) -> int:
        """The root of the set of a place."""
        parent = self.parent
        while parent[place] != place:
            parent[place] = place = parent[parent[place]]
        return place

    def join(self, one: int, other: int) -> None:
        """Join the sets of two places."""
        self.parent[self.root(one)] = self.root(other)

    def is_one(self, members: Sequence[Member]) -> bool:
        """Whether all members are in one set."""
        roots = (self.root(place) for place, _, _ in members)
        first = next(roots, None)
        return all(root == first for root in roots)


class Block(NamedTuple):
    """Members in order of time, and the numbers of topics and people that all of them share."""

    members: list[Member]
    topics: int
    people: int


class Search:
    """The profiles, in order of time, as the search needs them: tags numbered, the rarest first."""

    def __init__(self, by_time: Sequence[Profile], min_score: float) -> None:
        held = Counter(tag for profile in by_time for tag in _tags(profile))
        rarest = sorted(held, key=lambda tag: (held[tag], tag))
        number = {tag: place for place, tag in enumerate(rarest)}
        self.by_time, self.min_score = by_time, min_score
        self.is_topic = [topic for topic, _ in rarest]
        self.tags = [sorted(number[tag] for tag in _tags(profile)) for profile in by_time]
        self.shapes: list[Shape] = [(len(p.topics), len(p.people), p.outcome) for p in by_time]
        self.reaches: dict[tuple[int, int, Shape, Shape], float] = {}

    def whole(self) -> Block:
        """The block of all memories that can be similar to any, without shared tags yet."""
        least = self.min_score - ROUNDING
        best = (tag_score(topics > 0, people > 0, outcome is not None) + TIME
                for topics, people, outcome in self.shapes)  # fmt: skip
        spare = ((place, 0, score - least) for place, score in enumerate(best))
        return Block([member for member in spare if member[2] >= 0], 0, 0)

    def is_small(self, block: Block) -> bool:
        """Whether to compare each pair: they are few, or fewer than the sets of remaining tags.

        The second case keeps memories with dozens of common tags from being divided by each set.
        """
        size = len(block.members)
        if size <= FEW:
            return True
        place, position, _ = block.members[-1]
        left = len(self.tags[place]) - position
        return size <= MANY and size * size <= 2**left

    def divided(self, block: Block) -> Iterator[Block]:
        """The blocks that share one more tag, which comes after those shared so far.

        Each tag that a memory leaves out lowers the best score that it can still reach by the
        tag's share of the weight.
        """
        parts: dict[int, list[Member]] = {}
        for place, position, spare in block.members:
            tags = self.tags[place]
            topics, people, _ = self.shapes[place]
            for after in range(position, len(tags)):
                tag = tags[after]
                parts.setdefault(tag, []).append((place, after + 1, spare))
                spare -= TOPICS / topics if self.is_topic[tag] else PEOPLE / people
                if spare < 0:
                    break
        for tag, members in parts.items():
            if len(members) > 1:
                topic = self.is_topic[tag]
                yield Block(members, block.topics + topic, block.people + (not topic))

    def join_pairs(self, block: Block, forest: Forest) -> None:
        """Score each pair of a block and join the similar ones."""
        places = [place for place, _, _ in block.members]
        for index, one in enumerate(places):
            for other in places[:index]:
                if forest.root(one) != forest.root(other):
                    score = score_of(self.by_time[one], self.by_time[other])
                    if score >= self.min_score:
                        forest.join(one, other)

    def join_through_time(self, block: Block, forest: Forest) -> None:
        """Join all pairs that are similar by the tags that the block shares, without scoring them.

        For two shapes (numbers of tags, outcome) there is one greatest distance in time, the reach.
        It is enough to join each memory with the nearest of each shape before and after it: if a
        pair is within reach, so are the nearer ones between, and they lead from one to the other.
        """
        places = [place for place, _, _ in block.members]
        partners = self._partners(block)
        for walk in (places, places[::-1]) if partners else ():
            last: dict[Shape, int] = {}
            for place in walk:
                shape, created = self.shapes[place], self.by_time[place].created
                for other, far in partners.get(shape, ()):
                    if other in last and abs(created - self.by_time[last[other]].created) <= far:
                        forest.join(place, last[other])
                last[shape] = place

    def _partners(self, block: Block) -> dict[Shape, list[tuple[Shape, float]]]:
        """For each shape in the block, the shapes that can be similar to it, and their reach."""
        shared = (block.topics, block.people)
        shapes = {self.shapes[place] for place, _, _ in block.members}
        able = [one for one in shapes if self._reach(block, one, (*shared, one[2])) >= 0]
        return {
            one: [(two, far) for two in able if (far := self._reach(block, one, two)) >= 0]
            for one in able
        }

    def _reach(self, block: Block, one: Shape, two: Shape) -> float:
        key = (block.topics, block.people, one, two)
        if key not in self.reaches:
            topics = overlap(block.topics, one[0], two[0])
            people = overlap(block.people, one[1], two[1])
            same = one[2] is not None and one[2] == two[2]
            self.reaches[key] = reach(tag_score(topics, people, same), self.min_score)
        return self.reaches[key]


def _tags(profile: Profile) -> list[tuple[bool, str]]:
    return [(True, tag) for tag in profile.topics] + [(False, tag) for tag in profile.people]


def text_clusters(profiles: Iterable[Profile], alike: float) -> list[Cluster]:
    """The clusters of `word_profile`s that share `alike` of their words, directly or by others."""
    return clusters(profiles, score_of_words(alike))


def score_of_words(alike: float) -> float:
    """The score of two `word_profile`s with a share `alike` of common words, 0 to 1."""
    return 1 - TOPICS + TOPICS * alike - ROUNDING


def word_profile(id: str, words: frozenset[str], key: str) -> Profile:
    """A profile with the words of a text as its topics; only profiles of one key can be similar."""
    return Profile(id, words, frozenset([key]), "same", 0)


def words_in(text: str) -> frozenset[str]:
    """The words of a text, without case and the punctuation beside them."""
    return frozenset(word.strip(MARKS) for word in word_set(indexed(text)))
