"""Queries as text: what is understood, what is words, and that nothing is an error."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import inf, nextafter
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_cli.core.recall.query import Query
from memento_cli.core.recall.query_parser import (
    FILTERS,
    MOST_NOTES,
    Part,
    filter_parts,
    parsed_query,
)
from memento_cli.core.text.words import MOST_TERMS
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.errors import Usage
from tests.core.asked_values import queries
from tests.core.typed_queries import text_of

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2025, 6, 15, 12, tzinfo=UTC)
ALEX, JO = "ctx://person/alex", "ctx://person/jo"


def moment(text: str, end: bool) -> datetime:
    """A time as someone in Berlin types it."""
    return typed_moment(text, NOW, BERLIN, end=end)


def berlin(year: int, month: int, day: int, hour: int = 0) -> datetime:
    """A moment by the clocks of Berlin."""
    return datetime(year, month, day, hour, tzinfo=BERLIN).astimezone(UTC)


def last(year: int, month: int, day: int) -> datetime:
    """The last moment of a day in Berlin."""
    return berlin(year, month, day, 23) + timedelta(minutes=60, microseconds=-1)


def test_a_text_is_looked_for_once_and_not_too_many() -> None:
    """What is repeated counts once, and of very many phrases only the first count, with a note."""
    assert parsed_query('"a b" ' * 5000 + "+c +c", moment).query == Query(
        phrases=("a b",), required=("c",)
    )
    many = [f"word {number}" for number in range(MOST_TERMS + 1)]
    query, notes = parsed_query(" ".join(f'"{phrase}"' for phrase in many), moment)
    assert query.phrases == tuple(many[:-1])
    assert notes == ("only the first 128 of 129 phrases count",)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("", Query()),
        (" \t\n", Query()),
        ("lunch  with jo", Query(words=("lunch", "with", "jo"))),
        (
            'topic:oauth person:alex -outcome:negative since:2w "exact  phrase" lunch',
            Query(
                words=("lunch",),
                person=ALEX,
                topics=("oauth",),
                since=datetime(2025, 6, 1, 12, tzinfo=UTC),
                phrases=("exact phrase",),
                unless=(("outcome", "negative"),),
            ),
        ),
        ("+must -not maybe", Query(words=("maybe",), required=("must",), without=("not",))),
        ('+"a b" -"c d" "e"', Query(phrases=("a b", "e"), without=("c d",))),
        ('"say ""hi"" now"', Query(phrases=('say "hi" now',))),
        ('"a"b"c d"', Query(words=('b"c', 'd"'), phrases=("a",))),
        (
            "topic:ctx://person/a -topic:ctx://",
            Query(topics=("ctx://person/a",), unless=(("topic", "ctx://"),)),
        ),
        ("topic:oauth Topic:API", Query(topics=("oauth", "API"))),
        ('TOPIC:"two  words" topic:tech:db +topic:x', Query(topics=("two words", "tech:db", "x"))),
        ('topic:"say ""hi"""', Query(topics=('say "hi"',))),
        ("with:jo with:ctx://person/alex", Query(people=(JO, ALEX))),
        ('person:"Jo Ann"', Query(person="ctx://person/Jo Ann")),
        ("outcome:Positive outcome:mixed", Query(outcomes=("positive", "mixed"))),
        ("kind:semantic tier:GHOST", Query(kinds=("semantic",), tiers=("ghost",))),
        ("project:p agent:a session:s", Query(projects=("p",), agents=("a",), sessions=("s",))),
        (
            "-topic:x -person:alex -with:jo -tier:ghost -kind:working",
            Query(
                unless=(
                    ("topic", "x"),
                    ("person", ALEX),
                    ("with", JO),
                    ("tier", "ghost"),
                    ("kind", "working"),
                )
            ),
        ),
        ("strength:0.5", Query(min_strength=0.5)),
        ("strength:>=0.5 strength:<=.9", Query(min_strength=0.5, max_strength=0.9)),
        ("strength:>0.5", Query(min_strength=nextafter(0.5, inf))),
        ("strength:<0.3", Query(max_strength=nextafter(0.3, -inf))),
        ("importance:0.7", Query(min_importance=0.7)),
        ("importance:1 strength:100", Query(min_importance=1.0, min_strength=100.0)),
        ('importance:"> 0.5"', Query(min_importance=nextafter(0.5, inf))),
        ("since:2025-02-01", Query(since=berlin(2025, 2, 1))),
        ("until:2025-02-01", Query(until=last(2025, 2, 1))),
        ('since:"last month"', Query(since=berlin(2025, 5, 1))),
        ('until:"last month"', Query(until=last(2025, 5, 31))),
        (
            "about:2018",
            Query(
                about_since=berlin(2018, 1, 1),
                about_until=last(2018, 12, 31),
            ),
        ),
        (
            "about:2018-04..2019",
            Query(
                about_since=berlin(2018, 4, 1),
                about_until=last(2019, 12, 31),
            ),
        ),
        ("about:2018-04-05..", Query(about_since=berlin(2018, 4, 5))),
        ("about:..2018-04", Query(about_until=last(2018, 4, 30))),
        ("about:high", Query(about_stages=("high",))),
        ('about:"at uni"', Query(about_stages=("university",))),
        *(
            (
                f'about:"{text}"',
                Query(about_since=berlin(2018, 1, 1), about_until=last(2018, 12, 31)),
            )
            for text in ("2018年", "in 2018", "２０１８")
        ),
        *(
            (
                f'about:"{text}"',
                Query(
                    about_since=berlin(2018, 1, 1),
                    about_until=last(2018, 12, 31),
                    about_stages=("high",),
                ),
            )
            for text in (
                "高校 2018",
                "high school 2018",
                "in 2018 in high school",
                "2018年の高校",
                "high 2018",
            )
        ),
        (
            'about:"High School" about:高校時代 about:仕事',
            Query(about_stages=("high", "high", "work")),
        ),
        ("about:work about:2018..", Query(about_since=berlin(2018, 1, 1), about_stages=("work",))),
    ],
)
def test_asked(text: str, query: Query) -> None:
    """The query language: words, +words, -words, phrases, and filters by name."""
    assert parsed_query(text, moment) == (query, ())


@pytest.mark.parametrize(
    "text",
    [
        "http://x.org/a?b=c", "foo:bar", "12:30", "C:\\path\\file", "a:b:c", "topic://x", ":", "::",
        "-", "+", "--", "- -", "->", "--force", "+=", "-(a", "a-b", "a+b", "c++", "'", "''",
        '"', '""', '"""', '"open', '-"open', '+"', '5"', '6" and 7"', '"" ""', 'foo:"x',
        "(topic:x)", "OR", "#1", "AND NOT", "NEAR(a, b)", "a*", "^a", "{a b}", "x;--", "%", "_",
        "\\", "\x00", "🍜", "memória 設計 ไทย", "topics:x", "-->", "mail@x.org", "$HOME", "`ls`",
        "ſession:x", "\u212aind:working",
    ],
)  # fmt: skip
def test_plain_words(text: str) -> None:
    """What only looks like an operator, a field or a quote is words, and nothing is said of it."""
    assert parsed_query(text, moment) == (Query(words=tuple(text.split())), ())


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("since:notatime", "since:notatime is read as words: cannot read 'notatime' as a time; "),
        ("until:5", "until:5 is read as words: cannot read '5' as a time; try "),
        ("kind:nonsense", "kind cannot be 'nonsense'; one of: working, episodic, "),
        ("outcome:good", "outcome cannot be 'good'; one of: positive, negative, neutral, mixed"),
        ("-tier:old", "-tier:old is read as words: tier cannot be 'old'; one of: active, "),
        ('with:"a/b c"', "'a/b c' names no person"),
        ("-person:a:b", "'a:b' names no person"),
        ("topic:", "topic: is read as words: it has no value"),
        ("Person: Alex", "Person: is read as words: it has no value"),
        ('topic:""', 'topic:"" is read as words: it has no value'),
        ('topic:" "', "is read as words: it has no value"),
        ('topic:"open', 'topic:"open is read as words: it has no value'),
        ("-topic:", "-topic: is read as words: it has no value"),
        ("-since:2w", "since cannot be excluded; one of: person, topic, with, "),
        ("strength:strong", "strength cannot be 'strong'; "),
        ("strength:nan", "strength cannot be 'nan'"),
        ("strength:>1e999", "strength cannot be '>1e999'"),
        ("strength:=1", "strength cannot be '=1'"),
        ("strength:-1", "strength cannot be '-1'"),
        ("importance:<0.5", "importance cannot be '<0.5'"),
        ("importance:2", "importance cannot be '2'; a number up to 1"),
        ("about:..", "cannot read '..' as a time"),
        ("about:2018..soon", "cannot read 'soon' as a time"),
        ("about:0000", "about:0000 is read as words"),
        ("about:high..work", "cannot read 'high' as a time; 2018, "),
        *(
            (f'about:"{text}"', f"cannot read '{text}' as a time or a stage of life; 2018, ")
            for text in (
                "school 2018",
                "高校 2018 2020",
                "high school, college 2018",
                "at work yesterday",
            )
        ),
        ("about:school", "cannot read 'school' as a time or a stage of life; 2018, "),
    ],
)
def test_nearly_a_filter(text: str, note: str) -> None:
    """A filter whose value cannot be read is words, as a whole, and that is said, with the why."""
    found = parsed_query(text, moment)
    assert found.query._replace(time=None) == Query(words=tuple(text.split()))
    assert len(found.notes) == 1 and note in found.notes[0]


@pytest.mark.parametrize(
    ("text", "query", "notes"),
    [
        ("person:alex person:jo", Query(person=JO), ("person:alex gives way to person:jo",)),
        ("person:jo person:ctx://person/jo", Query(person=JO), ()),
        (
            "strength:>=0.5 strength:<=0.9 strength:0.7",
            Query(min_strength=0.7, max_strength=0.9),
            ("strength:>=0.5 gives way to strength:0.7",),
        ),
        (
            "about:2017 about:2018..",
            Query(about_since=berlin(2018, 1, 1)),
            ("about:2017 gives way to about:2018..",),
        ),
    ],
)
def test_the_last_counts(text: str, query: Query, notes: tuple[str, ...]) -> None:
    """Of a filter that has one value the last counts, and it is said what it took the place of."""
    assert parsed_query(text, moment) == (query, notes)


def test_what_is_also_said() -> None:
    """What a door says beside the text joins a filter of several values, and wins over one."""
    also = [Part("topics", "b", "--topic b"), Part("person", JO, "--person jo")]
    found = parsed_query("topic:a person:alex x", moment, also=also)
    assert found.query == Query(words=("x",), topics=("a", "b"), person=JO)
    assert found.notes == ("person:alex gives way to --person jo",)
    literal = parsed_query("topic:a", moment, literal=True, also=also)
    assert literal == (Query(words=("topic:a",), topics=("b",), person=JO), ())


def test_notes_are_few() -> None:
    """However much of a text is nearly a filter, a few notes say so, none of them twice or long."""
    text = " ".join(["kind:" + "x" * 500] * 9 + [f"kind:{number}" for number in range(100)])
    notes = parsed_query(text, moment).notes
    assert len(set(notes)) == len(notes) == MOST_NOTES + 1
    assert notes[-1] == "and 96 more of this sort"
    assert all(len(note) < 300 for note in notes)


signs = st.sampled_from(
    [*(f"{name}:" for name in FILTERS), '"', '""', " ", "-", "+", ":", "..", ">", "<=", "0.5", "2w",
     "a", "B", "é", "ſ", "設", "🍜", "\n", "\t", "\x1f", "\x00", "/", "//", "2018", "ctx://person/",
     "alex", "ghost", "mixed", "semantic", "\\", "'", "(", "*", "a b", "Topic:", "foo:", "e-5",
     "9" * 400]
)  # fmt: skip
any_text = st.lists(signs, max_size=14).map("".join) | st.text(max_size=60)


@given(any_text)
@example("since:" + "9" * 29 + "h")  # more digits than dateutil's decimals hold
def test_any_text_is_a_query(text: str) -> None:
    """No text is an error, and literally read it is its words and nothing else."""
    found = parsed_query(text, moment)
    assert all(isinstance(note, str) for note in found.notes)
    assert parsed_query(text, moment, literal=True) == (Query(words=tuple(text.split())), ())


@given(any_text)
def test_a_query_is_read_back_from_its_text(text: str) -> None:
    """What was understood, written as text and read again, is the same query."""
    query = parsed_query(text, moment).query
    assert parsed_query(text_of(query), moment).query == query


@given(queries())
def test_every_filter_can_be_said(query: Query) -> None:
    """A query of filters is read back from its text; order and page are no part of that."""
    usual = Query()
    paged = query._replace(
        sort=usual.sort, order=usual.order, limit=usual.limit, offset=usual.offset
    )
    assert parsed_query(text_of(query), moment) == (paged, ())


@given(any_text)
def test_text_without_signs_is_words(text: str) -> None:
    """Where no word has a colon, a star or begins with a quote or a sign, all are plain words, and
    may name a time."""
    words = text.split()
    if not any(":" in word or word[0] in '"+-' for word in words) and "*" not in text:
        assert parsed_query(text, moment) == parsed_query(text, moment, spoken=True)
        assert parsed_query(text, moment, literal=True) == (Query(words=tuple(words)), ())


@pytest.mark.parametrize(
    "text",
    ['"' * 10_001, "-" * 10_000, '"a ' * 3_333, "topic:x " * 1_250, "a:" * 5_000, "x" * 10_000],
)
def test_long_texts_are_read(text: str) -> None:
    """Ten thousand signs of anything are a query that is read back."""
    query = parsed_query(text, moment).query
    assert query != Query()
    assert parsed_query(text_of(query), moment).query == query


@pytest.mark.parametrize(
    ("name", "text"),
    [("kind", "x"), ("since", "x"), ("person", ""), ("importance", ""), ("about", "")],
)
def test_a_bad_value_of_an_option_is_a_usage_error(name: str, text: str) -> None:
    """A filter said on its own, as an option is, must be right."""
    with pytest.raises(Usage):
        filter_parts(name, text, moment, f"--{name}")


def test_of_a_talk_only_the_end_asks_for_a_time() -> None:
    """What a long text says in its midst of yesterday is no question, what it says last may be one;
    it is never all that is asked for. What is spoken is words, whatever it looks like."""
    talk = "Ana: we went to the sea yesterday. Bob: was it cold? " + "Ana: it was warm, " * 20
    for text, day in ((talk, None), (talk + "and today?", "15 June 2025")):
        for spoken in (False, True):
            time = parsed_query(text, moment, spoken=spoken).query.time
            assert (time and (time.reading, time.alone)) == (day and (day, False))
    short = parsed_query("what happened yesterday", moment).query.time
    assert short and short.alone and short.reading == "14 June 2025"
    spoken = parsed_query('topic:a -b "c', moment, spoken=True)
    assert spoken == (Query(words=("topic:a", "-b", '"c')), ())
