"""The memories that have the words of a query: whole, else in part, else similar ones."""

from __future__ import annotations

from itertools import pairwise

from memento_cli.core.memory.memory import searchable
from memento_cli.core.recall.query import needs_word, sort_of
from memento_cli.core.recall.wanted_terms import (
    begun,
    is_dialogue,
    repeated,
    telling_terms,
    with_forms,
    writings,
)
from memento_cli.core.text.words import STOP_WORDS, all_terms, split, whole
from memento_cli.index.recall.ranked import FEW_TERMS, most_of
from memento_cli.index.recall.search import (
    EVERY,
    NOTHING,
    TermCounts,
    Terms,
    any_of,
    best,
    cut,
    is_known,
    last_terms,
    match_of,
    rarest,
    rarities,
    seen_of,
    single,
    terms_of,
    where_of,
)
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from memento_cli.core.recall.query import Partly, Query
    from memento_cli.core.time.named_times import AskedTime
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.search import Where

PART, WHOLE = 0.5, 2
"""What a part of a word counts beside whole words, and how many make a whole."""
ENDS = ".,;:!?"
FEW = 10  # memories with a word, from which on its other forms are not looked for
PAIRS = 32  # words of a query that are joined with the next
TOGETHER, HYPHENED = 5, 4  # the fewest letters of two words that make one


class Matches(NamedTuple):
    """The matches of a query's words (key, BM25), and whether there are more; the terms to rank
    them by; and the words that were found otherwise, as `Finding` has them.

    `typed` are the terms as they were typed, `lost` those of them that no memory has as they are.
    `rarities` are those of the typed terms and of those to rank by, if several were typed.
    """

    matches: Sequence[tuple[int, float]]
    more: bool
    terms: Sequence[str]
    meant: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    partly: Partly = ()
    typed: Sequence[str] = ()
    lost: Sequence[str] = ()
    rarities: Mapping[str, float] = {}


def by_words(index: Strengths, query: Query, time: AskedTime | None = None) -> Matches:
    """The best matches by the words of a query, and by parts of words, or by similar ones, where
    no memory has a word; the words of a question that is all `time` are looked for as they are."""
    counts = TermCounts(index.database, seen_of(query))
    typed, wanted = wanted_of(query, counts, time)
    matches, more = best_of(
        index, query, match_of(query, wanted) or NOTHING, wanted, most_ranked(query, typed)
    )
    terms = _ranked_by(typed, wanted.words)
    rare = rarities([counts], dict.fromkeys([*typed, *terms])) if len(typed) > 1 else {}
    found = Matches(matches, more, terms, typed=typed, rarities=rare)
    if (time and time.alone) or not needs_word(query):
        return found
    missing = list(_missing(query, typed, counts)) if len(typed) > 1 or not matches else []
    joined = joined_words(index.database, " ".join(query.words), counts.seen)
    if not missing and not joined:
        return found
    return _otherwise(index, query, found._replace(lost=missing), missing, joined)


def wanted_of(
    query: Query, counts: TermCounts, time: AskedTime | None = None
) -> tuple[list[str], Terms]:
    """The terms of a query as they were typed, of very many the rarest, and all that are sought."""
    text = " ".join(query.sought)
    terms = all_terms(text)
    typed = rarest(_without_date(terms, text, time) if time else terms, counts)
    if not needs_word(query) or query.prefixes:
        return typed, terms_of(query)
    is_long = is_dialogue(typed)
    telling = telling_terms(typed) if is_long else typed
    # a whole dialogue has words enough: other forms of them only disturb
    forms = telling if is_long else [form for term in telling for form in _forms(term, counts)]
    wanted = terms_of(query, forms)
    return typed, wanted._replace(words=repeated(wanted.words, text)) if is_long else wanted


def _without_date(terms: Sequence[str], text: str, time: AskedTime) -> Sequence[str]:
    """The terms without the figures of a date such as 10/11/2026: these are looked for together, as
    one of the other `writings` of the text, because alone they stand in too many memories."""
    date = time.words.replace(" ", "")
    if date.isalnum() or date not in text:  # one word or year, or words apart
        return terms
    figures = {term for word in text.split() if word.strip(ENDS) == date for term in split(word)}
    return [term for term in terms if term not in figures]


def _forms(term: str, counts: TermCounts) -> list[str]:
    """A term, and its other forms if few memories have it: of a common word they only disturb."""
    forms = with_forms(term)
    return forms if len(forms) == 1 or counts.of(term) < FEW else [term]


def _missing(query: Query, typed: Sequence[str], counts: TermCounts) -> Iterator[str]:
    """The terms that no memory has, in whatever form or writing."""
    begun_terms = last_terms(query.prefixes)
    needless = {*begun_terms, *(all_terms(query.time.words) if query.time else ())}
    for term in typed:
        others = () if term.lower() in needless else (*with_forms(term), *writings(term))
        if others and not any(map(counts.of, others)):
            yield term
    for term in begun_terms:
        if not counts.of(begun(term)):
            yield term


def joined_words(database: sqlite3.Connection, text: str, seen: Where = EVERY) -> Partly:
    """The pairs of words that stand side by side in a text and that the store has as one word."""
    if " " not in text and text.isalnum():
        return ()
    words = [word.lower() for word in whole(text)[: PAIRS + 1] if word.isascii()]
    lower = text.lower()
    pairs = {
        f"{one} {other}": one + other
        for one, other in pairwise(words)
        if _may_be_one(one, other, is_hyphened=f"{one}-{other}" in lower)
    }
    if not pairs or not is_known(database, pairs.values(), seen):  # nearly always
        return ()
    return tuple((pair, (one,)) for pair, one in pairs.items() if is_known(database, [one], seen))


def _may_be_one(one: str, other: str, *, is_hyphened: bool) -> bool:
    """Whether two words may be written as one: not "a way", "Emma's" and "18'400"."""
    if is_hyphened:  # wi-fi, x-ray
        return len(one + other) >= HYPHENED
    is_number = one.isdigit() and other.isdigit()
    is_long = len(one + other) >= TOGETHER and len(other) > 1
    return is_long and one not in STOP_WORDS and not is_number


def _otherwise(
    index: Strengths, query: Query, found: Matches, missing: Sequence[str], joined: Partly
) -> Matches:
    """The matches with those by parts of words; where there are none at all, by similar words."""
    partly = (*joined, *_in_part(index, query, _not_among(missing, joined)))
    with_parts = _with_parts(index, query, found, partly)
    lost = _not_among(missing, partly)
    if found.matches:
        meant = _meant(index, query, lost, alone=False)
        if not meant:
            return with_parts
        raised = _raised(index, query, with_parts, split(" ".join(meant)))
        return raised._replace(meant=meant, missing=tuple(lost))
    if with_parts.matches:
        return with_parts._replace(meant=_words_of(partly))
    return _by_similar(index, query, with_parts, lost)


def _by_similar(index: Strengths, query: Query, found: Matches, lost: Sequence[str]) -> Matches:
    """The matches by words that are like those that no memory has; in the last resort, by words
    that have them inside."""
    if meant := _meant(index, query, lost, alone=True):
        typed = split(" ".join(meant))
        most = most_ranked(query, found.terms)
        matches, more = best_of(index, query, any_of(typed), Terms((), typed), most)
        return found._replace(matches=matches, more=more, meant=meant)
    inside = _in_part(index, query, lost, is_last=True)
    return _with_parts(index, query, found, inside)._replace(meant=_words_of(inside))


def _in_part(
    index: Strengths, query: Query, lost: Sequence[str], *, is_last: bool = False
) -> Partly:
    """The words of a query that no memory has whole, each with the words that have it in part."""
    if not lost:
        return ()
    from memento_cli.index.recall.partial import partly_known  # few recalls miss a word

    text = " ".join((*query.words, *query.prefixes))
    return partly_known(index.database, text, lost, seen_of(query), is_last=is_last)


def _not_among(terms: Sequence[str], partly: Partly) -> list[str]:
    """The terms that are no words found in part."""
    words = {word for typed, _ in partly for word in typed.split()}
    return [term for term in terms if term.lower() not in words]


def _words_of(partly: Partly) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for _, words in partly for word in words))


def _weighed_words(partly: Partly, text: str, *, is_few: bool) -> list[str]:
    """The words by which others were found, as often as they count: in a short query one that two
    words make (back up: backup) counts for both, and as whole if they are typed as one (e-mail)."""
    words: list[str] = []
    for word, others in partly:
        parts = len(word.split()) if is_few else 1
        is_one = parts > 1 and word.replace(" ", "-") in text.lower()
        words += [*others] * (parts * (WHOLE if is_one else 1))
    return words


def _with_parts(index: Strengths, query: Query, found: Matches, partly: Partly) -> Matches:
    """The matches, raised by half of what parts of words make them score, and with those that have
    such parts alone."""
    if not partly:
        return found
    from memento_cli.index.recall.partial import having_parts  # few recalls miss a word

    words = _weighed_words(partly, " ".join(query.words), is_few=len(found.terms) <= FEW_TERMS)
    found = _raised(
        index, query, found, words, lambda keys: having_parts(index.database, keys, partly)
    )
    return found._replace(partly=partly)


def _raised(
    index: Strengths,
    query: Query,
    found: Matches,
    words: Sequence[str],
    fitting: Callable[[list[int]], Collection[int]] = list,
) -> Matches:
    """The matches, raised by half of what other words make them score, and with those that have
    these alone, as far as they are `fitting`."""
    most = most_ranked(query, found.terms)
    others, more = best_of(index, query, any_of(words), Terms((), words), most)
    having = frozenset(fitting([key for key, _ in others]))
    scores = dict(found.matches)
    for key, score in others:
        if key in having:
            scores[key] = scores.get(key, 0.0) + PART * score
    return found._replace(
        matches=sorted(scores.items(), key=lambda pair: -pair[1]), more=found.more or more
    )


def _ranked_by(typed: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """The terms by which matches are ranked beside their words: of several also their other forms;
    of a whole dialogue none, because its words stand close together everywhere."""
    if is_dialogue(typed):
        return []
    if len(typed) < 2:
        return list(typed)
    forms = (term for term in wanted if term.isalnum())
    return list(dict.fromkeys([*typed, *forms]))


def best_of(
    index: Strengths, query: Query, match: str, wanted: Terms, most: int | None
) -> tuple[list[tuple[int, float]], bool]:
    """The best matches by their words. For a reader who may not see all memories, the scores do not
    depend on those that are not visible."""
    if query.within is None:
        return best(index.database, match, most, where_of(query))
    from memento_cli.index.recall.visible_scores import best_seen  # few readers are bounded

    matches = best_seen(index.database, match, wanted, where_of(query), seen_of(query))
    return cut(matches, most)


def _meant(
    index: Strengths, query: Query, missing: Sequence[str], *, alone: bool
) -> tuple[str, ...]:
    """The words of the store that are most like the words of a query that no memory has."""
    if not missing:
        return ()

    def texts(keys: Sequence[int]) -> Iterator[str]:
        return map(searchable, index.by_keys(keys))

    from memento_cli.index.recall.spelling import nearly  # few recalls miss a word

    return tuple(
        nearly(
            index.database, " ".join(query.sought), missing, texts, alone=alone, seen=seen_of(query)
        )
    )


def most_ranked(query: Query, query_terms: Sequence[str]) -> int | None:
    """How many matches are ranked; None for all, if all are shown or the order is not by score."""
    if query.limit is None or side_by_side(query) or sort_of(query) != "score":
        return None
    return max(most_of(query_terms), query.offset + query.limit)


def side_by_side(query: Query) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The phrases that must be in a hit, and those that must not; None if there are none.

    The full text has words only, so memories are compared with phrases.
    """
    without = tuple(text for text in query.without if not single(text))
    return (query.phrases, without) if query.phrases or without else None
