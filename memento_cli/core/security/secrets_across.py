"""Keys that are divided between the texts of one act."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, chain, pairwise, permutations, product

from memento_cli.core.memory.memory import KINDS, OUTCOMES, RELATIONS, SIGNIFICANCES
from memento_cli.core.security.secret_marks import base64_runs, is_marked, may_hold_secret
from memento_cli.core.security.secrets import (
    LONGEST,
    LocatedSecret,
    field_label,
    is_in_words,
    is_sure,
    occurs_in,
    secrets_in,
)
from memento_cli.core.security.trust import PRIVACIES

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

PIECE, MOST_PIECES, PAIRED = 4, 24, 4_000
Piece = tuple[str, str]
"""The path of a text, and the text."""
OWN_WORDS = {*SIGNIFICANCES, *KINDS, *OUTCOMES, *PRIVACIES, *RELATIONS}
"""Memento's own words in a memory: they are no parts of a secret, and do not separate its parts."""


def located_across(texts: Sequence[tuple[str, str]], before: str = "") -> list[LocatedSecret]:
    """The first secret that begins in one text and continues in another, or in all that follow."""
    foreign = ((where, text) for where, text in dict.fromkeys(texts) if text not in OWN_WORDS)
    pieces = [(where, text) for where, text in foreign if len(text) >= PIECE]
    for combination in _combinations(pieces) if len(pieces) > 1 else ():
        starts = [*accumulate((len(text) + 1 for _, text in combination), initial=0)]
        whole = "\n".join(text for _, text in combination)
        indexed = [(secret, bisect_right(starts, secret.start) - 1) for secret in secrets_in(whole)]
        for secret, index in indexed:
            is_old = before and occurs_in(whole[slice(*secret.hidden)], before)
            is_in_one = secret.hidden[1] < starts[index + 1]
            if is_sure(secret) and not is_in_one and not is_old:
                names = dict.fromkeys(field_label(where) for where, _ in combination)
                return [LocatedSecret(", ".join(filter(None, names)) or "the whole text", secret)]
    return _encoded_across(texts, before)


def _combinations(pieces: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """The texts to join: all in their order, and pairs that may have a secret together.

    Of many texts the pairs are neighbours, and each with a mark together with any other.
    """
    yield pieces
    if len(pieces) <= MOST_PIECES:
        pairs: Iterable[tuple[Piece, Piece]] = permutations(pieces, 2)
    else:
        marked = [first for first in pieces if is_marked(first[1])][:MOST_PIECES]
        neighbours = (
            (first, second) for pair in pairwise(pieces) for first, second in (pair, pair[::-1])
        )
        pairs = chain(neighbours, product(marked, pieces))
    for (a, first), (b, second) in pairs:
        head, tail = first[-PAIRED:], second[:PAIRED]
        if first is not second and may_hold_secret(head + tail):
            yield (a, head), (b, tail)


def _encoded_across(texts: Sequence[tuple[str, str]], before: str) -> list[LocatedSecret]:
    """A secret in base64 that is divided between several texts, each a run of base64."""
    runs = base64_runs([text for _, text in texts])
    wholes = [runs[start:] for start in range(min(len(runs), MOST_PIECES))]
    for rest in wholes:
        whole, ends = "".join(rest)[:LONGEST], {*accumulate(map(len, rest))}
        for secret in secrets_in(whole):
            places = range(secret.start, secret.end)
            divided = "".join("\n" * (place in ends) + whole[place] for place in places)
            is_old = before and occurs_in(whole[slice(*secret.hidden)], before)
            if is_sure(secret) and not is_old and not is_in_words(divided):
                return [LocatedSecret("the whole text", secret)]
    return []
