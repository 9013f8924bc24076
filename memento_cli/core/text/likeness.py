"""How alike two texts are, and whether they tell two facts however alike they are.

What differs in a number, a version, a name, a negation, a direction or the order of its words is
told apart by a word or two: a share of signs in common does not see it.
"""

from __future__ import annotations

from memento_cli.core.memory.text import plain, plain_line

ROUNDING = 1e-9
ALIKE_TOO = 0.7
"""So alike have summaries at least to be nearly the same, however alike the tags are."""
OPENING, CLOSING = "\"'`“”‘’«»([{「『（", ".,;:!…\"'`“”‘’«»)]}。、，！；：」』）"
"""What may stand before and after a word and is no part of it; a question is no statement."""
ARTICLES = frozenset(("a", "an", "the"))
COUNTING = frozenset(("bit", "couple", "few", "little", "lot"))
"""What an article belongs to: few came, and a few did."""
NOT = {"can't": ("can", "not"), "won't": ("will", "not"), "cannot": ("can", "not")}
NOT_SO = "not no never none without kein keine nicht nie ohne ne pas jamais sans nunca sin não"
WHITHER = """
    to from into onto in out on off over under above below before after up down left right north
    south east west more less higher lower than with for against by via toward towards away back
    since until rose fell raised lowered increased decreased won lost bought sold gave got sent
    received opened closed started stopped began ended enabled disabled added removed
    von nach vor zu aus mehr weniger de vers avant après plus moins desde hasta antes después
"""
HOW_MANY = """
    one two three four five six seven eight nine ten eleven twelve hundred thousand million half
    double once twice first second third last next all both only neither nor nobody nothing hardly
    keinen
"""
DENYING = frozenset(NOT_SO.split())
WEIGHTY = DENYING | frozenset(WHITHER.split()) | frozenset(HOW_MANY.split())


def may_repeat(summary: str, other: str, likeness: float) -> bool:
    """Whether a summary may be nearly the same as another (`near_duplicates`)."""
    share = min(likeness, ALIKE_TOO)
    return may_be_alike(summary, other, share) and not tells_another(summary, other)


def may_be_alike(text: str, other: str, share: float) -> bool:
    """Whether two texts are at least `share` alike (0 to 1)."""
    one, two = plain_line(text), plain_line(other)
    if min(len(one), len(two)) < share * (len(one) + len(two)) / 2 - ROUNDING:
        return False
    return alike(text, other) >= share - ROUNDING


def alike(text: str, other: str) -> float:
    """The share of their signs that stand in both in the same order, 0 to 1; case and width aside.

    It is 2 · l / (m + n): l signs, of m and n (rapidfuzz's `ratio`).
    """
    one, two = plain_line(text), plain_line(other)
    return 2 * in_common(one, two) / (len(one) + len(two)) if one or two else 1.0


def in_common(some: str | list[str], others: str | list[str]) -> int:
    """The length of the longest common subsequence, a bit for each sign or word (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for place, sign in enumerate(some):
        places[sign] = places.get(sign, 0) | 1 << place
    whole = (1 << len(some)) - 1
    rest = whole
    for sign in others:
        both = rest & places.get(sign, 0)
        rest = (rest + both) | (rest - both)
    return len(some) - (rest & whole).bit_count()


def says_again(text: str, other: str) -> bool:
    """Whether two texts are the same, but for case, width, marks, articles and short forms; a name
    in capitals is another than a word."""
    return _folded(text) == _folded(other) and not _differ_in_names(text, other)


def tells_another(text: str, other: str) -> bool:
    """Whether two texts differ in a number, a version, a name, a negation, a direction or the order
    of their words, and so tell two facts."""
    one, two = _folded(text), _folded(other)
    left, right = _without(_words(text), two), _without(_words(other), one)
    if in_common(one, two) < len(one) - len(left):
        return True
    return any(map(_weighs, (*left, *right))) or _differ_in_names(text, other)


def _folded(text: str) -> list[str]:
    return [plain(word) for word in _words(text)]


def _differ_in_names(text: str, other: str) -> bool:
    """Whether one has a name in capitals where the other has a word: US is not us."""
    return _has_name_for(text, other) or _has_name_for(other, text)


def _has_name_for(text: str, other: str) -> bool:
    words = _words(other)
    small = {plain(word) for word in words if word.islower()}
    small -= {plain(word) for word in words if not word.islower()}
    return any(len(word) > 1 and word.isupper() and plain(word) in small for word in _words(text))


def _words(text: str) -> list[str]:
    """The words of a text in order, as they are written, without articles and outer marks; what is
    all in capitals is read as if it were not."""
    text = text.lower() if text.isupper() else text
    words: list[str] = []
    for part in text.replace("’", "'").split():
        word = part.lstrip(OPENING).rstrip(CLOSING)
        low = word.lower()
        if low in NOT:
            words += NOT[low]
        elif low.endswith("n't"):
            words += (word[:-3], "not")
        elif word:
            words.append(word)
    ends = zip(words, [*words, ""][1:], strict=True)
    return [w for w, after in ends if w.lower() not in ARTICLES or after.lower() in COUNTING]


def _without(words: list[str], folded: list[str]) -> list[str]:
    """The words that are not among others, each as often as it is there more."""
    rest = list(folded)
    left = []
    for word in words:
        same = plain(word)
        if same in rest:
            rest.remove(same)
        else:
            left.append(word)
    return left


def _weighs(word: str) -> bool:
    """Whether a word more, or another one, makes another fact: a number, a sign, a name, and each
    word of a script that has no capitals to tell a name by."""
    letters = "".join(sign for sign in word if sign not in "-'/.?")
    return plain(word) in WEIGHTY or not letters.isalpha() or not letters.islower()
