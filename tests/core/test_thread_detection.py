"""Proposals of threads: by words, people and time, few and good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.events.cohesion import companions_of, log_likelihood
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.events.thread_detection import concentration, threads_found
from memento_cli.core.events.threads import (
    Member,
    ProposedThread,
    Thread,
    remaining_threads,
    thread_id,
)
from memento_cli.core.events.topic_words import event_words, name_words, with_parts
from tests.core.companion_talks import (
    ENGLISH,
    GERMAN,
    JAPANESE,
    SMALL_ENGLISH,
    SMALL_JAPANESE,
    turns_of,
)
from tests.core.values import day

ALEX = "ctx://person/alex"
SMALL_TALK = (
    "Good morning, how was the night?", "Fine, and the weather?", "It may rain later on",
    "What is for lunch today?", "I do not know yet", "See what comes", "All good here, thanks",
)  # fmt: skip
POTTERY = (
    "I began a pottery class", "What do you make of the clay?", "A bowl, and clay is messy",
    "The pottery wheel is hard", "Is the bowl for soup?", "The pottery bowl of clay came out well",
)  # fmt: skip
陶芸 = (
    "陶芸教室に行き始めました", "陶芸はどうですか", "陶芸教室の粘土が楽しいです",
    "粘土でお皿を作りました", "陶芸教室のお皿が焼けました",
)  # fmt: skip


def talk(nth: int, lines: Sequence[str], speaker: str = "", **more: Any) -> list[Event]:
    """The turns of one day's session."""
    return [
        Event(
            f"e{nth:02d}{turn:02d}",
            day(nth) + timedelta(minutes=turn),
            CHAT,
            "alex",
            ALEX,
            Words(said=said, speaker=speaker),
            session=f"s{nth}",
        )._replace(**more)
        for turn, said in enumerate(lines)
    ]


def chat(days: int) -> list[list[Event]]:
    """Days of small talk."""
    words = cycle(SMALL_TALK)
    return [talk(nth, list(islice(words, 6))) for nth in range(days)]


def found(*talks: Sequence[Event]) -> list[ProposedThread]:
    return threads_found(event for talk in talks for event in talk)


def ids(events: Sequence[Event]) -> set[str]:
    return {event.id for event in events}


@pytest.mark.parametrize(
    ("times", "occasions", "of", "least", "most"),
    [
        (20, 20, 20, 0, 0),
        (1, 1, 20, 0, 0.1),
        (20, 12, 20, 0, 0.05),
        (6, 1, 20, 0.7, 0.8),
        (94, 20, 135, 0.6, 0.61),
        (2, 1, 1, 0, 0),
    ],
)
def test_what_comes_in_bursts_is_telling(
    times: int, occasions: int, of: int, least: float, most: float
) -> None:
    """A word that is strewn tells nothing, nor one that comes everywhere; 0 to 1."""
    assert least <= concentration(times, occasions, of) <= most


def test_small_talk_makes_no_thread() -> None:
    """Nothing is proposed where nothing hangs together, nor of nothing."""
    assert found(*chat(8)) == [] == found()


def test_a_topic_makes_a_thread_across_sessions() -> None:
    """Its turns are found again a month later, with what says so; the rest stays out."""
    talks = chat(8)
    first, second = talk(10, POTTERY), talk(38, POTTERY + SMALL_TALK)
    (one,) = found(*talks, first, second)
    assert set(one.events) == ids(first) | ids(second[:6])
    assert list(one.events) == sorted(one.events) and one.occasions == 2
    assert {"pottery", "clay", "bowl"} & set(one.words) and one.title
    assert 0.5 <= one.confidence <= 1 and (one.start, one.end) == (first[0].at, second[5].at)
    assert "2 occasions" in one.evidence and one.ref == f"threads/{thread_id(one.title)}"


def test_a_gap_in_time_and_other_people_part_what_has_the_same_words() -> None:
    """A year later it is another thread; among others on the same day as well."""
    late = [event._replace(at=day(700) + (event.at - day(10))) for event in talk(12, POTTERY)]
    assert len(found(*chat(8), talk(10, POTTERY), late)) == 2
    ann, bo = talk(10, POTTERY, "Ann"), talk(11, POTTERY, "Bo")
    people = [one.people for one in found(*chat(8), ann, bo)]
    assert sorted(people) == [("Ann",), ("Bo",)]
    assert [one.occasions for one in found(*chat(8), ann, talk(11, POTTERY, "Ann"))] == [2]


def test_scripts_without_spaces_make_titles_of_whole_words() -> None:
    """Pairs of signs are put together to the words that they are of."""
    weather = ("今日はいい天気ですね", "そうですね", "お昼は何にしますか", "まだ決めていません")
    talks = [talk(nth, weather) for nth in range(6)]
    (one,) = found(*talks, talk(10, 陶芸))
    assert set(one.events) == ids(talk(10, 陶芸))
    assert "陶芸" in one.title and "粘土" in one.words


def test_names_are_no_topics() -> None:
    """Who is there, also in short, is no word; nor are numbers, or what only inflects."""
    names = name_words(["Melanie Ash", "Bo"])
    assert {"melanie", "mel", "ash", "bo"} <= names and "me" not in names
    said = event_words(talk(0, ["Mel and Bo took 20 paintings, やっぱり絵画"])[0], names)
    assert said == {"paint": "paintings", "絵画": "絵画"}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("猫のトイレは大きめがいい", {"猫", "トイレ"}),
        ("左手が弾けた、練習する", {"左手", "練習"}),
        ("今日は疲れたので、早く寝ます", set()),
        ("二時間くらいかかる", set()),
        ("Die Hütten sind reserviert", {"hütt", "reserviert"}),
        ("Good morning, did you sleep well?", set()),
        ("I’m hiking, she hiked; Anna's hike", {"hik", "anna"}),
        ("Wir hatten großen Spaß, es war heiß für uns alle", set()),
        ("我们去看樱花", {"我们", "们去", "去看", "看樱", "樱花"}),
    ],
)
def test_words_that_may_name_a_subject(said: str, words: set[str]) -> None:
    """Kanji and katakana, and letters without endings; neither verbs' stems, nor what is said of
    anything."""
    assert event_words(talk(0, [said])[0], ()).keys() == words


def test_a_compound_has_the_words_that_are_said_alone_too() -> None:
    """陶芸教室 is about 陶芸, if somebody says that; 教室 nobody says."""
    (whole, _) = with_parts([{"陶芸教室": "陶芸教室"}, {"陶芸": "陶芸"}])
    assert whole == {"陶芸教室": "陶芸教室", "陶芸": "陶芸"}


def test_words_keep_company_if_they_come_together_beyond_chance() -> None:
    """Two of thirty events are enough for words that come nowhere else, not for common ones."""
    others = [{"a"}, {"a", "b"}, {"b"}, {"c"}] * 7
    assert companions_of([{"clay", "bowl"}, {"clay", "bowl"}, *others]) == {
        "clay": {"bowl"}, "bowl": {"clay"},
    }  # fmt: skip
    assert log_likelihood(5, 10, 10, 20) == 0 == log_likelihood(0, 3, 3, 20)
    assert log_likelihood(3, 3, 3, 57) > log_likelihood(2, 3, 3, 57) > 6.63


def turns(
    talk: str, per_day: int = 100, *, lines: bool = False
) -> tuple[list[Event], dict[str, str]]:
    """The events of a talk with a companion, and what each is about. With `lines` each line is an
    event of its own, by its speaker."""
    events, topics = list[Event](), dict[str, str]()
    for nth, (topic, user, answer) in enumerate(turns_of(talk)):
        said = [Words(user, answer)]
        if lines:
            said = [Words(said=user, speaker="Ann"), Words(said=answer, speaker="Herta")]
        for part, words in enumerate(said):
            at = day(nth // per_day) + timedelta(minutes=3 * (nth % per_day), seconds=part)
            event = Event(f"t{nth:03d}{part}", at, CHAT, "alex", ALEX, words)
            events.append(event._replace(session=f"s{nth // per_day}"))
            topics[event.id] = topic
    return events, topics


TALKS = {
    "English": (ENGLISH, {"Mochi", "marathon", "strawberries"}),
    "Japanese": (JAPANESE, {"モチ", "発表会", "沖縄"}),
    "German": (GERMAN, {"Bruno", "Cello", "Hütte"}),
}


@pytest.mark.parametrize("per_day", [7, 100])
@pytest.mark.parametrize("language", TALKS)
def test_three_topics_of_a_talk_make_three_threads(language: str, per_day: int) -> None:
    """They come in turns, with small talk between them, in one day or in nine: each thread is of
    one topic, has half of it, and its title says what it is about; small talk is in none."""
    text, telling = TALKS[language]
    events, topics = turns(text, per_day)
    threads = threads_found(events)
    assert len(events) == 57 and len(threads) == 3
    for one in threads:
        (topic,) = {topics[event] for event in one.events}
        assert topic != "-"
        assert len(one.events) >= 0.5 * list(topics.values()).count(topic)
    assert all(telling.intersection(one.title.split()) for one in threads)
    assert len(set().union(*(telling.intersection(one.title.split()) for one in threads))) == 3


@pytest.mark.parametrize("language", TALKS)
def test_threads_of_single_utterances_are_of_one_topic_each(language: str) -> None:
    """Where each line is an event, what is answered helps, and each topic has a thread."""
    events, topics = turns(TALKS[language][0], lines=True)
    about = [{topics[event] for event in one.events} for one in threads_found(events)]
    assert all(len(topic) == 1 for topic in about) and set().union(*about) == {"c", "m", "g"}


@pytest.mark.parametrize("per_day", [7, 100])
@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("text", [SMALL_ENGLISH, SMALL_JAPANESE, *(
    "\n".join(line for line in talk.splitlines() if line.startswith("-"))
    for talk in (ENGLISH, JAPANESE, GERMAN)
)])  # fmt: skip
def test_small_talk_of_a_companion_makes_no_thread(text: str, per_day: int, lines: bool) -> None:
    """Meals, the weather, work and sleep, even if the same words come again."""
    assert threads_found(turns(text, per_day, lines=lines)[0]) == []


def proposed(title: str, *events: str) -> ProposedThread:
    return ProposedThread(
        thread_id(title), title, events, 0.7, ("tea",), ("Ann",), day(0), day(1), 1
    )


def thread(id: str, *events: str) -> Thread:
    return Thread(id, id.title(), tuple(Member(event, day(0), 1.0) for event in events))


def test_what_is_woven_is_not_proposed_again() -> None:
    """What is left of a thread goes to it, what somebody took apart to none."""
    tea = proposed("tea", *"abcdef")
    assert list(remaining_threads([tea], [thread("leaf", *"abcdef")])) == []
    (rest,) = remaining_threads([tea], [thread("leaf", *"abcd"), thread("cup", "a")])
    assert (rest.thread, rest.title, rest.events) == ("leaf", "Leaf", ("e", "f"))
    assert [
        *remaining_threads([tea], [thread("leaf", *"abcd")], {("leaf", "e"), ("leaf", "f")})
    ] == []
    assert [
        *remaining_threads([tea], [thread("x", "a", "b"), thread("y", "c", "d", "e", "f")])
    ] == []
    assert [*remaining_threads([tea], [], {(tea.thread, "a"), (tea.thread, "b")})] == []
    (whole,) = remaining_threads([tea], [thread("leaf", "a")])
    assert whole == tea


def test_two_threads_have_two_titles() -> None:
    """A title that is taken is told apart by the people, the month, or a number."""
    many = [proposed("tea", *(f"{nth}{sign}" for sign in "abcde")) for nth in range(4)]
    titles = [one.title for one in remaining_threads(many, [thread("tea", "z")])]
    assert titles == ["tea - Ann", f"tea - {day(0):%Y-%m}", "tea - 2", "tea - 3"]


@given(st.lists(st.sampled_from([*SMALL_TALK, *POTTERY, *陶芸]), max_size=40), st.randoms())
def test_proposals_are_the_same_for_any_order(lines: list[str], random: Any) -> None:
    """Whatever is said: in any order of the same events the same; each event once in a thread."""
    events = [event for nth, at in enumerate(range(0, len(lines), 5))
              for event in talk(nth, lines[at : at + 5])]  # fmt: skip
    mixed = random.sample(events, len(events))
    assert threads_found(mixed) == threads_found(events)
    for one in threads_found(events):
        assert len(set(one.events)) == len(one.events) >= 5
        assert 0.5 <= one.confidence <= 1 and one.title
