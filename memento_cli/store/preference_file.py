"""The file of one preference: `[preference]`, with what is liked and disliked of its subject."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from memento_cli.core.fields import Field, checker
from memento_cli.core.preferences import (
    DOMAINS,
    POLARITIES,
    STATUSES,
    Preference,
    Stance,
)
from memento_cli.core.refs import stored_ref
from memento_cli.core.trust import told
from memento_cli.errors import BadData
from memento_cli.store.changes import plain
from memento_cli.store.memory_fields import TRUST_FIELD

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
CHECK = checker(FIELDS)


class PreferenceCodec:
    """How a preference stands in its file."""

    noun = "preference"
    fields = FIELDS

    def __init__(self, zone: tzinfo) -> None:
        self.zone = zone

    def value(self, id: str, data: Mapping[str, Any]) -> Preference:
        """The preference that a document says, or BadData with all its problems."""
        said, problems = CHECK(data, self.zone)
        table = data.get(TABLE)
        taken = [name for name in POLARITIES if isinstance(table, Mapping) and name in table]
        problems += [
            f"missing {TABLE}.{name}.status"
            for name in taken
            if said[f"{TABLE}.{name}.status"] is None and not _names(problems, name)
        ]
        if not taken:
            problems.append(f"has neither [{TABLE}.like] nor [{TABLE}.dislike]")
        if problems:
            raise BadData(id, problems)
        stances = {name: _stance(said, name) for name in taken}
        person, domain, subject = (
            said[f"{TABLE}.{key}"] for key in ("person", "domain", "subject")
        )
        return Preference(id, stored_ref(person), domain, subject, **stances)

    def laid_out(self, id: str, text: str) -> Preference | None:
        """Nothing: these are few, and read as any TOML."""
        return None

    def data(self, preference: Preference) -> dict[str, Any]:
        """The document of a preference, nested, in the order of the format."""
        stances = {name: _table(stance) for name, stance in preference.stances.items()}
        head = {
            "person": preference.person,
            "domain": preference.domain,
            "subject": preference.subject,
        }
        return {TABLE: head | stances}


def _stance(said: Mapping[str, Any], polarity: str) -> Stance:
    return Stance(*(said[f"{TABLE}.{polarity}.{key}"] for key in Stance._fields))


def _table(stance: Stance) -> dict[str, Any]:
    """What is said of a stance, moments as text; empty values are left out."""
    values = stance._asdict() | {
        "evidence": list(stance.evidence),
        "trust": told(stance.trust),
    }
    return {key: plain(value) for key, value in values.items() if value}


def _names(problems: list[str], polarity: str) -> bool:
    """Whether a problem tells already that this status cannot be read."""
    places = (f"{TABLE}.{polarity}:", f"{TABLE}.{polarity}.status")
    return any(problem.startswith(places) for problem in problems)
