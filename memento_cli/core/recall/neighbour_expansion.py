"""What a memory's text score gains from its session, its neighbours in it, and its links.

A turn that answers a question rarely repeats its words, so a match raises what stands beside it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

NEIGHBOURS = (0.4, 0.2)  # the shares of its score that a memory gives to neighbours 1 and 2 away
SESSION = 0.4  # the share of a session's best score that each of its scored memories gains
LINK = 0.2  # the share of its score that a memory gives to each linked one


def with_neighbours(
    scores: Mapping[int, float],
    sessions: Iterable[tuple[Hashable, Sequence[int]]],
    links: Iterable[tuple[int, int]] = (),
) -> dict[int, float]:
    """The text scores with the gains from neighbours, sessions and links, which can add memories.

    `sessions` are runs of memories in order of time, each with its session; `links` are pairs. Only
    memories in `sessions` and `links` can be added.
    """
    gained = dict(scores)
    runs = [(session, keys) for session, keys in sessions if len(keys) > 1]
    best: dict[Hashable, float] = {}
    for session, keys in runs:
        own = [scores.get(key, 0.0) for key in keys]
        best[session] = max(best.get(session, 0.0), *own)
        _give_to_neighbours(gained, keys, own)
    for session, keys in runs:
        for key in keys:
            if key in gained:
                gained[key] += SESSION * best[session]
    for source, target in links:
        _give(gained, source, LINK * scores.get(target, 0.0))
        _give(gained, target, LINK * scores.get(source, 0.0))
    return gained


def _give_to_neighbours(gained: dict[int, float], keys: Sequence[int], own: list[float]) -> None:
    count = len(keys)
    for at, score in enumerate(own):
        if not score:
            continue
        for distance, share in enumerate(NEIGHBOURS, 1):
            if at >= distance:
                _give(gained, keys[at - distance], share * score)
            if at + distance < count:
                _give(gained, keys[at + distance], share * score)


def _give(gained: dict[int, float], key: int, score: float) -> None:
    if score:
        gained[key] = gained.get(key, 0.0) + score
