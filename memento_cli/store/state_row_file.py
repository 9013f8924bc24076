"""The file of one state: `[state]`, with its payload and the time that it is about."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import tzinfo
from typing import Any

from memento_cli.core.about import About
from memento_cli.core.fields import Field, checker
from memento_cli.core.refs import stored_ref
from memento_cli.core.states import DUE, KINDS, PAYLOAD_DEPTH, TASK, State, due_in, is_deep
from memento_cli.core.trust import told
from memento_cli.core.when import iso
from memento_cli.errors import BadData, BadValue
from memento_cli.store.changes import plain
from memento_cli.store.memory_fields import ABOUT_FIELDS, TRUST_FIELD

PAYLOAD = "payload"
ABOUT = tuple(
    field._replace(path=field.path.replace("memory.", "state.", 1)) for field in ABOUT_FIELDS
)
FIELDS = (
    Field("state.id", "text", "The file's name without .toml. It does not change.", required=True),
    Field("state.kind", "choice", "What sort of state.", required=True, choices=KINDS),
    Field("state.person", "text", "Whose it is: ctx://person/alex.", required=True),
    Field("state.body", "text", "What it says, in that person's own voice.", required=True),
    Field("state.created", "moment", "When it was first told.", required=True),
    Field("state.confirmed", "moment", "When an act last said that it holds; absent: created."),
    Field("state.valid_from", "moment", "From when it holds; absent: created."),
    Field("state.valid_until", "moment", "Until when it holds; absent: it does still."),
    Field("state.confidence", "number", "How sure it is.", low=0, high=1),
    TRUST_FIELD._replace(path="state.trust"),
    *ABOUT,
)
"""The keys of `[state]`; beside them stands `[state.payload]`, which may have any."""
CHECK = checker(FIELDS)


class StateRowCodec:
    """How a state stands in its file."""

    noun = "state"
    fields = FIELDS

    def __init__(self, zone: tzinfo) -> None:
        self.zone = zone

    def value(self, id: str, data: Mapping[str, Any]) -> State:
        """The state that a document says, or BadData with all its problems."""
        said, problems = CHECK(data, self.zone)
        about = About(*(said[field.path] for field in ABOUT))
        problems += _odd(said, about)
        table = data.get("state")
        payload = table.get(PAYLOAD, {}) if isinstance(table, Mapping) else {}
        if not isinstance(payload, Mapping):
            problems.append("state.payload: not a table")
        elif is_deep(payload):
            problems.append(f"state.payload: nested more than {PAYLOAD_DEPTH} deep")
        if problems:
            raise BadData(id, problems)
        return State(
            id=id,
            kind=said["state.kind"],
            person=stored_ref(said["state.person"]),
            body=said["state.body"],
            created=said["state.created"],
            confirmed=said["state.confirmed"] or said["state.created"],
            valid_from=said["state.valid_from"],
            valid_until=said["state.valid_until"],
            confidence=said["state.confidence"],
            payload=_payload(said["state.kind"], plain(payload), self.zone),
            about=about,
            trust=said["state.trust"],
        )

    def laid_out(self, id: str, text: str) -> State | None:
        """Nothing: these are few, and read as any TOML."""
        return None

    def data(self, state: State) -> dict[str, Any]:
        """The document of a state, nested, in the order of the format."""
        own = {key: value for key, value in state._asdict().items() if key != PAYLOAD}
        table = _table(own | {"about": None, "trust": told(state.trust)})
        about = _table(state.about._asdict())
        table |= {PAYLOAD: plain(state.payload)} if state.payload else {}
        return {"state": table | ({"about": about} if about else {})}


def _payload(kind: str, payload: dict[str, Any], zone: tzinfo) -> dict[str, Any]:
    """A payload with a task's `due` in UTC; what somebody wrote there that is no time stays."""
    if kind == TASK and DUE in payload:
        with suppress(BadValue):
            return payload | {DUE: iso(due_in(payload[DUE], zone))}
    return payload


def _odd(said: Mapping[str, Any], about: About) -> list[str]:
    """What is wrong although each key alone is right."""
    problems = []
    begins, ends = said["state.valid_from"], said["state.valid_until"]
    if begins and ends and ends < begins:
        problems.append("state.valid_until: is before valid_from")
    if about != About() and about.confidence is None:
        problems.append("missing state.about.confidence: when it was is an estimate")
    return problems


def _table(values: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that have a value, moments as text."""
    return {key: plain(value) for key, value in values.items() if value is not None}
