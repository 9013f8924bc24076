"""health: what in a store wants to be looked after. Reading changes nothing."""

from __future__ import annotations

from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.checkup.health import (
    FEW,
    UNUSED_DAYS,
    costs,
    pyramid,
    seen_at,
    some,
)
from memento_cli.core.fading.tiers import TIERS, tier_of
from memento_cli.core.tidy.clusters import MIN_SCORE, clusters
from memento_cli.index.database.health import sizes, unread, unused
from memento_cli.index.recall.alike import profiles
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from memento_cli.core.checkup.health import (
        Band,
        Costs,
        HealthRow,
        Some,
    )
    from memento_cli.core.tidy.clusters import Cluster
    from memento_cli.index.database.health import Sizes, Unread
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store

CREATED = "created <= ?"


class Group(NamedTuple):
    """Similar memories: how many, the first few, the most typical first, and the least score of
    one of them to that."""

    ids: tuple[str, ...]
    members: int
    score: float


class Groups(NamedTuple):
    """All groups of similar memories, how many memories are in them, and which are the closest.

    `chains` are groups that only hang together: some of them are less like the most typical one
    than a group asks for.
    """

    groups: int
    memories: int
    chains: int
    closest: tuple[Group, ...]


class Ghosts(NamedTuple):
    """How many ghosts there are, the weakest few, and how many of all of them may be pruned."""

    total: int
    ids: tuple[str, ...]
    prunable: int


class Health(NamedTuple):
    """What the memories that were created by a moment want.

    `unused` were neither used nor viewed since they were recorded, weeks ago; `expired` are those
    whose time to live has ended; `untagged` have no topics.
    """

    memories: int
    ages: tuple[Band, ...]
    tokens: Costs
    sizes: Sizes
    unused: Some
    similar: Groups
    ghosts: Ghosts
    expired: Some
    untagged: Some
    broken: Unread


def health(store: Store, now: datetime) -> Health:
    """Look through the store as it is at `now`; what memories say is what their files say today.

    Of 100,000 memories it takes seconds, more than half of them for the groups of similar ones.
    """
    with open_index(store, now) as here:
        by_then = (here.now,)
        seen = [seen_at(memory, here.moment) for memory in here.memories(CREATED, by_then)]
        return Health(
            memories=len(seen),
            ages=pyramid(seen),
            tokens=costs(seen, store.settings["recall.limit"]),
            sizes=sizes(here, FEW),
            unused=some(unused(here, UNUSED_DAYS)),
            similar=_groups(clusters(profiles(here.database, CREATED, by_then))),
            ghosts=_ghosts(seen, store.settings["prune.below"]),
            expired=some(_expired(here)),
            untagged=some(one.id for one in _oldest(seen) if not one.topics),
            broken=unread(here),
        )


def _groups(found: Sequence[Cluster]) -> Groups:
    closest = sorted(found, key=lambda one: (-one.weakest, one.representative))[:FEW]
    return Groups(
        len(found),
        sum(len(one.ids) for one in found),
        sum(one.weakest < MIN_SCORE for one in found),
        tuple(Group(one.ids[:FEW], len(one.ids), one.weakest) for one in closest),
    )


def _ghosts(seen: Iterable[HealthRow], prune_below: float) -> Ghosts:
    ghosts = [one for one in seen if tier_of(one.strength) == TIERS[-1]]
    ghosts.sort(key=lambda one: (one.strength, one.id))
    prunable = sum(one.strength < prune_below and not one.pinned for one in ghosts)
    return Ghosts(*some(one.id for one in ghosts), prunable)


def _expired(here: Strengths) -> Iterable[str]:
    return sorted(memory.id for memory in here.by_keys(here.over()))


def _oldest(seen: Iterable[HealthRow]) -> list[HealthRow]:
    return sorted(seen, key=lambda one: (-one.age_days, one.id))
