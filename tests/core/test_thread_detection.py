"""Proposals of threads: by words, people and time, few and good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.events.thread_detection import (
    concentration,
    event_words,
    name_words,
    threads_found,
)
from memento_cli.core.events.threads import (
    Member,
    ProposedThread,
    Thread,
    remaining_threads,
    thread_id,
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
    assert said == {"took": "took", "painting": "paintings", "絵画": "絵画"}


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
