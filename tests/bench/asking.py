"""memento's own answer to the questions: a store of the documents, and its recall."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from memento_cli.actions.events.observe import observe_all
from memento_cli.actions.exchange.imports import import_memories
from memento_cli.actions.exchange.sources.entry import EventItem
from memento_cli.actions.exchange.sources.opened import source_of
from memento_cli.actions.recall.find import MEMORIES, find
from memento_cli.actions.store.init import init
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.memory.record_kinds import EVENTS, ref_of
from memento_cli.core.recall.query_parser import parsed_query
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.core.time.when import iso
from memento_cli.errors import Failed
from memento_cli.store.directory.creation import make_store
from memento_cli.store.directory.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from memento_cli.core.recall.query import Query
    from tests.bench.run import Run
    from tests.bench.scores import Ranking
    from tests.bench.sets import Document, Question, Set

UNDATED = datetime(2025, 1, 1, tzinfo=UTC)
ROWS = "documents.jsonl"


def store_of(
    place: str, documents: Sequence[Document], law: str = ""
) -> tuple[Store, dict[str, str]]:
    """A new store that has imported each document, and the keys of the documents by id.

    They come as JSON lines, as a user has them. The law of forgetting is the default one, unless
    another is named. Failed if an import leaves a document out.
    """
    make_store(place, {"person": "me"} | ({"fade.law": law} if law else {}))
    store = Store(place)
    path = os.path.join(place, ROWS)
    with open(path, "x", encoding="utf-8") as file:
        file.writelines(json.dumps(row_of(*one)) + "\n" for one in enumerate(documents))
    source = source_of(path)
    done = import_memories(store, source.items, newest(documents), allow_secret=True)
    if len(done.added) != len(documents):
        why = ": ".join(done.skipped[0]) if done.skipped else "some are there twice"
        raise Failed(f"{len(documents) - len(done.added)} documents were not imported: {why}")
    keys = (document.key for document in documents)
    return store, dict(zip(done.added, keys, strict=True))


def observed(place: str, documents: Sequence[Document]) -> tuple[Store, dict[str, str]]:
    """A new store in which each document, a turn of a dialogue (`Ann: Hello`), is an event, and the
    keys of the documents by what recall calls these."""
    store = init(place, person="me").store
    done = observe_all(store, [EventItem(one.key, _event(one)) for one in documents])
    keys = zip(done.added, (document.key for document in documents), strict=True)
    return store, {ref_of(EVENTS, id): key for id, key in keys}


def newest(documents: Sequence[Document]) -> datetime:
    """When the last of them was created."""
    return max(document.created or UNDATED for document in documents)


def rankings(
    store: Store,
    keys: Mapping[str, str],
    data: Set,
    now: datetime,
    limit: int,
    tick: Callable[[], None] = lambda: None,
    *,
    pooled: bool = False,
    source: str = MEMORIES,
) -> list[Ranking]:
    """What recall answers to each question of a set from a source; of its project, unless
    `pooled`."""
    found: list[Ranking] = []
    for question in data.questions:
        query = asked_as(question, data, now, limit, pooled=pooled)
        page = find([store], (source,), query, now).page
        found.append([keys[one.hit.memory.id] for one in page])
        tick()
    return found


def asked_of(
    run: Run, what: str, store: Store, keys: Mapping[str, str], data: Set, limit: int
) -> list[Ranking]:
    """What recall answers to each question of a set, of its project; the progress is told."""
    now = data.now or newest(data.documents)
    with run.progress(what, len(data.questions)) as tick:
        return rankings(store, keys, data, now, limit, tick)


def asked_as(
    question: Question, data: Set, now: datetime, limit: int | None, *, pooled: bool
) -> Query:
    """A question of a set as it is asked: of its project, unless `pooled`."""
    project = None if pooled else question.project
    return query_of(question.text, project, now, limit, literal=data.literal)


def query_of(
    text: str, project: str | None, now: datetime, limit: int | None, *, literal: bool = False
) -> Query:
    """A question as it was typed, or where it is `literal`, as a program passes a text on."""

    def moment(text: str, end: bool) -> datetime:
        return typed_moment(text, now, UTC, end=end)

    query = parsed_query(text, moment, literal=literal).query._replace(limit=limit)
    return query if project is None else query._replace(projects=(project,))


def a_day_later(now: datetime) -> datetime:
    """When the strengths differ most: what is old has faded, and what is new has not."""
    return now + timedelta(days=1)


def _event(document: Document) -> Event:
    speaker, colon, said = document.text.partition(": ")
    words = Words(said=said, speaker=speaker) if colon else Words(said=document.text)
    return Event(
        "",
        document.created or UNDATED,
        CHAT,
        "",
        "",
        words,
        session=document.session or "",
        project=document.project or "",
    )


def row_of(number: int, document: Document) -> dict[str, object]:
    """A document as a line to import. What it is from tells it from others of the same words."""
    said = {
        "content": document.text,
        "created": iso(document.created or UNDATED),
        "source": f"urn:document:{number}",
        "project": document.project,
        "session": document.session,
    }
    return {key: value for key, value in said.items() if value is not None}
