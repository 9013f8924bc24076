"""Stages of a life: the words that name them, and hits that are spread over them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.life_stages import (
    EXPLICIT,
    RECENT,
    STAGES,
    UNKNOWN,
    Mode,
    buckets_of,
    life_stage_bucket,
    recall_mode,
    spread,
    spread_hits,
    stage_named,
    stages_in,
    without_school,
    year_bucket,
    year_in,
)
from memento_cli.core.recall.query import ALWAYS, Hit
from tests.core.values import memory


@pytest.mark.parametrize(
    ("stage", "texts"),
    [
        ("elementary", ("In der Grundschule", "à l'école primaire", "en la escuela primaria",
                        "alle elementari", "na escola primária", "op de basisschool",
                        "в начальной школе", "我在小学的老师")),
        ("middle", ("au collège", "en la escuela secundaria", "alla scuola media", "初中的时候")),
        ("high", ("Am Gymnasium", "auf dem Gymnasium", "au lycée", "en la preparatoria",
                  "al liceo", "no ensino médio",
                  "op de middelbare school", "в старших классах", "她高中时")),
        ("university", ("an der Universität", "à la fac", "en la universidad", "all'università",
                        "na faculdade", "op de universiteit", "в университете", "上大学")),
        ("work", ("bei der Arbeit", "au travail", "en el trabajo", "al lavoro", "no trabalho",
                  "op het werk", "на работе", "在公司")),
    ],
)  # fmt: skip
def test_ten_languages_name_stages(stage: str, texts: tuple[str, ...]) -> None:
    """In the languages that the tables of time know, as whole words."""
    assert {text: stages_in(text) for text in texts} == dict.fromkeys(texts, (stage,))
    assert stages_in("Kollegenkreis Universitätsstadtteil") == ()


@pytest.mark.parametrize(
    ("text", "stages"),
    [
        ("in elementary school", ("elementary",)),
        ("at Primary School we", ("elementary",)),
        ("junior high school", ("middle",)),
        ("in middle-school", ("middle",)),
        ("High School was fun", ("high",)),
        ("as a highschooler", ("high",)),
        ("senior high", ("high",)),
        ("in secondary school", ("high",)),
        ("junior secondary school", ("middle",)),
        ("高等学校の頃", ("high",)),
        ("高3だった", ("high",)),
        ("at uni I sang", ("university",)),
        ("at the university", ("university",)),
        ("my college years", ("university",)),
        ("grad school", ("university",)),
        ("stress at work", ("work",)),
        ("my first job", ("work",)),
        ("my colleagues", ("work",)),
        ("小学校の先生", ("elementary",)),
        ("小学生の時", ("elementary",)),
        ("小学3年の夏", ("elementary",)),
        ("中学の部活", ("middle",)),
        ("地元の中学校", ("middle",)),
        ("中2の冬", ("middle",)),
        ("高校の頃", ("high",)),
        ("高1の春", ("high",)),
        ("高三の時", ("high",)),
        ("女子高生", ("high",)),
        ("大学で", ("university",)),
        ("大学院", ("university",)),
        ("社会人一年目", ("work",)),
        ("仕事がつらい", ("work",)),
        ("職場の人", ("work",)),
        ("ｈｉｇｈ ｓｃｈｏｏｌ", ("high",)),
        ("高校と大学と high school", ("high", "university")),
        ("after work I saw my high school friends", ("high", "work")),
    ],
)
def test_words_name_stages(text: str, stages: tuple[str, ...]) -> None:
    """In English and in Japanese, whole words, the longest first, in the order of a life."""
    assert stages_in(text) == stages


@pytest.mark.parametrize(
    "text",
    [
        "", "school", "学校で", "how does this work?", "homework", "good job", "hard at work",
        "it did a fine job", "highly schooled", "high", "middle", "primary", "collegial",
        "her high school teacher", "the university's professor", "途中学んだ", "一日中学校にいた",
        "標高1200m", "最高3人", "ドル高3%", "その中3つ", "大学病院", "高校野球", "最大学習率",
        "大学芋を食べた", "小学館", "高校教師", "拡大学習", "最大学習", "夢中学ぶ", "夢中学んだ",
        "授業中学ぶ", "高1.5", "高3つ", "高一つ", "the Electoral College", "uni is a sea urchin",
    ],
)  # fmt: skip
def test_other_words_name_none(text: str) -> None:
    """Neither a word that only has such letters, nor school alone, nor who teaches there."""
    assert stages_in(text) == ()


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("trouble at school", ("trouble", "at")),
        ("What happened at school?", ("What", "happened", "at")),
        ("Schools", ()),
        ("Ärger in der Schule", ("Ärger", "in", "der")),
        ("grondé à l’école ?", ("grondé", "à", "?")),
        ("наказали в школе", ("наказали", "в")),
        ("学校被骂", ("被骂",)),
        ("Ärger in der Grundschule", None),
        ("学校で怒られた話", ("怒られた",)),
        ("学校の思い出", ()),
        ("昨日学校で泣いた?", ("昨日学校で泣いた?",)),
        ("学校 友達", ("友達",)),
        ("", None),
        ("trouble", None),
        ("high school trouble", None),
        ("小学校と学校", None),
        ("driving school", None),
        ("音楽学校", None),
        ("homeschooling", None),
    ],
)
def test_a_school_of_any_stage(words: str, left: tuple[str, ...] | None) -> None:
    """The word `school` alone asks for all stages, and the others for what was there; a school of
    another sort, or a stage, does not."""
    expected = None if left == tuple(words.split()) else left
    assert without_school(tuple(words.split())) == expected


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        *((stage, stage) for stage in STAGES),
        ("High", "high"),
        (" high  school ", "high"),
        ("高校の頃", "high"),
        ("job", "work"),
        ("at work", "work"),
        ("会社", "work"),
        ("uni", "university"),
        ("Gymnasium", "high"),
        ("collège", "middle"),
        ("college", "university"),
        ("初中", "middle"),
        ("at uni", "university"),
        ("kindergarten", None),
        ("high school and college", None),
        ("2018", None),
        ("", None),
    ],
)
def test_a_stage_by_its_name(text: str, stage: str | None) -> None:
    """What is to name one may be a bare word; what names none, or two, is none."""
    assert stage_named(text) == stage


@pytest.mark.parametrize(
    ("text", "year"),
    [("2018年の旅行", 2018), ("1850年の話", None), ("12018", None), ("20189", None),
     ("1850 or 1999", 1999), ("２０１８", 2018), ("2100", None), ("x2018y", 2018), ("", None)],
)  # fmt: skip
def test_a_year_in_a_text(text: str, year: int | None) -> None:
    """Of four digits, from 1900 to 2099, and no part of a longer number."""
    assert year_in(text) == year


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("こんにちは", Mode(RECENT)),
        ("学校で何があった?", Mode(RECENT)),
        ("what did I do in 2018", Mode(EXPLICIT, 2018)),
        ("大学で何をしたか", Mode(EXPLICIT, None, "university")),
        ("work and 高校 in 1999", Mode(EXPLICIT, 1999, "high")),
        ("仕事と中学", Mode(EXPLICIT, None, "middle")),
    ],
)
def test_how_a_question_is_to_be_recalled(text: str, mode: Mode) -> None:
    """By the time that it names; of several stages the first of a life counts."""
    assert recall_mode(text) == mode


@pytest.mark.parametrize(
    ("first", "last", "bucket"),
    [
        (2018, 2018, "2015-2019"),
        (2015, None, "2015-2019"),
        (None, 2020, "2020-2024"),
        (2010, 2019, "2010-2014"),
        (None, None, UNKNOWN),
        (0, -3, UNKNOWN),
        (9999, 99999, UNKNOWN),
    ],
)
def test_years_are_in_steps_of_five(first: int | None, last: int | None, bucket: str) -> None:
    """The middle year, rounded down, says in which; what no calendar has is unknown."""
    assert year_bucket(first, last) == bucket


@pytest.mark.parametrize(
    ("said", "buckets"),
    [
        ({}, (UNKNOWN, UNKNOWN)),
        ({"life_stage": "高校", "year_start": 2016}, ("high", "2015-2019")),
        ({"life_stage": "kindergarten"}, (UNKNOWN, UNKNOWN)),
        ({"start": datetime(2019, 12, 31, 15, tzinfo=UTC),
          "end": datetime(2020, 6, 30, tzinfo=UTC)}, (UNKNOWN, "2020-2024")),
        ({"start": ALWAYS, "end": datetime(2018, 5, 1, tzinfo=UTC)}, (UNKNOWN, "2015-2019")),
    ],
)  # fmt: skip
def test_what_a_memory_is_about_says_its_buckets(
    said: dict[str, Any], buckets: tuple[str, str]
) -> None:
    """A day counts for the year that it is in where it is; what has no beginning, for its end."""
    assert buckets_of({f"memory.about.{key}": value for key, value in said.items()}) == buckets
    assert life_stage_bucket(None) == UNKNOWN


items = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=30)


@given(items, st.integers(1, 6))
def test_spreading_only_changes_the_order(found: list[tuple[str, str]], most: int) -> None:
    """None is dropped; what comes first is over no count, and both parts keep their order."""
    numbered = list(enumerate(found))
    after = spread(numbered, lambda one: one[1], most)
    assert sorted(after) == numbered
    seen: list[tuple[str, str]] = []
    behind = [one for one in after if not _fits(seen, one[1], most)]
    assert behind == sorted(behind) and after[len(after) - len(behind) :] == behind
    assert after[: len(seen)] == sorted(after[: len(seen)])
    assert numbered[: min(most, len(numbered))] == after[:most]


def _fits(seen: list[tuple[str, str]], one: tuple[str, str], most: int) -> bool:
    fits = all(sum(other[sort] == one[sort] for other in seen) < most for sort in (0, 1))
    seen += [one] if fits else []
    return fits


def test_hits_are_spread_over_what_they_are_about() -> None:
    """By stage and years, where they are known; 0 leaves the order."""
    abouts: list[dict[str, Any]] = [
        {"life_stage": "high", "year_start": 2016}, {"life_stage": "high", "year_start": 2010},
        {"life_stage": "work", "year_start": 2017}, {"life_stage": "work", "year_start": 2025}, {},
        {},
    ]  # fmt: skip
    hits = [
        Hit(memory(f"m{nth}", more={f"memory.about.{key}": value for key, value in one.items()}), 1)
        for nth, one in enumerate(abouts)
    ]
    assert [hit.memory.id for hit in spread_hits(hits, 1)] == ["m0", "m3", "m4", "m5", "m1", "m2"]
    assert spread_hits(hits, 0) == hits
