"""States: facts, relations, tasks, summaries and the long mood of a person (document 003 §2).

A state has a text in its owner's voice, the time in which it holds, and when it was last confirmed.
Several states of one kind may hold at once, except the long mood.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time

from memento_cli.core.fields.checks import checked
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.about import About
from memento_cli.core.memory.ids import TOPIC_SIGNS, memory_id, with_suffix
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.memory.refs import PERSON, person_key
from memento_cli.core.security.trust import TRUSTS, USER, least_of, raised_trust
from memento_cli.core.text.normal_forms import plain_key, slug
from memento_cli.core.time.when import in_zone, stored_moment, utc
from memento_cli.errors import BadTime, BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import tzinfo
    from typing import Any


MOOD = "long_mood_state"
TASK = "task"
COEXISTS: Mapping[str, bool] = {
    "fact": True,
    "relation": True,
    TASK: True,
    "summary": True,
    MOOD: False,
}
"""By kind, whether several states may hold at once; otherwise there is only one."""
KINDS = tuple(COEXISTS)
STATUS, OPEN, DONE = "status", "open", "done"
"""The key of a task's payload with its status, and the values there."""
CLOSED = "closed"
"""The status of a task that was given up, which follows from its `valid_until`."""
DUE = "due"
"""The key of a task's payload with its deadline; an overdue task stays open."""
DUE_FIELD = Field(f"payload.{DUE}", "moment", "By when it is to be done.", required=True)
FIRST_TIDY_TURNS, TIDY_TURNS = 10, 200
"""The numbers of chat turns after which states are tidied: the first time, and then again."""
PAYLOAD_DEPTH = 20
"""The limit of nested tables and lists in a payload, including itself."""


class State(NamedTuple):
    """One state of a person. `confirmed` is when an act last confirmed it, `trust` that of its
    author (`core/security/trust.py`)."""

    id: str
    kind: str
    person: str
    body: str
    created: datetime
    confirmed: datetime
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    confidence: float | None = None
    payload: Mapping[str, Any] = {}
    about: About = About()
    trust: str = USER

    @property
    def is_done(self) -> bool:
        """Whether it is a task that is done."""
        return self.kind == TASK and self.payload.get(STATUS) == DONE


def holds(state: State, at: datetime) -> bool:
    """Whether a state is valid at a moment: from `valid_from`, or else `created`, to before
    `valid_until`."""
    begun = (state.valid_from or state.created) <= at
    return begun and (state.valid_until is None or at < state.valid_until)


def is_closed(state: State, now: datetime) -> bool:
    """Whether a state's `valid_until` has passed."""
    return state.valid_until is not None and state.valid_until <= now


def is_open(state: State, now: datetime) -> bool:
    """Whether a state is an open task."""
    return state.kind == TASK and not is_over(state, now)


def is_over(state: State, now: datetime) -> bool:
    """Whether a state is closed, or is a task done by now."""
    return is_closed(state, now) or (state.is_done and state.confirmed <= now)


def status_of(task: State, now: datetime) -> str:
    """The status of a task: open, done, or closed without being done."""
    if is_open(task, now):
        return OPEN
    return DONE if task.is_done else CLOSED


def due_of(task: State) -> datetime | None:
    """The deadline in a task's payload; None if there is no valid one."""
    try:
        return stored_moment(str(task.payload.get(DUE)))
    except BadTime:
        return None


def due_in(raw: Any, zone: tzinfo) -> datetime:
    """A deadline as input: a moment, or a day, which means its end.

    Without an offset it is in the store's `zone`. BadValue for what is neither.
    """
    values, problems = checked((DUE_FIELD,), {"payload": {DUE: raw}}, zone)
    if problems:
        raise BadValue("; ".join(problems), "write it as 2025-02-01T14:30:00Z, or 2025-02-01")
    moment: datetime = values[DUE_FIELD.path]
    text = raw.isoformat() if isinstance(raw, date) else raw
    if len(text) > len("2025-02-01"):
        return moment
    return utc(datetime.combine(in_zone(moment, zone), time(23, 59, 59), zone))


def state_id(person: str, kind: str, body: str, at: datetime) -> str:
    """The preferred id of a new state; for a kind with a single state always the same.

    If the id does not contain all words of the body, it has a suffix of four characters computed
    from them, so that two clones with the same first words make two states, and with the same body
    one.
    """
    from hashlib import blake2s

    if not COEXISTS[kind]:
        return single_id(person, kind)
    id = memory_id(person, body, at)
    if slug(body, TOPIC_SIGNS) == "-".join(plain_key(body).split()):
        return id
    return with_suffix(id, blake2s(body.encode(errors="surrogatepass"), digest_size=4).digest())


def single_id(person: str, kind: str) -> str:
    """The id of a person's only state of a kind."""
    return filed_name(f"{person.removeprefix(PERSON)}/{kind}")


def done_task(state: State, at: datetime) -> State:
    """The task as done, by its payload; its validity stays."""
    return state._replace(payload={**state.payload, STATUS: DONE}, confirmed=at)


def end_of(requested: datetime | None, about_end: datetime | None, at: datetime) -> datetime:
    """The end of a closed state: as requested, else the end of what it is about, else `at`."""
    return requested or about_end or at


def closed_state(state: State, requested: datetime | None, at: datetime) -> State:
    """The state closed by an event at `at`; its text stays."""
    return state._replace(valid_until=end_of(requested, state.about.end, at), confirmed=at)


def payload_of(raw: Any) -> dict[str, Any]:
    """A payload for a file, without null and empty tables.

    TOML has no null, and in a store's files an empty table equals none. BadValue if it is no table,
    is nested too deeply, or has null in a list.
    """
    if not isinstance(raw, Mapping):
        raise BadValue("a payload is a table", """as in --payload '{"city": "Lisbon"}'""")
    if is_deep(raw):
        raise BadValue(f"a payload is nested at most {PAYLOAD_DEPTH} deep")
    checked = {key: _checked_payload(value) for key, value in raw.items()}
    return {key: value for key, value in checked.items() if value not in (None, {})}


def payload_as(kind: str, raw: Any, zone: tzinfo) -> dict[str, Any]:
    """The payload of a state of a kind, with the `due` of a task as a moment. BadValue as in its
    parts."""
    payload = payload_of(raw)
    if kind == TASK and DUE in payload:
        payload[DUE] = due_in(payload[DUE], zone)
    return payload


def trust_after(old: State, new: State, by: str) -> str:
    """The trust of a state after a change by somebody of the trust `by`.

    New text has the author's trust; a confirmation may raise it; any other change has the lower one
    of both.
    """
    if new.body != old.body:
        return by
    trust = raised_trust(old.trust, by)
    return least_of((trust, by)) if is_changed(old, new) else trust


def is_changed(old: State, new: State) -> bool:
    """Whether a state differs in more than its confirmation and trust."""
    return new._replace(confirmed=old.confirmed, trust=old.trust) != old


def is_deep(value: Any, depth: int = PAYLOAD_DEPTH) -> bool:
    """Whether tables and lists are nested deeper than `depth`."""
    if not isinstance(value, Mapping | list | tuple):
        return False
    inside = value.values() if isinstance(value, Mapping) else value
    return depth == 0 or any(is_deep(entry, depth - 1) for entry in inside)


def _checked_payload(value: Any) -> Any:
    if isinstance(value, Mapping):
        return payload_of(value)
    if isinstance(value, list | tuple):
        if None in value:
            raise BadValue("null in a list of a payload cannot be kept", "leave it out")
        return [_checked_payload(entry) for entry in value]
    return value


def duplicate_states(states: Iterable[State], now: datetime) -> list[tuple[State, State]]:
    """The states that repeat another, each with that one (document 003, `tidy_memory`).

    Duplicates are of one person and kind and have the same words, payload and times; spaces and the
    order of keys make no difference. The most trusted stays and, of these, the last confirmed.
    """
    groups: dict[object, list[State]] = {}
    for state in states:
        if COEXISTS[state.kind] and not is_closed(state, now):
            valid = state.valid_from, state.valid_until
            key = *words_of(state), comparable(state.payload), valid, state.about
            groups.setdefault(key, []).append(state)
    pairs = list[tuple[State, State]]()
    for group in groups.values():
        kept = max(group, key=lambda one: (-TRUSTS.index(one.trust), one.confirmed, one.id))
        pairs += [(state, kept) for state in sorted(group) if state is not kept]
    return pairs


def tidy_due(turns: int, first: bool) -> bool:
    """Whether tidying is due after so many chat turns since the last time."""
    return turns >= (FIRST_TIDY_TURNS if first else TIDY_TURNS)


def words_of(state: State) -> tuple[str, str, str]:
    """The owner, kind and text of a state, with normalized spaces."""
    return person_key(state.person), state.kind, " ".join(state.body.split())


def comparable(value: Any) -> object:
    """A hashable form of a payload's value, independent of the order of keys; 1 differs from 1.0
    and from true."""
    if isinstance(value, Mapping):
        return frozenset((key, comparable(entry)) for key, entry in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(comparable, value))
    return type(value), value
