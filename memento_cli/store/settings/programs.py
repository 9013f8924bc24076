"""The programs that the user's configuration names: run without a shell, and never for long."""

from __future__ import annotations

import os
from time import monotonic

from memento_cli.core.text.visible import visible
from memento_cli.errors import Failed
from memento_cli.standard import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Mapping, Sequence

SHOWN = 200
LONGEST_COMPLAINT = 2**16


class TooSlow(Failed):
    """The program was killed, as it took longer than it may."""


def output_of(
    command: Sequence[str],
    data: bytes,
    seconds: float,
    most: int,
    variables: Mapping[str, str] | None = None,
    *,
    tells_why: bool = True,
) -> bytes:
    """What a program prints that reads `data`; `variables` are added to its environment.

    Failed if it cannot be started, prints more than `most` bytes, or fails: then with the first
    line of its complaint, unless that may be a secret (`tells_why`). TooSlow after `seconds`. Then
    it is killed with all that it started.
    """
    process = _started(command, variables)
    try:
        output, complaint = _exchanged(process, data, seconds, most)
    except BaseException:
        _end(process)  # it may have ended, and what it started goes on
        raise
    if process.returncode:
        raise Failed(_ending(process.returncode, complaint if tells_why else b""))
    return output


def _started(
    command: Sequence[str], variables: Mapping[str, str] | None
) -> subprocess.Popen[bytes]:
    """The program, under way; Failed if it cannot be started."""
    import subprocess  # few users have such a program

    try:
        return subprocess.Popen(
            [os.path.expanduser(command[0]), *command[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(variables or {})},
            start_new_session=True,
        )
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise Failed(f"{visible(command[0])}: {reason}") from None


def _exchanged(
    process: subprocess.Popen[bytes], data: bytes, seconds: float, most: int
) -> tuple[bytes, bytes]:
    """What a program prints until it ends, and the beginning of its complaint."""
    from subprocess import TimeoutExpired

    from memento_cli.store.settings.pipes import Reading, written_to

    end = monotonic() + seconds
    assert process.stdin and process.stdout and process.stderr  # they are pipes
    written_to(process.stdin, data)
    complaint = Reading(process.stderr, LONGEST_COMPLAINT, is_patient=True)
    output = Reading(process.stdout, most)
    for reading in (output, complaint):
        reading.join(max(0.0, end - monotonic()))
        if output.is_too_long:
            raise Failed(f"it printed more than {_size(most)}")
        if reading.is_alive():
            raise TooSlow(f"it took longer than {seconds:g} s")
    try:
        process.wait(max(0.0, end - monotonic()))
    except TimeoutExpired:
        raise TooSlow(f"it took longer than {seconds:g} s") from None
    return bytes(output.kept), bytes(complaint.kept)


def _size(most: int) -> str:
    """A number of bytes for people."""
    return f"{most >> 20} MB" if most >> 20 else f"{most >> 10} kB"


def _ending(code: int, complaint: bytes) -> str:
    """How a program ended, and the first line of its complaint."""
    line = first_line(complaint.decode(errors="replace"))
    return f"it ended with {code}" + (f": {line}" if line else "")


def first_line(text: str) -> str:
    """The first line of what another program says that is not empty: short, visible, without
    secrets."""
    from memento_cli.core.security.secret_checks import without_secrets  # most programs do not fail

    line = next(filter(None, map(str.strip, text.splitlines())), "")
    shown: str = without_secrets(visible(line[:SHOWN]))
    return shown


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, if it is still running, and all that it started."""
    if hasattr(os, "killpg"):
        import signal

        with suppress(ProcessLookupError, PermissionError):  # nothing of its group is left
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
    process.wait()
