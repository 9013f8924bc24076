"""The likeness of two texts, and whether they state different facts however alike they are.

Texts that differ only in a number, a version, a name, a negation, a direction or the order of words
have nearly all characters in common, and still are different facts.
"""

from __future__ import annotations

from memento_cli.core.text.normal_forms import plain, plain_line

ROUNDING = 1e-9
ALIKE_WITH_TAGS = 0.7
"""The least likeness of summaries of near duplicates, however similar their tags."""
OPENING, CLOSING = "\"'`“”‘’«»([{「『（", ".,;:!…\"'`“”‘’«»)]}。、，！；：」』）"
"""Punctuation before and after a word; a question mark is kept, since it changes a statement."""
ARTICLES = frozenset(("a", "an", "the"))
COUNTING = frozenset(("bit", "couple", "few", "little", "lot"))
"""Words with which an article is significant: few came, a few came."""
NEGATED = {"can't": ("can", "not"), "won't": ("will", "not"), "cannot": ("can", "not")}
NEGATIONS = "not no never none without kein keine nicht nie ohne ne pas jamais sans nunca sin não"
DIRECTIONS = """
    to from into onto in out on off over under above below before after up down left right north
    south east west more less higher lower than with for against by via toward towards away back
    since until rose fell raised lowered increased decreased won lost bought sold gave got sent
    received opened closed started stopped began ended enabled disabled added removed
    von nach vor zu aus mehr weniger de vers avant après plus moins desde hasta antes después
"""
QUANTITIES = """
    one two three four five six seven eight nine ten eleven twelve hundred thousand million half
    double once twice first second third last next all both only neither nor nobody nothing hardly
    keinen
"""
DENYING = frozenset(NEGATIONS.split())
SIGNIFICANT = DENYING | frozenset(DIRECTIONS.split()) | frozenset(QUANTITIES.split())


def may_repeat(summary: str, other: str, likeness: float) -> bool:
    """Whether a summary may be nearly the same as another (`near_duplicates`)."""
    share = min(likeness, ALIKE_WITH_TAGS)
    return may_be_alike(summary, other, share) and not tells_another(summary, other)


def may_be_alike(text: str, other: str, share: float) -> bool:
    """Whether two texts are at least `share` alike (0 to 1)."""
    one, two = plain_line(text), plain_line(other)
    if min(len(one), len(two)) < share * (len(one) + len(two)) / 2 - ROUNDING:
        return False
    return alike(text, other) >= share - ROUNDING


def alike(text: str, other: str) -> float:
    """The share of common characters in the same order, 0 to 1, ignoring case and width.

    It is 2 · l / (m + n) for l common characters of m and n (rapidfuzz's `ratio`).
    """
    one, two = plain_line(text), plain_line(other)
    return 2 * in_common(one, two) / (len(one) + len(two)) if one or two else 1.0


def in_common(first: str | list[str], second: str | list[str]) -> int:
    """The length of the longest common subsequence, bit-parallel (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for place, item in enumerate(first):
        places[item] = places.get(item, 0) | 1 << place
    all_bits = (1 << len(first)) - 1
    rest = all_bits
    for item in second:
        matched = rest & places.get(item, 0)
        rest = (rest + matched) | (rest - matched)
    return len(first) - (rest & all_bits).bit_count()


def says_again(text: str, other: str) -> bool:
    """Whether two texts are equal except for case, width, punctuation, articles and short forms; a
    name in capitals differs from a word."""
    return _folded(text) == _folded(other) and not _differ_in_names(text, other)


def tells_another(text: str, other: str) -> bool:
    """Whether two texts differ in a number, a version, a name, a negation, a direction or the order
    of their words, and so state different facts."""
    one, two = _folded(text), _folded(other)
    left, right = _difference(_words(text), two), _difference(_words(other), one)
    if in_common(one, two) < len(one) - len(left):
        return True
    return any(map(_is_significant, (*left, *right))) or _differ_in_names(text, other)


def _folded(text: str) -> list[str]:
    return [plain(word) for word in _words(text)]


def _differ_in_names(text: str, other: str) -> bool:
    """Whether one text has a name in capitals and the other the word: US, us."""
    return _has_name_for(text, other) or _has_name_for(other, text)


def _has_name_for(text: str, other: str) -> bool:
    words = _words(other)
    lower_case = {plain(word) for word in words if word.islower()}
    lower_case -= {plain(word) for word in words if not word.islower()}
    return any(
        len(word) > 1 and word.isupper() and plain(word) in lower_case for word in _words(text)
    )


def _words(text: str) -> list[str]:
    """The words of a text in order, without articles and outer punctuation; a text all in capitals
    is read in lower case."""
    text = text.lower() if text.isupper() else text
    words: list[str] = []
    for part in text.replace("’", "'").split():
        word = part.lstrip(OPENING).rstrip(CLOSING)
        low = word.lower()
        if low in NEGATED:
            words += NEGATED[low]
        elif low.endswith("n't"):
            words += (word[:-3], "not")
        elif word:
            words.append(word)
    ends = zip(words, [*words, ""][1:], strict=True)
    return [w for w, after in ends if w.lower() not in ARTICLES or after.lower() in COUNTING]


def _difference(words: list[str], folded: list[str]) -> list[str]:
    rest = list(folded)
    difference = []
    for word in words:
        plain_word = plain(word)
        if plain_word in rest:
            rest.remove(plain_word)
        else:
            difference.append(word)
    return difference


def _is_significant(word: str) -> bool:
    """Whether an additional or different word makes another fact: a number, a symbol, a name, and
    any word of a script without capitals."""
    letters = "".join(character for character in word if character not in "-'/.?")
    return plain(word) in SIGNIFICANT or not letters.isalpha() or not letters.islower()
