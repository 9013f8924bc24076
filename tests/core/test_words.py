"""Which words a text holds, for the index and for a query."""

from __future__ import annotations

import sqlite3
from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_cli.core.text.words import (
    MOST_TERMS,
    TOKENIZE,
    ends_in_question,
    indexed,
    split,
    terms,
    token_estimate,
    tokens_in,
    word_count,
)

signs = st.characters() | st.sampled_from("\0\"'*^():-{}+~/\\ \n東京のアโอ책éи\u0301\ud800🎉")
texts = st.lists(signs, max_size=60).map("".join)
OF_NO_USE = ("Cn", "Co", "Cs", "Lo")
"""Categories that have no separators in them: nothing, of one's own, halves, letters."""


def found(query: str, *texts: str) -> list[int]:
    """The places of the texts that SQLite finds for a query."""
    with sqlite3.connect(":memory:") as database:
        database.execute(
            f"CREATE VIRTUAL TABLE t USING fts5(one, content='', tokenize=\"{TOKENIZE}\")"
        )
        rows = [(place, indexed(text)) for place, text in enumerate(texts)]
        database.executemany("INSERT INTO t(rowid, one) VALUES (?, ?)", rows)
        match = " OR ".join(f'"{term}"' for term in terms(query))
        search = "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rowid"
        return [place for (place,) in database.execute(search, (match,))] if match else []


@pytest.mark.parametrize("text", ["", "Led the OAuth2 review", "a/b-c_d: 'e' \"f\" \0"])
def test_ascii_is_left_alone(text: str) -> None:
    """Plain ASCII goes to SQLite as the same object, without a copy."""
    assert indexed(text) is text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ctx://person/alex", ["alex"]),
        ("see https://sqlite.org/fts5.html", ["see", "sqlite", "org", "fts5", "html"]),
        ("東京都", ["東", "京", "都", "東京", "京都"]),
        ("SQLiteで検索", ["SQLite", "で", "検", "索", "で検", "検索"]),
        ("ที่นี่", ["ที่", "นี่", "ที่นี่"]),
        ("책을", ["책", "을", "책을"]),
        ("हिन्दी", ["हिन्द"]),
        ("программы, программа", ["прогр", "прогр"]),
        ("والكتاب الكتاب وكتابه كِتَاب", ["كتاب", "كتاب", "كتاب", "كتاب"]),
        ("party🎉\ufe0f time", ["party", "🎉", "time"]),
        ("20°C", ["20", "C"]),
        ("wind¦rain", ["wind", "rain"]),
        ("葛\U000e0100城", ["葛", "城", "葛城"]),
        ("1\ufe0f\u20e3 👍🏻 data\u00adbase", ["1", "👍", "database"]),
        ("5₿⸺8", ["5", "8"]),
        ("ﬁne １２", ["fine", "12"]),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    """A text is split as its script wants it, and letters are written in one way."""
    assert split(text) == words


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", []),
        ("\"'*^-", []),
        ("What did Caroline research?", ["Caroline", "research"]),
        ("to be or not to be", ["to", "be", "or", "not"]),
        ("a\0b NEAR(x) AND y", ["b", "NEAR", "x", "y"]),
        ("foo-bar foo_bar", ["foo", "bar"]),
        ("の東京", ["東", "京", "の東", "東京"]),
        ("の", ["の"]),
    ],
)
def test_terms(query: str, words: list[str]) -> None:
    """Of a query its telling words are looked for, once each; all, if none is telling."""
    assert terms(query) == words


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("reviewing", "We reviewed it"),
        ("cafe", "Café"),
        ("Cafe\u0301", "café"),
        ("Strasse", "Die Straße ist gesperrt"),
        ("GROẞE", "grosse Sorgen"),
        ("fußball", "FUSSBALL"),
        ("京都", "東京都庁"),
        ("都", "東京都庁"),
        ("책", "책을 읽었다"),
        ("नॉर्मन", "जोश नॉर्मन ने"),
        ("книга", "Книги, о которых"),
        ("كتاب", "الكتاب الجديد"),
        ("🎉", "a party🎉!"),
        ("alex", "ctx://person/alex"),
        ("lukasz", "Łukasz lent us the tent"),
        ("елка", "Ёлка на балконе"),
        ("καφες", "Ο καφές"),
        ("Μαρία", "ΜΑΡΙΑ"),
        ("דלת", "הסיסמה של הדלת"),
        ("לדלת", "הדלת נעולה"),
        ("שכן", "ארוחה עם השכנים"),
        ("ילד", "אופניים לילדים"),
        ("كتابخانه", "کتابخانه"),
        ("مدرسة", "المدرسه"),
    ],
)
def test_finds(query: str, text: str) -> None:
    """A word is found in its other forms and writings, and nothing else is."""
    assert found(query, "Nothing of this", text) == [1]


@given(texts, texts)
def test_any_text_is_a_query(query: str, text: str) -> None:
    """Whatever is asked is a harmless list of words, and whatever is kept can be asked for."""
    asked = terms(query)
    assert len(asked) <= MOST_TERMS
    assert all(asked) and not any(set('"\0 ') & set(term) for term in asked)
    assert found(query, text) in ([], [0])
    indexed(text).encode()


@given(texts)
def test_a_text_answers_to_its_own_words(text: str) -> None:
    """A text of letters is found by itself: the query is split as the index is."""
    if any(sign.isascii() and sign.isalnum() for sign in text):
        assert found(text, text) == [0]


@pytest.mark.parametrize("text", ["0🏻", "🏻0", "0🏻 a", "0₿", "0⸺1", "ab\u061d", "1\ufe0f\u20e3"])
def test_a_text_that_was_not_found_answers_to_its_own_words(text: str) -> None:
    """What was found missing once is found by itself, and by its words alone."""
    assert found(text, text) == [0]
    assert all(found(word, text) == [0] for word in split(text))


@pytest.mark.parametrize(
    "sign",
    [
        "\U0001f3fb",  # a tone of skin
        "\ufe0f",  # the form of an emoji
        "\U000e0100",  # the form of a Chinese sign
        "\u180b",  # the form of a Mongolian letter
        "\u200d",  # a joiner
        "\u20e3",  # a key around a digit
        "\u0489",  # a mark around a letter
        "\U000e0067",  # a tag, as in the flags of England and Wales
        "\u00ad",  # a soft hyphen
        "\u2060",  # no break here
        "\u200f",  # a mark of direction
        "\ufe0f\u20e3",
        "\U0001f3fb\u200d\U0001f3ff",
    ],
)
def test_a_sign_that_modifies_hides_nothing(sign: str) -> None:
    """What only changes how another sign looks is no part of a word: with it and without, all is
    found."""
    for bare in ("0", "ab", "東京", "👍", "न", "ж"):
        for text in (bare + sign, sign.join(bare), f"x {sign}{bare}"):
            assert found(bare, text) == found(text, bare) == found(text, text) == [0]
    assert terms(sign) == [] and found(sign, sign) == []


def test_no_sign_hides_a_word() -> None:
    """Whatever sign two words touch, they are in the index as the query has them.

    SQLite's table of signs is years old: it takes those that it does not know for letters.
    """
    signs = [sign for sign in map(chr, range(0x80, 0x110000)) if category(sign) not in OF_NO_USE]
    texts = [f"w{n}{sign}w{n}" for n, sign in enumerate(signs)]
    asked = [split(text) for text in texts]
    assert sum(len(words) > 1 for words in asked) > 8000
    with sqlite3.connect(":memory:") as database:
        database.execute(f'CREATE VIRTUAL TABLE t USING fts5(one, tokenize="{TOKENIZE}")')
        database.execute("CREATE VIRTUAL TABLE words USING fts5vocab(t, row)")
        database.executemany("INSERT INTO t VALUES (?)", [(indexed(text),) for text in texts])
        known = {word for (word,) in database.execute("SELECT term FROM words")}
    sure = [{f"w{n}", f"w{n}w{n}"} & set(words) for n, words in enumerate(asked)]
    assert set().union(*sure) <= known


def test_a_long_query_is_cut() -> None:
    """Of ten thousand words the first telling ones are looked for."""
    assert terms(" ".join(f"w{n}" for n in range(10_000))) == [f"w{n}" for n in range(MOST_TERMS)]


SENTENCES = {
    "The cat sat on the mat": 6,
    "Die Katze saß auf der Matte": 7,
    "Кошка сидела на коврике": 11,
    "猫がマットの上に座った": 11,
    "고양이가 매트 위에 앉았다": 12,
    "แมว": 3,
    "👍": 1,
    "": 0,
}


@pytest.mark.parametrize("text", SENTENCES)
def test_a_sentence_in_many_scripts(text: str) -> None:
    """Latin signs count a quarter, other alphabets a half, scripts without spaces one each."""
    assert tokens_in(text) == SENTENCES[text]


@given(st.text())
def test_the_script_only_adds(text: str) -> None:
    """No text is taken for fewer tokens than its length says, nor for more than it has signs."""
    assert token_estimate(len(text)) <= tokens_in(text) <= len(text)


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_text_is_counted_by_its_length(text: str) -> None:
    """Of ASCII both estimates say the same."""
    assert tokens_in(text) == token_estimate(len(text))


@given(st.text(), st.text())
def test_a_whole_is_at_most_its_parts(one: str, other: str) -> None:
    """What fits a budget piece by piece fits it as a whole."""
    whole = tokens_in(one + other)
    assert max(tokens_in(one), tokens_in(other)) <= whole <= tokens_in(one) + tokens_in(other)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("?!", 0),
        ("hike", 1),
        ("What did Caroline research?", 2),
        ("to be or not to be", 4),
        ("OAuth oauth OAUTH review", 2),
        ("京都の宿", 2),
        ("「京都の宿」", 2),
        ("の", 1),
        ("おはようございます", 1),
        ("コーヒーを飲む", 2),
        ("来月、京都に行きます", 3),
        ("我们什么时候去京都", 5),
        ("서울 여행", 2),
        ("ภาษาไทย", 2),
        ("GitHubで検索", 2),
        ("Кошка сидела на коврике", 4),
    ],
)
def test_words_are_counted(text: str, count: int) -> None:
    """Words are counted, not signs: a script without spaces has as many as a reader would say."""
    assert word_count(text) == count


@given(texts, texts)
@example("\u180b", "")  # which only changes the sign before it
def test_more_text_has_as_many_words(one: str, other: str) -> None:
    """A text with words has at least one, and no sign counts twice."""
    assert bool(word_count(one)) == bool(split(one))
    assert word_count(f"{one} {other}") <= len(f"{one} {other}")


@pytest.mark.parametrize("text", ["Where is it?", "どこですか？ ", "أين المفتاح؟\n"])
def test_a_question_ends_in_the_mark_of_its_script(text: str) -> None:
    """Latin, wide and Arabic question marks end a question; a mark inside a text does not."""
    assert ends_in_question(text)
    assert not ends_in_question(f"{text} here")
