"""The one measure of how far two texts say the same, by their words (`statements`).

Texts that differ only in a number, a name, a negation or an order have nearly all words in common,
and still state different facts; texts of other forms of the same words, or with a word more, state
one. So words are paired (`word_forms`), and what is left decides: words on both sides are another
statement, words on one side an addition, which counts a third (Tversky 1977).
"""

from __future__ import annotations

from collections import defaultdict

from memento_cli.core.text.function_words import (
    LIGHT,
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
from memento_cli.core.text.word_order import is_one_order
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
LEAST_SAID = 3
"""The least weight of common words to which another may be added."""
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
            or self._replaces_before_common()
            or any(map(_is_telling, (*self.left, *self.right)))
            or self._adds_names()
            or self._adds_to_little()
            or not self.is_in_order
        )

    def _replaces_before_common(self) -> bool:
        """Whether one word has a preposition before it in each text, and not the same: to Rome,
        from Rome; or another sign. At the end of a text it is a particle: goes up, goes down."""
        words, others = self.one.words, self.other.words
        found = dict(self.pairs) | {len(words): len(others)}
        taken = set(found.values())
        for place, other in found.items():
            before = place - 1, other - 1
            if min(before) < 0 or before[0] in found or before[1] in taken:
                continue
            pair = words[before[0]], others[before[1]]
            if _is_sign(pair[0]) and _is_sign(pair[1]):
                if any(one.kind in CARRYING for one in pair):
                    return True
                continue
            are_prepositions = all(one.kind == PLACE for one in pair)
            if are_prepositions and not AT.issuperset(one.key for one in pair):
                return True
        return False

    def _adds_names(self) -> bool:
        """Whether one text names somebody more. Next to a common name it is its longer form."""
        pairs = (self.one, 0, self.left), (self.other, 1, self.right)
        return any(
            word.kind == NAME and not _extends_name(text.words, word, {p[side] for p in self.pairs})
            for text, side, words in pairs
            for word in words
        )

    def _adds_to_little(self) -> bool:
        """Whether one text says more than another that hardly says anything: fixed a typo, fixed a
        typo in the docs."""
        common = (self.one.words[place] for place, _ in self.pairs)
        is_little = sum(_weight(word) for word in common if word.kind in CARRYING) < LEAST_SAID
        return is_little and any(word.kind in (WORD, NAME) for word in (*self.left, *self.right))

    @property
    def is_in_order(self) -> bool:
        """Whether the words have one order, but for what may stand elsewhere."""
        return is_one_order(self.one.words, self.other.words, self.pairs)


def compared(one: Statement, other: Statement) -> Comparison:
    """Pair the words of two texts: by what their forms share, then by their letters."""
    pairs, left, right = _pairs_of_keys(one.words, other.words)
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


def _pairs_of_keys(
    words: Sequence[Word], others: Sequence[Word]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """The pairs of places of words with one key, first of those that are followed by one key, too,
    and the places of the words that are left: a preposition belongs to what follows it."""
    pairs = list[tuple[int, int]]()
    left, right = list(range(len(words))), list(range(len(others)))
    for follows in (True, False):
        places = defaultdict[tuple[str, str], list[int]](list)
        for place in reversed(right):
            places[_key_at(others, place, follows)].append(place)
        rest = list[int]()
        for place in left:
            found = places.get(_key_at(words, place, follows))
            if found:
                pairs.append((place, found.pop()))
            else:
                rest.append(place)
        left, right = rest, sorted(place for one in places.values() for place in one)
    return pairs, left, right


def _key_at(words: Sequence[Word], place: int, follows: bool) -> tuple[str, str]:
    """The key of a word, and of the one that follows it."""
    following = words[place + 1].key if follows and place + 1 < len(words) else ""
    return words[place].key, following


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
    owns = any(one.text.endswith("'s") for one in (word, other))  # Lena's is not Lea's
    texts = (one.text.removesuffix("'s") for one in (word, other))
    return is_one_word(*(SHORT.get(text, text) for text in texts), names=owns or NAME in kinds)


def _pair_compounds(
    words: Sequence[Word],
    others: Sequence[Word],
    pairs: list[tuple[int, int]],
    left: list[int],
    right: list[int],
    *,
    turned: bool = False,
) -> None:
    """Pair words with the one that they make: road trip, roadtrip."""
    joined = {others[place].text.replace("-", ""): place for place in right}
    place = 0
    while place < len(left):
        text, end = words[left[place]].text, place + 1
        while end < len(left) and left[end] == left[end - 1] + 1:
            text += words[left[end]].text
            end += 1
            if text in joined:
                found = joined.pop(text)
                pairs.append((found, left[place]) if turned else (left[place], found))
                right.remove(found)
                del left[place:end]
                break
        else:
            place += 1


def _replaces(left: Sequence[Word], right: Sequence[Word]) -> bool:
    """Whether each has words that the other has not: of what is said, of where, or of whose."""
    if all(any(word.kind in CARRYING for word in side) for side in (left, right)):
        return True
    return all(any(word.kind == PRONOUN for word in side) for side in (left, right))


AT = frozenset(("in", "at", "on"))
"""Where something is, in one word or another."""
TITLES = frozenset(("doctor", "mr", "mrs", "ms", "prof", "professor", "frau", "herr", "mme", "sra"))
CARRYING = frozenset((WORD, NAME, NUMBER, NEGATION, QUANTITY))


def _is_sign(word: Word) -> bool:
    return is_unit(word.text[0])


def _is_telling(word: Word) -> bool:
    """Whether a word makes another fact by being there or not."""
    is_letter = len(word.text) == 1 and word.text.isascii()  # module b
    return word.kind in (NEGATION, NUMBER, QUANTITY) or (is_letter and word.kind in CARRYING)


def _extends_name(words: Sequence[Word], word: Word, paired: set[int]) -> bool:
    """Whether a name only makes a person's longer: a title before it, or a second name of who does
    something (Rosa Lind runs it, Rosa runs it). Any other longer name is of another place or thing:
    New York, Dune Messiah."""
    place = next(index for index, one in enumerate(words) if one is word)
    if place + 1 in paired and word.key in TITLES:
        return words[place + 1].kind == NAME
    does = len(words) > place + 1 and words[place + 1].kind == WORD
    return place == 1 and 0 in paired and does and not word.joined and words[0].kind in (WORD, NAME)


def _weight(word: Word) -> float:
    return WEIGHTS[word.kind] * (SIGN_WEIGHT if is_unit(word.text[0]) else 1)
