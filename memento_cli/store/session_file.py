"""The file of a session: `[session]`, and a table for each of its items."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import tzinfo
from typing import Any

from memento_cli.core.fields import Field, checker
from memento_cli.core.held import event_in
from memento_cli.core.ids import is_safe_id
from memento_cli.core.laws import DAYS_LIMIT
from memento_cli.core.refs import stored_ref
from memento_cli.core.sessions import NOTE, ROLES, Item, Session, row_of
from memento_cli.core.spans import span_text
from memento_cli.core.trust import USER, told
from memento_cli.core.when import iso
from memento_cli.errors import BadData
from memento_cli.store.memory_fields import TRUST_FIELD
from memento_cli.store.setting_fields import MOST_TOKENS

ITEMS = "item"
ITEM_FIELDS = (
    Field("id", "text", "By which two of one text and moment are told apart.", required=True),
    Field("at", "moment", "When it was said.", required=True),
    Field("role", "choice", "Whose it is.", NOTE, choices=ROLES),
    Field("who", "text", "By name, where the role does not tell."),
    Field("text", "text", "What was said.", required=True),
    Field("from", "texts", "The memories and events that it came from.", ()),
    TRUST_FIELD,
)
FIELDS = (
    Field("session.id", "text", "Its id, the name of the file.", required=True),
    Field("session.title", "text", "What it is about: the task."),
    Field("session.person", "text", "Whose it is: ctx://person/alex.", required=True),
    Field("session.agent", "text", "Which agent talks."),
    Field("session.project", "text", "Which project it belongs to."),
    Field("session.token_budget", "whole", "Over so many tokens it becomes a memory.",
          required=True, low=1, high=MOST_TOKENS),
    Field("session.ttl", "span", "How long after the last item its time is over.",
          required=True, high=DAYS_LIMIT),
    Field("session.created", "moment", "When it began.", required=True),
    Field("session.summary", "text", "What went before the items, in short."),
    Field("session.summarized", "moment", "When the last snapshot was made."),
    Field("session.snapshots", "texts", "The memories that it became so far.", ()),
    TRUST_FIELD._replace(path="session.trust"),
    Field(ITEMS, "tables", "What was said.", (), of=ITEM_FIELDS),
)  # fmt: skip
CHECK = checker(FIELDS)


class SessionCodec:
    """How a session stands in its file."""

    noun = "session"
    fields = FIELDS

    def __init__(self, zone: tzinfo) -> None:
        self.zone = zone

    def value(self, id: str, data: Mapping[str, Any]) -> Session:
        """The session that a document says, or BadData with all its problems."""
        said, problems = CHECK(data, self.zone)
        if problems:
            raise BadData(id, problems)
        if said["session.id"] != id:
            raise BadData(
                id, [f"session.id: the file of that session is {said['session.id']}.toml"]
            )
        return Session(
            id=id,
            person=stored_ref(said["session.person"]),
            created=said["session.created"],
            token_budget=said["session.token_budget"],
            ttl_days=said["session.ttl"],
            title=said["session.title"] or "",
            agent=said["session.agent"],
            project=said["session.project"],
            summary=said["session.summary"] or "",
            summarized=said["session.summarized"],
            snapshots=_ids(said["session.snapshots"]),
            items=tuple([_item(row) for row in said[ITEMS]]),
            trust=said["session.trust"] or USER,
        )

    def laid_out(self, id: str, text: str) -> Session | None:
        """Nothing: these are few, and read as any TOML."""
        return None

    def data(self, value: Session) -> dict[str, Any]:
        """The document of a session, nested, in the order of the format."""
        head = {
            "id": value.id,
            "title": value.title,
            "person": value.person,
            "agent": value.agent,
            "project": value.project,
            "token_budget": value.token_budget,
            "ttl": span_text(value.ttl_days),
            "created": iso(value.created),
            "summary": value.summary,
            "summarized": iso(value.summarized) if value.summarized else None,
            "snapshots": list(value.snapshots),
            "trust": told(value.trust),
        }
        items = {ITEMS: [row_of(item) for item in value.items]} if value.items else {}
        return {"session": {key: said for key, said in head.items() if said}, **items}


def _item(row: Mapping[str, Any]) -> Item:
    who, trust = row["who"] or "", row["trust"] or USER
    return Item(row["id"], row["at"], row["role"], row["text"], who, _ids(row["from"]), trust)


def _ids(texts: Iterable[str]) -> tuple[str, ...]:
    """The ids of memories and events in a list; what can be none names nothing, and is left out."""
    return tuple(text for text in texts if is_safe_id(event_in(text) or text))
