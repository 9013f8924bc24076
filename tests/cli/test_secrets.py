"""Secrets at the doors: refused in scripts, asked about on a terminal, listed by their places."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli import Draft, Store, Tags, record
from memento_cli.core.security.disguises import unescaped
from memento_cli.core.text.visible import narrow
from tests.conftest import Ran

TICK_SECONDS = 0.1
Call = Callable[..., Ran]
MEMENTO = [sys.executable, "-m", "memento_cli"]
SIGNS = "Zk3qT9vW1xLr8BnYc5Mj7HdGf2PsQa4Eu6Ri0To"
KEY = "ghp_" + SIGNS[:36]
URL = "https://alex:" + "hunter2" + "@git.internal/x"
REFUSED = [
    ["record", f"The token is {KEY}"],
    ["record", "One", "--detail", KEY],
    ["record", "One", "--topic", KEY],
    ["record", "One", "--with", KEY],
    ["record", "One", "--source", URL],
    ["record", "One", "--set", f"origin.tool={KEY}"],
    ["record", "One", "--dry-run", "--detail", KEY],
    ["record", "One", "--if-duplicate", "keep", "--project", KEY],
    ["edit", "lunch", "--summary", KEY],
    ["edit", "lunch", "--detail", URL],
    ["edit", "lunch", "--set", f"tags.topics={KEY}"],
    ["edit", "lunch", "--detail", "fine", "--reason", KEY],
    ["edit", "lunch", "--detail", "fine", "--reason", KEY, "--allow-secret"],
    ["reinforce", "lunch", "--reason", KEY],
    ["reinforce", "lunch", "-r", URL],
    ["reinforce", "lunch", "--reason", KEY],
    ["forget", "lunch", "--yes", "--reason", KEY],
]
pytestmark = pytest.mark.usefixtures("lunch")


@pytest.fixture
def lunch(store: Store, monkeypatch: pytest.MonkeyPatch) -> str:
    """A memory from long ago, with an index that knows it."""
    monkeypatch.setenv("XDG_CACHE_HOME", os.path.join(store.root, "..", "cache"))
    draft = Draft("Lunch at Roma", person="alex", tags=Tags(("lunch",)))
    return record(store, draft, datetime(2025, 2, 1, tzinfo=UTC)).memory.id


def everything(store: Store) -> dict[str, bytes]:
    """Every file of a store with its bytes, but for what is this clone's own."""
    paths = (path for path in Path(store.root).rglob("*") if path.is_file())
    return {str(p): p.read_bytes() for p in paths if ".memento" not in p.parts}


def kept(store: Store, text: str) -> bool:
    """Whether a text stands in any memory of a store."""
    return any(text in store.memories.read(id).document.text for id in store.memories.ids())


@pytest.mark.parametrize("args", REFUSED, ids=[f"{n} {a[0]}" for n, a in enumerate(REFUSED)])
def test_fault_82_scripts_are_refused(args: list[str], call: Call, store: Store) -> None:
    """Code 6; field, kind and start are named, the secret is not, and nothing is written."""
    before = everything(store)
    done = call(*args)
    assert done.code == 6 and not done.stdout
    assert ": looks like a " in done.stderr and "Hint: " in done.stderr
    assert KEY not in done.stderr and "hunter2" not in done.stderr
    assert everything(store) == before


def test_a_text_from_a_pipe_that_is_refused_is_kept_nowhere(store: Store, tmp_path: Path) -> None:
    """Its sender still has it: no file of the secret is left, and none is named."""
    (tmp_path / "tmp").mkdir()
    done = subprocess.run(
        [*MEMENTO, "record", "-"], input=f"token {KEY}", capture_output=True, text=True,
        env=os.environ | {"TMPDIR": str(tmp_path / "tmp")}, check=False,
    )  # fmt: skip
    assert done.returncode == 6 and "kept" not in done.stderr.replace("keeps it", "")
    assert not os.listdir(tmp_path / "tmp")


def test_allowed_it_is_kept_and_journalled(call: Call, store: Store) -> None:
    """--allow-secret keeps it; the journal line has the kind, which --json of the log may use."""
    assert call("record", f"Token {KEY}", "--allow-secret").code == 0
    assert call("edit", "lunch", "--detail", URL, "--allow-secret").code == 0
    assert kept(store, KEY) and kept(store, URL)
    allowed = [line.more.get("allowed") for line in store.journal.lines().lines]
    assert allowed == [None, ["a GitHub token"], ["a password in a URL"]]
    assert call("record", "Nothing of the sort", "--allow-secret").code == 0


def test_a_dry_run_may_be_allowed_too(call: Call, store: Store) -> None:
    """What a dry run says is what the run would do."""
    before = everything(store)
    assert call("record", KEY, "--dry-run", "--allow-secret").code == 0
    assert everything(store) == before


def test_import_names_what_it_skips(call: Call, store: Store, tmp_path: Path) -> None:
    """The others come in; with --strict the code tells; --allow-secret takes all."""
    path = tmp_path / "notes.jsonl"
    path.write_text("".join(json.dumps({"summary": text}) + "\n" for text in ("A", KEY, "B")))
    done = call("import", str(path), "--strict")
    assert done.code == 7 and "2 added, 0 there already, 1 skipped" in done.stdout
    assert ":2: summary: looks like a GitHub token (ghp_Zk3q…); leave it out" in done.stderr
    assert KEY not in done.stderr and not kept(store, KEY)
    assert "1 added, 2 there already" in call("import", str(path), "--allow-secret").stdout
    assert kept(store, KEY)


def talk(*args: str, answers: list[tuple[str, str]], code: int = 0, **env: str) -> str:
    """Run a command on a terminal and answer its questions."""
    pexpect = pytest.importorskip("pexpect")
    child = pexpect.spawn(
        MEMENTO[0], [*MEMENTO[1:], *args], encoding="utf-8", timeout=20,
        env=os.environ | {"NO_COLOR": "1", "TERM": "xterm", "COLUMNS": "200"} | env,
        dimensions=(24, 200),
    )  # fmt: skip
    seen = ""
    for question, said in answers:
        child.expect_exact(question)
        seen += child.before + question
        child.sendline(said)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == code, seen + child.before
    return str(seen + child.before)


@pytest.mark.parametrize(
    "args", [("record", f"Token {KEY}"), ("edit", "lunch", "--summary", f"Token {KEY}")]
)
def test_a_person_is_asked(args: tuple[str, ...], store: Store) -> None:
    """On a terminal Enter is no, and nothing is written; a yes keeps it, and is journalled."""
    before = everything(store)
    seen = talk(*args, answers=[("Keep it anyway? [y]es, [N]o: ", "")], code=6)
    assert "summary: looks like a GitHub token (ghp_Zk3q…)" in seen and KEY not in seen
    assert everything(store) == before
    talk(*args, answers=[("Keep it anyway?", "y")])
    assert kept(store, KEY)
    assert store.journal.lines().lines[-1].more == {"allowed": ["a GitHub token"]}
    assert "Keep it" not in talk(
        "record", f"Other {KEY}", "--allow-secret", "--if-duplicate", "keep", answers=[]
    )


def test_in_an_editor_the_text_can_be_mended(store: Store, tmp_path: Path) -> None:
    """What an editor left is asked about, and may be edited again; a script finds it kept."""
    path = tmp_path / "editor"
    path.write_text(f'#!/bin/sh\nsed -i "s/Lunch at Roma/Lunch {KEY}/" "$1"\n')
    path.chmod(0o755)
    env = {"EDITOR": str(path)}
    before = everything(store)
    answers = [("Keep it anyway?", "n"), ("What now?", "q")]
    talk("edit", "lunch", answers=answers, code=2, **env)
    assert everything(store) == before
    done = subprocess.run(
        [*MEMENTO, "edit", "lunch"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        env=os.environ | env | {"TMPDIR": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert done.returncode == 6 and "--allow-secret" in done.stderr
    assert KEY in Path(done.stderr.rpartition("kept in ")[2].strip()).read_text()
    assert everything(store) == before
    talk("edit", "lunch", answers=[("Keep it anyway?", "y")], **env)
    assert kept(store, KEY)


HIDDEN = "ghp_\u200b" + SIGNS[:36]
PARTED = "\u2060".join(KEY)
WRONG = [
    ["{}"],
    ["kv", "get", "{}"],
    ["kv", "set", "{}", "x"],
    ["kv", "get", "--{}"],
    ["show", "{}"],
    ["show", "events/{}"],
    ["record", "x", "--set", "{}"],
    ["record", "x", "--when", "{}"],
    ["record", "{}", "--topic", "{}"],
    ["context", "--budget", "{}"],
    ["export", "--kinds", "{}"],
    ["block", "set", "{}", "x"],
    ["block", "get", "{}"],
    ["config", "profile", "{}"],
    ["graph", "show", "{}"],
    ["undo", "{}"],
    ["recall", "x", "--since", "{}"],
    ["session", "show", "{}"],
    ["--store", "/nowhere/{}", "list"],
    ["--as", "{}", "list"],
    ["import", "/nowhere/{}"],
]


@pytest.mark.parametrize("key", [KEY, HIDDEN, PARTED])
@pytest.mark.parametrize("args", WRONG, ids=lambda args: " ".join(args[:2]))
def test_no_error_repeats_a_key(args: list[str], key: str, call: Call) -> None:
    """Whatever is wrong with a command line, what it is told has nothing of a key in it but what
    may be shown, also of one with signs that nobody sees, which the error shows."""
    ran = call(*(arg.format(key) for arg in args))
    assert ran.code != 0 and ran.stderr
    told = re.sub("[^A-Za-z0-9]", "", narrow(unescaped(ran.stderr)))
    assert not [at for at in range(4, 29) if SIGNS[at : at + 8] in told], ran.stderr


@pytest.mark.parametrize("key", [KEY, HIDDEN, PARTED])
@pytest.mark.parametrize("filter", ["kind:{}", "since:{}", "strength:{}", "until:2020 until:{}"])
def test_no_note_on_a_query_repeats_a_key(filter: str, key: str, call: Call) -> None:
    """What is said of a word that is no filter has nothing of a key in it but what may be shown."""
    ran = call("recall", filter.format(key), "tea")
    told = re.sub("[^A-Za-z0-9]", "", narrow(unescaped(ran.stderr)))
    assert ran.code == 0 and "read as words" in ran.stderr
    assert not [at for at in range(4, 29) if SIGNS[at : at + 8] in told], ran.stderr


def test_nothing_found_is_a_sentence(call: Call) -> None:
    """Code 0, no data, and a word to the person; in JSON an empty list."""
    assert call("store", "secrets") == Ran(0, "", "No keys and no passwords found\n")
    assert json.loads(call("store", "secrets", "--json").stdout) == {"schema": 1, "secrets": []}
    assert call("store", "secrets", "--quiet") == Ran(0, "", "")


def test_what_is_found_is_listed(call: Call, store: Store) -> None:
    """Code 4; a row has the place, the kind, what may be shown, and whether it was allowed."""
    Path(store.memories.folder, "b\x1b[31m.toml").write_text(f"x = 1\ny = '{KEY}'")
    assert call("edit", "lunch", "--detail", URL, "--allow-secret").code == 0
    done = call("store", "secrets")
    assert done.code == 4 and KEY not in done.stdout and "hunter2" not in done.stdout
    rows = [row.split("\t") for row in done.stdout.splitlines()]
    assert [row[1:] for row in rows] == [
        ["a password in a URL", "://…@git.internal", "true"],
        ["a password in a URL", "://…@git.internal", "true"],
        ["a GitHub token", "ghp_Zk3q…", "false"],
    ]
    assert rows[1][0].startswith("memories/alex-lunch-2025-02.toml:")
    assert rows[2][0] == "memories/b\\u001b[31m.toml:2"
    ids = call("store", "secrets", "--format", "ids").stdout.splitlines()
    assert ids[:2] == ["alex-lunch-2025-02"] * 2
    Path(store.memories.folder, "alex-lunch-2025-02.toml.orig").write_text(URL)
    assert (
        call("store", "secrets", "--format", "ids").stdout.splitlines()[:3]
        == ["alex-lunch-2025-02"] * 3
    )
    (first, *_) = json.loads(call("store", "secrets", "--json").stdout)["secrets"]
    assert first.keys() == {
        "where", "path", "line", "kind", "shown", "memory", "allowed", "commit", "id"
    }  # fmt: skip


def test_git_is_asked_only_when_it_is_told_to(call: Call, store: Store) -> None:
    """Both at once is a usage error; without a repository there is nothing to ask."""
    assert call("store", "secrets", "--staged", "--history").code == 2
    assert (
        call("store", "secrets", "--staged").code == call("store", "secrets", "--history").code == 3
    )
    assert call("store", "secrets").code == 0


@pytest.mark.parametrize(
    "args", [("state", "add", "fact"), ("state", "add", "task"), ("block", "set", "x")]
)
def test_a_secret_is_told_once(args: tuple[str, ...], call: Call, store: Store) -> None:
    """By the name of what the user said, not by a line of the file that there is not yet."""
    ran = call(*args, f"Use {KEY}")
    assert ran.code != 0 and ran.stderr.count("looks like") == 1 and "line " not in ran.stderr


def test_an_erasure_does_not_say_a_secret_once_more(call: Call, store: Store) -> None:
    """It may be why it is erased: neither what would go nor what went repeats it."""
    id = call("record", f"The token is {KEY}", "--allow-secret", "--format", "ids").stdout.strip()
    for args in (("--dry-run",), (), ("--yes",)):
        done = call("forget", id, "--erase", *args)
        assert id in done.stderr and "a GitHub token" in done.stderr
        assert SIGNS[:8] not in done.stdout + done.stderr
