"""Recall for a question that asks for every stage of school (document 003 §6-4)."""

from __future__ import annotations

from memento_cli.core.recall.life_stages import SCHOOLS, without_school
from memento_cli.core.text.function_words import ARTICLES, KINDS
from memento_cli.core.text.words import STOP_WORDS, terms
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from memento_cli.actions.recall.recall import Search
    from memento_cli.core.recall.query import Query

LEAST_SHARE = 0.2
"""The least text score of the best hit of a stage, as a share of that of any stage."""


class StageHits(NamedTuple):
    """The best hit of each stage of school: its id, and the searches that found it."""

    ids: Mapping[str, str] = {}
    searches: Sequence[Search] = ()


def stage_hits(query: Query, search: Callable[[Query], Sequence[Search]]) -> StageHits:
    """The best hit of each stage, if a query says `school` without saying which: by the other words
    of it, since a memory of a stage is about a school already."""
    words = without_school(query.words)
    if words is None or query.required or query.phrases:
        return StageHits()
    needless = STOP_WORDS | ARTICLES | KINDS.keys()
    if needless.issuperset(map(str.lower, terms(" ".join(words)))):
        words = ()
    best: dict[str, Search] = {}
    for stage in SCHOOLS:
        asked = query._replace(words=words, about_stages=(stage,), limit=1, offset=0)
        found = [one for one in search(asked) if one.found.hits]
        if found:
            best[stage] = max(found, key=lambda one: (one.found.best, one.found.hits[0].score))
    least = LEAST_SHARE * max((one.found.best for one in best.values()), default=0.0)
    best = {stage: one for stage, one in best.items() if one.found.best >= least}
    ids = {stage: one.found.hits[0].id for stage, one in best.items()}
    uncounted = [one._replace(found=one.found._replace(total=0)) for one in best.values()]
    return StageHits(ids, uncounted)
