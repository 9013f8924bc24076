"""The words of events by which threads are proposed, and titles made of them."""

from __future__ import annotations

import re
from collections import Counter

from memento_cli.core.text.words import is_unit, split, terms

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from memento_cli.core.events.events import Event

LONGEST_WORD = 30  # characters; what is longer is an address or a key
SHORT_NAME = 3  # characters that are enough for a name
TITLE_WORDS = 3
COMMON = 0.4
"""The least frequency of a word in a title, relative to the most frequent one."""
PLURALS = (("ies", "y"), ("ss", "ss"), ("us", "us"), ("s", ""))
"""Harman's weak stemmer (1991): only singular and plural of an English noun are one word."""
STEMMED = 4
HIRAGANA = ("\u3040", "\u309f")


def event_words(event: Event, names: Collection[str]) -> dict[str, str]:
    """The content words of an event, each with its form there; without `names`.

    Scripts without spaces between words have pairs of characters instead, without hiragana.
    """
    forms = {form.casefold(): form for form in terms(spoken_text(event))}
    return {
        _root(word): form
        for word, form in forms.items()
        if _is_content_word(word) and word not in names
    }


def spoken_text(event: Event) -> str:
    """The words of an event without the names of the speakers."""
    words = event.words
    return "\n".join((words.user, words.assistant, words.said, *words.images))


def name_words(names: Iterable[str]) -> set[str]:
    """The words of these names, and their short forms: Melanie, Mel."""
    words = {word.casefold() for name in names for word in split(name)}
    return words | {word[:end] for word in words for end in range(SHORT_NAME, len(word))}


def topic_words(
    events: Sequence[Event], words: Sequence[Mapping[str, str]], topic: Sequence[str]
) -> list[tuple[str, int]]:
    """The words of a topic in their usual form, with the number of events, the most frequent first.

    Overlapping pairs of characters are joined to words.
    """
    forms: dict[str, Counter[str]] = {word: Counter() for word in topic if not is_unit(word[0])}
    run_pattern = _run_pattern("".join(word for word in topic if is_unit(word[0])))
    for event, forms_of_event in zip(events, words, strict=True):
        for word in forms.keys() & forms_of_event.keys():
            forms[word][forms_of_event[word]] += 1
        for run in sorted(set(run_pattern.findall(spoken_text(event)))) if run_pattern else ():
            forms.setdefault(run, Counter())[run] += 1
    counts = [(_commonest(counter), counter.total()) for counter in forms.values() if counter]
    return sorted(counts, key=lambda pair: (-pair[1], pair[0]))


def _run_pattern(signs: str) -> re.Pattern[str] | None:
    """A pattern for runs of these characters; None if there are none."""
    return re.compile(f"[{re.escape(signs)}]{{2,}}") if signs else None


def title_of(counted: Sequence[tuple[str, int]], events: Iterable[Event]) -> str:
    """A title of the most frequent words, in their order in an event."""
    minimum = counted[0][1] * COMMON
    chosen = [word for word, count in counted if count >= minimum][:TITLE_WORDS]
    texts = (spoken_text(event) for event in events)
    fullest = max(texts, key=lambda text: sum(word in text for word in chosen))
    return " ".join(sorted(chosen, key=lambda word: fullest.find(word) % (len(fullest) + 1)))


def _commonest(counter: Counter[str]) -> str:
    return min(counter, key=lambda form: (-counter[form], form))


def _is_content_word(word: str) -> bool:
    """Whether a word may name a subject of talk."""
    if is_unit(word[0]) and any(HIRAGANA[0] <= sign <= HIRAGANA[1] for sign in word):
        return False
    return 1 < len(word) <= LONGEST_WORD and not any(sign.isdigit() for sign in word)


def _root(word: str) -> str:
    if word.isascii() and len(word) >= STEMMED:
        for ending, other in PLURALS:
            if word.endswith(ending):
                return word.removesuffix(ending) + other
    return word
