"""Rows that no memento has pushed, by a member who writes SQL by hand, and answers of a server that
means no good: what becomes of the clones of everybody else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.memory.edit import edit
from memento_cli.errors import Failed, Refused
from memento_cli.store.directory.store import Store
from tests.hub.meeting import TENANT, clone, files_of, lines_of, meet, pair
from tests.hub.tenants import CLONE, Database, note_clone
from tests.store.helpers import DAY, NOW, recorded, whole

SUMMARY = "memory.content.summary"
MARKED = b"<<<<<<< ours\n%s=======\n>>>>>>> theirs\n" % whole("a").encode()
SALTED = b"schema_version = 1\n[erasure]\nsalt = '0000000000000000000000000000000f'\n"
LINE = {"at": "2025-02-01T14:30:00Z", "act": "reinforced", "by": "m", "via": "cli"}


def overwrite(hub: Database, path: str, content: bytes | None, vector: str | None = None) -> None:
    """Put a file in the place of whatever the tenant has; without a vector as one who has seen all
    changes of it."""
    with hub.connected() as connection:
        note_clone(connection, TENANT)
        connection.execute(
            "select memento.put_files(%s, %s, array[path], array[hash], array[%s::bytea],"
            " array[coalesce(%s, (coalesce(vector, '{}')::jsonb || '{\"0123abcd\": 1}')::text)],"
            " true)"
            " from (select %s as path) as asked"
            " left join memento.pull_files(%s, %s, null, null) using (path)",
            (TENANT, CLONE, content, vector, path, TENANT, CLONE),
        )


def put_raw(hub: Database, log: str, *lines: tuple[str, bytes]) -> None:
    """Add lines, each with the id under which the hub keeps it."""
    with hub.connected() as connection:
        note_clone(connection, TENANT)
        connection.execute(
            "select memento.put_lines(%s, %s, %s, %s, %s::bytea[], %s::bytea[])",
            (TENANT, CLONE, [id for id, _ in lines], [log] * len(lines),
             [raw for _, raw in lines], [None] * len(lines)),
        )  # fmt: skip


def goes_on(hub: Database, tmp_path: Path, one: Store, two: Store, id: str) -> None:
    """Whatever was pushed, what honest clones do reaches all of them, and they end alike."""
    fresh = recorded(Store(one.root), "new").id
    for store in (two, one, two):
        meet(Store(store.root), hub)
    assert Store(two.root).has_memory(fresh)
    edit(Store(two.root), id, {SUMMARY: "edited since"}, NOW + DAY)
    for store in (two, one, two):
        meet(Store(store.root), hub)
    assert Store(one.root).memories.read(id).value.content.summary == "edited since"
    three = clone(hub, tmp_path / "three")
    assert files_of(one) == files_of(two) == files_of(three)
    assert lines_of(one) == lines_of(two) == lines_of(three)


@pytest.mark.parametrize(
    ("folder", "content", "has_seen_all"),
    [
        ("memories", b"\0\xff", True),
        ("memories", whole("another").encode(), False),
        ("memories", MARKED, True),
        ("archive", b"x = [", False),
    ],
)
def test_what_can_be_read_gives_way_to_nothing_that_cannot(
    new_hub: Database, tmp_path: Path, folder: str, content: bytes, has_seen_all: bool
) -> None:
    """A clone keeps its own file, says so, and pushes it over what no memento would have pushed."""
    one, two = pair(new_hub, tmp_path)
    id = recorded(one, "honest").id
    meet(one, new_hub)
    meet(two, new_hub)
    overwrite(new_hub, f"{folder}/{id}.toml", content, None if has_seen_all else '{"0123abcd": 5}')
    warnings = list[str]()
    meet(Store(two.root, warnings.append), new_hub)
    assert f"{folder}/{id}.toml of the hub" in "".join(warnings)
    assert Store(two.root).memories.read(id).value.content.summary == "honest"
    goes_on(new_hub, tmp_path, one, two, id)
    assert not doctor(Store(one.root), NOW + 2 * DAY).findings


@pytest.mark.parametrize(
    ("content", "has_seen_all"), [(b"\xff[[", False), (None, True), (SALTED, True)]
)
def test_a_store_keeps_its_settings_and_its_salt(
    new_hub: Database, tmp_path: Path, content: bytes | None, has_seen_all: bool
) -> None:
    """Settings that are none, were removed, or have another salt, by which nothing that was erased
    would be known again, stop no clone, and are overwritten by the first that comes."""
    one, two = pair(new_hub, tmp_path)
    id, salt = recorded(one, "honest").id, one.settings["erasure.salt"]
    for store in (one, two):
        meet(store, new_hub)
    overwrite(new_hub, "memento.toml", content, None if has_seen_all else '{"0123abcd": 5}')
    warnings = list[str]()
    meet(Store(two.root, warnings.append), new_hub)
    assert "memento.toml of the hub" in "".join(warnings)
    goes_on(new_hub, tmp_path, one, two, id)
    assert Store(one.root).settings["erasure.salt"] == salt


@pytest.mark.parametrize("has_seen_all", [True, False])
def test_a_newer_format_leaves_a_store_as_it_is(
    new_hub: Database, tmp_path: Path, has_seen_all: bool
) -> None:
    """The sync is refused, and the clone works on as before: nothing of the settings is taken."""
    one, two = pair(new_hub, tmp_path)
    raw = b"schema_version = 99\n"
    overwrite(new_hub, "memento.toml", raw, None if has_seen_all else '{"0123abcd": 5}')
    for store in (one, two):
        with pytest.raises(Refused, match="is of format 99"):
            meet(store, new_hub)
        assert recorded(Store(store.root), "still").id


def test_lines_that_cannot_be_read_pass_for_nobodys(new_hub: Database, tmp_path: Path) -> None:
    """Lines under another id than they say, or that are none, are passed over, and do not make a
    clone believe that it was restored from a copy."""
    one, two = pair(new_hub, tmp_path)
    id = recorded(one, "honest").id
    for store in (one, two):
        meet(store, new_hub)
    clone_id = two.writer()[1]
    good = json.dumps({"id": "x1", "memory": id, **LINE}).encode()
    bad = {"b1": b"\x1b[31m\xff", "b2": good, "b3": good + b"\n" + good, "b4": b"[]", "b5": b""}
    put_raw(new_hub, f"journal/2025-02/m-{clone_id}.jsonl", *bad.items())
    warnings = list[str]()
    meet(Store(two.root, warnings.append), new_hub)
    assert warnings == ["5 lines of the hub cannot be read; passed over"]
    assert Store(two.root).writer()[1] == clone_id
    goes_on(new_hub, tmp_path, one, two, id)


ANSWERS = {
    "pull_files": [
        "null, null, null, '{}'",
        "'memories/a.toml', 'x', 'y', '{}'",
        "'memories/a.toml', sha256('x'), 'y'::bytea, '{}'",
        "'memories/a.toml', null, 'y'::bytea, '{}'",
        "'memories/a.toml', sha256('y'), null, '{}'",
        "'memories/a.toml', sha256('y'), 'y'::bytea, '[1]'",
        "'memories/a.toml', sha256('y'), 'y'::bytea, null",
        "'memories/a.toml', sha256('y'), 'y'::bytea, '{\"a\": \"b\"}'",
        "'memories/a.toml', sha256('y'), 'y'::bytea",
        "'memories/a.toml', sha256(data), data, '{}'",
    ],
    "pull_lines": ["null, null, null, null", "'a', 'b', null, 'x'", "1, 2", "'a', 'b', data, 3"],
    "hello": ["null, 'x', '1:1:', 0, null, null", "4, null, '1:1:', 0, null, null", "4", "'4'"],
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_server_that_is_no_hub_writes_nothing(
    new_hub: Database, tmp_path: Path, name: str
) -> None:
    """Values of other types, a hash of something else, a file that is too large: one error, before
    anything is written."""
    one, _ = pair(new_hub, tmp_path)
    recorded(one, "honest")
    before = files_of(one), lines_of(one)
    arguments = "text, text, text, integer" if name.startswith("pull") else "text, text"
    with new_hub.connected() as connection:
        large = "create table public.large as select repeat('y', 2000000)::bytea as data"
        connection.execute(large.encode())
    for row in ANSWERS[name]:
        with new_hub.connected() as connection:
            for text in (
                f"drop function memento.{name}",
                "drop table if exists public.answer",
                "create table public.answer as select answer.* from large,"
                f" lateral (values ({row})) as answer",
                f"create function memento.{name}({arguments}) returns setof public.answer"
                " language sql as 'table public.answer'",
            ):
                connection.execute(text.encode())
        with pytest.raises(Failed, match="does not answer as a hub does"):
            meet(one, new_hub)
        assert (files_of(one), lines_of(one)) == before, row
