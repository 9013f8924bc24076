"""The files of the folder `states/`: a state, a preference, or the facts of a subject.

A state has its payload and the time that it is about; a preference a like, a dislike or both, of
one subject; facts a list of claims for each key.
"""

from __future__ import annotations

from contextlib import suppress

from memento_cli.core.facts.claims import Claim, faults
from memento_cli.core.facts.preferences import (
    DOMAINS,
    POLARITIES,
    STATUSES,
    Preference,
    Stance,
    preference_id,
)
from memento_cli.core.facts.states import DUE, KINDS, PAYLOAD_DEPTH, TASK, State, due_in, is_deep
from memento_cli.core.facts.timeline import Facts, facts_id
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.about import ABOUT_FIELDS, About
from memento_cli.core.time.when import iso
from memento_cli.errors import BadValue
from memento_cli.standard import Mapping
from memento_cli.store.records.codec import RecordType, by_path, table_of, under
from memento_cli.store.records.memory_fields import TRUST_FIELD
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.writer import key_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import tzinfo
    from typing import Any

    from memento_cli.store.records.codec import Source

PAYLOAD = "state.payload"
STATE_FIELDS = (
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
    *(field._replace(path=f"state.{field.path}") for field in ABOUT_FIELDS),
)
TABLE = "preference"
SUBJECT = "facts.subject"
CLAIMS = "fact"
EVERY_CLAIM = f"{CLAIMS}.*"
CLAIM_FIELDS = (
    Field("value", "scalar", "What holds; with neither this nor `ends`, nothing does."),
    Field("ends", "scalar", "A value that does not hold, whatever else does."),
    Field("from", "moment", "Valid from; without it, from `recorded`."),
    Field("until", "moment", "Valid until then, which is no part of it; without it, without end."),
    Field("recorded", "moment", "When it was recorded, so believed from.", required=True),
    Field("turn", "whole", "Which is later, of those recorded at one moment.", 0, low=0),
    Field("confidence", "number", "How sure it is.", low=0, high=1),
    Field("evidence", "texts", "The ids of the events behind it.", ()),
    Field("beside", "flag", "Whether it holds beside other values, not in their place.", False),
    TRUST_FIELD,
)
FACTS_FIELDS = (
    Field(SUBJECT, "text", "Whose facts they are: ctx://person/alex.", required=True),
    Field(EVERY_CLAIM, "tables", "The claims on one key, in any order.", of=CLAIM_FIELDS),
)
ATTRIBUTES = {"from": "valid_from", "until": "valid_until"}
"""The attributes of a claim that have other names than their keys."""


def _state(source: Source) -> State:
    keys = under("state", source.values)
    return State(
        **keys
        | {
            "id": source.id,
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


def _state_faults(source: Source) -> list[str]:
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


def _state_values(state: State) -> dict[str, Any]:
    payload = plain(state.payload) or None
    return by_path("state", state) | by_path("state.about", state.about) | {PAYLOAD: payload}


STATE = RecordType(
    "state", "state", "A state or a task: states/<id>.toml", State, STATE_FIELDS,
    _state, _state_values, faults=_state_faults, people=("person",),
)  # fmt: skip


def _stance_fields(polarity: str) -> tuple[Field, ...]:
    path = f"{TABLE}.{polarity}."
    return (
        Field(path + "status", "choice", "Only what is confirmed may be stated as fact.",
              choices=STATUSES),
        Field(path + "confirmed_at", "moment", "When it was confirmed last."),
        Field(path + "revoked_at", "moment", "When it was revoked."),
        Field(path + "evidence", "texts", "The ids of the last 20 events behind it.", ()),
        Field(path + "note", "text", "A word about it.", ""),
        TRUST_FIELD._replace(path=path + "trust"),
    )  # fmt: skip


PREFERENCE_FIELDS = (
    Field("preference.person", "text", "Whose it is: ctx://person/alex.", required=True),
    Field("preference.domain", "choice", "What sort of thing it is about.", required=True,
          choices=DOMAINS),
    Field("preference.subject", "text", "What is liked or disliked.", required=True),
    *(field for polarity in POLARITIES for field in _stance_fields(polarity)),
)  # fmt: skip


def _polarities(source: Source) -> list[str]:
    """The tables of `like` and `dislike` that a file has."""
    table = source.data.get(TABLE)
    return [name for name in POLARITIES if isinstance(table, Mapping) and name in table]


def _preference(source: Source) -> Preference:
    head = under(TABLE, source.values)
    stances = {
        name: Stance(**under(f"{TABLE}.{name}", source.values)) for name in _polarities(source)
    }
    return Preference(**head | stances | {"id": source.id})


def _preference_faults(source: Source) -> list[str]:
    table, names = source.data.get(TABLE), _polarities(source)
    if not names:
        return [f"has neither [{TABLE}.like] nor [{TABLE}.dislike]"]
    return [
        f"missing {TABLE}.{name}.status"
        for name in names
        if isinstance(table, Mapping)
        and isinstance(table[name], Mapping)
        and "status" not in table[name]
    ]


def _preference_values(preference: Preference) -> dict[str, Any]:
    values = by_path(TABLE, preference)
    for name, stance in preference.stances.items():
        values |= by_path(f"{TABLE}.{name}", stance)
    return values


def _id_of_preference(table: Mapping[str, Any]) -> str:
    return preference_id(table["person"], table["domain"], table["subject"])


PREFERENCE = RecordType(
    TABLE, "preference",
    "A like, a dislike or both: states/<person>-<domain>-<subject>-<hash>.toml",
    Preference, PREFERENCE_FIELDS,
    _preference, _preference_values, _id_of_preference, _preference_faults, people=("person",),
)  # fmt: skip


def claims_path(key: str) -> str:
    """The path of the claims on a key in the file."""
    return f"{CLAIMS}.{key_text(key)}"


def claim_row(claim: Claim) -> dict[str, Any]:
    """A claim as its table in the file, without defaults."""
    return table_of(CLAIM_FIELDS, _claim_values(claim))


def _claim_values(claim: Claim) -> dict[str, Any]:
    return {
        field.path: getattr(claim, ATTRIBUTES.get(field.path, field.path)) for field in CLAIM_FIELDS
    }


def _claim(row: Mapping[str, Any]) -> Claim:
    values = {ATTRIBUTES.get(key, key): value for key, value in row.items()}
    return Claim(**values | {"valid_from": row["from"] or row["recorded"]})


def _claims(source: Source) -> dict[str, tuple[Claim, ...]]:
    return {key: tuple(map(_claim, rows)) for key, rows in source.values[EVERY_CLAIM].items()}


def _facts(source: Source) -> Facts:
    return Facts(source.values[SUBJECT], _claims(source))


def _facts_faults(source: Source) -> list[str]:
    return [
        f"{claims_path(key)}[{number}]: {fault}"
        for key, claims in _claims(source).items()
        for number, claim in enumerate(claims)
        for fault in faults(claim)
    ]


def _facts_values(facts: Facts) -> dict[str, Any]:
    claims = {key: tuple(map(_claim_values, claims)) for key, claims in facts.claims.items()}
    return {SUBJECT: facts.subject, EVERY_CLAIM: claims or None}


def _id_of_facts(table: Mapping[str, Any]) -> str:
    return facts_id(table["subject"])


FACTS = RecordType(
    "facts", "facts", "The facts of a subject: states/<subject>-facts.toml", Facts, FACTS_FIELDS,
    _facts, _facts_values, _id_of_facts, _facts_faults, people=("subject",),
)  # fmt: skip
