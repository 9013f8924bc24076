"""The file of a preference, `states/ID.toml`: a like, a dislike or both, of one subject."""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.core.facts.preferences import (
    DOMAINS,
    POLARITIES,
    STATUSES,
    Preference,
    Stance,
    preference_id,
)
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.refs import stored_ref
from memento_cli.store.records.codec import RecordType, by_path, under
from memento_cli.store.records.memory_fields import TRUST_FIELD

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.store.records.codec import Source


TABLE = "preference"


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


FIELDS = (
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
    return Preference(**head | stances | {"id": source.id, "person": stored_ref(head["person"])})


def _faults(source: Source) -> list[str]:
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


def _values(preference: Preference) -> dict[str, Any]:
    values = by_path(TABLE, preference)
    for name, stance in preference.stances.items():
        values |= by_path(f"{TABLE}.{name}", stance)
    return values


def _id(table: Mapping[str, Any]) -> str:
    return preference_id(stored_ref(table["person"]), table["domain"], table["subject"])


PREFERENCE = RecordType(
    TABLE, "preference",
    "A like, a dislike or both: states/<person>-<domain>-<subject>-<hash>.toml",
    Preference, FIELDS, _preference, _values, _id, _faults,
)  # fmt: skip
