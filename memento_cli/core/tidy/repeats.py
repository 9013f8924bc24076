"""Memories that say nearly the same, found without comparing each with every other."""

from __future__ import annotations

from memento_cli.core.recall.score_parts import word_set
from memento_cli.core.recall.similarity import TOPICS, Profile
from memento_cli.core.text.likeness import tells_another
from memento_cli.core.text.normal_forms import MARKS
from memento_cli.core.text.words import indexed
from memento_cli.core.tidy.clusters import clusters
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memento_cli.core.tidy.clusters import Cluster

ALIKE = 0.8
"""The least overlap of the words of two summaries (document 002)."""
ROUNDING = 1e-9


class RepeatProfile(NamedTuple):
    """A memory's owner and texts, and when it was last used, in microseconds since 1970."""

    id: str
    person: str
    project: str | None
    summary: str
    detail: str
    last: int


def repeats(memories: Iterable[RepeatProfile], alike: float = ALIKE) -> Mapping[str, int]:
    """By id, the number of other memories of its person and project that say nearly the same.

    Their summaries share `alike` of their words, directly or by a chain of others, and their
    details are equal. The one of each group that was used last is left out: the others repeat it,
    and it stays when they are removed. A memory that tells another fact repeats nothing, however
    alike it is. Memories that repeat nothing are not in the result.
    """
    by_id = {profile.id: profile for profile in memories}
    counts: dict[str, int] = {}
    for group in text_clusters(map(_profile, by_id.values()), alike):
        newest = max(group.ids, key=lambda id: (by_id[id].last, id))
        summary = by_id[newest].summary
        others = [id for id in group.ids if not tells_another(by_id[id].summary, summary)]
        counts |= {id: len(others) - 1 for id in others if id != newest}
    return counts


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


def _profile(repeat: RepeatProfile) -> Profile:
    key = f"{repeat.person}\n{repeat.project}\n{repeat.detail}"
    return word_profile(repeat.id, words_in(repeat.summary), key)
