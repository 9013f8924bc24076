"""A store that an older memento made and set up: it goes on working, and doctor names what is old.

The texts in `older/` and here are those that memento wrote at its commit 58f0488.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.checkup.installed import UNIT
from memento_cli.store.directory.store import Store
from tests.conftest import ROOT, Ran
from tests.git.helpers import PROGRAM, cloned, commit, git, tried
from tests.store.helpers import put

OLDER = ROOT / "tests" / "git" / "older"
TEA = "alex-tea-2026-01"
RUN = shlex.join(PROGRAM)
THERE = f"[ -f ./memento.toml ] && command -v {shlex.quote(PROGRAM[0])} >/dev/null 2>&1"
FIRST, LAST = "# memento .: `memento git remove` takes these lines out", "# end of memento ."
PLAIN_HOOK = f"""#!/bin/sh
{FIRST}
if {THERE}; then {RUN} --store . git NAME "$@" || exit $?; fi
{LAST}
"""
PUSH_HOOK = f"""#!/bin/sh
{FIRST}
refs=$(cat)
if {THERE}; then printf "%s\\n" "$refs" | {RUN} --store . git pre-push "$@" || exit $?; fi
if [ -n "$refs" ]; then exec <<END
$refs
END
else exec </dev/null; fi
{LAST}
"""
DRIVER = (
    f"{RUN} git merge %O %A %B %P %L; case $? in 0) exit 0;; 4) exit 1;; "
    "*) git merge-file -L ours -L base -L theirs %A %O %B;; esac"
)
HOOKS = ("pre-commit", "post-merge", "post-rewrite", "pre-push")


def install(root: Path) -> None:
    """What the older `memento git setup` wrote into a clone."""
    git(root, "config", "merge.memento.name", "memories, key by key (memento)")
    git(root, "config", "merge.memento.driver", DRIVER)
    git(root, "config", "merge.memento.recursive", "text")
    for name in HOOKS:
        path = root / ".git" / "hooks" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(PUSH_HOOK if name == "pre-push" else PLAIN_HOOK.replace("NAME", name))
        path.chmod(0o755)


@pytest.fixture
def old(tmp_path: Path) -> Store:
    """A store in git as the older memento made it and set it up, with one memory."""
    root = tmp_path / "old"
    for folder in ("memories", "archive", "proposals", "journal"):
        (root / folder).mkdir(parents=True)
    shutil.copy(OLDER / "memento.toml", root)
    shutil.copy(OLDER / f"{TEA}.toml", root / "memories")
    (root / ".gitattributes").write_text(
        "memories/*.toml merge=memento\narchive/*.toml merge=memento\n"
        "journal/**/*.jsonl merge=union\n"
    )
    (root / ".gitignore").write_text(".memento/\n*.memento-new\n")
    git(root, "init", "-q", "-b", "main")
    install(root)
    return Store(str(root))


def notes(run: Callable[..., Ran], store: Store, **env: str) -> list[str]:
    """What doctor tells in passing, each with its advice."""
    lines = run("--store", store.root, "doctor", env=env).stdout.splitlines()
    return [
        f"{line} {lines[place + 1].strip()}"
        for place, line in enumerate(lines)
        if line.startswith("Note")
    ]


def test_an_older_store_opens_unchanged(run: Callable[..., Ran], old: Store) -> None:
    """Commands that read and that write leave memento.toml as it is, old names of settings too."""
    settings = Path(old.root, "memento.toml")
    before = settings.read_bytes()
    assert b"[maintain]" in before and b"prune = false" in before
    assert "The tea is green" in run("--store", old.root, "recall", "tea").stdout
    assert run("--store", old.root, "record", "more", "tea").code == 0
    assert run("--store", old.root, "tidy", "run").code == 0
    assert settings.read_bytes() == before


def test_the_older_driver_and_hooks_go_on_working(
    run: Callable[..., Ran], old: Store, tmp_path: Path
) -> None:
    """Git merges key by key by the older line, and the older hook refuses a broken file."""
    run("--store", old.root, "store", "trust")
    git(old.root, "add", "-A")
    git(old.root, "commit", "-qm", "all")
    other = cloned(old.root, tmp_path / "other", driver=False)
    install(Path(other.root))
    for store, key in ((old, "importance=0.9"), (other, "content.summary=two")):
        assert run("--store", store.root, "edit", TEA, "--set", key).code == 0
        commit(store)
    merged = tried(old.root, "pull", "-q", "--no-rebase", other.root, "main")
    assert merged.code == 0, merged
    text = Path(old.root, "memories", f"{TEA}.toml").read_text()
    assert "importance = 0.9" in text and 'summary = "two"' in text
    put(old, "broken", "x = \n")
    git(old.root, "add", "-A")
    refused = tried(old.root, "commit", "-qm", "x")
    assert refused.code == 1 and "memories/broken.toml" in refused.err
    remote = tmp_path / "remote"
    git(tmp_path, "init", "-q", "--bare", str(remote))
    assert tried(old.root, "push", "-q", str(remote), "main").code == 0


def test_doctor_names_what_is_old_in_git_and_store_git_writes_it_anew(
    run: Callable[..., Ran], old: Store
) -> None:
    """The driver and each hook are named with `store git`, which leaves one block in each hook."""
    told = [note for note in notes(run, old) if "older name" in note]
    assert len(told) == 1 + len(HOOKS) and all("`memento store git`" in note for note in told)
    for name in ("merge driver", *HOOKS):
        assert [note for note in told if name in note], name
    assert run("--store", old.root, "store", "git").code == 0
    assert not [note for note in notes(run, old) if "older name" in note]
    for name in HOOKS:
        script = Path(old.root, ".git", "hooks", name).read_text()
        assert script.count("# end of memento .") == 1 and " . git " not in script
    assert " _git merge " in git(old.root, "config", "merge.memento.driver")


def test_store_git_remove_takes_out_older_lines(run: Callable[..., Ran], old: Store) -> None:
    """Nothing of memento is left in the hooks, nor in git's configuration."""
    assert run("--store", old.root, "store", "git", "--remove").code == 0
    assert not [name for name in HOOKS if Path(old.root, ".git", "hooks", name).exists()]
    assert tried(old.root, "config", "merge.memento.driver").code == 1


def test_an_older_line_of_cron_goes_on_working_and_is_named(
    run: Callable[..., Ran], old: Store, tmp_path: Path
) -> None:
    """So is a timer's service; a line for another store, or one of now, is not."""
    line = f"30 3 * * * {RUN} --store {old.root} maintain"
    words = shlex.split(line.partition("* * * ")[2])[len(PROGRAM) :]
    assert run(*words).code == 0
    tools, home = tmp_path / "bin", tmp_path / "home"
    unit = home / UNIT
    unit.parent.mkdir(parents=True)
    tools.mkdir()
    listing = tools / "crontab"
    env = {"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(home)}
    for text, named in (
        (f"30 3 * * * /usr/bin/memento --store {old.root} maintain", True),
        ("30 3 * * * /usr/bin/memento maintain", True),
        (f"# 30 3 * * * memento --store {old.root} maintain", False),
        ("30 3 * * * /usr/bin/memento --store /elsewhere maintain", False),
        (f"30 3 * * * /usr/bin/memento --store {old.root} tidy run", False),
    ):
        listing.write_text(f"#!/bin/sh\ncat <<'END'\n{text}\nEND\n")
        listing.chmod(0o755)
        told = [note for note in notes(run, old, **env) if "maintain" in note]
        assert len(told) == named, text
        assert all("crontab" in note and "`memento tidy cron`" in note for note in told)
    unit.write_text(f"[Service]\nExecStart=/usr/bin/memento --store {old.root} maintain\n")
    (told_of_unit,) = [note for note in notes(run, old, **env) if "maintain" in note]
    assert str(unit) in told_of_unit and "`memento tidy cron`" in told_of_unit


def test_an_older_configuration_of_a_host_is_named(
    run: Callable[..., Ran], old: Store, tmp_path: Path
) -> None:
    """A host that starts `memento mcp` is told how to be set up anew; one of now is not named."""
    home = tmp_path / "home"
    env = {"HOME": str(home)}
    server = '{"command": "memento", "args": %s}'
    places = {
        Path(old.root, ".mcp.json"): '{"mcpServers": {"memento": ' + server + "}}",
        home / ".codex" / "config.toml": '[mcp_servers.memento]\ncommand = "memento"\nargs = %s\n',
    }
    for path, text in places.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        for args, named in (
            ('["mcp"]', True),
            ('["mcp", "serve"]', True),
            ('["agent", "mcp"]', False),
        ):
            path.write_text(text % args)
            told = [note for note in notes(run, old, **env) if str(path) in note]
            assert len(told) == named and all("agent setup" in note for note in told), args


def test_an_older_skill_is_named(run: Callable[..., Ran], old: Store) -> None:
    """A skill or a rule of before tells agents of commands that have other names now; one of now is
    not named."""
    path = Path(old.root, ".claude/skills/memento/SKILL.md")
    path.parent.mkdir(parents=True)
    skill = ROOT / "memento_cli" / "contrib" / "SKILL.md"
    for text, named in (("    memento used ID...\n", True), (skill.read_text(), False)):
        path.write_text(text)
        told = [note for note in notes(run, old) if str(path) in note]
        assert len(told) == named and all("agent setup" in note for note in told), told
