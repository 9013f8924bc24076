"""An agent's loop without a server (document 002 §6), by real processes in a real shell."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from memento_cli.cli.command_line.surface import NAMES
from memento_cli.cli.reference.chapters import chapter
from tests import transcripts

BUDGET = 160
TURNS = (
    ("Which bank rejects our names?", "bank", "The Lisbon bank takes names of 35 signs only"),
    ('+limit "of names -- at bank:lisbon', "limit", "Its limit of names counts letters, not bytes"),
    ("-x topic:bank what does the Lisbon bank take", "test", "Ask the Lisbon bank on Tuesdays"),
    ("who answers at the bank in Lisbon?", "people", "Ana answers at the Lisbon bank"),
)
PLACEHOLDERS = {"ID...": "alex-bank-2026-11", "ID": "alex-bank-2026-11", "NAME": "helper"}


def in_shell(work: Path, script: str, *args: str, given: str = "") -> str:
    """What a script prints, with `memento` on its path; each error ends the test."""
    done = subprocess.run(
        ["/bin/sh", "-eu", "-c", script, "sh", *args],
        cwd=work,
        env=transcripts.environment(work) | {"MEMENTO_STORE": str(work / "mine")},
        input=given,
        capture_output=True,
        text=True,
        timeout=transcripts.TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_agent_learns_from_turn_to_turn(tmp_path: Path) -> None:
    """Load, recall, answer, record, reinforce: what one turn learnt the next ones are told,
    within the budget each time, and what helped is stronger."""
    work = transcripts.ready(tmp_path)
    in_shell(work, "memento init mine -q --person alex")
    loop = (Path(__file__).parent / "loop.sh").read_text()
    in_shell(work, loop, str(BUDGET), given="".join("\t".join(turn) + "\n" for turn in TURNS))
    contexts = [json.loads((work / f"context-{day}.json").read_text()) for day in (1, 2, 3, 4)]
    assert all(0 <= told["tokens"] <= BUDGET for told in contexts)
    assert not contexts[0]["memories"] and (work / "prompt-1").read_text() == ""
    assert "35 signs" in str(contexts[2]["memories"])
    prompt = (work / "prompt-3").read_text()
    assert "id: alex-bank-2026-11" in prompt and prompt.count("<<memory-data") == 1
    rows = json.loads(in_shell(work, "memento list --all --json --where agent:loop"))["memories"]
    assert len(rows) == len(TURNS)
    lines = json.loads(in_shell(work, "memento log --json --limit 0"))["log"]
    assert [line["act"] for line in lines].count("reinforced") == len(TURNS) - 1
    assert any("turn 3" in str(line) for line in lines)
    told = json.loads(in_shell(work, "memento show alex-bank-2026-11 --json"))
    assert told["memory"]["strength"]["reinforcement_count"] > 0


def commands_in(text: str) -> list[str]:
    """The command lines that a page shows, as somebody would type them."""
    found = re.findall(r"^ {4}(memento .*)$", text, re.M)
    return [" ".join(PLACEHOLDERS.get(word, word) for word in line.split(" ")) for line in found]


def tried(work: Path, text: str, least: int) -> None:
    """Run all that a page shows, in its order."""
    in_shell(
        work,
        'memento init mine -q --person alex; memento record "A payout was rejected" --topic bank; '
        'echo \'{"content": "The bank closes at noon"}\' > arguments.json',
    )
    lines = [line for line in commands_in(text) if line.split()[1] in NAMES]
    assert len(lines) >= least
    for line in lines:
        in_shell(work, line)


def test_the_commands_of_the_manual_run(tmp_path: Path) -> None:
    """Every command that `memento help agent` shows does what the page says, in its order."""
    tried(transcripts.ready(tmp_path), chapter("agents")[1], 12)


def test_the_commands_of_the_skill_run(tmp_path: Path) -> None:
    """Every command that the skill teaches is one that memento understands."""
    skill = transcripts.ROOT / "memento_cli" / "contrib" / "SKILL.md"
    tried(transcripts.ready(tmp_path), skill.read_text(), 8)
