"""The file of the facts of a subject, `states/ID.toml`: a list of claims for each key."""

from __future__ import annotations

from memento_cli.core.facts.claims import Claim, faults
from memento_cli.core.facts.timeline import Facts, facts_id
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.refs import stored_ref
from memento_cli.store.records.codec import RecordType, table_of
from memento_cli.store.records.memory_fields import TRUST_FIELD
from memento_cli.store.toml.writer import key_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from memento_cli.store.records.codec import Source


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
FIELDS = (
    Field(SUBJECT, "text", "Whose facts they are: ctx://person/alex.", required=True),
    Field(EVERY_CLAIM, "tables", "The claims on one key, in any order.", of=CLAIM_FIELDS),
)
ATTRIBUTES = {"from": "valid_from", "until": "valid_until"}
"""The attributes of a claim that have other names than their keys."""


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
    return Facts(stored_ref(source.values[SUBJECT]), _claims(source))


def _faults(source: Source) -> list[str]:
    return [
        f"{claims_path(key)}[{number}]: {fault}"
        for key, claims in _claims(source).items()
        for number, claim in enumerate(claims)
        for fault in faults(claim)
    ]


def _values(facts: Facts) -> dict[str, Any]:
    claims = {key: tuple(map(_claim_values, claims)) for key, claims in facts.claims.items()}
    return {SUBJECT: facts.subject, EVERY_CLAIM: claims or None}


def _id(table: Mapping[str, Any]) -> str:
    return facts_id(stored_ref(table["subject"]))


FACTS = RecordType(
    "facts", "facts", "The facts of a subject: states/<subject>-facts.toml", Facts, FIELDS,
    _facts, _values, _id, _faults,
)  # fmt: skip
