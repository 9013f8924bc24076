"""Secrets are not kept unasked, whichever verb is to write them, and are found where they are."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memento_cli import (
    Draft,
    Store,
    Tags,
    edit,
    forget,
    import_memories,
    init,
    link,
    note_use,
    record,
    reinforce,
    restore,
    undo,
)
from memento_cli.actions.exchange.sources.opened import source_of, source_of_stream
from memento_cli.actions.memory.edit import Edited, edit_text
from memento_cli.actions.security.secrets import (
    KeptSecret,
    history_secrets,
    staged_secrets,
    stored_secrets,
)
from memento_cli.errors import MementoError, NotFound, Refused, SecretFound

NOW = datetime(2025, 2, 1, tzinfo=UTC)
LATER = NOW.replace(month=4)
SIGNS = "Zk3qT9vW1xLr8BnYc5Mj7HdGf2PsQa4Eu6Ri0To"
KEY, OTHER = "ghp_" + SIGNS[:36], "ghp_" + SIGNS[:36][::-1]
URL = "postgres://app:" + "hunter2" + "@db.internal/x"
GITHUB, PASSWORD = "a GitHub token", "a password in a URL"
FIELDS: list[dict[str, Any]] = [
    {"summary": f"The token is {KEY}"},
    {"detail": f"Two lines,\n{KEY}"},
    {"tags": Tags((KEY,))},
    {"tags": Tags(("a",), (KEY,))},
    {"source": URL},
    {"project": KEY},
    {"agent": KEY},
    {"session": KEY},
    {"more": {"memory.origin.tool": KEY}},
]


@pytest.fixture
def lunch(store: Store) -> str:
    """The id of a memory without any secret, old enough to be reinforced."""
    return record(store, Draft("Lunch at Roma", tags=Tags(("lunch",))), NOW).memory.id


def everything(store: Store) -> dict[str, bytes]:
    """Every file of a store with its bytes, but for what is this clone's own."""
    paths = (path for path in Path(store.root).rglob("*") if path.is_file())
    return {str(p): p.read_bytes() for p in paths if ".memento" not in p.parts}


def kinds(found: list[KeptSecret]) -> list[tuple[str, str, bool]]:
    """Where secrets were found, their kind, and whether they were allowed."""
    return [(each.where, each.kind, each.allowed) for each in found]


def git(store: Store, *command: str) -> str:
    """What git answers in a store's folder."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    done = subprocess.run(
        ["git", "-C", store.root, *command], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def committed(store: Store, message: str) -> str:
    """Commit all of a store; answers the commit as it is shown."""
    git(store, "add", "--all", ".")
    git(store, "commit", "--quiet", "--no-verify", "--message", message)
    return git(store, "rev-parse", "HEAD")[:12]


@pytest.fixture
def shared(tmp_path: Path) -> Store:
    """A store in a folder of a git repository that has other things, too; all is committed."""
    store = init(str(tmp_path / "notes" / "my memory"), person="alex").store
    git(store, "init", "--quiet", "..")
    (tmp_path / "notes" / "beside.toml").write_text(KEY)
    git(store, "add", "..")
    committed(store, "begin")
    return store


@pytest.mark.parametrize("fields", FIELDS, ids=[next(iter(fields)) for fields in FIELDS])
def test_record_refuses_a_secret_in_any_text(fields: dict[str, Any], store: Store) -> None:
    """Nothing is written; allowed, it is kept, and the journal names the kind alone."""
    draft, before = Draft("Something", person="alex")._replace(**fields), everything(store)
    with pytest.raises(SecretFound) as refused:
        record(store, draft, NOW)
    assert KEY not in refused.value.message and "hunter2" not in refused.value.message
    assert everything(store) == before
    record(store, draft, NOW, allow_secret=True)
    (line,) = store.journal.lines().lines
    assert line.more == {"allowed": [PASSWORD if "source" in fields else GITHUB]}


def test_what_holds_no_secret_needs_no_allowance(store: Store) -> None:
    """To allow secrets where there are none leaves no mark in the journal."""
    record(store, Draft("See https://example.org/@alex, sk-learn and npm_config"), NOW)
    record(store, Draft("Another"), NOW, allow_secret=True)
    assert [line.more for line in store.journal.lines().lines] == [{}, {}]


Act = Callable[[Store, str, str], object]
REASONED: dict[str, Act] = {
    "reinforce": lambda store, id, why: reinforce(store, id, LATER, why),
    "used": lambda store, id, why: note_use(store, [id], LATER, why),
    "forget": lambda store, id, why: forget(store, [id], LATER, why),
    "edit": lambda store, id, why: edit(store, id, {"memory.content.detail": "x"}, LATER, why),
    "edit, allowed": lambda store, id, why: edit(
        store, id, {"memory.content.detail": "x"}, LATER, why, allow_secret=True
    ),
    "edit_text": lambda store, id, why: edit_text(
        store,
        id,
        store.memories.read(id).document.text + "# noted\n",
        store.memories.read(id).stamp,
        LATER,
        why,
    ),
}


@pytest.mark.parametrize("name", REASONED)
def test_a_reason_with_a_secret_is_refused_by_every_verb(
    name: str, store: Store, lunch: str
) -> None:
    """Nothing is written, and nothing allows it."""
    before = everything(store)
    with pytest.raises(Refused, match="reason: looks like") as refused:
        REASONED[name](store, lunch, f"rotated {KEY}")
    assert not isinstance(refused.value, SecretFound)
    assert everything(store) == before
    REASONED[name](store, lunch, "rotated the key")
    assert everything(store) != before


def test_edit_refuses_what_is_new(store: Store, lunch: str) -> None:
    """A key that is set to a secret is refused by its name; what stood there before is not."""
    before = everything(store)
    with pytest.raises(SecretFound, match=r"content\.detail: looks like"):
        edit(store, lunch, {"memory.content.detail": KEY}, LATER)
    with pytest.raises(SecretFound, match=r"tags\.topics: looks like"):
        edit(store, lunch, {"memory.tags.topics": ["a", KEY]}, LATER)
    assert everything(store) == before
    edit(store, lunch, {"memory.content.detail": KEY}, LATER, allow_secret=True)
    assert store.journal.lines().lines[-1].more == {"allowed": [GITHUB]}
    edit(store, lunch, {"memory.content.detail": f"It is still {KEY}"}, LATER)
    assert store.journal.lines().lines[-1].more == {}
    with pytest.raises(SecretFound):
        edit(store, lunch, {"memory.content.detail": f"{KEY} and {OTHER}"}, LATER)


def test_an_edited_text_may_keep_what_it_had(store: Store, lunch: str) -> None:
    """In an editor, too, only what is new is refused, also in a comment, which no line tells."""

    def put(text: str, **how: Any) -> None:
        edit_text(store, lunch, text, store.memories.read(lunch).stamp, LATER, **how)

    def text() -> str:
        return store.memories.read(lunch).document.text

    with pytest.raises(SecretFound, match="line 1: looks like"):
        put(f"# {KEY}\n{text()}")
    put(f"# {KEY}\n{text()}", allow_secret=True)
    assert store.journal.lines().lines[-1].more == {"allowed": [GITHUB]}
    put(text().replace("Lunch", "Supper"))
    with pytest.raises(SecretFound, match=r"line \d+: looks like"):
        put(text().replace("Supper", OTHER))
    undo(store, None, LATER)
    undo(store, None, LATER)
    assert "Lunch at Roma" in text()


def hidden(secret: str) -> str:
    """A secret as TOML and JSON may write it, so that its mark is not to be seen."""
    return f"\\u{ord(secret[0]):04x}{secret[1:]}"


def test_an_edited_text_hides_nothing_in_escapes(store: Store, lunch: str) -> None:
    """What the text says is looked at as what stands in it; allowed, it is so in any writing."""
    before = everything(store)
    with pytest.raises(SecretFound, match=r"^line \d+: looks like a GitHub token \(ghp_Zk3q…\)$"):
        edit_as_text(store, lunch, "Lunch at Roma", hidden(KEY))
    assert everything(store) == before
    edit_as_text(store, lunch, "Lunch at Roma", hidden(KEY), allow_secret=True)
    assert store.journal.lines().lines[-1].more == {"allowed": [GITHUB]}
    assert store.memories.read(lunch).value.content.summary == KEY
    found = stored_secrets(store)
    assert len(found) == 2 and all(each.allowed and each.memory == lunch for each in found)
    edit(store, lunch, {"memory.content.detail": f"Still {KEY}"}, LATER)
    edit_as_text(store, lunch, hidden(KEY), KEY)
    with pytest.raises(SecretFound):
        edit_as_text(store, lunch, KEY, hidden(OTHER))


def by_hand(store: Store, id: str, *secrets: str) -> str:
    """Put secrets into a memory's detail as by hand, which no journal knows; answers the detail."""
    detail = f"By hand: {' and '.join(secrets)}"
    store.memories.set_keys(id, {"memory.content.detail": detail})
    return detail


TAKEN_OUT = f"By hand: ({GITHUB}, taken out)"


def journal_text(store: Store) -> str:
    """All that the logs of a store have."""
    return "".join(Path(path).read_text() for path in store.journal.files())


def edit_as_text(store: Store, id: str, old: str, new: str, **how: Any) -> Edited:
    """Edit a memory as an editor does, with one text for another."""
    found = store.memories.read(id)
    text = found.document.text.replace(old, new)
    return edit_text(store, id, text, found.stamp, LATER, **how)


Allowing = Callable[[Store, str], Edited]
ALLOWING: dict[str, Allowing] = {
    "edit": lambda store, id: edit(store, id, {}, LATER, allow_secret=True),
    "edit, the same": lambda store, id: edit(
        store, id, {"memory.content.summary": "Lunch at Roma"}, LATER, allow_secret=True
    ),
    "edit_text": lambda store, id: edit_as_text(store, id, "", "", allow_secret=True),
}


@pytest.mark.parametrize("name", ALLOWING)
def test_what_stands_in_a_file_may_be_allowed(name: str, store: Store, lunch: str) -> None:
    """Every kind in it, comments too, in a line that changes nothing else; and once only."""
    by_hand(store, lunch, KEY)
    path = Path(store.memories.path(lunch))
    path.write_text(f"# {URL}\n{path.read_text()}")
    before = path.read_bytes()
    assert [each.allowed for each in stored_secrets(store)] == [False, False]
    edited = ALLOWING[name](store, lunch)
    assert edited.written and not edited.change.after and path.read_bytes() == before
    line = store.journal.lines().lines[-1]
    assert line.act == "edited" and line.text == {"before": {}, "after": {}}
    assert line.more == {"allowed": [PASSWORD, GITHUB]}
    assert [each.allowed for each in stored_secrets(store)] == [True, True]
    undo(store, None, LATER)
    assert path.read_bytes() == before
    told = journal_text(store)
    assert not ALLOWING[name](store, lunch).written and journal_text(store) == told


def test_an_edit_that_allows_names_what_is_left(store: Store, lunch: str) -> None:
    """What the edit takes out is not allowed with what it leaves, and stays out of the log."""
    by_hand(store, lunch, KEY, URL)
    edit(store, lunch, {"memory.content.detail": URL}, LATER, allow_secret=True)
    line = store.journal.lines().lines[-1]
    assert line.more == {"allowed": [PASSWORD]}
    assert line.text["before"] == {"memory.content.detail": f"{TAKEN_OUT} and {URL}"}
    assert line.text["after"] == {"memory.content.detail": URL}


def test_without_the_flag_what_stands_there_is_not_allowed(store: Store, lunch: str) -> None:
    """An edit beside it goes through, and the secret stays one that nobody allowed."""
    by_hand(store, lunch, KEY)
    edit(store, lunch, {"memory.content.summary": "Supper"}, LATER)
    assert store.journal.lines().lines[-1].more == {}
    assert not edit(store, lunch, {}, LATER).written
    assert not edit_as_text(store, lunch, "", "").written
    assert [each.allowed for each in stored_secrets(store)] == [False]


Edits = Callable[[Store, str, str], Edited]
TAKING_OUT: dict[str, Edits] = {
    "edit": lambda store, id, _: edit(store, id, {"memory.content.detail": "Gone"}, LATER),
    "unset": lambda store, id, _: edit(store, id, {"memory.content.detail": None}, LATER),
    "edit_text": lambda store, id, text: edit_as_text(store, id, text, "Gone"),
}


@pytest.mark.parametrize("name", TAKING_OUT)
def test_what_nobody_allowed_does_not_come_into_the_log(
    name: str, store: Store, lunch: str
) -> None:
    """The line of the edit that takes it out has its kind; undo brings back the text with that."""
    detail = by_hand(store, lunch, KEY)
    TAKING_OUT[name](store, lunch, detail)
    assert KEY not in journal_text(store) and stored_secrets(store) == []
    line = store.journal.lines().lines[-1]
    assert line.text["before"] == {"memory.content.detail": TAKEN_OUT} and line.more == {}
    undo(store, None, LATER)
    assert store.memories.read(lunch).value.content.detail == TAKEN_OUT
    assert KEY not in journal_text(store) and stored_secrets(store) == []


@pytest.mark.parametrize("name", TAKING_OUT)
def test_what_was_allowed_comes_back_with_undo(name: str, store: Store, lunch: str) -> None:
    """The log of a memory may have what somebody allowed for it; for another it may not."""
    other = record(store, Draft(f"Kept {KEY}", person="alex"), NOW, allow_secret=True).memory.id
    detail = by_hand(store, lunch, KEY)
    edit(store, lunch, {}, LATER, allow_secret=True)
    TAKING_OUT[name](store, lunch, detail)
    undo(store, None, LATER)
    assert store.memories.read(lunch).value.content.detail == detail
    assert all(each.allowed for each in stored_secrets(store))
    detail = by_hand(store, other, URL)
    TAKING_OUT[name](store, other, detail)
    assert URL not in journal_text(store) and KEY in journal_text(store)


def test_what_an_edit_leaves_standing_is_not_copied_either(store: Store, lunch: str) -> None:
    """Of a text that keeps its secret, the log has neither side with it."""
    by_hand(store, lunch, KEY)
    edit(store, lunch, {"memory.content.detail": f"Still {KEY}"}, LATER)
    assert KEY not in journal_text(store)
    assert store.memories.read(lunch).value.content.detail == f"Still {KEY}"


def test_a_secret_beside_a_link_is_not_copied(store: Store, lunch: str) -> None:
    """Acts that write the list of links again keep what is no one's to keep out of the log."""
    tea = record(store, Draft("Tea", person="alex"), NOW).memory.id
    path = Path(store.memories.path(lunch))
    table = f'[[memory.links]]\nrel = "duplicates"\ntarget = "{tea}"\nnote = "{KEY}"\n'
    path.write_text(f"{path.read_text()}\n{table}")
    link(store, lunch, "supersedes", tea, LATER)
    assert KEY not in journal_text(store) and f"({GITHUB}, taken out)" in journal_text(store)
    assert KEY in path.read_text()


def lines(*entries: Any) -> Iterator[Any]:
    """What a file of JSON lines with these entries offers."""
    raw = "".join(json.dumps(entry) + "\n" for entry in entries).encode()
    yield from source_of_stream(io.BytesIO(raw), "notes.jsonl").items


@pytest.mark.parametrize("dry", [False, True])
def test_import_skips_the_entry_and_goes_on(dry: bool, store: Store) -> None:
    """What has a secret is named with its place and why; the others come in."""
    entries = [{"summary": "One"}, {"summary": "Two", "detail": URL}, {"summary": "Three"}]
    done = import_memories(store, lines(*entries), NOW, dry=dry)
    assert len(done.added) == 2
    ((where, reason),) = done.skipped
    assert where == "notes.jsonl:2" and reason.startswith("detail: looks like a password in a URL")
    assert "--allow-secret" in reason and "hunter2" not in reason
    done = import_memories(store, lines(*entries), NOW, dry=dry, allow_secret=True)
    assert (len(done.added), done.skipped) == (3 if dry else 1, ())
    kept = [line.more.get("allowed") for line in store.journal.lines().lines]
    assert kept == ([] if dry else [None, None, [PASSWORD]])
    again = import_memories(store, lines(*entries), NOW, dry=dry)
    assert bool(again.skipped) == dry, "what is there already is not asked about again"


def test_import_looks_at_a_whole_file(store: Store, lunch: str, tmp_path: Path) -> None:
    """A memory's file, which is kept byte for byte, is skipped for a secret in a comment, too."""
    place = tmp_path / "other"
    place.mkdir()
    text = store.memories.read(lunch).document.text
    (place / "jo-lunch-2025-02.toml").write_text(
        f"{text}# {KEY}\n".replace(lunch, "jo-lunch-2025-02")
    )
    (place / "jo-tea-2025-02.toml").write_text(text.replace(lunch, "jo-tea-2025-02"))
    (place / "jo-walk-2025-02.toml").write_text(
        text.replace(lunch, "jo-walk-2025-02").replace("Lunch at Roma", hidden(KEY))
    )
    done = import_memories(store, source_of(str(place)).items, LATER)
    assert done.added == ("jo-tea-2025-02",) and len(done.skipped) == 2
    assert all("looks like a GitHub token" in each.reason for each in done.skipped)
    done = import_memories(store, source_of(str(place)).items, LATER, allow_secret=True)
    assert len(done.added) == 2
    assert store.journal.lines().lines[-1].more == {"allowed": [GITHUB]}


def test_every_file_and_log_is_searched(store: Store, lunch: str) -> None:
    """Wherever a secret stands, in copies too, it is found; those allowed are marked as such."""
    root = Path(store.root)
    kept = record(store, Draft(f"Kept: {KEY}", person="alex"), NOW, allow_secret=True).memory.id
    (root / "memories" / "broken.toml").write_bytes(b"\xff = [\n\nx = " + KEY.encode())
    (root / "memento.toml").open("a").write(f"# {URL}\n")
    (root / "events" / "2025-02").mkdir(parents=True)
    (root / "events" / "2025-02" / "a.jsonl").write_text(f'{{"memory": "x"}}\n{{"say": "{KEY}"}}')
    (root / "states").mkdir()
    (root / "states" / "a.toml").write_text(f'a = """\n\n{KEY}"""')
    (root / ".memento" / "own.toml").write_text(KEY)
    (root / ".git").mkdir()
    (root / ".git" / "config.toml").write_text(KEY)
    (root / "notes.txt").write_text(KEY)
    (root / "memories" / "old.toml.orig").write_text(KEY)
    edit(store, lunch, {"memory.content.detail": OTHER}, LATER, allow_secret=True)
    forget(store, [kept], LATER)
    before = everything(store)
    log = os.path.relpath(store.journal.files()[-1], store.root)
    place = Path(store.archive.path(kept)).read_text().splitlines()
    number = next(nth for nth, line in enumerate(place, 1) if KEY in line)
    settings = len((root / "memento.toml").read_text().splitlines())
    assert kinds(stored_secrets(store)) == [
        (f"memento.toml:{settings}", PASSWORD, False),
        (f"archive/{kept}.toml:{number}", GITHUB, True),
        ("events/2025-02/a.jsonl:2", GITHUB, False),
        (f"{log}:3", GITHUB, True),
        ("memories/alex-lunch-2025-02.toml:13", GITHUB, True),
        ("memories/broken.toml:3", GITHUB, False),
        ("memories/old.toml.orig:1", GITHUB, False),
        ("states/a.toml:3", GITHUB, False),
    ]
    assert everything(store) == before
    assert KEY not in repr(stored_secrets(store))


def test_escapes_hide_nothing_from_a_search(store: Store) -> None:
    """In a file that is no TOML, and in a log, with its memory; each is found where it stands."""
    memories, log = Path(store.memories.folder), Path(store.root, "journal", "2025-02", "x.jsonl")
    (memories / "a.toml").write_text(f'\nx = "{hidden(KEY)}"\n')
    (memories / "b.toml").write_text(f'x = [\n"\\n{KEY} {hidden(OTHER)}"')
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(f'{{"memory": "y"}}\n{{"memory": "x", "text": {{"a": "{hidden(KEY)}"}}}}\n')
    assert [(each.where, each.kind, each.memory) for each in stored_secrets(store)] == [
        ("journal/2025-02/x.jsonl:2", GITHUB, "x"),
        ("memories/a.toml:2", GITHUB, "a"),
        ("memories/b.toml:2", GITHUB, "b"),
        ("memories/b.toml:2", GITHUB, "b"),
    ]


def test_a_line_with_a_secret_twice_is_listed_once(store: Store, lunch: str) -> None:
    """An edit around a secret has it before and after; two kinds, and two lines, are two."""
    edit(store, lunch, {"memory.content.detail": f"{KEY} {KEY} {URL}"}, LATER, allow_secret=True)
    edit(store, lunch, {"memory.content.detail": f"Still {KEY}"}, LATER)
    found = stored_secrets(store)
    assert len(set(found)) == len(found) == 5
    assert len({each.where for each in found}) == 3
    assert [each.kind for each in found].count(GITHUB) == 3


COPIES = [
    "{}.toml.orig", "{}.toml~", "{}.toml.rej", ".#{}.toml", "#{}.toml#", ".{}.toml.swp",
    "{}.sync-conflict-20250201-120000-ABCDEFG.toml", "{}.toml.parted",
]  # fmt: skip


@pytest.mark.parametrize("folder", ["memories", "archive"])
@pytest.mark.parametrize("name", COPIES)
def test_a_copy_is_judged_as_what_it_is_a_copy_of(name: str, folder: str, store: Store) -> None:
    """It has the memory's id, and what is allowed for the memory is allowed in it."""
    id = record(store, Draft(f"Kept {KEY}", person="zoë"), NOW, allow_secret=True).memory.id
    copy = Path(store.root, folder, name.format(id))
    copy.parent.mkdir(exist_ok=True)
    copy.write_text(f"{KEY}\n{URL}")
    found = [each for each in stored_secrets(store) if each.path == f"{folder}/{copy.name}"]
    assert [(each.memory, each.kind, each.allowed) for each in found] == [
        (id, GITHUB, True),
        (id, PASSWORD, False),
    ]


def test_a_copy_of_a_log_is_judged_line_by_line(store: Store, lunch: str) -> None:
    """As the log itself is; a memory that is named like a log is none."""
    edit(store, lunch, {"memory.content.detail": KEY}, LATER, allow_secret=True)
    log = Path(store.journal.files()[-1])
    Path(f"{log}.orig").write_bytes(log.read_bytes())
    Path(store.memories.folder, "a.jsonl.toml").write_text(f'{{"memory": "{lunch}", "x": "{KEY}"}}')
    found = {each.path: (each.memory, each.allowed) for each in stored_secrets(store)}
    shown = os.path.relpath(log, store.root)
    assert found[shown] == found[f"{shown}.orig"] == (lunch, True)
    assert found["memories/a.jsonl.toml"] == ("a.jsonl", False)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs symbolic links")
def test_no_link_is_followed(store: Store, tmp_path: Path) -> None:
    """What a link leads to is not read, and a file that cannot be read is named."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.toml").write_text(KEY)
    os.makedirs(store.memories.folder, exist_ok=True)
    os.symlink(outside / "a.toml", os.path.join(store.memories.folder, "a.toml"))
    os.symlink(outside, os.path.join(store.root, "states"))
    os.mkfifo(os.path.join(store.root, "pipe.toml"))
    warned: list[str] = []
    assert stored_secrets(Store(store.root, warned.append)) == []
    assert len(warned) == 2 and "a symbolic link" in "".join(warned)


def test_staged_is_what_the_next_commit_adds(shared: Store) -> None:
    """Blobs count, not the worktree; what git has of the file already does not count again."""
    root = Path(shared.root)
    path = root / "memories" / "a.toml"
    path.write_text(f"one = '{KEY}'\n")
    assert staged_secrets(shared) == []
    git(shared, "add", ".")
    path.write_text("nothing\n")
    (root.parent / "beside.toml").write_text(OTHER)
    git(shared, "add", "../beside.toml")
    assert kinds(staged_secrets(shared)) == [("memories/a.toml:1", GITHUB, False)]
    committed(shared, "without the key")
    path.write_text(f"one = '{KEY}'\n")
    committed(shared, "with the key")
    path.write_text(f"# older\none = '{KEY}'\n")
    git(shared, "add", ".")
    assert staged_secrets(shared) == []
    path.write_text(f"one = '{KEY}'\ntwo = '{OTHER}'\n")
    git(shared, "add", ".")
    assert kinds(staged_secrets(shared)) == [("memories/a.toml:2", GITHUB, False)]
    path.write_text(f"one = '{KEY}'\ntwo = \"{hidden(OTHER)}\"\n")
    git(shared, "add", ".")
    assert kinds(staged_secrets(shared)) == [("memories/a.toml:2", GITHUB, False)]
    path.write_text(f'one = "{hidden(KEY)}"\n')
    git(shared, "add", ".")
    assert staged_secrets(shared) == [], "the same, written otherwise"
    path.rename(root / "moved.toml")
    (root / "moved.toml").write_text(f"one = '{KEY}'\n")
    git(shared, "add", "--all", ".")
    assert staged_secrets(shared) == [], "a file that is moved adds nothing"


def test_what_is_staged_and_was_allowed_is_marked(shared: Store) -> None:
    """A hook can let pass what somebody has allowed."""
    memory = record(shared, Draft(f"Kept {KEY}", person="alex"), NOW, allow_secret=True).memory
    git(shared, "add", ".")
    (found,) = staged_secrets(shared)
    assert (found.memory, found.allowed) == (memory.id, True)


def test_the_index_of_a_hook_is_the_one_meant(
    shared: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While git commits some files only, what counts is in an index made for that commit."""
    root = Path(shared.root)
    (root / "a.toml").write_text(KEY)
    git(shared, "add", ".")
    whole = git(shared, "rev-parse", "--absolute-git-dir")
    (root / "b.toml").write_text("nothing")
    monkeypatch.setenv("GIT_INDEX_FILE", f"{whole}/next-index")
    git(shared, "read-tree", "HEAD")
    git(shared, "add", "b.toml")
    assert staged_secrets(shared) == []
    monkeypatch.setenv("GIT_INDEX_FILE", f"{whole}/index")
    assert kinds(staged_secrets(shared)) == [("a.toml:1", GITHUB, False)]


def test_before_the_first_commit_all_that_is_staged_counts(tmp_path: Path) -> None:
    """A new repository has nothing yet, so all is added; its history is empty."""
    store = init(str(tmp_path / "new"), person="alex").store
    git(store, "init", "--quiet")
    assert staged_secrets(store) == history_secrets(store) == []
    (tmp_path / "new" / "a.toml").write_text(KEY)
    git(store, "add", ".")
    assert kinds(staged_secrets(store)) == [("a.toml:1", GITHUB, False)]


def test_history_has_what_was_ever_committed(shared: Store) -> None:
    """Each secret once for its path, in the first commit that had it, on any branch."""
    root = Path(shared.root)
    (root / "a.toml").write_text(f"\n{KEY}")
    first = committed(shared, "one")
    (root / "a.toml").write_text(f"\n\n{KEY}\n{OTHER}")
    second = committed(shared, "two")
    git(shared, "rm", "--quiet", "a.toml")
    committed(shared, "gone")
    main = git(shared, "branch", "--show-current")
    git(shared, "switch", "--quiet", "--create", "side")
    (root / "odd\nname é.toml").write_text(KEY)
    third = committed(shared, "aside")
    (root / "odd\nname é.toml").unlink()
    committed(shared, "aside and gone")
    git(shared, "switch", "--quiet", main)
    git(shared, "merge", "--quiet", "--strategy", "ours", "--message", "merged", "side")
    git(shared, "branch", "--quiet", "--delete", "side")
    ticks: list[None] = []
    found = history_secrets(shared, lambda: ticks.append(None))
    assert kinds(found) == [
        (f"{first}:a.toml:2", GITHUB, False),
        (f"{second}:a.toml:4", GITHUB, False),
        (f"{third}:odd\nname é.toml:1", GITHUB, False),
    ]
    assert len(ticks) >= 5
    assert stored_secrets(shared) == [] == staged_secrets(shared)


def test_a_secret_that_only_a_merge_brought_in_is_found(shared: Store) -> None:
    """What stood in neither parent is in the history, too."""
    main = git(shared, "branch", "--show-current")
    for branch in ("left", "right"):
        git(shared, "switch", "--quiet", "--create", branch, main)
        (Path(shared.root) / f"{branch}.toml").write_text("nothing")
        committed(shared, branch)
    git(shared, "merge", "--quiet", "--no-commit", "--no-ff", "left")
    (Path(shared.root) / "left.toml").write_text(KEY)
    merge = committed(shared, "merged")
    assert kinds(history_secrets(shared)) == [(f"{merge}:left.toml:1", GITHUB, False)]


def test_links_and_submodules_in_git_are_passed_over(shared: Store) -> None:
    """Only plain files are read; a link's target is its name, and counts as nothing."""
    os.symlink(KEY, os.path.join(shared.root, "link.toml"))
    commit = git(shared, "rev-parse", "HEAD")
    git(shared, "update-index", "--add", "--cacheinfo", f"160000,{commit},sub")
    git(shared, "add", "link.toml")
    assert staged_secrets(shared) == []
    git(shared, "commit", "--quiet", "--message", "odd")
    assert history_secrets(shared) == []


def test_outside_git_there_is_nothing_staged(store: Store) -> None:
    """A store that is in no repository has no index and no history to ask."""
    for search in (staged_secrets, history_secrets):
        with pytest.raises(NotFound, match="no git repository"):
            search(store)


def test_undo_and_restore_bring_back_what_was_there(store: Store) -> None:
    """What was allowed once stays allowed when it comes back: those acts write no new text."""
    memory = record(store, Draft(f"Kept {KEY}", person="alex"), NOW, allow_secret=True).memory
    forget(store, [memory.id], LATER)
    restore(store, [memory.id], LATER)
    edit(store, memory.id, {"memory.content.summary": "Gone"}, LATER)
    undo(store, None, LATER)
    assert store.memories.read(memory.id).value.content.summary == f"Kept {KEY}"


def test_a_refusal_is_an_error_that_programs_can_tell() -> None:
    """It is a MementoError and Refused, with the code of a refusal."""
    assert issubclass(SecretFound, Refused) and issubclass(SecretFound, MementoError)
    assert SecretFound.code == 6


@pytest.mark.parametrize("taken", [False, True])
def test_an_edit_beside_a_secret_can_be_undone(store: Store, lunch: str, taken: bool) -> None:
    """A secret that was typed by hand stands as it did; one that the edit took out does not."""
    path = Path(store.memories.path(lunch))
    edit(store, lunch, {"memory.content.detail": "Before SECRET and after"}, LATER)
    path.write_text(path.read_text().replace("SECRET", KEY))
    new = "Now" if taken else f"Now {KEY} and after"
    edit(store, lunch, {"memory.content.detail": new}, LATER)
    done = undo(store, None, LATER)
    kind = f"({GITHUB}, taken out)" if taken else KEY
    detail = store.memories.read(lunch).value.content.detail
    assert detail.strip() == f"Before {kind} and after"
    assert KEY not in Path(store.journal.files()[-1]).read_text()
    undo(store, done.batch, LATER)
    assert store.memories.read(lunch).value.content.detail.strip() == new
