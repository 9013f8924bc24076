"""How each thing that a context tells is told: a row for JSON, and a line or lines of Markdown.

What a store says can pass for none of the headings: a block and a detail stand behind `>`, line by
line, and all else is one line that begins with `-`. Times are told in UTC or, where a zone is
given, as its clocks show them, without its name (document 003).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import Any

from memento_cli.core.blocks import Block, block_id
from memento_cli.core.budget import Part
from memento_cli.core.claims import Stretch, value_text
from memento_cli.core.hard_facts import HardFact
from memento_cli.core.held import BLOCKS, KV, STATES, filed_name, ref_of
from memento_cli.core.memory import Memory
from memento_cli.core.preferences import Row, may_state_as_fact, phrase
from memento_cli.core.refs import name_of
from memento_cli.core.states import State, due_of
from memento_cli.core.timeline import facts_id
from memento_cli.core.visible import visible
from memento_cli.core.when import iso


def block_part(block: Block) -> Part:
    """A block under its name, whole."""
    whose = f" ({name_of(block.persona)})" if block.persona else ""
    purpose = f": {block.purpose}" if block.purpose else ""
    row = {
        "id": ref_of(BLOCKS, block_id(block.name, block.persona)),
        "name": block.name,
        "persona": block.persona,
        "content": block.content,
        "purpose": block.purpose,
    }
    return Part(row, f"## {_line(f'{block.name}{whose}{purpose}')}\n{_quoted(block.content)}")


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
    }
    return Part(row, _item(f"{name_of(subject)}: {key} = {value_text(held.value)}", _terms(row)))


def told_fact_part(state: State, zone: tzinfo | None) -> Part:
    """The same of a fact or a relation that stands in somebody's own words, without a key."""
    row = {
        "id": ref_of(STATES, state.id),
        "subject": state.person,
        "key": None,
        "value": state.body,
        "valid_from": _time(state.valid_from or state.created, zone),
        "valid_until": _time(state.valid_until, zone),
        "confidence": state.confidence,
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
    }
    text = f"{name_of(one.person)} {phrase(row.polarity, stance.status, one.subject)}"
    return Part(told, _item(text, [one.domain, stance.note]))


def mood_part(state: State, zone: tzinfo | None) -> Part:
    """A long mood, which colours what is said and is never said."""
    row = {
        "id": ref_of(STATES, state.id),
        "person": state.person,
        "body": state.body,
        "confirmed": _time(state.confirmed, zone),
        "internal": True,
    }
    return Part(row, _item(f"{name_of(state.person)}: {state.body}"))


def task_part(task: State, now: datetime, zone: tzinfo | None) -> Part:
    """What is to be done, and by when."""
    due = due_of(task)
    row = {
        "id": ref_of(STATES, task.id),
        "person": task.person,
        "body": task.body,
        "due": _time(due, zone),
        "overdue": due is not None and due < now,
    }
    by = f"due {row['due']}" if due else ""
    return Part(row, _item(f"{task.id}: {task.body}", [by, "overdue" if row["overdue"] else ""]))


def hard_fact_part(fact: HardFact, zone: tzinfo | None) -> Part:
    """A value that is true now, and until when."""
    from json import dumps

    plain = isinstance(fact.value, str)
    value = fact.value if plain else dumps(fact.value, ensure_ascii=False)
    row = {
        "id": ref_of(KV, filed_name(fact.key)),
        "key": fact.key,
        "value": fact.value,
        "expires": _time(fact.expires, zone),
    }
    until = f"until {row['expires']}" if fact.expires else ""
    return Part(row, _item(f"{fact.key} = {value}", [until]))


def memory_part(
    memory: Memory, newer: str | None, store: str, zone: tzinfo | None, *, several: bool
) -> Part:
    """A memory with its date and id; one that is history names the newer one, and one of several
    stores its own."""
    date, content = _time(memory.created, zone), memory.content
    row = {
        "id": memory.id,
        "date": date,
        "summary": content.summary,
        "detail": content.detail or None,
        "newer": newer,
        "store": store,
    }
    marks = [f"history: {newer} is current" if newer else "", f"in {store}" if several else ""]
    detail = _quoted(content.detail, "  ") if content.detail else ""
    return Part(row, _item(f"{date} {memory.id}: {content.summary}", marks), detail)


def _time(moment: datetime | None, zone: tzinfo | None) -> str | None:
    if moment is None:
        return None
    try:
        local = moment.astimezone(zone) if zone else None
    except OverflowError:  # at the edge of the calendar
        local = None
    if local is None:
        return iso(moment.replace(microsecond=0))
    return local.replace(tzinfo=None).isoformat(" ", "minutes")


def _terms(row: dict[str, Any]) -> list[str]:
    until, sure = row["valid_until"], row["confidence"]
    return [
        f"since {row['valid_from']}",
        f"until {until}" if until else "",
        f"confidence {sure:g}" if sure is not None and sure < 1 else "",
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
