"""Detection of threads: events that belong together by words, people and time, without a model.

A word tells of a subject in two ways. It comes in fewer occasions than its frequency suggests:
people talk about a subject for a while, while function words are evenly spread (Church and Gale,
"Poisson mixtures", 1995: residual inverse document frequency). Or it keeps company with others
(`cohesion.py`), which holds within one talk, too. Such a word, with the words that come beside it
and hardly elsewhere, is a topic. The turns of a talk about it are a run; runs form one thread if
they share enough words, and people, for the time between them.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import chain, pairwise
from math import exp, fsum, log2, prod

from memento_cli.core.events.cohesion import (
    SIGNIFICANT,
    cohesion,
    companions_of,
    log_likelihood,
)
from memento_cli.core.events.events import talk_of
from memento_cli.core.events.threads import FRESH, LEAST, ProposedThread, thread_id
from memento_cli.core.events.topic_words import (
    event_words,
    name_words,
    spoken_text,
    title_of,
    topic_words,
    with_parts,
)
from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.similarity import TIME_HALF_LIFE_DAYS
from memento_cli.core.time.when import days_between
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.events.events import Event


FEW_OCCASIONS = 10
"""Among more of them bursts tell more than company, which phrases keep, too."""
PAUSE = timedelta(hours=8)
"""After such a pause a talk is another occasion."""
MIN_TELLING, SEED = 0.2, 0.33
"""How telling a word of a topic is at least, and a topic's first word."""
LEAST_TIMES = 3
"""The least number of events with a topic's first word."""
MIN_OVERLAP = 0.6
"""The least share of a word's events beside those of the topic."""
ROUNDS = 2
"""How often a topic may gain words: the words beside its words belong to it, too."""
LEAST_WORDS, MOST_WORDS, SHOWN = 2, 16, 8
"""The least and the greatest number of words of a topic, and how many of them are shown."""
REACH = 3
"""The greatest distance in turns between two of one run."""
MIN_SINGLE = 0.45
"""The least certainty of an event that is a run by itself."""
MIN_SHARED, MOST_SHARED, STRANGERS = 0.3, 2.0, 0.1
"""The least similarity of runs of one thread, which halves every 90 days; the most that words count
in it; and the factor for runs without common people."""
MOST_STRANDS = 64
"""The number of newest strands of a topic with which a run is compared."""
INTERWOVEN = 0.25
"""The least share of a strand's events in another thread that makes it a part of that."""
MIN_CONFIDENCE, DIGITS = 0.5, 3
"""The least confidence of a proposed thread; and its decimal places."""


class TopicRun(NamedTuple):
    """Turns about one topic, a run or several: their places, its words in them, and the people.

    `topic` has all words of the topic, each with the share of its events that are about it.
    """

    places: set[int]
    words: set[str]
    people: set[str]
    topic: dict[str, float]

    def add(self, other: TopicRun) -> None:
        """Add another run, of this topic or of one that belongs to it."""
        self.places.update(other.places)
        self.words.update(other.words)
        self.people.update(other.people)
        for word, share in other.topic.items():
            self.topic[word] = max(share, self.topic.get(word, 0.0))


def threads_found(events: Iterable[Event]) -> list[ProposedThread]:
    """The threads detected among events, the most certain first."""
    worded = (event for event in events if event.text)
    talk_by_talk = sorted(
        worded, key=lambda event: (event.person, talk_of(event), *_time_key(event))
    )
    detection = Detection(talk_by_talk)
    return sorted(detection.threads(), key=lambda one: (-one.confidence, one.events))


def concentration(times: int, occasions: int, total: int) -> float:
    """The concentration, 0 to 1, of a word that comes so many times, on so many of all occasions.

    It rises with the difference from an even spread over all occasions, and with rarity.
    """
    expected = total * (1 - exp(-times / total))
    return max(0.0, 1 - occasions / expected) * (1 - occasions / total)


class Detection:
    """Events, talk by talk, with their words, people and occasions; each has a place."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.occasion = list(_occasions(events))
        self.people = [  # in each event, without its owner
            {name_of(name) for name in (*event.people, event.words.speaker) if name}
            for event in events
        ]
        owners = {name_of(person) for person in {event.person for event in events}}
        names = name_words(owners.union(*self.people))
        self.words = with_parts([event_words(event, names) for event in events])
        self.places: dict[str, list[int]] = {}
        for place, words in enumerate(self.words):
            for word in words:
                self.places.setdefault(word, []).append(place)
        self.telling = dict(self._telling_words())
        self.found = list[TopicRun]()
        self.thread_at: dict[int, int] = {}  # the thread that has a place, by its number in `found`

    def threads(self) -> list[ProposedThread]:
        """The threads, beginning with the most telling words."""
        weight = {
            word: share * log2(1 + len(self.places[word]))
            for word, share in self.telling.items()
            if share >= SEED and len(self.places[word]) >= LEAST_TIMES
        }
        for seed in sorted(weight, key=lambda word: (-weight[word], word)):
            if self._is_fresh(self.places[seed]):
                for strand in self._strands(self._runs(self._topic(seed))):
                    self._keep(strand)
        self._join_neighbours()
        return [self._thread_of(strand) for strand in self.found]

    def _keep(self, strand: TopicRun) -> None:
        """Keep a strand, if it is certain enough: as a thread of its own, or in one that it is
        interwoven with."""
        about = [place for place in strand.places if self._certainty(place, strand.topic)]
        if self._confidence(strand) < MIN_CONFIDENCE or len(strand.words) < LEAST_WORDS:
            return
        shared = Counter(self.thread_at[place] for place in about if place in self.thread_at)
        thread = min(shared, key=lambda one: (-shared[one], one), default=-1)
        if shared[thread] >= max(LEAST_WORDS, INTERWOVEN * len(about)):
            self.found[thread].add(strand)
        elif len(about) >= LEAST and self._is_fresh(about):
            thread = len(self.found)
            self.found.append(strand)
        else:
            return
        for place in strand.places:
            self.thread_at.setdefault(place, thread)

    def _join_neighbours(self) -> None:
        """Add to each thread the events beside its own that have a word of these, and of hardly
        any others: two weak signs together."""
        counts = Counter(
            (word, thread) for place, thread in self.thread_at.items() for word in self.words[place]
        )
        for place in range(len(self.events)):
            if place in self.thread_at:
                continue
            for thread in {self.thread_at.get(beside, -1) for beside in self._neighbours(place)}:
                shares = {
                    word: counts[word, thread] / len(self.places[word])
                    for word in self.words[place]
                    if 2 * counts[word, thread] >= max(2, len(self.places[word]) - 1)
                }
                if shares:
                    joined = TopicRun({place}, {*shares}, self.people[place], shares)
                    self.found[thread].add(joined)

    def _confidence(self, strand: TopicRun) -> float:
        certainty = [self._certainty(place, strand.topic) for place in sorted(strand.places)]
        return fsum(certainty) / len(certainty)

    def _telling_words(self) -> Iterator[tuple[str, float]]:
        """The words that tell of a subject, with how much, 0 to 1: by their bursts, or by the
        company that they keep."""
        exchanges = [self._exchange(place) for place in range(len(self.events))]
        companions = companions_of(exchanges)
        trusted = min(1.0, FEW_OCCASIONS / (self.occasion[-1] + 1)) if self.occasion else 0.0
        for word, places in self.places.items():
            if len(places) > 1:
                occasions = len({self.occasion[place] for place in places})
                burst = concentration(len(places), occasions, self.occasion[-1] + 1)
                company = cohesion(places, companions.get(word, set()), exchanges)
                share = 1 - (1 - burst) * (1 - company * trusted)
                if share > MIN_TELLING:
                    yield word, share

    def _exchange(self, place: int) -> set[str]:
        """The words of a turn; of a single utterance with those of what others say beside it."""
        if self._is_turn(place):
            return set(self.words[place])
        own = self.events[place].words.speaker
        return {
            word
            for beside in self._neighbours(place)
            if beside == place
            or (self.events[beside].words.speaker != own and not self._is_turn(beside))
            for word in self.words[beside]
        }

    def _is_turn(self, place: int) -> bool:
        """Whether an event is a question with its answer."""
        words = self.events[place].words
        return bool(words.user and words.assistant)

    def _topic(self, seed: str) -> dict[str, float]:
        """A word, then those that come beside it and hardly elsewhere, each with the share of its
        events that are about the topic."""
        own = {seed: self.telling[seed]}
        topic, near = own, set(self.places[seed])
        for _ in range(ROUNDS):
            share = self._beside(near)
            weight = {word: share[word] * log2(1 + len(self.places[word])) for word in share}
            others = sorted(share, key=lambda word: (-weight[word], word))
            before, topic = topic, own | {word: share[word] for word in others[:MOST_WORDS]} | own
            if topic.keys() == before.keys():
                break
            counts = Counter(place for word in topic for place in self.places[word])
            near = {place for place, count in counts.items() if count > 1}.union(near)
        return topic

    def _beside(self, near: set[int]) -> dict[str, float]:
        """The words that come mostly in these events, or in these and those next to them, each
        with the share of its events that do."""
        shares = dict[str, float]()
        for places in (near, {beside for place in near for beside in self._neighbours(place)}):
            counts = Counter(word for place in places for word in self.words[place])
            for word, count in counts.items():
                times = len(self.places[word])
                likelihood = log_likelihood(count, times, len(places), len(self.events))
                if count > 1 and count >= MIN_OVERLAP * times and likelihood >= SIGNIFICANT:
                    shares[word] = max(count / (times + 1), shares.get(word, 0.0))
        return shares

    def _neighbours(self, place: int) -> Iterator[int]:
        """The places of an event and of the turns before and after it."""
        for neighbour in range(max(0, place - 1), min(place + 2, len(self.events))):
            if self.occasion[neighbour] == self.occasion[place]:
                yield neighbour

    def _runs(self, topic: Mapping[str, float]) -> list[TopicRun]:
        """The runs of a topic, in order of time."""
        runs: list[list[int]] = []
        for place in sorted({at for word in topic for at in self.places[word]}):
            last = runs[-1][-1] if runs else place
            if runs and place - last <= REACH and self.occasion[last] == self.occasion[place]:
                runs[-1] += [*filter(self._leans, range(last + 1, place)), place]
            else:
                runs.append([place])
        sure_runs = list[TopicRun]()
        for places in runs:
            if len(places) > 1 or self._certainty(places[0], topic) >= MIN_SINGLE:
                words = {word for place in places for word in self.words[place]}
                people = {name for place in places for name in self.people[place]}
                sure_runs.append(TopicRun(set(places), words & topic.keys(), people, dict(topic)))
        return sorted(sure_runs, key=lambda run: _time_key(self.events[min(run.places)]))

    def _leans(self, place: int) -> bool:
        """Whether an event is about what those beside it are about: it is one utterance, and says
        nothing telling by itself."""
        return not self._is_turn(place) and self.telling.keys().isdisjoint(self.words[place])

    def _certainty(self, place: int, topic: Mapping[str, float]) -> float:
        """The certainty, 0 to 1, that an event is about a topic, by the topic's words in it."""
        return 1 - prod(1 - topic[word] for word in self.words[place] if word in topic)

    def _strands(self, runs: Iterable[TopicRun]) -> list[TopicRun]:
        """The strands of runs in order of time: a run continues the most similar strand."""
        strands: list[TopicRun] = []
        for run in runs:
            similarities = [self._similarity(strand, run) for strand in strands[-MOST_STRANDS:]]
            best = max(similarities, default=0.0)
            if best >= MIN_SHARED:
                strands[-MOST_STRANDS:][similarities.index(best)].add(run)
            else:
                strands.append(run)
        return strands

    def _similarity(self, strand: TopicRun, run: TopicRun) -> float:
        """The similarity of a run with an earlier strand, by words, time and people."""
        last, first = self.events[max(strand.places)].at, self.events[min(run.places)].at
        time_factor: float = 0.5 ** (max(0.0, days_between(last, first)) / TIME_HALF_LIFE_DAYS)
        are_strangers = strand.people and run.people and strand.people.isdisjoint(run.people)
        shared = min(
            MOST_SHARED, fsum(sorted(run.topic[word] for word in strand.words & run.words))
        )
        return shared * time_factor * (STRANGERS if are_strangers else 1.0)

    def _is_fresh(self, places: Sequence[int]) -> bool:
        return sum(place not in self.thread_at for place in places) >= FRESH * len(places)

    def _thread_of(self, strand: TopicRun) -> ProposedThread:
        places = sorted(strand.places, key=lambda place: _time_key(self.events[place]))
        events = [self.events[place] for place in places]
        words = [word for word in strand.topic if word in strand.words]
        counted = topic_words(events, [self.words[place] for place in places], words)
        title = title_of(counted, map(spoken_text, events))
        return ProposedThread(
            thread=thread_id(title),
            title=title,
            events=tuple(event.id for event in events),
            confidence=round(self._confidence(strand), DIGITS),
            words=tuple(word for word, _ in counted[:SHOWN]),
            people=tuple(sorted(strand.people)),
            start=events[0].at,
            end=events[-1].at,
            occasions=len({self.occasion[place] for place in places}),
        )


def _time_key(event: Event) -> tuple[datetime, str]:
    return event.at, event.id


def _occasions(events: Sequence[Event]) -> Iterator[int]:
    """The number of each event's occasion, which is a talk without a long pause."""
    number = 0
    for before, event in pairwise(chain(events[:1], events)):
        is_same_talk = (before.person, talk_of(before)) == (event.person, talk_of(event))
        number += not is_same_talk or event.at - before.at > PAUSE
        yield number
