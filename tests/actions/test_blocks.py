"""Blocks: one for each name and persona, whole, and taken back by undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from memento_cli import MementoError, Store, block, blocks, delete_block, undo, write_block
from memento_cli.actions.facts.blocks import block_ref
from memento_cli.core.facts.blocks import Block
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.record_kinds import held
from memento_cli.errors import BadData, BadRef, BadValue, Conflict, NotFound, SecretFound
from memento_cli.store.toml.writer import rendered
from tests.store.helpers import DAY, NOW, new_store, put, reopened

TOKEN = "ghp_" + "Zk3qT9vW1xLr8BnYc5Mj7HdGf2PsQa4Eu6Ri"
LONG = "".join(f"{number}: whole, and never cut\n" for number in range(9000))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    return new_store(tmp_path / "s")


def act(store: Store, days: float = 0, **more: bool) -> Provenance:
    """Somebody acts so many days from now."""
    return Provenance(store.signed(NOW + days * DAY, "test"), **more)


def write(store: Store, name: str, content: str, days: float = 0, **more: str) -> Block:
    return write_block(store, name, content, act(store, days), **more)


def file_of(store: Store, one: Block) -> Path:
    """The file that a block has."""
    folder, id = held(block_ref(one)) or ("", "")
    return Path(store.held(folder).path(id))


@pytest.mark.parametrize("content", ["Likes tea", "  two\nlines\n", '"""\\', "日本語\r\n", LONG])
def test_a_block_is_read_as_it_was_written(store: Store, content: str) -> None:
    """The content is whole, to the last sign, also when the store is opened anew."""
    write(store, "user_model", content, persona="herta")
    again = reopened(store)[0]
    assert block(again, "user_model", "herta").content == content
    assert block(again, "user_model", "herta").persona == "ctx://person/herta"


def test_a_second_write_replaces_and_keeps_the_description(store: Store) -> None:
    """One block a name; an earlier description stays unless a new one is given, or an empty one."""
    write(store, "user_model", "x", description="what I know")
    after = write(store, "user_model", "y", 1)
    assert blocks(store) == [after]
    assert after == Block("user_model", "y", NOW + DAY, None, "what I know")
    assert write(store, "user_model", "y", 2, description="else").description == "else"
    assert write(store, "user_model", "y", 3, description="").description == ""


def test_the_same_again_changes_nothing(store: Store) -> None:
    """No file and no line is written for what stands there already."""
    first = write(store, "user_model", "x", description="d")
    lines = store.journal.lines().lines
    assert write(store, "user_model", "x", 1) == first
    assert store.journal.lines().lines == lines


def test_each_persona_has_its_own(store: Store) -> None:
    """The block of a persona, of another, and of nobody have one name and say three things."""
    for persona in (None, "herta", "ruan"):
        write_block(store, "user_model", f"of {persona}", act(store), persona=persona)
    assert [one.content for one in blocks(store)] == ["of None", "of herta", "of ruan"]
    assert [one.content for one in blocks(store, "ruan")] == ["of ruan"]
    assert block(store, "user_model").content == "of None"
    delete_block(store, "user_model", act(store), persona="herta")
    assert [one.content for one in blocks(store)] == ["of None", "of ruan"]


def test_all_are_told_by_name(store: Store) -> None:
    """Whatever order they were written in; one that cannot be read is named and hides no other."""
    for name in ("b", "a", "c d"):
        write(store, name, name)
    put(store, "broken", "[block]\n", "blocks")
    again, warnings = reopened(store)
    assert [one.name for one in blocks(again)] == ["a", "b", "c d"]
    assert len(warnings) == 1 and "missing block.name" in warnings[0]
    with pytest.raises(BadData):
        block(again, "broken")


def test_undo_brings_the_same_bytes_back(store: Store) -> None:
    """Of a block that was revised or deleted, a comment in its file too, which no undo deletes."""
    path = file_of(store, write(store, "user_model", "x\ny"))
    path.write_text("# mine\n" + path.read_text())
    first = path.read_bytes()
    write(store, "user_model", "z", 1)
    second = path.read_bytes()
    assert second.startswith(b"# mine\n")
    delete_block(store, "user_model", act(store, 2))
    assert not path.exists()
    undo(store, None, NOW)
    assert path.read_bytes() == second
    undo(store, None, NOW)
    assert block(store, "user_model").content == "x\ny" and path.read_bytes() == first
    with pytest.raises(Conflict, match="changed since"):  # a comment is somebody's, too
        undo(store, None, NOW)
    assert path.read_bytes() == first


def test_what_was_changed_since_is_not_undone(store: Store) -> None:
    """A hand has changed the content: the undo is a conflict, and the hand's words stay."""
    path = file_of(store, write(store, "user_model", "x"))
    write(store, "user_model", "y", 1)
    path.write_text(path.read_text().replace('"y"', '"mine"'))
    with pytest.raises(Conflict, match="changed since"):
        undo(store, None, NOW)
    assert block(store, "user_model").content == "mine"


@pytest.mark.parametrize(
    ("name", "content", "more", "error"),
    [
        ("", "x", {}, BadValue),
        ("a\nb", "x", {}, BadValue),
        ("a", "", {}, BadValue),
        ("a", " \n", {}, BadValue),
        ("a", "half \ud800", {}, BadData),
        ("a", "x" * (1 << 20), {}, BadData),
        ("a", "x", {"persona": ""}, BadRef),
        ("a", "x", {"persona": "../../x"}, BadRef),
        ("a", TOKEN, {}, SecretFound),
        ("a", "x", {"description": TOKEN}, SecretFound),
    ],
)
def test_what_cannot_be_kept_changes_nothing(
    store: Store, name: str, content: str, more: dict[str, str], error: type[MementoError]
) -> None:
    """A clear error, the block that was there, and no line."""
    before = write(store, "a", "as it was")
    lines = store.journal.lines().lines
    with pytest.raises(error):
        write(store, name, content, 1, **more)
    assert blocks(store) == [before] and store.journal.lines().lines == lines


def test_a_secret_may_be_allowed(store: Store) -> None:
    """Told so it is kept, and the undo of its deletion has it still."""
    write_block(store, "keys", TOKEN, act(store, allow_secret=True))
    delete_block(store, "keys", act(store))
    undo(store, None, NOW)
    assert block(store, "keys").content == TOKEN


def test_what_is_not_there_is_not_found(store: Store) -> None:
    """Neither read nor deleted; it is told who has one of that name."""
    write(store, "user_model", "x", persona="herta")
    for look in (
        lambda: block(store, "user_model"),
        lambda: delete_block(store, "user_model", act(store)),
    ):
        with pytest.raises(NotFound) as caught:
            look()
        assert caught.value.hint == "there is one with --of herta"


def test_another_block_in_the_file_is_a_conflict(store: Store) -> None:
    """A name that is spelt like another with its persona finds that file, and leaves it alone."""
    write(store, "b", "x", persona="a")
    with pytest.raises(Conflict, match="is the block 'b' of a"):
        write_block(store, "a b", "y", act(store))
    with pytest.raises(Conflict):
        delete_block(store, "a b", act(store))
    assert [one.content for one in blocks(store)] == ["x"]


def test_capitals_and_spaces_make_no_other_persona(store: Store) -> None:
    """Its blocks are read and written by either spelling; the first one stays."""
    write(store, "b", "x", persona="mei")
    write(store, "B", "y", 1, persona="Mei ")
    assert [(one.persona, one.content) for one in blocks(store, "ＭＥＩ")] == [
        ("ctx://person/mei", "y")
    ]
    assert block(store, "b", "MEI").content == "y"


def test_what_was_written_later_is_not_there_yet(store: Store) -> None:
    """Of a moment that somebody named; without one a clock that is wrong hides nothing."""
    write(store, "b", "x", 2)
    assert blocks(store, until=NOW) == [] and len(blocks(store)) == 1
    with pytest.raises(NotFound, match="was written later"):
        block(store, "b", until=NOW)
    assert block(store, "b", until=NOW + 2 * DAY) == block(store, "b")


def test_a_name_is_never_a_path(store: Store) -> None:
    """Whatever it is called, its file is in the folder of blocks."""
    for name in ("../../memento", "/etc/passwd", "con", ".", "a/b\\c", "-rf"):
        one = write(store, name, name)
        assert file_of(store, one).parent == Path(store.root, "blocks")
        assert block(store, name).name == name


def test_a_file_by_hand_is_a_block(store: Store) -> None:
    """Dropped in without an act, it is read, revised with its comment, and deleted."""
    table = {"name": "my_block", "content": "x", "updated": "2025-01-01"}
    path = put(store, "my_block", "# mine\n" + rendered({"block": table}), "blocks")
    assert block(store, "my_block").content == "x"
    write(store, "my_block", "y")
    assert path.read_text().startswith("# mine\n")
    assert delete_block(store, "my_block", act(store)).content == "y"
