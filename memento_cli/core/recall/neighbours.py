"""What a match gives to what stands beside it.

A turn that answers a question rarely repeats its words: the turns before and after it have them.
"""

from __future__ import annotations

from math import sqrt

from memento_cli.core.recall.rereading import K1
from memento_cli.core.text.words import ends_in_question
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from memento_cli.core.recall.rereading import Reading

NEIGHBOURS = (0.4, 0.2)  # the shares of its score that a memory gives to neighbours 1 and 2 away
TO_ANSWER, BEFORE_QUESTION = 2.0, 0.5  # times as much of a question's to what follows, precedes it
AROUND = tuple(
    (place, share, share * factor)
    for distance, share in enumerate(NEIGHBOURS, 1)
    for place, factor in ((-distance, TO_ANSWER), (distance, BEFORE_QUESTION))
)
"""Where a neighbour stands, the share of it that is given, and that of a question."""
SURPLUS = 0.6  # the part of what its closeness added to a score that goes to neighbours
MOST_OF_A_TERM, FULL = 1.3, 0.5  # of a term's rarity; the share of it at which half is reached
SESSION = 0.2  # the share of a session's best score that each of its scored memories gains
TURN_SIGNS = 200  # longer texts say by themselves what they are about, and gain less
LINK = 0.2  # the share of its score that a memory gives to each linked one


class Told(NamedTuple):
    """What a text tells its neighbours: what each stem in it adds to its BM25, the part of what
    closeness added that goes to them, and whether it ends in a question."""

    evidence: Mapping[int, float]
    surplus: float
    asks: bool


def within_reach(
    starts: Iterable[int], sessions: Iterable[tuple[Hashable, Sequence[int]]]
) -> list[int]:
    """The memories that gain by some others of their sessions, whose texts are to be read."""
    wanted, reach = set(starts), len(NEIGHBOURS)
    return [
        key
        for _, keys in sessions
        for at, start in enumerate(keys)
        if start in wanted
        for key in keys[max(0, at - reach) : at + reach + 1]
        if key not in wanted
    ]


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
    told = {
        key: _told(key, read, surplus)
        for key, places in read.places.items()
        if (surplus := scores.get(key, 0.0) - matched.get(key, 0.0)) > 0 or places
    }
    needs = [_need_of_others(keys, read) for _, keys in runs]
    for need, (_, keys) in zip(needs, runs, strict=True):
        _gain_by_neighbours(gained, keys, told, read, need)
    best: dict[Hashable, float] = {}
    for session, keys in runs:
        own = map(scores.__getitem__, scores.keys() & keys)
        best[session] = max(best.get(session, 0.0), *own, 0.0)
    for need, (session, keys) in zip(needs, runs, strict=True):
        gain = SESSION * need * best[session]
        for key in gained.keys() & keys:
            gained[key] += gain
    for source, target in links:
        _give(gained, source, LINK * scores.get(target, 0.0))
        _give(gained, target, LINK * scores.get(source, 0.0))
    return gained


def _need_of_others(keys: Sequence[int], read: Reading) -> float:
    """How much the texts of a session gain by each other: 1 for turns of talk, for those four times
    as long a half."""
    lengths = [len(read.texts[key]) for key in keys if key in read.texts]
    mean = sum(lengths) / len(lengths) if lengths else 0.0
    return 1.0 if mean <= TURN_SIGNS else sqrt(TURN_SIGNS / mean)


def _told(key: int, read: Reading, surplus: float) -> Told:
    """What a text tells its neighbours; a text twice as long has half as much to say."""
    counts: dict[int, int] = {}
    for _, number in read.places[key]:
        counts[number] = counts.get(number, 0) + 1
    text = read.texts[key]
    long = K1 * len(text) / read.usual
    evidence = {
        number: read.rarities[number] * (K1 + 1) * count / (count + long)
        for number, count in counts.items()
    }
    return Told(evidence, SURPLUS * max(0.0, surplus), ends_in_question(text))


def _gain_by_neighbours(
    gained: dict[int, float],
    keys: Sequence[int],
    told: Mapping[int, Told],
    read: Reading,
    need: float,
) -> None:
    """Raise what was read of a session by what stands around it.

    What a neighbour has of a term counts the less the more the text has of it, so a text gains most
    by what it does not say itself. A question gives more to what follows it, its answer.
    """
    beyond = [None] * len(NEIGHBOURS)
    row = [*beyond, *map(told.get, keys), *beyond]
    for at, key in enumerate(keys, len(NEIGHBOURS)):
        if key not in read.texts:
            continue
        own, gain, around = row[at], 0.0, dict[int, float]()
        evidence = own.evidence if own else {}
        for place, usual, of_question in AROUND:
            other = row[at + place]
            if other is None:
                continue
            share = of_question if other.asks else usual
            gain += share * other.surplus
            for number, weight in other.evidence.items():
                around[number] = around.get(number, 0.0) + share * weight
        for number, beside in sorted(around.items()):  # sums of floats depend on their order
            gain += _gain_of(evidence.get(number, 0.0), beside, read.rarities[number])
        _give(gained, key, need * gain)


def _gain_of(own: float, beside: float, rarity: float) -> float:
    """What a text gains of a term by what stands beside it: how much more of the term there is."""
    most, both = MOST_OF_A_TERM * rarity, own + beside
    half = FULL * most
    return (1 + FULL) * most * (both / (both + half) - own / (own + half))


def _give(gained: dict[int, float], key: int, score: float) -> None:
    if score:
        gained[key] = gained.get(key, 0.0) + score
