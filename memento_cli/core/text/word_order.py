"""Whether the common words of two texts stand in one order: another order is another fact (Ana owes
Ben), unless only a list, a phrase with its preposition or a word that says when stands elsewhere.
"""

from __future__ import annotations

from collections import Counter

from memento_cli.core.text.function_words import (
    FLOATING,
    LIGHT,
    MOMENTS,
    NAME,
    NEGATION,
    NUMBER,
    PLACE,
    PRONOUN,
    QUANTITY,
    WORD,
)
from memento_cli.core.text.words import is_unit

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memento_cli.core.text.statements import Word

    Pairs = Sequence[tuple[int, int]]

BY = ("by", "von", "par", "por")
GERMAN_HEAD_WORDS = """
    am im vom zum zur beim nach vor zu aus auf um bei mit fur gegen seit bis unter uber von
    gestern heute morgen oft immer manchmal bald
"""
GERMAN_HEADS = frozenset(GERMAN_HEAD_WORDS.split())
BINDING = frozenset(["of", "for", "by", "in", "on", "at", "about", "to", "from", "von", "de"])
"""Prepositions between two words that would be one compound without them."""


def is_one_order(words: Sequence[Word], others: Sequence[Word], pairs: Pairs) -> bool:
    """Whether the words of two texts have one order, by the pairs of places of common words."""
    ordered = [pair for pair in sorted(pairs) if words[pair[0]].kind != LIGHT]
    if _is_ordered(words, others, ordered):
        return True
    found = dict(pairs)
    free = _free_places(words, others, found)
    rest = [pair for pair in ordered if pair[0] not in free]
    if _is_ordered(words, others, rest):
        return True
    is_fronted = _is_fronted(words, free) != _is_fronted(others, {found[place] for place in free})
    return is_fronted and _is_ordered(words, others, _inverted(rest))


def _is_fronted(words: Sequence[Word], free: set[int]) -> bool:
    """Whether a German phrase or word that may stand anywhere is at the head, so that the verb
    stands before the subject."""
    return 0 in free and words[0].text in GERMAN_HEADS


def _inverted(rest: Pairs) -> Pairs:
    """The pairs of places with the first two words, verb and subject, the other way round."""
    (first, one), (second, other) = [*rest[:2], (0, 0), (0, 0)][:2]
    return [(first, other), (second, one), *rest[2:]] if len(rest) > 1 else rest


def _is_ordered(words: Sequence[Word], others: Sequence[Word], ordered: Pairs) -> bool:
    places = _with_sorted_lists(ordered, words, others)
    return all(
        _is_moved(places[first:last], others)
        or _is_turned(words, others, ordered[first:last])
        or _is_passive(words, others, ordered[first:last])
        for first, last in parts_moved(places)
    )


def _is_passive(words: Sequence[Word], others: Sequence[Word], part: Pairs) -> bool:
    """Whether who does it and what it is done to have changed places, and one text has a "by"
    before who does it: Kevin maintains the parser, the parser is maintained by Kevin."""
    runs = exchanged([place for _, place in part])
    if not runs:
        return False
    first, last = runs
    agents = (words, part[last][0]), (others, part[0][1])
    has_by = [place > 0 and text[place - 1].key in BY for text, place in agents]
    by_others = [any(word.key in BY for word in text) for text in (words, others)]
    return has_by == by_others and sum(has_by) == 1 and last - first == 1


def exchanged(places: Sequence[int]) -> tuple[int, int] | None:
    """Where the middle begins and ends of a permuted sequence, if the part before it and the part
    after it have changed places; each is in order in itself."""
    ranks = {place: rank for rank, place in enumerate(sorted(places))}
    begins = [at for at in range(len(places))
              if not at or ranks[places[at]] != ranks[places[at - 1]] + 1]  # fmt: skip
    starts = [places[at] for at in begins]
    is_exchanged = len(begins) == 3 and starts == sorted(starts, reverse=True)
    return (begins[1], begins[2]) if is_exchanged else None


def _free_places(
    words: Sequence[Word], others: Sequence[Word], found: Mapping[int, int]
) -> set[int]:
    """The places in one text of what may stand anywhere: also phrases of the same words in
    both texts, with a preposition that only they have."""
    at = 0
    counts = Counter(word.key for text in (words, others) for word in text)
    free = {place for place in found if _may_float(words[place], place, found)}
    while at < len(words):
        begin, at = at, at + 1
        is_only = counts[words[begin].key] == 2 and begin in found
        if not (is_only and _is_preposition(words[begin])):
            continue
        while (
            at < len(words)
            and words[at].kind not in (PLACE, LIGHT)
            and not words[at].joined
            and found.get(at) == found[begin] + at - begin
            and not others[found[at]].joined
        ):
            at += 1
        if at > begin + 1:
            free.update(range(begin, at))
    return free


def _may_float(word: Word, place: int, found: Mapping[int, int]) -> bool:
    """Whether a word may stand anywhere: one that says when, or of all, or whose form says what
    it does (he, not him), or a preposition that is paired with one before another word."""
    is_apart = found[place] + 1 != found.get(place + 1, -1)
    return word.text in FLOATING or (_is_preposition(word) and is_apart)


def _is_preposition(word: Word) -> bool:
    """Whether it says how what follows takes part; the particles of Japanese follow their word."""
    return word.kind == PLACE and not is_unit(word.text[0])


def _is_turned(words: Sequence[Word], others: Sequence[Word], part: Pairs) -> bool:
    """Whether two words stand together as a compound, or turned with a preposition between:
    budget questions, questions on the budget."""
    if len(part) != 2:
        return False
    sides = (words, part[0][0], part[1][0]), (others, part[1][1], part[0][1])
    apart = [side for side in sides if side[2] - side[1] == 2]
    beside = [side for side in sides if side[2] - side[1] == 1]
    if len(apart) != 1 or len(beside) != 1:
        return False
    text, first, last = apart[0]
    preposition = text[first + 1].key
    is_name = text[last].kind == NAME
    return preposition in BINDING and (text[last].kind == WORD or (is_name and preposition != "to"))


def _with_sorted_lists(
    ordered: Sequence[tuple[int, int]], words: Sequence[Word], others: Sequence[Word]
) -> list[int]:
    """The places of common words in the other text, those of a list (milk, eggs and bread) in its
    own order."""
    places, begin = [place for _, place in ordered], 0
    for end in range(1, len(ordered) + 1):
        if end < len(ordered) and words[ordered[end][0]].joined:
            continue
        items = sorted(places[begin:end])
        is_list = items[-1] - items[0] == len(items) - 1
        if is_list and all(others[place].joined for place in items[1:]):
            places[begin:end] = items
        begin = end
    return places


def parts_moved(places: Sequence[int]) -> list[tuple[int, int]]:
    """The parts of a permuted sequence that are out of order, each in itself, from and to."""
    parts, first, most = list[tuple[int, int]](), 0, -1
    ranks = {place: rank for rank, place in enumerate(sorted(places))}
    for at, place in enumerate(places):
        most = max(most, ranks[place])
        if most == at:
            if at > first:
                parts.append((first, at + 1))
            first = at + 1
    return parts


def _is_moved(part: Sequence[int], others: Sequence[Word]) -> bool:
    """Whether a part of a text has its words in order, but that its end stands at its head."""
    turn = part.index(min(part))
    if [*part[turn:], *part[:turn]] != sorted(part):
        return False
    kinds = [others[place].kind for place in part]
    blocks = kinds[:turn], kinds[turn:]
    if any(all(kind in (NEGATION, QUANTITY) for kind in block) for block in blocks):
        return False
    return len(part) > 2 or _may_swap(*(others[place] for place in part))


def _may_swap(one: Word, other: Word) -> bool:
    """Whether two words may stand either way: May 12, 12 May. Others have changed their parts."""
    kinds = one.kind == NUMBER, other.kind == NUMBER
    if PRONOUN in (one.kind, other.kind):  # its form says what it does: he, him
        return True
    return kinds[0] != kinds[1] or one.text in MOMENTS or other.text in MOMENTS
