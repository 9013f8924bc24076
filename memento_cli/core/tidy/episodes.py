"""What several episodes have in common (document 002 §4.3): recurring and related episodes.

Episodes come and fade quickly; what they have in common is learnt slowly, as knowledge, which sleep
proposes in their own words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping

from memento_cli.core.memory.memory import (
    CONTRADICTS,
    DERIVED,
    SIGNIFICANCES,
    Draft,
    Link,
    Memory,
    Tags,
)
from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.similarity import Profile, profile_of, score_of
from memento_cli.core.security.trust import AGENT, PRIVACIES, TRUST, least_of, trust_of
from memento_cli.core.text.function_words import NEGATION
from memento_cli.core.text.statements import statement
from memento_cli.core.text.words import STOP_WORDS
from memento_cli.core.tidy.candidates import content_keys
from memento_cli.core.tidy.clusters import (
    MIN_SCORE,
    clusters,
    score_of_words,
    text_clusters,
    word_profile,
    words_in,
)
from memento_cli.core.tidy.conflicts import likely_pairs
from memento_cli.core.tidy.other_words import may_say_the_same, names_another
from memento_cli.core.tidy.sleep_steps import SLEEP
from memento_cli.core.tidy.supersession import DatedClaim, at_once, ordered_pair, place_of, true_at
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


RECURS = 0.6
"""The least overlap of the words of two episodes that are the same thing happening again."""
COMMON_WORDS = 3
"""The least number of the words common to half of a group that each of its episodes has; also the
least number of content words of a recurring episode."""
MOST = 24
"""The greatest number of episodes that become one memory: the most similar ones."""
NEIGHBOURS = 64
"""The number of episodes with a common topic and person that are compared, the nearest in time."""

Places = Callable[[Iterable[Memory]], Mapping[str, DatedClaim]]


class Episodes(NamedTuple):
    """Episodes of one person that belong together, the most typical first.

    `outdated` are those that a newer member contradicts (document 004: newer wins), `undecided`
    those that contradict another member with neither newer.
    """

    members: tuple[Memory, ...]
    outdated: frozenset[str] = frozenset()
    undecided: frozenset[str] = frozenset()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all members."""
        return tuple(memory.id for memory in self.members)

    @property
    def current(self) -> tuple[Memory, ...]:
        """The members that are not outdated."""
        return tuple(memory for memory in self.members if memory.id not in self.outdated)


def recurring(episodes: Iterable[Memory], support: int) -> Iterator[Episodes]:
    """Groups of episodes of one person that say nearly the same, on `support` days at least.

    Each is similar to the first and has the same negations. Episodes with few words are left out.
    """
    by_id, profiles = dict[str, Memory](), list[Profile]()
    for memory in episodes:
        said = statement(memory.content.summary)
        words = content_keys(said)
        if len(words) >= COMMON_WORDS:
            by_id[memory.id] = memory
            negations = sum(word.kind == NEGATION for word in said.words)
            key = f"{memory.person}\n{memory.project}\n{negations}"
            profiles.append(word_profile(memory.id, words, key))
    for cluster in text_clusters(profiles, RECURS):
        least = score_of_words(RECURS)
        similar = (id for id, score in cluster.others if score >= least)  # to the first itself
        first = by_id[cluster.representative]
        members = [first, *(by_id[id] for id in similar if not names_another(first, by_id[id]))]
        if _days_of(members) >= support:
            yield Episodes(tuple(members[:MOST]))


def recurring_in_meaning(
    episodes: Iterable[Memory], near: Callable[[str], Iterable[str]], support: int
) -> Iterator[Episodes]:
    """Groups of episodes of one person that say the same in other words, on `support` days at
    least; `near` has the ids of those that are near one in meaning, the nearest first.

    The words decide all the same: none tells of another number, name or negation than the first.
    """
    free = {memory.id: memory for memory in episodes}
    for id in list(free):
        if id not in free:
            continue
        first = free[id]
        others = [free[other] for other in near(id) if other in free and other != id]
        members = [first, *(one for one in others if may_say_the_same(first, one))]
        if _days_of(members) >= support:
            yield Episodes(tuple(members[:MOST]))
            for member in members:
                del free[member.id]


def places_of(memories: Iterable[Memory]) -> dict[str, DatedClaim]:
    """The times of memories by id, from their files alone."""
    return {memory.id: place_of(memory) for memory in memories}


def related(
    episodes: Iterable[Memory], support: int, places: Places = places_of
) -> Iterator[Episodes]:
    """Groups of episodes with similar tags and times (document 001) and common words.

    `places` computes the times of memories by id.
    """
    owners = defaultdict[tuple[str, str | None], list[Memory]](list)
    for memory in episodes:
        owners[memory.person, memory.project].append(memory)
    for group in owners.values():
        by_id = {memory.id: memory for memory in group}
        profiles = {memory.id: _profile(memory) for memory in group}
        for cluster in clusters(profiles.values(), MIN_SCORE):
            for ids in _stars([profiles[id] for id in cluster.ids], support):
                members = _with_common_subject([by_id[id] for id in ids], support)
                if len(members) >= support:
                    yield Episodes(tuple(members), *contradicted(members, places))


def contradicted(
    members: Iterable[Memory], places: Places = places_of
) -> tuple[frozenset[str], frozenset[str]]:
    """The ids of the older of two episodes that seem to contradict each other, and of both if
    neither is older. Episodes of different times do not contradict each other."""
    pairs = [pair for pair in likely_pairs(members) if at_once(pair.one, pair.other)]
    located = (
        places([candidate for pair in pairs for candidate in (pair.one, pair.other)])
        if pairs
        else {}
    )
    orders = [ordered_pair(pair.one.id, pair.other.id, located) for pair in pairs]
    undecided = (id for order in orders if not order.current for id in order[:2])
    return frozenset(order.older for order in orders if order.current), frozenset(undecided)


def _days_of(members: Iterable[Memory]) -> int:
    """The number of different days of the members."""
    return len({true_at(memory).date() for memory in members})


def _outcome_of(members: Iterable[Memory]) -> str | None:
    """The one outcome of the members that have any; None if they differ or none has one."""
    outcomes = {memory.tags.outcome for memory in members} - {None}
    return outcomes.pop() if len(outcomes) == 1 else None


def common(values: Iterable[Iterable[str]], minimum: int) -> list[str]:
    """The values that at least `minimum` of the collections have, the most frequent first."""
    counts = Counter(value for collection in values for value in dict.fromkeys(collection))
    return [value for value, count in counts.most_common() if count >= minimum]


def _profile(memory: Memory) -> Profile:
    """The profile of a memory; its owner is its person if no people are named."""
    profile = profile_of(memory)
    return profile if profile.people else profile._replace(people=frozenset([memory.person]))


def _stars(members: Sequence[Profile], support: int) -> Iterator[list[str]]:
    """A cluster, which may be a chain, in parts whose members are all similar to the part's first.

    A part begins with the newest member that is in no part yet.
    """
    ordered = sorted(members, key=lambda profile: (-profile.created, profile.id))
    blocks = defaultdict[tuple[str, str], list[Profile]](list)
    for profile in reversed(ordered):  # the newest are taken from the end
        for key in _pairs_of_tags(profile):
            blocks[key].append(profile)
    placed = set[str]()
    for first in ordered:
        if first.id in placed:
            continue
        similar = {
            profile.id: profile
            for key in _pairs_of_tags(first)
            for profile in _unplaced(blocks[key], placed)
        }
        scored = (
            (-score_of(first, profile), id) for id, profile in similar.items() if id != first.id
        )
        closest = sorted(pair for pair in scored if -pair[0] >= MIN_SCORE)[: MOST - 1]
        star = [first.id, *(id for _, id in closest)]
        placed.update(star)
        if len(star) >= support:
            yield star


def _unplaced(block: list[Profile], placed: set[str]) -> list[Profile]:
    """The newest of a block that are in no part yet; placed ones are removed from its end."""
    while block and block[-1].id in placed:
        block.pop()
    return [one for one in block[-NEIGHBOURS:] if one.id not in placed]


def _pairs_of_tags(one: Profile) -> Iterator[tuple[str, str]]:
    """The pairs of a topic and a person; two similar profiles share one (`must_share`)."""
    return ((topic, person) for topic in one.topics for person in one.people)


def _with_common_subject(members: Sequence[Memory], support: int) -> list[Memory]:
    """The members that have enough of the words that at least half of them share."""
    words = [_subject_words(memory) for memory in members]
    subject = set(common(words, max(support, (len(members) + 1) // 2)))
    return [
        memory
        for memory, own in zip(members, words, strict=True)
        if len(own & subject) >= COMMON_WORDS
    ]


def _subject_words(memory: Memory) -> frozenset[str]:
    content = memory.content
    words = words_in(f"{content.summary} {content.detail}") - STOP_WORDS - {""}
    return frozenset(word for word in words if not any(map(str.isdigit, word)))


def knowledge_draft(
    episodes: Episodes, kind: str, sentences: Iterable[tuple[str, int]] = ()
) -> Draft:
    """The draft of a memory derived from episodes, with a link to each, and links `contradicts` to
    outdated and undecided ones; `evidence_text` tells a person of these.

    Its summary is that of the most typical current episode, preferably undisputed. Its detail is
    the `sentences`, each with the number of its episode. It is as private, significant and
    important as the most so of the episodes, and as trusted as the least.
    """
    members, undecided = episodes.members, episodes.undecided
    first = min(episodes.current, key=lambda one: one.id in undecided)
    summary = first.content.summary
    detail = "\n".join(f"{text} [{n}]" for text, n in sentences if text not in summary)
    disputed = (episodes.outdated | undecided) - {first.id}
    contradicted = [id for id in episodes.ids if id in disputed]
    return Draft(
        summary,
        person=first.person,
        detail=detail,
        significance=min((one.content.significance for one in members), key=SIGNIFICANCES.index),
        tags=tags_of(members),
        kind=kind,
        source=SLEEP,
        privacy=min((one.privacy for one in members), key=PRIVACIES.index),
        importance=max(one.importance for one in members),
        project=first.project,
        links=(
            *(Link(DERIVED, id) for id in episodes.ids),
            *(Link(CONTRADICTS, id) for id in contradicted),
        ),
        more={TRUST: least_of(map(trust_of, members))},
    )


def in_words(draft: Draft, summary: str, detail: str) -> Draft:
    """The draft of knowledge in the words of a program, which has the trust of an agent; without a
    detail it keeps its own, with the summary before it."""
    trust = least_of((AGENT, str(draft.more[TRUST])))
    more = {**draft.more, TRUST: trust}
    own = f"{draft.summary}\n{draft.detail}".strip()
    return draft._replace(summary=summary, detail=detail or own, more=more)


def tags_of(members: Sequence[Memory]) -> Tags:
    """The topics and people that at least half of the memories have, and their one outcome."""
    half = (len(members) + 1) // 2
    topics = common((one.tags.topics for one in members), half)
    people = common((one.tags.people for one in members), half)
    return Tags(tuple(topics), tuple(people), _outcome_of(members))


def rule_kind(members: Sequence[Memory], support: int) -> str:
    """ "procedural" if `support` members have an outcome, and all the same; else "semantic"."""
    with_outcome = sum(one.tags.outcome is not None for one in members)
    return "procedural" if with_outcome >= support and _outcome_of(members) else "semantic"


def evidence_text(episodes: Episodes) -> str:
    """The evidence in words: number of episodes, topics, people, days, outcome, contradictions."""
    members, number = episodes.members, _days_of(episodes.members)
    tags = tags_of(members)
    days = sorted({f"{true_at(one):%Y-%m-%d}" for one in members})
    outcome = f"each time {tags.outcome}" if tags.outcome else ""
    outdated, undecided = len(episodes.outdated), len(episodes.undecided)
    parts = (
        f"{len(members)} episodes on {number} day{'s'[: number != 1]}",
        ", ".join(tags.topics),
        ", ".join(map(name_of, tags.people)),
        " to ".join(dict.fromkeys((days[0], days[-1]))),
        outcome,
        f"a newer one contradicts {outdated} of them" if outdated else "",
        f"{undecided} of them contradict each other, and none is newer" if undecided else "",
    )
    return "; ".join(filter(None, parts))
