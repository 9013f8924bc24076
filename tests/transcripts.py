"""Terminal transcripts: commands with what they print, run again and compared.

    # A sentence that says what must be true.
    $ memento recall pkce
    what it prints, stdout and stderr as they come
    [exit 3]

A line that starts with `$ ` is a command of /bin/sh; lines that start with `> ` continue it. What
follows is its output, to the next command or to a blank line and a comment. `...` in a line stands
for anything, and alone on a line for any number of lines. The exit code is said when it is not 0.

`python -m tests.transcripts FILE...` writes what is printed now into those files.
"""

from __future__ import annotations

import errno
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.starting import started

ROOT = Path(__file__).resolve().parents[1]
NOW = "2026-11-21T12:00:00Z"
TIMEOUT_SECONDS = 120
MARK = "\x1e"


class Step(NamedTuple):
    """One command, the sentence above it, and what it must print."""

    sentence: str
    command: str
    output: str
    code: int
    line: int


def steps_of(text: str) -> list[Step]:
    """The steps of a transcript."""
    lines = text.splitlines()
    steps: list[Step] = []
    place, sentence = 0, ""
    while place < len(lines):
        line = lines[place]
        if line.startswith("# "):
            sentence = line[2:]
        elif line.startswith("$ "):
            step, place = _step(lines, place, sentence)
            steps.append(step)
            continue
        elif line.strip():
            raise ValueError(f"line {place + 1} is neither a comment nor a command: {line!r}")
        place += 1
    return steps


def run(
    steps: Sequence[Step], folder: Path, *, terminal: bool = False
) -> list[tuple[str, int | None]]:
    """What each command prints, and its exit code, in one shell in `folder`.

    With `terminal`, stdout and stderr are one; nobody is there to answer.
    """
    script = folder.parent / "script.sh"
    script.write_text("".join(f"{step.command}\nprintf '{MARK}%s{MARK}' $?\n" for step in steps))
    read = _on_terminal if terminal else _in_pipe
    parts = read(["/bin/sh", str(script)], folder, environment(folder)).split(MARK)
    codes = [int(code) for code in parts[1::2]]
    shown = [_tidy(output) for output in parts[0::2]]
    missing = [("(the shell ended before this command)", None)] * (len(steps) - len(codes))
    return [*zip(shown, codes, strict=False), *missing]


def check(text: str, folder: Path, *, terminal: bool = False) -> None:
    """Run a transcript in a fresh folder beside a copy of sample-data, and compare."""
    steps = steps_of(text)
    assert steps, "a transcript without a command"
    for step, (shown, code) in zip(
        steps, run(steps, ready(folder), terminal=terminal), strict=True
    ):
        told = f"{step.sentence}\nline {step.line}: $ {step.command}\n"
        assert fits(step.output, shown), f"{told}expected:\n{step.output}\n\nprinted:\n{shown}\n"
        assert code == step.code, f"{told}exit code {code}, not {step.code}; printed:\n{shown}"


def fits(expected: str, shown: str) -> bool:
    """Whether the output is the expected one, where `...` stands for anything."""
    pattern = ""
    for line in expected.splitlines():
        if line == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += r".*".join(re.escape(part) for part in line.split("...")) + r"\n"
    return re.fullmatch(pattern, shown + "\n" if shown else "") is not None


def ready(folder: Path) -> Path:
    """A folder to work in, with a copy of sample-data, `memento` on the PATH and an empty home."""
    work, tools, home = folder / "work", folder / "bin", folder / "home"
    for made in (work, tools, home):
        made.mkdir()
    shutil.copytree(ROOT / "sample-data", work / "sample-data", ignore=_not_this_clone)
    wrapper = tools / "memento"
    wrapper.write_text(f'#!/bin/sh\nexec {shlex.join(started())} "$@"\n')
    wrapper.chmod(0o755)
    return work


def environment(folder: Path) -> dict[str, str]:
    """The same surroundings everywhere: the moment, the zone, the actor, an empty home."""
    home = str(folder.parent / "home")
    return {
        "PATH": f"{folder.parent / 'bin'}:{os.environ.get('PATH', os.defpath)}",
        "PYTHONPATH": str(ROOT),
        "HOME": home,
        "XDG_CONFIG_HOME": f"{home}/.config",
        "XDG_CACHE_HOME": f"{home}/.cache",
        "XDG_DATA_HOME": f"{home}/.local/share",
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
        "TZ": "UTC",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "MEMENTO_NOW": NOW,
        "MEMENTO_ACTOR": "alex-laptop",
        "PAGER": "cat",
        "GIT_PAGER": "cat",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "color.ui",
        "GIT_CONFIG_VALUE_0": "never",
        "GIT_AUTHOR_NAME": "Alex",
        "GIT_AUTHOR_EMAIL": "alex@example.org",
        "GIT_AUTHOR_DATE": "2026-11-20T09:00:00Z",
        "GIT_COMMITTER_NAME": "Alex",
        "GIT_COMMITTER_EMAIL": "alex@example.org",
        "GIT_COMMITTER_DATE": "2026-11-20T09:00:00Z",
    }


def rewritten(text: str, folder: Path, *, terminal: bool = False) -> str:
    """The transcript with what is printed now, where that does not fit what is expected."""
    steps, lines = steps_of(text), text.splitlines()
    shown = run(steps, ready(folder), terminal=terminal)
    for step, (output, code) in reversed(list(zip(steps, shown, strict=True))):
        if fits(step.output, output) and code == step.code:
            continue
        start = step.line + step.command.count("\n")
        end = start + _length(lines, start)
        exit_line = [f"[exit {code}]"] if code else []
        lines[start:end] = [*output.splitlines(), *exit_line]
    return "\n".join(lines) + "\n"


def _step(lines: list[str], place: int, sentence: str) -> tuple[Step, int]:
    first, command = place, [lines[place][2:]]
    place += 1
    while place < len(lines) and (lines[place].startswith("> ") or lines[place] == ">"):
        command.append(lines[place][2:])
        place += 1
    end = place + _length(lines, place)
    output, code = lines[place:end], 0
    if output and (found := re.fullmatch(r"\[exit (\d+)\]", output[-1])):
        output, code = output[:-1], int(found[1])
    step = Step(sentence, "\n".join(command), _tidy("\n".join(output)), code, first + 1)
    return step, end


def _length(lines: list[str], start: int) -> int:
    """How many lines of output stand from here to the next command, comment or end."""
    end = start
    while end < len(lines) and not lines[end].startswith("$ "):
        if lines[end].startswith("# ") and end and not lines[end - 1].strip():
            break
        end += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return end - start


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").split("\n")).rstrip("\n")


def _in_pipe(command: list[str], folder: Path, env: dict[str, str]) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    return done.stdout.decode()


def _on_terminal(command: list[str], folder: Path, env: dict[str, str]) -> str:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        too_long = threading.Timer(TIMEOUT_SECONDS, process.kill)
        too_long.start()
        try:
            return _all_of(ours).decode()
        finally:
            too_long.cancel()
            os.close(ours)


def _all_of(terminal: int) -> bytes:
    read = b""
    while True:
        try:
            more = os.read(terminal, 1 << 16)
        except OSError as problem:  # Linux says so when the other side is closed
            if problem.errno != errno.EIO:
                raise
            return read
        if not more:
            return read
        read += more


def _not_this_clone(folder: str, names: list[str]) -> list[str]:
    return [".memento"] if ".memento" in names else []


def main(paths: Sequence[str]) -> None:
    """Write what is printed now into transcripts, and into the console blocks of Markdown."""
    from tempfile import TemporaryDirectory

    def now(text: str, terminal: bool) -> str:
        with TemporaryDirectory() as folder:
            return rewritten(text, Path(folder), terminal=terminal)

    for path in map(Path, paths):
        text = path.read_text()
        if path.suffix == ".md":
            blocks = r"(?<=^```console\n)(.*?)(?=^```$)"
            fresh = re.sub(blocks, lambda found: now(found[1], True), text, flags=re.M | re.S)
        else:
            fresh = now(text, False)
        path.write_text(fresh)


if __name__ == "__main__":
    main(sys.argv[1:])
