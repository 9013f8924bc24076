"""The file of the facts of a subject: what it says, and what it cannot say."""

from __future__ import annotations

from datetime import UTC, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.facts.claims import Claim, faults
from memento_cli.core.facts.timeline import Facts
from memento_cli.core.security.trust import TRUSTS
from memento_cli.errors import BadData
from memento_cli.store.records.registry import codec_of, record_type
from memento_cli.store.records.schema import schema_of
from memento_cli.store.records.states import claim_row
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.writer import rendered
from tests.cli.test_manual import problems
from tests.core.values import day

CODEC = codec_of("states", UTC)
HEAD = '[facts]\nsubject = "ctx://person/alex"\n'
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=20)
VALUES = st.one_of(TEXTS.filter(str.strip), st.booleans(), st.integers(-9, 9), st.floats(-9, 9))
MOMENTS = st.integers(0, 9_999_999).map(lambda seconds: day(0) + timedelta(seconds=seconds))
LASTING = st.integers(1, 9_999_999).map(lambda seconds: timedelta(seconds=seconds))
HOLDS = st.tuples(VALUES, st.none(), st.booleans())  # a value, which may stand beside others
ENDS = st.tuples(st.none(), st.none() | VALUES, st.just(False))  # this value, or all


@st.composite
def made_claims(draw: st.DrawFn) -> Claim:
    """A claim that does not contradict itself."""
    recorded, begun, lasting = draw(MOMENTS), draw(MOMENTS), draw(st.none() | LASTING)
    claim = Claim(
        recorded,
        begun,
        lasting and begun + lasting,
        *draw(HOLDS | ENDS),
        draw(st.integers(0, 3)),
        draw(st.none() | st.floats(0, 1)),
        draw(st.lists(TEXTS, max_size=2).map(tuple)),
        draw(st.sampled_from(TRUSTS)),
    )
    assert not faults(claim)
    return claim


FACTS = st.dictionaries(
    TEXTS, st.lists(made_claims(), min_size=1, max_size=3).map(tuple), max_size=3
)


def read(text: str) -> Facts:
    """What a file with this text says."""
    return CODEC.value("f", parsed(text.encode(), "f").data)


@given(FACTS)
def test_facts_come_back_from_their_file(claims: dict[str, tuple[Claim, ...]]) -> None:
    """Any keys and any claims: what is written is what is read, and what the schema allows."""
    facts = Facts("ctx://person/alex", claims)
    text = rendered(CODEC.data(facts))
    assert repr(read(text)) == repr(facts)
    assert problems(schema_of("facts"), parsed(text.encode(), "f").data) == []


def test_a_file_is_short() -> None:
    """What goes without saying is not written."""
    assert list(claim_row(Claim(day(0), day(0), value="Paris"))) == ["value", "from", "recorded"]
    assert claim_row(Claim(day(0), day(0), value=False))["value"] is False


def test_what_a_person_wrote_may_be_in_any_order_and_leave_things_out() -> None:
    """Unsorted claims, the same one twice, unknown keys, no `from`, a bare name, other types."""
    one = '[[fact.city]]\nvalue = "Rome"\nrecorded = "2025-01-02"\nmood = "fine"\n'
    two = "[[fact.city]]\nvalue = 3\nrecorded = 2025-01-01T10:00:00+02:00\nfrom = 2024-01-01\n"
    facts = read(f'[facts]\nsubject = "alex"\nx = 1\n{one}{two}{one}')
    rome, three, again = facts.of("city")
    assert facts.subject == "ctx://person/alex" and rome == again
    assert rome == Claim(day(1), day(1), value="Rome")
    assert three == Claim(day(10 / 24 - 2 / 24), day(-366), value=3)
    assert facts.of("name") == ()


def test_a_time_without_a_zone_is_in_the_stores() -> None:
    """As in every file of the store."""
    claim = '[[fact.a]]\nvalue = 1\nrecorded = "2025-01-01T02:00:00"\n'
    codec = codec_of("states", timezone(timedelta(hours=2)))
    assert codec.value("f", parsed((HEAD + claim).encode(), "").data).of("a")[0].recorded == day(0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("fact = 1\n" + HEAD, ["fact: not a table"]),
        ("[facts]\n", ["missing facts.subject"]),
        (HEAD + "[fact.city]\nvalue = 1\n", ["fact.city: not a list of tables"]),
        (HEAD + "[fact]\ncity = 1\n", ["fact.city: not a list of tables"]),
        (HEAD + '[[fact."a b"]]\nvalue = 1\n', ['missing fact."a b"[0].recorded']),
        (
            HEAD + "[[fact.a]]\nvalue = [1]\nrecorded = 5\nconfidence = 2\n",
            [
                "fact.a[0].value: [1] is neither text nor a number, true or false",
                "fact.a[0].recorded: 5 is not text",
                "fact.a[0].confidence: must be from 0 to 1, not 2",
            ],
        ),
        (
            HEAD + "[[fact.a]]\nvalue = nan\nrecorded = '2025-01-01'\n"
            "[[fact.b]]\nvalue = ' '\nrecorded = '2025-01-01'\nuntil = '2025-01-01'\n",
            [
                "fact.a[0].value: nan is not finite",
                "fact.b[0]: until is not after from",
                "fact.b[0]: the value is empty",
            ],
        ),
        (
            HEAD + "[[fact.a]]\nbeside = true\nrecorded = '2025-01-01'\nturn = -1\n",
            ["fact.a[0].turn: must be >= 0, not -1"],
        ),
        (
            HEAD + "[[fact.a]]\nvalue = 1\nends = 2\nrecorded = '2025-01-01'\n",
            ["fact.a[0]: has both value and ends"],
        ),
    ],
)
def test_what_is_wrong_is_told_all_at_once(text: str, told: list[str]) -> None:
    """Every problem of a file is named with its place."""
    with pytest.raises(BadData) as caught:
        read(text)
    assert caught.value.problems == told


def test_the_codec_names_what_it_is() -> None:
    """For messages, and for the manual."""
    assert record_type("facts").noun == "facts" and record_type("facts") in CODEC.types
