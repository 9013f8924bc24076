"""What a match gives to what stands beside it.

A turn that answers a question rarely repeats its words: the turns before and after it have them.
"""

from __future__ import annotations

from memento_cli.core.recall.rereading import K1

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from memento_cli.core.recall.rereading import Reading

NEIGHBOURS = (0.4, 0.2)  # the shares of its score that a memory gives to neighbours 1 and 2 away
TO_ANSWER, BEFORE_QUESTION = 2.0, 0.5  # times as much of a question's to what follows, precedes it
SURPLUS = 0.6  # the part of what its closeness added to a score that goes to neighbours
MOST_OF_A_TERM, FULL = 1.3, 0.5  # of a term's rarity; the share of it at which half is reached
SESSION = 0.2  # the share of a session's best score that each of its scored memories gains
LINK = 0.2  # the share of its score that a memory gives to each linked one


def with_neighbours(
    scores: Mapping[int, float],
    matched: Mapping[int, float],
    sessions: Iterable[tuple[Hashable, Sequence[int]]],
    read: Reading,
    links: Iterable[tuple[int, int]] = (),
) -> dict[int, float]:
    """The text scores with the gains from neighbours, sessions and links, which can add memories.

    `matched` are the scores of the words alone. `sessions` are runs of memories in order of time,
    each with its session; `links` are pairs. Only memories in `sessions` and `links` can be added,
    and only those that were read gain by their neighbours.
    """
    gained = dict(scores)
    runs = [(session, keys) for session, keys in sessions if len(keys) > 1]
    surplus = {key: score - matched.get(key, 0.0) for key, score in scores.items()}
    evidence = {key: _evidence(key, read) for key in read.texts}
    for _, keys in runs:
        _gain_by_neighbours(gained, keys, evidence, surplus, read)
    best: dict[Hashable, float] = {}
    for session, keys in runs:
        best[session] = max([best.get(session, 0.0), *(scores.get(key, 0.0) for key in keys)])
    for session, keys in runs:
        for key in keys:
            if key in gained:
                gained[key] += SESSION * best[session]
    for source, target in links:
        _give(gained, source, LINK * scores.get(target, 0.0))
        _give(gained, target, LINK * scores.get(source, 0.0))
    return gained


def _evidence(key: int, read: Reading) -> list[float]:
    """What each stem adds to the BM25 of a text; a text twice as long has half as much to say."""
    counts = [0] * len(read.rarities)
    for _, number in read.places[key]:
        counts[number] += 1
    long = K1 * len(read.texts[key]) / read.usual
    return [
        weight * (K1 + 1) * count / (count + long) if count else 0.0
        for weight, count in zip(read.rarities, counts, strict=True)
    ]


def _gain_by_neighbours(
    gained: dict[int, float],
    keys: Sequence[int],
    evidence: Mapping[int, Sequence[float]],
    surplus: Mapping[int, float],
    read: Reading,
) -> None:
    """Raise what was read of a session by what stands around it.

    What a neighbour has of a term counts the less the more the text has of it, so a text gains most
    by what it does not say itself. A question gives more to what follows it, its answer.
    """
    for at, key in enumerate(keys):
        own = evidence.get(key)
        if own is None:
            continue
        around, gain = [0.0] * len(own), 0.0
        for place, share in _shares(keys, at, read):
            for number, weight in enumerate(evidence[keys[place]]):
                around[number] += share * weight
            gain += SURPLUS * share * max(0.0, surplus.get(keys[place], 0.0))
        for weight, mine, beside in zip(read.rarities, own, around, strict=True):
            if beside:
                gain += MOST_OF_A_TERM * weight * _saturated_gain(mine, beside, weight)
        _give(gained, key, gain)


def _shares(keys: Sequence[int], at: int, read: Reading) -> Iterator[tuple[int, float]]:
    """The places of the neighbours that were read, each with the share of it that is given."""
    for distance, share in enumerate(NEIGHBOURS, 1):
        for place, factor in ((at - distance, TO_ANSWER), (at + distance, BEFORE_QUESTION)):
            if 0 <= place < len(keys) and (text := read.texts.get(keys[place])) is not None:
                yield place, share * (factor if _ends_in_question(text) else 1.0)


def _saturated_gain(own: float, beside: float, rarity: float) -> float:
    """How much more of a term a text has with what stands beside it, 0 to 1."""
    before, after = (have / (MOST_OF_A_TERM * rarity) for have in (own, own + beside))
    return (1 + FULL) * (after / (after + FULL) - before / (before + FULL))


def _ends_in_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？"))


def _give(gained: dict[int, float], key: int, score: float) -> None:
    if score:
        gained[key] = gained.get(key, 0.0) + score
