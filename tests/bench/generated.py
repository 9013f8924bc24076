"""Stores made for the bench: the same for the same size and month, as memento writes them."""

from __future__ import annotations

import json
import os
import re
import shutil
from datetime import UTC, timedelta
from random import Random
from typing import TYPE_CHECKING

from memento_cli.core.journal.line_ids import CROCKFORD
from memento_cli.core.memory.memory import HALF_LIFE_DAYS, KINDS, OUTCOMES
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.creation import make_store
from tests.bench.made_journal import MadeJournal
from tests.bench.templates import Drawn, Shape, file_text
from tests.bench.words import (
    PEOPLE,
    RARE,
    SAMPLE,
    TOPICS,
    WORDS,
    Zipf,
    middling,
    vocabulary,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

VERSION = 2
KEPT = re.compile(r"v\d+-\d+-\d{4}-\d\d")
SPAN_DAYS = 730
MONTH_DAYS = 31  # for which a store serves
FRESH_HALF_LIVES = 2.6  # 0.5 to this is 0.165, above what prune takes
FADED = 20
PINNED_SHARE = 0.02
SIGNS = 4
SETTINGS_FILE = "memento.toml"
LENGTHS, SESSION = (12, 45), 20
KNOWN = 200


class Generated(NamedTuple):
    """A generated store: where it and its texts are, and what may be asked of it."""

    size: int
    store: str
    texts: str
    word: str
    rare: str
    ids: tuple[str, ...]

    def id(self, turn: int) -> str:
        """The id of a memory; another one at every turn, until all have had theirs."""
        return self.ids[turn % len(self.ids)]


def month_of(now: datetime) -> datetime:
    """The first instant of the month: stores are made anew once a month, not at every run."""
    return now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def generated(
    size: int, now: datetime, keep: str, tick: Callable[[], None] = lambda: None
) -> Generated:
    """A store of so many memories that ends with the month's beginning; made if it is not kept."""
    month = month_of(now)
    folder = os.path.join(keep, f"v{VERSION}-{size}-{month:%Y-%m}")
    facts = os.path.join(folder, "facts.json")
    if not os.path.exists(facts):
        draft = f"{folder}.{os.getpid()}"
        shutil.rmtree(draft, ignore_errors=True)
        os.makedirs(draft)
        try:
            _write(draft, size, month, tick)
            _forget_older(keep, size)
            os.rename(draft, folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    with open(facts, encoding="utf-8") as file:
        said = json.load(file)
    store, texts = os.path.join(folder, "store"), os.path.join(folder, "texts")
    return Generated(size, store, texts, said["word"], RARE, tuple(said["ids"]))


def _forget_older(keep: str, size: int) -> None:
    """Remove the store of this size that served in another month, or for another version."""
    for name in os.listdir(keep):
        folder = os.path.join(keep, name)
        made = os.path.exists(os.path.join(folder, "facts.json"))
        if made and KEPT.fullmatch(name) and name.split("-")[1] == str(size):
            shutil.rmtree(folder)


def _write(folder: str, size: int, month: datetime, tick: Callable[[], None]) -> None:
    store = os.path.join(folder, "store")
    make_store(store, {"person": PEOPLE[0], "erasure.salt": ""})
    shutil.copy(os.path.join(store, SETTINGS_FILE), os.path.join(folder, SETTINGS_FILE))
    into, random = os.path.join(store, "memories"), Random(f"journal of {size}")
    sample, ids = list[str](), list[str]()
    journal = MadeJournal(os.path.join(store, "journal"), month, random)
    with open(os.path.join(folder, "texts"), "w", encoding="utf-8") as texts:
        for number, drawn in enumerate(memories(size, month, Random(size))):
            with open(os.path.join(into, f"{drawn.id}.toml"), "x", encoding="utf-8") as file:
                file.write(file_text(drawn))
            texts.write(drawn.text + "\n")
            journal.add(drawn)
            if len(sample) < SAMPLE:
                sample.append(drawn.text)
            if number % max(1, size // KNOWN) == 0:
                ids.append(drawn.id)
            tick()
    journal.close()
    with open(os.path.join(folder, "facts.json"), "w", encoding="utf-8") as file:
        json.dump({"word": middling(sample), "ids": ids[:KNOWN]}, file)


def memories(size: int, month: datetime, random: Random) -> Iterator[Drawn]:
    """Memories in the order of their creation, of the two years before a month."""
    words = Zipf(vocabulary(random, WORDS))
    topics = Zipf(vocabulary(random, TOPICS))
    step = timedelta(days=SPAN_DAYS) / size
    rare = {size // 4, size // 2, 3 * size // 4}
    faded = set(range(0, size // 2, max(1, size // 2 // FADED)))
    for number in range(size):
        created = (month - timedelta(days=SPAN_DAYS) + step * number).replace(microsecond=0)
        said = words.drawn(random, random.randint(*LENGTHS))
        if number in rare:
            said[len(said) // 2] = RARE
        shape = _shape(random, faded=number in faded)
        last = created if number in faded else _last(created, month, shape, random)
        tags = list(dict.fromkeys(topics.drawn(random, random.randint(1, 3))))
        person, *people = random.sample(PEOPLE, random.randint(1, 3))
        id = f"{person}-{tags[0]}-{created:%Y-%m}-{_suffix(number)}"
        session = f"{created:%Y-%m-%d}-{number // SESSION}"
        yield Drawn(id, shape, person, created, last, session, said, tags, people)


def _shape(random: Random, *, faded: bool) -> Shape:
    return Shape(
        kind=random.choice(KINDS),
        significance="low" if faded else random.choice(tuple(HALF_LIFE_DAYS)),
        outcome=random.choice((None, *OUTCOMES)),
        pinned=not faded and random.random() < PINNED_SHARE,
    )


def _last(created: datetime, month: datetime, shape: Shape, random: Random) -> datetime:
    """When it was last reinforced: not so long ago that it would be pruned within the month."""
    longest = HALF_LIFE_DAYS[shape.significance] * FRESH_HALF_LIVES - MONTH_DAYS
    days = longest * random.random()
    return max(created, (month - timedelta(days=days)).replace(microsecond=0))


def _suffix(number: int) -> str:
    """Four signs that differ for any number up to 32⁴."""
    mixed = number * 777_767_777 % 32**SIGNS
    return "".join(CROCKFORD[mixed >> 5 * place & 31] for place in range(SIGNS))
