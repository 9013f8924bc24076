"""Keys that are parted between the texts of one act: each has a part, and together they are one."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, chain, pairwise, permutations, product

from memento_cli.core.memory.memory import KINDS, OUTCOMES, RELATIONS, SIGNIFICANCES
from memento_cli.core.security.secret_marks import base64_runs, is_marked, may_hold_secret
from memento_cli.core.security.secrets import (
    LONGEST,
    LocatedSecret,
    is_in_words,
    is_sure,
    named,
    secrets_in,
    stood,
)
from memento_cli.core.security.trust import PRIVACIES

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

PIECE, MOST_PIECES, PAIRED = 4, 24, 4_000
Piece = tuple[str, str]
"""A text, and what leads to it."""


GIVEN = {*SIGNIFICANCES, *KINDS, *OUTCOMES, *PRIVACIES, *RELATIONS}
"""Words of a memory that are memento's own: none is a part of a secret, and between its parts none
is in the way."""


def told_across(texts: Sequence[tuple[str, str]], before: str = "") -> list[LocatedSecret]:
    """A secret of which one text has the beginning, and another, or all that follow, the rest."""
    said = ((where, text) for where, text in dict.fromkeys(texts) if text not in GIVEN)
    pieces = [(where, text) for where, text in said if len(text) >= PIECE]
    for row in _rows(pieces) if len(pieces) > 1 else ():
        starts = [*accumulate((len(text) + 1 for _, text in row), initial=0)]
        whole = "\n".join(text for _, text in row)
        found = [(one, bisect_right(starts, one.start) - 1) for one in secrets_in(whole)]
        for secret, nth in found:
            was = before and stood(whole[slice(*secret.hidden)], before)
            alone = secret.hidden[1] < starts[nth + 1]
            if is_sure(secret) and not alone and not was:
                names = dict.fromkeys(named(where) for where, _ in row)
                return [LocatedSecret(", ".join(filter(None, names)) or "the whole text", secret)]
    return _encoded_across(texts, before)


def _rows(pieces: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """What is read as one: all in their order, and two of them that may have a secret together.

    Of many these are neighbours, and each that has a mark with any other.
    """
    yield pieces
    if len(pieces) <= MOST_PIECES:
        pairs: Iterable[tuple[Piece, Piece]] = permutations(pieces, 2)
    else:
        marked = [one for one in pieces if is_marked(one[1])][:MOST_PIECES]
        near = ((one, other) for pair in pairwise(pieces) for one, other in (pair, pair[::-1]))
        pairs = chain(near, product(marked, pieces))
    for (a, one), (b, other) in pairs:
        head, tail = one[-PAIRED:], other[:PAIRED]
        if one is not other and may_hold_secret(head + tail):
            yield (a, head), (b, tail)


def _encoded_across(texts: Sequence[tuple[str, str]], before: str) -> list[LocatedSecret]:
    """A secret in base64 of which several texts, each a run of its signs, have a part."""
    runs = base64_runs([text for _, text in texts])
    wholes = [runs[nth:] for nth in range(min(len(runs), MOST_PIECES))]
    for rest in wholes:
        whole, ends = "".join(rest)[:LONGEST], {*accumulate(map(len, rest))}
        for secret in secrets_in(whole):
            places = range(secret.start, secret.end)
            said = "".join("\n" * (place in ends) + whole[place] for place in places)
            was = before and stood(whole[slice(*secret.hidden)], before)
            if is_sure(secret) and not was and not is_in_words(said):
                return [LocatedSecret("the whole text", secret)]
    return []
