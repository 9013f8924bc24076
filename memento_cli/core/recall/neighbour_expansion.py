"""What a memory's text score gains by what it belongs to and stands next to.

Someone who remembers one moment of a conversation remembers those beside it: a turn that answers
a question rarely repeats its words.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

NEIGHBOURS = (
    0.4,
    0.2,
)  # the share of its score that a memory gives to the next, and the next but one
SESSION = 0.4  # the share of its best memory's score that a session gives to each that gained any
LINK = 0.2  # the share that a memory gives to those it is linked with


def enriched(
    scores: Mapping[int, float],
    sessions: Iterable[tuple[Hashable, Sequence[int]]],
    links: Iterable[tuple[int, int]] = (),
) -> dict[int, float]:
    """Text scores with what neighbours, sessions and links add; memories may come in by it.

    `sessions` are stretches of memories in order of time, each with the session that it is from;
    `links` are pairs. Only what is in `sessions` or a target of `links` can come in.
    """
    gained = dict(scores)
    parts = [(session, keys) for session, keys in sessions if len(keys) > 1]
    best: dict[Hashable, float] = {}
    for session, keys in parts:
        own = [scores.get(key, 0.0) for key in keys]
        best[session] = max(best.get(session, 0.0), *own)
        _give_to_neighbours(gained, keys, own)
    for session, keys in parts:
        for key in keys:
            if key in gained:
                gained[key] += SESSION * best[session]
    for one, other in links:
        _give(gained, one, LINK * scores.get(other, 0.0))
        _give(gained, other, LINK * scores.get(one, 0.0))
    return gained


def _give_to_neighbours(gained: dict[int, float], keys: Sequence[int], own: list[float]) -> None:
    last = len(keys)
    for at, score in enumerate(own):
        if not score:
            continue
        for distance, share in enumerate(NEIGHBOURS, 1):
            if at >= distance:
                _give(gained, keys[at - distance], share * score)
            if at + distance < last:
                _give(gained, keys[at + distance], share * score)


def _give(gained: dict[int, float], key: int, score: float) -> None:
    if score:
        gained[key] = gained.get(key, 0.0) + score
