"""Clones of one store meet at a hub: what each did reaches the others, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.facts.blocks import write_block
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.reinforce import note_use, reinforce
from memento_cli.actions.redaction.erase import erase
from memento_cli.core.journal.provenance import Provenance
from memento_cli.errors import Busy, Conflict, Refused
from memento_cli.hub.administration import erase_tenant
from memento_cli.hub.items import Rows
from memento_cli.hub.joining import cloned
from memento_cli.hub.lines import HubLine
from memento_cli.hub.notes import opened
from memento_cli.hub.remote import Full, Outdated, Remote
from memento_cli.hub.sync import preview
from memento_cli.hub.unasked import hubs_of
from memento_cli.store.directory.store import Store
from tests.conftest import Ran
from tests.hub.meeting import (
    TENANT,
    clone,
    files_of,
    let_in,
    lines_of,
    meet,
    pair,
    reached,
    synced,
)
from tests.hub.proxies import proxy
from tests.hub.servers import Server
from tests.hub.tenants import Database, note_clone
from tests.store.helpers import DAY, NOW, new_store, put, recorded, whole

SUMMARY = "memory.content.summary"
NO_ROWS = Rows({}, {})
SYNC = b"S\0\0\0\4"
"""The message by which a client waits for the answers to all that it has asked."""
LOG = "journal/2025-02/ann-0a0a0a0a.jsonl"


def settled(new_hub: Database, *stores: Store) -> None:
    """All meet until nothing is new."""
    for _ in range(2):
        for store in stores:
            meet(store, new_hub, NOW + 30 * DAY)


def alike(*stores: Store) -> bool:
    """Whether all clones have the same files and the same lines."""
    states = [(files_of(store), lines_of(store)) for store in stores]
    return all(state == states[0] for state in states)


def words_on(new_hub: Database) -> bytes:
    """All that a hub has, in any of its tables."""
    columns = (("line", "head"), ("line", "words"), ("file", "content"), ("version", "content"))
    with new_hub.connected() as connection:
        rows = [
            row
            for table, column in columns
            for row in connection.execute(
                f"select {column} from memento.{table} where {column} is not null",  # type: ignore[arg-type]
                binary=True,
            )
        ]
    return b"\n".join(value for (value,) in rows)


def test_what_is_done_in_one_clone_is_done_in_the_other(new_hub: Database, tmp_path: Path) -> None:
    """Records, edits, uses, what is forgotten and blocks come across, each with its lines."""
    one, two = pair(new_hub, tmp_path)
    kept, gone = recorded(one, "The budget slips").id, recorded(one, "Lunch with Ana").id
    settled(new_hub, one, two)
    edit(Store(two.root), kept, {SUMMARY: "The budget slips by a week"}, NOW + DAY)
    reinforce(Store(one.root), kept, NOW + 2 * DAY)
    forget(Store(two.root), [gone], NOW + DAY)
    signed = Provenance(two.signed(NOW, "cli", ""))
    write_block(Store(two.root), "persona", "Be brief.", signed)
    settled(new_hub, one, two)
    assert alike(one, two)
    assert one.memories.read(kept).value.content.summary == "The budget slips by a week"
    assert gone in one.archive and gone not in one.memories
    assert "Be brief." in files_of(one)["blocks/persona.toml"].decode()
    assert not doctor(Store(one.root), NOW + 40 * DAY).findings


def test_what_both_changed_is_merged_by_keys(new_hub: Database, tmp_path: Path) -> None:
    """Different keys are both kept; of one key that both changed the later edit, while the journal
    keeps the other words; who merges is told which key it was."""
    one, two = pair(new_hub, tmp_path)
    told = list[str]()
    two = Store(two.root, told.append)
    id = recorded(one, "first").id
    settled(new_hub, one, two)
    edit(Store(one.root), id, {SUMMARY: "said in one"}, NOW + DAY)
    edit(Store(two.root), id, {SUMMARY: "said in two", "memory.pinned": True}, NOW + 2 * DAY)
    settled(new_hub, one, two)
    assert alike(one, two)
    memory = one.memories.read(id).value
    assert memory.content.summary == "said in two" and memory.pinned
    assert b"said in one" in b"\n".join(lines_of(two))
    hint = f"the later edit holds, and `memento log {id} --changes` has both"
    assert told == [f"{id}: both had changed content.summary; {hint}"]


def test_an_edit_meets_a_removal_and_stays(new_hub: Database, tmp_path: Path) -> None:
    """A memory that one archived while the other edited it has the edit, in the archive."""
    one, two = pair(new_hub, tmp_path)
    id = recorded(one, "first").id
    settled(new_hub, one, two)
    edit(Store(one.root), id, {SUMMARY: "edited"}, NOW + DAY)
    forget(Store(two.root), [id], NOW + 2 * DAY)
    settled(new_hub, two, one)
    assert alike(one, two)
    assert one.archive.read(id).value.content.summary == "edited"


def test_two_memories_of_one_id_are_parted(new_hub: Database, tmp_path: Path) -> None:
    """Each keeps its words and its own acts; the older keeps the id."""
    one, two = pair(new_hub, tmp_path, ids__unique=False)
    for store in (one, two):
        text = Path(store.settings_file).read_text()
        Path(store.settings_file).write_text(text.replace("unique = true", "unique = false"))
    settled(new_hub, one, two)
    first = recorded(Store(one.root), "Tea with Ann", created=NOW)
    second = recorded(Store(two.root), "Tea with Bob", created=NOW + timedelta(hours=1))
    assert first.id == second.id
    note_use(Store(two.root), [second.id], NOW + DAY)
    settled(new_hub, one, two)
    assert alike(one, two)
    summaries = {one.memories.read(id).value.content.summary: id for id in one.memories.ids()}
    assert summaries.keys() == {"Tea with Ann", "Tea with Bob"}
    assert summaries["Tea with Ann"] == first.id
    assert not doctor(Store(two.root), NOW + 40 * DAY).findings


def test_erased_words_are_nowhere(new_hub: Database, tmp_path: Path) -> None:
    """Not on the new_hub, in no clone, and not in what a clone pushes that had not heard of it."""
    one, two = pair(new_hub, tmp_path)
    three = clone(new_hub, tmp_path / "three")
    id = recorded(one, "the words of nobody").id
    settled(new_hub, one, two, three)
    edit(Store(one.root), id, {SUMMARY: "other words of nobody"}, NOW + DAY)
    settled(new_hub, one, two)
    edit(Store(three.root), id, {"memory.content.detail": "more words of nobody"}, NOW + DAY)
    erase(Store(two.root), [id], NOW + 2 * DAY)
    meet(two, new_hub)
    assert b"words of nobody" not in words_on(new_hub)
    settled(new_hub, three, one, two)
    assert b"words of nobody" not in words_on(new_hub)
    for store in (one, two, three):
        everything = [p.read_bytes() for p in Path(store.root).rglob("*") if p.is_file()]
        assert b"words of nobody" not in b"\n".join(everything)
    assert alike(one, two, three)


def test_a_file_that_is_no_memory_stays_where_it_is(new_hub: Database, tmp_path: Path) -> None:
    """Conflict markers and torn files do not travel, and what else there is does."""
    one, two = pair(new_hub, tmp_path)
    id = recorded(one, "whole").id
    broken = Path(one.memories.path("broken"))
    broken.write_text("<<<<<<< ours\n[memory]\n=======\n>>>>>>> theirs\n")
    done = meet(one, new_hub)
    assert [text.partition(":")[0] for text in done.held] == ["memories/broken.toml"]
    meet(two, new_hub)
    assert two.memories.ids() == [id]


def test_a_file_that_is_too_large_stays_where_it_is(new_hub: Database, tmp_path: Path) -> None:
    """A memory of just 1 MiB travels; a larger one is told of, once and by its path."""
    one, two = pair(new_hub, tmp_path)
    least = whole("full", **{'"one"': '"one"\ndetail = ""'})
    for id, size in (("full", 1 << 20), ("over", (1 << 20) + 1)):
        detail = f'detail = "{"x" * (size - len(least))}"'
        put(one, id, least.replace('"full"', f'"{id}"').replace('detail = ""', detail))
    warnings = list[str]()
    meet(Store(one.root, warnings.append), new_hub)
    assert len(warnings) == 1 and warnings[0].count("over.toml") == 1
    meet(two, new_hub)
    assert two.memories.ids() == ["full"]
    assert files_of(two)["memories/full.toml"] == files_of(one)["memories/full.toml"]


def test_a_name_that_no_clone_could_use_is_told_of(new_hub: Database, tmp_path: Path) -> None:
    """One that can be no id, and the second of two that are one id but for their Unicode form:
    both stay here, with a warning, and every sync comes to its end."""
    one, two = pair(new_hub, tmp_path)
    put(one, "caf\u00e9", whole("caf\u00e9"))
    folder = Path(one.memories.folder)
    (folder / "cafe\u0301.toml").write_text(whole("caf\u00e9", **{'"one"': '"the other"'}))
    (folder / "\N{PARTY POPPER}.toml").write_text(whole("party"))
    warnings = list[str]()
    for _ in range(2):
        warnings.clear()
        assert meet(Store(one.root, warnings.append), new_hub).rounds == 1
    told = "\n".join(warnings)
    assert len(warnings) == 2 and "\N{PARTY POPPER}.toml" in told and "cafe\u0301.toml" in told
    meet(two, new_hub)
    assert two.memories.ids() == ["caf\u00e9"]


def test_a_secret_is_not_pushed(new_hub: Database, tmp_path: Path) -> None:
    """As little as git commits it; what others did is pulled all the same."""
    one, two = pair(new_hub, tmp_path)
    recorded(two, "from the other")
    meet(two, new_hub)
    id = recorded(one, "harmless").id
    path = Path(one.memories.path(id))
    path.write_text(path.read_text().replace("harmless", "AKIAIOSFODNN7EXAMPL" + "Q"))
    with pytest.raises(Refused, match=r"nothing was pushed: memories/.*AWS"):
        meet(one, new_hub)
    assert len(one.memories.ids()) == 2
    assert b"AKIA" not in words_on(new_hub)


def test_what_is_too_private_is_not_pushed(new_hub: Database, tmp_path: Path) -> None:
    """With `git.privacy`, which is for whatever leaves the store."""
    one, _ = pair(new_hub, tmp_path, git__privacy="team")
    recorded(one, "a secret wish")
    with pytest.raises(Refused, match="is private; only what is team is shared"):
        meet(one, new_hub)


def test_a_full_tenant_takes_an_erasure(new_hub: Database, tmp_path: Path) -> None:
    """Words that are to go go out of a tenant that has all it may have, with the write that was too
    much; the next one is still too much."""
    one, two = pair(new_hub, tmp_path)
    id = recorded(one, "what Bob has").id
    meet(one, new_hub)
    with new_hub.connected() as connection:
        connection.execute("update memento.tenant set line_limit = 1, byte_limit = 1")
    recorded(one, "one too many")
    with pytest.raises(Full):
        meet(one, new_hub)
    erase(Store(one.root), [id], NOW + DAY)
    meet(one, new_hub)
    assert b"what Bob has" not in words_on(new_hub)
    recorded(one, "two too many")
    with pytest.raises(Full):
        meet(one, new_hub)
    meet(two, new_hub)
    assert len(two.memories.ids()) == 1


def test_a_hub_that_is_compared_anew_stays_known(new_hub: Database, tmp_path: Path) -> None:
    """A sync that is broken off after it has found the hub restored has not forgotten its name."""
    one, _ = pair(new_hub, tmp_path)
    (_, clone_id), known = one.writer(), hubs_of(one)
    with opened(one.root, new_hub.name, TENANT, clone_id) as notes:
        notes.forget()
        assert not notes.meeting().epoch
    assert hubs_of(one) == known == [(new_hub.name, TENANT)]


def test_a_clone_that_was_broken_off_goes_on(
    new_hub: Database, tmp_path: Path, run: Callable[..., Ran]
) -> None:
    """The same command again brings the rest, and refuses the folder once all is there."""
    let_in(new_hub)
    one = new_store(tmp_path / "one")
    first, second = recorded(one, "first"), recorded(one, "second")
    meet(one, new_hub)
    url, place = new_hub.url(), str(tmp_path / "two")
    with reached(new_hub) as connection:
        begun = cloned(place, url, TENANT, connection, lambda text: None)
    shutil.copy(one.memories.path(first.id), begun.memories.path(first.id))
    words = ("store", "hub", "clone", url, place, "--tenant", TENANT)
    other = run(*words[:-1], "another")
    assert (other.code, "not empty" in other.stderr) == (Conflict.code, True)
    assert run(*words).code == 0
    assert set(Store(place).memories.ids()) == {first.id, second.id}
    assert run(*words).code == Conflict.code


def test_another_store_is_refused(new_hub: Database, tmp_path: Path) -> None:
    """Two stores that never were one could not recognise what the other erased."""
    pair(new_hub, tmp_path)
    with pytest.raises(Conflict, match="the tenant has another store"):
        meet(new_store(tmp_path / "other"), new_hub)


def test_another_store_is_refused_by_a_tenant_that_was_made_anew(
    new_hub: Database, tmp_path: Path
) -> None:
    """A clone of the erased tenant neither brings back what was erased there, nor takes the new
    store in; of a tenant that is empty again it may be the first."""
    one, two = pair(new_hub, tmp_path)
    recorded(one, "Of the former team")
    meet(one, new_hub)
    for first in (two, new_store(tmp_path / "other")):
        with new_hub.connected() as connection:
            erase_tenant(connection, TENANT)
        let_in(new_hub)
        meet(first, new_hub)
    before = files_of(two), words_on(new_hub)
    with pytest.raises(Conflict, match="the tenant has another store"):
        meet(two, new_hub)
    assert (files_of(two), words_on(new_hub)) == before


def test_a_preview_writes_nothing(new_hub: Database, tmp_path: Path) -> None:
    """It counts what a sync then does."""
    one, two = pair(new_hub, tmp_path)
    recorded(one, "to come")
    meet(one, new_hub)
    recorded(two, "to go")
    before = files_of(two), lines_of(two), words_on(new_hub)
    with reached(new_hub) as connection:
        plan = preview(Store(two.root), new_hub.name, TENANT, connection)
    assert (files_of(two), lines_of(two), words_on(new_hub)) == before
    assert plan == meet(two, new_hub)
    assert plan[:4] == (1, 1, 1, 1)


def test_nothing_new_is_nothing_done(new_hub: Database, tmp_path: Path) -> None:
    """A second sync pulls and pushes nothing, and is not even noted on the new_hub."""
    one, two = pair(new_hub, tmp_path)
    recorded(one, "one")
    settled(new_hub, one, two)
    with new_hub.connected() as connection:
        tokens = connection.execute("select clone, token from memento.clone").fetchall()
    assert not any(meet(one, new_hub)[:5]) and not any(meet(two, new_hub)[:5])
    with new_hub.connected() as connection:
        assert tokens == connection.execute("select clone, token from memento.clone").fetchall()


def test_a_pull_and_a_push_are_a_round_trip_each(new_hub: Database, tmp_path: Path) -> None:
    """However much there is to ask, it is asked at once, so that a hub may be far away."""
    one, _ = pair(new_hub, tmp_path)
    trips = list[bytes]()

    def counted(piece: bytes) -> None:
        trips.extend(piece.count(SYNC) * [piece])

    with proxy(new_hub.server) as way:
        way.asked = counted
        recorded(Store(one.root), "the first of a log")
        synced(one, way.url(new_hub.name))
        trips.clear()
        synced(one, way.url(new_hub.name))
        assert len(trips) == 1
        recorded(Store(one.root), "a note")
        trips.clear()
        synced(one, way.url(new_hub.name))
        assert len(trips) == 2


def test_lost_notes_lose_nothing(new_hub: Database, tmp_path: Path) -> None:
    """A clone that knows nothing any more of what was pushed compares, and takes what is newer."""
    one, two = pair(new_hub, tmp_path)
    id = recorded(one, "one").id
    settled(new_hub, one, two)
    edit(Store(one.root), id, {SUMMARY: "newer"}, NOW + DAY)
    meet(one, new_hub)
    os.unlink(os.path.join(two.root, ".memento", "hub.db"))
    settled(new_hub, two, one)
    assert alike(one, two)
    assert two.memories.read(id).value.content.summary == "newer"


def test_a_clone_restored_from_a_copy_writes_logs_of_its_own(
    new_hub: Database, tmp_path: Path
) -> None:
    """Its lines since the copy are on the hub; it takes them in, and goes on under another id."""
    one, two = pair(new_hub, tmp_path)
    recorded(one, "before the copy")
    settled(new_hub, one, two)
    kept = {
        path: path.read_bytes()
        for path in Path(one.root).rglob("*")
        if path.is_file() and path.name not in ("lock", "sync")
    }
    recorded(Store(one.root), "after the copy")
    settled(new_hub, one, two)
    clone_id = one.writer()[1]
    for path in [path for path in Path(one.root).rglob("*") if path.is_file()]:
        if path in kept:
            path.write_bytes(kept[path])  # in place, as a disk is set back
        elif path.name not in ("lock", "sync"):
            path.unlink()
    recorded(Store(one.root), "since the copy was put back")
    settled(new_hub, one, two)
    assert alike(one, two)
    assert Store(one.root).writer()[1] != clone_id
    assert len(two.memories.ids()) == 3


def test_a_hub_set_back_gets_everything_again(new_hub: Database, tmp_path: Path) -> None:
    """Rows and tokens are those of yesterday, nothing else tells: the clones push what is lost, and
    no newer version gives way to an older."""
    one, two = pair(new_hub, tmp_path)
    id = recorded(one, "yesterday").id
    settled(new_hub, one, two)
    tables = ("clone", "line", "file", "version")
    with new_hub.connected() as connection:
        for table in tables:
            connection.execute(f"create table public.{table} as table memento.{table}")
    edit(Store(one.root), id, {SUMMARY: "today"}, NOW + DAY)
    recorded(Store(two.root), "new today")
    settled(new_hub, one, two)
    with new_hub.connected() as connection:
        for table in tables:
            connection.execute(f"delete from memento.{table}")
            connection.execute(f"insert into memento.{table} select * from public.{table}")
    settled(new_hub, two, one)
    assert alike(one, two)
    assert one.memories.read(id).value.content.summary == "today"
    assert b"new today" in words_on(new_hub) and b'"today"' in words_on(new_hub)


def test_an_answer_lost_after_the_commit_does_no_harm(new_hub: Database, tmp_path: Path) -> None:
    """The clone does not know that its push arrived, and pushes again: nothing is there twice."""
    one, two = pair(new_hub, tmp_path)
    notes = Path(one.root, ".memento", "hub.db")
    before = notes.read_bytes()
    id = recorded(Store(one.root), "sent once").id
    meet(one, new_hub)
    notes.write_bytes(before)
    edit(Store(one.root), id, {SUMMARY: "changed since"}, NOW + DAY)
    settled(new_hub, one, two)
    assert alike(one, two)
    assert two.memories.read(id).value.content.summary == "changed since"


def test_no_row_is_passed_by(new_hub: Database) -> None:
    """Eight writers commit in any order while a reader asks again and again what is new: it gets
    each row once. A sequence as cursor loses those that commit late."""
    let_in(new_hub)
    writers, rows = 8, 40

    def write(number: int) -> None:
        with reached(new_hub) as connection:
            remote, token = Remote(connection, TENANT, f"{number:08x}"), ""
            for nth in range(rows):
                greeting = remote.pull("", "", "").greeting._replace(token=token)
                token = str(uuid4())
                line = HubLine(f"w{number}-{nth:04}", LOG, b"{}", None)
                remote.push(greeting, "ann", token, [line], [], NO_ROWS, keep=True)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(1, writers + 1)]
    seen = list[str]()
    with reached(new_hub) as connection:
        reader, token = Remote(connection, TENANT, "0f0f0f0f"), str(uuid4())
        first = reader.pull("", "", "").greeting
        reader.push(first, "eve", token, [], [], NO_ROWS, keep=True)
        snapshot, is_last = first.snapshot, False
        for thread in threads:
            thread.start()
        while not is_last:
            is_last = not any(thread.is_alive() for thread in threads)
            pulled = reader.pull(first.epoch, token, snapshot)
            snapshot = pulled.greeting.snapshot
            seen += [line.id for line in pulled.lines]
    assert len(seen) == len(set(seen)) == writers * rows


def test_a_long_transaction_holds_nobody_up(new_hub: Database, tmp_path: Path) -> None:
    """What commits after it began is pulled at once and only once; what it wrote, when it ends."""
    one, two = pair(new_hub, tmp_path)
    with new_hub.connected() as other:
        other.execute("create table public.unrelated ()")  # a transaction with an id, not ended
        recorded(one, "meanwhile")
        assert meet(one, new_hub).files_out == 1
        assert meet(two, new_hub).files_in == 1
        assert not any(meet(two, new_hub)[:5])
        other.rollback()
    assert not any(meet(two, new_hub)[:5])


def test_who_does_not_know_of_an_erasure_pulls_first(new_hub: Database) -> None:
    """A push that was settled before an erasure is refused whole, whatever is in it."""
    let_in(new_hub)
    with reached(new_hub) as connection:
        late = Remote(connection, TENANT, "0a0a0a0a")
        greeting = late.pull("", "", "").greeting
        erased = HubLine("e1", "journal/erased/bob-0b0b0b0b.jsonl", b"{}", None)
        Remote(connection, TENANT, "0b0b0b0b").push(
            greeting, "bob", str(uuid4()), [erased], [], NO_ROWS, keep=True
        )
        words = HubLine("l1", LOG, b'{"id": "l1", ', b'"text": {"reason": "x"}}')
        with pytest.raises(Outdated):
            late.push(greeting, "ann", str(uuid4()), [words], [], NO_ROWS, keep=True)
        assert b"reason" not in words_on(new_hub)


def test_a_line_is_changed_by_an_erasure_alone(new_hub: Database, tmp_path: Path) -> None:
    """A known id with other words changes nothing on the new_hub, and its clone is told."""
    one, two = pair(new_hub, tmp_path)
    edit(one, recorded(one, "one").id, {SUMMARY: "as it was"}, NOW)
    settled(new_hub, one, two)
    path = Path(one.journal.files()[0])
    path.write_text(path.read_text().replace("as it was", "as it never was"))
    warnings = list[str]()
    meet(Store(one.root, warnings.append), new_hub)
    assert "1 line of the logs says something else here" in "\n".join(warnings)
    assert b"never was" not in words_on(new_hub)


@pytest.mark.parametrize("path", ["../x.toml", "memories/../../x.toml", "nowhere/a.toml", "a.toml"])
def test_no_path_leads_out_of_a_store(new_hub: Database, tmp_path: Path, path: str) -> None:
    """What no clone can have written, and a hub may have all the same, is passed over."""
    one, _ = pair(new_hub, tmp_path)
    with new_hub.connected() as connection:
        names = connection.execute(
            "select conname from pg_constraint where conrelid = 'memento.file'::regclass"
            " and contype = 'c'"
        ).fetchall()
        for (name,) in names:
            connection.execute(f"alter table memento.file drop constraint {name}")
        connection.execute(
            "insert into memento.file values (%s, %s, sha256('x'), 'x', '{}', 'ffffffff')",
            (TENANT, path),
        )
    warnings = list[str]()
    meet(Store(one.root, warnings.append), new_hub)
    assert any("not a path of a store" in text for text in warnings)
    names = {name for _, _, files in os.walk(tmp_path) for name in files}
    assert not names & {"x.toml", "a.toml"}


def test_a_large_file_is_refused_by_the_hub_itself(new_hub: Database) -> None:
    """A member who does not use memento can put no more into a file than memento reads."""
    let_in(new_hub)
    with reached(new_hub) as connection:
        note_clone(connection, TENANT, "0a0a0a0a")
        with pytest.raises(psycopg.errors.CheckViolation):
            connection.execute(
                "select memento.put_files(%s, '0a0a0a0a', array['memories/a.toml'],"
                " array[null]::bytea[], array[%s]::bytea[], array['{}'], true)",
                (TENANT, b"x" * (1 << 21)),
            )


def test_a_busy_hub_is_told_of(new_hub: Database, tmp_path: Path) -> None:
    """While another sync of the same clone runs, a second waits, and then says so."""
    one, _ = pair(new_hub, tmp_path, lock__timeout_seconds=0.2)
    from memento_cli.store.files.lock import Lock

    with Lock(os.path.join(one.root, ".memento", "sync"), 1).held():
        result = list[str]()

        def attempt() -> None:
            try:
                meet(one, new_hub)
            except Busy as problem:
                result.append(problem.message)

        thread = threading.Thread(target=attempt)
        thread.start()
        thread.join()
    assert result and "is locked" in result[0]


def test_a_copied_folder_is_a_clone_of_its_own(new_hub: Database, tmp_path: Path) -> None:
    """With the notes in it, which are not believed there."""
    one, two = pair(new_hub, tmp_path)
    recorded(one, "before")
    settled(new_hub, one, two)
    shutil.copytree(one.root, tmp_path / "copy")
    copy = Store(str(tmp_path / "copy"))
    recorded(copy, "in the copy")
    recorded(Store(one.root), "in the first")
    settled(new_hub, copy, one, two)
    assert alike(one, two, copy)
    assert len(two.memories.ids()) == 3


def test_a_strength_is_right_whoever_had_been_heard(server: Server, tmp_path: Path) -> None:
    """A file shows what its writer knew: here the first use of the third clone, not its second, and
    none of the second clone. `doctor` does not take that for numbers that nobody can have
    written."""
    one_hub, other_hub = (Database(server, server.database()) for _ in range(2))
    one, two = pair(one_hub, tmp_path)
    three = clone(one_hub, tmp_path / "three")
    let_in(other_hub)
    id = recorded(one, "one").id
    settled(one_hub, one, two, three)
    reinforce(Store(two.root), id, NOW + 20 * DAY)
    reinforce(Store(three.root), id, NOW + 40 * DAY)
    settled(other_hub, three, one)
    reinforce(Store(three.root), id, NOW + 50 * DAY)
    reinforce(Store(one.root), id, NOW + 60 * DAY)
    settled(one_hub, one, two, three, one)
    assert alike(one, two, three)
    assert not doctor(Store(one.root), NOW + 90 * DAY).findings


def test_an_edit_survives_lost_notes(new_hub: Database, tmp_path: Path) -> None:
    """What a clone has changed since is merged, and not taken for something older."""
    one, two = pair(new_hub, tmp_path)
    id = recorded(one, "one").id
    for nth in range(3):
        edit(Store(one.root), id, {"memory.content.detail": f"{nth}"}, NOW + nth * DAY)
        settled(new_hub, one, two)
    edit(Store(one.root), id, {SUMMARY: "since"}, NOW + 9 * DAY)
    os.unlink(os.path.join(one.root, ".memento", "hub.db"))
    settled(new_hub, one, two)
    assert alike(one, two)
    assert two.memories.read(id).value.content.summary == "since"


def test_the_notes_are_of_this_user_alone(new_hub: Database, tmp_path: Path) -> None:
    """They name hubs, with the tokens of this clone there."""
    before = os.umask(0o022)
    try:
        one, _ = pair(new_hub, tmp_path)
    finally:
        os.umask(before)
    assert Path(one.root, ".memento", "hub.db").stat().st_mode & 0o077 == 0
