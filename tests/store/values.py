"""Memories of every kind, for properties."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import strategies as st

from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.fading.strength import Fade
from memento_cli.core.memory.memory import (
    KINDS,
    OUTCOMES,
    RELATIONS,
    SIGNIFICANCES,
    Content,
    Link,
    LogEntry,
    Memory,
    Tags,
    fade_of,
    strength_from,
)
from memento_cli.core.security.trust import PRIVACIES

NASTY = (
    '"', '"""', "'''", "\\", '\\"', "\n", "\r\n", "\r", "\t", "\x00", "\x07", "\x1b[31m", "\x7f",
    "\x85", "\x9b", "\u2028", "\u2029", "\u200b", "\u202e", "🙂", "👩‍👩‍👧", "é", "é", "日本語",
    " \n", "trailing  ", "\\\n", "# no comment", "[memory.strength]\ninitial = 9.0\n", "= 1",
    "<<<<<<< HEAD\n", "a.b.c." * 40, "ctx://person/alex",
)  # fmt: skip

texts = st.lists(st.one_of(st.sampled_from(NASTY), st.text(max_size=8)), max_size=5).map("".join)
words = texts.map(lambda text: text + "x")
unit = st.floats(0, 1)
moments = st.datetimes(datetime(1000, 1, 1), datetime(9000, 1, 1), timezones=st.just(UTC))
names = st.sampled_from(("alex", "viktor", "søren", "a b"))
refs = names.map(lambda name: f"ctx://person/{name}")
tuples = st.lists(texts, max_size=3).map(tuple)

more = st.fixed_dictionaries(
    {},
    optional={
        "memory.about.start": moments,
        "memory.about.year_end": st.integers(1, 9999),
        "memory.about.life_stage": texts,
        "memory.affect.valence": st.floats(-1, 1),
        "memory.affect.labels": tuples,
        "memory.affect.text": texts,
        "memory.review.question": texts,
        "memory.review.due": moments,
        "memory.review.stability": st.floats(0.001, 1e6),
        "memory.origin.trust": st.sampled_from(("user", "agent")),
        "memory.origin.line": st.integers(0, 2**53 - 1),
    },
)
lengths = st.floats(0, 1e9, exclude_min=True)
laws = st.one_of(
    st.just(Law(NEVER)),
    st.builds(Law, st.just(HALF_LIFE), lengths),
    st.just(Law(HALF_LIFE, 90.0)),
    st.builds(Law, st.just(EBBINGHAUS), lengths),
    st.builds(Law, st.just(DAILY), st.floats(0, 100, exclude_max=True)),
    st.integers(1, 10**13).map(lambda seconds: Law(TTL, seconds / 86_400)),
    st.builds(Law, st.just(BASE_LEVEL), st.floats(0, 5, exclude_min=True)),
)
entries = st.builds(LogEntry, moments, words, texts, st.floats(-100, 100))
memories = st.builds(
    Memory,
    id=st.just("a"),
    person=refs,
    created=moments,
    content=st.builds(Content, words, texts, st.sampled_from(SIGNIFICANCES)),
    strength=st.builds(
        strength_from, st.floats(0, 100), moments, st.integers(0, 10**6), st.just(())
    ),
    fade=st.builds(Fade, laws, unit, st.just(1.0)),
    tags=st.builds(
        Tags,
        tuples,
        st.lists(refs, max_size=2).map(tuple),
        st.sampled_from((None, *OUTCOMES)),
    ),
    kind=st.sampled_from(KINDS),
    source=texts,
    privacy=st.sampled_from(PRIVACIES),
    pinned=st.booleans(),
    importance=unit,
    project=st.none() | texts,
    agent=st.none() | texts,
    session=st.none() | texts,
    links=st.lists(st.builds(Link, st.sampled_from(RELATIONS), words), max_size=2).map(tuple),
    log=st.lists(entries, max_size=3).map(tuple),
    more=more,
).map(lambda memory: memory._replace(fade=fade_of(*memory.fade[:2], memory.importance)))
