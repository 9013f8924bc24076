"""memento's own answer to the questions: a store of the documents, and its recall."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from memento_cli.actions.find import MEMORIES, find
from memento_cli.actions.init import init
from memento_cli.actions.observe import observe_all
from memento_cli.actions.sources.entry import Offered
from memento_cli.bench.scores import Ranking
from memento_cli.bench.sets import Document, Question
from memento_cli.core.asking import asked
from memento_cli.core.events import CHAT, Event, Words
from memento_cli.core.fresh import created_from
from memento_cli.core.held import EVENTS, ref_of
from memento_cli.core.laws import Law
from memento_cli.core.memory import Draft, Memory, split_content
from memento_cli.core.query import Query
from memento_cli.core.when import typed_moment
from memento_cli.store.store import Store
from memento_cli.store.toml import rendered

UNDATED = datetime(2025, 1, 1, tzinfo=UTC)


def store_of(
    place: str, documents: Sequence[Document], law: Law | None = None
) -> tuple[Store, dict[str, str]]:
    """A new store in which each document is a memory, and the keys of the documents by id.

    The first sentence is the summary and the rest the detail, as `memento import` has it. The law
    of forgetting is the default one, unless another is given.
    """
    store = init(place, person="me").store
    keys = {}
    for number, document in enumerate(documents):
        id = f"document-{number:06}"
        keys[id] = document.key
        text = rendered(store.memories.codec.data(_memory(id, document, law)))
        with open(os.path.join(store.memories.folder, f"{id}.toml"), "x", encoding="utf-8") as file:
            file.write(text)
    return store, keys


def observed(place: str, documents: Sequence[Document]) -> tuple[Store, dict[str, str]]:
    """A new store in which each document, a turn of a dialogue (`Ann: Hello`), is an event, and the
    keys of the documents by what recall calls these."""
    store = init(place, person="me").store
    done = observe_all(store, [Offered(one.key, _event(one)) for one in documents])
    keys = zip(done.added, (document.key for document in documents), strict=True)
    return store, {ref_of(EVENTS, id): key for id, key in keys}


def newest(documents: Sequence[Document]) -> datetime:
    """When the last of them was created."""
    return max(document.created or UNDATED for document in documents)


def rankings(
    store: Store,
    keys: Mapping[str, str],
    questions: Sequence[Question],
    now: datetime,
    limit: int,
    tick: Callable[[], None] = lambda: None,
    *,
    pooled: bool = False,
    source: str = MEMORIES,
) -> list[Ranking]:
    """What recall answers to each question from a source; of its project, unless `pooled`."""
    found: list[Ranking] = []
    for question in questions:
        query = _query(question.text, None if pooled else question.project, now, limit)
        page = find([store], (source,), query, now).page
        found.append([keys[one.hit.memory.id] for one in page])
        tick()
    return found


def _query(text: str, project: str | None, now: datetime, limit: int) -> Query:
    """A question as it was typed."""

    def moment(text: str, end: bool) -> datetime:
        return typed_moment(text, now, UTC, end=end)

    query = asked(text, moment).query._replace(limit=limit)
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


def _memory(id: str, document: Document, law: Law | None) -> Memory:
    summary, detail = split_content(document.text)
    draft = Draft(
        summary,
        "ctx://person/me",
        detail,
        project=document.project,
        session=document.session,
        created=document.created or UNDATED,
        law=law,
    )
    return created_from(draft, id, UNDATED)
