"""Which memories say nearly the same: found together, without comparing each with every other."""

from __future__ import annotations

from memento_cli.core.memory.text import MARKS
from memento_cli.core.recall.score_parts import word_set
from memento_cli.core.recall.similarity import TOPICS, Profile
from memento_cli.core.text.likeness import tells_another
from memento_cli.core.text.words import indexed
from memento_cli.core.tidy.clusters import clusters
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memento_cli.core.tidy.clusters import Cluster

ALIKE = 0.8
"""So much of their words two summaries share at least (document 002's overlap of words)."""
ROUNDING = 1e-9


class RepeatProfile(NamedTuple):
    """What a memory says, whose it is, and when it was last used, in microseconds since 1970."""

    id: str
    person: str
    project: str | None
    summary: str
    detail: str
    last: int


def repeats(memories: Iterable[RepeatProfile], alike: float = ALIKE) -> Mapping[str, int]:
    """How many others of its person and project say nearly the same as a memory, by its id.

    Nearly: their summaries share `alike` of their words, or each does with the next; their details
    are the same. Of each group the one that was used last is left out: it is what the others
    repeat, and stays when they go. What tells another fact than that one repeats nothing, however
    alike it is; neither does what is not named.
    """
    everyone = {said.id: said for said in memories}
    found: dict[str, int] = {}
    for group in alike_in_words(map(_profile, everyone.values()), alike):
        newest = max(group.ids, key=lambda id: (everyone[id].last, id))
        said = everyone[newest].summary
        others = [id for id in group.ids if not tells_another(everyone[id].summary, said)]
        found |= {id: len(others) - 1 for id in others if id != newest}
    return found


def alike_in_words(profiles: Iterable[Profile], alike: float) -> list[Cluster]:
    """The groups of `wording`s that share `alike` of their words, or each does with the next."""
    return clusters(profiles, score_of_words(alike))


def score_of_words(alike: float) -> float:
    """The score that two `wording`s have which share so much of their words, 0 to 1: all but the
    words is the same for all."""
    return 1 - TOPICS + TOPICS * alike - ROUNDING


def wording(id: str, words: frozenset[str], same: str) -> Profile:
    """A profile of which only the words tell: they stand in for its topics.

    Only those can be alike of which `same` is the same.
    """
    return Profile(id, words, frozenset([same]), "same", 0)


def words_in(text: str) -> frozenset[str]:
    """The words of a text, whatever their capitals and the marks beside them."""
    return frozenset(word.strip(MARKS) for word in word_set(indexed(text)))


def _profile(said: RepeatProfile) -> Profile:
    same = f"{said.person}\n{said.project}\n{said.detail}"
    return wording(said.id, words_in(said.summary), same)
