"""Documents of memories: a search, its facets, and one memory whole."""

from __future__ import annotations

from memento_cli.actions.browse.detail import detail, neighbours
from memento_cli.actions.browse.facets import facets
from memento_cli.actions.browse.listing import Row, archived_rows, listing, rows
from memento_cli.actions.undo.telling import CHANGED, act_words, key_words
from memento_cli.core.fading.strength import tier_of
from memento_cli.core.memory.described import described, described_further
from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.query import ORDERS, SORTS, hit_of
from memento_cli.core.security.instructions import flags_of
from memento_cli.core.security.trust import marks, trust_of
from memento_cli.core.text.highlighting import spans
from memento_cli.core.text.visible import visible
from memento_cli.pictures.curve import curve_words, small_curve

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from memento_cli.actions.browse.detail import Detail
    from memento_cli.actions.fading.explain import LogRow
    from memento_cli.actions.undo.revisions import Change
    from memento_cli.web.looking import Document, Looking

LIMIT, MOST = 50, 200
WORDS = ("memory.content.", "memory.tags.")
"""The paths of what a memory says, in its file."""


def search(looking: Looking) -> Document:
    """A page of what `q` finds, from `offset` on; `in=archive` looks there. For no words all, the
    strongest first, or by `sort`: `created`, or `created:asc` for the other way round."""
    text = looking.asked.get("q", "")
    offset = looking.number("offset", 0, 10_000_000)
    limit = looking.number("limit", LIMIT, MOST)
    if looking.asked.get("in") == "archive":
        found = archived_rows(looking.store, text, looking.now, looking.zone)
        page = found[offset : offset + limit]
        return {"total": len(found), "more": False, "notes": [], "hits": _documents(page, ())}
    sort, _, order = looking.asked.get("sort", "").partition(":")
    listed = listing(
        looking.store,
        text,
        looking.now,
        looking.zone,
        sort=sort if sort in SORTS else None,
        order=order if order in ORDERS else ORDERS[0],
        most=offset + limit,
    )
    page = rows(looking.store, listed.ids[offset:], looking.now, listed.words)
    return {
        "total": listed.total,
        "more": listed.more,
        "notes": listed.notes,
        "hits": _documents(page, listed.words),
    }


def facets_found(looking: Looking) -> Document:
    """How many memories of those that `q` finds have which topic, person, kind, tier and month."""
    text, ids = looking.asked.get("q", ""), None
    if text.strip():
        ids = listing(looking.store, text, looking.now, looking.zone).ids
    return facets(looking.store, ids, looking.now, looking.zone)._asdict()


def memory(looking: Looking) -> Document:
    """One memory, by `id`: its text, what was done to it, its curve, its links and neighbours."""
    shown = detail(looking.store, looking.asked.get("id", ""), looking.now)
    near = neighbours(looking.store, shown.memory.id, looking.now)
    page = rows(looking.store, near, looking.now)
    return detail_document(looking, shown) | {"neighbours": _documents(page, ())}


def detail_document(looking: Looking, shown: Detail) -> Document:
    """One memory whole, without its neighbours."""
    whole, content = shown.memory, shown.memory.content
    hit = hit_of(whole, looking.now)._replace(flags=flags_of(whole))
    return row_document(Row(hit, shown.newer, shown.against), ()) | {
        "detail": content.detail,
        "editable": not shown.archived and _is_plain(content.summary, content.detail),
        "archived": shown.archived,
        "facts": [
            *described(whole, looking.now, looking.minute),
            *((spoken(path), text) for path, text in described_further(whole, looking.cell)),
        ],
        "curve": {
            "svg": small_curve(shown.history, looking.zone),
            "words": curve_words(shown.history, looking.zone),
        },
        "links": shown.links,
        "history": _history(looking, shown),
    }


def _history(looking: Looking, shown: Detail) -> list[Document]:
    """What was done to a memory, the newest last, each with the words before and after it."""
    changes = {change.line.id: change for change in shown.changes}
    return [
        act_document(one) | {"changes": list(_reworded(looking, changes.get(one.id)))}
        for one in reversed(shown.log)
    ]


def _reworded(looking: Looking, change: Change | None) -> Iterator[tuple[str, str, str]]:
    """The name of each part of the words that a change touched, and what it said before and
    after."""
    if change is None:
        return
    before, after = change.before or {}, change.after or {}
    for key in dict.fromkeys((*before, *after)):
        if key.startswith(WORDS):
            yield key_words(key), looking.cell(before.get(key)), looking.cell(after.get(key))


def spoken(path: str) -> str:
    """The path of a key in a file in words: `affect labels`."""
    return path.replace(".", " ").replace("_", " ")


def _documents(page: Sequence[Row], words: Sequence[str]) -> list[Document]:
    return [row_document(row, words) for row in page]


def row_document(row: Row, words: Sequence[str]) -> Document:
    """A memory in a list; where its summary and its passage have the words, these are marked."""
    memory = row.memory
    return {
        "id": memory.id,
        "summary": memory.content.summary,
        "strength": row.hit.strength,
        "tier": tier_of(row.hit.strength),
        "created": memory.created,
        "kind": memory.kind,
        "significance": memory.content.significance,
        "topics": memory.tags.topics,
        "people": [name_of(ref) for ref in memory.tags.people],
        "person": name_of(memory.person),
        "pinned": memory.pinned,
        "newer": row.newer or None,
        "conflicts": row.against,
        "marks": marks(trust_of(memory), row.hit.flags or ()),
        "title": list(_pieces(memory.content.summary, words)),
        "passage": list(_pieces(row.passage, words)) or None,
    }


def _pieces(text: str, words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """The pieces of a text, and whether each is a word that was looked for."""
    place = 0
    for start, end in spans(text, words) if words else ():
        if place < start:
            yield text[place:start], False
        yield text[start:end], True
        place = end
    if text[place:]:
        yield text[place:], False


def act_document(one: LogRow) -> dict[str, Any]:
    """What was done, in words."""
    reason = [f"“{one.reason}”"] if one.reason else []
    return {
        "id": one.batch or one.id,
        "at": one.at,
        "act": act_words(one.act),
        "by": one.by,
        "text": ", ".join([*reason, *map(_plainly, one.more)]),
        "undone": one.undone,
    }


def _plainly(told: str) -> str:
    """A detail of an act, in which changed keys of a file are named in words."""
    keys = told.removeprefix(CHANGED)
    return told if keys == told else CHANGED + ", ".join(map(key_words, keys.split(", ")))


def _is_plain(*texts: str) -> bool:
    """Whether what is shown of these texts is what they are, so that they can be edited so."""
    return all(visible(text, lines=True) == text for text in texts)
