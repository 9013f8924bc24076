"""What holds beside memories, told as a memory is: one search, one fence and one list do for all.

A passage is a memory that is nowhere filed. Its id is how the journal names what it tells, its
strength is 1 or, of an edge, the edge's weight, and its moment that from which it is recent: of a
state when it was last confirmed (document 003 §6-1).
"""

from __future__ import annotations

from memento_cli.core.facts.claims import value_text
from memento_cli.core.facts.preferences import (
    CANDIDATE,
    CONFIRMED,
    may_state_as_fact,
    phrase,
)
from memento_cli.core.facts.timeline import facts_id
from memento_cli.core.fading.laws import NEVER, Law
from memento_cli.core.fading.strength import Fade
from memento_cli.core.memory.about import about_keys
from memento_cli.core.memory.memory import Content, Memory, Tags, split_content, strength_from
from memento_cli.core.memory.record_kinds import BLOCKS, STATES, ref_of
from memento_cli.core.security.trust import TRUST, USER, least_of
from memento_cli.core.time.when import iso

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from memento_cli.core.facts.blocks import Block
    from memento_cli.core.facts.claims import Stretch
    from memento_cli.core.facts.preferences import (
        Preference,
    )
    from memento_cli.core.facts.states import State
    from memento_cli.core.graph.entities import Edge

NOBODY = "ctx://person/nobody"
PAST, COMING, SINCE = "past fact", "fact to come", " since "
SHOWN = "shown"
"""The key under which a passage has what is shown of it, where that is more than what was said."""


def passage(
    ref: str, text: str, at: datetime, person: str = NOBODY, *, source: str, topic: str = "",
    weight: float = 1.0, about: str = "", trust: str = USER,
) -> Memory:  # fmt: skip
    """A passage: how the journal names it, what it says, since when, whose, of which sort, and on
    whose word."""
    summary, detail = split_content(text)
    return Memory(
        id=ref,
        person=person,
        created=at,
        content=Content(summary, "\n".join(filter(None, (detail, about)))),
        strength=strength_from(weight, at),
        fade=Fade(Law(NEVER), 0.0),
        tags=Tags((topic,) if topic else ()),
        kind="semantic",
        source=source,
        more={TRUST: trust},
    )


def fact_passage(subject: str, key: str, held: Sequence[Stretch]) -> Memory:
    """A fact as it holds, with all values that hold together: `city: Paris`."""
    ref = ref_of(STATES, facts_id(subject), key)
    text = _values(key, held)
    since = max(stretch.start for stretch in held)
    trust = least_of(stretch.claim.trust for stretch in held)
    told = passage(ref, text, since, subject, source="fact", topic=key, trust=trust)
    if any(stretch.contested for stretch in held):
        return _shown(told, f"{text} (these contradict each other, and none is newer)")
    return told


def other_passage(subject: str, key: str, held: Sequence[Stretch], now: datetime) -> Memory:
    """A fact as it held before, or will hold, with all values that begin together."""
    since, text = held[0].start, _values(key, held)
    ref = ref_of(STATES, facts_id(subject), f"{key}{SINCE}{iso(since)}")
    trust = least_of(stretch.claim.trust for stretch in held)
    source = PAST if since <= now else COMING
    told = passage(ref, text, since, subject, source=source, topic=key, trust=trust)
    return _shown(told, f"{text} (to come, from {since:%Y-%m-%d})") if source == COMING else told


def _values(key: str, held: Sequence[Stretch]) -> str:
    return f"{key}: {', '.join(value_text(stretch.value) for stretch in held)}"


def _shown(told: Memory, text: str) -> Memory:
    return told._replace(more={**told.more, SHOWN: text})


def as_shown(memory: Memory, told: Memory) -> Memory:
    """What was found of a passage, as it is shown: with what nobody said and no search reads."""
    text = told.more.get(SHOWN)
    return memory._replace(content=memory.content._replace(summary=text)) if text else memory


def current_of(told: Memory) -> str:
    """The id that a passage of the past would have if it told of now; of others, nothing."""
    return told.id.rpartition(SINCE)[0] if told.source == PAST else ""


def state_passage(state: State) -> Memory:
    """A state in its own words, with the time that it is about."""
    ref = ref_of(STATES, state.id)
    told = passage(ref, state.body, state.confirmed, state.person, source=state.kind)
    return told._replace(more={**about_keys(state.about), TRUST: state.trust})


def preference_passages(one: Preference, at: datetime) -> Iterator[Memory]:
    """What is said of a preference: as a fact only if it is confirmed. `at` where no time is."""
    for polarity, stance in one.stances.items():
        if stance.status not in (CANDIDATE, CONFIRMED):
            continue
        text = f"{phrase(polarity, CONFIRMED, one.subject)} ({one.domain})"
        ref = ref_of(STATES, one.id, polarity)
        told = passage(
            ref, text, stance.confirmed_at or at, one.person, source="preference",
            about=stance.note, trust=stance.trust,
        )  # fmt: skip
        if not may_state_as_fact(stance.status):
            said = phrase(polarity, stance.status, one.subject)
            told = _shown(told, f"{said} ({one.domain}, not confirmed)")
        yield told


def block_passage(ref: str, block: Block) -> Memory:
    """A block under its name."""
    return passage(
        ref, f"{block.name}: {block.purpose}" if block.purpose else block.name, block.updated,
        block.persona or NOBODY, source=BLOCKS, about=block.content, trust=block.trust,
    )  # fmt: skip


def triple_passage(
    ref: str, triple: tuple[str, str, str], edge: Edge, weight: float, source: str
) -> Memory:
    """An edge of the graph in words: Alex works at Acme."""
    subject, predicate, other = triple
    text = f"{subject} {predicate.replace('_', ' ')} {other}"
    return passage(ref, text, edge.since, source=source, weight=weight, trust=edge.trust)
