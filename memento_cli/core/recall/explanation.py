"""The explanation of a hit and of a miss, in words.

Of a hit: the words that match, where its score comes from, and its strength. Of a memory that does
not answer a query: every reason.
"""

from __future__ import annotations

from math import inf

from memento_cli.core.fading.strength import tier_of
from memento_cli.core.fading.wording import strength_text
from memento_cli.core.memory.memory import searchable, stands_in
from memento_cli.core.recall.life_stages import stage_of
from memento_cli.core.recall.query import NAMED, about_of, exclusive, hit_of, in_order, needs_word
from memento_cli.core.recall.ranking import effective_weights
from memento_cli.core.security.trust import is_open, is_trusted, trust_of
from memento_cli.core.time.when import micros

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Hit, Query
    from memento_cli.core.recall.ranking import Scheme


MOST_WORDS = 8
"""So many words of a query are named in a few words."""
LEAST_SHOWN = 0.0005
"""A smaller number would be shown as 0.000."""


def recalled(memories: Iterable[Memory], query: Query, now: datetime) -> list[Hit]:
    """The page of hits that the query asks for."""
    hits = [hit_of(memory, now) for memory in memories]
    matching = [hit for hit in hits if not misses(hit, query)]
    return in_order(matching, query)[query.offset : query.end]


def misses(hit: Hit, query: Query, has: Callable[[str], bool] | None = None) -> list[str]:
    """Every reason why this memory does not answer the query; empty if it does.

    `has` tells whether a word is in it; without `has` any part of the text counts as a word, as
    phrases always do.
    """
    return [
        *_text_misses(hit.memory, query, has),
        *_named_misses(hit, query),
        *_number_misses(hit, query),
        *_label_misses(hit.memory, query),
        *_time_misses(hit.memory, query),
        *about_misses(hit.memory.more, query),
    ]


def filter_values(hit: Hit) -> dict[str, tuple[str, ...]]:
    """The values of a memory for each filter of EXCLUDABLE."""
    memory = hit.memory
    return {
        "person": (memory.person,),
        "topic": memory.tags.topics,
        "with": memory.tags.people,
        "outcome": _as_tuple(memory.tags.outcome),
        "kind": (memory.kind,),
        "project": _as_tuple(memory.project),
        "agent": _as_tuple(memory.agent),
        "session": _as_tuple(memory.session),
        "tier": (tier_of(hit.strength),),
        "trust": (trust_of(memory),),
    }


def _text_misses(memory: Memory, query: Query, has: Callable[[str], bool] | None) -> Iterator[str]:
    if not (query.sought or query.without):
        return
    text = searchable(memory)

    def is_in_text(word: str) -> bool:
        if has is None or " " in word:
            return stands_in(word.rstrip("*") or word, text)
        return has(word)

    free = (*query.words, *query.prefixes)
    if needs_word(query) and not any(map(is_in_text, free)):
        yield _none_of(free)
    for word in query.required:
        if not is_in_text(word):
            yield _none_of([word])
    yield from (f"the phrase {p!r} is not in it" for p in query.phrases if not stands_in(p, text))
    yield from (f"{word!r} is in it" for word in query.without if is_in_text(word))


def _named_misses(hit: Hit, query: Query) -> Iterator[str]:
    values = filter_values(hit)
    if query.person is not None and query.person not in values["person"]:
        yield f"it is {hit.memory.person}'s, not {query.person}'s"
    for name, field in NAMED.items():
        wanted = getattr(query, field)
        if wanted and not set(wanted) & set(values[name]):
            yield f"its {_is(field)} {', '.join(values[name]) or 'none'}, not {' or '.join(wanted)}"
    for name, value in query.unless:
        if value in values[name]:
            yield f"-{name}:{value} leaves it out"


def _number_misses(hit: Hit, query: Query) -> Iterator[str]:
    strength, importance = hit.strength, hit.memory.importance
    if query.min_strength is not None and strength < query.min_strength:
        yield f"its strength {strength:.3f} is {_below(query.min_strength)}"
    if query.max_strength is not None and strength > query.max_strength:
        yield f"its strength {strength:.3f} is {_above(query.max_strength)}"
    if query.min_importance is not None and importance < query.min_importance:
        yield f"its importance {importance:g} is {_below(query.min_importance)}"


def _label_misses(memory: Memory, query: Query) -> Iterator[str]:
    trust, least = trust_of(memory), query.min_trust
    if least is not None and not is_trusted(trust, least):
        yield f"its trust {trust} is below {least}"
    if query.min_privacy is not None and not is_open(memory.privacy, query.min_privacy):
        yield f"its privacy {memory.privacy} is not {query.min_privacy}"


def _time_misses(memory: Memory, query: Query) -> Iterator[str]:
    if query.since is not None and memory.created < query.since:
        yield f"it was created {memory.created:%Y-%m-%d}, before {query.since:%Y-%m-%d}"
    if query.until is not None and memory.created > query.until:
        yield f"it was created {memory.created:%Y-%m-%d}, after {query.until:%Y-%m-%d}"


def about_misses(more: Mapping[str, Any], query: Query) -> Iterator[str]:
    """Every reason why the time that a memory's `more` is about is not the one asked for."""
    stages = query.about_stages
    if stages and (stage := stage_of(more)) not in stages:
        yield f"its stage of life is {stage or 'unknown'}, not {' or '.join(stages)}"
    if query.about_since is None and query.about_until is None:
        return
    about = about_of(more)
    if about is None:
        yield "it does not say what time it is about"
        return
    first, last = about
    if query.about_since is not None and last < query.about_since:
        yield f"it is about a time until {last:%Y-%m-%d}, before {query.about_since:%Y-%m-%d}"
    if query.about_until is not None and first > query.about_until:
        yield f"it is about a time from {first:%Y-%m-%d}, after {query.about_until:%Y-%m-%d}"


def _as_tuple(value: str | None) -> tuple[str, ...]:
    return () if value is None else (value,)


def _none_of(words: Sequence[str]) -> str:
    if len(words) == 1:
        return f"the word {words[0]!r} is not in it"
    return f"none of the words {', '.join(map(repr, words))} is in it"


def _is(field: str) -> str:
    return f"{field} are" if field in ("topics", "people") else f"{field.removesuffix('s')} is"


def _below(limit: float) -> str:
    exclusive_limit = exclusive(limit, -inf)
    return f"below {limit:g}" if exclusive_limit is None else f"not above {exclusive_limit:g}"


def _above(limit: float) -> str:
    exclusive_limit = exclusive(limit, inf)
    return f"above {limit:g}" if exclusive_limit is None else f"not below {exclusive_limit:g}"


def brief_reason(hit: Hit) -> str:
    """The explanation of a hit in a few words: what it has of the query, or what led to it."""
    words = [word for word, _ in hit.places]
    more = f" and {len(words) - MOST_WORDS} more" if len(words) > MOST_WORDS else ""
    has = f"has {', '.join(words[:MOST_WORDS])}{more}" if words else ""
    beside = "stands next to what has the words" if hit.beside else ""
    meaning = hit.fused.meaning if hit.fused else None
    meant = "means much the same" if hit.fused and (meaning or 0.0) > hit.fused.words else ""
    return "; ".join(filter(None, (has, beside, meant)))


def reasons(hit: Hit, scheme: Scheme, now: datetime) -> list[str]:
    """The explanation of a hit, one line for each reason."""
    lines = ["; ".join(f"{word!r} in {', '.join(where)}" for word, where in hit.places)]
    if hit.beside:
        neighbour = "the graph" if dict(hit.gains).get("graph") else "a session, a link"
        lines.append(f"stands next to what has the words: {neighbour}")
    if hit.fused and hit.fused.cosine is not None:
        fused = hit.fused
        lines.append(
            f"words {fused.words:.3f}, meaning {fused.meaning:.3f} (cosine {fused.cosine:.3f})"
        )
    if hit.parts is not None:
        lines.append("score " + _score_text(hit, scheme))
    if hit.gains:
        steps = [(name, gain) for name, gain in hit.gains if abs(gain) >= LEAST_SHOWN]
        terms = "".join(f" {'+−'[gain < 0]} {name} {abs(gain):.3f}" for name, gain in steps)
        lines.append("relevance from" + terms.removeprefix(" +"))
    lines.append("strength " + arithmetic(hit.memory, now))
    return [line for line in lines if line]


def arithmetic(memory: Memory, now: datetime) -> str:
    """The arithmetic of a memory's strength at `now`, for people."""
    return strength_text(memory.strength, memory.fade, memory.pinned, micros(now))


def _score_text(hit: Hit, scheme: Scheme) -> str:
    """The parts of a score with their weights: 0.836 = 0.88 · relevance 0.912 + …"""
    if hit.parts is None:
        return ""
    parts, weights = hit.parts, effective_weights(hit.parts, scheme.weights)
    score = hit.score / hit.coverage if hit.coverage else 0.0
    if scheme.form == "product":
        text = f"relevance {parts.relevance:.3f} · strength {parts.recency:.3f}"
        if score > parts.relevance * parts.recency + LEAST_SHOWN:
            text = f"relevance {parts.relevance:.3f}, whatever the strength: the recall is deep"
    elif scheme.form == "base":
        weight = scheme.weights.importance
        text = f"relevance {parts.relevance:.3f} + {weight:.3g} · strength {parts.recency:.3f}"
    else:
        text = " + ".join(
            f"{weight:.3g} · {name} {part:.3f}"
            for name, weight, part in zip(weights._fields, weights, parts, strict=True)
            if part is not None and weight and name != "duplication"
        )
    duplication = parts.duplication
    minus = (
        f" − {scheme.weights.duplication:g} · duplication {duplication:.3f}" if duplication else ""
    )
    if hit.coverage == 1.0:
        return f"{hit.score:.3f} = {text}{minus}"
    return f"{hit.score:.3f} = coverage {hit.coverage:.3f} · ({text}{minus})"
