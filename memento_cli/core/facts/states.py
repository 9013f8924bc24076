"""States: what somebody knows, relates, has to do, sums up or feels (document 003 §2).

A state says something in the voice of the one whose it is, from when until when it holds, and when
it was last confirmed. Several of one kind hold side by side, but for the long mood.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time

from memento_cli.core.fields.checks import checked
from memento_cli.core.fields.field import Field
from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.memory.about import About
from memento_cli.core.memory.ids import TOPIC_SIGNS, checked_id, memory_id, with_suffix
from memento_cli.core.memory.record_kinds import event_in, filed_name
from memento_cli.core.memory.refs import PERSON, person_key
from memento_cli.core.security.trust import TRUSTS, USER, least_of, raised_trust
from memento_cli.core.text.slugs import slug
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
"""Whether several states of a kind hold at once; of a kind that does not, there is one."""
KINDS = tuple(COEXISTS)
STATUS, OPEN, DONE = "status", "open", "done"
"""The key of a task's payload that says how it stands, and what it may say there."""
CLOSED = "closed"
"""How a task stands that was given up: its payload does not say so, but its time."""
DUE = "due"
"""The key that says by when it is to be done; what is overdue stays open."""
DUE_FIELD = Field(f"payload.{DUE}", "moment", "By when it is to be done.", required=True)
FIRST_TIDY_TURNS, TIDY_TURNS = 10, 200
"""After so many turns of talk states are tidied: for the first time, and then again."""
PAYLOAD_DEPTH = 20
"""So deep tables and lists may be nested in a payload, itself counted."""


class State(NamedTuple):
    """One state of a person. `confirmed` is when an act last said that it holds, `trust` that of
    who told it (`core/security/trust.py`)."""

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
    """Whether a state is valid at a moment: from `valid_from`, or else from when it was told, on,
    and before `valid_until`."""
    begun = (state.valid_from or state.created) <= at
    return begun and (state.valid_until is None or at < state.valid_until)


def is_closed(state: State, now: datetime) -> bool:
    """Whether a state held, and does no more."""
    return state.valid_until is not None and state.valid_until <= now


def is_open(state: State, now: datetime) -> bool:
    """Whether a state is a task that is still to be done."""
    return state.kind == TASK and not is_over(state, now)


def is_over(state: State, now: datetime) -> bool:
    """Whether a state held and does no more, or is a task that is done, and not from later on."""
    return is_closed(state, now) or (state.is_done and state.confirmed <= now)


def status_of(task: State, now: datetime) -> str:
    """How a task stands: open, done, or closed without being done."""
    if is_open(task, now):
        return OPEN
    return DONE if task.is_done else CLOSED


def due_of(task: State) -> datetime | None:
    """By when a task is to be done, as its payload says; None for what is no time."""
    try:
        return stored_moment(str(task.payload.get(DUE)))
    except BadTime:
        return None


def due_in(raw: Any, zone: tzinfo) -> datetime:
    """By when a task is to be done, as somebody says it: a moment, or a day, to whose end it may
    be. Without an offset it is in the store's `zone`. BadValue for what is neither."""
    values, problems = checked((DUE_FIELD,), {"payload": {DUE: raw}}, zone)
    if problems:
        raise BadValue("; ".join(problems), "write it as 2025-02-01T14:30:00Z, or 2025-02-01")
    moment: datetime = values[DUE_FIELD.path]
    said = raw.isoformat() if isinstance(raw, date) else raw
    if len(said) > len("2025-02-01"):
        return moment
    return utc(datetime.combine(in_zone(moment, zone), time(23, 59, 59), zone))


def state_id(person: str, kind: str, body: str, at: datetime) -> str:
    """The id that a new state gets when it is free: of one that is single, always the same.

    Where it has not all of the words, four signs of it follow from them: what two clones say with
    the same first words is two states, and what both say is one.
    """
    from hashlib import blake2s

    if not COEXISTS[kind]:
        return single_id(person, kind)
    id = memory_id(person, body, at)
    if slug(body, TOPIC_SIGNS) == "-".join(plain_key(body).split()):
        return id
    return with_suffix(id, blake2s(body.encode(errors="surrogatepass"), digest_size=4).digest())


def single_id(person: str, kind: str) -> str:
    """The id of the only state of a kind that a person has."""
    return filed_name(f"{person.removeprefix(PERSON)}/{kind}")


def done(state: State, at: datetime) -> State:
    """A task that is done: its payload says so, and what it was valid for stays."""
    return state._replace(payload={**state.payload, STATUS: DONE}, confirmed=at)


def end_of(given: datetime | None, about_end: datetime | None, at: datetime) -> datetime:
    """Until when a state held that is closed: as given, else until what it is about ended, else
    until the event that closes it."""
    return given or about_end or at


def closed(state: State, given: datetime | None, at: datetime) -> State:
    """A state that is closed by an event at `at`; what it says stays."""
    return state._replace(valid_until=end_of(given, state.about.end, at), confirmed=at)


def payload_of(raw: Any) -> dict[str, Any]:
    """A payload as a file can have it: what is null, or a table of nothing, says nothing.

    TOML has no null; and in every file of a store an empty table is as good as none.

    BadValue if it is no table, is nested too deeply, or has null in a list.
    """
    if not isinstance(raw, Mapping):
        raise BadValue("a payload is a table", """as in --payload '{"city": "Lisbon"}'""")
    if is_deep(raw):
        raise BadValue(f"a payload is nested at most {PAYLOAD_DEPTH} deep")
    kept = {key: _kept(value) for key, value in raw.items()}
    return {key: value for key, value in kept.items() if value not in (None, {})}


def payload_as(kind: str, raw: Any, zone: tzinfo) -> dict[str, Any]:
    """A payload of a state of some kind: of a task, `due` is a moment. BadValue as of its parts."""
    payload = payload_of(raw)
    if kind == TASK and DUE in payload:
        payload[DUE] = due_in(payload[DUE], zone)
    return payload


def vouched_after(old: State, new: State, by: str) -> str:
    """Who vouches for a state that somebody of this trust has made of another: who gave it its
    words; who says that it holds still confirms it; of any other change both stand for it."""
    if new.body != old.body:
        return by
    trust = raised_trust(old.trust, by)
    return least_of((trust, by)) if is_changed(old, new) else trust


def is_changed(old: State, new: State) -> bool:
    """Whether a state says something else, or for another time, and not only that it holds."""
    return new._replace(confirmed=old.confirmed, trust=old.trust) != old


def is_deep(value: Any, depth: int = PAYLOAD_DEPTH) -> bool:
    """Whether tables and lists are nested deeper than a payload may have them."""
    if not isinstance(value, Mapping | list | tuple):
        return False
    inside = value.values() if isinstance(value, Mapping) else value
    return depth == 0 or any(is_deep(entry, depth - 1) for entry in inside)


def _kept(value: Any) -> Any:
    if isinstance(value, Mapping):
        return payload_of(value)
    if isinstance(value, list | tuple):
        if None in value:
            raise BadValue("null in a list of a payload cannot be kept", "leave it out")
        return [_kept(entry) for entry in value]
    return value


def evidence_of(event: str, evidence: Iterable[str] = ()) -> tuple[str, ...]:
    """The ids of the events that a change goes back to, each once; the one that caused it is among
    them. BadId for what can be none: words stand nowhere beside the text of a line."""
    told = (event_in(id) or id for id in (*evidence, *filter(None, [event])))
    return tuple(dict.fromkeys(map(checked_id, told)))


def twins(states: Iterable[State], now: datetime) -> list[tuple[State, State]]:
    """The states that say what another says, each with that one (document 003, `tidy_memory`).

    Alike are states of one person and kind with the same words, whatever the spaces between them,
    and the same payload, whatever the order of its keys, for the same time. The one that is most
    trusted stays and, of these, the one that was confirmed last. The long mood is single as it is.
    """
    groups: dict[object, list[State]] = {}
    for state in states:
        if COEXISTS[state.kind] and not is_closed(state, now):
            groups.setdefault(_said(state), []).append(state)
    return [
        (state, kept)
        for group in groups.values()
        for kept in [max(group, key=_worth)]
        for state in sorted(group)
        if state is not kept
    ]


def _worth(state: State) -> tuple[int, datetime, str]:
    return -TRUSTS.index(state.trust), state.confirmed, state.id


def tidy_due(turns: int, first: bool) -> bool:
    """Whether states are to be tidied, so many turns of talk after the last time."""
    return turns >= (FIRST_TIDY_TURNS if first else TIDY_TURNS)


def words_of(state: State) -> tuple[str, str, str]:
    """Whose a state is, of what kind, and what it says, whatever the spaces between the words."""
    return person_key(state.person), state.kind, " ".join(state.body.split())


def _said(state: State) -> object:
    valid = state.valid_from, state.valid_until
    return *words_of(state), levelled(state.payload), valid, state.about


def levelled(value: Any) -> object:
    """A value of a payload such that equal ones are equal, whatever the order of their keys.

    1 is not 1.0, and not true.
    """
    if isinstance(value, Mapping):
        return frozenset((key, levelled(entry)) for key, entry in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(levelled, value))
    return type(value), value
