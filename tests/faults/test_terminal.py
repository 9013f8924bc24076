"""FAULTS, output: rows 77, 79 and 80, over every command, on real terminals and in pipes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from memento_cli.cli import out
from memento_cli.cli.commands import ENTRIES
from memento_cli.cli.out import STYLES
from memento_cli.cli.safe import safe
from memento_cli.core.visible import FORMULAS, visible
from memento_cli.store.strict_json import dumped
from tests.faults.helpers import sampled
from tests.faults.hostile import CALM, CELLS, EVIL, GONE, ID, LONG, hostile_store
from tests.faults.terminals import EOF, INTERRUPT, Step, Told, in_pipes, on_terminal

WORDS = EVIL.replace("\x00", "")  # no argument can have it
FELT = [
    *("--valence", "0.5", "--arousal", "0", "--dominance", "-1"),
    *("--label", WORDS, "--text", WORDS, "--confidence", "0.5"),
]
LINES: dict[str, list[list[str]]] = {
    "record": [
        ["record", WORDS, "-t", WORDS, "--detail", WORDS, "--source", WORDS],
        ["record", "A calm walk", "-t", "calm", "--with", "viktor"],
        ["record", "--dry-run", WORDS],
        ["record", "x", "--kind", WORDS],
        ["record", "-"],
    ],
    "recall": [
        ["recall", "evil"],
        ["recall", "evil", "--explain"],
        ["recall", "evil", "--fence"],
        ["recall", "evil", "--json"],
        ["recall", "calm", "--why-not", ID],
        ["recall", "evli", "topic:x\x1b", WORDS],
        ["recall", "--sort", WORDS],
    ],
    "list": [
        ["list", "--all"],
        ["list", "--all", "--format", "table", "--fields", "id,topics,people,source,summary"],
        ["list", "--all", "--format", "ids"],
        ["list", "--archived", "--json"],
        ["list", "--fields", WORDS],
        ["list", "--topic", WORDS],
    ],
    "show": [
        ["show", ID],
        ["show", ID, "--raw"],
        ["show", ID, "--path"],
        ["show", ID, "--json"],
        ["show", ID, "--fence"],
        ["show", WORDS],
    ],
    "edit": [
        ["edit", ID, "--set", "tags.outcome=mixed"],
        ["edit", ID, "--set", f"kind={WORDS}"],
        ["edit", ID, "--set", f"{WORDS}=1"],
        ["edit", ID],
        ["edit", "other", "--summary", "x"],
    ],
    "reinforce": [["reinforce", ID], ["reinforce", "signs"], ["reinforce", WORDS]],
    "used": [["used", ID, "--reason", WORDS], ["used", "link"], ["used", WORDS]],
    "prune": [
        ["prune", "--dry-run", "--below", "9"],
        ["prune", "--below", "9"],
        ["prune", "--below", "9", "--edit"],
        ["prune", "--below", WORDS],
    ],
    "undo": [["undo", "--dry-run"], ["undo"], ["undo", WORDS], ["undo", "0about"]],
    "log": [["log"], ["log", ID], ["log", "--json"], ["log", WORDS], ["log", ID, "--git"]],
    "why": [["why", ID], ["why", ID, "--json"], ["why", WORDS]],
    "similar": [
        ["similar", ID, "--min-score", "0"],
        ["similar", "--groups", "--min-score", "0.1"],
        ["similar", WORDS],
    ],
    "curve": [["curve", ID], ["curve", ID, "--json"], ["curve", "evil"], ["curve", WORDS]],
    "feedback": [
        ["feedback", ID, "helpful"],
        ["feedback", ID, "not_helpful", "--answer", WORDS, "--reason", WORDS],
        ["feedback", ID, WORDS],
        ["feedback", WORDS, "used"],
    ],
    "law": [["law", ID, "other"], ["law", ID, "--set", "daily"], ["law", ID, "--set", WORDS]],
    "pin": [["pin", ID], ["pin", "types"], ["pin", WORDS]],
    "unpin": [["unpin", ID], ["unpin", WORDS]],
    "forget": [["forget", ID, "--dry-run"], ["forget", ID], ["forget", WORDS]],
    "restore": [["restore", GONE], ["restore", WORDS], ["restore", "link"]],
    "init": [["init", "new\x1b[31m\u202e"], ["init", "x", "--profile", WORDS], ["init"]],
    "profile": [
        ["profile"],
        ["profile", "show", "agent"],
        ["profile", "diff", "tiers"],
        ["profile", "set", "tiers"],
        ["profile", "set", f"person={WORDS}"],
        ["profile", "set", f"{WORDS}=1"],
        ["profile", WORDS],
    ],
    "convert": [
        ["convert", "--law", "daily", "--dry-run"],
        ["convert", "--law", "ttl=48h"],
        ["convert", "--law", WORDS],
        ["convert", "--law", "never", "--topic", WORDS],
    ],
    "proposals": [
        ["proposals"],
        ["proposals", "--json"],
        ["proposals", "show", ID],
        ["proposals", "apply", ID],
        ["proposals", "reject", ID, "--reason", WORDS],
        ["proposals", "show", WORDS],
        ["proposals", WORDS],
    ],
    "context": [
        ["context", "evil"],
        ["context", "--json"],
        ["context", "--persona", WORDS],
        ["context", WORDS, "--budget", "50"],
    ],
    "state": [
        ["state"],
        ["state", "add", "fact", WORDS, "--reason", WORDS],
        ["state", "add", "fact", "x", "--payload", WORDS],
        ["state", "add", WORDS, "x"],
        ["state", "list", "--json"],
        ["state", "show", WORDS],
        ["state", "close", "evil", "--at", WORDS],
        ["state", "update", "evil", "--body", "-"],
        ["state", "tidy"],
        ["state", WORDS],
    ],
    "task": [
        ["task", "add", WORDS, "--due", "tomorrow"],
        ["task"],
        ["task", "update", "evil", "--text", WORDS],
        ["task", "update", "evil", "--due", WORDS],
        ["task", "close", WORDS],
        ["task", "done", "evil"],
        ["task", "done", WORDS],
        ["task", WORDS],
    ],
    "prefer": [
        ["prefer", "like", WORDS, "--domain", "food", "--note", WORDS],
        ["prefer", "dislike", WORDS, "--domain", "food", "--confirmed"],
        ["prefer"],
        ["prefer", "like", "x", "--domain", WORDS],
        ["prefer", "confirm", WORDS + "x", "--domain", "food"],
        ["prefer", WORDS],
    ],
    "revisions": [
        ["revisions", "food"],
        ["revisions", "food", "--json"],
        ["revisions", WORDS],
    ],
    "fact": [
        ["fact"],
        ["fact", "set", WORDS[:60], WORDS],
        ["fact", "set", "key", WORDS, "--reason", WORDS],
        ["fact", "get", "key"],
        ["fact", "get", WORDS],
        ["fact", "history"],
        ["fact", "list", "--json"],
        ["fact", "as-of", WORDS],
        ["fact", "list", "--subject", WORDS],
        ["fact", WORDS],
    ],
    "session": [
        ["session", "start", WORDS, "--id", "evil", "--project", WORDS, "--agent", WORDS],
        ["session", "start", "--id", WORDS],
        ["session", "add", "evil", WORDS, "--who", WORDS],
        ["session", "add", "evil", "x", "--from", WORDS],
        ["session", "add", WORDS, "x"],
        ["session", "add", "evil", "-"],
        ["session"],
        ["session", "list", "--json"],
        ["session", "show", "evil"],
        ["session", "show", WORDS],
        ["session", "query", "evil", WORDS],
        ["session", "summarize", "evil"],
        ["session", "end", "evil"],
        ["session", WORDS],
    ],
    "block": [
        ["block", "write", "evil", WORDS, "--description", WORDS],
        ["block", "write", WORDS, "x"],
        ["block", "write", "x", "-"],
        ["block"],
        ["block", "list", "--json"],
        ["block", "read"],
        ["block", "read", "evil"],
        ["block", "read", WORDS, "--persona", WORDS],
        ["block", "delete", "evil"],
        ["block", WORDS],
    ],
    "observe": [
        ["observe", "-u", WORDS, "-a", WORDS, "--client", WORDS, "--session", WORDS],
        ["observe", WORDS, "--speaker", WORDS],
        ["observe", "--source", WORDS, "x"],
        ["observe", "--jsonl", WORDS],
        ["observe", "-u", "calm", "-a", WORDS, "--json", "--dry-run"],
    ],
    "thread": [
        ["thread", "add", WORDS, "0", "--reason", WORDS],
        ["thread"],
        ["thread", "list", "--json"],
        ["thread", "list", "--format", "table"],
        ["thread", "show", "evil"],
        ["thread", "show", WORDS],
        ["thread", "split", WORDS, WORDS + "x", "0"],
        ["thread", "merge", WORDS, WORDS + "x"],
        ["thread", "remove", WORDS, WORDS],
        ["thread", "propose"],
        ["thread", WORDS],
    ],
    "affect": [
        ["affect", WORDS],
        ["affect", WORDS, *FELT],
        ["affect", "0", *FELT, "--mood", WORDS, "--reason", WORDS],
        ["affect", "0", *FELT, "--person", WORDS],
        ["affect", "0", "--valence", WORDS],
    ],
    "mood": [
        ["mood"],
        ["mood", "--json"],
        ["mood", "--history"],
        ["mood", "--history", "--html", "-"],
        ["mood", "--say", WORDS, "--reason", WORDS],
        ["mood", "--person", WORDS],
        ["mood", "--history", "--since", WORDS],
    ],
    "extract": [
        ["extract", "bad.plan"],
        ["extract", "bad.plan", "--skip-bad", "--queue"],
        ["extract", "bad.plan", "--skip-bad", "--json", "--dry-run"],
        ["extract", WORDS[:99]],
        ["extract", "-"],
        ["extract", "bad.plan", "--reason", WORDS],
    ],
    "events": [
        ["events"],
        ["events", "--json"],
        ["events", "--format", "table"],
        ["events", "--client", WORDS],
        ["events", "--source", WORDS],
        ["show", f"events/{WORDS}"],
    ],
    "kv": [
        ["kv", "set", "evil", WORDS, "--ttl", "2h"],
        ["kv", "set", WORDS, "x"],
        ["kv", "set", "x", WORDS, "--as-json"],
        ["kv", "set", "x", "y", "--ttl", WORDS],
        ["kv"],
        ["kv", "list", "--all", "--json"],
        ["kv", "get", "evil"],
        ["kv", "get", WORDS],
        ["kv", "unset", "evil"],
        ["kv", "purge", "--now", "2100-01-01"],
        ["kv", WORDS],
    ],
    "relate": [
        ["relate", "Alex", "knows", "Evil"],
        ["relate", WORDS, WORDS, WORDS],
        ["relate", "Alex", "knows", "x", "--law", WORDS],
        ["relate", "Alex", "knows", "x", "--evidence", WORDS],
    ],
    "unrelate": [["unrelate", "Alex", "knows", "Evil"], ["unrelate", WORDS, WORDS, WORDS]],
    "graph": [
        ["graph"],
        ["graph", "--json"],
        ["graph", "list", "--format", "dot"],
        ["graph", "list", "--format", "mermaid"],
        ["graph", "show", "Evil"],
        ["graph", "show", "viktor", "--json"],
        ["graph", "neighbours", "Evil", "--hops", "3"],
        ["graph", "path", "Evil", ID],
        ["graph", "add", "Evil", "--alias", "Ill", "--kind", "word"],
        ["graph", "add", WORDS],
        ["graph", "forget", "Evil"],
        ["graph", "show", WORDS],
        ["graph", WORDS],
    ],
    "link": [["link", ID, "cause_of", "other"], ["link", ID, WORDS, ID], ["link", WORDS, "x", "y"]],
    "unlink": [["unlink", ID, "cause_of", "x"], ["unlink", ID, WORDS, WORDS]],
    "review": [
        ["review"],
        ["review", "--all"],
        ["review", ID],
        ["review", ID, "--confirm"],
        ["review", "--rate", WORDS, ID],
        ["review", WORDS],
    ],
    "forecast": [["forecast"], ["forecast", "--days", "900"], ["forecast", "--days", WORDS]],
    "maintain": [["maintain", "--dry-run"], ["maintain"], ["maintain", WORDS]],
    "cron": [["cron"], ["cron", "--systemd"], ["cron", WORDS]],
    "import": [
        ["import", "bad\x1b[31m.jsonl"],
        ["import", "notes", "--dry-run"],
        ["import", "memories", "--from", "toml", "--dry-run"],
        ["import", "-"],
        ["import", WORDS[:99]],
        ["import", "--git", WORDS[:99]],
    ],
    "export": [
        *(["export", "--format", name] for name in ("ndjson", "csv", "html")),
        ["export", "--format", "markdown", "-o", "pages"],
        ["export", "--kinds", WORDS],
        ["export", WORDS],
        ["export", "-o", WORDS[:99]],
    ],
    "settle": [["settle"], ["settle", WORDS]],
    "status": [["status"], ["status", "--json"], ["status", WORDS]],
    "rebuild": [["rebuild"], ["rebuild", WORDS]],
    "stats": [["stats"], ["stats", "--json"], ["stats", WORDS]],
    "doctor": [["doctor"], ["doctor", "--json"], ["doctor", "--fix"], ["doctor", WORDS]],
    "secrets": [["secrets"], ["secrets", "--json"], ["secrets", "--staged"], ["secrets", WORDS]],
    "git": [["git", "setup"], ["git", "setup", "--dry-run"], ["git", WORDS]],
    "sleep": [
        ["sleep", "--dry-run"],
        ["sleep", "--dry-run", "--json", "--all"],
        ["sleep"],
        ["sleep", "list", "--json"],
        ["sleep", "show", "evil"],
        ["sleep", "show", WORDS],
        ["sleep", "--since", WORDS],
        ["sleep", WORDS],
    ],
    "conflicts": [["conflicts"], ["conflicts", "tea", "--propose"], ["conflicts", WORDS]],
    "trust": [["trust"], ["trust", "--json"], ["trust", WORDS]],
    "bench": [
        ["bench", "--only", WORDS],
        ["bench", "--against", "bad\x1b[31m.jsonl"],
        ["bench", "--against", WORDS[:99]],
    ],
    "agent": [
        ["agent", "setup", "--client", "cursor"],
        ["agent", "setup", "--client", "codex", "--print", "hooks"],
        ["agent", "setup", "--client", WORDS],
        ["agent", "setup", "--client", "codex", "--write", WORDS],
        ["agent", WORDS],
    ],
    "watch": [["watch", "--debounce", WORDS], ["watch", "--debounce", "99"]],
    "mcp": [["mcp", "--scope", WORDS], ["mcp", "--http", WORDS], ["mcp", WORDS]],
    "migrate": [["migrate"], ["migrate", WORDS]],
    "manual": [["manual"], ["manual", "formats"], ["manual", "--man"], ["manual", WORDS]],
    "schema": [["schema"], ["schema", WORDS]],
    "completion": [
        ["completion", "--ids"],
        ["completion", "--ids", "--in", "revised"],
        ["completion", "--ids", "--in", WORDS],
        ["completion", "zsh"],
        ["completion", WORDS],
    ],
}
"""Command lines of each command: what it does, asks and refuses. A new command is a new row."""
OURS = re.compile(rf"\x1b\[(?:0|{'|'.join(STYLES.values())})m")
TABS = re.compile("\t")  # between cells; a store's own are shown
BAR = re.compile(r"\x1b\[(?:\?25[lh]|2K|1A|[\d;]+m)|\r")
SAYS_NO = [Step(b"", b"n\nn\nn\nn\nn\n" + EOF + EOF)]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a hostile store, `evil`, and one that is hostile in words alone, `words`."""
    folder = tmp_path_factory.mktemp("hostile")
    hostile_store(folder / "evil")
    hostile_store(folder / "words", files=False)
    for store in ("evil", "words"):
        _more(folder / store)
    return folder


def _more(root: Path) -> None:
    """What is imported, and an editor that leaves what cannot be read."""
    (root / "bad.plan").write_text(
        dumped({"states": [EVIL, {EVIL: EVIL}], "threads": [{"title": EVIL, "evidence": [EVIL]}]})
    )
    (root / "bad\x1b[31m.jsonl").write_text('{"title": "\x1b[31m"\n{"title": 5, "x": "\\u001b"}\n')
    notes = root / "notes"
    notes.mkdir()
    (notes / "a\x1b[31m\u202e.md").write_text(f"---\ntitle: {EVIL}\nkind: {EVIL}\n---\n{EVIL}")
    (notes / "b\x1b.md").write_bytes(b"\xff")
    editor = root / "editor"
    editor.write_text('#!/bin/sh\nprintf \'x = "\\033[31m\\n\' >> "$1"\n')
    editor.chmod(0o755)
    subprocess.run(["git", "init", "-q", str(root)], check=True)


@pytest.fixture(params=["evil", "words"])
def place(
    request: pytest.FixtureRequest, template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """A copy of one of the stores, in which the commands run."""
    root = tmp_path / request.param
    subprocess.run(["cp", "-a", str(template / request.param), str(root)], check=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("MEMENTO_STORE", str(root))
    monkeypatch.setenv("EDITOR", str(root / "editor"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(out, "PATIENCE_SECONDS", 1e9)  # bars are tried by themselves
    yield root
    assert not list(tmp_path.rglob("PWNED")), "something has run"


def clean(told: bytes, ours: re.Pattern[str] = OURS) -> str:
    """What was written, without our own colours; it has nothing else that acts or hides."""
    text = ours.sub("", told.decode())
    assert "Traceback" not in text, text
    hidden = visible(text, lines=True)
    assert hidden == text, [line for line in hidden.split("\n") if line not in text][:3]
    return text


def test_every_command_is_tried() -> None:
    """A command without a row of command lines fails here."""
    assert sorted(LINES) == sorted(ENTRIES)
    assert all(lines for lines in LINES.values())


@pytest.mark.parametrize(
    ("place", "columns"),
    [
        ("evil", 20),
        pytest.param("evil", 100, marks=pytest.mark.longer),
        pytest.param("words", 80, marks=pytest.mark.longer),
    ],
    indirect=["place"],
)
@pytest.mark.parametrize("name", LINES)
def test_fault_77_only_our_colours_reach_a_terminal(name: str, columns: int, place: Path) -> None:
    """Output, questions, notes and errors of every command, on terminals of any width."""
    for args in LINES[name]:
        if columns == 20:
            args = ["--color", "always", *args]
        told = on_terminal(args, str(place), columns, SAYS_NO)
        assert clean(told.out), args


@pytest.mark.parametrize("name", sampled(LINES))
def test_fault_77_a_pipe_gets_no_colour_at_all(name: str, place: Path) -> None:
    """In pipes nothing acts or hides, and there is no escape sequence, not even ours."""
    for args in LINES[name]:
        told = in_pipes(args, str(place))
        assert clean(told.out + told.err, TABS), args


@pytest.mark.parametrize("place", ["words"], indirect=True)
@pytest.mark.parametrize("name", [*LINES, ""])
def test_fault_77_help_is_clean_at_any_width(name: str, place: Path) -> None:
    """`--help` of every command, and of all."""
    for columns in (20, 80):
        told = on_terminal([*filter(None, [name]), "--help"], str(place), columns, ())
        assert told.code == 0 and "--help" in clean(told.out)


@pytest.mark.parametrize(
    "args", [["rebuild"], ["settle"], ["doctor"], ["import", "notes", "--dry-run"], ["secrets"]]
)
def test_fault_77_progress_moves_only_its_own_line(
    args: list[str], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bar that is shown at once: beside its own sequences nothing acts, and its text is ours."""
    monkeypatch.setattr(out, "PATIENCE_SECONDS", -1.0)
    told = on_terminal(args, str(place), 80, ())
    text = clean(told.out, BAR)
    assert "━" in text or not list((place / "memories").glob("*")), text[:500]


def test_fault_77_what_is_watched_is_clean(place: Path) -> None:
    """Each change of a hostile memory is told in lines that nothing in it acts on."""

    def change() -> None:
        path = place / "memories" / f"{ID}.toml"
        path.write_text(path.read_text() + "# \u202e\n")

    steps = [Step(b"Ctrl-C ends", done=change), Step(b"evil", INTERRUPT)]
    told = on_terminal(["watch", "--debounce", "0.05"], str(place), 80, steps)
    assert told.code == 130 and "changed" in clean(told.out)


@pytest.mark.parametrize("place", ["evil"], indirect=True)
def test_fault_77_the_holder_of_a_lock_has_no_say(place: Path) -> None:
    """Whoever holds the lock has written a name into it that acts; the error shows it."""
    import fcntl

    lock = place / ".memento" / "lock"
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write("1 \x1b[31m\u202e\x9b2J\n")
        file.flush()
        told = on_terminal(["pin", ID], str(place), 80, ())
    assert told.code == 5 and "\\u001b" in clean(told.out)


def test_fault_77_no_place_is_asked_about_raw(
    place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The question whether to make a store names its place, which may be called anything."""
    monkeypatch.delenv("MEMENTO_STORE")
    (tmp_path / "work").mkdir()
    data = str(tmp_path / "da\x1b[31mta\u202e")
    told = on_terminal(["record", "x"], str(tmp_path / "work"), 80, SAYS_NO, XDG_DATA_HOME=data)
    assert told.code == 3 and "Make one in" in clean(told.out)
    assert not os.path.exists(data)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("where", ["/dev/full", pytest.param("closed", marks=pytest.mark.longer)])
@pytest.mark.parametrize("name", sampled(LINES))
@pytest.mark.parametrize("place", ["words"], indirect=True)
def test_fault_79_output_that_cannot_be_written_is_a_failure(
    name: str, where: str, place: Path, tmp_path: Path
) -> None:
    """A full or closed stdout: said on stderr, and no success, if there was something to say."""
    shutil.copytree(place, tmp_path / "again", symlinks=True)
    for args in LINES[name]:
        done = in_pipes(args, str(place))
        told = in_pipes(args, str(tmp_path / "again"), where, MEMENTO_STORE=str(tmp_path / "again"))
        clean(told.err)
        if done.out and not done.code:
            assert told.code == 1 and b"cannot write the output" in told.err, args


@pytest.mark.parametrize("place", ["evil"], indirect=True)
@pytest.mark.parametrize("name", sampled(LINES))
def test_fault_79_an_encoding_without_the_letters_shows_escapes(name: str, place: Path) -> None:
    """Where the encoding is ASCII, all that is written is, and nothing fails for it."""
    for args in LINES[name]:
        told = in_pipes(args, str(place), PYTHONIOENCODING="ascii", LC_ALL="C")
        assert (told.out + told.err).isascii() and b"Traceback" not in told.err, args
        assert told.code != 99


@pytest.mark.parametrize(
    "args",
    [
        ["recall", "evil", "--fields", "id,detail"],
        ["list", "--all", "--fields", "id,detail"],
        ["show", ID],
        ["show", ID, "--json"],
        ["recall", "evil", "--fence"],
        ["show", ID, "--raw"],
    ],
)
def test_fault_79_a_pipe_is_never_clipped(args: list[str], place: Path) -> None:
    """Ten thousand signs come whole and on one line through a pipe from a narrow terminal."""
    if "detail" in args[-1]:
        args = [*args[:-1], "id,summary"]
        texts = [safe(EVIL)]
    else:
        texts = [LONG.strip()]
    told = in_pipes(args, str(place), COLUMNS="20", LINES="5")
    lines = told.out.decode().split("\n")
    assert all(any(text in line for line in lines) for text in texts)


def test_fault_80_no_cell_between_tabs_is_computed(place: Path) -> None:
    """What a spreadsheet computes, or what opens a quotation, has `'` before it."""
    for args in (["list", "--all"], ["list", "--all", "--limit", "50"], ["recall", "cell1 evil"]):
        for row in in_pipes(args, str(place)).out.decode().split("\n")[:-1]:
            cells = row.split("\t")
            assert len(cells) == 4
            assert not [cell for cell in cells if cell.startswith(FORMULAS)]
            assert not [cell for cell in cells if cell[:1] == '"' and cell.count('"') % 2]
    told = in_pipes(["list", "--all", "--fields", "summary"], str(place)).out.decode()
    for text in CELLS:
        shown = safe(text)
        assert (shown if shown.startswith("\\") else f"'{shown}") in told.split("\n")


def test_fault_80_exact_texts_are_in_json(place: Path) -> None:
    """JSON has every sign as it was, so nothing is lost by what tabs cannot carry."""
    import json

    told: Told = in_pipes(["list", "--all", "--json", "--limit", "99"], str(place))
    said = {row["summary"] for row in json.loads(told.out)["memories"]}
    assert said >= {*CELLS, EVIL}
    assert CALM in {row["id"] for row in json.loads(told.out)["memories"]}
