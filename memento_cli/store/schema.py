"""What each kind of file may say, as JSON Schema."""

from __future__ import annotations

from typing import Any

from memento_cli.core.events import SOURCES
from memento_cli.core.fields import Field
from memento_cli.core.history import ACTS
from memento_cli.core.json_schema import json_schema
from memento_cli.store.block_file import FIELDS as BLOCK_FIELDS
from memento_cli.store.entity_file import FIELDS as ENTITY_FIELDS
from memento_cli.store.facts_file import FIELDS as FACTS_FIELDS
from memento_cli.store.hard_fact_file import FIELDS as KV_FIELDS
from memento_cli.store.memory_fields import ABOUT_FIELDS, FIELDS, STRENGTH_LIMIT
from memento_cli.store.preference_file import FIELDS as PREFERENCE_FIELDS
from memento_cli.store.session_file import FIELDS as SESSION_FIELDS
from memento_cli.store.settings import SCHEMA_VERSION, SETTINGS
from memento_cli.store.state_row_file import FIELDS as STATE_FIELDS

KINDS = (
    "memory", "settings", "journal", "event",
    "state", "preference", "facts", "block", "kv", "entity", "session",
)  # fmt: skip
TITLES = {
    "memory": "A memory: memories/<id>.toml, archive/<id>.toml",
    "settings": "The settings of a store: memento.toml",
    "journal": "A line of the journal: journal/<YYYY-MM>/<actor>-<clone>.jsonl",
    "event": "An event: a line of events/<YYYY-MM>/<actor>-<clone>.jsonl",
    "state": "A state or a task: states/<id>.toml",
    "preference": "A like, a dislike or both: states/<person>-<domain>-<subject>-<hash>.toml",
    "facts": "The facts of a subject: states/<subject>-facts.toml",
    "block": "A block: blocks/<name>.toml",
    "kv": "A hard fact: kv/<key>.toml",
    "entity": "An entity and its edges: graph/<id>.toml",
    "session": "A session's working memory: sessions/<id>.toml",
}
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
    *(field._replace(path=field.path.removeprefix("memory.")) for field in ABOUT_FIELDS),
    Field("from", "text", "A digest by which an import knows it again.", ""),
    Field("allowed", "texts", "The kinds of secrets that somebody allowed in it.", ()),
    Field("text.user", "text", "What a user said."),
    Field("text.assistant", "text", "What was answered."),
    Field("text.said", "text", "What anybody else said, or a notice."),
    Field("text.speaker", "text", "Who said it, by name."),
    Field("text.images", "texts", "What is on images, in words."),
)  # fmt: skip
"""The keys of a line of an event log. An erasure blanks `text` and `with`."""


FIELDS_OF = {
    "memory": FIELDS,
    "settings": SETTINGS,
    "journal": LINE_FIELDS,
    "event": EVENT_FIELDS,
    "state": STATE_FIELDS,
    "preference": PREFERENCE_FIELDS,
    "facts": FACTS_FIELDS,
    "block": BLOCK_FIELDS,
    "kv": KV_FIELDS,
    "entity": ENTITY_FIELDS,
    "session": SESSION_FIELDS,
}


def schema_of(kind: str) -> dict[str, Any]:
    """The JSON Schema of one kind of file."""
    schema = json_schema(FIELDS_OF[kind], kind, TITLES[kind], SCHEMA_VERSION)
    if kind == "journal":
        _numbers_whole(schema)
    return schema


def _numbers_whole(schema: dict[str, Any]) -> None:
    """A line has all of a strength's numbers or none."""
    schema["properties"]["strength"]["required"] = ["initial", "last_reinforced"]
    schema["properties"]["strength"]["description"] = "The full numbers, in `recorded` and `set`."
    schema["properties"]["text"]["description"] = (
        "Words and content, and all of them: what erasure blanks. `reason`; for an edit, "
        "`before` and `after` by key."
    )
