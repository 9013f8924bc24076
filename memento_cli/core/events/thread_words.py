"""The words of events by which threads are proposed, and the titles that are made of them."""

from __future__ import annotations

import re
from collections import Counter

from memento_cli.core.text.words import is_unit, split, terms

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from memento_cli.core.events.events import Event

LONGEST = 30  # signs of a word; what is longer is an address or a key
SHORT_NAME = 3  # signs that are enough to mean somebody
TITLE_WORDS = 3
COMMON = 0.4
"""So often, for the word that comes most, another one of a title comes."""
PLURALS = (("ies", "y"), ("ss", "ss"), ("us", "us"), ("s", ""))
"""Harman's weak stemmer (1991): the two numbers of an English noun are one word, no other forms."""
STEMMED = 4
HIRAGANA = ("\u3040", "\u309f")


def said_words(event: Event, names: Collection[str]) -> dict[str, str]:
    """The words that an event says, each with the form in which it stands there; `names` left out.

    Of scripts that put no space between words, pairs of signs; of kana those that name things.
    """
    forms = {form.casefold(): form for form in terms(said(event))}
    return {_root(word): form for word, form in forms.items() if _tells(word) and word not in names}


def said(event: Event) -> str:
    """What is said in an event, without who said it."""
    words = event.words
    return "\n".join((words.user, words.assistant, words.said, *words.images))


def name_words(names: Iterable[str]) -> set[str]:
    """The words that mean somebody with one of these names, also short: Melanie, Mel."""
    words = {word.casefold() for name in names for word in split(name)}
    return words | {word[:end] for word in words for end in range(SHORT_NAME, len(word))}


def told_words(
    events: Sequence[Event], words: Sequence[Mapping[str, str]], topic: Sequence[str]
) -> list[tuple[str, int]]:
    """The words of a topic as they stand in events, each with in how many, the commonest first.

    Pairs of signs that overlap are the word that they are pairs of.
    """
    forms: dict[str, Counter[str]] = {word: Counter() for word in topic if not is_unit(word[0])}
    run = _runs("".join(word for word in topic if is_unit(word[0])))
    for event, here in zip(events, words, strict=True):
        for word in forms.keys() & here.keys():
            forms[word][here[word]] += 1
        for found in sorted(set(run.findall(said(event)))) if run else ():
            forms.setdefault(found, Counter())[found] += 1
    counts = [(_commonest(counter), counter.total()) for counter in forms.values() if counter]
    return sorted(counts, key=lambda told: (-told[1], told[0]))


def _runs(signs: str) -> re.Pattern[str] | None:
    """Finds what is made of nothing but these signs, if there are any."""
    return re.compile(f"[{re.escape(signs)}]{{2,}}") if signs else None


def title_of(told: Sequence[tuple[str, int]], events: Iterable[Event], fresh: int = 0) -> str:
    """A title of the commonest words, in the order in which they are said; `fresh` takes more."""
    least = told[0][1] * COMMON
    chosen = [word for at, (word, count) in enumerate(told) if count >= least or at <= fresh]
    chosen = chosen[: TITLE_WORDS + fresh]
    texts = (said(event) for event in events)
    fullest = max(texts, key=lambda text: sum(word in text for word in chosen))
    return " ".join(sorted(chosen, key=lambda word: fullest.find(word) % (len(fullest) + 1)))


def _commonest(counter: Counter[str]) -> str:
    return min(counter, key=lambda form: (-counter[form], form))


def _tells(word: str) -> bool:
    """Whether a word may be what somebody talks about."""
    if is_unit(word[0]) and any(HIRAGANA[0] <= sign <= HIRAGANA[1] for sign in word):
        return False
    return 1 < len(word) <= LONGEST and not any(sign.isdigit() for sign in word)


def _root(word: str) -> str:
    if word.isascii() and len(word) >= STEMMED:
        for ending, other in PLURALS:
            if word.endswith(ending):
                return word.removesuffix(ending) + other
    return word
