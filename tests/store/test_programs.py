"""The programs that the user's configuration names: what of them is read, and for how long."""

from __future__ import annotations

import sys
import time

import pytest

from memento_cli.errors import Failed
from memento_cli.store.settings.programs import TooSlow, output_of

MOST = 2**20
ENDLESS = "import sys\nwhile True: sys.{}.write('x' * 65536)"


def output(code: str, data: bytes = b"", seconds: float = 20, *, tells_why: bool = True) -> bytes:
    """What a program in Python prints."""
    return output_of([sys.executable, "-c", code], data, seconds, MOST, tells_why=tells_why)


def test_what_is_printed_without_end_is_not_kept() -> None:
    """A program that prints too much is ended at once, with what it may print."""
    start = time.monotonic()
    with pytest.raises(Failed, match="it printed more than 1 MB"):
        output(ENDLESS.format("stdout"))
    assert time.monotonic() - start < 10
    assert output(f"print('x' * {MOST - 1})") == b"x" * (MOST - 1) + b"\n"


def test_a_complaint_without_end_stops_at_the_programs_time() -> None:
    """Long complaints end no program; those without end take the time that it has, and no more."""
    assert output("import sys; sys.stderr.write('x' * 10**6); print(1)").strip() == b"1"
    with pytest.raises(TooSlow, match=r"longer than 0\.5 s"):
        output(ENDLESS.format("stderr"), seconds=0.5)


@pytest.mark.parametrize(
    "code",
    [
        "print(1)",
        "import os, time; os.close(0); time.sleep(.1); print(1)",
        "import sys; sys.stdin.buffer.read(10); print(1)",
    ],
)
def test_a_program_need_not_read(code: str) -> None:
    """What it prints counts, whether it reads all, some or nothing of what it is given."""
    assert output(code, b"x" * 10**6).strip() == b"1"


def test_pipes_do_not_wait_for_each_other() -> None:
    """A program may print while it reads, more than a pipe holds."""
    code = "import sys, shutil; shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)"
    assert output(code, b"x" * MOST) == b"x" * MOST


def test_a_complaint_that_may_be_a_secret_is_not_told() -> None:
    """Only how the program ended is said of one that knows secrets."""
    with pytest.raises(Failed) as raised:
        output("raise SystemExit('correct horse')", tells_why=False)
    assert raised.value.message == "it ended with 1"


def test_a_program_that_closes_its_pipes_and_stays_is_ended() -> None:
    """It has printed all, and costs its time."""
    with pytest.raises(TooSlow):
        output("import os, time; os.close(1); os.close(2); time.sleep(60)", seconds=0.5)
