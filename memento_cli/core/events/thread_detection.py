"""Detection of threads: events that belong together by words, people and time, without a model.

A word is concentrated if it comes in few occasions for its frequency: people talk about a subject
for a while, while function words are evenly spread (Church and Gale, "Poisson mixtures", 1995:
residual inverse document frequency). Such a word, with the words that come beside it and hardly
elsewhere, is a topic. The turns of a talk about it are a run; runs form one thread if they share
enough words, and people, for the time between them.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from itertools import chain, pairwise
from math import exp, fsum, log2, prod

from memento_cli.core.events.events import talk_of
from memento_cli.core.events.threads import FRESH, LEAST, ProposedThread, thread_id
from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.similarity import TIME_HALF_LIFE_DAYS
from memento_cli.core.text.words import is_unit, split, terms
from memento_cli.core.time.when import days_between
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.events.events import Event


PAUSE = timedelta(hours=8)
"""After such a pause a talk is another occasion."""
MIN_CONCENTRATION, SEED = 0.2, 0.35
"""The least concentration of a word of a topic, and of a topic's first word."""
LEAST_TIMES = 3
"""The least number of events with a topic's first word."""
MIN_OVERLAP = 0.6
"""The least share of a word's events beside those of the topic's first word."""
MOST_WORDS, SHOWN = 12, 8
REACH = 3
"""The greatest distance in turns between two of one run, which includes those between them."""
MIN_SINGLE = 0.6
"""The least certainty of an event that is a run by itself."""
MIN_SHARED, STRANGERS = 0.3, 0.1
"""The least similarity of runs of one thread, which halves every 90 days; and the factor for runs
without common people."""
MOST_STRANDS = 64
"""The number of newest strands of a topic with which a run is compared."""
MIN_CONFIDENCE, DIGITS = 0.5, 3
"""The least confidence of a proposed thread; and its decimal places."""


class TopicRun(NamedTuple):
    """Turns about one topic, a run or several: their places, its words in them, and the people."""

    places: list[int]
    words: set[str]
    people: set[str]

    def add(self, other: TopicRun) -> None:
        """Append another run."""
        self.places.extend(other.places)
        self.words.update(other.words)
        self.people.update(other.people)


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
        self.words = [event_words(event, names) for event in events]
        self.places: dict[str, list[int]] = {}
        for place, words in enumerate(self.words):
            for word in words:
                self.places.setdefault(word, []).append(place)
        self.concentration = dict(self._concentrations())
        self.used = bytearray(len(events))

    def threads(self) -> Iterator[ProposedThread]:
        """The threads, beginning with the most concentrated words."""
        weight = {
            word: share * log2(1 + len(self.places[word]))
            for word, share in self.concentration.items()
            if share >= SEED and len(self.places[word]) >= LEAST_TIMES
        }
        for seed in sorted(weight, key=lambda word: (-weight[word], word)):
            if self._is_fresh(self.places[seed]):
                topic = self._topic(seed)
                for strand in self._strands(self._runs(topic)):
                    yield from self._threads_of(strand, topic)

    def _concentrations(self) -> Iterator[tuple[str, float]]:
        """The concentrated words with their concentration."""
        for word, places in self.places.items():
            if len(places) > 1:
                occasions = len({self.occasion[place] for place in places})
                share = concentration(len(places), occasions, self.occasion[-1] + 1)
                if share > MIN_CONCENTRATION:
                    yield word, share

    def _topic(self, seed: str) -> list[str]:
        """A word, then those that come beside it and hardly elsewhere, by weight."""
        near = {beside for place in self.places[seed] for beside in self._with_neighbours(place)}
        counts = Counter(
            word for place in near for word in self.words[place] if word in self.concentration
        )
        weight = dict[str, float]()
        for word, count in counts.items():
            share = count / len(self.places[word])
            if count > 1 and share >= MIN_OVERLAP and word != seed:
                weight[word] = share * self.concentration[word] * log2(1 + count)
        others = sorted(weight, key=lambda word: (-weight[word], word))
        return [seed, *others[: MOST_WORDS - 1]]

    def _with_neighbours(self, place: int) -> Iterator[int]:
        """The places of an event and of the turns before and after it."""
        for neighbour in range(max(0, place - 1), min(place + 2, len(self.events))):
            if self.occasion[neighbour] == self.occasion[place]:
                yield neighbour

    def _runs(self, topic: Sequence[str]) -> list[TopicRun]:
        """The runs of a topic, in order of time."""
        runs: list[list[int]] = []
        for place in sorted({at for word in topic for at in self.places[word]}):
            last = runs[-1][-1] if runs else place
            if runs and place - last <= REACH and self.occasion[last] == self.occasion[place]:
                runs[-1] += range(last + 1, place + 1)
            else:
                runs.append([place])
        sure_runs = list[TopicRun]()
        for places in runs:
            if len(places) > 1 or self._certainty(places[0], topic) >= MIN_SINGLE:
                words = {word for place in places for word in self.words[place]}
                people = {name for place in places for name in self.people[place]}
                sure_runs.append(TopicRun(places, words.intersection(topic), people))
        return sorted(sure_runs, key=lambda run: _time_key(self.events[run.places[0]]))

    def _certainty(self, place: int, topic: Iterable[str]) -> float:
        """The certainty, 0 to 1, that an event is about a topic, by the topic's words in it."""
        words = self.words[place]
        return 1 - prod(1 - self.concentration[word] for word in topic if word in words)

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
        last, first = self.events[strand.places[-1]].at, self.events[run.places[0]].at
        time_factor: float = 0.5 ** (max(0.0, days_between(last, first)) / TIME_HALF_LIFE_DAYS)
        are_strangers = strand.people and run.people and strand.people.isdisjoint(run.people)
        shared = fsum(self.concentration[word] for word in strand.words & run.words)
        return shared * time_factor * (STRANGERS if are_strangers else 1.0)

    def _threads_of(self, strand: TopicRun, topic: Sequence[str]) -> Iterator[ProposedThread]:
        """The thread of a strand, if it is certain enough and mostly of new events."""
        certainty = {place: self._certainty(place, topic) for place in strand.places}
        about = [place for place, share in certainty.items() if share]
        confidence = sum(certainty.values()) / len(certainty)
        occasions = len({self.occasion[place] for place in certainty})
        is_thin = len(about) < LEAST or (occasions < 2 and len(strand.words) < 2)
        if is_thin or confidence < MIN_CONFIDENCE or not self._is_fresh(about):
            return
        for place in certainty:
            self.used[place] = True
        yield self._thread_of(strand, topic, confidence)

    def _is_fresh(self, places: Sequence[int]) -> bool:
        return sum(not self.used[place] for place in places) >= FRESH * len(places)

    def _thread_of(
        self, strand: TopicRun, topic: Sequence[str], confidence: float
    ) -> ProposedThread:
        places = sorted(strand.places, key=lambda place: _time_key(self.events[place]))
        events = [self.events[place] for place in places]
        words = [word for word in topic if word in strand.words]
        counted = topic_words(events, [self.words[place] for place in places], words)
        title = title_of(counted, events)
        return ProposedThread(
            thread=thread_id(title),
            title=title,
            events=tuple(event.id for event in events),
            confidence=round(confidence, DIGITS),
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


LONGEST_WORD = 30  # characters; what is longer is an address or a key
SHORT_NAME = 3  # characters that are enough for a name
TITLE_WORDS = 3
COMMON = 0.4
"""The least frequency of a word in a title, relative to the most frequent one."""
PLURALS = (("ies", "y"), ("ss", "ss"), ("us", "us"), ("s", ""))
"""Harman's weak stemmer (1991): only singular and plural of an English noun are one word."""
STEMMED = 4
HIRAGANA = ("\u3040", "\u309f")


def event_words(event: Event, names: Collection[str]) -> dict[str, str]:
    """The content words of an event, each with its form there; without `names`.

    Scripts without spaces between words have pairs of characters instead, without hiragana.
    """
    forms = {form.casefold(): form for form in terms(spoken_text(event))}
    return {
        _root(word): form
        for word, form in forms.items()
        if _is_content_word(word) and word not in names
    }


def spoken_text(event: Event) -> str:
    """The words of an event without the names of the speakers."""
    words = event.words
    return "\n".join((words.user, words.assistant, words.said, *words.images))


def name_words(names: Iterable[str]) -> set[str]:
    """The words of these names, and their short forms: Melanie, Mel."""
    words = {word.casefold() for name in names for word in split(name)}
    return words | {word[:end] for word in words for end in range(SHORT_NAME, len(word))}


def _run_pattern(signs: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(signs)}]{{2,}}")


def topic_words(
    events: Sequence[Event], words: Sequence[Mapping[str, str]], topic: Sequence[str]
) -> list[tuple[str, int]]:
    """The words of a topic in their usual form, with the number of events, the most frequent first.

    Overlapping pairs of characters are joined to words.
    """
    forms: dict[str, Counter[str]] = {word: Counter() for word in topic if not is_unit(word[0])}
    signs = "".join(word for word in topic if is_unit(word[0]))
    run_pattern = _run_pattern(signs) if signs else None
    for event, forms_of_event in zip(events, words, strict=True):
        for word in forms.keys() & forms_of_event.keys():
            forms[word][forms_of_event[word]] += 1
        for run in sorted(set(run_pattern.findall(spoken_text(event)))) if run_pattern else ():
            forms.setdefault(run, Counter())[run] += 1
    counts = list[tuple[str, int]]()
    for counter in filter(None, forms.values()):
        commonest = min((-count, form) for form, count in counter.items())[1]
        counts.append((commonest, counter.total()))
    return sorted(counts, key=lambda pair: (-pair[1], pair[0]))


def title_of(counted: Sequence[tuple[str, int]], events: Iterable[Event]) -> str:
    """A title of the most frequent words, in their order in an event."""
    minimum = counted[0][1] * COMMON
    chosen = [word for word, count in counted if count >= minimum][:TITLE_WORDS]
    texts = (spoken_text(event) for event in events)
    fullest = max(texts, key=lambda text: sum(word in text for word in chosen))
    return " ".join(sorted(chosen, key=lambda word: fullest.find(word) % (len(fullest) + 1)))


def _is_content_word(word: str) -> bool:
    """Whether a word may name a subject of talk."""
    if is_unit(word[0]) and any(HIRAGANA[0] <= sign <= HIRAGANA[1] for sign in word):
        return False
    return 1 < len(word) <= LONGEST_WORD and not any(sign.isdigit() for sign in word)


def _root(word: str) -> str:
    if word.isascii() and len(word) >= STEMMED:
        for ending, other in PLURALS:
            if word.endswith(ending):
                return word.removesuffix(ending) + other
    return word
