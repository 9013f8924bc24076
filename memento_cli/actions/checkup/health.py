"""health: statistics of what in a store needs attention. Reading changes nothing."""

from __future__ import annotations

from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.checkup.health import FEW, UNUSED_DAYS, costs, first_few, health_row, pyramid
from memento_cli.core.fading.strength import TIERS, tier_of
from memento_cli.core.tidy.clusters import MIN_SCORE, clusters
from memento_cli.index.database.statistics import sizes, unread, unused
from memento_cli.index.recall.alike import profiles
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from memento_cli.core.checkup.health import Band, Costs, FirstFew, HealthRow
    from memento_cli.core.tidy.clusters import Cluster
    from memento_cli.index.database.statistics import Sizes, Unread
    from memento_cli.store.directory.store import Store

CREATED = "created <= ?"


class Group(NamedTuple):
    """A group of similar memories: the first few ids, the most typical first, the number of
    members, and the lowest similarity of a member to the most typical one."""

    ids: tuple[str, ...]
    members: int
    score: float


class Groups(NamedTuple):
    """The numbers of groups of similar memories and of memories in them, and the closest groups.

    `chains` are groups with a member less similar to the most typical one than `MIN_SCORE`.
    """

    groups: int
    memories: int
    chains: int
    closest: tuple[Group, ...]


class Ghosts(NamedTuple):
    """The number of ghosts, the ids of the weakest few, and how many of all may be pruned."""

    total: int
    ids: tuple[str, ...]
    prunable: int


class Health(NamedTuple):
    """What the memories created by a moment need.

    `unused` were neither used nor viewed since they were recorded, `UNUSED_DAYS` ago or earlier;
    `expired` are past their time to live; `untagged` have no topics.
    """

    memories: int
    ages: tuple[Band, ...]
    tokens: Costs
    sizes: Sizes
    unused: FirstFew
    similar: Groups
    ghosts: Ghosts
    expired: FirstFew
    untagged: FirstFew
    broken: Unread


def health(store: Store, now: datetime) -> Health:
    """Examine the memories created by `now`, with the contents that their files have today.

    Of 100,000 memories it takes seconds, more than half of them for the groups of similar ones.
    """
    with open_index(store, now) as index:
        parameters = (index.now,)
        rows = [health_row(memory, index.moment) for memory in index.memories(CREATED, parameters)]
        oldest_first = sorted(rows, key=lambda row: (-row.age_days, row.id))
        return Health(
            memories=len(rows),
            ages=pyramid(rows),
            tokens=costs(rows, store.settings["recall.limit"]),
            sizes=sizes(index, FEW),
            unused=first_few(unused(index, UNUSED_DAYS)),
            similar=_groups(clusters(profiles(index.database, CREATED, parameters))),
            ghosts=_ghosts(rows, store.settings["prune.below"]),
            expired=first_few(sorted(memory.id for memory in index.by_keys(index.over))),
            untagged=first_few(row.id for row in oldest_first if not row.topics),
            broken=unread(index),
        )


def _groups(groups: Sequence[Cluster]) -> Groups:
    closest = sorted(groups, key=lambda group: (-group.weakest, group.representative))[:FEW]
    return Groups(
        len(groups),
        sum(len(group.ids) for group in groups),
        sum(group.weakest < MIN_SCORE for group in groups),
        tuple(Group(group.ids[:FEW], len(group.ids), group.weakest) for group in closest),
    )


def _ghosts(rows: Iterable[HealthRow], prune_below: float) -> Ghosts:
    ghosts = [row for row in rows if tier_of(row.strength) == TIERS[-1]]
    ghosts.sort(key=lambda row: (row.strength, row.id))
    prunable = sum(row.strength < prune_below and not row.pinned for row in ghosts)
    return Ghosts(*first_few(row.id for row in ghosts), prunable)
