"""Nothing outside the store is read or written, whatever an id, a link or a setting says.

FAULTS, rows 29, 41, 42 and 49, by the system's own word (strace), and by what stands outside.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from memento_cli.cli.command_line.surface import NAMES
from memento_cli.cli.input.offered import PLACES
from tests.conftest import ROOT
from tests.faults.helpers import in_turn, needs_strace, sampled
from tests.faults.hostile import GONE, ID, SECRET, hostile_store
from tests.faults.terminals import in_pipes

AWAY = ("../../outside/secret", "../outside/secret", "/etc/passwd", "..", "memories/../../x", "a/b")
LINKS = ("link", "dangling", "zero", "folder", "pipe")
FELT = (
    *("--valence", "0", "--arousal", "0", "--dominance", "0"),
    *("--label", "../x", "--text", "../x", "--confidence", "1", "--mood", "../x"),
)
EXTRACTED = ("memento.toml", "-")
READING = [
    *(["show", id] for id in (*AWAY, *LINKS, ID)),
    ["show", ID, "--raw"],
    ["show", "link", "--path"],
    ["recall", "outside"],
    ["recall", "evil", "--explain"],
    ["recall", "evil", "--fence"],
    ["recall", "person:ctx://person/../../../outside/secret"],
    ["list", "--all", "--fresh"],
    ["list", "--all"],
    ["list", "--archived"],
    ["log"],
    ["log", ID, "--git"],
    ["fade", "why", ID],
    ["recall", "--like", ID],
    ["fade", "curve", ID],
    ["fade", "set", "never", ID, "--dry-run"],
    ["fade", "set", "daily", "--all", "--dry-run"],
    ["config", "profile"],
    ["config", "list", "--all"],
    ["config", "diff", "agent"],
    ["fade", "forecast"],
    ["fade", "review", "--due"],
    ["tidy", "list"],
    *(["tidy", "show", id] for id in (*AWAY, *LINKS, ID)),
    ["tidy", "propose", "--dry-run"],
    *(["tidy", "show", id] for id in (*AWAY, *LINKS, ID)),
    ["tidy", "run", "--dry-run"],
    ["tidy", "cron"],
    ["status"],
    ["status", "--full"],
    ["doctor"],
    ["store", "secrets"],
    ["store", "secrets", "--staged"],
    ["store", "secrets", "--history"],
    ["prune", "--dry-run", "--below", "9"],
    ["undo", "--dry-run"],
    ["help"],
    ["help", "topics"],
    ["store", "schema"],
    ["_complete"],
    *(["_complete", "--in", place] for place in PLACES),
    ["store", "bench", "--help"],
    *(["fact", "list", "--of", who] for who in (*AWAY, *LINKS)),
    ["fact", "get", "../../outside/secret"],
    ["fact", "history"],
    *([verb, id] for id in (*AWAY, *LINKS) for verb in ("show", "log")),
    *(["log", id, "--changes"] for id in (*AWAY, *LINKS)),
    ["state", "list", "--all"],
    ["state", "list", "--kind", "task"],
    ["fact", "list", "--likes"],
    ["fact", "list", "--at", "2021-01-01"],
    *(["graph", "show", name] for name in (*AWAY, *LINKS)),
    ["graph", "show", "../../outside/secret", "--hops", "2"],
    ["graph", "path", ID, "link"],
    ["graph", "list", "--deep"],
    ["recall", "evil", "--hops", "2"],
    *(["block", "get", name] for name in (*AWAY, *LINKS)),
    ["block", "get", "evil", "--of", "../../outside/secret"],
    ["block", "get"],
    ["block", "list"],
    *(["session", "show", name] for name in (*AWAY, *LINKS)),
    *(["context", "--in-session", name] for name in (*AWAY, *LINKS)),
    ["session", "list"],
    *(["kv", "get", key] for key in (*AWAY, *LINKS)),
    ["kv", "list", "--all"],
    ["prune", "--dry-run"],
    ["context", "evil", "--budget", "9999"],
    *(["context", "--of", who] for who in (*AWAY, *LINKS)),
    ["event", "list"],
    ["event", "thread", "list"],
    *(["event", "thread", "show", name] for name in (*AWAY, *LINKS)),
    *(["event", "list", "--thread", name] for name in (*AWAY, *LINKS)),
    ["event", "thread", "propose"],
    ["state", "mood"],
    ["state", "mood", "--history"],
    *(["state", "mood", "--of", who] for who in (*AWAY, *LINKS)),
    *(["log", f"events/{id}", "--changes"] for id in (*AWAY, *LINKS)),
    *(["show", f"events/{id}"] for id in (*AWAY, *LINKS)),
    ["recall", "evil", "--in", "events"],
    *(["agent", "setup", "--client", client] for client in ("claude", "../../outside/x")),
    ["agent", "hook"],
    ["store", "watch", "--debounce", "99"],
    ["agent", "mcp"],
    ["agent", "mcp", "--scope", "project:../../outside"],
    *(["agent", "mcp", "--scope", name] for name in AWAY),
    *(["export", "--format", name] for name in ("ndjson", "csv", "html")),
    ["open", "--write"],  # what it shows is what a page has that is exported
]
WRITING = [
    *(["edit", id, "--summary", "x"] for id in (*AWAY, *LINKS)),
    *([verb, id] for verb in ("reinforce", "pin") for id in (AWAY[0], *LINKS)),
    *(["forget", id, "--yes"] for id in (AWAY[0], *LINKS)),
    *(["restore", id] for id in (AWAY[0], "link", GONE)),
    ["record", "x", "-t", "../../outside/x", "--person", "ctx://person/../../outside"],
    ["record", "x", "--person", "../../outside/x"],
    ["record", "x", "-t", "y", "--link", "cause_of:../../outside/secret"],
    ["record", "x", "-t", "z", "--source", "file:../../outside/secret.toml"],
    ["edit", ID, "--set", "project=../../outside/x"],
    ["import", "memories", "--from", "toml"],
    ["reinforce", ID],
    *(["agent", "feedback", id, "helpful"] for id in (AWAY[0], *LINKS)),
    [
        "agent",
        "feedback",
        ID,
        "not_helpful",
        "--answer",
        "../../outside/x",
        "--reason",
        "/etc/passwd",
    ],
    *(["tidy", verb, id] for verb in ("apply", "reject") for id in (AWAY[0], *LINKS)),
    ["tidy", "apply", ID],
    ["tidy", "reject", "evil"],
    ["tidy", "propose", "--all", "--apply-safe"],
    ["fade", "set", "ttl=48h", ID],
    ["fade", "set", "never", "--all", "--yes"],
    ["config", "set", "git.privacy=../../outside/x"],
    ["config", "set", "timezone=../../outside/zone"],
    ["config", "set", "recall.counts=view"],
    ["recall", "evil"],
    ["fade", "review", ID, "--confirm"],
    ["prune", "--retention", "--yes"],
    ["tidy", "run"],
    ["store", "settle"],
    ["store", "rebuild"],
    ["prune", "--below", "9", "--yes"],
    ["undo"],
    ["doctor", "--fix"],
    ["tidy", "conflicts", "tea", "--propose"],
    ["store", "trust"],
    *(["fact", "set", "../x", "../y", "--of", who] for who in (*AWAY, *LINKS)),
    ["fact", "set", "a", "b", "--evidence", "../../outside/secret"],
    ["fact", "end", "../x"],
    *(["graph", "add", name, "../is", "/etc/passwd"] for name in (*AWAY, *LINKS)),
    ["graph", "add", "x", "y", "z", "--evidence", "../../outside/secret"],
    ["graph", "remove", "link", "is", "../../outside/x"],
    ["graph", "name", "../../outside/x", "--alias", "/etc/passwd"],
    ["graph", "name", "../../outside/x", "--alias", "/etc/passwd", "--remove"],
    *(["graph", "delete", name, "--yes"] for name in (AWAY[0], *LINKS)),
    *(
        ["edit", ID, verb, f"cause_of:{id}"]
        for verb in ("--link", "--unlink")
        for id in (*AWAY, *LINKS)
    ),
    *(["state", verb, id] for id in (*AWAY, *LINKS) for verb in ("close", "confirm")),
    ["state", "add", "fact", "../x", "--of", "../../outside/secret"],
    ["state", "add", "long_mood_state", "../x", "--event", "../x"],
    ["state", "update", "link", "--payload", "{}"],
    ["state", "add", "task", "../../outside/secret"],
    *(["state", verb, id] for verb in ("done", "close") for id in (*AWAY, *LINKS)),
    ["state", "update", "../../outside/secret", "--body", "x"],
    *(["fact", "like", subject, "-d", "food"] for subject in (*AWAY, *LINKS)),
    *(["fact", verb, "../../outside/secret", "-d", "topic"] for verb in ("confirm", "revoke")),
    *(
        ["block", verb, name, *text]
        for name in (*AWAY, *LINKS)
        for verb, *text in (["write", "../x"], ["delete"])
    ),
    *(["session", "start", "--id", name] for name in (*AWAY, *LINKS)),
    *(["session", verb, name] for verb in ("summarize", "end") for name in (*AWAY, *LINKS)),
    *(["session", "add", name, "../x", "--from", "../x"] for name in (*AWAY, *LINKS)),
    ["session", "start", "../../outside/x", "--of", "../../outside/x"],
    ["block", "set", "x", "/etc/passwd", "--of", "../../outside/x"],
    *(
        ["kv", verb, key, *value]
        for key in (*AWAY, *LINKS)
        for verb, *value in (["set", "../x"], ["unset"])
    ),
    ["prune", "--yes", "--now", "2100-01-01"],
    *(["event", "add", "-u", id, "--client", id, "--session", id] for id in (AWAY[0], *LINKS)),
    ["event", "add", "../x", "--of", "../../outside/secret"],
    *(["event", "thread", "add", "x", id] for id in (*AWAY, *LINKS)),
    *(["event", "thread", "add", id, "0"] for id in AWAY),
    ["event", "thread", "split", "../../outside/secret", "../x", "0"],
    ["event", "thread", "merge", "../../outside/secret", "link"],
    *(["event", "link", id, "caused_by", "0"] for id in (*AWAY, *LINKS)),
    *(["event", "link", f"events/{id}", "reply_to", id, "--remove"] for id in (*AWAY, *LINKS)),
    ["event", "thread", "propose", "--apply"],
    *(["event", "affect", id, *FELT] for id in (*AWAY, *LINKS)),
    ["state", "mood", "--say", "../x", "--of", "../../outside/secret"],
    ["state", "mood", "--say", "../x", "--event", "../x"],
    *(
        ["event", "extract", id, *how]
        for id in EXTRACTED
        for how in ([], ["--skip-bad"], ["--queue"])
    ),
    *(["forget", f"events/{id}", "--erase", "--yes"] for id in (*AWAY, *LINKS)),
    ["store", "git"],
    ["store", "git", "--remove"],
    ["store", "migrate"],
    ["init"],
]
WRITES = (
    "rename",
    "unlink",
    "mkdir",
    "rmdir",
    "link",
    "truncate",
    "chmod",
    "chown",
    "utime",
    "mknod",
)
CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)(?:<(.*)>)?")
PATH = re.compile(r'(?:(?:AT_FDCWD|\d+)<((?:[^>\\]|\\.)*)>, )?"((?:[^"\\]|\\.)*)"')
PROGRAM = """
import json, os, sys
import tests.faults.boxes  # all modules, which each line would load under strace again
from tests.faults.terminals import in_pipes
for number, args in enumerate(json.loads(sys.argv[1])):
    os.path.lexists(f"/line/{number}")
    in_pipes(args, sys.argv[2])
"""
GIT_CONFIG = """
[core]
    fsmonitor = touch PWNED
    pager = touch PWNED
    editor = touch PWNED
    sshCommand = touch PWNED
    hooksPath = {hooks}
[diff]
    external = touch PWNED
[diff "x"]
    textconv = touch PWNED
    command = touch PWNED
[filter "x"]
    clean = touch PWNED
    smudge = touch PWNED
[gpg]
    program = touch PWNED
"""


class Place(NamedTuple):
    """A hostile store, in a hostile repository, and what stands beside it."""

    store: Path
    outside: Path
    cache: Path


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """The store, whose links lead to `outside`; all that memento is told of elsewhere is here."""
    root, outside = hostile_store(tmp_path / "store"), tmp_path / "outside"
    cache = tmp_path / "cache"
    for name, value in (
        ("MEMENTO_STORE", str(root)),
        ("XDG_CACHE_HOME", str(cache)),
        ("MEMENTO_ACTOR", "../../outside/me"),
        ("USER", "me"),
        ("PYTHONDONTWRITEBYTECODE", "1"),
        ("EDITOR", "true"),
    ):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("VISUAL", raising=False)
    (root / ".git" / "evil-hooks").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    hook = root / ".git" / "evil-hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\ntouch PWNED\n")
    hook.chmod(0o755)
    with (root / ".gitattributes").open("a") as attributes:
        attributes.write("*.toml diff=x filter=x\n")
    with (root / ".git" / "config").open("a") as config:
        config.write(GIT_CONFIG.format(hooks=hook.parent))
    return Place(root, outside, cache)


def snapshot(folder: Path) -> list[tuple[str, int, int, bytes]]:
    """All that stands in a folder, with its times."""
    found = []
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        found.append((str(path), status.st_mtime_ns, status.st_mode, data))
    return found


def test_every_command_is_among_them() -> None:
    """A command that is not tried here fails."""
    tried = {args[0] for args in (*READING, *WRITING)}
    assert {name for name in tried if name[0] != "_"} == NAMES  # the others are for programs


@pytest.mark.parametrize("lines", sampled([*READING, *WRITING][at::4] for at in range(4)))
def test_fault_29_what_stands_outside_is_neither_told_nor_touched(
    lines: list[list[str]], place: Place
) -> None:
    """No line prints what a link leads to; the folder outside stays as it was, to the stamp."""
    before = snapshot(place.outside)
    for args in lines:
        told = in_pipes(args, str(place.store))
        said = (told.out + told.err).decode()
        assert SECRET not in said and "Traceback" not in said and "root:x:" not in said, args
    assert snapshot(place.outside) == before
    assert not [*place.store.parent.rglob("PWNED")], "something has run"
    assert sorted(path.name for path in place.store.parent.iterdir()) == [
        "cache", "outside", "store"
    ]  # fmt: skip


@pytest.mark.longer
@needs_strace
@pytest.mark.parametrize("lines", [READING, WRITING], ids=["reading", "writing"])
def test_fault_29_the_system_sees_no_call_that_leads_out(
    lines: list[list[str]], place: Place, tmp_path: Path
) -> None:
    """No open, no exec and no change of a name beyond the store, the cache and what Python has: by
    the half of the lines, with each seed another."""
    wrong = calls_that_lead_out(in_turn(lines, 2), place, tmp_path)
    assert not wrong, wrong[:5]


@needs_strace
def test_a_call_that_leads_out_would_be_seen(place: Place, tmp_path: Path) -> None:
    """The same look finds a file outside that a person names, and one that is written there."""
    lines = [
        ["import", "../outside/secret.toml", "--from", "toml", "--dry-run"],
        ["store", "bench", "--help"],
        ["init", str(place.outside / "new")],
    ]
    seen = {line[0] for line, _, _ in calls_that_lead_out(lines, place, tmp_path)}
    assert seen == {"import", "init"}


def calls_that_lead_out(
    lines: list[list[str]], place: Place, tmp_path: Path
) -> list[tuple[list[str], str, str]]:
    """Run the lines, each in a process of its own; each call that leads out, and what is wrong."""
    log, temporary = tmp_path / "log", tmp_path / "temporary"
    temporary.mkdir()
    watch = ["strace", "--seccomp-bpf", "-f", "-qq", "-y", "-s", "4096", "-e", "trace=%file"]
    command = [*watch, "-o", str(log), sys.executable, "-c", PROGRAM, json.dumps(lines)]
    command.append(str(place.store))
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
    subprocess.run(command, cwd=ROOT, env=env, check=True)
    own = (str(place.store), str(place.cache), str(temporary), "/dev/null")
    wrong: list[tuple[list[str], str, str]] = []
    at = -1
    for row in log.read_text(errors="surrogateescape").split("\n"):
        mark = re.search(r'"/line/(\d+)"', row)
        at = int(mark[1]) if mark else at
        why = _leads_out(row, place, own) if at >= 0 else ""
        wrong += [(lines[at], why, row)] if why else []
    assert at == len(lines) - 1
    return wrong


def _leads_out(row: str, place: Place, own: tuple[str, ...]) -> str:
    """What is wrong with a call, if it did anything."""
    call = CALL.match(row)
    if not call or int(call[3]) < 0:
        return ""
    name, args, handle = call[1], call[2], call[4] or ""
    paths = [
        os.path.normpath(os.path.join(at or str(place.store), path))
        for at, path in PATH.findall(args)
    ]
    if name.startswith("open"):
        if handle.startswith(str(place.outside)) or handle in ("/dev/zero", "/etc/passwd"):
            return "opens what a link or a name leads to"
        changes = any(flag in args for flag in ("O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"))
        return "writes elsewhere" if changes and not handle.startswith(own) else ""
    if name == "execve":
        known = ("git", os.path.basename(sys.executable), "true")
        return "" if os.path.basename(paths[0]) in known else "runs something"
    elsewhere = [path for path in paths if not path.startswith(own)]
    return f"changes {elsewhere}" if name.startswith(WRITES) and elsewhere else ""


@pytest.mark.parametrize(
    "zone", ["../outside/zone", "../../../../../..{}/zone", "{}/zone", "Europe/../../../etc/passwd"]
)
def test_no_setting_names_a_file(zone: str, place: Place) -> None:
    """A zone is a name in the system's own table, wherever it would lead as a path."""
    shutil.copy("/usr/share/zoneinfo/Europe/Berlin", place.outside / "zone")
    settings = place.store / "memento.toml"
    text = re.sub(
        'timezone = ".*"', f'timezone = "{zone.format(place.outside)}"', settings.read_text()
    )
    settings.write_text(text)
    told = in_pipes(["list", "--all"], str(place.store))
    assert b"no zone is called" in told.err and b"Traceback" not in told.err
    assert in_pipes(["record", "x"], str(place.store)).code == 4


@pytest.mark.parametrize(
    "name", [".memento/lock", ".memento/clone", "memento.toml", ".gitignore", ".gitattributes"]
)
def test_fault_29_no_file_of_the_stores_own_is_followed_out(name: str, place: Place) -> None:
    """A link in place of the lock, the clone's id, the settings, git's files: nothing is written.

    One that dangles makes no file outside.
    """
    for target in ("target", "missing"):
        path = place.store / name
        path.unlink(missing_ok=True)
        (place.outside / "target").write_text("as it was\n")
        path.symlink_to(place.outside / target)
        for args in (
            ["record", "x"],
            ["reinforce", ID],
            ["init"],
            ["doctor", "--fix"],
            ["store", "git"],
        ):
            told = in_pipes(args, str(place.store))
            assert b"Traceback" not in told.err and b"as it was" not in told.out + told.err, args
        assert (place.outside / "target").read_text() == "as it was\n"
        assert not (place.outside / "missing").exists()


@pytest.mark.parametrize("length", [255, 256, 4096, 10_000])
def test_fault_41_a_long_name_leads_nowhere(length: int, place: Place) -> None:
    """An id, a topic, a person, a file to import: an error, or a short id; never a traceback."""
    text = "x" * length
    for args in (
        ["show", text],
        ["edit", text, "--summary", "x"],
        ["record", "x", "-t", text],
        ["record", "x", "--person", text],
        ["import", text],
        ["--store", f"/{text}", "list"],
        ["recall", f"person:{text}"],
    ):
        told = in_pipes(args, str(place.store))
        assert told.code in (0, 1, 2, 3) and b"Traceback" not in told.err, args
    assert max(map(len, os.listdir(place.store / "memories"))) <= 255


@pytest.mark.parametrize(
    "name", ["a b", "q'\"", "new\nline", "es\x1b[31m\u202ec", "$(touch PWNED)", "-rf"]
)
def test_fault_42_a_store_of_any_name_works(name: str, place: Place, tmp_path: Path) -> None:
    """Init, record, recall, doctor and git in a folder of that name; its name is shown harmless."""
    root = str(tmp_path / name)
    for args in (
        ["init", root],
        ["record", "x", "-t", "y"],
        ["recall", "x"],
        ["doctor"],
        ["store", "git"],
    ):
        told = in_pipes(args, str(tmp_path), MEMENTO_STORE=root)
        assert b"Traceback" not in told.err and b"\x1b" not in told.out + told.err, args
        assert told.code in (0, 3), (args, told.err)
    assert not [*tmp_path.rglob("PWNED")]


@pytest.mark.parametrize(
    "ref",
    [
        "../../outside",
        "ctx://person/../../outside",
        "file:///etc/passwd",
        "ctx://~../person/x/../y",
        "a/b",
    ],
)
def test_fault_49_a_reference_is_a_name_and_never_a_path(ref: str, place: Place) -> None:
    """A person called like a path is refused, or becomes an id that is a plain name."""
    before = snapshot(place.outside)
    told = in_pipes(["record", "x", "--person", ref, "-t", ref, "--json"], str(place.store))
    assert told.code in (0, 2) and b"Traceback" not in told.err
    for found in (place.store / "memories").glob("*outside*"):
        assert found.parent == place.store / "memories" and "/" not in found.name
    assert snapshot(place.outside) == before
