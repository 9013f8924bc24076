"""What reaches a terminal, a pipe, or nothing at all (FAULTS, rows 77 and 79)."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli import (
    Draft,
    NewItem,
    Tags,
    add_item,
    init,
    record,
    set_kv,
    start_session,
    write_block,
)
from memento_cli.actions.events.feelings import feel
from memento_cli.actions.events.observe import observe
from memento_cli.cli.output.values import safe
from memento_cli.core.events.affect import Affect
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.text.strict_json import dumped
from memento_cli.store.toml.writer import rendered, value_text
from tests.starting import started

EVIL = "red\x1b[31m osc\x1b]0;t\x07 c1\x9b31m cr\rbs\b bidi\u202eabc zero\u200bwidth\x00 bom\ufeff"
NOW = datetime(2025, 2, 1, 12, tzinfo=UTC)
RAW = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f\u200b-\u200f\u202a-\u202e\ufeff]")
READERS = [
    ["recall"],
    ["recall", "red"],
    ["recall", "--explain", "red"],
    ["recall", "nothing", "--why-not", "alex-red"],
    ["list", "--all"],
    *(["list", "--all", "--format", form] for form in ("table", "json", "ndjson", "tsv", "ids")),
    ["show", "alex-red"],
    ["show", "alex-red", "--raw"],
    ["show", "alex-red", "--json"],
    ["show", "alex-red", "--path"],
    ["fade", "why", "alex-red"],
    ["recall", "--like", "alex-red"],
    ["log"],
    ["log", "alex-red"],
    ["log", "--json"],
    ["status", "--full"],
    ["status", "--full", "--json"],
    ["doctor"],
    ["--now", "2040-01-01", "prune", "--dry-run"],
    ["--now", "2040-01-01", "prune", "--dry-run", "--json"],
    ["forget", "alex-red", "--dry-run"],
    ["undo", "--dry-run"],
    ["event", "add", EVIL.replace("\x00", ""), "--speaker", EVIL.replace("\x00", "")],
    ["event", "add", "--source", EVIL.replace("\x00", ""), "x"],
    ["event", "list"],
    ["event", "list", "--json"],
    ["event", "affect", EVIL.replace("\x00", "")],
    ["event", "affect", "0", "--valence", EVIL.replace("\x00", "")],
    ["show", "events/0"],
    ["state", "mood"],
    ["state", "mood", "--json"],
    ["state", "mood", "--history"],
    ["state", "mood", "--of", EVIL.replace("\x00", "")],
    ["log", "mood", "--changes"],
    ["event", "list", "--client", EVIL.replace("\x00", "")],
    ["recall", "red", "--in", "events"],
    ["event", "thread", "add", EVIL.replace("\x00", ""), "0"],
    ["event", "thread", "list"],
    ["event", "thread", "show", "red", "--json"],
    ["event", "thread", "show", EVIL.replace("\x00", "")],
    ["event", "list", "--thread", EVIL.replace("\x00", "")],
    ["event", "link", EVIL.replace("\x00", ""), "caused_by", "0"],
    ["event", "thread", "propose"],
    ["block", "list"],
    ["block", "get"],
    ["block", "get", "evil"],
    ["block", "list", "--json"],
    ["session", "list"],
    ["session", "list", "--format", "table"],
    ["session", "show", "evil"],
    ["session", "show", EVIL.replace("\x00", "")],
    ["session", "query", "evil", EVIL.replace("\x00", "")],
    ["context", "--in-session", "evil"],
    ["kv"],
    ["kv", "get", "evil"],
    ["kv", "list", "--format", "table"],
    ["kv", "get", EVIL.replace("\x00", "")],
    ["prune", "--dry-run", "--now", "2100-01-01"],
    ["show", EVIL.replace("\x00", "")],
    [EVIL.replace("\x00", "")],
    ["recall", "--sort", EVIL.replace("\x00", "")],
    ["recall", "--since", EVIL.replace("\x00", "")],
    ["help", EVIL.replace("\x00", "")],
    ["edit", "alex-red", "--set", "x" + EVIL.replace("\x00", "") + "=1"],
    ["fact", "set", "x", EVIL.replace("\x00", "")],
    ["fact", "set", EVIL.replace("\x00", ""), "x"],
    ["fact", "get", "red"],
    ["fact", "list"],
    ["fact", "history", "--json"],
    ["graph", "show", "topic"],
    ["graph", "show", "alex-red", "--hops", "2"],
    ["graph", "show", "alex-red", "--hops", "1", "--format", "dot"],
    ["graph", "show", "alex-red", "--hops", "1", "--format", "mermaid"],
    ["graph", "add", EVIL.replace("\x00", ""), "x", "y"],
    ["graph", "show", EVIL.replace("\x00", "")],
    ["edit", "alex-red", "--link", EVIL.replace("\x00", "")],
    *(["state", "add", "fact", EVIL.replace("\x00", ""), *more] for more in ([], ["--json"])),
    ["state", "list"],
    ["show", "red"],
    ["show", EVIL.replace("\x00", "")],
    ["state", "add", "task", EVIL.replace("\x00", ""), "--reason", EVIL.replace("\x00", "")],
    ["state", "list", "--kind", "task"],
    ["fact", "like", EVIL.replace("\x00", ""), "-d", "food"],
    ["fact", "list", "--likes"],
    ["context"],
    ["context", "red", "--json"],
    ["context", "--of", EVIL.replace("\x00", "")],
    ["log", "food", "--changes"],
    ["log", "food", "--changes", "--json"],
    ["log", "--changes", EVIL.replace("\x00", "")],
    ["agent", "setup", "--client", EVIL.replace("\x00", "")],
    ["agent", EVIL.replace("\x00", "")],
    ["import", "bad.jsonl", "--dry-run"],
    *(["export", "--format", name] for name in ("ndjson", "csv", "html")),
    ["event", "extract", "bad.jsonl"],
    ["event", "extract", "plan.json", "--skip-bad", "--dry-run"],
    ["agent", "mcp"],
    *(
        ["agent", "mcp", option, EVIL.replace("\x00", "")]
        for option in ("--scope", "--http", "--toolset")
    ),
]


NAME = "a-name"
"""What stands where a verb takes no name that hides a sign, until a file says one by hand."""


@pytest.fixture(scope="module")
def evil_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("evil")
    store = init(str(root), person="alex").store
    tags = Tags(("red", "topic"), ("viktor",), "positive")
    made = record(store, Draft("summary", "alex", detail="detail", tags=tags), NOW)
    text = Path(made.path).read_text().replace("person/viktor", "person/x\\u001b[31m\\u202e")
    for word in ("summary", "topic", "detail"):
        text = text.replace(f'"{word}"', value_text(EVIL))
    Path(made.path).write_text(text)
    record(store, Draft("plain", "ctx://person/alex", source=EVIL, project=NAME), NOW, via=EVIL)
    act = Provenance(store.signed(NOW, EVIL))
    write_block(store, "evil", EVIL, act, persona="ctx://person/x", description=EVIL)
    for path in root.glob("blocks/*.toml"):
        path.write_text(path.read_text().replace("person/x", "person/x\\u202e"))
    write_block(store, "evil", EVIL, act)
    set_kv(store, "evil", EVIL, act)
    start_session(store, act, NAME, id="evil", agent=NAME, project=NAME)
    add_item(store, "evil", NewItem(EVIL, who=NAME), act)
    event = observe(store, Event("", NOW, CHAT, "", "", Words(EVIL)))
    feel(store, event, Affect(0.5, 0.5, 0.5, (NAME,), EVIL, 0.5), act, mood=EVIL)
    for path in (*root.glob("memories/*.toml"), *root.glob("sessions/*.toml")):
        path.write_text(path.read_text().replace(f'"{NAME}"', value_text(EVIL)))
    key = "evil\x1b[31m\u202e"
    text = rendered({"kv": {"key": key, "value": EVIL, "set": "2025-02-01", "ttl": "99w"}})
    (root / "kv" / f"{filed_name(key)}.toml").write_text(text)
    (root / "memories" / "bro\x1b[31mken\u202e.toml").write_text("x = \n")
    (root / "memories" / "broken.toml").write_text('"\\u001b[31m" = 1\nx = \x01')
    with (root / "memento.toml").open("a") as settings:
        settings.write('"un\\u001b[31mknown" = 1\n')
    log = next((root / "journal").rglob("*.jsonl"))
    log.write_text(log.read_text().replace(f'"{NAME}"', dumped(EVIL)))
    with log.open("a") as lines:
        lines.write('{"id": "0", "at": "2025-01-01", "act": "\\u001b[31m", "memory": "x\\u009b",')
        lines.write(
            ' "by": "\\u202e", "text": {"reason": "\\u001b]0;x\\u0007"}}\n{"torn \x1b[31m\n'
        )
    (root / "bad.jsonl").write_text('{"title": "\x1b[31m"\n{"title": 5, "source": "\\u001b[31m"}\n')
    (root / "plan.json").write_text(dumped({"states": [EVIL, {EVIL: EVIL, "op": EVIL}]}))
    return root


def on_a_terminal(args: list[str], cwd: Path, **env: str) -> str:
    """What a terminal of 80 columns gets, byte for byte."""
    return shown_to(args, cwd, env)


def shown_to(args: list[str], cwd: Path, env: dict[str, str], *, types: bool = False) -> str:
    """The same; the standard input of who `types` is that terminal, too."""
    import pty

    ours, theirs = pty.openpty()
    environ = os.environ | {"MEMENTO_STORE": str(cwd), "TERM": "xterm", "COLUMNS": "80"} | env
    command = [*started(), *args]
    source = theirs if types else subprocess.DEVNULL
    with subprocess.Popen(
        command, stdin=source, stdout=theirs, stderr=theirs, cwd=cwd, env=environ
    ) as process:
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
        process.wait()
    os.close(ours)
    return b"".join(parts).decode(errors="surrogateescape")


@pytest.mark.parametrize("args", READERS, ids=lambda args: safe(" ".join(args))[:40])
def test_nothing_from_a_store_reaches_the_terminal_raw(args: list[str], evil_store: Path) -> None:
    """No command lets a control, a colour or an invisible sign of a store or a name through."""
    seen = on_a_terminal(args, evil_store, NO_COLOR="1")
    assert seen and "Traceback" not in seen and "No module" not in seen
    assert not RAW.search(seen.replace("\r\n", "\n")), repr(seen)


def test_help_on_a_terminal_has_no_colour_codes_when_told_so(evil_store: Path) -> None:
    """NO_COLOR silences every escape sequence."""
    assert "\x1b" not in on_a_terminal(["--help"], evil_store, NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(["show", "alex-red"], evil_store, NO_COLOR="1")


@pytest.mark.parametrize(
    "sign", ["\u0915\u094d\u200d\u0937", "👩\u200d👩", "می\u200cشود", "naïve 日本"]
)
def test_scripts_keep_their_joiners(sign: str) -> None:
    """Letters that a script joins with invisible signs are not torn apart."""
    assert safe(sign) == sign


def piped(args: list[str], store: Path, **settings: object) -> subprocess.CompletedProcess[str]:
    environ = os.environ | {"MEMENTO_STORE": str(store), "MEMENTO_NOW": "2025-02-02"}
    environ |= settings.pop("env", {})  # type: ignore[arg-type]
    command = [*started(), *args]
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environ,
        cwd=store, check=False, **settings,
    )  # fmt: skip


def shell(line: str, store: Path, **env: str) -> subprocess.CompletedProcess[str]:
    environ = os.environ | {"MEMENTO_STORE": str(store), "M": shlex.join(started())}
    return subprocess.run(
        ["sh", "-c", line],
        capture_output=True,
        text=True,
        env=environ | env,
        cwd=store,
        check=False,
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_output_is_an_error(evil_store: Path) -> None:
    """Output that cannot be written is said on stderr and is not success."""
    done = shell("$M list --all >/dev/full", evil_store)
    assert done.returncode == 1
    assert "cannot write the output" in done.stderr and "Traceback" not in done.stderr


def test_a_closed_output_is_an_error(evil_store: Path) -> None:
    """A closed stdout is said on stderr and is not success."""
    done = shell("$M list --all >&-", evil_store)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("line", ["config diff agent", "graph path alex viktor"])
def test_what_has_no_ids_prints_none(line: str, evil_store: Path) -> None:
    """No empty lines for what has none; a note says so."""
    assert shell("$M graph add alex knows viktor", evil_store).returncode == 0
    done = shell(f"$M {line} --format ids", evil_store)
    assert (done.returncode, done.stdout) == (0, "") and "have no ids" in done.stderr


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("kv set port 1", ["kv/port"]),
        ("block set b2 text", ["blocks/b2"]),
        ("graph add acme has staff", ["graph/acme"]),
        ("prune -y --below 0.01", []),
    ],
)
def test_one_result_is_its_id_alone(line: str, ids: list[str], evil_store: Path) -> None:
    """What is asked for ids gets no sentence, also where a command has one result."""
    done = shell(f"$M {line} --format ids", evil_store)
    assert done.returncode == 0 and done.stdout.splitlines() == ids, done


def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    """It is not what stdout has to do with."""
    program = shlex.join([sys.executable, "-P", "-m", "memento_cli"])
    line = f"mkdir gone; cd gone; rmdir ../gone; {program} --store here list"
    done = shell(line, tmp_path)
    assert done.returncode == 1 and "started is gone" in done.stderr


def test_head_ends_quietly(evil_store: Path) -> None:
    """A reader that has seen enough is no failure, and nothing is said about it."""
    line = "{ i=0; while [ $i -lt 40 ]; do $M log --limit 0 --json; i=$((i+1)); done; } | head -1"
    done = shell(line.replace("40", "3"), evil_store)
    assert "Traceback" not in done.stderr and "Broken" not in done.stderr


def test_an_ascii_terminal_gets_escapes(evil_store: Path) -> None:
    """Where the encoding has no such letters they are shown as escapes, not as a traceback."""
    env = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    record_env = {"env": env | {"MEMENTO_NOW": "2025-02-01"}}
    done = piped(["record", "日本語のメモ", "--topic", "言葉"], evil_store, **record_env)
    assert done.returncode == 0, done.stderr
    done = piped(["list", "--all"], evil_store, env=env)
    assert done.returncode == 0 and "\\u65e5" in done.stdout


def test_a_pipe_gets_whole_lines(evil_store: Path) -> None:
    """In a pipe nothing is cut or wrapped, however narrow the terminal was."""
    long = "word " * 60
    piped(["record", long.strip(), "--topic", "long"], evil_store, env={"COLUMNS": "20"})
    done = piped(["recall", "--topic", "long"], evil_store, env={"COLUMNS": "20"})
    assert long.strip() in done.stdout


def test_twenty_columns_are_enough(evil_store: Path) -> None:
    """On a very narrow terminal a table still shows every id whole or folded, without an error."""
    seen = on_a_terminal(["list", "--all"], evil_store, COLUMNS="20")
    assert "Traceback" not in seen
