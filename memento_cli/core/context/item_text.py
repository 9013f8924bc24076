"""The items of a context: a row for JSON, and lines of Markdown.

No text of a store can look like a heading: blocks and details have `>` before each line, and all
else is one line that begins with `-`. What no person vouches for, and what reads like instructions,
is marked (`core/security/trust.py`). Times are in UTC or, with a zone, local without its name
(document 003).
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import UTC

from memento_cli.core.context.budget import Part, token_cost
from memento_cli.core.events.affect import rounded, vad_text
from memento_cli.core.events.events import dialogue, event_trust
from memento_cli.core.facts.blocks import block_id
from memento_cli.core.facts.claims import value_text
from memento_cli.core.facts.kv import kv_id, value_words
from memento_cli.core.facts.preferences import may_state_as_fact, phrase
from memento_cli.core.facts.states import MOOD, due_of, single_id
from memento_cli.core.facts.timeline import facts_id
from memento_cli.core.memory.about import about_beside
from memento_cli.core.memory.record_kinds import BLOCKS, KV, SESSIONS, STATES, ref_of
from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.query import named
from memento_cli.core.security.instructions import flags, flags_of
from memento_cli.core.security.trust import AGENT, USER, marks, trust_of
from memento_cli.core.sessions.sessions import item_trust, speaker_of
from memento_cli.core.text.visible import visible
from memento_cli.core.text.words import SIGNS_A_TOKEN
from memento_cli.core.time.when import told_time

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime, tzinfo
    from typing import Any

    from memento_cli.core.context.brief import Brief
    from memento_cli.core.events.events import Event
    from memento_cli.core.events.mood import LongMood
    from memento_cli.core.facts.blocks import Block
    from memento_cli.core.facts.claims import Stretch
    from memento_cli.core.facts.kv import HardFact
    from memento_cli.core.facts.preferences import Row
    from memento_cli.core.facts.states import State
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.sessions.sessions import Session

CONTESTED = "contradicted, and neither is newer"
EVENT_SIGNS, ITEM_SIGNS = 160, 600
"""The characters shown of an event in one line, and of an item of a session."""


def block_part(block: Block) -> Part:
    """A whole block under its name."""
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


def cut_block(part: Part, limit: int) -> Part:
    """A block shortened to at most `limit` tokens, without its purpose, and with a note of the cut.

    No line of a block can look like the note, since each begins with `>`.
    """
    row, content = {**part.row, "purpose": "", "cut": True}, part.row["content"]
    heading = _block_heading(row)

    def cut(length: int) -> str:
        quoted = [_quoted(content[:length])] if length else []
        mark = f"(cut here: {length} of {len(content)} signs are told)"
        return "\n".join((heading, *quoted, mark))

    lengths = range(1, min(len(content), limit * SIGNS_A_TOKEN) + 1)
    length = bisect_right(lengths, limit, key=lambda length: token_cost(cut(length)))
    # a cut may leave an invisible character without its neighbour, which is then escaped
    while length and token_cost(cut(length)) > limit:
        length -= 1
    return Part({**row, "content": content[:length]}, cut(length))


def _block_heading(row: Mapping[str, Any]) -> str:
    owner = f" ({name_of(row['persona'])})" if row["persona"] else ""
    purpose = f": {row['purpose']}" if row["purpose"] else ""
    marks_text = "".join(f" ({mark})" for mark in marks(row["trust"], row["flags"]))
    return "## " + _line(f"{row['name']}{owner}{purpose}{marks_text}")


def session_parts(session: Session, zone: tzinfo | None) -> Iterator[Part]:
    """The summary of a session, then its items, the newest first."""
    if session.summary:
        row = {"id": ref_of(SESSIONS, session.id), "date": None, "role": None}
        text = session.summary
        row |= {"text": text, **_labels(AGENT, text)}
        yield _item(row, f"before, in short: {text}")
    for item in reversed(session.in_order):
        date = told_time(item.at, zone)
        row = {"id": ref_of(SESSIONS, session.id), "date": date, "role": item.role}
        text = item.text if len(item.text) <= ITEM_SIGNS else item.text[:ITEM_SIGNS] + " …"
        row |= {"text": text, **_labels(item_trust(item), text)}
        yield _item(row, f"{_minute(date)} {speaker_of(item)}: {text}")


def fact_part(subject: str, key: str, stretch: Stretch, zone: tzinfo | None) -> Part:
    """The value of a key with its time, and with its confidence if that is below 1."""
    row = {
        "id": ref_of(STATES, facts_id(subject)),
        "subject": subject,
        "key": key,
        "value": stretch.value,
        "valid_from": told_time(stretch.start, zone),
        "valid_until": told_time(stretch.end, zone),
        "confidence": stretch.claim.confidence,
        "contested": stretch.contested,
        **_labels(stretch.claim.trust, key, value_text(stretch.value)),
    }
    text = f"{name_of(subject)}: {key} = {value_text(stretch.value)}"
    return _item(row, text, _fact_notes(row))


def stated_fact_part(state: State, zone: tzinfo | None) -> Part:
    """A fact or a relation in somebody's own words, without a key."""
    row = {
        "id": ref_of(STATES, state.id),
        "subject": state.person,
        "key": None,
        "value": state.body,
        "valid_from": told_time(state.valid_from or state.created, zone),
        "valid_until": told_time(state.valid_until, zone),
        "confidence": state.confidence,
        **_labels(state.trust, state.body),
    }
    return _item(row, f"{name_of(state.person)}: {state.body}", _fact_notes(row))


def preference_part(row: Row, zone: tzinfo | None) -> Part:
    """A like or a dislike; an unconfirmed one is worded as possible."""
    preference, stance = row.preference, row.stance
    json_row = {
        "id": ref_of(STATES, preference.id),
        "person": preference.person,
        "domain": preference.domain,
        "polarity": row.polarity,
        "subject": preference.subject,
        "status": stance.status,
        "may_state_as_fact": may_state_as_fact(stance.status),
        "confirmed_at": told_time(stance.confirmed_at, zone),
        "note": stance.note,
        **_labels(stance.trust, preference.subject, stance.note),
    }
    text = f"{name_of(preference.person)} {phrase(row.polarity, stance.status, preference.subject)}"
    return _item(json_row, text, (preference.domain, stance.note))


def mood_part(mood: LongMood, now: datetime, zone: tzinfo | None) -> Part:
    """A long mood in words and numbers, for the tone of answers and not to be told."""
    vad = mood.mood.vad_at(now) if mood.mood else None
    row = {
        "id": ref_of(STATES, mood.state.id if mood.state else single_id(mood.person, MOOD)),
        "person": mood.person,
        "body": mood.text,
        "labels": mood.labels,
        "now": rounded(vad) if vad else None,
        "confirmed": told_time(mood.state.confirmed if mood.state else None, zone),
        "internal": True,
        **_labels(mood.trust, mood.text, *mood.labels),
    }
    notes = (*mood.labels, vad_text(vad) if vad else "")
    return _item(row, f"{name_of(mood.person)}: {mood.text}", notes)


def task_part(task: State, now: datetime, zone: tzinfo | None) -> Part:
    """A task with its deadline."""
    due = due_of(task)
    row = {
        "id": ref_of(STATES, task.id),
        "person": task.person,
        "body": task.body,
        "due": told_time(due, zone),
        "overdue": due is not None and due < now,
        **_labels(task.trust, task.body),
    }
    by = f"due {_minute(row['due'])}" if due else ""
    late = "overdue" if row["overdue"] else ""
    return _item(row, f"{task.id}: {task.body}", (by, late))


def kv_part(fact: HardFact, zone: tzinfo | None) -> Part:
    """A kv value with its expiry."""
    value = value_words(fact.value)
    row = {
        "id": ref_of(KV, kv_id(fact.key, fact.person)),
        "person": fact.person,
        "key": fact.key,
        "value": fact.value,
        "expires": told_time(fact.expires, zone),
        **_labels(fact.trust, fact.key, value),
    }
    until = f"until {_minute(row['expires'])}" if fact.expires else ""
    owner = f"{name_of(fact.person)}: " if fact.person else ""
    return _item(row, f"{owner}{fact.key} = {value}", (until,))


def event_part(event: Event, store: str, zone: tzinfo | None, *, several: bool) -> Part:
    """An event with its time and dialogue, whose full text is the detail; with several stores its
    store is named."""
    date, lines = told_time(event.at, zone), dialogue(event)
    row = {
        "id": event.ref,
        "date": date,
        "source": event.source,
        "client": event.client or None,
        "said": [{"who": who, "text": text} for who, text in lines],
        "store": store,
        **_labels(event_trust(event), event.text),
    }
    joined = " ".join(f"{who}: {text}" for who, text in lines)
    short = joined if len(joined) <= EVENT_SIGNS else joined[:EVENT_SIGNS] + " …"
    full = "\n".join(f"{who}: {text}" for who, text in lines)
    detail = _quoted(full, "  ") if len(joined) > EVENT_SIGNS else ""
    notes = (f"in {_named(store)}" if several else "",)
    return _item(row, f"{_minute(date)} {event.ref}: {short}", notes, detail)


def memory_part(
    memory: Memory, newer: str | None, store: str, zone: tzinfo | None, *, several: bool,
    against: Sequence[str] = (), brief: Brief | None = None,
    known_flags: Sequence[str] | None = None, days: tzinfo = UTC,
) -> Part:  # fmt: skip
    """A memory with its date and id, the time that it is about, in the `days` of its store, the
    newer one if it is history, those with undecided contradictions (`against`), and with several
    stores its store. With `brief` its day stands above
    it, its detail is not indented, and what it says of most memories is left out. `known_flags` are
    those that the index has of all its words."""
    date, content = str(told_time(memory.created, zone)), memory.content
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
        "flags": flags_of(memory) if known_flags is None else tuple(known_flags),
    }
    place = f"in {_named(store)}" if several else ""
    about = about_beside(memory.more, memory.created, days)
    matter = f"about {about}" if about else ""
    history = f"history: {newer} is current" if newer else ""
    conflict = f"conflict with {named(against)}: neither is newer" if against else ""
    indent = "" if brief else "  "
    detail = _quoted(content.detail, indent) if content.detail else ""
    notes = (matter, history, conflict, place)
    if brief is None:
        return _item(row, f"{_minute(date)} {memory.id}: {content.summary}", notes, detail)
    day, time = brief.day_and_time(date)
    name = brief.ids.get(memory.id, memory.id)
    part = _item(row, f"{time}{name}: {content.summary}", notes, detail, brief.trust)
    return part._replace(day=day, name=name)


def _labels(trust: str, *texts: str) -> dict[str, Any]:
    return {"trust": trust, "flags": flags("\n".join(texts))}


def _named(store: str) -> str:
    """The name of a store's folder: where it is on this machine is nothing for a model."""
    return store.replace("\\", "/").rstrip("/").rpartition("/")[2]


def _minute(time: object) -> str:
    """A time of a row for a line: a local one to the minute."""
    text = str(time)
    return text if text.endswith("Z") else text.replace("T", " ")[:16]


def _fact_notes(row: dict[str, Any]) -> list[str]:
    until, confidence = row["valid_until"], row["confidence"]
    return [
        f"since {_minute(row['valid_from'])}",
        f"until {_minute(until)}" if until else "",
        f"confidence {confidence:g}" if confidence is not None and confidence < 1 else "",
        CONTESTED if row.get("contested") else "",
    ]


def _item(
    row: dict[str, Any], text: str, notes: Iterable[str] = (), detail: str = "", usual: str = USER
) -> Part:
    """An item in one line of a list, with its notes, trust and flags in parentheses. The `usual`
    trust is not marked."""
    trust = [row["trust"]] if row["trust"] != usual else []
    said = ", ".join(filter(None, (*notes, *trust, *marks(USER, row["flags"]))))
    return Part(row, "- " + _line(f"{text} ({said})" if said else text), detail)


def _line(text: str) -> str:
    return visible(" ".join(text.split()))


def _quoted(text: str, indent: str = "") -> str:
    return "\n".join(f"{indent}> {line}" for line in text.split("\n"))
