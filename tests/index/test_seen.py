"""What a reader who may not see everything learns from scores, corrections and neighbours: nothing
of the rest."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Draft, Link, Query, Store, open_store, recall, record
from memento_cli.actions.memory.record import repeated_by, sharing_words
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.memory.memory import Tags
from memento_cli.index.recall.matches import wanted_of
from memento_cli.index.recall.search import EVERY, TermCounts, best, match_of, seen_of
from memento_cli.index.recall.visible_scores import best_seen

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
TEAM = Query(min_privacy="team")
TOLD = (
    "The ferry to Zanzibar leaves at noon",
    "A kettle sings, and two kettles sing in the harbour",
    "Running databases in the harbour office, " + "with many more words " * 20,
    "Tea in the harbour at noon",
    "Ferries run late when the harbour is closed",
)
HIDDEN = (
    "Zanzibar zanzibar: the qwxyz key lies in the kettle",
    "The qwxyz datebase is at zanzibaar, and the fery runs at noon",
    *(f"noon {number}: " + "a long private text about nothing at all " * 9 for number in range(30)),
)
DIALOGUE = (
    "The harbour was lovely, so Ines and Oskar took a kettle, tea, bread, apples and maps to the"
    " pier of the harbour, sang songs, watched gulls, painted boats and met sailors, a captain"
    " and a cook who knew Zanzibar and its harbour, its markets, spices and winds."
)
ASKED: tuple[dict[str, Any], ...] = (
    {"words": ("zanzibar", "qwxyz")},
    {"words": ("harbour", "kettle", "noon")},
    {"words": ("when does the ferry to zanzibar leave",)},
    {"words": ("datbase",)},
    {"words": ("zanzibr", "harbour")},
    {"words": ("tea",), "required": ("harbour",)},
    {"phrases": ("in the harbour",), "words": ("noon",)},
    {"words": ("harbour",), "sort": "strength"},
    {"words": ("kettl", "harb")},
    {"words": ("har", "bour", "fer", "ry")},
    {"prefixes": ("harb*", "no*"), "words": ("ferry",)},
    {"required": ("harb*",), "words": ("sung",)},
    {"words": ("in-the-harbour", "many-more-words", "harbour-office")},
    {"required": ("sang",)},
    {"words": (DIALOGUE,)},
)


def filled(store: Store, texts: tuple[str, ...], privacy: str) -> list[str]:
    """Memories of one session that say these texts, one linked with the next; their ids."""
    ids: list[str] = []
    for text in texts:
        links = (Link("derived_from", ids[-1]),) if ids else ()
        tags = Tags(("sea",), ("alex",))
        draft = Draft(text, "alex", tags=tags, privacy=privacy, session="s", links=links)
        ids.append(record(store, draft, NOW).memory.id)
    return ids


@pytest.mark.parametrize("said", ASKED, ids=str)
def test_who_sees_everything_is_told_the_scores_of_fts5(store: Store, said: dict[str, Any]) -> None:
    """Over all texts the sum is the one that FTS5 has, for words, forms of them, what must be there
    and phrases."""
    filled(store, TOLD + HIDDEN, "team")
    query = Query(**said)
    with open_index(store, NOW) as here:
        _, wanted = wanted_of(query, TermCounts(here.database, seen_of(query)))
        match = match_of(query, wanted) or ""
        theirs, _ = best(here.database, match, None)
        ours = best_seen(here.database, match, wanted, EVERY, EVERY)
    assert dict(ours) == pytest.approx(dict(theirs))


@pytest.mark.parametrize("said", ASKED, ids=str)
def test_what_is_hidden_changes_no_answer(
    store: Store, tmp_path: Path, said: dict[str, Any]
) -> None:
    """A store answers a bounded reader as the same store would that never had what is hidden: hits,
    scores and what makes them, corrections, words that are missing, and whether there is more."""
    shown = filled(store, TOLD, "team")
    shutil.copytree(store.root, tmp_path / "other")
    other = open_store(str(tmp_path / "other"))
    hidden = filled(other, HIDDEN, "private")
    for one, far in zip(shown, hidden, strict=False):
        link = Link("derived_from", one)
        record(other, Draft("noon", "alex", links=(link, Link("derived_from", far))), NOW)
    query = Query(**said, min_privacy="team", within=TEAM)
    assert recall(store, query, NOW) == recall(other, query, NOW)


def test_a_draft_is_compared_only_with_what_is_seen(store: Store) -> None:
    """However many hidden memories share its words, the one that is seen and says the same is
    named, and no other."""
    (shown,) = filled(store, ("The ferry to Zanzibar leaves at noon",), "team")
    filled(store, ("The ferry to Zanzibar leaves at noon.",) * 60, "private")
    draft = Draft("The ferry to Zanzibar leaves at noon", "alex")
    known = sharing_words(store, draft, NOW, TEAM)
    assert [twin.memory.id for twin in repeated_by(store, draft, known, NOW)] == [shown]
