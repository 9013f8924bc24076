"""The file of one state, `states/ID.toml`: its payload, and the time that it is about."""

from __future__ import annotations

from contextlib import suppress

from memento_cli.core.facts.states import DUE, KINDS, PAYLOAD_DEPTH, TASK, State, due_in, is_deep
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.about import About
from memento_cli.core.memory.refs import stored_ref
from memento_cli.core.time.when import iso
from memento_cli.errors import BadValue
from memento_cli.store.records.codec import RecordType, by_path, under
from memento_cli.store.records.memory_fields import ABOUT_FIELDS, TRUST_FIELD
from memento_cli.store.toml.changes import plain

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import tzinfo
    from typing import Any

    from memento_cli.store.records.codec import Source


PAYLOAD = "state.payload"
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
    Field(PAYLOAD, "table", "What else it says, under any keys."),
    *(field._replace(path=field.path.replace("memory.", "state.", 1)) for field in ABOUT_FIELDS),
)


def _state(source: Source) -> State:
    keys = under("state", source.values)
    return State(
        **keys
        | {
            "id": source.id,
            "person": stored_ref(keys["person"]),
            "confirmed": keys["confirmed"] or keys["created"],
            "payload": _payload(keys["kind"], plain(keys["payload"] or {}), source.zone),
        },
        about=_about(source),
    )


def _about(source: Source) -> About:
    return About(**under("state.about", source.values))


def _payload(kind: str, payload: dict[str, Any], zone: tzinfo) -> dict[str, Any]:
    """A payload with a task's `due` in UTC; a value that is no time stays as it is."""
    if kind == TASK and DUE in payload:
        with suppress(BadValue):
            return payload | {DUE: iso(due_in(payload[DUE], zone))}
    return payload


def _faults(source: Source) -> list[str]:
    """The problems of a state whose keys are each valid."""
    problems, about = [], _about(source)
    begins, ends = source.values["state.valid_from"], source.values["state.valid_until"]
    if begins and ends and ends < begins:
        problems.append("state.valid_until: is before valid_from")
    if about != About() and about.confidence is None:
        problems.append("missing state.about.confidence: when it was is an estimate")
    if is_deep(source.values[PAYLOAD]):
        problems.append(f"{PAYLOAD}: nested more than {PAYLOAD_DEPTH} deep")
    return problems


def _values(state: State) -> dict[str, Any]:
    payload = plain(state.payload) or None
    return by_path("state", state) | by_path("state.about", state.about) | {PAYLOAD: payload}


STATE = RecordType(
    "state", "state", "A state or a task: states/<id>.toml", State, FIELDS, _state, _values,
    faults=_faults,
)  # fmt: skip
