"""Queries as text: `topic:oauth person:alex -outcome:negative since:2w "exact phrase"`.

Any text is a query. What is no filter, or cannot be read as one, is plain words.
"""

from __future__ import annotations

from math import inf, nextafter

from memento_cli.core.fading.strength import TIERS
from memento_cli.core.memory.memory import KINDS, OUTCOMES
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.recall.query import EXCLUDABLE, NAMED, Query
from memento_cli.core.security.trust import PRIVACIES, TRUSTS
from memento_cli.core.text.greetings import is_greeting
from memento_cli.core.text.words import MOST_TERMS
from memento_cli.core.time.time_words import may_name_time
from memento_cli.errors import BadTime, MementoError, Usage
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime
    from typing import Any

    Moment = Callable[[str, bool], datetime]
    """Reads a typed time: its first instant, or with True its last. BadTime if it is no time."""

FILTERS = (*EXCLUDABLE, "strength", "importance", "privacy", "since", "until", "about")
TEXT = {"": "words", "+": "required", "-": "without"}
MUST = {"phrases": "phrases", "required": "required words", "without": "excluded words"}
"""The texts that are each looked for by themselves, so that their number bounds the time."""
STAR = "*"
"""What stands for the rest of a word."""
MOST_NOTES = 5
LONGEST_QUESTION = 250
"""The most signs of a question. What is longer is a talk or a log, of which only the end may ask
for a time: in its midst `yesterday` is no question."""
TOKEN = (
    r'(?P<sign>(?:-|\+(?!\d{1,3}[ ()-]+\d|\d{7}))(?=[\w"]|[^\x00-\x7f]))?'
    rf"(?:(?P<name>(?ai:{'|'.join(FILTERS)})):(?!//|\s|$))?"
    r'(?:"(?P<quoted>(?:[^"]|"")*)"(?!")|(?P<bare>\S+))'
)
"""A word, a phrase or a filter, with its sign. A quote is doubled within quotes."""
CHOICES = {"outcome": OUTCOMES, "kind": KINDS, "tier": TIERS, "trust": TRUSTS, "privacy": PRIVACIES}
BOUNDS = {
    ("strength", ">"): "min_strength",
    ("strength", "<"): "max_strength",
    ("importance", ">"): "min_importance",
}
AT_LEAST = ">="
LIMITS = {"strength": 100, "importance": 1}
NUMBER_SIGNS = frozenset("0123456789.eE+-")
WITH_YEAR = r"(?:\b(?:in|during)\s+)?(?P<time>(?:\.\.)?(?<!\d)\d{4}[\d.-]*)(?:年の?)?"
"""A year, a day, or a span of these, alone or beside a stage of life."""


QUESTION = 3
"""The fewest words of a question that may be asked in another language than English."""
ASKING = (
    " der das ein eine einen ist sind wie wo wer wann warum ich wir mein meine meinen im mit le les"
    " est que qui quand où comment pourquoi je nous mon ma mes du une el los es cuando cuándo donde"
    " dónde qué quién mi mis nuestro il gli di che dove quando perché mio mia della os um uma onde"
    " meu minha em da het een waar wanneer hoe ik mijn qu'est-ce en seit bei quanto когда где"
    " что кто как мы "
)
"""Words of other languages, of which a question in one of them has at least one."""


class ParsedQuery(NamedTuple):
    """The query in a text, and notes on what could not be read as a filter."""

    query: Query
    notes: tuple[str, ...] = ()


def parsed_query(
    text: str,
    moment: Moment,
    *,
    literal: bool = False,
    spoken: bool = False,
    also: Sequence[Part] = (),
) -> ParsedQuery:
    """The query in a text; with `literal` all of it is words, and with `spoken`, of a text that was
    not written for a search, all but the time that it names. The parts `also` follow those of the
    text.

    Several values of one filter are joined with or; of a filter with one value the last counts.
    """
    if literal:
        return joined([*words_in(text), *also])
    if spoken:
        return _understood(joined([*words_in(text), *also]), moment)
    if _is_plain(text):  # most queries are; the grammar need not be compiled
        return _understood(joined([*map(_word, text.split()), *also]), moment)
    import re

    parts: list[Part] = []
    notes: list[str] = []
    for token in re.finditer(TOKEN, text):
        try:
            parts += _token_parts(token, moment)
        except MementoError as problem:
            parts += words_in(token[0])
            why = "; ".join(filter(None, (problem.message, problem.hint)))
            notes.append(f"{token[0]} is read as words: {why}")
    return _understood(joined([*parts, *also], notes), moment)


def _understood(parsed: ParsedQuery, moment: Moment) -> ParsedQuery:
    """The query with what its free words mean: a greeting, or the time that they name."""
    query = parsed.query
    if len(query.sought) == len(query.words) and is_greeting(query.words):
        return parsed._replace(query=query._replace(greets=True))
    text = " ".join(query.words)
    if len(query.words) >= QUESTION and any(f" {word.lower()} " in ASKING for word in query.words):
        from memento_cli.core.text.question_words import telling_words  # few are in others

        query = query._replace(words=telling_words(query.words))
        parsed = parsed._replace(query=query)
    is_long, text = len(text) > LONGEST_QUESTION, text[-LONGEST_QUESTION:]
    if not may_name_time(text):
        return parsed
    from memento_cli.core.time.named_times import asked_time  # few questions name one

    time = asked_time(text, moment)
    if time and (is_long or query.required or query.phrases or query.without):
        time = time._replace(alone=False)
    words = query.words
    if time:
        words = tuple(word for word in words if not time.grammar.issuperset(_apart(word))) or words
    return parsed._replace(query=query._replace(time=time, words=words))


def _apart(word: str) -> list[str]:
    """The folded words of a typed one, such as l'an."""
    from memento_cli.core.text.normal_forms import folded

    return folded(word).replace("'", " ").replace("’", " ").split()


def _is_plain(text: str) -> bool:
    """Whether a text has no quote, no signed word and no filter, so that all of it is words."""
    return '"' not in text and not any(
        word[0] in "+-" or word.partition(":")[0].lower() in FILTERS
        for word in text.split()
        if word[0] in "+-" or ":" in word
    )


def joined(parts: Iterable[Part], notes: Iterable[str] = ()) -> ParsedQuery:
    """The query of the parts, with notes on parts that later ones replace."""
    lists: dict[str, list[Any]] = {}
    latest: dict[str, Part] = {}
    parts, notes = list(parts), list(notes)
    for part in parts:
        if isinstance(Query._field_defaults[part.field], tuple):
            lists.setdefault(part.field, []).append(part.value)
            continue
        earlier = latest.get(part.field)
        if earlier and earlier.value != part.value:
            notes.append(f"{earlier.said} gives way to {part.said}")
        latest[part.field] = part
    for field in MUST.keys() & lists.keys():
        each = list(dict.fromkeys(lists[field]))
        lists[field] = each[:MOST_TERMS]
        if len(each) > MOST_TERMS:
            notes.append(f"only the first {MOST_TERMS} of {len(each)} {MUST[field]} count")
    fields: dict[str, Any] = {field: tuple(values) for field, values in lists.items()}
    query = Query(**fields | {field: part.value for field, part in latest.items()})
    return ParsedQuery(query, _shortened(notes, [part.said for part in parts]) if notes else ())


def _token_parts(token: re.Match[str], moment: Moment) -> list[Part]:
    sign, name, quoted, bare = token.group("sign", "name", "quoted", "bare")
    text = " ".join(quoted.replace('""', '"').split()) if bare is None else bare
    is_open = bare is not None and bare.startswith('"')
    is_empty = is_open or not text
    if is_empty if name else bare and bare.endswith(":") and bare[:-1].lower() in FILTERS:
        raise Usage("it has no value")
    if name is None:
        if is_empty:
            return words_in(token[0])
        if bare is not None and not sign:
            return [_word(text)]
        field = "phrases" if bare is None and sign != "-" else TEXT[sign or ""]
        return [Part(field, text, token[0])]
    name = name.lower()
    if sign != "-":
        return filter_parts(name, text, moment, token[0])
    return [excluded(name, text, token[0])]


def _word(text: str) -> Part:
    """A free word, or the beginning of one: `kube*`."""
    begins = text.endswith(STAR) and len(text) > 2 and text[-2].isalnum()
    return Part("prefixes" if begins else "words", text, text)


def words_in(text: str) -> list[Part]:
    return [Part("words", word, word) for word in text.split()]


def _shortened(notes: Iterable[str], typed: Sequence[str]) -> tuple[str, ...]:
    """The first notes, with the typed texts in them shortened and secrets hidden."""
    from memento_cli.core.text.quoting import shown

    shortened = list(dict.fromkeys(shown(note, typed) for note in notes))
    more = len(shortened) - MOST_NOTES
    return (*shortened[:MOST_NOTES], *([f"and {more} more of this sort"] if more > 0 else []))


class Part(NamedTuple):
    """A field of a query, or one value of it, and the typed text that it comes from."""

    field: str
    value: Any
    said: str


def filter_parts(name: str, text: str, moment: Moment, said: str) -> list[Part]:
    """The parts of the filter `name:text`, typed as `said`; Usage or BadTime if it
    cannot be read."""
    values: list[tuple[str, Any]]
    match name:
        case "since" | "until":
            values = [(name, moment(text, name == "until"))]
        case "about":
            values = _about(text, moment)
        case "strength" | "importance":
            values = [_bound(name, text)]
        case "trust" if text.startswith(AT_LEAST):
            values = [("min_trust", _value(name, text.removeprefix(AT_LEAST)))]
        case "privacy":
            values = [("min_privacy", _value(name, text))]
        case _:
            values = [(NAMED.get(name, name), _value(name, text))]
    return [Part(field, value, said) for field, value in values]


def excluded(name: str, text: str, said: str) -> Part:
    """The part of the filter `-name:text`; Usage or BadTime if it cannot be excluded or read."""
    if name not in EXCLUDABLE:
        raise Usage(f"{name} cannot be excluded", "one of: " + ", ".join(EXCLUDABLE))
    return Part("unless", (name, _value(name, text)), said)


def _value(name: str, text: str) -> str:
    """A value as memories have it: a person's reference, or one of the choices."""
    if name in ("person", "with"):
        return person_ref(text)
    choices = CHOICES.get(name)
    if choices and text.lower() not in choices:
        raise Usage(f"{name} cannot be {text[:40]!r}", "one of: " + ", ".join(choices))
    return text.lower() if choices else text


def _bound(name: str, text: str) -> tuple[str, float]:
    """The field and the limit in `>=0.5`, `>0.5`, `<=0.5`, `<0.5` or `0.5`, which
    means at least."""
    number = text.lstrip("<>").removeprefix("=") if text[:1] in ("<", ">") else text
    sign = text[: len(text) - len(number)] or ">="
    field = BOUNDS.get((name, sign[0])) if sign in ("<", "<=", ">", ">=") else None
    limit = _number(number.strip())
    if field is None or limit > LIMITS[name]:
        raise Usage(f"{name} cannot be {text[:40]!r}", f"a number up to {LIMITS[name]}, or >0.5")
    if sign in (">", "<"):
        limit = nextafter(limit, inf if sign == ">" else -inf)
    return field, limit


def _number(text: str) -> float:
    """The number in a text of digits, also `.5`, `5.` and `1e-3`; infinity for any other text."""
    try:
        normalized = NUMBER_SIGNS.issuperset(text) and text[:1] not in ("+", "-")
        return float(text) if normalized else inf
    except ValueError:
        return inf


def _about(text: str, moment: Moment) -> list[tuple[str, Any]]:
    """The values of a stage of life in words, a time, or both: `high school 2005`."""
    import re
    from datetime import date

    from memento_cli.core.recall.life_stages import STAGES, normalized, stage_named
    from memento_cli.core.time.date_extraction import mentioned_span

    text_read = normalized(text)
    years = list(re.finditer(WITH_YEAR, text_read))
    rest = re.sub(WITH_YEAR, "", text_read).strip()
    stage = stage_named(rest)
    stages = [("about_stages", stage)] if stage else []
    try:
        if len(years) == 1 and (stage or not rest):
            return [*stages, *_span(years[0]["time"], moment)]
        if stages and not years and mentioned_span(rest, date(2000, 1, 1)) is None:
            return stages  # such as `at work`, and not `last year at work`
        return _span(text, moment)
    except BadTime as problem:
        alternative = "" if ".." in text else " or a stage of life"
        hint = f"2018, 2018-04..2018-09, one of {', '.join(STAGES)}, or both: high 2018"
        raise Usage(f"{problem.message}{alternative}", hint) from None


def is_year(text: str) -> bool:
    """Whether a text is a year of four digits."""
    return len(text) == 4 and text.isdecimal()


def _span(text: str, moment: Moment) -> list[tuple[str, Any]]:
    """The ends of `2018`, `2018-04..2018-09`, `2018..` or `..yesterday`; None for an open end."""
    first, dots, last = text.partition("..")
    if not first and not last:
        raise Usage(f"cannot read {text[:40]!r} as a time")
    ends = ((first, "01-01"), (last if dots else first, "12-31"))
    since, until = (f"{end}-{day}" if is_year(end) else end for end, day in ends)
    return [
        ("about_since", moment(since, False) if since else None),
        ("about_until", moment(until, True) if until else None),
    ]
