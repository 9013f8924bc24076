"""The file of a session's working memory, `sessions/ID.toml`: a table for each of its items."""

from __future__ import annotations

from memento_cli.core.fading.laws import DAYS_LIMIT
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.sessions.sessions import NOTE, ROLES, Item, Session
from memento_cli.store.records.codec import RecordType, by_path, table_of, under
from memento_cli.store.records.memory_fields import TRUST_FIELD
from memento_cli.store.settings.fields import MOST_TOKENS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from memento_cli.store.records.codec import Source


ITEMS = "item"
ITEM_FIELDS = (
    Field("id", "text", "By which two of one text and moment are told apart.", required=True),
    Field("at", "moment", "When it was said.", required=True),
    Field("role", "choice", "Whose it is.", NOTE, written=True, choices=ROLES),
    Field("who", "text", "By name, where the role does not tell."),
    Field("text", "text", "What was said.", required=True),
    Field("from", "texts", "The memories and events that it came from.", ()),
    TRUST_FIELD,
    Field("data", "text", "The same as a program has it, to be given back."),
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


def _session(source: Source) -> Session:
    keys = under("session", source.values)
    keys["ttl_days"] = keys.pop("ttl")
    return Session(
        **keys
        | {
            "title": keys["title"] or "",
            "summary": keys["summary"] or "",
            "snapshots": _ids(keys["snapshots"]),
        },
        items=tuple(map(_item, source.values[ITEMS])),
    )


def _values(session: Session) -> dict[str, Any]:
    values = {path: value or None for path, value in by_path("session", session).items()}
    items = tuple(map(_item_values, session.items))
    return values | {"session.ttl": session.ttl_days, ITEMS: items}


def item_row(item: Item) -> dict[str, Any]:
    """An item as its table in the file."""
    return table_of(ITEM_FIELDS, _item_values(item))


def _item_values(item: Item) -> dict[str, Any]:
    return item._asdict() | {
        "who": item.who or None,
        "from": item.refs,
        "data": item.data or None,
    }


def _item(row: Mapping[str, Any]) -> Item:
    keys = {key: value for key, value in row.items() if key != "from"}
    refs = _ids(row["from"])
    return Item(**keys | {"who": row["who"] or "", "refs": refs, "data": row["data"] or ""})


def _ids(texts: Iterable[str]) -> tuple[str, ...]:
    """The ids of memories and events in a list; texts that cannot be ids are left out."""
    return tuple(text for text in texts if is_safe_id(event_in(text) or text))


SESSION = RecordType(
    "session", "session", "A session's working memory: sessions/<id>.toml", Session, FIELDS,
    _session, _values, key="session.id", people=("person",),
)  # fmt: skip
