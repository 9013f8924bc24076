"""Erased vectors are gone from the files; what others have stays, and places are used again."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli import Draft, Query, Store, recall, record
from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.redaction.erase import erase as erase_memory
from memento_cli.core.vectors.texts import text_key
from memento_cli.index.database.index import discard_orphans, rebuild_index
from memento_cli.index.database.place import ROWS, VECTORS, index_folder
from memento_cli.index.vectors.dropping import (
    KEPT_DAYS,
    drop_broken,
    drop_space,
    drop_unowned,
    erase,
    erase_vectors,
)
from memento_cli.index.vectors.listing import kept_rows, kept_texts
from memento_cli.index.vectors.spaces import Space
from memento_cli.index.vectors.vectors import VectorIndex, open_vectors
from tests.index.vectors.helpers import (
    DIMS,
    PROBE_ROW,
    SETTINGS,
    TEXTS,
    bytes_kept,
    count,
    kept,
    made_of,
    row_of,
)
from tests.store.helpers import reopened

NOW = datetime(2025, 6, 1, tzinfo=UTC)
NEW = ["new text"]


def test_erased_vectors_are_in_no_file(vectors: VectorIndex, space: Space) -> None:
    """Neither the row nor the key of an erased text is left in a byte of the files, nor questions;
    texts of others stay, and free places are taken first."""
    vectors.link([("id-2", text_key(TEXTS[3]))])  # which id-3 has, too
    vectors.add(space, made_of([("id-2", "its text before an edit")]))
    vectors.keep_question(space, text_key("who?"), row_of("who?"))
    erased = [TEXTS[2], "its text before an edit", "who?"]
    before = bytes_kept(vectors)
    assert all(row_of(text) in before and text_key(text) in before for text in erased)
    erase(vectors, ["id-2", "unknown"])
    after = bytes_kept(vectors)
    assert not any(row_of(text) in after or text_key(text) in after for text in erased)
    assert kept(vectors, space, TEXTS) == {*TEXTS} - {TEXTS[2]}
    rows = vectors.count_rows(space)
    vectors.add(space, made_of([("other", NEW[0])]))
    assert vectors.count_rows(space) == rows and count(vectors, "free") == 1


def test_what_was_erased_is_not_taken_in_again(vectors: VectorIndex, space: Space) -> None:
    """A fill that embedded a text before its memory was erased cannot bring it back."""
    erase(vectors, ["id-2"])
    vectors.add(space, made_of([("id-2", TEXTS[2]), ("other", NEW[0])]))
    vectors.link([("id-2", text_key(TEXTS[0]))])
    assert kept(vectors, space, [*TEXTS, *NEW]) == {*TEXTS, *NEW} - {TEXTS[2]}
    erase(vectors, ["id-0"])
    assert TEXTS[0] not in kept(vectors, space, [*TEXTS, *NEW])


def test_what_a_killed_writer_left_is_erased_too(vectors: VectorIndex, space: Space) -> None:
    """Rows that were written and never committed are zeroed or cut off, and strange files go."""
    erase(vectors, ["id-1"])
    rows, end = vectors.rows_of(space), len(TEXTS)
    rows.write({1: row_of("left in a free place"), end: row_of("left at the end")})
    stray = Path(vectors.folder, f"stray{ROWS}")
    stray.write_bytes(row_of("left by another"))
    erase(vectors, ["id-2"])
    assert row_of("left in a free place") not in bytes_kept(vectors)
    assert row_of("left at the end") not in bytes_kept(vectors)
    assert os.path.getsize(rows.path) == end * DIMS and not stray.exists()


def test_where_vectors_cannot_be_erased_all_are_dropped(
    store: Store, vectors: VectorIndex, space: Space
) -> None:
    """An erasure that fails in part would leave what it was to remove."""
    os.unlink(vectors.rows_of(space).path)
    os.mkdir(vectors.rows_of(space).path)
    vectors.database.close()
    erase_vectors(store.root, ["id-1"])
    assert not os.path.exists(os.path.join(vectors.folder, VECTORS))


def damaged(vectors: VectorIndex, space: Space) -> int:
    """The number of vectors whose rows are not what was written."""
    return len(kept_texts(vectors, space)) - len([*kept_rows(vectors, space)])


def furnished(store: Store, texts: list[str]) -> tuple[list[str], Space]:
    """Memories with these texts, each with a vector."""
    ids = [record(store, Draft(text, "alex"), NOW).memory.id for text in texts]
    with open_vectors(store.root, make=True) as vectors:
        assert vectors
        space = vectors.make_space(SETTINGS, PROBE_ROW, "model")
        vectors.add(space, made_of(zip(ids, texts, strict=True)))
    return ids, space


@pytest.mark.parametrize("learns", ["at once", "by a refresh", "by a rebuild"])
def test_an_erasure_reaches_the_vectors(
    store: Store, monkeypatch: pytest.MonkeyPatch, learns: str
) -> None:
    """Of the command itself, or, where that was killed or another clone did it, of the next that
    finds its entry in the journal."""
    texts = ["Lunch at Roma", "Lunch at home"]
    ids, space = furnished(store, texts)
    assert recall(store, Query(words=("lunch",)), NOW).total == 2
    if learns != "at once":
        module = "memento_cli.actions.redaction.erase"
        monkeypatch.setattr(f"{module}.erase_vectors", lambda *rest: [])
        monkeypatch.setattr(f"{module}.discard", lambda root: [])
    erase_memory(store, ids[:1], NOW)
    store, _ = reopened(store)
    if learns == "by a rebuild":
        rebuild_index(store, always=True).close()
    elif learns == "by a refresh":
        assert recall(store, Query(words=("lunch",)), NOW).total == 1
    with open_vectors(store.root) as vectors:
        assert vectors
        assert kept(vectors, space, texts) == {texts[1]}
        assert row_of(texts[0]) not in bytes_kept(vectors)
        assert vectors.erased(ids) == {ids[0]}


@pytest.mark.parametrize("learns", ["at once", "by a rebuild"])
def test_rows_without_a_database_are_erased_with_it(store: Store, learns: str) -> None:
    """Whoever deletes the database leaves rows of which nobody knows what they are of."""
    ids, _ = furnished(store, ["Lunch at Roma", "Lunch at home"])
    folder = Path(index_folder(store.root))
    (rows,) = folder.glob(f"*{ROWS}")
    data = rows.read_bytes()
    (folder / VECTORS).unlink()
    erase_memory(store, ids[:1], NOW)
    if learns == "by a rebuild":
        rows.write_bytes(data)
        rebuild_index(store, always=True).close()
    assert not rows.exists()


def test_a_rebuild_keeps_vectors(store: Store) -> None:
    """They may have cost money: only an erasure takes some away."""
    texts = ["Lunch at Roma"]
    _, space = furnished(store, texts)
    rebuild_index(store, always=True).close()
    with open_vectors(store.root) as vectors:
        assert vectors and kept(vectors, space, texts) == {*texts}


def test_vectors_of_a_store_that_is_gone_are_deleted(store: Store) -> None:
    """They say as much as its texts; those of a store that is there stay."""
    furnished(store, ["Lunch at Roma"])
    folder = Path(index_folder(store.root))
    discard_orphans()
    assert (folder / VECTORS).exists()
    os.unlink(os.path.join(store.root, "memento.toml"))
    discard_orphans()
    assert [path for path in folder.iterdir() if path.suffix in (".db", ROWS)] == []


def test_old_texts_are_dropped_after_thirty_days(vectors: VectorIndex, space: Space) -> None:
    """The text of before an edit is kept, so that an undo embeds nothing, and goes if nobody takes
    it back within 30 days; an archived memory keeps all of its own."""
    current = {text_key(text) for text in TEXTS[3:]}
    assert drop_unowned(vectors, current, ["id-2"], 100) == 0
    assert count(vectors, "vector", "unused = 100") == 2
    again = current | {text_key(TEXTS[0])}
    assert drop_unowned(vectors, again, ["id-2"], 100 + KEPT_DAYS - 1) == 0
    assert drop_unowned(vectors, again, ["id-2"], 100 + KEPT_DAYS) == 1
    assert kept(vectors, space, TEXTS) == {*TEXTS} - {TEXTS[1]}
    assert row_of(TEXTS[1]) not in bytes_kept(vectors)
    assert count(vectors, "vector", "unused IS NOT NULL") == 0
    assert count(vectors, "owner", "id = 'id-1'") == 0


def test_a_clock_that_was_ahead_keeps_old_texts_no_longer(
    vectors: VectorIndex, space: Space
) -> None:
    """What a fill of the year 2100 took note of is dropped 30 days after the clock is right."""
    current = {text_key(text) for text in TEXTS[1:]}
    assert drop_unowned(vectors, current, [], 47_500) == 0
    assert drop_unowned(vectors, current, [], 20_000) == 0
    assert drop_unowned(vectors, current, [], 20_000 + KEPT_DAYS - 1) == 0
    assert drop_unowned(vectors, current, [], 20_000 + KEPT_DAYS) == 1


def test_broken_rows_are_counted_dropped_and_filled_again(
    vectors: VectorIndex, space: Space
) -> None:
    """A row with other bytes than were written is no vector; a new one takes its place."""
    vectors.rows_of(space).write({5: row_of("nonsense")})
    assert damaged(vectors, space) == 1
    assert vectors.missing(space, [text_key(TEXTS[5])]) == [text_key(TEXTS[5])]
    assert vectors.cosines(space, row_of("nonsense")).texts_of([]) == {}
    vectors.add(space, made_of([("id-5", TEXTS[5])]))
    assert damaged(vectors, space) == 0
    vectors.rows_of(space).write({5: row_of("nonsense")})
    assert drop_broken(vectors, space) == 1 and damaged(vectors, space) == 0
    assert kept(vectors, space, TEXTS) == {*TEXTS} - {TEXTS[5]}


def test_doctor_counts_damaged_vectors_and_drops_them(store: Store) -> None:
    """A damaged row is something to mend; a text of before an edit is only worth knowing."""
    texts = ["Lunch at Roma", "Lunch at home"]
    ids, space = furnished(store, texts)
    assert doctor(store, NOW).findings == doctor(store, NOW).notes == ()
    with open_vectors(store.root) as vectors:
        assert vectors
        vectors.rows_of(space).write({0: row_of("nonsense")})
    edit(store, ids[1], {"memory.content.summary": "Lunch by the sea"}, NOW)
    (finding,), (told,) = doctor(store, NOW).findings, doctor(store, NOW).notes
    assert finding.problem == "1 of 2 vectors are damaged, and are not used" and finding.fixable
    assert told.problem == "1 of 2 vectors are of texts that no memory has any more"
    assert doctor(store, NOW, fix=True).left == doctor(store, NOW).findings == ()
    with open_vectors(store.root) as vectors:
        assert vectors and kept(vectors, space, texts) == {texts[1]}


def test_a_space_that_is_dropped_takes_its_file_along(vectors: VectorIndex, space: Space) -> None:
    """Whoever still has it open is told that it is gone."""
    other = vectors.make_space(b"others", row_of("other", 8), "other")
    vectors.add(other, made_of([("id-0", TEXTS[0])], 8))
    drop_space(vectors, space)
    assert not os.path.exists(vectors.rows_of(space).path)
    assert kept(vectors, other, TEXTS[:1]) == {TEXTS[0]}
    assert vectors.database.execute("SELECT DISTINCT id FROM owner").fetchall() == [("id-0",)]
