"""Random lives of a store: all writing verbs, and what people do to files without memento."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from random import Random

from memento_cli.actions.exchange.imports import import_memories
from memento_cli.actions.exchange.sources.opened import source_of
from memento_cli.actions.fading.law import law_changes, set_law
from memento_cli.actions.fading.review import confirm
from memento_cli.actions.memory.edit import edit, edit_text, pin
from memento_cli.actions.memory.feedback import EVENTS, feedback
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.prune import forget, prune, prune_plan, restore
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import note_use, reinforce, settle
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.tidy.proposals import apply, reject
from memento_cli.actions.tidy.run import run_tidy
from memento_cli.actions.undo.undo import undo
from memento_cli.core.memory.memory import Draft, Link, Tags
from memento_cli.errors import MementoError
from memento_cli.store.directory.store import Store
from tests.git.event_lives import EVENT_ACTS
from tests.git.held_lives import HELD_ACTS
from tests.store.helpers import ALEX, DAY, NOW, put, whole

ABOUT = "about "
"""Before the id of a memory, of words that are about it."""
TOPICS = ("tea", "rome", "oauth")
KEYS = (
    "memory.content.summary",
    "memory.content.detail",
    "memory.tags.outcome",
    "memory.tags.topics",
)


class Life:
    """What one clone does. `said` has every word that it wrote, `of` the memory that each was
    written in, `by` the lines of the act, and `done` counts its acts."""

    def __init__(self, name: str, store: Store, random: Random) -> None:
        self.name = name
        self.root = store.root
        self.random = random
        self.now = NOW
        self.store = store
        self.said: list[str] = []
        self.of: dict[str, str] = {}
        self.by: dict[str, frozenset[str]] = {}
        self.lines: set[str] = set()
        self.observed: set[bytes] = set()
        self.done: dict[str, int] = {}

    def live(self, acts: int) -> None:
        """So many random acts; what memento refuses is no act."""
        self.store = Store(self.root)
        left = acts
        while left:
            name, act = self.random.choices(*ACTS)[0]
            self.now += self.random.choice((0.01, 0.3, 2)) * DAY
            said, known = len(self.said), len(self.store.journal.done)
            try:
                act(self)
            except (MementoError, IndexError):
                del self.said[said:]
                continue
            lines = frozenset(line.id for line in self.store.journal.done[known:])
            self.by |= dict.fromkeys(self.said[said:], lines)
            self.done[name] = self.done.get(name, 0) + 1
            left -= 1
        self.lines |= {line.id for line in self.store.journal.done}
        self.observed |= set(observed_lines(self.store))

    def word(self, id: str = "") -> str:
        """A word that nobody else ever writes, and that goes when this memory is erased."""
        self.said.append(f"{self.name} says {len(self.said)}.")
        self.of[self.said[-1]] = id
        return self.said[-1]

    def some(self, *, archived: bool = False) -> str:
        """An id; IndexError if there is none."""
        return self.random.choice((self.store.archive if archived else self.store.memories).ids())

    def at(self) -> datetime:
        """Now, by a clock that is wrong now and then, by years too."""
        return self.now + self.random.choice((0, 0, 0, 0, 0, -40, 90, -3650)) * DAY


def _record(life: Life) -> None:
    tags, word = Tags((life.random.choice(TOPICS),)), life.word()
    draft = Draft(word, ALEX, "first\nsecond\nthird\n", tags=tags)
    life.of[word] = record(life.store, draft, life.now).memory.id


def _chain(life: Life) -> None:
    """A memory after another, at the end of the chain that this clone knows, or against it."""
    last = sorted(life.store.memories.ids())[-1]
    rel = life.random.choice(("supersedes", "supersedes", "contradicts"))
    word = life.word()
    draft = Draft(word, ALEX, tags=Tags(("chain",)), links=(Link(rel, last),))
    life.of[word] = record(life.store, draft, life.at()).memory.id


def _import(life: Life) -> None:
    """A few rows of one moment, as another program exports them."""
    told = {"topics": ["import"], "created": "2025-02-03T04:05:06Z"}
    path = Path(life.root).with_suffix(".jsonl")
    words = [life.word() for _ in range(3)]
    path.write_text("".join(f"{json.dumps({'summary': word, **told})}\n" for word in words))
    added = import_memories(life.store, source_of(str(path)).items, life.now).added
    life.of |= zip(words, added, strict=True)


def _killed_record(life: Life) -> None:
    """The file is there, the journal line is not."""
    id = f"killed-{life.name}-{len(life.said)}"
    word = life.word(id)
    put(life.store, id, whole(id, one=word))


def _edit(life: Life) -> None:
    id, key, values = life.some(), life.random.choice(KEYS), dict[str, object]()
    if key.endswith("summary"):
        values[key] = life.word(id)
    elif key.endswith("detail"):
        values[key] = "".join(
            life.random.choice((line, f"{life.random.random()}\n"))
            for line in ("first\n", "second\n", "third\n")
        )
    elif key.endswith("outcome"):
        values[key] = life.random.choice(("positive", "mixed", None))
    else:
        values[key] = life.random.sample(TOPICS, life.random.randint(0, 3))
    edit(life.store, id, values, life.now)


def _edit_text(life: Life) -> None:
    """An editor: a comment, and an unknown key."""
    found = life.store.memories.read(life.some())
    lines = found.document.text.splitlines(keepends=True)
    place = life.random.randrange(2, len(lines))
    lines.insert(life.random.choice((0, place)), f"# {life.name} {life.random.random()}\n")
    edit_text(life.store, found.id, "".join(lines), found.stamp, life.now)


def _by_hand(life: Life) -> None:
    """Another program, which tells no journal."""
    path = Path(life.store.memories.path(life.some()))
    more = f"\n[mine.{life.name}]\nnumber = {life.random.randint(0, 3)}\n"
    text = path.read_text()
    path.write_text(text + more if f"[mine.{life.name}]" not in text else text + "# again\n")


def _prune(life: Life) -> None:
    prune(life.store, prune_plan(life.store, life.now, life.random.choice((0.15, 0.6))), life.now)


def _undo(life: Life) -> None:
    undo(life.store, None, life.now)


def _feedback(life: Life) -> None:
    """Now and then with what is right, which another memory may have that stays."""
    id, event = life.some(), life.random.choice(EVENTS)
    said = f"{life.word(ABOUT + id)} Why?\nBecause.\n" if life.random.random() < 0.5 else ""
    feedback(life.store, id, event, life.at(), answer=said)


def _proposal(life: Life) -> str:
    return life.random.choice(life.store.proposals.ids())


def _edit_proposal(life: Life) -> None:
    """By hand, as nothing else edits one; each edit is of one line."""
    path = Path(life.store.proposals.path(_proposal(life)))
    old = life.random.choice(('source = "feedback"', "pinned = false", "importance = 0.5"))
    new = {"s": f'source = "chat-{life.name}"', "p": "pinned = true", "i": "importance = 0.6"}
    path.write_text(path.read_text().replace(old, new[old[0]]))


def _law(life: Life) -> None:
    law = life.random.choice(("daily=5", "never", "half-life=30", "base-level", "ebbinghaus=9"))
    ids = [life.some(), life.some()]
    set_law(life.store, law_changes(life.store, ids, law, life.now), life.now)


ACTS: tuple[list[tuple[str, Callable[[Life], object]]], list[int]] = (
    [
        ("record", _record),
        ("chain", _chain),
        ("import", _import),
        ("killed record", _killed_record),
        ("edit", _edit),
        ("edit text", _edit_text),
        ("by hand", _by_hand),
        ("reinforce", lambda life: reinforce(life.store, life.some(), life.at())),
        ("used", lambda life: note_use(life.store, [life.some(), life.some()], life.at())),
        ("pin", lambda life: pin(life.store, life.some(), life.now, life.random.random() < 0.5)),
        ("link", lambda life: link(life.store, life.some(), "cause_of", life.some(), life.now)),
        ("forget", lambda life: forget(life.store, [life.some()], life.now)),
        ("restore", lambda life: restore(life.store, [life.some(archived=True)], life.now)),
        ("prune", _prune),
        ("undo", _undo),
        ("settle", lambda life: settle(life.store, life.now)),
        ("feedback", _feedback),
        ("apply", lambda life: apply(life.store, _proposal(life), life.now)),
        ("reject", lambda life: reject(life.store, [_proposal(life)], life.now)),
        ("edit proposal", _edit_proposal),
        ("law", _law),
        ("confirm", lambda life: confirm(life.store, [life.some()], life.at())),
        ("erase", lambda life: erase(life.store, [life.some()], life.now)),
        ("maintain", lambda life: run_tidy(life.store, life.now)),
    ],
    [6, 4, 1, 1, 10, 2, 2, 8, 6, 3, 2, 3, 3, 1, 4, 1, 6, 2, 2, 1, 2, 2, 1, 1],
)
for each, (weight, do) in {**HELD_ACTS, **EVENT_ACTS}.items():
    ACTS[0].append((each, do))
    ACTS[1].append(weight)


def observed_lines(store: Store) -> list[bytes]:
    """Every line of every event log, as it stands there."""
    return [row for path in store.events.files() for row in Path(path).read_bytes().splitlines()]


def words_in(store: Store) -> Iterator[str]:
    """All that a store says anywhere: in files, kept copies, and what the journal keeps."""
    for folder, folders, names in os.walk(store.root):
        folders[:] = [name for name in folders if name != ".git"]
        yield from (Path(folder, name).read_text() for name in names)
