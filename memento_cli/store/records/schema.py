"""The JSON Schema of each kind of file, and of a plan."""

from __future__ import annotations

from memento_cli.core.events.events import SOURCES
from memento_cli.core.fields.field import Field
from memento_cli.core.fields.json_schema import json_schema
from memento_cli.core.journal.event_types import ACTS
from memento_cli.core.memory.about import ABOUT_FIELDS
from memento_cli.core.security.trust import TRUSTS
from memento_cli.store.records.memory_fields import STRENGTH_LIMIT
from memento_cli.store.records.registry import record_type
from memento_cli.store.settings.fields import SETTINGS
from memento_cli.store.settings.values import SCHEMA_VERSION

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


PLAN = "plan"
"""What `event extract` reads, which is no file of a store."""
KINDS = (
    "memory", "settings", "journal", "event",
    "state", "preference", "facts", "block", "kv", "entity", "session", PLAN,
)  # fmt: skip
NUMBERS = (
    Field("strength.initial", "number", "The strength at last_reinforced.", low=0,
          high=STRENGTH_LIMIT),
    Field("strength.last_reinforced", "moment", "The clock of forgetting."),
    Field("strength.reinforcement_count", "whole", "How often it was reinforced.", 0, low=0),
)  # fmt: skip
TEXTS = (
    Field("text.reason", "text", "Why, in words."),
)  # fmt: skip
LINE_FIELDS = (
    Field("id", "text", "26 signs (a ULID in lower case) that sort by the clock.", required=True),
    Field("at", "moment", "The moment that the act is about: --now, or the clock.", required=True),
    Field("act", "choice", "What was done.", required=True, choices=ACTS),
    Field("memory", "text", "The id of the memory that it was done to.", required=True),
    Field("by", "text", "Who: user@host as a slug, or $MEMENTO_ACTOR."),
    Field("via", "text", "By which door: cli, import, adoption …", ""),
    Field("batch", "text", "The act's first line, where it is about several memories.", ""),
    Field("undoes", "text", "The id of the line that an undo takes back.", ""),
    *NUMBERS,
    *TEXTS,
)
"""The keys of a journal line. Only the lines `recorded` and `set` carry numbers."""
EVENT_FIELDS = (
    Field("id", "text", "26 signs (a ULID in lower case) that sort by the clock.", required=True),
    Field("at", "moment", "When it happened: --at, --now, or the clock.", required=True),
    Field("source", "choice", "Where it comes from.", required=True, choices=SOURCES),
    Field("by", "text", "Who wrote it down: user@host as a slug, or $MEMENTO_ACTOR.",
          required=True),
    Field("person", "text", "Whose memory it is: ctx://person/alex.", required=True),
    Field("client", "text", "The program through which they talked.", ""),
    Field("session", "text", "In which session of it.", ""),
    Field("project", "text", "Which project it belongs to.", ""),
    Field("with", "texts", "Who was there.", ()),
    Field("done", "flag", "False for a turn that nobody answered.", True),
    Field("reply_to", "text", "The id of the turn before it in the same talk.", ""),
    *ABOUT_FIELDS,
    Field("from", "text", "A digest by which an import knows it again.", ""),
    Field("allowed", "texts", "The kinds of secrets that somebody allowed in it.", ()),
    Field("trust", "choice", "Who handed it over, if no person: agent.", choices=TRUSTS),
    Field("text.user", "text", "What a user said."),
    Field("text.assistant", "text", "What was answered."),
    Field("text.said", "text", "What anybody else said, or a notice."),
    Field("text.speaker", "text", "Who said it, by name."),
    Field("text.images", "texts", "What is on images, in words."),
)  # fmt: skip
"""The keys of a line of an event log. An erasure blanks `text` and `with`."""


DECLARED_HERE = {
    "settings": ("The settings of a store: memento.toml", SETTINGS),
    "journal": ("A line of the journal: journal/<YYYY-MM>/<actor>-<clone>.jsonl", LINE_FIELDS),
    "event": ("An event: a line of events/<YYYY-MM>/<actor>-<clone>.jsonl", EVENT_FIELDS),
}
"""The kinds that are no records: their titles and their fields."""


def fields_of(kind: str) -> Sequence[Field]:
    """The fields of one kind of file."""
    return _declared(kind)[1]


def schema_of(kind: str) -> dict[str, Any]:
    """The JSON Schema of one kind of file, or of a plan."""
    if kind == PLAN:
        from memento_cli.core.events.plan_schema import plan_schema  # few ask for it

        return plan_schema(SCHEMA_VERSION)
    title, fields = _declared(kind)
    schema = json_schema(fields, kind, title, SCHEMA_VERSION)
    if kind == "journal":
        _require_all_numbers(schema)
    return schema


def _declared(kind: str) -> tuple[str, Sequence[Field]]:
    if kind in DECLARED_HERE:
        return DECLARED_HERE[kind]
    record = record_type(kind)
    return record.title, record.fields


def _require_all_numbers(schema: dict[str, Any]) -> None:
    """Require all numbers of a strength or none."""
    schema["properties"]["strength"]["required"] = ["initial", "last_reinforced"]
    schema["properties"]["strength"]["description"] = "The full numbers, in `recorded` and `set`."
    schema["properties"]["text"]["description"] = (
        "Words and content, and all of them: what erasure blanks. `reason`; for an edit, "
        "`before` and `after` by key."
    )
