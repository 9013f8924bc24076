"""How many others repeat what a memory says (the duplication of document 002's retention)."""

from __future__ import annotations

from memento_cli.core.text.likeness import ALIKE, compared
from memento_cli.core.text.statements import statement
from memento_cli.core.tidy.candidates import alike_pairs
from memento_cli.core.tidy.clusters import Forest
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class RepeatProfile(NamedTuple):
    """A memory's owner and texts, and when it was last used, in microseconds since 1970."""

    id: str
    person: str
    project: str | None
    summary: str
    detail: str
    last: int


def repeats(memories: Iterable[RepeatProfile]) -> Mapping[str, int]:
    """By id, the number of other memories of its person and project that say nearly the same.

    Their summaries are alike, directly or by a chain of others, and their details are equal. The
    one of each group that was used last is left out: the others repeat it, and it stays when they
    are removed. A memory that tells another fact than that one repeats nothing. Memories that
    repeat nothing are not in the result.
    """
    listed = list(memories)
    forest = Forest(len(listed))
    texts = ((one.summary, (one.person, one.project, one.detail)) for one in listed)
    for pair in alike_pairs(texts, ALIKE):
        forest.join(pair.one, pair.other)
    groups = dict[int, list[RepeatProfile]]()
    for place, profile in enumerate(listed):
        groups.setdefault(forest.root(place), []).append(profile)
    counts: dict[str, int] = {}
    for group in groups.values():
        if len(group) > 1:
            newest = max(group, key=lambda one: (one.last, one.id))
            said = statement(newest.summary)
            same = [one for one in group
                    if not compared(statement(one.summary), said).says_another]  # fmt: skip
            counts |= {one.id: len(same) - 1 for one in same if one is not newest}
    return counts
