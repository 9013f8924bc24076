"""The file of the facts of a subject: `[facts]`, and a list of claims for each key."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from memento_cli.core.claims import Claim, faults
from memento_cli.core.fields import Field, checker, value_of
from memento_cli.core.refs import stored_ref
from memento_cli.core.timeline import Facts
from memento_cli.core.trust import told
from memento_cli.errors import BadData
from memento_cli.store.changes import plain
from memento_cli.store.memory_fields import TRUST_FIELD
from memento_cli.store.toml import key_text

SUBJECT = "facts.subject"
CLAIMS = "fact"
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
    Field(f"{CLAIMS}.*", "tables", "The claims on one key, in any order.", of=CLAIM_FIELDS),
)
PARTS = ("value", "ends", "valid_from", "valid_until", "recorded", "turn", "confidence", "evidence",
         "beside", "trust")  # fmt: skip
NAMES = dict(zip(PARTS, [field.path for field in CLAIM_FIELDS], strict=True))
"""What the parts of a claim are called in a file, in the order in which they stand there."""
HEAD = checker(FIELDS[:1])


class FactsCodec:
    """How the facts of a subject stand in their file."""

    noun = "facts"
    fields = FIELDS

    def __init__(self, zone: tzinfo) -> None:
        self.zone = zone

    def value(self, id: str, data: Mapping[str, Any]) -> Facts:
        """The facts that a document says, or BadData with all its problems."""
        said, problems = HEAD(data, self.zone)
        tables = data.get(CLAIMS, {})
        claims: dict[str, tuple[Claim, ...]] = {}
        if not isinstance(tables, Mapping):
            raise BadData(id, [*problems, f"{CLAIMS}: not a table"])
        for key, raw in tables.items():
            claims[key], wrong = _claims(claims_path(key), raw, self.zone)
            problems += wrong
        if problems:
            raise BadData(id, problems)
        return Facts(stored_ref(said[SUBJECT]), claims)

    def laid_out(self, id: str, text: str) -> Facts | None:
        """Nothing: these are few, and read as any TOML."""
        return None

    def data(self, facts: Facts) -> dict[str, Any]:
        """The document of facts, nested, in the order of the format."""
        tables = {key: list(map(claim_row, claims)) for key, claims in facts.claims.items()}
        return {"facts": {"subject": facts.subject}} | ({CLAIMS: tables} if tables else {})


def claims_path(key: str) -> str:
    """Where the claims on a key stand in the file."""
    return f"{CLAIMS}.{key_text(key)}"


def claim_row(claim: Claim) -> dict[str, Any]:
    """A claim as its table in the file, without what goes without saying."""
    said = {name: plain(getattr(claim, part)) for part, name in NAMES.items()}
    said |= {name: said[name] or None for name in ("turn", "beside")}
    said |= {"evidence": list(claim.evidence) or None, "trust": told(claim.trust)}
    return {name: value for name, value in said.items() if value is not None}


def _claims(path: str, raw: Any, zone: tzinfo) -> tuple[tuple[Claim, ...], list[str]]:
    """The claims on the key at a path, and what is wrong with them."""
    rows, problems = value_of(Field(path, "tables", "", (), of=CLAIM_FIELDS), raw, zone)
    if problems:
        return (), problems
    claims = tuple(map(_claim, rows))
    every = enumerate(map(faults, claims))
    return claims, [f"{path}[{nth}]: {fault}" for nth, found in every for fault in found]


def _claim(row: Mapping[str, Any]) -> Claim:
    said = {part: row[name] for part, name in NAMES.items()}
    return Claim(**said | {"valid_from": row["from"] or row["recorded"]})
