"""FAULTS, output: rows 77, 79 and 80, over every command, on real terminals and in pipes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from memento_cli.cli.command_line.surface import NAMES
from memento_cli.cli.output import bar
from memento_cli.cli.output.out import STYLES
from memento_cli.cli.output.values import safe
from memento_cli.core.text.normal_forms import FORMULAS
from memento_cli.core.text.strict_json import dumped
from memento_cli.core.text.visible import visible
from tests.faults.helpers import in_turn, sampled
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
        ["recall", "--like", ID],
        ["recall", "--like", WORDS],
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
        ["edit", ID, "--link", "cause_of:other"],
        ["edit", ID, "--link", WORDS],
        ["edit", ID, "--unlink", "cause_of:x"],
        ["edit", WORDS, "--unlink", f"{WORDS}:{WORDS}"],
    ],
    "reinforce": [["reinforce", ID], ["reinforce", "signs"], ["reinforce", WORDS]],
    "prune": [
        ["prune", "--dry-run", "--below", "9"],
        ["prune", "--below", "9"],
        ["prune", "--below", "9", "--edit"],
        ["prune", "--below", WORDS],
    ],
    "tidy": [
        ["tidy", "list", "--doubles", "--min-score", "0.1"],
        ["tidy", "list"],
        ["tidy", "list", "--json"],
        ["tidy", "show", ID],
        ["tidy", "apply", ID],
        ["tidy", "reject", ID, "--reason", WORDS],
        ["tidy", "show", WORDS],
        ["tidy", "list", WORDS],
        ["tidy", "run", "--dry-run"],
        ["tidy", "run"],
        ["tidy", "run", WORDS],
        ["tidy", "cron"],
        ["tidy", "cron", "--systemd"],
        ["tidy", "cron", WORDS],
        ["tidy", "propose", "--dry-run"],
        ["tidy", "propose", "--dry-run", "--json", "--all"],
        ["tidy", "propose"],
        ["tidy", "show", "evil"],
        ["tidy", "propose", "--since", WORDS],
        ["tidy", "propose", WORDS],
        ["tidy", "conflicts"],
        ["tidy", "conflicts", "tea", "--propose"],
        ["tidy", "conflicts", WORDS],
        ["tidy", WORDS],
        ["tidy", "apply", "--only", WORDS],
        ["tidy", "propose", "--only", "threads"],
    ],
    # what it draws is tried in tests/tui and tests/web
    "open": [["open", "--write"], ["open", "--no-browser"], ["open", "--port", WORDS]],
    "undo": [["undo", "--dry-run"], ["undo"], ["undo", WORDS], ["undo", "0about"]],
    "log": [
        ["log"],
        ["log", ID],
        ["log", "--json"],
        ["log", WORDS],
        ["log", ID, "--git"],
        ["log", "food", "--changes"],
        ["log", "food", "--changes", "--json"],
        ["log", "--changes", WORDS],
    ],
    "fade": [
        ["fade"],
        ["fade", WORDS],
        ["fade", "why", ID],
        ["fade", "why", ID, "--json"],
        ["fade", "why", WORDS],
        ["fade", "curve", ID],
        ["fade", "curve", ID, "--json"],
        ["fade", "curve", "evil"],
        ["fade", "curve", WORDS],
        ["fade", "forecast"],
        ["fade", "forecast", "--days", "900"],
        ["fade", "forecast", "--days", WORDS],
        ["fade", "review"],
        ["fade", "review", "--all"],
        ["fade", "review", ID],
        ["fade", "review", ID, "--confirm"],
        ["fade", "review", "--rate", WORDS, ID],
        ["fade", "review", WORDS],
        ["fade", "set", "daily", ID, "other"],
        ["fade", "set", WORDS, ID],
        ["fade", "set", "daily", "--all", "--dry-run"],
        ["fade", "set", "ttl=48h", "--all"],
        ["fade", "set", WORDS, "--all"],
        ["fade", "set", "never", "--topic", WORDS],
    ],
    "pin": [["pin", ID], ["pin", "types"], ["pin", ID, "--remove"], ["pin", WORDS]],
    "forget": [["forget", ID, "--dry-run"], ["forget", ID], ["forget", WORDS]],
    "restore": [["restore", GONE], ["restore", WORDS], ["restore", "link"]],
    "init": [["init", "new\x1b[31m\u202e"], ["init", "x", "--profile", WORDS], ["init"]],
    "config": [
        ["config", "list"],
        ["config", "list", "--all"],
        ["config", "get", "person"],
        ["config", "get", WORDS],
        ["config", "set", WORDS, WORDS],
        ["config", "profile"],
        ["config", "diff", "tiers"],
        ["config", "profile", "tiers"],
        ["config", "set", f"person={WORDS}"],
        ["config", "set", f"{WORDS}=1"],
        ["config", "profile", WORDS],
        ["config", "completion", "zsh"],
        ["config", "completion", WORDS],
    ],
    "context": [
        ["context", "evil"],
        ["context", "--json"],
        ["context", "--of", WORDS],
        ["context", WORDS, "--budget", "50"],
    ],
    "state": [
        ["state"],
        ["state", "add", "fact", WORDS, "--reason", WORDS],
        ["state", "add", "fact", "x", "--payload", WORDS],
        ["state", "add", WORDS, "x"],
        ["state", "list", "--json"],
        ["show", WORDS],
        ["state", "close", "evil", "--at", WORDS],
        ["state", "update", "evil", "--body", "-"],
        ["state", WORDS],
        ["state", "add", "task", WORDS, "--due", "tomorrow"],
        ["state", "list", "--kind", "task"],
        ["state", "update", "evil", "--body", WORDS],
        ["state", "update", "evil", "--due", WORDS],
        ["state", "close", WORDS],
        ["state", "done", "evil"],
        ["state", "done", WORDS],
        ["state", "mood"],
        ["state", "mood", "--json"],
        ["state", "mood", "--history"],
        ["state", "mood", "--history", "--html", "-"],
        ["state", "mood", "--say", WORDS, "--reason", WORDS],
        ["state", "mood", "--of", WORDS],
        ["state", "mood", "--history", "--since", WORDS],
    ],
    "fact": [
        ["fact", "like", WORDS, "--domain", "food", "--note", WORDS],
        ["fact", "dislike", WORDS, "--domain", "food", "--confirmed"],
        ["fact", "list", "--likes"],
        ["fact", "like", "x", "--domain", WORDS],
        ["fact", "confirm", WORDS + "x", "--domain", "food"],
        ["fact", "list", "--likes", "--of", WORDS],
        ["fact"],
        ["fact", "list"],
        ["fact", "set", WORDS[:60], WORDS],
        ["fact", "set", "key", WORDS, "--reason", WORDS],
        ["fact", "get", "key"],
        ["fact", "get", WORDS],
        ["fact", "history"],
        ["fact", "list", "--json"],
        ["fact", "get", "key", "--at", WORDS],
        ["fact", "list", "--of", WORDS],
        ["fact", WORDS],
    ],
    "session": [
        ["session", "start", WORDS, "--id", "evil", "--project", WORDS, "--agent", WORDS],
        ["session", "start", "--id", WORDS],
        ["session", "add", "evil", WORDS, "--who", WORDS],
        ["session", "add", "evil", "x", "--from", WORDS],
        ["session", "add", WORDS, "x"],
        ["session", "add", "evil", "-"],
        ["session", "list"],
        ["session", "list", "--json"],
        ["session", "show", "evil"],
        ["session", "show", WORDS],
        ["session", "query", "evil", WORDS],
        ["session", "summarize", "evil"],
        ["session", "end", "evil"],
        ["session", WORDS],
    ],
    "block": [
        ["block", "set", "evil", WORDS, "--description", WORDS],
        ["block", "set", WORDS, "x"],
        ["block", "set", "x", "-"],
        ["block", "list"],
        ["block", "list", "--json"],
        ["block", "get"],
        ["block", "get", "evil"],
        ["block", "get", WORDS, "--of", WORDS],
        ["block", "delete", "evil"],
        ["block", WORDS],
    ],
    "event": [
        ["event", "add", "-u", WORDS, "-a", WORDS, "--client", WORDS, "--session", WORDS],
        ["event", "add", WORDS, "--speaker", WORDS],
        ["event", "add", "--source", WORDS, "x"],
        ["event", "add", "--jsonl", WORDS],
        ["event", "add", "-u", "calm", "-a", WORDS, "--json", "--dry-run"],
        ["event", "thread", "add", WORDS, "0", "--reason", WORDS],
        ["event", "thread", "list"],
        ["event", "thread", "list", "--json"],
        ["event", "thread", "list", "--format", "table"],
        ["event", "thread", "show", "evil"],
        ["event", "thread", "show", WORDS],
        ["event", "thread", "split", WORDS, WORDS + "x", "0"],
        ["event", "thread", "merge", WORDS, WORDS + "x"],
        ["event", "thread", "remove", WORDS, WORDS],
        ["event", "thread", "propose"],
        ["event", "thread", WORDS],
        ["event", WORDS],
        ["event", "affect", WORDS],
        ["event", "affect", WORDS, *FELT],
        ["event", "affect", "0", *FELT, "--mood", WORDS, "--reason", WORDS],
        ["event", "affect", "0", *FELT, "--of", WORDS],
        ["event", "affect", "0", "--valence", WORDS],
        ["event", "extract", "bad.plan"],
        ["event", "extract", "bad.plan", "--skip-bad", "--queue"],
        ["event", "extract", "bad.plan", "--skip-bad", "--json", "--dry-run"],
        ["event", "extract", WORDS[:99]],
        ["event", "extract", "-"],
        ["event", "extract", "bad.plan", "--reason", WORDS],
        ["event", "list"],
        ["event", "list", "--json"],
        ["event", "list", "--format", "table"],
        ["event", "list", "--client", WORDS],
        ["event", "list", "--source", WORDS],
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
        ["kv", "get", "evil", "--of", WORDS],
        ["kv", "set", "evil", "x", "--of", WORDS],
        ["kv", WORDS],
    ],
    "graph": [
        ["graph", "add", "Alex", "knows", "Evil"],
        ["graph", "add", WORDS, WORDS, WORDS],
        ["graph", "add", "Alex", "knows", "x", "--law", WORDS],
        ["graph", "add", "Alex", "knows", "x", "--evidence", WORDS],
        ["graph", "remove", "Alex", "knows", "Evil"],
        ["graph", "remove", WORDS, WORDS, WORDS],
        ["graph", "list"],
        ["graph", "list", "--json"],
        ["graph", "list", "--format", "dot"],
        ["graph", "list", "--format", "mermaid"],
        ["graph", "show", "Evil"],
        ["graph", "show", "viktor", "--json"],
        ["graph", "show", "Evil", "--hops", "3"],
        ["graph", "path", "Evil", ID],
        ["graph", "name", "Evil", "--alias", "Ill", "--kind", "word"],
        ["graph", "name", WORDS],
        ["graph", "delete", "Evil"],
        ["graph", "show", WORDS],
        ["graph", WORDS],
    ],
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
    "status": [
        ["status"],
        ["status", "--json"],
        ["status", WORDS],
        ["status", "--full"],
        ["status", "--full", "--json"],
        ["status", "--full", WORDS],
    ],
    "store": [
        ["store", "settle"],
        ["store", "settle", WORDS],
        ["store", "rebuild"],
        ["store", "rebuild", WORDS],
        ["store", "secrets"],
        ["store", "secrets", "--json"],
        ["store", "secrets", "--staged"],
        ["store", "secrets", WORDS],
        ["store", "git"],
        ["store", "git", "--dry-run"],
        ["store", WORDS],
        ["store", "trust"],
        ["store", "trust", "--json"],
        ["store", "trust", WORDS],
        ["store", "bench", "--help"],
        ["store", "bench", WORDS],
        ["store", "watch", "--debounce", WORDS],
        ["store", "watch", "--debounce", "99"],
        ["store", "migrate"],
        ["store", "migrate", WORDS],
        ["store", "schema"],
        ["store", "schema", WORDS],
    ],
    "doctor": [["doctor"], ["doctor", "--json"], ["doctor", "--fix"], ["doctor", WORDS]],
    "agent": [
        ["agent", "setup", "--client", "cursor"],
        ["agent", "setup", "--client", "codex", "--only", "hooks"],
        ["agent", "setup", "--client", WORDS],
        ["agent", "setup", "--client", "codex", "--write", WORDS],
        ["agent", "feedback", ID, "helpful"],
        ["agent", "feedback", ID, "not_helpful", "--answer", WORDS, "--reason", WORDS],
        ["agent", "feedback", ID, WORDS],
        ["agent", "feedback", WORDS, "used"],
        ["agent", "mcp", "--scope", WORDS],
        ["agent", "mcp", "--http", WORDS],
        ["agent", "mcp", WORDS],
        ["agent", WORDS],
    ],
    "help": [
        ["help"],
        ["help", "formats"],
        ["help", "fact", "set"],
        ["help", "--man"],
        ["help", WORDS],
    ],
    "_complete": [
        ["_complete"],
        ["_complete", "--in", "revised"],
        ["_complete", "--in", WORDS],
    ],
}
"""Command lines of each command: what it does, asks and refuses. A new command is a new row."""
OURS = re.compile(rf"\x1b\[(?:0|{'|'.join(STYLES.values())})m")
TABS = re.compile("\t")  # between cells; a store's own are shown
BAR = re.compile(r"\x1b\[(?:\?25[lh]|2K|1A|[\d;]+m)|\r")
WIDER = [("evil", 100), ("words", 80)]
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
    monkeypatch.setattr(bar, "PATIENCE_SECONDS", 1e9)  # bars are tried by themselves
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
    assert {name for name in LINES if name[0] != "_"} == NAMES  # the others are for programs
    assert all(lines for lines in LINES.values())


@pytest.mark.parametrize(
    ("place", "columns"),
    [
        ("evil", 20),
        *(pytest.param(*one, marks=pytest.mark.longer) for one in in_turn(WIDER, 2)),
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
        assert told.code == 0 and "memento" in clean(told.out)


@pytest.mark.parametrize(
    "args",
    [
        ["store", "rebuild"],
        ["store", "settle"],
        ["doctor"],
        ["import", "notes", "--dry-run"],
        ["store", "secrets"],
    ],
)
def test_fault_77_progress_moves_only_its_own_line(
    args: list[str], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bar that is shown at once: beside its own sequences nothing acts, and its text is ours."""
    monkeypatch.setattr(bar, "PATIENCE_SECONDS", -1.0)
    told = on_terminal(args, str(place), 80, ())
    text = clean(told.out, BAR)
    assert "━" in text or not list((place / "memories").glob("*")), text[:500]


def test_fault_77_what_is_watched_is_clean(place: Path) -> None:
    """Each change of a hostile memory is told in lines that nothing in it acts on."""

    def change() -> None:
        path = place / "memories" / f"{ID}.toml"
        path.write_text(path.read_text() + "# \u202e\n")

    steps = [Step(b"Ctrl-C ends", done=change), Step(b"evil", INTERRUPT)]
    told = on_terminal(["store", "watch", "--debounce", "0.05"], str(place), 80, steps)
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
        ["recall", "evil", "--fence", "--full"],
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
