"""How each thing that a context tells is told: a row for JSON, and a line or lines of Markdown.

What a store says can pass for none of the headings: a block and a detail stand behind `>`, line by
line, and all else is one line that begins with `-`. What is no person's own word, and what reads
like instructions, is marked (`core/security/trust.py`). Times are told in UTC or, where a zone is
given, as its clocks show them, without its name (document 003).
"""

from __future__ import annotations

from bisect import bisect_right

from memento_cli.core.context.budget import Part, cost
from memento_cli.core.events.affect import rounded, vad_text
from memento_cli.core.events.events import dialogue, event_trust
from memento_cli.core.facts.blocks import block_id
from memento_cli.core.facts.claims import value_text
from memento_cli.core.facts.kv import kv_id
from memento_cli.core.facts.preferences import may_state_as_fact, phrase
from memento_cli.core.facts.states import MOOD, due_of, single_id
from memento_cli.core.facts.timeline import facts_id
from memento_cli.core.memory.record_kinds import BLOCKS, KV, SESSIONS, STATES, ref_of
from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.standing import named
from memento_cli.core.security.instructions import flags, flags_of
from memento_cli.core.security.trust import AGENT, marks, trust_of
from memento_cli.core.sessions.sessions import item_trust, speaker_of
from memento_cli.core.text.tokens import SIGNS_A_TOKEN
from memento_cli.core.text.visible import visible
from memento_cli.core.time.when import iso, local_iso

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime, tzinfo
    from typing import Any

    from memento_cli.core.events.events import Event
    from memento_cli.core.events.mood import LongMood
    from memento_cli.core.facts.blocks import Block
    from memento_cli.core.facts.claims import Stretch
    from memento_cli.core.facts.kv import HardFact
    from memento_cli.core.facts.preferences import Row
    from memento_cli.core.facts.states import State
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.sessions.sessions import Session

EVENT_SIGNS = 160
CONTESTED = "contradicted, and neither is newer"
"""So much of what was said stands in one line."""

ITEM_SIGNS = 600
"""And so much of an item of a session."""


def block_part(block: Block) -> Part:
    """A block under its name, whole."""
    labels = _labels(block.trust, block.name, block.content, block.purpose)
    row = {
        "id": ref_of(BLOCKS, block_id(block.name, block.persona)),
        "name": block.name,
        "persona": block.persona,
        "content": block.content,
        "purpose": block.purpose,
        **labels,
    }
    return Part(row, f"{_block_heading(row)}\n{_quoted(block.content)}")


def cut_block(part: Part, most: int) -> Part:
    """As much of a block as so many tokens hold, without its purpose, and a mark where it is cut.

    No line of a block can pass for the mark: each stands behind `>`.
    """
    row, content = {**part.row, "purpose": "", "cut": True}, part.row["content"]
    heading = _block_heading(row)

    def cut(signs: int) -> str:
        told = [_quoted(content[:signs])] if signs else []
        mark = f"(cut here: {signs} of {len(content)} signs are told)"
        return "\n".join((heading, *told, mark))

    likely = range(1, min(len(content), most * SIGNS_A_TOKEN) + 1)
    signs = bisect_right(likely, most, key=lambda signs: cost(cut(signs)))
    while signs and cost(cut(signs)) > most:  # a sign that its neighbours no longer need is shown
        signs -= 1
    return Part({**row, "content": content[:signs]}, cut(signs))


def _block_heading(row: Mapping[str, Any]) -> str:
    whose = f" ({name_of(row['persona'])})" if row["persona"] else ""
    purpose = f": {row['purpose']}" if row["purpose"] else ""
    marked = "".join(f" ({mark})" for mark in _marks(row))
    return "## " + _line(f"{row['name']}{whose}{purpose}{marked}")


def session_parts(session: Session, zone: tzinfo | None) -> Iterator[Part]:
    """What went before in a session, in short, then its items, the newest first."""
    if session.summary:
        row = {"id": ref_of(SESSIONS, session.id), "date": None, "role": None}
        text = session.summary
        row |= {"text": text, **_labels(AGENT, text)}
        yield Part(row, _item(f"before, in short: {text}", _marks(row)))
    for item in reversed(session.in_order):
        date = _time(item.at, zone)
        row = {"id": ref_of(SESSIONS, session.id), "date": date, "role": item.role}
        text = item.text if len(item.text) <= ITEM_SIGNS else item.text[:ITEM_SIGNS] + " …"
        row |= {"text": text, **_labels(item_trust(item), text)}
        yield Part(row, _item(f"{_minute(date)} {speaker_of(item)}: {text}", _marks(row)))


def fact_part(subject: str, key: str, held: Stretch, zone: tzinfo | None) -> Part:
    """What holds as a key: since when, and how sure it is unless it is certain."""
    row = {
        "id": ref_of(STATES, facts_id(subject)),
        "subject": subject,
        "key": key,
        "value": held.value,
        "valid_from": _time(held.start, zone),
        "valid_until": _time(held.end, zone),
        "confidence": held.claim.confidence,
        "contested": held.contested,
        **_labels(held.claim.trust, key, value_text(held.value)),
    }
    return Part(row, _item(f"{name_of(subject)}: {key} = {value_text(held.value)}", _terms(row)))


def stated_fact_part(state: State, zone: tzinfo | None) -> Part:
    """The same of a fact or a relation that stands in somebody's own words, without a key."""
    row = {
        "id": ref_of(STATES, state.id),
        "subject": state.person,
        "key": None,
        "value": state.body,
        "valid_from": _time(state.valid_from or state.created, zone),
        "valid_until": _time(state.valid_until, zone),
        "confidence": state.confidence,
        **_labels(state.trust, state.body),
    }
    return Part(row, _item(f"{name_of(state.person)}: {state.body}", _terms(row)))


def preference_part(row: Row, zone: tzinfo | None) -> Part:
    """A like or a dislike: what is not confirmed may only be."""
    one, stance = row.preference, row.stance
    told = {
        "id": ref_of(STATES, one.id),
        "person": one.person,
        "domain": one.domain,
        "polarity": row.polarity,
        "subject": one.subject,
        "status": stance.status,
        "may_state_as_fact": may_state_as_fact(stance.status),
        "confirmed_at": _time(stance.confirmed_at, zone),
        "note": stance.note,
        **_labels(stance.trust, one.subject, stance.note),
    }
    text = f"{name_of(one.person)} {phrase(row.polarity, stance.status, one.subject)}"
    return Part(told, _item(text, [one.domain, stance.note, *_marks(told)]))


def mood_part(told: LongMood, now: datetime, zone: tzinfo | None) -> Part:
    """A long mood in words and numbers, which colours what is said and is never said."""
    vad = told.mood.vad_at(now) if told.mood else None
    row = {
        "id": ref_of(STATES, told.state.id if told.state else single_id(told.person, MOOD)),
        "person": told.person,
        "body": told.text,
        "labels": told.labels,
        "now": rounded(vad) if vad else None,
        "confirmed": _time(told.state.confirmed if told.state else None, zone),
        "internal": True,
        **_labels(told.trust, told.text, *told.labels),
    }
    known = [*told.labels, vad_text(vad) if vad else "", *_marks(row)]
    return Part(row, _item(f"{name_of(told.person)}: {told.text}", known))


def task_part(task: State, now: datetime, zone: tzinfo | None) -> Part:
    """What is to be done, and by when."""
    due = due_of(task)
    row = {
        "id": ref_of(STATES, task.id),
        "person": task.person,
        "body": task.body,
        "due": _time(due, zone),
        "overdue": due is not None and due < now,
        **_labels(task.trust, task.body),
    }
    by = f"due {_minute(row['due'])}" if due else ""
    late = "overdue" if row["overdue"] else ""
    return Part(row, _item(f"{task.id}: {task.body}", [by, late, *_marks(row)]))


def hard_fact_part(fact: HardFact, zone: tzinfo | None) -> Part:
    """A value that is true now, and until when."""
    from json import dumps

    plain = isinstance(fact.value, str)
    value = fact.value if plain else dumps(fact.value, ensure_ascii=False)
    row = {
        "id": ref_of(KV, kv_id(fact.key, fact.person)),
        "person": fact.person,
        "key": fact.key,
        "value": fact.value,
        "expires": _time(fact.expires, zone),
        **_labels(fact.trust, fact.key, value),
    }
    until = f"until {_minute(row['expires'])}" if fact.expires else ""
    whose = f"{name_of(fact.person)}: " if fact.person else ""
    return Part(row, _item(f"{whose}{fact.key} = {value}", [until, *_marks(row)]))


def event_part(event: Event, store: str, zone: tzinfo | None, *, several: bool) -> Part:
    """An event with when it was: who said what, whole if there is room; one of several stores names
    its own."""
    date, said = _time(event.at, zone), dialogue(event)
    row = {
        "id": event.ref,
        "date": date,
        "source": event.source,
        "client": event.client or None,
        "said": [{"who": who, "text": text} for who, text in said],
        "store": store,
        **_labels(event_trust(event), event.text),
    }
    head = " ".join(f"{who}: {text}" for who, text in said)
    short = head if len(head) <= EVENT_SIGNS else head[:EVENT_SIGNS] + " …"
    whole = "\n".join(f"{who}: {text}" for who, text in said)
    detail = _quoted(whole, "  ") if len(head) > EVENT_SIGNS else ""
    known = [f"in {store}" if several else "", *_marks(row)]
    return Part(row, _item(f"{_minute(date)} {event.ref}: {short}", known), detail)


def memory_part(
    memory: Memory, newer: str | None, store: str, zone: tzinfo | None, *, several: bool,
    against: Sequence[str] = (),
) -> Part:  # fmt: skip
    """A memory with its date and id; one that is history names the newer one, one that others stand
    `against` with neither newer names these, and one of several stores its own."""
    date, content = _time(memory.created, zone), memory.content
    row = {
        "id": memory.id,
        "date": date,
        "summary": content.summary,
        "detail": content.detail or None,
        "newer": newer or None,
        "conflicts": list(against),
        "store": store,
        "privacy": memory.privacy,
        "trust": trust_of(memory),
        "flags": flags_of(memory),
    }
    place = f"in {store}" if several else ""
    history = f"history: {newer} is current" if newer else ""
    conflict = f"conflict with {named(against)}: neither is newer" if against else ""
    known = [history, conflict, place, *_marks(row)]
    detail = _quoted(content.detail, "  ") if content.detail else ""
    return Part(row, _item(f"{_minute(date)} {memory.id}: {content.summary}", known), detail)


def _labels(trust: str, *texts: str) -> dict[str, Any]:
    """What a row says of whose word it is, and of what in its texts reads like instructions."""
    return {"trust": trust, "flags": flags("\n".join(texts))}


def _marks(row: Mapping[str, Any]) -> list[str]:
    """The same for a line."""
    return marks(row["trust"], row["flags"])


def _time(moment: datetime | None, zone: tzinfo | None) -> str | None:
    if moment is None:
        return None
    return local_iso(moment, zone) if zone else iso(moment.replace(microsecond=0))


def _minute(time: object) -> str:
    """A time of a row in a line: where it is local, to the minute."""
    told = str(time)
    return told if told.endswith("Z") else told.replace("T", " ")[:16]


def _terms(row: dict[str, Any]) -> list[str]:
    until, sure = row["valid_until"], row["confidence"]
    return [
        f"since {_minute(row['valid_from'])}",
        f"until {_minute(until)}" if until else "",
        f"confidence {sure:g}" if sure is not None and sure < 1 else "",
        CONTESTED if row.get("contested") else "",
        *_marks(row),
    ]


def _item(text: str, marks: Iterable[str] = ()) -> str:
    """One line, with what is to be known of it after it."""
    known = ", ".join(filter(None, marks))
    return "- " + _line(f"{text} ({known})" if known else text)


def _line(text: str) -> str:
    """The text as one line in which nothing hides."""
    return visible(" ".join(text.split()))


def _quoted(text: str, indent: str = "") -> str:
    """The text line by line, each marked as what somebody wrote."""
    return "\n".join(f"{indent}> {line}" for line in text.split("\n"))
