"""Facts, states, preferences, blocks, kv values and edges as memories, so that search, fence and
lists take them.

A passage is a memory without a file. Its id is the reference by which the journal names its source.
Its strength is 1, or the weight of an edge. Its creation is when the source was last current: of a
state, when it was last confirmed (document 003 §6-1).
"""

from __future__ import annotations

from memento_cli.core.facts.claims import value_text
from memento_cli.core.facts.kv import value_words
from memento_cli.core.facts.preferences import CANDIDATE, CONFIRMED, may_state_as_fact, phrase
from memento_cli.core.facts.timeline import facts_id
from memento_cli.core.fading.laws import NEVER, Law
from memento_cli.core.fading.strength import Fade
from memento_cli.core.memory.about import about_keys
from memento_cli.core.memory.memory import Content, Memory, Tags, split_content, strength_from
from memento_cli.core.memory.record_kinds import BLOCKS, KV, STATES, ref_of
from memento_cli.core.security.trust import TRUST, USER, least_of
from memento_cli.core.text.asked_words import ASKED
from memento_cli.core.time.when import iso

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from memento_cli.core.facts.blocks import Block
    from memento_cli.core.facts.claims import Stretch
    from memento_cli.core.facts.kv import HardFact
    from memento_cli.core.facts.preferences import Preference
    from memento_cli.core.facts.states import State
    from memento_cli.core.graph.entities import Edge

NOBODY = "ctx://person/nobody"
PAST, COMING, SINCE = "past fact", "fact to come", " since "
SHOWN = "shown"
"""The key of the text that is shown of a passage, where it says more than the searched text."""
FOUND_BY = "found_by"
"""The key of the words of a passage that are searched, and not shown."""


def passage(
    ref: str, text: str, at: datetime, person: str = NOBODY, *, source: str, topic: str = "",
    weight: float = 1.0, about: str = "", trust: str = USER,
) -> Memory:  # fmt: skip
    """A passage: its reference, text, moment, person, source, and the trust of whoever said it."""
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


def fact_passage(subject: str, key: str, stretches: Sequence[Stretch]) -> Memory:
    """A fact as it holds now, with all values that hold together: `city: Paris`."""
    ref = ref_of(STATES, facts_id(subject), key)
    text = _values(key, stretches)
    since = max(stretch.start for stretch in stretches)
    trust = least_of(stretch.claim.trust for stretch in stretches)
    fact = passage(ref, text, since, subject, source="fact", topic=key, trust=trust)
    if any(stretch.contested for stretch in stretches):
        return _shown(fact, f"{text} (these contradict each other, and none is newer)")
    return fact


def other_passage(subject: str, key: str, stretches: Sequence[Stretch], now: datetime) -> Memory:
    """A fact as it held before or will hold, with all values that begin together."""
    since, text = stretches[0].start, _values(key, stretches)
    ref = ref_of(STATES, facts_id(subject), f"{key}{SINCE}{iso(since)}")
    trust = least_of(stretch.claim.trust for stretch in stretches)
    source = PAST if since <= now else COMING
    fact = passage(ref, text, since, subject, source=source, topic=key, trust=trust)
    if source == COMING:
        return _shown(fact, f"{text} (to come, from {since:%Y-%m-%d})")
    return fact


def _values(key: str, stretches: Sequence[Stretch]) -> str:
    return f"{key}: {', '.join(value_text(stretch.value) for stretch in stretches)}"


def _shown(memory: Memory, text: str) -> Memory:
    return memory._replace(more={**memory.more, SHOWN: text})


def as_shown(memory: Memory, source: Memory) -> Memory:
    """A found passage as it is shown: with text that no source said and no search reads, and
    without the words by which it was only found."""
    content, words = memory.content, source.more.get(FOUND_BY)
    if words:
        content = content._replace(detail=content.detail.removesuffix(words).removesuffix("\n"))
    text = source.more.get(SHOWN)
    return memory._replace(content=content._replace(summary=text) if text else content)


def _found_by(memory: Memory, *names: str) -> Memory:
    """The passage, also found by other words, which are not shown."""
    words = " ".join(ASKED[name] for name in names if name in ASKED)
    if not words:
        return memory
    detail = "\n".join(filter(None, (memory.content.detail, words)))
    return memory._replace(
        content=memory.content._replace(detail=detail), more={**memory.more, FOUND_BY: words}
    )


def current_of(memory: Memory) -> str:
    """The id that a passage of the past would have if it held now; of other passages, empty."""
    return memory.id.rpartition(SINCE)[0] if memory.source == PAST else ""


def state_passage(state: State) -> Memory:
    """A state in its own words, with the time that it is about."""
    ref = ref_of(STATES, state.id)
    told = passage(ref, state.body, state.confirmed, state.person, source=state.kind)
    told = told._replace(more={**about_keys(state.about), TRUST: state.trust})
    return _found_by(told, state.kind)


def preference_passages(preference: Preference, at: datetime) -> Iterator[Memory]:
    """The passages of a preference, stated as fact only if it is confirmed; `at` is the default
    moment."""
    for polarity, stance in preference.stances.items():
        if stance.status not in (CANDIDATE, CONFIRMED):
            continue
        text = f"{phrase(polarity, CONFIRMED, preference.subject)} ({preference.domain})"
        ref = ref_of(STATES, preference.id, polarity)
        memory = passage(
            ref, text, stance.confirmed_at or at, preference.person, source="preference",
            about=stance.note, trust=stance.trust,
        )  # fmt: skip
        if not may_state_as_fact(stance.status):
            unconfirmed = phrase(polarity, stance.status, preference.subject)
            memory = _shown(memory, f"{unconfirmed} ({preference.domain}, not confirmed)")
        yield _found_by(memory, polarity, preference.domain)


def block_passage(ref: str, block: Block) -> Memory:
    """A block by its name and purpose, with its content."""
    return passage(
        ref, f"{block.name}: {block.purpose}" if block.purpose else block.name, block.updated,
        block.persona or NOBODY, source=BLOCKS, about=block.content, trust=block.trust,
    )  # fmt: skip


def kv_passage(ref: str, fact: HardFact) -> Memory:
    """A value under its key, with when it expires."""
    value = value_words(fact.value)
    told = passage(
        ref, f"{fact.key}: {value}", fact.set, fact.person or NOBODY, source=KV, trust=fact.trust
    )
    until = f" (until {iso(fact.expires)})" if fact.expires else ""
    return _shown(told, f"{fact.key}: {value}{until}")


def triple_passage(
    ref: str, triple: tuple[str, str, str], edge: Edge, weight: float, source: str
) -> Memory:
    """An edge of the graph in words: Alex works at Acme."""
    subject, predicate, other = triple
    text = f"{subject} {predicate.replace('_', ' ')} {other}"
    return passage(ref, text, edge.since, source=source, weight=weight, trust=edge.trust)
