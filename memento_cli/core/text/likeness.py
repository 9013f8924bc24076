"""The one measure of how far two texts say the same, by their words (`statements`).

Texts that differ only in a number, a name, a negation or an order have nearly all words in common,
and still state different facts; texts of other forms of the same words, or with a word more, state
one. So words are paired (`word_forms`), and what is left decides: words on both sides are another
statement, words on one side an addition, which counts a third (Tversky 1977).
"""

from __future__ import annotations

from memento_cli.core.text.function_words import (
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
from memento_cli.core.text.normal_forms import plain_line
from memento_cli.core.text.statements import statement
from memento_cli.core.text.word_forms import SHORT, is_one_word
from memento_cli.core.text.words import is_unit
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.core.text.statements import Statement, Word

ALIKE = 0.85
"""The least likeness of texts that say nearly the same."""
WEIGHTS = {WORD: 1.0, NAME: 1.0, NUMBER: 1.0, NEGATION: 1.0, QUANTITY: 1.0, PLACE: 0.2,
           PRONOUN: 0.2, LIGHT: 0.1}  # fmt: skip
SIGN_WEIGHT = 0.5
"""What a sign of a script without spaces counts of what a word does."""
ADDED = 1 / 3
"""What a word that only one text has counts of what a common one does."""
MOST_LEFT = 8
"""The most words left on both sides that are paired by their letters."""


class Comparison(NamedTuple):
    """What two texts share: the pairs of places of common words, and the words left of each."""

    one: Statement
    other: Statement
    pairs: tuple[tuple[int, int], ...]
    left: tuple[Word, ...]
    right: tuple[Word, ...]

    @property
    def share(self) -> float:
        """The weight of the common words in that of all, 0 to 1: 1 for the same words."""
        common = sum(_weight(self.one.words[place]) for place, _ in self.pairs)
        sides = sorted((sum(map(_weight, self.left)), sum(map(_weight, self.right))))
        whole = common + sides[0] + ADDED * sides[1]
        return common / whole if whole else 0.0

    @property
    def likeness(self) -> float:
        """How far the texts say the same, 0 to 1; 0 if they state different facts."""
        share = self.share
        return 0.0 if share and self.says_another else share

    @property
    def says_another(self) -> bool:
        """Whether the texts state different facts, however many words they share."""
        return (
            self.one.asks != self.other.asks
            or _replaces(self.left, self.right)
            or any(map(_is_telling, (*self.left, *self.right)))
            or self._adds_names()
            or not self.is_in_order
        )

    def _adds_names(self) -> bool:
        """Whether one text names somebody more. Next to a common name it is its longer form."""
        pairs = (self.one, 0, self.left), (self.other, 1, self.right)
        return any(
            word.kind == NAME and not _extends_name(text.words, word, {p[side] for p in self.pairs})
            for text, side, words in pairs
            for word in words
        )

    @property
    def is_in_order(self) -> bool:
        """Whether the words have one order, but for lists, and one part that stands elsewhere."""
        words, others = self.one.words, self.other.words
        ordered = [pair for pair in sorted(self.pairs) if words[pair[0]].kind != LIGHT]
        places = _with_sorted_lists(ordered, words, others)
        target = sorted(places)
        first, last = _unequal(places, target)
        part = places[first:last]
        if not part:
            return True
        turn = part.index(min(part))
        if part[turn:] + part[:turn] != target[first:last]:
            return False
        kinds = [others[place].kind for place in part]
        blocks = kinds[:turn], kinds[turn:]
        if any(all(kind in (NEGATION, QUANTITY) for kind in block) for block in blocks):
            return False
        return len(part) > 2 or _may_swap(*(others[place] for place in part))


def compared(one: Statement, other: Statement) -> Comparison:
    """Pair the words of two texts: by what their forms share, then by their letters."""
    places: dict[str, list[int]] = {}
    for place in range(len(other.words) - 1, -1, -1):
        places.setdefault(other.words[place].key, []).append(place)
    pairs, left = list[tuple[int, int]](), list[int]()
    for place, word in enumerate(one.words):
        found = places.get(word.key)
        if found:
            pairs.append((place, found.pop()))
        else:
            left.append(place)
    right = sorted(place for rest in places.values() for place in rest)
    if left and right and max(len(left), len(right)) <= MOST_LEFT:
        _pair_by_letters(one, other, pairs, left, right)
        _pair_compounds(one.words, other.words, pairs, left, right)
        _pair_compounds(other.words, one.words, pairs, right, left, turned=True)
    return Comparison(
        one,
        other,
        tuple(pairs),
        tuple(one.words[place] for place in left),
        tuple(other.words[place] for place in right),
    )


def likeness(text: str, other: str) -> float:
    """How far two texts say the same, 0 to 1; 0 if they state different facts."""
    return compared(statement(text), statement(other)).likeness


def says_again(text: str, other: str) -> bool:
    """Whether two texts are equal except for case, width, punctuation, articles and short forms."""
    one, two = statement(text), statement(other)
    if not one.words or not two.words:
        return plain_line(text) == plain_line(other)
    words, others = ([(word.text, word.key) for word in said.words] for said in (one, two))
    return words == others and one.asks == two.asks


def _pair_by_letters(
    one: Statement,
    other: Statement,
    pairs: list[tuple[int, int]],
    left: list[int],
    right: list[int],
) -> None:
    for place in list(left):
        word = one.words[place]
        for found in right:
            if _may_be_one(word, other.words[found]):
                pairs.append((place, found))
                left.remove(place)
                right.remove(found)
                break


def _may_be_one(word: Word, other: Word) -> bool:
    kinds = word.kind, other.kind
    if not all(kind in (WORD, NAME) for kind in kinds) or is_unit(word.text[0]):
        return False
    texts = (SHORT.get(one.text, one.text) for one in (word, other))
    return is_one_word(*texts, names=NAME in kinds)


def _pair_compounds(
    words: Sequence[Word],
    others: Sequence[Word],
    pairs: list[tuple[int, int]],
    left: list[int],
    right: list[int],
    *,
    turned: bool = False,
) -> None:
    """Pair two words with the one that they make: road trip, roadtrip."""
    for place in list(left):
        if place not in left or place + 1 not in left:
            continue
        joined = words[place].text + words[place + 1].text
        found = next((one for one in right if others[one].text == joined), None)
        if found is not None:
            pairs.append((found, place) if turned else (place, found))
            left.remove(place)
            left.remove(place + 1)
            right.remove(found)


def _replaces(left: Sequence[Word], right: Sequence[Word]) -> bool:
    """Whether each has words that the other has not: of what is said, of where, or of whose."""
    return all(
        any(word.kind in CARRYING for word in side) for side in (left, right)
    ) or any(
        all(any(word.kind == kind and not _is_particle(word) for word in side)
            for side in (left, right))
        for kind in (PLACE, PRONOUN)
    )  # fmt: skip


CARRYING = frozenset((WORD, NAME, NUMBER, NEGATION, QUANTITY))


def _is_particle(word: Word) -> bool:
    return is_unit(word.text[0])


def _is_telling(word: Word) -> bool:
    """Whether a word makes another fact by being there or not."""
    return word.kind in (NEGATION, NUMBER, QUANTITY)


def _extends_name(words: Sequence[Word], word: Word, paired: set[int]) -> bool:
    """Whether a name stands right beside a common one: Rosa Lind, Rosa."""
    place = next(index for index, one in enumerate(words) if one is word)
    beside = [at for at in (place - 1, place + 1) if at in paired]
    return any(
        (words[at].kind == NAME or (at == 0 and words[at].kind == WORD))
        and not (words[max(at, place)].joined)
        for at in beside
    )


def _weight(word: Word) -> float:
    return WEIGHTS[word.kind] * (SIGN_WEIGHT if is_unit(word.text[0]) else 1)


def _may_swap(one: Word, other: Word) -> bool:
    """Whether two words may stand either way: May 12, 12 May. Others have changed their parts."""
    kinds = one.kind == NUMBER, other.kind == NUMBER
    return kinds[0] != kinds[1] or one.text in MOMENTS or other.text in MOMENTS


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


def _unequal(one: Sequence[int], other: Sequence[int]) -> tuple[int, int]:
    """Where two sequences of one length begin to differ, and after which place they do not."""
    first, last = 0, len(one)
    while first < last and one[first] == other[first]:
        first += 1
    while last > first and one[last - 1] == other[last - 1]:
        last -= 1
    return first, last
