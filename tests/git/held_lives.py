"""What a random life does to facts, states, preferences, blocks, kv values and the graph."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from memento_cli.actions.facts.blocks import delete_block, write_block
from memento_cli.actions.facts.facts import Terms, end_fact, set_facts
from memento_cli.actions.facts.kv import purge_kv, set_kv, unset_kv
from memento_cli.actions.facts.preferences import Subject, set_preference
from memento_cli.actions.facts.states import (
    StateDraft,
    add_state,
    add_task,
    close_states,
    confirm_states,
    finish_tasks,
    states,
    update_state,
)
from memento_cli.actions.graph.relate import (
    Statement,
    add_edge,
    describe,
    forget_entity,
    remove_edge,
)
from memento_cli.actions.tidy.run import tidy
from memento_cli.core.facts.preferences import POLARITIES
from memento_cli.core.journal.provenance import Provenance
from tests.store.helpers import ALEX, DAY

if TYPE_CHECKING:
    from tests.git.lives import Life

KEYS, NAMES, BLOCKS = ("city", "job"), ("Ann", "Acme", "Tea"), ("persona", "now")
DAYS = (None, -3, 2)
"""From when on something is valid, in days from now: as soon as it is said, before, or later."""


def acting(life: Life) -> Provenance:
    return Provenance(life.store.signed(life.now, "cli", ""))


def _fact(life: Life) -> None:
    """One key or both at once, now and then of another time, or beside what holds."""
    keys = life.random.sample(KEYS, life.random.randint(1, 2))
    start = life.random.choice(DAYS)
    since = None if start is None else life.now + start * DAY
    terms = Terms(valid_from=since, beside=life.random.random() < 0.2)
    set_facts(life.store, ALEX, {key: life.word() for key in keys}, acting(life), terms)


def _state(life: Life) -> None:
    kind = life.random.choice(("fact", "promise", "mood", "task"))
    draft = StateDraft(kind, life.word(), ALEX)
    if kind == "task":
        add_task(life.store, draft, life.now + DAY, acting(life))
    else:
        add_state(life.store, draft, acting(life))


def _some_state(life: Life) -> str:
    return life.random.choice(states(life.store)).id


def _block(life: Life) -> None:
    persona = life.random.choice((None, "agent"))
    write_block(life.store, life.random.choice(BLOCKS), life.word(), acting(life), persona=persona)


def _kv_value(life: Life) -> None:
    """Its words are nowhere when its time is over, so it has none."""
    ttl = life.random.choice((None, timedelta(hours=3)))
    set_kv(life.store, life.random.choice(KEYS), life.random.random(), acting(life), ttl=ttl)


def _preference(life: Life) -> None:
    """A revocation of what nobody said leaves no line, so it says nothing either."""
    rule = life.random.choice(("suggest", "confirm", "revoke"))
    subject, way = Subject(life.random.choice(NAMES), "food", ALEX), life.random.choice(POLARITIES)
    note = life.word() if rule != "revoke" else ""
    set_preference(life.store, subject, way, acting(life), rule=rule, note=note)


def _statement(life: Life) -> Statement:
    predicate = life.random.choice(("knows", "likes"))
    return Statement(life.random.choice(NAMES), predicate, life.random.choice(NAMES))


def _describe(life: Life) -> None:
    describe(life.store, life.random.choice(NAMES), acting(life), aliases=[life.word()])


HELD_ACTS: dict[str, tuple[int, Callable[[Life], object]]] = {
    "fact": (4, _fact),
    "end fact": (1, lambda life: end_fact(
        life.store, ALEX, life.random.choice(KEYS), acting(life)
    )),
    "state": (4, _state),
    "update state": (3, lambda life: update_state(
        life.store, _some_state(life), {"body": life.word()}, acting(life)
    )),
    "confirm state": (1, lambda life: confirm_states(
        life.store, [_some_state(life)], acting(life)
    )),
    "close state": (1, lambda life: close_states(
        life.store, [_some_state(life)], None, acting(life)
    )),
    "finish task": (1, lambda life: finish_tasks(life.store, [_some_state(life)], acting(life))),
    "tidy": (1, lambda life: tidy(life.store, acting(life))),
    "block": (4, _block),
    "delete block": (1, lambda life: delete_block(
        life.store, life.random.choice(BLOCKS), acting(life)
    )),
    "kv": (3, _kv_value),
    "unset": (1, lambda life: unset_kv(
        life.store, life.random.choice(KEYS), acting(life)
    )),
    "purge": (1, lambda life: purge_kv(life.store, acting(life))),
    "prefer": (4, _preference),
    "relate": (4, lambda life: add_edge(life.store, _statement(life), acting(life))),
    "unrelate": (1, lambda life: remove_edge(life.store, _statement(life), acting(life))),
    "describe": (1, _describe),
    "forget entity": (1, lambda life: forget_entity(
        life.store, life.random.choice(NAMES), acting(life)
    )),
}  # fmt: skip
"""Acts by name, each with its weight among all."""
