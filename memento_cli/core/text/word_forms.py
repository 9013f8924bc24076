"""Whether two words are one word: inflected, abbreviated, written as a number, or mistyped.

A word has a key, by which most of its forms meet; two words of different keys are one word if they
are long and a single slip of the finger apart (Damerau 1964). Words that differ at the beginning
never are: un-, dis- and in- make opposites.
"""

from __future__ import annotations

from memento_cli.core.text.irregular_forms import other_forms
from memento_cli.core.text.normal_forms import folded
from memento_cli.core.text.words import common_prefix

SHORT_FORMS = """
    db database|dbs database|prod production|config configuration
    conf configuration|repo repository|dev development|env environment|mtg meeting
    appt appointment|approx approximately|info information|doc document
    docs document|app application|auth authentication|admin administrator
    min minute|mins minute|hr hour|hrs hour|sec second|secs second|kg kilogram
    km kilometre|kilometer kilometre|cm centimetre|centimeter centimetre
    mb megabyte|gb gigabyte|eur euro|usd dollar|gbp pound|dept department
    mgmt management|univ university|apt apartment|temp temperature|tel telephone
    phone telephone|msg message|pwd password|pw password|k8s kubernetes
    js javascript|ts typescript|postgres postgresql|bday birthday|xmas christmas
    dr doctor|st street|str street|ave avenue|nr number|incl including
    excl excluding|max maximum|est estimated|w with|thx thanks|pls please
    govt government|intl international|yr year|yrs year|wk week|tix ticket
    var variable|vars variable|pkg package|lib library|libs library|func function|ref reference
    spec specification|specs specification|perf performance|impl implementation|mgr manager
    qty quantity|avg average|pic picture|pics picture|fridge refrigerator|tv television
    photo photograph|photos photograph|exam examination|lab laboratory|ext extension
    kilo kilogram|kilos kilogram|gray grey|may may|jan january|feb february
    mar march|apr april|jun june|jul july|aug august|sep september|sept september|oct october
    nov november|dec december|mon monday|tue tuesday|tues tuesday|wed wednesday|thu thursday
    thur thursday|thurs thursday|fri friday|sat saturday|sun sunday
"""
SEVERAL_WORDS = """
    pr pull request|prs pull requests|mr merge request|asap as soon as possible|eod end of day
    ooo out of office|wfh work from home|ui user interface|os operating system|oss open source
    w/o without|b/c because|tbd to be determined|eta estimated time of arrival
    poc proof of concept|dob date of birth
"""
"""What is short for several words, and for what."""
NUMBER_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty",
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "zéro _ deux trois quatre cinq six sept huit neuf dix onze douze",
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez _ doce",
    "ноль один два три четыре пять шесть семь восемь девять десять",
)
ENGLISH_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
GERMAN_ORDINALS = "erst zweit dritt viert fünft sechst siebt acht neunt zehnt"
GERMAN_ENDINGS = ("e", "en", "er", "es", "em")
ENDINGS = frozenset(
    ["e", "en", "n", "s", "es", "er", "em", "st", "t", "te", "ten", "ent", "as", "os", "ed", "ing"]
)
"""What may follow the part that two forms of a word share, in languages with Latin letters."""
DERIVED_ENDINGS = frozenset(
    ["al", "ly", "y", "ion", "ions", "ation", "ations", "ment", "ments", "ance", "ence", "ery"]
)
"""What makes a noun, an adjective or an adverb of an English word: approve, approval."""
CYRILLIC_ENDINGS = frozenset("аеёиоуыэюяйьмхтлшсв")
SHARED_LETTERS, SHARED_CYRILLIC, LONGEST_ENDING = 5, 3, 2
LEAST_MISTYPED, LEAST_REPLACED, LEAST_NAME = 6, 8, 8
"""The least letters of a word in which one is added, missing or swapped; in which one is replaced;
and of a mistyped name: Martin is not Martina."""
VOWELS = frozenset("aeiouy")
SOUNDS = ({"s", "z"}, {"d", "t"}, {"c", "s"}, {"c", "k"})
"""Letters that sound alike in many words."""
KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _short_forms() -> dict[str, str]:
    words = SHORT_FORMS.replace("|", " ").split()
    return dict(zip(words[::2], words[1::2], strict=True))


SHORT = _short_forms()
LONG_FORMS = {
    short: words
    for short, *words in map(str.split, SEVERAL_WORDS.strip().replace("\n", "|").split("|"))
}
NUMBERS = {
    folded(word): str(value)
    for line in NUMBER_WORDS
    for value, word in enumerate(line.split())
    if word != "_"
}
NUMBERS |= {word: str(value) for value, word in enumerate(ENGLISH_ORDINALS.split(), 1)}
NUMBERS |= {
    folded(word + ending): str(value)
    for value, word in enumerate(GERMAN_ORDINALS.split(), 1)
    for ending in GERMAN_ENDINGS
}


def word_key(word: str) -> str:
    """What the forms of a word have in common: `folded` word in, its stem or number out."""
    word = SHORT.get(word) or SHORT.get(word.removesuffix("s"), word)
    return stem(word) if word.isascii() else word


def stem(word: str) -> str:
    """An English word without the endings of plurals and verbs; at least two letters and a vowel
    stay (a small part of Porter's algorithm, 1980)."""
    if word.endswith("'s"):
        word = word[:-2]
    if len(word) > 3 and word[-1] == "s" and word[-2] not in "sui":
        word = word[:-1]
    for ending in ("ing", "ed"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) > 1 and not VOWELS.isdisjoint(rest):
            word = word if word.endswith("eed") else _single_end(rest)
            break
    if len(word) > 2 and word[-1] == "e":
        word = word[:-1]
    return f"{word[:-1]}i" if len(word) > 2 and word[-1] == "y" else word


def _single_end(rest: str) -> str:
    """planned: plan; but falling: fall."""
    is_double = len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz"
    return rest[:-1] if is_double else rest


def is_one_word(one: str, other: str, *, names: bool) -> bool:
    """Whether two `folded` words of different keys are forms of one word, or one is mistyped."""
    if not names and other in other_forms(one):
        return True
    if one[:1] != other[:1]:
        return one in _transposed_start(other) and not names
    shared = common_prefix(one, other)
    if _is_inflected(one, other, shared, ENDINGS if names else ENDINGS | DERIVED_ENDINGS):
        return True
    return _is_slip(one, other, shared, names=names)


def _transposed_start(word: str) -> tuple[str, ...]:
    return (word[1] + word[0] + word[2:],) if len(word) >= LEAST_MISTYPED else ()


def _is_inflected(one: str, other: str, shared: int, endings: frozenset[str]) -> bool:
    ends = one[shared:], other[shared:]
    if one[0] > "\u0370":
        is_short = all(len(end) <= LONGEST_ENDING for end in ends)
        return shared >= SHARED_CYRILLIC and is_short and CYRILLIC_ENDINGS.issuperset("".join(ends))
    return shared >= SHARED_LETTERS and all(not end or end in endings for end in ends)


def _is_slip(one: str, other: str, shared: int, *, names: bool) -> bool:
    """Whether one letter is added, missing, replaced by its neighbour, or swapped with the next."""
    longest = max(len(one), len(other))
    if longest < (LEAST_NAME if names else LEAST_MISTYPED) or abs(len(one) - len(other)) > 1:
        return False
    left, right = one[shared:], other[shared:]
    ending = common_prefix(left[::-1], right[::-1])
    left, right = left[: len(left) - ending], right[: len(right) - ending]
    if len(left) == 2 and left == right[::-1]:
        return True
    if len(left) + len(right) == 1:
        return bool(ending) or longest >= LEAST_REPLACED
    is_replaced = len(left) == len(right) == 1 and longest >= LEAST_REPLACED
    return is_replaced and not names and _is_near(left, right)


def _is_near(one: str, other: str) -> bool:
    """Whether two letters are confused: both are vowels, or they are neighbours on a keyboard."""
    if one in VOWELS and other in VOWELS:
        return True
    pair = {one, other}
    return pair in SOUNDS or any(one + other in row or other + one in row for row in KEYBOARD)
