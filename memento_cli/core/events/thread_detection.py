"""Proposals of threads: which events hang together, by words, people and time, without a model.

A word is telling if it comes in few occasions for how often it comes at all: what people talk about
they talk about for a while, what holds a language together is strewn (Church and Gale, "Poisson
mixtures", 1995: residual inverse document frequency). Such a word, with the words that come beside
it and hardly elsewhere, is a topic. The turns of a talk about it are a run; runs are one thread if
they share enough words, and people, for the time between them.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import chain, pairwise
from math import exp, fsum, log2, prod

from memento_cli.core.events.events import talk_of
from memento_cli.core.events.proposed_threads import FRESH, LEAST, ProposedThread
from memento_cli.core.events.thread_words import name_words, said_words, title_of, told_words
from memento_cli.core.events.threads import thread_id
from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.similarity import TIME_HALF_LIFE_DAYS
from memento_cli.core.time.when import days_between
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from memento_cli.core.events.events import Event

PAUSE = timedelta(hours=8)
"""After so long a talk is another occasion."""
TELLING, SEED = 0.2, 0.35
"""How telling a word is at least that counts, and one that a topic begins with."""
OFTEN = 3
"""In so many events such a word comes."""
BESIDE = 0.6
"""So much of its events is beside those of a topic's first word, if a word is of that topic."""
MOST_WORDS, SHOWN = 12, 8
REACH = 3
"""So many turns apart two are of one run, with those between them."""
ALONE = 0.6
"""How surely an event is about a topic that is a run by itself."""
JOINED, STRANGERS = 0.3, 0.1
"""How telling the words are at least that runs of one thread share, half as telling after each 90
days; and what is left of it between people who are not the same."""
MOST_STRANDS = 64
"""So many strands of one topic a run is compared with, the newest."""
SURE, DIGITS = 0.5, 3
"""How sure a thread is at least that is proposed; and to how many digits."""


class TopicRun(NamedTuple):
    """Turns about one topic: their places, its words in them, who was there. A run, or several."""

    places: list[int]
    words: set[str]
    people: set[str]

    def add(self, other: TopicRun) -> None:
        """Let it go on with another."""
        self.places.extend(other.places)
        self.words.update(other.words)
        self.people.update(other.people)


def threads_found(events: Iterable[Event]) -> list[ProposedThread]:
    """The threads that events seem to make, the surest first."""
    loom = DetectionInput(sorted((event for event in events if event.text), key=_place))
    return sorted(loom.threads(), key=lambda one: (-one.confidence, one.events))


def telling(times: int, occasions: int, of: int) -> float:
    """How telling a word is that comes so many times, on so many occasions of so many, 0 to 1.

    By how many fewer they are than if it were strewn over all of them; and how rare it is.
    """
    strewn = of * (1 - exp(-times / of))
    return max(0.0, 1 - occasions / strewn) * (1 - occasions / of)


class DetectionInput:
    """Events, talk by talk, with what is asked of them; each is named by its place."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.occasion = list(_occasions(events))
        self.people = [_people(event) for event in events]
        owners = {name_of(person) for person in {event.person for event in events}}
        names = name_words(owners.union(*self.people))
        self.words = [said_words(event, names) for event in events]
        self.places: dict[str, list[int]] = {}
        for place, words in enumerate(self.words):
            for word in words:
                self.places.setdefault(word, []).append(place)
        self.telling = dict(self._telling())
        self.woven = bytearray(len(events))

    def threads(self) -> Iterator[ProposedThread]:
        """The threads, beginning with the most telling words; an event is in few of them."""
        weight = {
            word: share * log2(1 + len(self.places[word]))
            for word, share in self.telling.items()
            if share >= SEED and len(self.places[word]) >= OFTEN
        }
        for seed in sorted(weight, key=lambda word: (-weight[word], word)):
            if self._is_fresh(self.places[seed]):
                topic = self._topic(seed)
                for strand in self._joined(self._runs(topic)):
                    yield from self._woven(strand, topic)

    def _telling(self) -> Iterator[tuple[str, float]]:
        """The words that are telling, and how much."""
        for word, places in self.places.items():
            if len(places) > 1:
                here = len({self.occasion[place] for place in places})
                share = telling(len(places), here, self.occasion[-1] + 1)
                if share > TELLING:
                    yield word, share

    def _topic(self, seed: str) -> list[str]:
        """A word and those that come beside it and hardly elsewhere, the most telling first."""
        beside = {at for place in self.places[seed] for at in self._beside(place)}
        counts = Counter(word for at in beside for word in self.words[at] if word in self.telling)
        weight = dict[str, float]()
        for word, count in counts.items():
            share = count / len(self.places[word])
            if count > 1 and share >= BESIDE and word != seed:
                weight[word] = share * self.telling[word] * log2(1 + count)
        others = sorted(weight, key=lambda word: (-weight[word], word))
        return [seed, *others[: MOST_WORDS - 1]]

    def _beside(self, place: int) -> Iterator[int]:
        """An event, with the turns before and after it."""
        for at in range(max(0, place - 1), min(place + 2, len(self.events))):
            if self.occasion[at] == self.occasion[place]:
                yield at

    def _runs(self, topic: Sequence[str]) -> list[TopicRun]:
        """The runs of a topic, in order of time."""
        found: list[list[int]] = []
        for place in sorted({at for word in topic for at in self.places[word]}):
            last = found[-1][-1] if found else place
            if found and place - last <= REACH and self.occasion[last] == self.occasion[place]:
                found[-1] += range(last + 1, place + 1)
            else:
                found.append([place])
        kept = (run for run in found if len(run) > 1 or self._sure(run[0], topic) >= ALONE)
        return sorted((self._run(places, topic) for places in kept), key=self._begins)

    def _run(self, places: list[int], topic: Iterable[str]) -> TopicRun:
        words = {word for place in places for word in self.words[place]}
        people = {name for place in places for name in self.people[place]}
        return TopicRun(places, words.intersection(topic), people)

    def _begins(self, strand: TopicRun) -> tuple[datetime, str]:
        return _when(self.events[strand.places[0]])

    def _sure(self, place: int, topic: Iterable[str]) -> float:
        """How surely an event is about a topic, by each of its words that comes there."""
        here = self.words[place]
        return 1 - prod(1 - self.telling[word] for word in topic if word in here)

    def _joined(self, runs: Iterable[TopicRun]) -> list[TopicRun]:
        """Strands of runs in order of time: each goes on with what it shares most with."""
        strands: list[TopicRun] = []
        for run in runs:
            shared = [self._shared(strand, run) for strand in strands[-MOST_STRANDS:]]
            most = max(shared, default=0.0)
            if most >= JOINED:
                strands[-MOST_STRANDS:][shared.index(most)].add(run)
            else:
                strands.append(run)
        return strands

    def _shared(self, strand: TopicRun, run: TopicRun) -> float:
        """How telling the words are that a run shares with what was said before it."""
        last, first = self.events[strand.places[-1]].at, self.events[run.places[0]].at
        near: float = 0.5 ** (max(0.0, days_between(last, first)) / TIME_HALF_LIFE_DAYS)
        strange = strand.people and run.people and strand.people.isdisjoint(run.people)
        shared = fsum(self.telling[word] for word in strand.words & run.words)
        return shared * near * (STRANGERS if strange else 1.0)

    def _woven(self, strand: TopicRun, topic: Sequence[str]) -> Iterator[ProposedThread]:
        """The thread that a strand is, if it is one."""
        sure = {place: self._sure(place, topic) for place in strand.places}
        about = [place for place, share in sure.items() if share]
        confidence = sum(sure.values()) / len(sure)
        occasions = len({self.occasion[place] for place in sure})
        is_thin = len(about) < LEAST or (occasions < 2 and len(strand.words) < 2)
        if is_thin or confidence < SURE or not self._is_fresh(about):
            return
        for place in sure:
            self.woven[place] = True
        yield self._proposed(strand, topic, confidence)

    def _is_fresh(self, places: Sequence[int]) -> bool:
        return sum(not self.woven[place] for place in places) >= FRESH * len(places)

    def _proposed(
        self, strand: TopicRun, topic: Sequence[str], confidence: float
    ) -> ProposedThread:
        places = sorted(strand.places, key=lambda place: _when(self.events[place]))
        events = [self.events[place] for place in places]
        words = [word for word in topic if word in strand.words]
        told = told_words(events, [self.words[place] for place in places], words)
        title = title_of(told, events)
        return ProposedThread(
            thread=thread_id(title),
            title=title,
            events=tuple(event.id for event in events),
            confidence=round(confidence, DIGITS),
            words=tuple(word for word, _ in told[:SHOWN]),
            people=tuple(sorted(strand.people)),
            start=events[0].at,
            end=events[-1].at,
            occasions=len({self.occasion[place] for place in places}),
        )


def _place(event: Event) -> tuple[str, tuple[str, str], datetime, str]:
    """Talk by talk, and there in order of time."""
    return event.person, talk_of(event), *_when(event)


def _when(event: Event) -> tuple[datetime, str]:
    return event.at, event.id


def _occasions(events: Sequence[Event]) -> Iterator[int]:
    """The number of the occasion of each event: a talk without a long pause."""
    number = 0
    for before, event in pairwise(chain(events[:1], events)):
        same = (before.person, talk_of(before)) == (event.person, talk_of(event))
        number += not same or event.at - before.at > PAUSE
        yield number


def _people(event: Event) -> set[str]:
    """Who took part, beside the one whose memory it is."""
    return {name_of(who) for who in (*event.people, event.words.speaker) if who}
